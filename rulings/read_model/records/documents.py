"""Documents, their editions, chapters, lists and timing charts."""

from typing import Annotated, Any

from typing_extensions import TypedDict

from importers.records import Authority, ListName
from rulings.read_model.records import PATH, a_date, a_time, said
from rulings.read_model.records.rulings import ChangeRecord, CitedCard, RulingBrief, RulingRecord


class RepairCount(TypedDict):
    """How many repairs of a kind an edition needed, or remarks there are."""

    name: str
    count: int
    url: str


class EditionRecord(TypedDict):
    """One published version of a document."""

    id: Annotated[str, said("Permanent", "call-of-cthulhu/faq/3.2")]
    game: Annotated[str, said("", "call-of-cthulhu")]
    game_name: Annotated[str, said("", "Call of Cthulhu")]
    document: Annotated[str, said("", "faq")]
    title: Annotated[str, said("", "FAQ 3.2")]
    label: Annotated[str, said("", "3.2")]
    slug: Annotated[str, said("The last part of its id", "3.2")]
    version: Annotated[str, said("The label as people read it; empty where the document prints none", "3.2")]
    date: Annotated[str | None, a_date("As printed")]
    published: Annotated[str | None, a_time("When it was published here")]
    authority: Authority
    in_force: bool
    corrects: Annotated[str | None, said("Of a correction of our import: the edition that it corrects")]
    reason: str | None
    origin: str | None
    rulings: Annotated[int, said("", 345)]
    changes: Annotated[dict[str, int], said("What it did, if it is not the first one here", {"added": 12})]
    url: Annotated[str, said(PATH, "/call-of-cthulhu/faq/at/3.2/")]
    compare_url: str | None
    source_url: str
    repairs_url: str


class DocumentRecord(TypedDict):
    """Something that rules are printed in, over the years."""

    id: Annotated[str, said("Permanent", "call-of-cthulhu/faq")]
    game: Annotated[str, said("", "call-of-cthulhu")]
    title: Annotated[str, said("", "FAQ")]
    authority: Authority
    edition: Annotated[str | None, said("The one in force", "3.2")]
    editions: Annotated[list[str], said("Newest first", ["3.2", "3.1"])]
    url: Annotated[str, said(PATH, "/call-of-cthulhu/faq/")]


class ShownDocumentRecord(DocumentRecord):
    """A document as it is stored: with its edition in force."""

    # The keys of the document and of its edition in force.
    pk: int
    current_pk: int
    slug: str
    name: str
    is_digest: bool
    current: EditionRecord
    repairs: list[RepairCount]
    has_tags: bool
    has_timing: bool


class SectionRecord(TypedDict):
    title: str
    level: int
    rulings: list[RulingBrief]


class ChapterContents(TypedDict):
    id: str
    title: str
    url: str
    sections: list[SectionRecord]


class DocumentDetail(DocumentRecord):
    """A document with the contents of its edition in force."""

    page: int
    pages: Annotated[int, said("Long contents have several pages")]
    chapters: list[ChapterContents]


class EditionDetail(EditionRecord):
    """An edition with its contents."""

    page: int
    pages: Annotated[int, said("Long contents have several pages")]
    chapters: list[ChapterContents]


class ChapterRecord(TypedDict):
    """A page of a chapter with its rulings in full."""

    document: str
    edition: str
    title: str
    total: int
    page: int
    pages: int
    results: list[RulingRecord]


class ListingRecord(TypedDict):
    """A card's place on a list."""

    cards: list[CitedCard]
    format: Annotated[str | None, said("The way of playing that it holds for", "joust")]
    text: str
    ruling: RulingBrief
    document: str
    since: Annotated[str | None, said("The first edition here that lists it", "3.0")]
    since_date: Annotated[str | None, a_date()]
    since_is_first: Annotated[bool, said("Whether no edition before that one is here")]
    edition: str


class DelistingRecord(TypedDict):
    """A card that left a list."""

    ruling: RulingBrief
    edition: Annotated[str, said("The edition that no longer lists it")]
    edition_title: str
    date: Annotated[str | None, a_date()]


class _Named(TypedDict):
    list: ListName


class ListRecord(_Named):
    """A restricted or banned list."""

    id: Annotated[str, said("Permanent", "call-of-cthulhu/restricted")]
    game: Annotated[str, said("", "call-of-cthulhu")]
    notes: Annotated[list[str], said("What the documents say of the list")]
    cards: list[ListingRecord]
    left: Annotated[list[DelistingRecord], said("Newest first")]
    url: Annotated[str, said(PATH, "/call-of-cthulhu/lists/restricted/")]


class StepRecord(RulingBrief):
    """A step of a timing chart."""

    text: str
    depth: Annotated[int, said("How deep it is nested")]
    window_after: Annotated[str | None, said("The window that opens after it")]
    cited_by: list[RulingBrief]


class ChartRecord(TypedDict):
    title: str
    heading_path: list[str]
    above: list[str]
    steps: list[StepRecord]
    below: list[str]


class ActionRecord(RulingBrief):
    text: str
    provokes_attacks_of_opportunity: Annotated[bool | None, said("null: the icon was lost in the source")]


class ActionTableRecord(TypedDict):
    title: str
    actions: list[ActionRecord]


class TimingRecord(TypedDict):
    """The timing charts and action tables of a document."""

    document: str
    edition: str
    charts: list[ChartRecord]
    actions: list[ActionTableRecord]


class TagRecord(TypedDict):
    tag: Annotated[str, said("", "v1.4")]
    rulings: list[RulingBrief]


class TagsRecord(TypedDict):
    """The rulings of a document by the version tags that it prints."""

    document: str
    edition: str
    tags: list[TagRecord]


class SourceLine(TypedDict):
    number: int
    text: str


class SourceRecord(TypedDict):
    """Some lines of the text that an edition was read from."""

    edition_id: str
    file: str
    sha256: str
    total: int
    page: int
    pages: int
    lines: list[SourceLine]


class FindingRecord(TypedDict):
    """What was repaired, left over or doubtful in some lines of a source."""

    kind: str
    first_line: int
    last_line: int
    before: str
    after: str
    source_url: str


class RepairsRecord(TypedDict):
    """What was repaired, corrected or left over when an edition was read."""

    edition_id: str
    checked: Annotated[list[str], said("What was checked when it was read, in sentences")]
    findings: list[FindingRecord]
    corrections: Annotated[
        list[ChangeRecord], said("What we show in place of what the source prints, or leave out, each with its reason")
    ]


Outline = list[dict[str, Any]]
