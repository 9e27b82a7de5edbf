"""What editions did to rulings: two wordings compared, as the record that pages, feeds and the API show."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Min, QuerySet

from importers.records import ChangeKind
from rulings.diffing.similarity import classify
from rulings.diffing.words import compare
from rulings.models import Change, Edition, Revision, Ruling
from rulings.read_model import addresses
from rulings.read_model.known import record_of
from rulings.read_model.records.rulings import ChangeRecord, RulingBrief, Span, Wording
from rulings.read_model.wording import day, moment, plain_text, plain_title

# In the order in which people want to read them.
SHOWN_KINDS = (ChangeKind.ADDED, ChangeKind.REWORDED, ChangeKind.MOVED, ChangeKind.REMOVED)


@dataclass(frozen=True)
class Comparison:
    """One ruling in two editions, word for word."""

    kind: ChangeKind
    ruling: Ruling
    old: Revision | None
    new: Revision | None

    @classmethod
    def of(cls, change: Change) -> "Comparison":
        """What an edition did to a ruling."""
        return cls(ChangeKind(change.kind), change.ruling, change.previous, change.revision)

    @classmethod
    def between(cls, ruling: Ruling, old: Revision | None, new: Revision | None) -> "Comparison":
        """A ruling as it stood in two editions; at least in one of them."""
        before, after = (record_of(one, ruling) if one else None for one in (old, new))
        return cls(classify(before, after), ruling, old, new)

    @cached_property
    def title(self) -> list[Span]:
        """The difference of the titles; empty if they are the same, or one of them is missing."""
        (old, _), (new, _) = self._words
        return _spans(old, new) if self.old and self.new and old != new else []

    @cached_property
    def text(self) -> list[Span]:
        """The difference of the texts."""
        (_, old), (_, new) = self._words
        return _spans(old, new)

    @property
    def shown(self) -> Revision | None:
        """The wording that names the ruling: the newer one if there is one."""
        return self.new or self.old

    @property
    def is_also_reworded(self) -> bool:
        """Whether a ruling that moved has also a few new words."""
        return self.kind is ChangeKind.MOVED and self._words[0] != self._words[1]

    @property
    def is_only_markup(self) -> bool:
        """Whether the same words are set in another way."""
        return bool(self.old and self.new) and not self.marks and self._words[0] == self._words[1]

    @cached_property
    def marks(self) -> list[tuple[str, str, str]]:
        """What else changed: (what, before, after)."""
        if self.old is None or self.new is None:
            return []
        pairs = (
            ("label", self.old.key, self.new.key),
            ("heading", " › ".join(self.old.heading_path), " › ".join(self.new.heading_path)),
            ("version tag", self.old.version_tag, self.new.version_tag),
            ("cards", _cards(self.old), _cards(self.new)),
            ("authority", self.old.authority, self.new.authority),
            ("reverses an official ruling", _yes(self.old.reverses_official), _yes(self.new.reverses_official)),
            ("window", self.old.window_after, self.new.window_after),
            ("depth", str(self.old.depth), str(self.new.depth)),
        )
        return [(what, before or "none", after or "none") for what, before, after in pairs if before != after]

    @cached_property
    def _words(self) -> tuple[tuple[str, str], tuple[str, str]]:
        old, new = ((plain_title(one.title), plain_text(one.text)) if one else ("", "") for one in (self.old, self.new))
        return old, new


def brief(ruling: Ruling, revision: Revision | None, *, at: Edition | None = None) -> RulingBrief:
    """A ruling by its names alone."""
    return {
        "id": addresses.ruling_id(ruling),
        "kind": ruling.kind,  # type: ignore[typeddict-item]
        "key": (revision.key if revision else "") or None,
        "title": plain_title(revision.title) if revision else "",
        "url": addresses.of_ruling(ruling, at),
    }


def _kind_of(ruling: Ruling) -> str:
    """What a ruling is, in words."""
    if not ruling.list_name:
        return ruling.kind
    names = " ".join(filter(None, (ruling.format, ruling.list_name)))
    return f"{ruling.kind} on the {names} list"


def change_record(
    comparison: Comparison, edition: Edition, *, is_first: bool = False, reason: str = ""
) -> ChangeRecord:
    """What an edition did to a ruling, with the difference in words."""
    ruling, shown = comparison.ruling, comparison.shown
    return {
        "kind": comparison.kind,
        "also_reworded": comparison.is_also_reworded,
        "only_markup": comparison.is_only_markup,
        "ruling": brief(ruling, shown),
        "ruling_kind": _kind_of(ruling),
        "list": ruling.list_name or None,  # type: ignore[typeddict-item]
        "version_tag": (shown.version_tag if shown else "") or None,
        "edition": edition.label,
        "edition_id": addresses.edition_id(edition),
        "edition_title": edition.title,
        "edition_url": addresses.of_edition(edition),
        "then_url": addresses.of_ruling(ruling, edition) if comparison.new and ruling.slug else None,
        "date": day(edition.date),
        "published": moment(edition.published_at),
        "is_first": is_first,
        "is_our_correction": edition.corrects_id is not None,
        "reason": reason or edition.reason or None,
        "old": _wording(comparison.old),
        "new": _wording(comparison.new),
        "title_difference": comparison.title,
        "difference": comparison.text,
        "marks": [{"what": what, "before": before, "after": after} for what, before, after in comparison.marks],
    }


def with_wordings(changes: QuerySet[Change]) -> QuerySet[Change]:
    """Changes with what it takes to compare what was with what is."""
    return changes.select_related("revision", "previous", "edition__document__game", "ruling__document__game")


def newest_first(changes: QuerySet[Change]) -> QuerySet[Change]:
    """The last one published first."""
    return changes.order_by("-edition__published_at", "-edition__position", "position", "pk")


def events_of(ruling_ids: Iterable[int]) -> dict[int, list[tuple[Change, ChangeRecord]]]:
    """By ruling, everything that published editions did to it, newest first."""
    news = Change.objects.in_published_editions().news().filter(ruling__in=ruling_ids)
    return events_among(newest_first(with_wordings(news)))


def events_among(changes: Iterable[Change]) -> dict[int, list[tuple[Change, ChangeRecord]]]:
    """Changes as records, by ruling, in their order."""
    listed = list(changes)
    documents = {change.ruling.document_id for change in listed}
    first = dict(
        Edition.objects.published().filter(document__in=documents).values_list("document").annotate(Min("position"))
    )
    events: dict[int, list[tuple[Change, ChangeRecord]]] = defaultdict(list)
    for change in listed:
        is_first = change.edition.position == first[change.ruling.document_id]
        events[change.ruling_id].append(
            (change, change_record(Comparison.of(change), change.edition, is_first=is_first, reason=change.reason))
        )
    return events


def _spans(old: str, new: str) -> list[Span]:
    return [{"operation": span.operation, "text": span.text} for span in compare(old, new)]


def _wording(revision: Revision | None) -> Wording | None:
    return {"key": revision.key or None, "title": revision.title, "text": revision.text} if revision else None


def _cards(revision: Revision) -> str:
    return "; ".join(" ".join(filter(None, (card["name"], card["set"], card["number"]))) for card in revision.cards)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
