"""How the letters of a web page look: what its elements and its style sheets say."""

import re
from dataclasses import dataclass, replace

from lxml import html

from importers.extraction.colours import hue_named
from importers.extraction.layout import Style

BLOCKS = frozenset(
    """
    address article aside blockquote body button caption center dd details dialog div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
UNSEEN = frozenset({"head", "script", "style", "noscript", "template", "svg", "iframe", "object", "select"})
# What a wiki puts next to its headings.
EDIT_LINKS = frozenset({"mw-editsection", "editsection", "headerlink", "anchor-link"})
AROUND = frozenset({"nav", "footer"})
HEADINGS = {f"h{level}": level for level in range(1, 7)}
BOLD, ITALIC = frozenset({"b", "strong", "th", *HEADINGS}), frozenset({"i", "em", "cite", "dfn"})
# ".new { color: red }", "p.mplain { color: green }", "i { font-weight: bold }"
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
# "p.mplain", ".c3 .hd": what stands around it, the tag, and its own class
SELECTOR = re.compile(r"^(?:(.*)[\s>])?(\w+)?(?:\.([\w-]+))?$")
CLASS = re.compile(r"\.([\w-]+)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Classes of what a style sheet hides for good.
NOT_READ = re.compile(
    r"print|mobile|desktop|sr-only|screen-reader|hidden|modal|cookie|menu|nav|banner|popup", re.IGNORECASE
)
# Classes of what opens when somebody taps on the line above it.
PANEL = re.compile(r"accordion|collaps|toggle|tab-?(?:content|pane)|panel|answer|faq|spoiler|expand", re.IGNORECASE)
# "[1]", "[note 2]" above the line
FOOTNOTE = re.compile(r"^\s*\[(?:\w{1,6}\s)?\w{1,3}\]\s*$")
Properties = dict[str, str]
PLAIN = Style()


@dataclass
class State:
    """What the elements around a text say of it."""

    style: Style = PLAIN
    tag: str = ""
    classes: tuple[str, ...] = ()
    level: int = 0
    depth: int = 0
    aside: str = ""
    is_link: bool = False
    row: int = 0
    column: int = 0


class Rules:
    """The style sheets within a page, as far as they say how letters look."""

    def __init__(self, root: html.HtmlElement) -> None:
        self.rules: list[tuple[frozenset[str], str, str, Properties]] = []
        for sheet in root.iter("style"):
            for selectors, body in RULE.findall(COMMENT.sub("", sheet.text or "")):
                for selector in selectors.split(","):
                    if match := SELECTOR.match(selector.strip()):
                        others = frozenset(CLASS.findall(match[1] or ""))
                        self.rules.append((others, match[2] or "", match[3] or "", _properties(body)))

    def state(self, element: html.HtmlElement, tag: str, around: State) -> State:
        """What an element adds to what stands around it."""
        classes = (*(element.get("class") or "").split(), *(("blockquote",) if tag == "blockquote" else ()))
        properties: Properties = {}
        for others, wanted_tag, wanted_class, found in self.rules:
            is_wanted = wanted_tag in ("", tag) and (not wanted_class or wanted_class in classes)
            if is_wanted and (wanted_tag or wanted_class) and others <= {*around.classes, *classes}:
                properties |= found
        is_shut = properties.get("display") == "none" and not NOT_READ.search(" ".join(classes))
        if is_shut:
            # What a style sheet hides until it is opened: the answer below a question.
            properties.pop("display")
        properties |= _properties(element.get("style") or "")
        is_hidden = properties.get("display") == "none" or element.get("hidden") is not None
        if is_hidden and _is_panel(element, classes):
            is_hidden = False
        state = replace(around, style=_styled(around.style, tag, element, properties))
        if tag in BLOCKS:
            own = tag not in ("div", "section", "article", "tbody", "thead", "tr", "ul", "ol")
            state.tag = tag if own else around.tag
            state.level = HEADINGS.get(tag, 0)
        state.classes = tuple(dict.fromkeys((*around.classes, *classes))) if tag not in ("html", "body") else ()
        state.depth = around.depth + (tag in ("ul", "ol"))
        state.is_link = around.is_link or (tag == "a" and (element.get("href") or "").startswith("#"))
        # A plus or an arrow that only shows that something opens.
        is_hidden = is_hidden or (element.get("aria-hidden") == "true" and not _has_letters(element))
        # The button of an accordion is the heading of what it opens.
        is_button = tag == "button" and not (element.get("aria-expanded") or element.get("aria-controls"))
        is_footnote = tag == "sup" and bool(FOOTNOTE.match(element.text_content()))
        if is_button or tag in UNSEEN or EDIT_LINKS.intersection(classes) or is_hidden or is_footnote:
            state.aside = "unseen"
        elif tag in AROUND and not around.aside:
            state.aside = "navigation"
        elif not around.aside and (element.get("id") == "toc" or "toc" in classes):
            state.aside = "table of contents"
        return state


def _is_panel(element: html.HtmlElement, classes: tuple[str, ...]) -> bool:
    """Whether something hidden is shown when the line above it is tapped: it is part of the text."""
    if NOT_READ.search(" ".join(classes)) or not _has_letters(element):
        return False
    before = element.getprevious()
    is_below = before is not None and (before.get("aria-expanded") or before.get("aria-controls"))
    names = f"{' '.join(classes)} {element.get('id', '')}"
    return bool(is_below or element.get("aria-labelledby") or PANEL.search(names))


def _has_letters(element: html.HtmlElement) -> bool:
    return any(letter.isalpha() for letter in element.text_content())


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
