"""Pages that a search asks for in words: timing charts, chapters, and the errata of a set or a game."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from django.db.models import F
from django.utils.translation import gettext

from importers.folding import fold, fold_title
from importers.records import Kind
from rulings.models import Alias, CardSet, ShownEdition, ShownRuling
from rulings.read_model import addresses
from rulings.read_model.state import remembered_now
from rulings.read_model.terms import glossary_of
from rulings.search.analysis import stem
from rulings.selectors.search.results import Jump
from rulings.selectors.site.finding import find_game
from rulings.selectors.site.frames import game_called, game_frames, games_within

MOST = 6
# A text names a step by all the words that tell it, if they are neither one nor too many.
FEWEST, MOST_TELLING = 2, 4
# What a chart is called: "timing chart", "turn sequence", "phases of a turn", "order of a skill test"
CHART = frozenset(map(stem, ("timing", "chart", "sequence", "structure", "order", "phases", "steps", "diagram")))
# What says nothing of which chart is meant.
ANY = CHART | frozenset(
    map(stem, "a all does go game how in is of player round show the timeline turn what window windows".split())  # noqa: SIM905
)
# "which cards have errata in core set", "cards with errata", "errata sheet for Core Set", "core set errata"
ERRATA = (
    re.compile(
        r"^(?:which |what |list |all |show )*(?:cards? )?(?:(?:that )?(?:have|has|with|got) )?"
        r"(?:any |an )?errat(?:a|um)(?: (?:sheet|list|cards?))?(?: (?:in|for|of|from) (?:the )?(?P<where>.+))?$"
    ),
    re.compile(r"^(?P<where>.+?) errat(?:a|um)(?: (?:sheet|list))?$"),
)


# "what does retaliate mean", "meaning of hunter", "define aloof", "the steadfast keyword"; or the word alone
MEANING = re.compile(
    r"^(?:(?:what (?:does|do|is|are)|whats|what s|define|explain|meaning of|definition of) )?(?:(?:the|a|an) )?"
    r"(?:keyword |term )?(?P<term>.+?)(?: keyword| term)?(?: means?| do| does)?$"
)


@dataclass(frozen=True)
class Place:
    """A chart or a chapter: where it is, and what it is called."""

    game: str
    title: str
    words: frozenset[str]
    url: str
    # Of each step of a chart, the words that tell it from others.
    steps: tuple[frozenset[str], ...] = ()


def signposts(text: str, *, game: str = "") -> list[Jump]:
    """The charts, chapters and errata that a search asks for."""
    return [*_charts(text, game), *_terms(text, game), *_chapters(text, game), *_errata(text, game)][:MOST]


def _charts(text: str, game: str) -> list[Jump]:
    words = frozenset(map(stem, fold(text).split()))
    named = [game] if game else games_within(text)
    told = {stem(word) for slug in named for word in fold(find_game(slug)["name"]).split()} | {
        stem(fold(find_game(slug)["short_name"] or "")) for slug in named
    }
    if not words & CHART:
        return []
    meant = words - ANY - told
    found = [
        place
        for place in remembered_now("charts", lambda: list(_load_charts()))
        if (not named or place.game in named) and meant <= place.words
    ]
    if not meant:
        pages = {place.url.partition("#")[0]: place.game for place in found}
        return [Jump(gettext("Timing charts"), _name(slug), url, "chart") for url, slug in pages.items()]
    return [
        Jump(place.title, gettext("%(game)s: timing chart") % {"game": _name(place.game)}, place.url, "chart")
        for place in found
    ]


def charts_naming(game: str, texts: Sequence[str]) -> list[Jump]:
    """The charts that each of some texts names, by what is telling in their titles or in those of their steps."""
    said = [{stem(word) for word in fold(text).split()} for text in texts]
    return [
        Jump(place.title, "timing chart", place.url, "chart")
        for place in remembered_now("charts", lambda: list(_load_charts()))
        if place.game == game
        and all(any(words <= text for words in (place.words - ANY, *place.steps) if words) for text in said)
    ][:MOST]


def _terms(text: str, game: str) -> list[Jump]:
    """What a word means: "toughness", "what does Retaliate mean?"."""
    asked = MEANING.match(" ".join(fold(text).split()))
    wanted = asked["term"] if asked else ""
    frames = (frame for frame in game_frames() if game in ("", frame["id"]))
    return [
        Jump(term.record["name"], f"{frame['name']}: {term.record['says']}", term.record["url"], "term")
        for frame in frames
        for term in glossary_of(frame["id"]).terms
        if wanted and wanted in map(_without_number, term.forms)
    ]


def _without_number(form: str) -> str:
    """A form of a term as it is asked for: "toughness" of "Toughness +1"."""
    return re.sub(r"(?: [\dx]+)+$", "", fold(form)).strip()


def _chapters(text: str, game: str) -> list[Jump]:
    wanted = fold(text)
    found = (
        place
        for place in remembered_now("chapters", lambda: list(_load_chapters()))
        if fold(place.title) == wanted and game in ("", place.game)
    )
    return [
        Jump(place.title, gettext("%(game)s: chapter") % {"game": _name(place.game)}, place.url, "chapter")
        for place in found
    ]


def _errata(text: str, game: str) -> list[Jump]:
    words = " ".join(fold(text).split())
    match = next((found for pattern in ERRATA if (found := pattern.match(words))), None)
    if match is None:
        return []
    where = (match["where"] or "").strip()
    slug = game_called(where) if where else game
    if not where or slug:
        games = [one for one in game_frames() if one["has_errata_known"] and slug in ("", one["id"])]
        return [
            Jump(
                gettext("Cards with errata"), one["name"], f"{addresses.path(one['id'], 'cards')}?status=errata", "list"
            )
            for one in games
        ]
    aliases = Alias.objects.filter(folded=fold_title(where)).values("card_set")
    named = [one.pk for one in CardSet.objects.only("name") if fold_title(one.name) == fold_title(where)]
    sets = CardSet.objects.filter(pk__in=aliases) | CardSet.objects.filter(pk__in=named)
    return [
        Jump(
            gettext("Errata of %(name)s") % {"name": one.name},
            one.game.name,
            addresses.path(one.game.slug, "cards", one.slug, "errata-sheet"),
            "list",
        )
        for one in sets.select_related("game").order_by("game__name")
        if game in ("", one.game.slug)
    ]


def _load_charts() -> Iterator[Place]:
    charts: dict[tuple[str, ...], list[Any]] = {}
    steps = ShownRuling.objects.filter(kind=Kind.STEP).order_by("document_id", "position")
    for record in steps.values_list("record", flat=True).iterator():
        step = orjson.loads(record)
        charts.setdefault((step["game"], step["document"], *step["heading_path"]), []).append(step)
    for (game, document, *path), of_chart in charts.items():
        words = {stem(word) for heading in path for word in fold(heading).split()}
        told = [frozenset(map(stem, fold(step["plain_title"]).split())) - ANY for step in of_chart]
        url = f"{addresses.path(game, document, 'timing')}#chart-{of_chart[0]['slug']}"
        # One word alone, like "draw", is in many texts and names no step.
        named = tuple(words for words in told if FEWEST <= len(words) <= MOST_TELLING)
        yield Place(game, path[-1], frozenset(words), url, named)


def _load_chapters() -> Iterator[Place]:
    current = ShownEdition.objects.filter(edition=F("document__current"), document__shown__isnull=False)
    for row in current.select_related("document__game"):
        for chapter in orjson.loads(row.outline):
            url = addresses.path(row.document.game.slug, row.document.slug, "chapters", chapter["slug"])
            yield Place(row.document.game.slug, chapter["title"], frozenset(), url)


def _name(game: str) -> str:
    return find_game(game)["name"]
