"""Where a search leads at once: a game, a list, news, a section by its label, a card by its number or its name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext

from importers.folding import fold, fold_title
from importers.vocabulary import is_word
from rulings.models import ShownRuling
from rulings.read_model import addresses
from rulings.read_model.records.cards import ShownCardRecord
from rulings.read_model.records.rulings import ShownRecord
from rulings.read_model.stored import cards_by_key, rulings_by_key, rulings_in
from rulings.read_model.wording import labelled
from rulings.selectors.search.names import card_names, numbered_cards, one_of_each, ruling_titles
from rulings.selectors.search.results import Jump
from rulings.selectors.search.signposts import signposts
from rulings.selectors.site.finding import find_game
from rulings.selectors.site.frames import game_called, latest_editions, lists_of

MOST, TWO = 6, 2
QUOTES = '"“”'
# "Hound of Tindalos vs Khopesh"
PAIR = re.compile(r"\s+(?:vs\.?|versus|and|&|\+|against|with)\s+", re.IGNORECASE)
# What may stand around a label: "CoC FAQ §2.11", "section 2.11", "#2.11."
AROUND = re.compile(r"\b(?:faq|section|step|rule)\b|[§(),#]|\.$", re.IGNORECASE)
# "2.11", "CoC 2.11", "coc2.11", "ST.3", "st 3", "B-2"; and "2.11 CoC"
LABEL = r"(?P<label>(?:[A-Za-z]{1,2}[.\- ]?)?\d+(?:[.\-]\d+)*)"
CITATIONS = (re.compile(rf"(?:(?P<game>\D+?)\s*)?\b{LABEL}"), re.compile(rf"{LABEL} (?P<game>\D+)"))
BARE = re.compile(rf"(?P<game>){LABEL}")
# The "st" and the "3" of "st3"
LETTERS_AND_NUMBER = re.compile(r"([A-Za-z]+)[.\- ]?(\d.*)")
LISTS = {
    "ban": "banned",
    "banlist": "banned",
    "banned": "banned",
    "bans": "banned",
    "restricted": "restricted",
    "restrictions": "restricted",
}
# "what changed", "what's new", "latest changes", "changes in 3.2", "news"
NEWS = re.compile(
    r"what(?: ?s| is| has| have)? (?:changed|new)|(?:latest|newest|recent) changes?|changes?(?= in| since)|news"
)
# The label of an edition: "3.2"
EDITION = re.compile(r"\d+(?:\.\d+)*")
# What may stand around the name of a game: "the", "cards", "faq".
SMALL = frozenset(
    """
    a all and are card cards current edition faq for has have in is latest list lists newest of on since the update
    version was what which with
    """.split()  # noqa: SIM905 - a list of words reads better as words
)


def jumps_for(text: str, *, game: str = "") -> list[Jump]:
    """The pages that a text names outright: a game, lists or news, sections, then cards."""
    found = [
        *_pairs(text, game),
        *_games(text),
        *_signposts(text, game),
        *signposts(text, game=game),
        *_sections(text, game),
        *_cards(text, game),
        *_titled(text, game),
    ]
    by_url = {jump.url: jump for jump in reversed(found)}
    # A chart that two documents print, and two printings with one number, are one to a reader.
    return list({(jump.title, jump.detail): jump for jump in by_url.values()}.values())[::-1][:MOST]


def _pairs(text: str, game: str) -> list[Jump]:
    """The page of two cards: "A vs B", "A and B"."""
    parts = PAIR.split(text)
    return pairs_of(parts, game) if len(parts) == TWO else []


def pairs_of(called: Sequence[str], game: str) -> list[Jump]:
    """The page of two cards, each by its name: once, whichever printings there are."""
    names = card_names()
    firsts, seconds = (
        one_of_each(cards_by_key(names.ids_of(_meant(name.strip(QUOTES), game))[: MOST * 2])) for name in called
    )
    pairs = [(one, two) for one in firsts for two in seconds if one["game"] == two["game"] and one["id"] != two["id"]]
    fitting = [pair for pair in pairs if not game or pair[0]["game"] == game]
    return [
        Jump(
            gettext("%(first)s and %(second)s") % {"first": one["name"], "second": two["name"]},
            gettext("%(game)s: what holds for both") % {"game": one["game_name"]},
            addresses.path(one["game"], "cards", "pair", *one["id"].split("/")[1:], *two["id"].split("/")[1:]),
            "pair",
        )
        for one, two in fitting[:1]
    ]


def _meant(name: str, game: str) -> list[str]:
    """The name itself, or the only one that has its words."""
    like = card_names().like(name, game=game)
    return [one for one in like if one == fold_title(name)] or (like if len(like) == 1 else [])


def _games(text: str) -> Iterator[Jump]:
    if slug := game_called(text):
        game = find_game(slug)
        yield Jump(game["name"], gettext("all its documents, lists and cards"), game["url"])


def _signposts(text: str, game: str) -> list[Jump]:
    """The lists, or the newest editions, that a search asks for: "which cards are banned", "what changed in 3.2"."""
    words = fold(text).split()
    wanted = {LISTS[word] for word in words if word in LISTS}
    asked = NEWS.match(" ".join(words))
    if wanted:
        words = [word for word in words if word not in LISTS]
    elif asked:
        words = asked.string[asked.end() :].split()
    else:
        return []
    named = _without_ends([word for word in words if not word.isdigit()])
    slug = game_called(" ".join(named) or game)
    if named and not slug:
        # It asks for something else.
        return []
    return list(_lists(wanted, slug) if wanted else _news(EDITION.findall(text), slug))


def _without_ends(words: Sequence[str]) -> Sequence[str]:
    """What is left without the small words at both ends: "lanterns of vell" of "in the lanterns of vell faq"."""
    kept = [place for place, word in enumerate(words) if word not in SMALL]
    return words[kept[0] : kept[-1] + 1] if kept else []


def _lists(wanted: set[str], game: str) -> Iterator[Jump]:
    for of, name in lists_of([find_game(game)] if game else None):
        if name in wanted:
            called = f"{name.capitalize()} list"
            yield Jump(gettext(called), of["name"], addresses.of_list(of["id"], name), "list")


def _news(labels: Sequence[str], game: str) -> Iterator[Jump]:
    """The newest editions with what they changed; those of a label, if one is named."""
    for edition in latest_editions([find_game(game)] if game else None):
        if labels and edition["label"] not in labels:
            continue
        if edition["compare_url"]:
            yield Jump(
                gettext("What changed in %(edition)s") % {"edition": edition["title"]},
                edition["game_name"],
                edition["compare_url"],
                "edition",
            )
        else:
            yield Jump(
                gettext("%(edition)s, the first edition here") % {"edition": edition["title"]},
                edition["game_name"],
                edition["url"],
                "edition",
            )


def _sections(text: str, game: str) -> list[Jump]:
    plain = " ".join(AROUND.sub(" ", text).split())
    for pattern in (BARE, *CITATIONS):
        match = pattern.fullmatch(plain)
        named = game_called(match["game"]) if match and match["game"] else ""
        if match and (named or not match["game"]):
            return _labelled(match["label"], game=named or game)
    return []


def _labelled(label: str, *, game: str) -> list[Jump]:
    """The sections and steps of a label; if none bears it any more, the one whose address it is."""
    rows = ShownRuling.objects.order_by("kind", "document_id", "position")
    if game:
        rows = rows.filter(game__slug=game)
    parts = LETTERS_AND_NUMBER.fullmatch(label)
    labels = [label, *((f"{parts[1]}.{parts[2]}", f"{parts[1]}-{parts[2]}") if parts else ())]
    bearing = rulings_in(rows.filter(label__in=[one.casefold() for one in labels])[:MOST])
    found = bearing or rulings_in(rows.filter(ruling__slug=label)[:MOST])
    return [replace(_to_ruling(one), labelled=one) for one in found]


def _titled(text: str, game: str) -> list[Jump]:
    """The sections and questions that are called exactly so."""
    keys = ruling_titles().ids_of([fold(text)])[: MOST * 10]
    found = (one for one in rulings_by_key(keys).values() if not game or one["game"] == game) if keys else ()
    return [_to_ruling(one) for one in found][:MOST]


def _to_ruling(ruling: ShownRecord) -> Jump:
    title = f"({ruling['key']}) {ruling['plain_title']}" if ruling["key"] else ruling["plain_title"]
    return Jump(title, f"{ruling['game_name']} {ruling['edition_title']}", ruling["url"])


def _cards(text: str, game: str) -> list[Jump]:
    names = card_names()
    exact = [name for name in names.like(text, game=game)[:1] if name in (fold(text), fold(text).removeprefix("the "))]
    keys = numbered_cards(text, game=game) or names.ids_of(exact)
    cards = [card for card in one_of_each(cards_by_key(keys[: MOST * 2])) if not game or card["game"] == game]
    return [Jump(card["name"], detail_of(card), card["url"], "card") for card in cards][:MOST]


def detail_of(card: ShownCardRecord) -> str:
    """What is told of a card in a line: what holds for it, and where it is printed."""
    place = f"{card['game_name']}, {labelled(card['set'], card['number'] or '')}"
    return " · ".join([*(gettext(str(status).capitalize()) for status in card["statuses"]), place])


def unknown_game(text: str) -> str:
    """What stands where a game would, and is none: the "lotr" of "lotr 1.4", the "mtg" of "mtg banlist"."""
    plain = " ".join(AROUND.sub(" ", text).split())
    cited = next((match["game"] for pattern in CITATIONS if (match := pattern.fullmatch(plain)) and match["game"]), "")
    words = fold(text).split()
    rest = _without_ends([word for word in words if word not in LISTS])
    listed = " ".join(rest) if any(word in LISTS for word in words) and len(rest) == 1 else ""
    name = cited.strip() or listed
    is_known = not name or game_called(name) or numbered_cards(text) or card_names().like(name) or is_word(name)
    return "" if is_known or len(name.split()) > 1 else name
