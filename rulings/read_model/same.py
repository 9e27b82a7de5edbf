"""Which printings of a title are one card: cards of one title are not always the same."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from importers.folding import fold_number, fold_title
from rulings.effective.tokens import Words
from rulings.models import Card

# Facts that a reprint may have otherwise.
OF_THE_PRINTING = {"deck_limit", "keywords", "icons", "resource", "struggles"}


def identities(cards: Iterable[Card], texts: Mapping[int, str]) -> dict[int, int]:
    """By card, the first printing of what is the same card; `texts` are the printed ones that are known."""
    by_title: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        by_title[card.folded_name].append(card)
    found: dict[int, int] = {}
    for printings in by_title.values():
        # Those that say more come first: a card of which little is known joins the first that it may be.
        first: list[Card] = []
        for card in sorted(printings, key=lambda one: (one.pk not in texts, not one.facts)):
            same = [one for one in first if is_same(one, card, texts)]
            # A card of which little is known may be one of several: then it is none of them.
            if len(same) != 1:
                first.append(card)
            found[card.pk] = same[0].pk if len(same) == 1 else card.pk
    return found


def likeness_of(facts: Mapping[str, Any]) -> str:
    """The facts of a card that every printing of it has."""
    return repr(sorted((name, value) for name, value in facts.items() if name not in OF_THE_PRINTING))


def is_same(one: Card, other: Card, texts: Mapping[int, str]) -> bool:
    """Whether two cards of one title say the same, as far as that is known."""
    said, other_said = texts.get(one.pk), texts.get(other.pk)
    if said is not None and other_said is not None:
        own = _agree(one.card_type, other.card_type) and fold_title(one.subtitle) == fold_title(other.subtitle)
        return own and one.facts.get("level") == other.facts.get("level") and _are_alike(said, other_said)
    if one.facts and other.facts:
        if fold_title(one.subtitle) != fold_title(other.subtitle) or not _agree(one.card_type, other.card_type):
            return False
        shared = (one.facts.keys() & other.facts.keys()) - OF_THE_PRINTING
        return all(one.facts[name] == other.facts[name] for name in shared)
    if _differ(one.number, other.number):
        # Two numbers, and what one of them says is not known: who lists the one need not mean the other.
        return False
    return _agree(one.subtitle, other.subtitle)


def _are_alike(one: str, other: str) -> bool:
    """Whether two texts have the same words and icons; an icon that is lost in one of them may be any."""
    words, others = Words(one).tokens, Words(other).tokens
    return len(words) == len(others) and all(
        a.folded == b.folded
        and (not a.is_icon or a.is_unknown_icon or b.is_unknown_icon or a.text.casefold() == b.text.casefold())
        for a, b in zip(words, others, strict=True)
    )


def _differ(one: str, other: str) -> bool:
    return bool(one and other) and fold_number(one) != fold_number(other)


def _agree(one: str, other: str) -> bool:
    return not one or not other or fold_title(one) == fold_title(other)
