"""What changed: a ruling over the editions, and any two editions compared."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulings.diffing.changes import ChangeKind, classify
from rulings.diffing.words import Operation, Span, compare
from rulings.models import Change, Edition, Revision, Ruling
from rulings.selectors.plain import plain_text
from rulings.selectors.records import record_of

# In the order in which people want to read them.
SHOWN_KINDS = (ChangeKind.ADDED, ChangeKind.REWORDED, ChangeKind.MOVED, ChangeKind.REMOVED)


@dataclass(frozen=True)
class Comparison:
    """One ruling in two editions, word for word."""

    kind: ChangeKind
    ruling: Ruling
    old: Revision | None
    new: Revision | None
    title: list[Span]
    text: list[Span]

    @property
    def shown(self) -> Revision | None:
        """The wording that names the ruling: the newer one if there is one."""
        return self.new or self.old

    @property
    def is_only_markup(self) -> bool:
        """Whether the same words are set in another way."""
        if self.old is None or self.new is None or self.marks:
            return False
        return all(span.operation is Operation.EQUAL for span in (*self.title, *self.text))

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
class Chapter:
    """One event in the life of a ruling."""

    edition: Edition
    comparison: Comparison


@dataclass(frozen=True)
class Event:
    """What an edition did to one of several rulings."""

    edition: Edition
    change: Change
    comparison: Comparison


@dataclass(frozen=True)
class EditionComparison:
    """Two editions, ruling by ruling, grouped by the kind of change."""

    old: Edition
    new: Edition
    groups: list[tuple[ChangeKind, list[Comparison]]]
    same: int

    def only(self, kind: str) -> "EditionComparison":
        """The changes of one kind, if there are any."""
        return replace(self, groups=[(name, found) for name, found in self.groups if name == kind] or self.groups)

    def page(self, number: int, *, size: int) -> "EditionComparison":
        """Some of the changes, still in their groups."""
        first, groups = (number - 1) * size, []
        for kind, found in self.groups:
            shown = found[max(first, 0) : max(first + size, 0)]
            groups += [(kind, shown)] if shown else []
            first -= len(found)
        return replace(self, groups=groups)

    @property
    def total(self) -> int:
        return sum(len(found) for _, found in self.groups)


def life_of(ruling: Ruling) -> list[Chapter]:
    """Everything that editions did to a ruling, newest first."""
    changes = (
        ruling.changes.in_published_editions()
        .news()
        .select_related("revision", "previous", "edition__document__game")
        .order_by("-edition__position")
    )
    return [Chapter(change.edition, _comparison(change)) for change in changes]


def events_of(ruling_ids: Iterable[int]) -> list[Event]:
    """Everything that editions did to some rulings, newest first."""
    changes = (
        Change.objects.in_published_editions()
        .news()
        .filter(ruling__in=ruling_ids)
        .select_related("revision", "previous", "edition__document__game", "ruling__document__game")
        .order_by("-edition__published_at", "-edition__position", "position")
    )
    return [Event(change.edition, change, _comparison(change)) for change in changes]


def compare_editions(old: Edition, new: Edition) -> EditionComparison:
    """What became of each ruling from one edition to another, however many lie between them."""
    before, after = _standing(old), _standing(new)
    groups: dict[ChangeKind, list[Comparison]] = {kind: [] for kind in SHOWN_KINDS}
    same = 0
    for ruling_id in [*after, *(ruling_id for ruling_id in before if ruling_id not in after)]:
        one, other = before.get(ruling_id), after.get(ruling_id)
        if one and other and one.revision_id == other.revision_id:
            same += 1
            continue
        comparison = _compare_changes(one, other)
        if comparison.kind is ChangeKind.SAME:
            same += 1
        else:
            groups[comparison.kind].append(comparison)
    return EditionComparison(old, new, [(kind, found) for kind, found in groups.items() if found], same)


def _standing(edition: Edition) -> dict[int, Change]:
    changes: Iterable[Change] = edition.changes.standing().with_ruling().order_by("position")
    return {change.ruling_id: change for change in changes}


def _compare_changes(one: Change | None, other: Change | None) -> Comparison:
    ruling = (other or one).ruling  # type: ignore[union-attr]
    old, new = (one.revision if one else None), (other.revision if other else None)
    kind = classify(
        record_of(old, ruling) if old else None,
        record_of(new, ruling) if new else None,
    )
    return _compare(kind, ruling, old, new)


def _comparison(change: Change) -> Comparison:
    return _compare(ChangeKind(change.kind), change.ruling, change.previous, change.revision)


def _compare(kind: ChangeKind, ruling: Ruling, old: Revision | None, new: Revision | None) -> Comparison:
    return Comparison(
        kind,
        ruling,
        old,
        new,
        title=compare(plain_text(old.title) if old else "", plain_text(new.title) if new else ""),
        text=compare(plain_text(old.text) if old else "", plain_text(new.text) if new else ""),
    )


def _cards(revision: Revision) -> str:
    return "; ".join(" ".join(filter(None, (card["name"], card["set"], card["number"]))) for card in revision.cards)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
