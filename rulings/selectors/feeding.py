"""What changed, entry by entry, newest first, for feeds."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from rulings.models import Change, Edition
from rulings.selectors.data.documents import editions
from rulings.selectors.history import Comparison
from rulings.selectors.plain import plain_title
from rulings.selectors.wording import address_at

PAGE_SIZE = 50


@dataclass(frozen=True)
class Entry:
    """What an edition did to one ruling; or that the first edition of a document was published."""

    edition: Edition
    comparison: Comparison | None
    # How many rulings a first edition has.
    count: int = 0

    @property
    def title(self) -> str:
        name = f"{self.edition.document.game.name} {self.edition.title}"
        if self.comparison is None or self.comparison.shown is None:
            return f"{name}: first published here, with {self.count} ruling{'' if self.count == 1 else 's'}"
        shown = self.comparison.shown
        done = "corrected by us" if self.edition.corrects_id else self.comparison.kind.value
        return f"{name}: {done}: {shown.key} {plain_title(shown.title)}".replace(":  ", ": ")

    @property
    def url(self) -> str:
        return self.comparison.ruling.get_absolute_url() if self.comparison else self.edition.get_absolute_url()

    @property
    def id(self) -> str:
        """The path that no other entry has, for ever."""
        if self.comparison is None:
            return self.edition.get_absolute_url()
        return address_at(self.comparison.ruling, self.edition)

    @property
    def updated(self) -> datetime:
        return self.edition.published_at or self.edition.imported_at


@dataclass(frozen=True)
class FeedPage:
    """Some entries, and whether there are more."""

    entries: list[Entry]
    has_more: bool


def feed_page(*, game: str = "", document: str = "", number: int = 1) -> FeedPage:
    """A page of what changed in a document, in a game, or anywhere."""
    wanted = slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE)
    entries: list[Entry] = []
    place = 0
    for edition in _counted(game, document):
        is_first, count = edition.before == 0, edition.news  # type: ignore[attr-defined]
        size = 1 if is_first else count
        first, last = max(wanted.start - place, 0), min(wanted.stop - place, size)
        if first < last:
            entries += [Entry(edition, None, count)] if is_first else _changes(edition, first, last)
        place += size
    return FeedPage(entries, has_more=place > wanted.stop)


def _counted(game: str, document: str) -> list[Edition]:
    """The editions with how many rulings each changed, and how many editions were there before it."""
    before = Edition.objects.published().filter(document=OuterRef("document"), position__lt=OuterRef("position"))
    counted = before.order_by().values("document").annotate(count=Count("pk")).values("count")
    news = Count("changes", filter=~Q(changes__kind=Change.Kind.SAME))
    return list(
        editions(game=game, document=document).annotate(before=Coalesce(Subquery(counted), Value(0)), news=news)
    )


def _changes(edition: Edition, first: int, last: int) -> list[Entry]:
    changes = edition.changes.news().select_related("revision", "previous", "ruling__document__game")
    return [Entry(edition, Comparison.of(change)) for change in changes.order_by("position")[first:last]]
