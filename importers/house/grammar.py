"""The grammar of one line of the house format, in both directions: headings, titles and card citations."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from importers.records import Authority, CardCitation, one_line

# "## Core Set", "#### (2.11) Searching the deck"
HEADING = re.compile(r"^(#{1,4})(?:[ \t]+(.*))?$")
# "- Hound of Tindalos (Core Set F110)", "  - (2.2.1) Take an action"
BULLET = re.compile(r"^( *)- +(.*)$")
# "- [Player window]"
WINDOW = re.compile(r"^\[((?:\\.|[^\[\]\\])*)\]$")
# "(2.11) Searching the deck", "(ST.3) Reveal a token"
KEY = re.compile(r"^\((\w[\w.\-]*)\) +(?=\S)")
# "Card errata {errata}", "Docks {unofficial}"
BRACES = re.compile(r"(?:^| )\{([^{}]*)\}$")
# "Circles of Thaol *"
REVERSAL = re.compile(r" \*$")
# "Constant effects (v1.4)"
VERSION_TAG = re.compile(r" \((v[\w.\-]+)\)$")
# "Cards: Harpies (Assault on Ulthuan 24); Rat Ogres"
CARDS_LINE = re.compile(r"^Cards:(?: +(.*))?$")
# Lines of a text that would be read as structure: "# One", "\# Two"
LOOKS_LIKE_HEADING = re.compile(r"^(?=\\*#{1,4}(?:[ \t]|$))")
LOOKS_LIKE_BULLET = re.compile(r"^( *)(?=\\*- )")
LOOKS_LIKE_CARDS = re.compile(r"^(?=\\*Cards:(?: |$))")

SPECIAL = r"\(){}[]*;,/#-"
ESCAPED = re.compile(r"\\([" + re.escape(SPECIAL) + r"])")
TOKEN = re.compile(r"\\[" + re.escape(SPECIAL) + r"]|.", re.DOTALL)


@dataclass(frozen=True)
class TitleLine:
    """A title with its printed label and its marks."""

    title: str
    key: str = ""
    version_tag: str = ""
    reverses_official: bool = False
    braces: str = ""


def escape(text: str) -> str:
    """Put a backslash before every character that could mean something."""
    return "".join("\\" + character if character in SPECIAL else character for character in text)


def unescape(text: str) -> str:
    """Undo `escape`."""
    return ESCAPED.sub(r"\1", text)


def parse_title_line(line: str, *, keep_escapes: bool = False) -> TitleLine:
    """Read "(KEY) TITLE (vTAG) * {mark}", every part but the title being optional."""
    rest, key, tag, braces = one_line(line), "", "", ""
    if match := BRACES.search(rest):
        rest, braces = rest[: match.start()], one_line(match[1])
    without_reversal = REVERSAL.sub("", rest)
    reverses, rest = without_reversal != rest, without_reversal
    if match := VERSION_TAG.search(rest):
        rest, tag = rest[: match.start()], match[1]
    if match := KEY.match(rest):
        rest, key = rest[match.end() :], match[1]
    title = rest if keep_escapes else unescape(rest)
    return TitleLine(title=title, key=key, version_tag=tag, reverses_official=reverses, braces=braces)


def format_title_line(line: TitleLine) -> str:
    """Write a title line that reads back as the same; escapes only where it must."""
    return _first_that_reads_back(
        (_compose(line, title) for title in (line.title, escape(line.title))),
        lambda text: parse_title_line(text) == line,
    )


def parse_citations(text: str, *, card_set: str = "", pack: str = "") -> tuple[CardCitation, ...]:
    """Read "Name (Set Number); Name (Number)"; a card that names no set is in the one of the headings."""
    parts = _split(TOKEN.findall(text), ";")
    return tuple(_parse_citation(part, card_set=card_set, pack=pack) for part in parts if "".join(part).strip())


def parse_citation(text: str) -> CardCitation:
    """Read one citation, semicolons and all: "Name (Set Number)"."""
    return _parse_citation(TOKEN.findall(text), card_set="", pack="")


def format_card_line(cards: tuple[CardCitation, ...], marks: TitleLine, *, card_set: str = "", pack: str = "") -> str:
    """Write cards in place of a title, in the plainest form that reads back as the same."""

    def candidates() -> Iterator[str]:
        for form in (_plain_citation, _full_citation):
            yield _compose(marks, "; ".join(form(card, card_set, pack) for card in cards))

    def reads_back(text: str) -> bool:
        line = parse_title_line(text, keep_escapes=True)
        same_marks = TitleLine("", line.key, line.version_tag, line.reverses_official, line.braces) == marks
        return same_marks and parse_citations(line.title, card_set=card_set, pack=pack) == cards

    return _first_that_reads_back(candidates(), reads_back)


def split_marks(braces: str) -> list[str]:
    """The words of a mark: "{errata, unofficial}" has two."""
    return [one_line(word).lower() for word in braces.split(",") if word.strip()]


def authority_of(word: str) -> Authority | None:
    """The authority of that name, if there is one."""
    return Authority(word) if word in set(Authority) else None


def _compose(line: TitleLine, title: str) -> str:
    parts = [
        f"({line.key})" if line.key else "",
        title,
        f"({line.version_tag})" if line.version_tag else "",
        "*" if line.reverses_official else "",
        f"{{{line.braces}}}" if line.braces else "",
    ]
    return " ".join(part for part in parts if part)


def _first_that_reads_back(candidates: Iterator[str], reads_back: Callable[[str], bool]) -> str:
    for candidate in candidates:
        if reads_back(candidate):
            return candidate
    raise ValueError(f"the house format cannot express {candidate!r}")


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


def _plain_citation(card: CardCitation, card_set: str, pack: str) -> str:
    inside = card.number
    if (card.set, card.pack) != (card_set, pack):
        inside = " ".join(part for part in (card.set, f"/ {card.pack}" if card.pack else "", card.number) if part)
        return f"{card.name} ({inside})"
    return f"{card.name} ({inside})" if inside else card.name


def _full_citation(card: CardCitation, card_set: str, pack: str) -> str:
    named_set = escape(card.set) + (f" / {escape(card.pack)}" if card.pack else "")
    return f"{escape(card.name)} ({named_set}, {escape(card.number)})"
