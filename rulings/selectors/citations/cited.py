"""A ruling that was cited: as it stood in the edition of the citation, what has become of it, and how to cite it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from importers.records import ChangeKind
from rulings.models import Edition, Ruling
from rulings.read_model.changes import Comparison, change_record
from rulings.read_model.records.rulings import ChangeRecord, CitedCard, ShownWording
from rulings.read_model.rulings import shown_wordings, with_wording
from rulings.read_model.stored import as_brief

LONGEST_TITLE = 120
# What Markdown would read as more than itself.
SPECIAL = re.compile(r"([\\`*_\[\]<>])")


@dataclass(frozen=True)
class Cited:
    """A ruling that was cited."""

    # In the edition that was cited, or else in force, or else the last one there was.
    ruling: ShownWording
    # The edition that was cited, if it is here.
    at: Edition | None
    # What has become of it since; none if nothing has.
    since: ChangeRecord | None
    # Where it stands now, or where it stood last; and whether that is the edition in force.
    last: ShownWording
    is_in_force: bool
    # The title of the edition in force.
    current_title: str

    @property
    def is_only_moved(self) -> bool:
        """Whether it says the same, elsewhere."""
        since = self.since
        return since is not None and since["kind"] == ChangeKind.MOVED and not since["also_reworded"]

    @property
    def is_old(self) -> bool:
        """Whether another edition than the one in force was cited."""
        return self.at is not None and self.at.pk != self.at.document.current_id

    @property
    def warning(self) -> str:
        """What a newer edition has done to it since."""
        if not self.is_in_force:
            return gettext("It is no longer in force: it last stood in %(edition)s.") % {
                "edition": self.last["edition_title"]
            }
        if self.since is None:
            return ""
        newest = self.last["edition"]
        if not self.is_only_moved:
            return gettext("A newer edition, %(edition)s, has changed its wording.") % {"edition": newest}
        then, now = self.ruling["key"], self.last["key"]
        if now and now != then:
            return gettext("It says the same in %(edition)s, as %(label)s.") % {"edition": newest, "label": now}
        return gettext("It says the same in %(edition)s, under another heading.") % {"edition": newest}


def cite_rulings(rulings: Sequence[Ruling], at: Edition | None) -> list[Cited]:
    """Rulings as they were cited; those that never stood there are left out."""
    return [cited for ruling in rulings if (cited := _cite(ruling, at))]


def _cite(ruling: Ruling, at: Edition | None) -> Cited | None:
    published = with_wording(ruling.changes.in_published_editions().standing())
    last = published.order_by("edition__position").last()
    then = published.filter(edition=at).first() if at else last
    if then is None or last is None:
        return None
    current = ruling.document.current
    is_in_force = last.edition_id == ruling.document.current_id
    comparison = Comparison.between(ruling, then.revision, last.revision if is_in_force else None) if at else None
    changed = comparison if comparison and comparison.kind is not ChangeKind.SAME else None
    return Cited(
        ruling=shown_wordings([then], at=at)[0],
        at=at,
        since=change_record(changed, current) if changed and current else None,
        last=shown_wordings([last])[0],
        is_in_force=is_in_force,
        current_title=current.title if current else "",
    )


def cited_record(cited: Cited) -> dict[str, Any]:
    """A ruling that was cited, as data."""
    ruling = cited.ruling
    return {
        "ruling": {**as_brief(ruling), "url": cited.last["url"]},
        "edition": ruling["edition"],
        "url": ruling["url"],
        "current_url": cited.last["url"],
        "wording": {key: ruling[key] for key in ("key", "title", "text")},
        "in_force": cited.is_in_force and (cited.since is None or cited.is_only_moved),
        "warning": cited.warning or None,
        "change": cited.since,
    }


@dataclass(frozen=True)
class Citation:
    """One citation in two notations."""

    plain: str
    markdown: str


def cite(ruling: Any, *, site: str) -> Citation:
    """The citation of a ruling as it is read in an edition, on a site."""
    url = f"{site}{ruling['url']}"
    name = f"{ruling['game_name']} {ruling['edition_title']}"
    words = f"{name} (digest), {ruling_name(ruling)}" if ruling["is_digest"] else f"{name}, {ruling_name(ruling)}"
    return Citation(f"{words}. {url}", f"[{escape(words)}]({url})")


def escape(text: str) -> str:
    """A text in which Markdown sees nothing but words."""
    return SPECIAL.sub(r"\\\1", text)


def ruling_name(ruling: Any) -> str:
    """What a ruling is called: "2.11 Searching", "erratum on Hound of Tindalos (Core Set F110)", "“Can I …?”"."""
    title = ruling["plain_title"].rstrip(".")
    if len(title) > LONGEST_TITLE:
        title = f"{title[:LONGEST_TITLE].rsplit(' ', 1)[0]} …"
    if ruling["is_headed_by_cards"]:
        place = _place(ruling["cards"])
        return f"{ruling['list']} list: {title}{place}" if ruling["list"] else f"erratum on {title}{place}"
    words = f"“{title}”" if ruling["kind"] == "question" else title
    return f"{ruling['key'] or ''} {words}".strip()


def _place(cards: list[CitedCard]) -> str:
    """Where the one card of a ruling is printed: " (Core Set F110)"."""
    words = " ".join(filter(None, (cards[0]["set"], cards[0]["number"]))) if len(cards) == 1 else ""
    return f" ({words})" if words else ""
