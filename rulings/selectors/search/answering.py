"""Answers that are always right: whether a card is on a list or has an erratum."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

from django.utils.translation import gettext, ngettext

from importers.folding import fold_title
from rulings.read_model.cards import version_of
from rulings.read_model.records.cards import CardStatus, GameDetail, ShownCardRecord, StatusDetail
from rulings.read_model.stored import cards_by_key
from rulings.selectors.search.answers import Answer, dated
from rulings.selectors.search.names import card_names, one_of_each
from rulings.selectors.site.finding import find_game
from rulings.selectors.site.frames import formats_of

# "is Hound of Tindalos banned?", "are A and B still legal", "Khopesh legal?", "does X have errata"
STATES = r"(?:banned|restricted|legal|allowed|playable|errata(?:'?d|ed)?|corrected|on (?:a|any|the)(?: \w+)? list)"
# "legal in joust", "restricted for melee"
IN = r"(?:\s+(?:in|for)\s+(?:the\s+)?(?P<format>\w+))?"
STILL = r"(?:(?:still|currently|now|really|tournament)\s+)*"
ASKED = (
    re.compile(rf"^(?:is|are|was|were)\s+(?P<names>.+?)\s+{STILL}{STATES}\b{IN}[^?]{{0,40}}\??$", re.IGNORECASE),
    re.compile(rf"^(?P<names>.+?)\s+{STILL}(?:banned|restricted|legal|legality|banlist){IN}\s*\?*$", re.IGNORECASE),
    re.compile(
        r"^(?:does|do|has|have|did)\s+(?P<names>.+?)\s+(?:have\s+|get\s+|got\s+)?(?:an?\s+|any\s+)?errat(?:a|um)\b"
        r"[^?]{0,30}\??$",
        re.IGNORECASE,
    ),
)
AND = re.compile(r"\s*(?:,|\band\b|&|\bor\b|\bvs\.?\b)\s*", re.IGNORECASE)
PAIR, MOST_CARDS = 2, 40


def status_answers(asked: str, *, game: str = "") -> list[Answer]:
    """Whether the cards that a question asks for are on a list or have an erratum; none if it asks something else."""
    for pattern in ASKED:
        found = pattern.match(" ".join(asked.split()))
        way = (found.groupdict().get("format") or "").casefold() if found else ""
        if found and (answers := _cards(found["names"], game, way)):
            return answers
    return []


def _cards(text: str, game: str, asked: str) -> list[Answer]:
    """The answers for the cards of one name, in each game that has it; or for each of two names of one game."""
    if whole := _named(text, game):
        answers = {
            slug: _with_rule(_answers(cards, way), way, [cards])
            for slug, cards in whole.items()
            for way in [_way(asked, slug)]
        }
        if len(answers) == 1:
            return next(iter(answers.values()))
        return [
            replace(one, text=f"{find_game(slug)['name']}: {one.text}") for slug, own in answers.items() for one in own
        ]
    parts = [_named(part, game) for part in AND.split(text) if part]
    if len(parts) != PAIR or not all(parts):
        return []
    for slug in parts[0]:
        if slug in parts[1]:
            both, way = [parts[0][slug], parts[1][slug]], _way(asked, slug)
            return _with_rule([one for cards in both for one in _answers(cards, way)], way, both)
    return []


def _way(asked: str, game: str) -> str:
    """The way of playing that a question asks for, if lists of the game tell it from others."""
    return asked if asked in formats_of(find_game(game)) else ""


def _named(text: str, game: str) -> dict[str, list[ShownCardRecord]]:
    """By game, the cards of exactly that name; if lists or errata of some games are known, only theirs."""
    name, names = fold_title(text.strip(' "“”?')), card_names()
    found: dict[str, list[ShownCardRecord]] = {}
    for card in cards_by_key(names.ids_of([name])[:MOST_CARDS]) if name and name in names else ():
        if not game or card["game"] == game:
            found.setdefault(card["game"], []).append(card)
    telling = {slug: cards for slug, cards in found.items() if find_game(slug)["has_errata_known"]}
    return telling or found


def _answers(cards: Sequence[ShownCardRecord], way: str) -> list[Answer]:
    """What holds for the cards of one name: once, if it is the same for all; else for each, by its version."""
    game = find_game(cards[0]["game"])
    versions = one_of_each(cards)
    said = [_said(card, game, way) for card in versions]
    if len(set(said)) == 1:
        versions, said = versions[:1], said[:1]
    # What something holds for comes first.
    ordered = sorted(zip(versions, said, strict=True), key=lambda pair: not pair[0]["details"])
    return [
        Answer(
            f"{_called(card, way, is_one_of_several=len(versions) > 1)}: {text}.",
            card["url"],
            source=_source(card, game),
        )
        for card, text in ordered
    ]


def _called(card: ShownCardRecord, way: str, *, is_one_of_several: bool) -> str:
    name = f"{card['name']} ({version_of(card)})" if is_one_of_several else card["name"]
    return gettext("%(card)s in %(format)s") % {"card": name, "format": way} if way else name


def _said(card: ShownCardRecord, game: GameDetail, way: str) -> str:
    """What holds for a card, for one way of playing or for all; silence means something only where lists are known."""
    if not game["has_errata_known"]:
        return gettext("nothing is known, no errata or lists of %(game)s are here") % {"game": game["name"]}
    listed = [one for one in card["details"] if one["name"] != CardStatus.ERRATA]
    holding = [one for one in listed if _holds(one, way)]
    by = _by(card, game)
    if holding:
        lists = _and(gettext(one["name"].capitalize()) if way else gettext(one["title"]) for one in holding)
        said = gettext("%(lists)s by %(edition)s") % {"lists": lists, "edition": by}
    elif not game["lists"]:
        said = gettext("no list of %(game)s is here") % {"game": game["name"]}
    else:
        said = gettext("on no list in %(edition)s") % {"edition": by}
        if listed:
            others = _and(gettext(one["title"]).lower() for one in listed)
            said = gettext("%(said)s, though %(lists)s") % {"said": said, "lists": others}
    has_errata = any(one["name"] == CardStatus.ERRATA for one in card["details"])
    return f"{said} · {gettext('has an erratum') if has_errata else gettext('no erratum')}"


def _and(words: Iterable[str]) -> str:
    return f" {gettext('and')} ".join(words)


def _by(card: ShownCardRecord, game: GameDetail) -> str:
    """What says so: the edition that lists or corrects the card, or all that do not."""
    if card["details"]:
        return card["details"][0]["edition_title"]
    return _and(one["title"] for one in game["editions"])


def _source(card: ShownCardRecord, game: GameDetail) -> str:
    """The editions that say so, with their dates."""
    telling = {one["edition_title"] for one in card["details"]}
    editions = (one for one in game["editions"] if not telling or one["title"] in telling)
    return f"{game['name']}, {_and(map(dated, editions))}"


def _with_rule(answers: list[Answer], way: str, cards: Sequence[Sequence[ShownCardRecord]]) -> list[Answer]:
    """Answers with what the restricted list means, if something of each name is on it."""
    restricted = [[one for card in of_name for one in _restricting(card, way)] for of_name in cards]
    game = find_game(cards[0][0]["game"])
    most = game["restricted_titles"]
    if most is None or not any(restricted):
        return answers
    told = ngettext("A deck may have %(count)s restricted title.", "A deck may have %(count)s restricted titles.", most)
    rule = told % {"count": most}
    # Of two cards that are restricted for other ways of playing, both may be in one deck.
    both = len(cards) > most and any(_overlap(*pair) for pair in product(*restricted))
    # Of several cards of one name, the first one is on the list.
    place = 0 if len(cards) == 1 else len(answers) - 1
    text = f"{answers[place].text} {rule}{' ' + gettext('So not both in one deck.') if both else ''}"
    return [*answers[:place], replace(answers[place], text=text), *answers[place + 1 :]]


def _restricting(card: ShownCardRecord, way: str) -> list[StatusDetail]:
    """The restricted lists that a card is on, for one way of playing or for all."""
    return [one for one in card["details"] if one["name"] == CardStatus.RESTRICTED and _holds(one, way)]


def _holds(listed: StatusDetail, way: str) -> bool:
    """Whether a listing holds for a way of playing; an empty one stands for any."""
    return not way or not listed["formats"] or way in listed["formats"]


def _overlap(one: StatusDetail, other: StatusDetail) -> bool:
    """Whether two listings hold for the same way of playing."""
    return not one["formats"] or not other["formats"] or bool({*one["formats"]} & {*other["formats"]})
