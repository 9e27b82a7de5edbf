"""The texts of cards as safe HTML and in one line: icons have names that can be read out."""

import re
from html import escape
from itertools import groupby

from rulings.diffing.words import Operation, Span, compare
from rulings.effective.tokens import plain

ICON = re.compile(r"\[([^\[\]\n]{1,60})\]")
BOLD, ITALIC = re.compile(r"\*\*\*?(.+?)\*\*\*?"), re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
# Icons are compared as one letter each, from the area of Unicode that nobody uses.
PRIVATE = 0xE100
FIRST_LINE = 110
TAGS = {Operation.INSERT: "ins", Operation.DELETE: "del"}


def text_html(text: str) -> str:
    """A card's text as HTML, a paragraph for each line."""
    return "".join(f"<p>{_marked(escape(line, quote=False))}</p>" for line in text.split("\n") if line.strip())


def line_html(line: str) -> str:
    """One line of a card's text as HTML."""
    return _marked(escape(line, quote=False))


def _marked(line: str) -> str:
    return ICON.sub(_icon, ITALIC.sub(r"<em>\1</em>", BOLD.sub(r"<strong>\1</strong>", line)))


def _icon(found: re.Match[str]) -> str:
    if found[1] == "icon?":
        return '<span class="lost-icon" title="An icon was lost in the source here">▢</span>'
    return f'<span class="card-icon">{found[1]}</span>'


def diff_html(old: str, new: str) -> str:
    """How one text became another, as HTML: new words in <ins>, old ones in <del>."""
    icons: list[str] = []
    spans = compare(_with_letters(plain(old), icons), _with_letters(plain(new), icons))
    html = "".join(_span(span, icons) for span in spans)
    return "".join(f"<p>{line}</p>" for line in html.split("\n") if line.strip())


def _with_letters(text: str, icons: list[str]) -> str:
    def letter(found: re.Match[str]) -> str:
        if found[1] not in icons:
            icons.append(found[1])
        return f" {chr(PRIVATE + icons.index(found[1]))} "

    return re.sub(r" {2,}", " ", ICON.sub(letter, text))


def _with_names(text: str, icons: list[str]) -> str:
    return "".join(
        f"[{icons[ord(one) - PRIVATE]}]" if PRIVATE <= ord(one) < PRIVATE + len(icons) else one for one in text
    )


def _span(span: Span, icons: list[str]) -> str:
    """A span as HTML; an element does not go on over the end of a paragraph."""
    tag = TAGS.get(span.operation)
    parts = []
    for is_break, run in groupby(span.text, key=lambda letter: letter == "\n"):
        text = ICON.sub(_icon, escape(_with_names("".join(run), icons), quote=False))
        parts.append("\n" if is_break else f"<{tag}>{text}</{tag}>" if tag and text.strip() else text)
    return "".join(parts)


def first_line(text: str) -> str:
    """The beginning of a text in one line."""
    line = " ".join(plain(text).split())
    return line if len(line) <= FIRST_LINE else f"{line[:FIRST_LINE].rsplit(' ', 1)[0]} …"
