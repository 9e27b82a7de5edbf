"""Answers that are always right: whether a card is on a list or has an erratum."""

import re
from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext, ngettext

from importers.folding import fold_title
from rulings.read_model.records.cards import CardStatus, ShownCardRecord
from rulings.read_model.stored import cards_by_key
from rulings.selectors.search.answers import Answer
from rulings.selectors.search.names import card_names
from rulings.selectors.site.finding import find_game

# "is Hound of Tindalos banned?", "are A and B still legal", "Khopesh legal?", "does X have errata"
STATES = r"(?:banned|restricted|legal|allowed|playable|errata(?:'?d|ed)?|corrected|on (?:a|any|the)(?: \w+)? list)"
STILL = r"(?:(?:still|currently|now|really|tournament)\s+)*"
ASKED = (
    re.compile(rf"^(?:is|are|was|were)\s+(?P<names>.+?)\s+{STILL}{STATES}\b[^?]{{0,40}}\??$", re.IGNORECASE),
    re.compile(rf"^(?P<names>.+?)\s+{STILL}(?:banned|restricted|legal|legality|banlist)\s*\?*$", re.IGNORECASE),
    re.compile(
        r"^(?:does|do|has|have|did)\s+(?P<names>.+?)\s+(?:have\s+|get\s+|got\s+)?(?:an?\s+|any\s+)?errat(?:a|um)\b"
        r"[^?]{0,30}\??$",
        re.IGNORECASE,
    ),
)
AND = re.compile(r"\s*(?:,|\band\b|&|\bor\b|\bvs\.?\b)\s*", re.IGNORECASE)
PAIR, MOST_CARDS = 2, 40


def status_answers(typed: str, *, game: str = "") -> list[Answer]:
    """Whether the cards that a question asks for are on a list or have an erratum; none if it asks something else."""
    for pattern in ASKED:
        if found := pattern.match(" ".join(typed.split())):
            named = _cards(found["names"], game)
            if named:
                return named
    return []


def _cards(text: str, game: str) -> list[Answer]:
    """The answers for one card, in each game that has it; or for each of two cards of one game."""
    if whole := _named(text, game):
        answers = [_answer(cards) for cards in whole.values()]
        if len(answers) > 1:
            names = [find_game(one)["name"] for one in whole]
            answers = [replace(one, text=f"{name}: {one.text}") for name, one in zip(names, answers, strict=True)]
        return [_with_rule(one, [cards[0]]) for one, cards in zip(answers, whole.values(), strict=True)]
    parts = [_named(part, game) for part in AND.split(text) if part]
    if len(parts) != PAIR or not all(parts):
        return []
    for slug in parts[0]:
        if slug in parts[1]:
            first, second = parts[0][slug], parts[1][slug]
            return [_answer(first), _with_rule(_answer(second), [first[0], second[0]])]
    return []


def _with_rule(answer: Answer, cards: Sequence[ShownCardRecord]) -> Answer:
    """An answer with what the restricted list means, if one of the cards is on it."""
    restricted = [card for card in cards if CardStatus.RESTRICTED in card["statuses"]]
    most = find_game(restricted[0]["game"])["restricted_titles"] if restricted else None
    if most is None:
        return answer
    told = ngettext("A deck may have %(count)s restricted title.", "A deck may have %(count)s restricted titles.", most)
    rule = told % {"count": most}
    both = f" {gettext('So not both in one deck.')}" if len(restricted) > most else ""
    return replace(answer, text=f"{answer.text} {rule}{both}")


def _named(text: str, game: str) -> dict[str, list[ShownCardRecord]]:
    """By game, the cards of exactly that name; if lists or errata of some games are known, only theirs."""
    name, names = fold_title(text.strip(' "“”?')), card_names()
    found: dict[str, list[ShownCardRecord]] = {}
    for card in cards_by_key(names.ids_of([name])[:MOST_CARDS]) if name and name in names else ():
        if not game or card["game"] == game:
            found.setdefault(card["game"], []).append(card)
    telling = {slug: cards for slug, cards in found.items() if find_game(slug)["has_errata_known"]}
    return telling or found


def _answer(cards: Sequence[ShownCardRecord]) -> Answer:
    card = max(cards, key=lambda one: len(one["details"]))
    editions = find_game(card["game"])["editions"]
    by = (
        card["details"][0]["edition_title"]
        if card["details"]
        else f" {gettext('and')} ".join(one["title"] for one in editions)
    )
    lists = [gettext(one["title"]) for one in card["details"] if one["name"] != CardStatus.ERRATA]
    has_errata = any(one["name"] == CardStatus.ERRATA for one in card["details"])
    named = f" {gettext('and')} ".join(lists)
    said = gettext("%(lists)s by %(edition)s") if lists else gettext("on no list in %(edition)s")
    said = said % {"lists": named, "edition": by}
    said += f" · {gettext('has an erratum') if has_errata else gettext('no erratum')}"
    name = card["name"]
    if len({one["subtitle"] for one in cards}) > 1:
        name = f"{name} ({card['subtitle'] or card['set']})"
    return Answer(f"{name}: {said}.", card["url"], source=by)
