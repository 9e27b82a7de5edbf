"""How a card is cited: "Name (Set / Pack, Number)", in full or in part, and how characters are escaped."""

import re

from importers.records import CardCitation, one_line

SPECIAL = r"\(){}[]*;,/#-"
# The "\(" of "Sexton \(Limited\)"
ESCAPED = re.compile(r"\\([" + re.escape(SPECIAL) + r"])")
# An escaped character, or any other one.
TOKEN = re.compile(r"\\[" + re.escape(SPECIAL) + r"]|.", re.DOTALL)


def escape(text: str) -> str:
    """Put a backslash before every character that could mean something."""
    return "".join("\\" + character if character in SPECIAL else character for character in text)


def unescape(text: str) -> str:
    """Undo `escape`."""
    return ESCAPED.sub(r"\1", text)


def parse_citations(text: str, *, card_set: str = "", pack: str = "") -> tuple[CardCitation, ...]:
    """Read "Name (Set Number); Name (Number)"; a card that names no set is in the one of the headings."""
    parts = _split(TOKEN.findall(text), ";")
    return tuple(_parse_citation(part, card_set=card_set, pack=pack) for part in parts if "".join(part).strip())


def parse_citation(text: str) -> CardCitation:
    """Read one citation, semicolons and all: "Name (Set Number)"."""
    return _parse_citation(TOKEN.findall(text), card_set="", pack="")


def plain_citation(card: CardCitation, *, card_set: str = "", pack: str = "") -> str:
    """A citation as a person would write it below headings that name the set and pack."""
    inside = card.number
    if (card.set, card.pack) != (card_set, pack):
        inside = " ".join(part for part in (card.set, f"/ {card.pack}" if card.pack else "", card.number) if part)
        return f"{card.name} ({inside})"
    return f"{card.name} ({inside})" if inside else card.name


def full_citation(card: CardCitation, *, card_set: str = "", pack: str = "") -> str:
    """A citation that leaves nothing to the headings and escapes everything."""
    named_set = escape(card.set) + (f" / {escape(card.pack)}" if card.pack else "")
    return f"{escape(card.name)} ({named_set}, {escape(card.number)})"


def _split(tokens: list[str], separator: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == separator:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _plain(tokens: list[str]) -> str:
    return one_line(unescape("".join(tokens)))


def _parse_citation(tokens: list[str], *, card_set: str, pack: str) -> CardCitation:
    tokens = TOKEN.findall("".join(tokens).strip())
    if not tokens or tokens[-1] != ")" or "(" not in tokens:
        return CardCitation(_plain(tokens), card_set, pack)
    start = len(tokens) - 1 - tokens[::-1].index("(")
    name, inside = _plain(tokens[:start]), tokens[start + 1 : -1]
    if not name:
        return CardCitation(_plain(tokens), card_set, pack)
    if "," in inside:
        *before, number = _split(inside, ",")
        named_set, named_pack = _parse_set([token for part in before for token in (*part, ",")][:-1])
        return CardCitation(name, named_set, named_pack, _plain(number))
    words = "".join(inside).split()
    number_word = words.pop() if words and any(character.isdigit() for character in words[-1]) else ""
    if not words and number_word:
        return CardCitation(name, card_set, pack, unescape(number_word))
    named_set, named_pack = _parse_set(TOKEN.findall(" ".join(words)))
    return CardCitation(name, named_set, named_pack, unescape(number_word))


def _parse_set(tokens: list[str]) -> tuple[str, str]:
    named_set, *packs = _split(tokens, "/")
    return _plain(named_set), _plain([token for part in packs for token in part]) if _plain(named_set) else ""
