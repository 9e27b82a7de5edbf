"""What an importer finds in a document: frozen records that check themselves when they are made."""

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

DEEPEST_HEADING = 3
# "2.11", "ST.3", "B-2"
KEY = re.compile(r"\w[\w.\-]*")
# "v1.4"
VERSION_TAG = re.compile(r"v[\w.\-]+")


class Kind(StrEnum):
    ERRATUM = "erratum"
    LISTING = "listing"
    CLARIFICATION = "clarification"
    QUESTION = "question"
    STEP = "step"


class Scope(StrEnum):
    """What an erratum corrects."""

    CARD = "card"
    GENERAL = "general"
    RULEBOOK = "rulebook"


class ListName(StrEnum):
    RESTRICTED = "restricted"
    BANNED = "banned"


class Authority(StrEnum):
    """How much weight a document carries, heaviest first."""

    OFFICIAL = "official"
    UNOFFICIAL = "unofficial"
    DIGEST = "digest"


class ChangeKind(StrEnum):
    """What an edition did to a ruling."""

    ADDED = "added"
    REWORDED = "reworded"
    MOVED = "moved"
    REMOVED = "removed"
    SAME = "same"


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Lines:
    """A range of source lines, 1-based and inclusive."""

    first: int
    last: int


@dataclass(frozen=True)
class CardCitation:
    """A card as a document names it; what the document leaves out is empty."""

    name: str
    set: str = ""
    pack: str = ""
    number: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a card citation needs a name")
        for value in (self.name, self.set, self.pack, self.number):
            _require_one_line(value)
        if self.pack and not self.set:
            raise ValueError(f"{self.name}: a pack is named without its set")


@dataclass(frozen=True, kw_only=True)
class ParsedRuling:
    """One thing a document says."""

    kind: Kind
    heading_path: tuple[str, ...]
    title: str
    text: str = ""
    key: str = ""
    scope: Scope | None = None
    list_name: ListName | None = None
    # Of a listing: the way of playing that it holds for ("joust"), if it does not hold for all.
    play_format: str = ""
    cards: tuple[CardCitation, ...] = ()
    version_tag: str = ""
    reverses_official: bool = False
    # None: as the document's.
    authority: Authority | None = None
    # Of a step: how deep it is nested, and the window that opens after it ("Player window").
    depth: int = 0
    window_after: str = ""
    # Ours, of a digest: what is said of it in a sentence, and a remark that is not part of what it rules.
    short: str = ""
    note: str = ""
    lines: Lines | None = field(default=None, compare=False)
    # Lines that belong to it but stood elsewhere, in another column.
    elsewhere: tuple[Lines, ...] = field(default=(), compare=False)
    # Whether the document marks it as changed: evidence, not wording.
    is_marked: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if (self.kind is Kind.ERRATUM) != (self.scope is not None):
            raise ValueError("an erratum, and nothing else, has a scope")
        if (self.kind is Kind.LISTING) != (self.list_name is not None):
            raise ValueError("a listing, and nothing else, is on a list")
        if self.play_format and self.kind is not Kind.LISTING:
            raise ValueError("only a listing holds for a way of playing")
        if self.kind is not Kind.STEP and (self.depth or self.window_after):
            raise ValueError("only a step has a depth or a window")
        if not 1 <= len(self.heading_path) <= DEEPEST_HEADING or not all(self.heading_path):
            raise ValueError(f"a ruling stands under one to {DEEPEST_HEADING} headings: {self.heading_path!r}")
        if not self.title:
            raise ValueError("a ruling needs a title")
        names = (*self.heading_path, self.title, self.key, self.version_tag, self.window_after, self.play_format)
        for value in (*names, self.short, self.note):
            _require_one_line(value)
        if self.key and not KEY.fullmatch(self.key):
            raise ValueError(f"{self.key!r} cannot be a label")
        if self.version_tag and not VERSION_TAG.fullmatch(self.version_tag):
            raise ValueError(f"{self.version_tag!r} cannot be a version tag")
        if self.text != tidy_text(self.text):
            raise ValueError(f"{self.title}: the text is not tidy")
        if self.is_headed_by_cards and self.title != title_of_cards(self.cards):
            raise ValueError(f"{self.title}: the title of this ruling must be the names of its cards")

    @property
    def is_headed_by_cards(self) -> bool:
        """Whether the cards it is about stand in place of a title."""
        return self.kind is Kind.LISTING or self.scope is Scope.CARD


@dataclass(frozen=True)
class Heading:
    """Source lines that are structure: a heading, or the front matter."""

    title: str
    lines: Lines


@dataclass(frozen=True)
class Leftover:
    """Source lines that an importer could not place."""

    text: str
    lines: Lines


class RepairKind(StrEnum):
    """What a repair did."""

    LETTERS = "letters restored"
    ICON = "lost icon marked"
    MOVE = "lines moved"
    SET = "set corrected"
    HEADING = "heading joined"
    ASIDE = "set aside"
    COLUMN = "column named"


@dataclass(frozen=True)
class Repair:
    """Something that an extraction damaged and that was put right: where, what stood there, what stands there now."""

    line: int
    before: str
    after: str
    kind: RepairKind = RepairKind.LETTERS
    # Of several lines, the last one.
    last_line: int = 0

    def __str__(self) -> str:
        return f"line {self.line}: {self.before!r} → {self.after!r}"


@dataclass(frozen=True)
class Problem:
    """Something wrong in a document: where, what, and what to do about it."""

    line: int
    message: str
    advice: str = ""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" + (f" {self.advice}" if self.advice else "")


@dataclass(frozen=True, kw_only=True)
class ParsedDocument:
    """One edition of a document, as an importer understood it."""

    game: str
    document: str
    edition: str
    authority: Authority = Authority.OFFICIAL
    date: datetime.date | None = None
    source: str = ""
    rulings: tuple[ParsedRuling, ...] = ()
    headings: tuple[Heading, ...] = field(default=(), compare=False)
    leftovers: tuple[Leftover, ...] = field(default=(), compare=False)
    repairs: tuple[Repair, ...] = field(default=(), compare=False)
    problems: tuple[Problem, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for before, ruling in zip((None, *self.rulings), self.rulings, strict=False):
            if ruling.kind is Kind.STEP and ruling.depth > deepest_after(before, ruling.heading_path):
                raise ValueError(f"{ruling.title}: a step is nested under no step")

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that keep the document from being published."""
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)


def deepest_after(before: ParsedRuling | None, heading_path: tuple[str, ...]) -> int:
    """How deep a step may be nested behind the ruling before it."""
    follows = before is not None and before.kind is Kind.STEP and before.heading_path == heading_path
    return before.depth + 1 if before is not None and follows else 0


def title_of_cards(cards: Iterable[CardCitation]) -> str:
    """The title of a ruling that is headed by cards: their names, each once."""
    return ", ".join(dict.fromkeys(card.name for card in cards))


def one_line(text: str) -> str:
    """Fold all white space, line ends included, to single spaces."""
    return " ".join(text.split())


def tidy_text(text: str) -> str:
    """Drop trailing spaces, blank lines at the ends and repeated blank lines."""
    tidy: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        stripped = line.rstrip()
        if stripped or (tidy and tidy[-1]):
            tidy.append(stripped)
    while tidy and not tidy[-1]:
        tidy.pop()
    return "\n".join(tidy)


def _require_one_line(value: str) -> None:
    if value != one_line(value):
        raise ValueError(f"{value!r} is not a single tidy line")
