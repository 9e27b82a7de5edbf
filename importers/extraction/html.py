"""Web pages to layouts: what stands between two line ends, with its tag, its classes and its style."""

import re
from dataclasses import dataclass, field, replace

from lxml import etree, html

from importers.extraction.colours import hue_named
from importers.extraction.layout import Layout, Line, Span, Style, merged
from importers.sources import UnreadableSourceError

BLOCKS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer
    form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
UNSEEN = frozenset({"head", "script", "style", "noscript", "template", "svg", "iframe", "object", "button", "select"})
AROUND = frozenset({"nav", "footer"})
HEADINGS = {f"h{level}": level for level in range(1, 7)}
BOLD, ITALIC = frozenset({"b", "strong", "th", *HEADINGS}), frozenset({"i", "em", "cite", "dfn"})
# ".new { color: red }", "p.mplain { color: green }", "i { font-weight: bold }"
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTOR = re.compile(r"^(\w+)?(?:\.([\w-]+))?$")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SPACE = re.compile(r"[ \t\r\n\f]+")
# A page that says that it is not there.
ERROR_PAGE = re.compile(
    r"\b(?:404|403|500|502|503)\b.{0,40}\b(?:not found|forbidden|error|unavailable|bad gateway)\b"
    r"|\b(?:page|file) not found\b|\baccess denied\b|\bservice unavailable\b|\benable javascript\b|\bjust a moment\b",
    re.IGNORECASE,
)
# An error page says little else.
SHORT_PAGE = 1500
Properties = dict[str, str]
PLAIN = Style()


@dataclass
class _State:
    """What the elements around a text say of it."""

    style: Style = PLAIN
    tag: str = ""
    classes: tuple[str, ...] = ()
    level: int = 0
    depth: int = 0
    aside: str = ""
    is_link: bool = False


@dataclass
class _Writer:
    """Collects spans until a line ends."""

    lines: list[Line] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    linked: int = 0
    is_apart: bool = True
    marker: str = ""
    state: _State = field(default_factory=_State)

    def add(self, text: str, state: _State) -> None:
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
            self.lines.append(
                Line(
                    spans,
                    is_apart=self.is_apart,
                    level=state.level,
                    tag=state.tag,
                    classes=state.classes,
                    marker=self.marker,
                    depth=state.depth,
                    aside=state.aside or ("table of contents" if is_contents else ""),
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
    _write(root, writer, _Rules(root))
    writer.end(is_apart=True)
    if not writer.lines:
        raise UnreadableSourceError(
            f"{name} is a web page whose text is made by scripts: save it from the browser as a complete page."
        )
    title = " ".join(root.findtext(".//title", "").split())
    said = f"{title} {' '.join(line.text for line in writer.lines[:20])}"
    if sum(len(line.text) for line in writer.lines) < SHORT_PAGE and (match := ERROR_PAGE.search(said)):
        raise UnreadableSourceError(f"{name} is an error page (“{match[0]}”), not the document: download it again.")
    return Layout("html", tuple(writer.lines), title=title)


def _write(root: html.HtmlElement, writer: _Writer, rules: "_Rules") -> None:
    """Walk through the elements without recursion: pages may be nested deeply."""
    states = [_State()]
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event in ("comment", "pi"):
            writer.add(SPACE.sub(" ", element.tail or ""), states[-1])
            continue
        tag = str(element.tag).lower()
        if event == "start":
            if tag in BLOCKS:
                writer.end(is_apart=True)
            state = rules.state(element, tag, states[-1])
            states.append(state)
            if tag == "li":
                writer.marker = _marker(element)
            if tag == "br":
                writer.end(is_apart=True)
            elif state.aside != "unseen":
                writer.add(SPACE.sub(" ", element.text or ""), state)
        else:
            states.pop()
            if tag in BLOCKS:
                writer.end(is_apart=True)
            if states[-1].aside != "unseen":
                writer.add(SPACE.sub(" ", element.tail or ""), states[-1])


def _marker(item: html.HtmlElement) -> str:
    parent = item.getparent()
    while parent is not None and parent.tag not in ("ul", "ol"):
        parent = parent.getparent()
    if parent is None or parent.tag != "ol":
        return "-"
    start = parent.get("start", "1")
    items = (one for one in parent.iter("li") if next(one.iterancestors("ul", "ol"), None) is parent)
    number = next((count for count, one in enumerate(items) if one is item), 0)
    return f"{(int(start) if start.isdigit() else 1) + number}."


class _Rules:
    """The style sheets within a page, as far as they say how letters look."""

    def __init__(self, root: html.HtmlElement) -> None:
        self.rules: list[tuple[str, str, Properties]] = []
        for sheet in root.iter("style"):
            for selectors, body in RULE.findall(COMMENT.sub("", sheet.text or "")):
                for selector in selectors.split(","):
                    if match := SELECTOR.match(selector.strip()):
                        self.rules.append((match[1] or "", match[2] or "", _properties(body)))

    def state(self, element: html.HtmlElement, tag: str, around: _State) -> _State:
        """What an element adds to what stands around it."""
        classes = tuple((element.get("class") or "").split())
        properties: Properties = {}
        for wanted_tag, wanted_class, found in self.rules:
            if (
                (wanted_tag or wanted_class)
                and wanted_tag in ("", tag)
                and (not wanted_class or wanted_class in classes)
            ):
                properties |= found
        properties |= _properties(element.get("style") or "")
        state = replace(around, style=_styled(around.style, tag, element, properties))
        if tag in BLOCKS:
            own = tag not in ("div", "section", "article", "tbody", "thead", "tr", "ul", "ol")
            state.tag = tag if own else around.tag
            state.level = HEADINGS.get(tag, 0)
        state.classes = tuple(dict.fromkeys((*around.classes, *classes))) if tag not in ("html", "body") else ()
        state.depth = around.depth + (tag in ("ul", "ol"))
        state.is_link = around.is_link or (tag == "a" and (element.get("href") or "").startswith("#"))
        if tag in UNSEEN or properties.get("display") == "none" or element.get("hidden") is not None:
            state.aside = "unseen"
        elif tag in AROUND and not around.aside:
            state.aside = "navigation"
        return state


def _properties(body: str) -> Properties:
    pairs = (part.partition(":") for part in body.split(";"))
    return {name.strip().lower(): value.replace("!important", "").strip().lower() for name, _, value in pairs if value}


def _styled(style: Style, tag: str, element: html.HtmlElement, properties: Properties) -> Style:
    if tag in BOLD:
        style = style._replace(bold=True)
    if tag in ITALIC:
        style = style._replace(italic=True)
    if tag == "u":
        style = style._replace(underlined=True)
    weight, slant = properties.get("font-weight", ""), properties.get("font-style", "")
    if weight:
        style = style._replace(bold=weight in ("bold", "bolder") or (weight.isdigit() and int(weight) >= 600))
    if slant:
        style = style._replace(italic=slant in ("italic", "oblique"))
    hue = hue_named(properties.get("color") or element.get("color") or "")
    return style if hue is None else style._replace(hue=hue)


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
