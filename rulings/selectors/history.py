"""What changed: a ruling over the editions, and any two editions compared."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from django.db.models import Exists, OuterRef, QuerySet

from rulings.diffing.changes import ChangeKind, classify
from rulings.diffing.words import Operation, Span, compare
from rulings.models import Change, Edition, Revision, Ruling
from rulings.selectors.paging import Paging, paging
from rulings.selectors.plain import plain_text, plain_title
from rulings.selectors.records import record_of

PAGE_SIZE = 40
# In the order in which people want to read them.
SHOWN_KINDS = ("added", "reworded", "moved", "removed")
MOVED_AND_REWORDED = "moved and reworded"
GROUPS = ("added", "reworded", MOVED_AND_REWORDED, "moved", "removed")


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

    @cached_property
    def title(self) -> list[Span]:
        """The titles, word for word; compared when they are shown."""
        return compare(plain_title(self.old.title) if self.old else "", plain_title(self.new.title) if self.new else "")

    @cached_property
    def text(self) -> list[Span]:
        """The texts, word for word."""
        return compare(plain_text(self.old.text) if self.old else "", plain_text(self.new.text) if self.new else "")

    @property
    def has_new_title(self) -> bool:
        return bool(self.old and self.new) and any(span.operation is not Operation.EQUAL for span in self.title)

    @property
    def shown(self) -> Revision | None:
        """The wording that names the ruling: the newer one if there is one."""
        return self.new or self.old

    @property
    def is_also_reworded(self) -> bool:
        """Whether a ruling that moved has also a few new words."""
        return self.kind is ChangeKind.MOVED and _words(self.old) != _words(self.new)

    @property
    def is_only_markup(self) -> bool:
        """Whether the same words are set in another way."""
        if self.old is None or self.new is None or self.marks:
            return False
        return _words(self.old) == _words(self.new)

    @property
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


@dataclass(frozen=True)
class Event:
    """What an edition did to a ruling."""

    edition: Edition
    change: Change
    comparison: Comparison
    # Whether no edition before it is here: then nobody knows when it was added.
    is_first: bool


@dataclass(frozen=True)
class EditionComparison:
    """Two editions, ruling by ruling, grouped by the kind of change."""

    old: Edition
    new: Edition
    groups: dict[str, list[Comparison]]
    same: int

    @property
    def total(self) -> int:
        return sum(map(len, self.groups.values()))

    def choices(self, chosen: str) -> list[tuple[str, int, bool]]:
        """The kinds of change with their counts, and whether each was chosen; what moved may be reworded, too."""
        counts = {kind: sum(map(len, self.only(kind).values())) for kind in SHOWN_KINDS}
        return [(kind, count, kind == chosen) for kind, count in counts.items() if count]

    def only(self, kind: str) -> dict[str, list[Comparison]]:
        """The changes of one kind, or all of them."""
        return {name: found for name, found in self.groups.items() if not kind or kind in name.split(" and ")}


@dataclass(frozen=True)
class ComparedPage:
    """Some of the changes between two editions, in their groups."""

    kind: str
    groups: list[tuple[str, Sequence[Comparison]]]
    paging: Paging


def compared_page(comparison: EditionComparison, *, kind: str, number: int) -> ComparedPage:
    """A page of a comparison: of all changes, or of one kind of them."""
    kind = kind if comparison.only(kind) else ""
    named = [(name, one) for name, found in comparison.only(kind).items() for one in found]
    shown = paging(len(named), size=PAGE_SIZE, number=number)
    groups = [(name, [one for _, one in group]) for name, group in groupby(shown.of(named), key=itemgetter(0))]
    return ComparedPage(kind, list(groups), shown)


def events_of(ruling_ids: Iterable[int]) -> list[Event]:
    """Everything that editions did to some rulings, newest first."""
    changes = (
        Change.objects.in_published_editions()
        .news()
        .filter(ruling__in=ruling_ids)
        .annotate(is_first=~Exists(editions_before(OuterRef("edition__position"))))
        .select_related("revision", "previous", "edition__document__game", "ruling__document__game")
        .order_by("-edition__published_at", "-edition__position", "position")
    )
    return [
        Event(change.edition, change, Comparison.of(change), change.is_first)  # type: ignore[attr-defined]
        for change in changes
    ]


def editions_before(position: OuterRef) -> QuerySet[Edition]:
    """The published editions of a change's document before a position."""
    return Edition.objects.published().filter(document=OuterRef("ruling__document"), position__lt=position)


def compare_editions(old: Edition, new: Edition) -> EditionComparison:
    """What became of each ruling from one edition to another, however many lie between them."""
    before, after = _standing(old), _standing(new)
    groups: dict[str, list[Comparison]] = {name: [] for name in GROUPS}
    same = 0
    for ruling_id in [*after, *(ruling_id for ruling_id in before if ruling_id not in after)]:
        one, other = before.get(ruling_id), after.get(ruling_id)
        if one and other and one.revision_id == other.revision_id:
            same += 1
            continue
        comparison = compare_changes(one, other)
        if comparison.kind is ChangeKind.SAME:
            same += 1
        else:
            groups[MOVED_AND_REWORDED if comparison.is_also_reworded else comparison.kind.value].append(comparison)
    return EditionComparison(old, new, {name: found for name, found in groups.items() if found}, same)


def _standing(edition: Edition) -> dict[int, Change]:
    changes: Iterable[Change] = edition.changes.standing().with_ruling().order_by("position")
    return {change.ruling_id: change for change in changes}


def compare_changes(one: Change | None, other: Change | None) -> Comparison:
    """A ruling as it stood in two editions; at least in one of them."""
    ruling = (other or one).ruling  # type: ignore[union-attr]
    old, new = (one.revision if one else None), (other.revision if other else None)
    kind = classify(
        record_of(old, ruling) if old else None,
        record_of(new, ruling) if new else None,
    )
    return Comparison(kind, ruling, old, new)


def _words(revision: Revision | None) -> tuple[str, str]:
    return (plain_title(revision.title), plain_text(revision.text)) if revision else ("", "")


def _cards(revision: Revision) -> str:
    return "; ".join(" ".join(filter(None, (card["name"], card["set"], card["number"]))) for card in revision.cards)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
