"""Web pages to layouts: what stands between two line ends, with its tag, its classes and its style."""

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from lxml import etree, html

from importers.extraction.foreign import refuse_messages
from importers.extraction.layout import Layout, Line, Span, Style, merged
from importers.extraction.styles import BLOCKS, Rules, State
from importers.sources import UnreadableSourceError

SPACE = re.compile(r"[ \t\r\n\f]+")
# "[back to top]"
TO_THE_TOP = re.compile(r"^\W*(?:(?:back|return|go) )?(?:to )?(?:the )?(?:top|contents)\W*$", re.IGNORECASE)
# Cells reach over so many rows at the most.
MOST_SPANNED = 200
# In pixels and letters: a picture that stands for a word is not larger, and its name not longer.
LARGEST_ICON, LONGEST_ICON = 64, 24
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class _Writer:
    """Collects spans until a line ends."""

    lines: list[Line] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    linked: int = 0
    is_apart: bool = True
    marker: str = ""
    state: State = field(default_factory=State)

    def add(self, text: str, state: State) -> None:
        if not text or (not text.strip() and not self.spans):
            return
        if not self.spans:
            self.state = state
        self.spans.append(Span(text, state.style))
        if state.is_link:
            self.linked += len(text.strip())

    def end(self, *, is_apart: bool) -> None:
        """End a line, and say whether the next one begins a paragraph."""
        spans = _folded(merged(self.spans))
        if spans:
            state = self.state
            letters = sum(len(span.text.strip()) for span in spans)
            is_contents = state.tag == "li" and self.linked >= letters * 0.95
            aside = state.aside or ("table of contents" if is_contents else "")
            if not aside and TO_THE_TOP.match("".join(span.text for span in spans)):
                aside = "navigation"
            self.lines.append(
                Line(
                    spans,
                    is_apart=self.is_apart,
                    level=state.level,
                    tag=state.tag,
                    classes=state.classes,
                    marker=self.marker,
                    depth=state.depth,
                    row=state.row,
                    column=state.column,
                    aside=aside,
                )
            )
            self.is_apart, self.marker = False, ""
        self.spans, self.linked = [], 0
        self.is_apart = self.is_apart or is_apart


def extract_html(text: str, *, name: str) -> Layout:
    """The layout of a web page; raises UnreadableSourceError with what to do."""
    try:
        root = html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8", huge_tree=True))
    except (etree.ParserError, ValueError):
        raise UnreadableSourceError(f"{name} is a web page without text: save the whole page, and try again.") from None
    writer = _Writer()
    _write(root, writer, Rules(root))
    writer.end(is_apart=True)
    if not writer.lines:
        if root.find(".//script") is None:
            raise UnreadableSourceError(
                f"{name} is a web page in which no text can be found: print it to a PDF, and import that."
            )
        raise UnreadableSourceError(
            f"{name} is a web page whose text is made by scripts: save it from the browser as a complete page."
        )
    title = " ".join(root.findtext(".//title", "").split())
    asks = " password log in" if root.find(".//input[@type='password']") is not None else ""
    refuse_messages("\n".join(line.text for line in writer.lines) + asks, name, title=title)
    return Layout("html", _relative(writer.lines), title=title)


def _relative(lines: list[Line]) -> tuple[Line, ...]:
    """The colour of most letters as none."""
    weights: Counter[str] = Counter()
    for line in lines:
        for span in line.spans:
            weights[span.style.hue] += 0 if line.aside else len(span.text)
    body = weights.most_common(1)[0][0]
    if not body:
        return tuple(lines)
    return tuple(
        replace(line, spans=tuple(Span(one.text, _without_hue(one.style, body)) for one in line.spans))
        for line in lines
    )


def _without_hue(style: Style, body: str) -> Style:
    return style._replace(hue="") if style.hue == body else style


def _write(root: html.HtmlElement, writer: _Writer, rules: Rules) -> None:
    """Walk through the elements without recursion: pages may be nested deeply."""
    states = [State()]
    tables = _Tables()
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event in ("comment", "pi"):
            writer.add(SPACE.sub(" ", element.tail or ""), states[-1])
            continue
        tag = str(element.tag).lower()
        if event == "start":
            if tag in BLOCKS:
                writer.end(is_apart=True)
            state = rules.state(element, tag, states[-1])
            if tag in ("td", "th") and not _is_layout(element):
                state.row, state.column = tables.place(element)
            states.append(state)
            if tag == "li":
                writer.marker = _marker(element)
            if tag == "br":
                writer.end(is_apart=True)
            elif state.aside != "unseen":
                writer.add(SPACE.sub(" ", element.text or _icon(element, tag)), state)
        else:
            states.pop()
            if tag in BLOCKS:
                writer.end(is_apart=True)
            if tag == "li":
                # An empty item has no mark to leave behind.
                writer.marker = ""
            if states[-1].aside != "unseen":
                writer.add(SPACE.sub(" ", element.tail or ""), states[-1])


def _is_layout(cell: html.HtmlElement) -> bool:
    """Whether a cell is a column of the page, and not of a table: it has headings or tables of its own."""
    return next(cell.iter("h1", "h2", "h3", "h4", "table"), None) is not None


def _icon(element: html.HtmlElement, tag: str) -> str:
    """The name of a small picture that stands for a word, in brackets."""
    name = " ".join((element.get("alt") or "").split()) if tag == "img" else ""
    is_large = any(_size(element.get(side)) > LARGEST_ICON for side in ("width", "height"))
    if not name or is_large or len(name) > LONGEST_ICON or element.getparent().tag in ("a", "figure"):
        return ""
    return name if name.startswith("[") else f"[{name}]"


def _size(value: str | None) -> int:
    digits = re.match(r"\d{1,5}", value or "")
    return int(digits[0]) if digits else 0


def _marker(item: html.HtmlElement) -> str:
    parent = item.getparent()
    while parent is not None and parent.tag not in ("ul", "ol"):
        parent = parent.getparent()
    if parent is None or parent.tag != "ol":
        return "-"
    start, style = parent.get("start", "1"), parent.get("type", "1")
    items = (one for one in parent.iter("li") if next(one.iterancestors("ul", "ol"), None) is parent)
    number = next((count for count, one in enumerate(items) if one is item), 0)
    place = (int(start) if start.isdecimal() else 1) + number
    if style in ("a", "A") and place <= len(LETTERS):
        return f"{LETTERS[place - 1] if style == 'a' else LETTERS[place - 1].upper()}."
    return f"{place}."


class _Tables:
    """Where the cells of tables stand, those that reach over several rows or columns included."""

    def __init__(self) -> None:
        self.rows: dict[html.HtmlElement, int] = {}
        # By row, the columns that are taken up, by cells of rows above, too.
        self.taken: dict[int, set[int]] = {}

    def place(self, cell: html.HtmlElement) -> tuple[int, int]:
        """The row and the column of a cell, counted from 1."""
        line = cell.getparent()
        row = self.rows.setdefault(line, len(self.rows) + 1)
        taken = self.taken.setdefault(row, set())
        column = next(place for place in range(1, len(taken) + 2) if place not in taken)
        wide, high = (_count(cell.get(name)) for name in ("colspan", "rowspan"))
        taken.update(range(column, column + wide))
        following = line
        for _ in range(1, high):
            following = following.getnext() if following is not None else None
            if following is not None:
                number = self.rows.setdefault(following, len(self.rows) + 1)
                self.taken.setdefault(number, set()).update(range(column, column + wide))
        return row, column


def _count(value: str | None) -> int:
    return min(int(value), MOST_SPANNED) if value and value.isascii() and value.isdecimal() and int(value) else 1


def _folded(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Spans without spaces at the ends, and with single ones between."""
    done: list[Span] = []
    for span in spans:
        text = span.text
        if not done or done[-1].text.endswith(" "):
            text = text.lstrip(" ")
        if text:
            done.append(Span(text, span.style))
    while done and not done[-1].text.rstrip(" "):
        done.pop()
    if done:
        done[-1] = Span(done[-1].text.rstrip(" "), done[-1].style)
    return tuple(done)
