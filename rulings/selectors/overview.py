"""What there is: the games with their counts, what was published last, and searches to begin with."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet

from rulings.models import Card, Change, Document, Edition, Game, Phrasing
from rulings.models.sources import EditionQuerySet
from rulings.selectors.documents import EditionSummary, summaries_of
from rulings.selectors.plain import one_line

KINDS = {
    "erratum": ("erratum", "errata"),
    "listing": ("listed card", "listed cards"),
    "clarification": ("clarification", "clarifications"),
    "question": ("question", "questions"),
    "step": ("timing step", "timing steps"),
}
LATEST = 6
# A question of a player that fits on one line of a phone.
LONGEST_EXAMPLE = 48
SHORTEST_EXAMPLE = 20
QUESTIONS = 2
BEGINNINGS = ("can ", "do ", "does ", "is ", "may ", "when ", "how ")


@dataclass(frozen=True)
class GameOverview:
    """A game with what is in it and when it last changed."""

    game: Game
    documents: list[Document]
    counts: list[tuple[int, str]]
    cards: int
    rulings: int
    # When its newest edition appeared, and when something was published here last.
    newest: date | None
    changed: date | None


@dataclass(frozen=True)
class Example:
    """A search to try, and what it shows."""

    query: str
    purpose: str


def overview(games: QuerySet[Game]) -> list[GameOverview]:
    """The games with their counts."""
    kinds: dict[int, dict[str, int]] = defaultdict(dict)
    rows = Change.objects.in_force().order_by().values_list("ruling__document__game", "ruling__kind")
    for game, kind, count in rows.annotate(Count("pk")):
        kinds[game][kind] = count
    cards = dict(Card.objects.shown().order_by().values_list("card_set__game").annotate(Count("pk")))
    documents: dict[int, list[Document]] = defaultdict(list)
    for document in Document.objects.shown().select_related("game", "current__document"):
        documents[document.game_id].append(document)
    return [_overview(game, documents[game.pk], kinds[game.pk], cards.get(game.pk, 0)) for game in games]


def latest_editions(count: int = LATEST) -> list[EditionSummary]:
    """The editions that were published last, with what they did."""
    return _latest(Edition.objects.all(), count)


def latest_of(game: Game, count: int = LATEST) -> list[EditionSummary]:
    """The editions of a game that were published last."""
    return _latest(Edition.objects.filter(document__game=game), count)


def examples() -> list[Example]:
    """Searches that find something on this site as it is."""
    in_force = Change.objects.in_force().with_ruling()
    found = []
    corrected = in_force.filter(ruling__kind="erratum", ruling__scope="card").annotate(
        cited=Count("references__card__references")
    )
    if (erratum := corrected.order_by("-cited", "pk").first()) and erratum.revision:
        found.append(Example(one_line(erratum.revision.title, length=LONGEST_EXAMPLE), "a card"))
    if (section := most_cited_section()) and section.revision:
        game = section.ruling.document.game
        found.append(Example(f"{game.short_name or game.name} {section.revision.key}", "a section"))
    return [*found, *_questions()]


def most_cited_section() -> Change | None:
    """The numbered section that other rulings cite most."""
    sections = Change.objects.in_force().with_ruling().filter(ruling__kind="clarification").exclude(revision__key="")
    in_force = Q(ruling__cited_by__change__in=Change.objects.in_force())
    return sections.annotate(cited=Count("ruling__cited_by", filter=in_force)).order_by("-cited", "pk").first()


def _latest(editions: EditionQuerySet, count: int) -> list[EditionSummary]:
    shown = editions.published().filter(document__in=Document.objects.shown())
    newest = shown.order_by("-published_at", "-pk").values_list("pk", flat=True)[:count]
    chosen = Edition.objects.filter(pk__in=list(newest)).select_related("document__game")
    return summaries_of(chosen.order_by("-published_at", "-pk"))


def _questions() -> list[Example]:
    """What players ask: one phrasing of the most cited questions and sections of each of two games."""
    asked = Phrasing.objects.filter(ruling__kind__in=["clarification", "question"])
    by_citations = asked.annotate(cited=Count("ruling__cited_by")).order_by("-cited", "pk")
    games: dict[int, str] = {}
    for game, words in by_citations.values_list("ruling__document__game", "words"):
        if game not in games and SHORTEST_EXAMPLE <= len(words) <= LONGEST_EXAMPLE and words.startswith(BEGINNINGS):
            games[game] = _spelt_out(words)
        if len(games) == QUESTIONS:
            break
    return [Example(words, "a question") for words in games.values()]


def _spelt_out(words: str) -> str:
    """A question as one writes it with care: "can i draw" is "Can I draw?"."""
    return f"{words[0].upper()}{words[1:]}".replace(" i ", " I ").rstrip("?") + "?"


def _overview(game: Game, documents: list[Document], kinds: dict[str, int], cards: int) -> GameOverview:
    current = [document.current for document in documents if document.current]
    return GameOverview(
        game=game,
        documents=documents,
        counts=[
            (kinds[kind], singular if kinds[kind] == 1 else plural)
            for kind, (singular, plural) in KINDS.items()
            if kinds.get(kind)
        ],
        cards=cards,
        rulings=sum(kinds.values()),
        newest=max((edition.date for edition in current if edition.date), default=None),
        changed=max((edition.published_at.date() for edition in current if edition.published_at), default=None),
    )
