"""Decks: whether they are legal, what corrects and rules their cards, and what has changed for them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from importers.decklists import DeckError, DeckLine, read_deck
from importers.folding import fold, fold_title
from importers.records import CardCitation
from importers.resolving import Catalogue
from rulings.models import Card, Change, Document, Edition, Game, Reference, Ruling
from rulings.models.rulings import ChangeQuerySet
from rulings.selectors.catalogue import load_catalogue
from rulings.selectors.data.catalogue import suggestions_for
from rulings.selectors.documents import editions_of, shown_games
from rulings.selectors.finding import MissingError, WithdrawnError, find_edition
from rulings.selectors.history import Comparison, compare_editions
from rulings.selectors.names import CardNames, card_names
from rulings.selectors.rulings import any_from_digest, with_wording
from rulings.selectors.state import site_state
from rulings.selectors.understanding import game_called

__all__ = ["LONGEST_DECK", "DeckCheck", "DeckError", "check_deck", "editions_to_check"]

# In characters.
LONGEST_DECK = 60_000
# So many lines of a deck may be misprinted and still be understood: to compare each with all cards takes long.
MOST_GUESSED = 40


@dataclass(frozen=True)
class DeckCard:
    """A line of a deck whose card is known."""

    line: DeckLine
    count: int
    # The printing that is named, or the first one of its title.
    card: Card
    # What the line says that does not fit the catalogue.
    note: str
    statuses: tuple[str, ...]


@dataclass(frozen=True)
class UnknownLine:
    """A line whose card is not known: misspelt, not in the catalogue, or no card at all."""

    line: DeckLine
    suggestions: list[str]

    @property
    def name(self) -> str:
        return self.line.likeliest.citation.name

    @property
    def count(self) -> int:
        return self.line.likeliest.count


@dataclass(frozen=True)
class Meant:
    """The card that a line was found to mean, so many times."""

    card: int
    count: int
    note: str = ""


@dataclass(frozen=True)
class Verdict:
    """Whether a deck may be played by the lists; none: they do not say."""

    is_legal: bool | None
    reasons: list[str]


@dataclass(frozen=True)
class TitleRulings:
    """What corrects, lists and rules one title of a deck."""

    card: Card
    errata: list[Change] = field(default_factory=list)
    listings: list[Change] = field(default_factory=list)
    others: list[Change] = field(default_factory=list)

    @property
    def all(self) -> list[Change]:
        return [*self.errata, *self.listings, *self.others]


@dataclass(frozen=True)
class DeckCheck:
    """Everything that is known about a deck."""

    game: Game
    # What it was checked by: the editions in force, or a chosen one instead of its document's.
    editions: list[Edition]
    at: Edition | None
    cards: list[DeckCard]
    unknown: list[UnknownLine]
    # Remarks, headings, and what was taken for them.
    skipped: list[DeckLine]
    verdict: Verdict
    titles: list[TitleRulings]
    mentions: list[Change]
    # The editions that were compared, and what has changed for the deck from one to the other.
    since: Edition | None
    after: Edition | None
    changes: list[Comparison]

    @property
    def copies(self) -> int:
        return sum(card.count for card in self.cards) + sum(one.count for one in self.unknown)

    @property
    def has_digest(self) -> bool:
        return any_from_digest([*self.mentions, *(change for title in self.titles for change in title.all)])


def editions_to_check() -> list[tuple[Game, list[Edition]]]:
    """The editions that a deck can be checked by, game by game, newest first."""
    published = Edition.objects.published().filter(corrects=None, document__in=Document.objects.shown())
    by_game: dict[int, list[Edition]] = defaultdict(list)
    for edition in published.select_related("document__game").order_by("document__title", "-position"):
        by_game[edition.document.game_id].append(edition)
    return [(game, by_game[game.pk]) for game in shown_games() if by_game[game.pk]]


def check_deck(text: str, *, game: str = "", edition: str = "", since: str = "") -> DeckCheck:
    """Check a deck list; editions are given by their ids, "game/document/edition"."""
    lines = read_deck(text)
    if not any(line.readings for line in lines):
        raise DeckError("There is no card in it: write one card a line, for example 3x Shotgun (Core Set F14).")
    at, before = _edition(edition), _edition(since)
    chosen = _game(game, at or before)
    known = {one: _known(lines, one) for one in ([chosen] if chosen else shown_games())}
    found = chosen or max(known, key=lambda one: len(known[one]), default=None)
    if found is None or (chosen is None and not known[found]):
        raise DeckError("No line names a card that is known here: choose the game, and check the spelling.")
    if any(one and one.document.game_id != found.pk for one in (at, before)):
        raise DeckError(f"That edition is of another game than the deck, which is of {found.name}.")
    return _check(found, lines, known[found], at, before)


def _check(
    game: Game, lines: Sequence[DeckLine], known: Mapping[int, Meant], at: Edition | None, before: Edition | None
) -> DeckCheck:
    by_pk = Card.objects.select_related("card_set__game", "pack").in_bulk({meant.card for meant in known.values()})
    standing = _standing(game, at)
    references = Reference.objects.filter(
        card__card_set__game=game, card__folded_name__in={card.folded_name for card in by_pk.values()}
    )
    titles = _titles(standing, references, by_pk.values())
    statuses = {title.card.folded_name: _statuses(title) for title in titles}
    cards = [
        DeckCard(line, meant.count, by_pk[meant.card], meant.note, statuses.get(by_pk[meant.card].folded_name, ()))
        for line in lines
        if (meant := known.get(line.number))
    ]
    unknown = _unknown(game, [line for line in lines if line.number not in known])
    accounted = {*known, *(one.line.number for one in unknown)}
    about = {change.pk for title in titles for change in title.all}
    mentioning = standing.filter(pk__in=references.values("change")).exclude(pk__in=about)
    after = _compared(at, before)
    return DeckCheck(
        game=game,
        editions=_editions(game, at),
        at=at,
        cards=cards,
        unknown=unknown,
        skipped=[line for line in lines if line.number not in accounted],
        verdict=_judge(game, standing, titles, cards, unknown),
        titles=titles,
        mentions=list(with_wording(mentioning.heaviest_first())),
        since=before,
        after=after,
        changes=_changes(before, after, references) if before and after else [],
    )


def _known(lines: Iterable[DeckLine], game: Game) -> dict[int, Meant]:
    """By their line numbers, the cards that are known."""
    catalogue, names = load_catalogue(game), card_names(site_state().generation, game.slug)
    found: dict[int, Meant] = {}
    guesses = MOST_GUESSED
    for line in lines:
        guesses -= bool(line.readings) and not any(catalogue.knows(one.citation.name) for one in line.readings)
        if meant := _meant(line, catalogue, may_guess=guesses >= 0) or _numbered(line, names):
            found[line.number] = meant
    return found


def _meant(line: DeckLine, catalogue: Catalogue, *, may_guess: bool) -> Meant | None:
    """The card that a line means: by its exact name; nearly; or by its name, where its set and number do not fit."""
    for reading in line.readings:
        if catalogue.knows(reading.citation.name) and (ids := catalogue.resolve(reading.citation).ids):
            return Meant(ids[0], reading.count)
    for reading in line.readings if may_guess else ():
        if ids := catalogue.resolve(reading.citation).ids:
            return Meant(ids[0], reading.count)
    for reading in line.readings:
        citation = reading.citation
        if ids := catalogue.resolve(CardCitation(citation.name)).ids:
            place = " ".join(filter(None, (citation.set, citation.pack, citation.number)))
            return Meant(ids[0], reading.count, f"no printing of it is known as {place}, so it was found by its name")
    return None


def _numbered(line: DeckLine, names: CardNames) -> Meant | None:
    """The card whose set and number stand in place of a name: "2x Core Set F110"."""
    for reading in line.readings:
        ids = names.numbered(reading.citation.name)
        if len(ids) == 1 and not reading.citation.name.isdigit():
            return Meant(ids[0], reading.count)
    return None


def _unknown(game: Game, lines: Sequence[DeckLine]) -> list[UnknownLine]:
    """The lines that name no known card; what may be a heading, only if it resembles a card."""
    read = [line for line in lines if line.readings]
    suggestions = suggestions_for((line.likeliest.citation.name for line in read), game=game)
    unknown = [UnknownLine(line, suggestions.get(line.likeliest.citation.name, [])) for line in read]
    return [one for one in unknown if one.suggestions or not one.line.may_be_heading]


def _compared(at: Edition | None, before: Edition | None) -> Edition | None:
    """The edition that an older one of the same document is compared with."""
    if before is None:
        return None
    after = at if at and at.document_id == before.document_id else before.document.current
    if after and (after.position or 0) < (before.position or 0):
        raise DeckError(f"{after.title} is older than {before.title}: compare with an older edition.")
    return after


def _game(name: str, edition: Edition | None) -> Game | None:
    if not name:
        return edition.document.game if edition else None
    game = game_called(name)
    if game is None:
        raise DeckError(f"There is no game {name!r} here.")
    return game


def _edition(identifier: str) -> Edition | None:
    if not identifier:
        return None
    parts = identifier.replace("\x00", "").strip("/").split("/")
    if len(parts) == 3:
        try:
            return find_edition(parts[0], document=parts[1], slug=parts[2])
        except (MissingError, WithdrawnError):
            pass
    raise DeckError(f"There is no edition {identifier!r} here; editions are named as in call-of-cthulhu/faq/3.2.")


def _standing(game: Game, at: Edition | None) -> ChangeQuerySet:
    """What is in force in a game; of the document of a chosen edition, what stood in it."""
    in_force = Change.objects.in_force().filter(ruling__document__game=game)
    if at is None:
        return in_force
    others = Q(pk__in=in_force.exclude(ruling__document__slug=at.document.slug).values("pk"))
    return Change.objects.filter(others | Q(edition=at, revision__isnull=False))


def _editions(game: Game, at: Edition | None) -> list[Edition]:
    current = editions_of(game)
    return [at if at and edition.document.slug == at.document.slug else edition for edition in current]


def _titles(standing: ChangeQuerySet, references: QuerySet[Reference], cards: Iterable[Card]) -> list[TitleRulings]:
    """The titles of the deck that something corrects, lists or rules, by name."""
    titles: dict[str, TitleRulings] = {}
    for card in sorted(cards, key=lambda card: card.folded_name):
        titles.setdefault(card.folded_name, TitleRulings(card))
    subjects = references.filter(place=Reference.Place.SUBJECT)
    named: dict[int, set[str]] = defaultdict(set)
    for pk, name in subjects.values_list("change", "card__folded_name"):
        named[pk].add(name)
    # A digest may say more plainly than its document what a ruling is about.
    naming = subjects.values("change")
    about = standing.filter(Q(pk__in=naming) | Q(revision__summary__digest__in=naming))
    for change in with_wording(about.heaviest_first()):
        summary = getattr(change.revision, "summary", None)
        for name in named[change.pk] | (named[summary.digest_id] if summary else set()):
            title = titles[name]
            kinds = {"erratum": title.errata, "listing": title.listings}
            kinds.get(change.ruling.kind, title.others).append(change)
    return [title for title in titles.values() if title.all]


def _statuses(title: TitleRulings) -> tuple[str, ...]:
    listed = {change.ruling.list_name for change in title.listings}
    return tuple(name for name in ("banned", "restricted") if name in listed) + (("errata",) if title.errata else ())


def _judge(
    game: Game,
    standing: ChangeQuerySet,
    titles: Sequence[TitleRulings],
    cards: Sequence[DeckCard],
    unknown: Sequence[UnknownLine],
) -> Verdict:
    lists = _lists(standing)
    if not lists:
        return Verdict(None, [f"No restricted or banned list of {game.name} is known here."])
    listed = {name: [one.card.name for one in titles if name in _statuses(one)] for name in Ruling.ListName.values}
    banned, restricted, most = listed["banned"], listed["restricted"], game.restricted_titles
    wrong = [f"Banned: {', '.join(banned)}."] if banned else []
    if most is not None and len(restricted) > most:
        allowed = f"{most} restricted title{'' if most == 1 else 's'}"
        wrong.append(f"A deck may have {allowed}; this one has {len(restricted)}: {', '.join(restricted)}.")
    aside = sorted({card.line.section for card in cards if fold(card.line.section).startswith("side")})
    notes = [f"What stands under “{section}” was counted, too." for section in aside]
    if wrong:
        return Verdict(False, [*wrong, *notes])
    doubts = [
        f"“{one.line.text}” may mean {name}, which is {lists[fold_title(name)]}."
        for one in unknown
        for name in one.suggestions[:1]
        if fold_title(name) in lists
    ]
    if restricted and most is None:
        doubts.append(f"Restricted: {', '.join(restricted)}; how many a deck may have is not known here.")
    if not cards:
        doubts.append("None of its cards is known here.")
    if doubts:
        return Verdict(None, [*doubts, *notes])
    if restricted:
        return Verdict(True, [f"Restricted, and within what is allowed: {', '.join(restricted)}.", *notes])
    return Verdict(True, ["None of its cards that are known here is restricted or banned.", *notes])


def _lists(standing: ChangeQuerySet) -> dict[str, str]:
    """By its folded name, the list that each title is on."""
    subjects = Reference.objects.filter(place=Reference.Place.SUBJECT, card__isnull=False)
    on_lists = subjects.filter(change__in=standing.filter(ruling__kind="listing"))
    return dict(on_lists.values_list("card__folded_name", "change__ruling__list_name"))


def _changes(before: Edition, after: Edition, references: QuerySet[Reference]) -> list[Comparison]:
    """What has changed between two editions of what is about, or mentions, the cards of a deck."""
    touching = set(
        references.filter(change__edition__in=[before, after]).values_list("change__ruling", flat=True).distinct()
    )
    groups = compare_editions(before, after).groups.values()
    return [one for group in groups for one in group if one.ruling.pk in touching]
