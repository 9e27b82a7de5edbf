"""Recipes: how one document is to be read. Data (TOML), kept with the document and used for its next edition."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from importers.extraction.colours import HUES
from importers.extraction.layout import Layout, Line
from importers.folding import is_shouted
from importers.records import Authority

READERS = (
    "errata",
    "rulings",
    "listing",
    "sections",
    "entries",
    "questions",
    "chart",
    "rulebook",
    "general",
    "notes",
    "skip",
)
TRAITS = ("bold", "italic", "sloped", "underlined")
STARTS = tuple(f"starts-{trait}" for trait in TRAITS)
LARGER = 1.08
# The word for the colour of the body.
BLACK = "black"
# "h2", "class:new", "tag:dt"
LEVEL, NAMED = re.compile(r"^h([1-6])$"), re.compile(r"^(class|tag):([\w-]+)$")
# Of a heading that says itself what it is.
LONGEST_HEADING = 120
# Begins a part at each heading with its look, whatever that says.
ANY_HEADING = "*"
# In a web page every heading is said to be one; elsewhere it has to look like one.
PLAIN_MEDIUM = "text"
# What of a page is read where a recipe does not say: all of it.
DEFAULT_CROP = (0.0, 0.0, 1.0, 1.0)


class RecipeError(ValueError):
    """A recipe that cannot be read; the message says where and why."""


@dataclass(frozen=True)
class Look:
    """How a line looks, in relative words: "bold red", "sloped or h2". Empty fits every line."""

    words: str = ""

    def __post_init__(self) -> None:
        for word in self.words.split():
            known = word in (*TRAITS, *STARTS, *HUES, BLACK, "or", "larger", "shouted", "heading")
            if not (known or LEVEL.match(word) or NAMED.match(word)):
                raise RecipeError(f"{word!r} is not a word for how a line looks.")

    def __bool__(self) -> bool:
        return bool(self.words)

    def fits(self, line: Line, *, medium: str) -> bool:
        """Whether a line looks so; a plain text has lost its looks, and is not held to them."""
        ways = [way.split() for way in self.words.split(" or ")]
        return any(all(_has(line, word, is_plain=medium == PLAIN_MEDIUM) for word in way) for way in ways)


def _has(line: Line, word: str, *, is_plain: bool) -> bool:
    if word == "shouted":
        return is_shouted(line.text)
    if word == "heading":
        return line.level > 0 or (is_plain and is_shouted(line.text))
    if level := LEVEL.match(word):
        return line.level == int(level[1])
    if named := NAMED.match(word):
        return named[2] in line.classes if named[1] == "class" else line.tag == named[2]
    if is_plain:
        return True
    if word == "larger":
        return line.size >= LARGER or line.level > 0
    if word.startswith("starts-"):
        return line.starts(word.removeprefix("starts-"))
    return line.is_all(word) if word in TRAITS else line.share("" if word == BLACK else word) > 0.5


@dataclass(frozen=True)
class PartRecipe:
    """One part of a document: how it begins, who reads it, and what its entries look like."""

    heading: tuple[str, ...]
    reader: str
    # What it is called on pages; the printed heading if this is empty.
    title: str = ""
    # The part whose chapter it belongs to.
    under: str = ""
    look: Look = Look()
    entry: tuple[str, ...] = ()
    entry_look: Look = Look()
    # Headings that bring several entries together: sets, chapters, houses.
    group_look: Look = Look()
    question_look: Look = Look()
    list: str = ""
    format: str = ""

    @property
    def is_any(self) -> bool:
        """Whether each heading with its look begins it."""
        return ANY_HEADING in self.heading


@dataclass(frozen=True)
class Recipe:
    """How one document is to be read."""

    name: str
    game: str
    document: str
    parts: tuple[PartRecipe, ...]
    version: int = 1
    authority: Authority = Authority.OFFICIAL
    # How its title or first headings name its game, in one of these ways; and what headings it has, all of them.
    names: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    # The importer that reads it, in place of parts.
    format: str = ""
    edition: str = ""
    # Whether the printed version has lost its dot: "32" is 3.2.
    dotless: bool = False
    date: str = ""
    # Hues: of what the edition changed, and of notes that are not the publisher's.
    changed: str = ""
    note: str = ""
    icons: Mapping[str, str] = field(default_factory=dict)
    # Part of the name of the font whose letters are icons; empty for every font.
    icon_font: str = ""
    skip: tuple[str, ...] = ()
    first_page: int = 1
    last_page: int = 0
    # What of a page is read, as shares of its width and height: left, top, right, bottom.
    crop: tuple[float, ...] = DEFAULT_CROP

    def covers(self, line: Line, layout: Layout) -> bool:
        """Whether a line is on the pages, and in the part of the page, that are read."""
        if line.page < self.first_page or (self.last_page and line.page > self.last_page):
            return False
        if line.box is None or not layout.pages:
            return True
        width, height = layout.pages[line.page - 1]
        left, top, right, bottom = self.crop
        middle = (line.box.top + line.box.bottom) / 2
        return left * width <= line.box.left <= right * width and top * height <= middle <= bottom * height
