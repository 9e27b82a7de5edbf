"""What there is: the games with their counts, what was published last, and searches to begin with."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from rulings.models import Card, Change, Document, Edition, Game, Phrasing, Reference
from rulings.models.sources import EditionQuerySet
from rulings.selectors.documents import EditionSummary, summaries_of

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
MOST_ASKED = 500
BEGINNINGS = ("can ", "do ", "does ", "is ", "may ", "when ", "how ")


@dataclass(frozen=True)
class GameOverview:
    """A game with what is in it and when it last changed."""

    game: Game
    documents: list[Document]
    counts: list[tuple[int, str]]
    cards: int
    # When something was published here last.
    changed: date | None


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


def examples(section: Change | None) -> list[str]:
    """Searches that find something on this site as it is; one of them a section."""
    errata = Change.objects.in_force().with_ruling().filter(ruling__kind="erratum", ruling__scope="card")
    listed = Exists(Reference.objects.filter(card=OuterRef("references__card"), change__ruling__kind="listing"))
    erratum = errata.annotate(is_listed=listed).order_by("-is_listed", "pk").first()
    found = [erratum.revision.title] if erratum and erratum.revision else []
    if section and section.revision:
        game = section.ruling.document.game
        found.append(f"{game.short_name or game.name} {section.revision.key}")
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


def _questions() -> list[str]:
    """What players ask: one phrasing of the most cited questions and sections of each of two games."""
    fitting = Q(words__startswith=BEGINNINGS[0])
    for beginning in BEGINNINGS[1:]:
        fitting |= Q(words__startswith=beginning)
    asked = Phrasing.objects.filter(fitting, ruling__kind__in=["clarification", "question"])
    published = asked.filter(ruling__document__current__isnull=False)
    by_citations = published.annotate(cited=Count("ruling__cited_by")).order_by("-cited", "pk")
    games: dict[int, str] = {}
    for game, words in by_citations.values_list("ruling__document__game", "words")[:MOST_ASKED]:
        if game not in games and SHORTEST_EXAMPLE <= len(words) <= LONGEST_EXAMPLE:
            games[game] = _spelt_out(words)
        if len(games) == QUESTIONS:
            break
    return list(games.values())


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
        changed=max((edition.published_at.date() for edition in current if edition.published_at), default=None),
    )
