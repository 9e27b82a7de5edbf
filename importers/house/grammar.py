"""The grammar of one line of the house format, in both directions: headings, titles and card citations."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from importers.citations import escape, full_citation, parse_citations, plain_citation, unescape
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
# "##Core Set", but not "#1"
UNSPACED_HEADING = re.compile(r"^#{1,4}[^\s#\d]")
# "  ## Core Set"
INDENTED_HEADING = re.compile(r"^ {1,3}#{1,4} ")
# "Errata{errata}"
UNSPACED_MARK = re.compile(r"[^\s\\]\{[^{}]*\}$")
# "(2.11)" without a title
LONE_KEY = re.compile(r"^\((\w[\w.\-]*)\)$")
# "(A/B) Title"
NO_KEY = re.compile(r"^\([^()]*\) ")
# "* Bell", "+ Bell", "1. Dusk" where "- Bell" is meant
FOREIGN_BULLET = re.compile(r"^(?:[*+]|\d+[.)]) ")
# Lines of a text that would be read as structure: "# One", "\# Two", "##Three", "  # Four"
LOOKS_LIKE_HEADING = re.compile(r"^( {0,3})(?=\\*#{1,4}(?:[^#\d]|$))")
# "- One", "  - Two", "\- Three", "* Four"
LOOKS_LIKE_BULLET = re.compile(r"^( *)(?=\\*(?:[-*+]|\d+[.)]) )")
# "{note} Only this part of the text is given."
ASIDE = re.compile(r"^\{(note|short)\} +(\S.*?) *$")
LOOKS_LIKE_ASIDE = re.compile(r"^( *)(?=\\*\{(?:note|short)\} )")
LOOKS_LIKE_CARDS = re.compile(r"^(?=\\*Cards:(?: |$))")


@dataclass(frozen=True)
class TitleLine:
    """A title with its printed label and its marks."""

    title: str
    key: str = ""
    version_tag: str = ""
    reverses_official: bool = False
    braces: str = ""


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
        lambda text: parse_title_line(text) == line and not looks_mistaken(text),
    )


def looks_mistaken(line: str) -> bool:
    """Whether a title line would be reported as a slip: a label without a title, a mark without a space."""
    rest = parse_title_line(line, keep_escapes=True).title
    return bool(LONE_KEY.match(rest) or UNSPACED_MARK.search(line))


def format_card_line(cards: tuple[CardCitation, ...], marks: TitleLine, *, card_set: str = "", pack: str = "") -> str:
    """Write cards in place of a title, in the plainest form that reads back as the same."""

    def candidates() -> Iterator[str]:
        for form in (plain_citation, full_citation):
            yield _compose(marks, "; ".join(form(card, card_set=card_set, pack=pack) for card in cards))

    def reads_back(text: str) -> bool:
        line = parse_title_line(text, keep_escapes=True)
        same_marks = TitleLine("", line.key, line.version_tag, line.reverses_official, line.braces) == marks
        return (
            same_marks
            and not looks_mistaken(text)
            and parse_citations(line.title, card_set=card_set, pack=pack) == cards
        )

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
