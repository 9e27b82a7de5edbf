"""Other editions of a document, which differ from it in anything but its words."""

import random
import re
from collections.abc import Callable
from dataclasses import replace

from importers.extraction.layout import Layout, Line, Span, Style

LayoutChange = Callable[[Layout, random.Random], Layout]
PageChange = Callable[[str, random.Random], str]


def restyled(layout: Layout, change: Callable[[Style], Style]) -> Layout:
    lines = (
        replace(line, spans=tuple(Span(one.text, change(one.style)) for one in line.spans)) for line in layout.lines
    )
    return replace(layout, lines=tuple(lines))


def other_fonts(layout: Layout, chance: random.Random) -> Layout:
    name = f"Font{chance.randrange(100)}"
    return restyled(layout, lambda style: style._replace(font=f"{name}-{'Bold' if style.bold else 'Roman'}"))


def other_sizes(layout: Layout, chance: random.Random) -> Layout:
    factor = chance.choice((0.9, 1.15, 1.3))
    return restyled(
        layout, lambda style: style._replace(size=1 + (style.size - 1) * factor if style.size > 1.05 else 1.0)
    )


def level_banners(layout: Layout, chance: random.Random) -> Layout:
    """Headings that were sloped white pictures are plain bold capitals now."""

    def flat(line: Line) -> Line:
        if not line.is_all("sloped"):
            return line
        spans = (Span(one.text.upper(), one.style._replace(sloped=False, hue="", bold=True)) for one in line.spans)
        return replace(line, spans=tuple(spans))

    return replace(layout, lines=tuple(map(flat, layout.lines)))


def black_print(layout: Layout, chance: random.Random) -> Layout:
    return restyled(layout, lambda style: style._replace(hue="" if style.hue == "red" else style.hue))


def other_pages(layout: Layout, chance: random.Random) -> Layout:
    """Other page breaks, with running heads and page numbers."""
    size = chance.randrange(60, 140)
    lines: list[Line] = []
    for place, line in enumerate(layout.lines):
        if place and place % size == 0:
            head = Line((Span("FAQ and Errata"),), page=place // size, box=line.box, aside="running head")
            lines += [head, replace(head, spans=(Span(str(place // size)),), aside="page number")]
        lines.append(replace(line, page=place // size + 1))
    pages = tuple((612.0, 792.0) for _ in range(len(layout.lines) // size + 1))
    return replace(layout, lines=tuple(lines), pages=pages)


def one_column(layout: Layout, chance: random.Random) -> Layout:
    """Lines that only went on because their column was narrow, joined as they would be in a wider one."""
    lines: list[Line] = []
    for line in layout.lines:
        before = lines[-1] if lines else None
        same = before is not None and (before.level, before.is_all("bold"), before.is_all("italic")) == (
            line.level,
            line.is_all("bold"),
            line.is_all("italic"),
        )
        is_entry = before is not None and before.text.endswith(")")
        if (
            before is not None
            and not is_entry
            and same
            and line.is_wrapped
            and not before.is_hyphenated
            and len(before.text) < 120
        ):
            spans = (*before.spans, Span(" "), *line.spans)
            lines[-1] = replace(before, spans=spans, is_hyphenated=line.is_hyphenated)
        else:
            lines.append(replace(line, column=0))
    return replace(layout, lines=tuple(lines))


LAYOUTS: dict[str, LayoutChange] = {
    change.__name__: change
    for change in (other_fonts, other_sizes, level_banners, black_print, other_pages, one_column)
}


def other_classes(page: str, chance: random.Random) -> str:
    names = {name: f"x{chance.randrange(10_000)}" for name in set(re.findall(r'class="([\w-]+)"', page))}
    for old, new in names.items():
        page = page.replace(f'class="{old}"', f'class="{new}"').replace(f".{old} ", f".{new} ")
    return page


def lower_headings(page: str, chance: random.Random) -> str:
    """Every heading one level lower, as below a title of the site."""
    return re.sub(r"(</?h)([1-5])\b", lambda match: f"{match[1]}{int(match[2]) + 1}", page)


def divided(page: str, chance: random.Random) -> str:
    """Paragraphs as divisions, one in another."""
    page = re.sub(r"\bp\.(?=\w)", ".", page)
    return re.sub(r"<p\b", '<div class="w"><div', re.sub(r"</p>", "</div></div>", page))


def other_emphasis(page: str, chance: random.Random) -> str:
    return re.sub(
        r"<(/?)b>",
        r"<\1strong>",
        re.sub(r"<(/?)em>", r'<\1span style="font-style:italic">', page).replace(
            '</span style="font-style:italic">', "</span>"
        ),
    )


def other_colours(page: str, chance: random.Random) -> str:
    return page.replace("color: red", "color: #c00000").replace("color: green", "color: rgb(0, 120, 10)")


def late_version(page: str, chance: random.Random) -> str:
    """The version in the footer."""
    found = re.search(r"<h\d>\s*(Version [^<]+)</h\d>", page)
    if not found:
        return page
    return page.replace(found[0], "").replace("</footer>", f" {found[1]}</footer>")


PAGES: dict[str, PageChange] = {
    change.__name__: change
    for change in (other_classes, lower_headings, divided, other_emphasis, other_colours, late_version)
}
