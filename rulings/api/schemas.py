"""What the API answers with, described for its OpenAPI document."""

import datetime
from typing import Any, Generic, Literal, TypeVar

from ninja import Schema
from pydantic import Field

Thing = TypeVar("Thing")

Kind = Literal["erratum", "listing", "clarification", "question", "step"]
Authority = Literal["official", "unofficial", "digest"]
Status = Literal["resolved", "ambiguous", "unresolved"]
ChangeKind = Literal["added", "reworded", "moved", "removed", "same"]
ListName = Literal["restricted", "banned"]

PATH = "A path on this site"


def example(value: Any, description: str = "") -> Any:
    """A field with an example of it."""
    return Field(description=description or None, json_schema_extra={"example": value})


class Problem(Schema):
    """What went wrong, as in RFC 9457, and what to do about it."""

    type: str = example("/help/api/#not-found", "Where this kind of problem is explained")
    title: str = example("Not found")
    status: int = example(404)
    detail: str = example("There is nothing at this address.")
    advice: str = example("GET /api/v1/ lists what there is.", "What to do about it")
    errors: list[dict[str, str]] = Field([], description="Each parameter that is wrong, and why")


class Paged(Schema, Generic[Thing]):
    """A page of results."""

    total: int = example(436, "How many there are on all pages")
    page: int = example(1)
    pages: int = example(9)
    next: str | None = Field(None, description="The path of the next page")
    previous: str | None = Field(None, description="The path of the page before")
    results: list[Thing]


class Index(Schema):
    """Where to begin."""

    name: str
    documentation: str
    openapi: str
    generation: int = example(7, "Grows whenever anything that the site shows changes")
    changed: datetime.datetime | None
    resources: dict[str, str]


class GameRecord(Schema):
    """A card game."""

    id: str = example("call-of-cthulhu", "Permanent")
    name: str = example("Call of Cthulhu")
    short_name: str | None = example("CoC")
    colour: str | None = example("#1d5c4a")
    restricted_titles: int | None = example(1, "How many different restricted titles a deck may have; null: unknown")
    documents: list[str] = example(["call-of-cthulhu/faq"], "The ids of its documents")
    rulings: int = example(345)
    cards: int = example(139)
    changed: datetime.date | None = Field(description="When something was published here last")
    url: str = example("/call-of-cthulhu/", PATH)


class SetRecord(Schema):
    """A cycle, deluxe box or edition of cards."""

    id: str = example("call-of-cthulhu/core-set", "Permanent")
    game: str = example("call-of-cthulhu")
    name: str = example("Core Set")
    packs: list[str]
    aliases: list[str] = example(["CS", "Core"])
    cards: int = example(28, "How many of its cards are known here")
    url: str = example("/call-of-cthulhu/cards/core-set/", PATH)


class CardRecord(Schema):
    """One title in one set."""

    id: str = example("call-of-cthulhu/core-set/F110-hound-of-tindalos", "Permanent; a merged card's redirects")
    game: str = example("call-of-cthulhu")
    set: str = example("Core Set")
    set_id: str = example("call-of-cthulhu/core-set")
    pack: str | None
    number: str | None = example("F110", "As printed")
    name: str = example("Hound of Tindalos")
    card_type: str | None
    statuses: list[Literal["banned", "restricted", "errata"]] = Field(
        description="What holds for the title, gravest first; empty: no erratum and no list is known"
    )
    url: str = example("/call-of-cthulhu/cards/core-set/F110-hound-of-tindalos/", PATH)


class CardName(Schema):
    """A card as the catalogue has it, or as printed where it is not known."""

    set: str | None
    number: str | None
    name: str


class CitedCard(CardName):
    """A card that a ruling names."""

    id: str | None = Field(description="null: it is not known which card is meant")
    url: str | None


class Mention(CitedCard):
    status: Status


class Link(Schema):
    """A reference to another ruling."""

    text: str
    key: str | None
    url: str | None
    status: Status


class SourceLines(Schema):
    """Where a ruling stands in the file it was read from; lines are counted from 1, and the last one belongs to it."""

    file: str
    first_line: int | None
    last_line: int | None


class RulingRecord(Schema):
    """One thing that a document says."""

    type: Literal["ruling"]
    id: str = example("call-of-cthulhu/faq/2.11", "Permanent")
    game: str = example("call-of-cthulhu")
    document: str = example("faq")
    edition: str = example("3.2", "The edition it is read in")
    kind: Kind
    scope: Literal["card", "general", "rulebook"] | None = Field(description="Of an erratum")
    key: str | None = example("2.11", "The printed label")
    title: str = Field(description="Of a question: the question")
    text: str = Field(description="Markdown, with references in double brackets; of a question: the answer")
    summary: str | None = Field(description="The same in our words, where there is a digest of the document")
    authority: Authority
    reverses_official: bool
    version_tag: str | None
    plain_title: str
    plain: str = Field(description="The text without markup")
    cards: list[CitedCard] = Field(description="The cards it is about")
    mentions: list[Mention]
    links: list[Link]
    heading_path: list[str]
    source: SourceLines
    since: str = example("3.2", "The edition that introduced this wording")
    until: str | None = Field(description="The edition that ended it")
    url: str = example("/call-of-cthulhu/faq/2.11/", PATH)
    # Last, because within this class the name means this field from here on.
    list: ListName | None = Field(description="Of a listing")


class RulingBrief(Schema):
    """A ruling by its names alone."""

    id: str
    kind: Kind
    key: str | None
    title: str
    url: str


class Wording(Schema):
    key: str | None
    title: str
    text: str


class Span(Schema):
    """A stretch of text that both wordings have, or only one of them."""

    operation: Literal["equal", "insert", "delete"]
    text: str


class Mark(Schema):
    """Something beside the text that changed."""

    what: str = example("label")
    before: str = example("2.4")
    after: str = example("2.5")


class ChangeRecord(Schema):
    """What an edition did to a ruling."""

    kind: ChangeKind
    also_reworded: bool = Field(description="Whether what moved has new words, too")
    ruling: RulingBrief
    edition: str = example("3.2")
    edition_id: str = example("call-of-cthulhu/faq/3.2")
    date: datetime.date | None = Field(description="Of the edition, as printed")
    published: datetime.datetime | None = Field(description="When it was published here")
    is_our_correction: bool = Field(description="Whether it corrects our import, and is no change of the publisher's")
    old: Wording | None
    new: Wording | None
    difference: list[Span] = Field(description="From the old text to the new one")
    marks: list[Mark]


class RulingDetail(RulingRecord):
    """A ruling with who cites it and what became of it."""

    html: str = Field(description="The text as safe HTML, its references as links")
    in_force: bool
    namesake: RulingBrief | None = Field(
        description="Another ruling that bears, in that edition, the label in this one's address"
    )
    cited_by: list[RulingBrief]
    history: list[ChangeRecord] = Field(description="Newest first")


class CardDetail(CardRecord):
    """A card with everything that is ruled about it."""

    printings: list[CardRecord] = Field(description="The other printings of its title")
    errata: list[RulingRecord] = Field(description="What it says now, heaviest authority first")
    listings: list[RulingRecord]
    rulings: list[RulingRecord] = Field(description="Other rulings about it")
    mentions: list[RulingRecord] = Field(description="Rulings that mention it")
    history: list[ChangeRecord] = Field(description="Newest first")


class ErrataSheetRecord(Schema):
    """What corrects or lists the cards of a set."""

    set: SetRecord
    errata: list[RulingRecord]
    listings: list[RulingRecord]


class DocumentRecord(Schema):
    """Something that rules are printed in, over the years."""

    id: str = example("call-of-cthulhu/faq", "Permanent")
    game: str = example("call-of-cthulhu")
    title: str = example("FAQ")
    authority: Authority
    edition: str | None = example("3.2", "The one in force")
    editions: list[str] = example(["3.2", "3.1"], "Newest first")
    url: str = example("/call-of-cthulhu/faq/", PATH)


class SectionRecord(Schema):
    title: str
    level: int
    rulings: list[RulingBrief]


class ChapterContents(Schema):
    id: str
    title: str
    url: str
    sections: list[SectionRecord]


class DocumentDetail(DocumentRecord):
    """A document with the contents of its edition in force."""

    chapters: list[ChapterContents]


class EditionRecord(Schema):
    """One published version of a document."""

    id: str = example("call-of-cthulhu/faq/3.2", "Permanent")
    game: str = example("call-of-cthulhu")
    document: str = example("faq")
    title: str = example("FAQ 3.2")
    label: str = example("3.2")
    date: datetime.date | None = Field(description="As printed")
    published: datetime.datetime | None = Field(description="When it was published here")
    authority: Authority
    in_force: bool
    corrects: str | None = Field(description="Of a correction of our import: the edition that it corrects")
    reason: str | None
    origin: str | None
    rulings: int = example(345)
    changes: dict[str, int] = example({"added": 12, "reworded": 3}, "What it did, if it is not the first one here")
    url: str = example("/call-of-cthulhu/faq/at/3.2/", PATH)
    compare_url: str | None


class EditionDetail(EditionRecord):
    """An edition with its contents."""

    chapters: list[ChapterContents]


class ChapterRecord(Schema):
    """A page of a chapter with its rulings in full."""

    document: str
    edition: str
    title: str
    total: int
    page: int
    pages: int
    results: list[RulingRecord]


class ComparisonRecord(Paged[ChangeRecord]):
    """What became of the rulings from one edition to another."""

    old: str = example("3.1")
    new: str = example("3.2")
    counts: dict[str, int] = example({"added": 12, "reworded": 3}, "What moved and was reworded counts for both")
    same: int


class ListingRecord(Schema):
    """A card's place on a list."""

    cards: list[CardName]
    text: str
    ruling: RulingBrief
    document: str
    since: str | None = example("3.0", "The first edition here that lists it")
    since_date: datetime.date | None
    edition: str


class DelistingRecord(Schema):
    """A card that left a list."""

    ruling: RulingBrief
    edition: str = Field(description="The edition that no longer lists it")
    date: datetime.date | None


class ListRecord(Schema):
    """A restricted or banned list."""

    id: str = example("call-of-cthulhu/restricted", "Permanent")
    game: str = example("call-of-cthulhu")
    notes: list[str] = Field(description="What the documents say of the list")
    cards: list[ListingRecord]
    left: list[DelistingRecord] = Field(description="Newest first")
    url: str = example("/call-of-cthulhu/lists/restricted/", PATH)
    # Last, because within this class the name means this field from here on.
    list: ListName


class StepRecord(RulingBrief):
    """A step of a timing chart."""

    text: str
    depth: int = Field(description="How deep it is nested")
    window_after: str | None = Field(description="The window that opens after it")
    cited_by: list[RulingBrief]


class ChartRecord(Schema):
    title: str
    heading_path: list[str]
    above: list[str]
    steps: list[StepRecord]
    below: list[str]


class ActionRecord(RulingBrief):
    text: str
    provokes_attacks_of_opportunity: bool | None = Field(description="null: the icon was lost in the source")


class ActionTableRecord(Schema):
    title: str
    actions: list[ActionRecord]


class TimingRecord(Schema):
    """The timing charts and action tables of a document."""

    document: str
    edition: str
    charts: list[ChartRecord]
    actions: list[ActionTableRecord]


class TagRecord(Schema):
    tag: str = example("v1.4")
    rulings: list[RulingBrief]


class TagsRecord(Schema):
    """The rulings of a document by the version tags that it prints."""

    document: str
    edition: str
    tags: list[TagRecord]


class SourceLine(Schema):
    number: int
    text: str


class SourceRecord(Schema):
    """Some lines of the text that an edition was read from."""

    edition_id: str
    file: str
    sha256: str
    total: int
    page: int
    pages: int
    lines: list[SourceLine]


class FindingRecord(Schema):
    kind: str
    first_line: int
    last_line: int
    before: str
    after: str
    source_url: str


class RepairsRecord(Schema):
    """What was repaired, corrected or left over when an edition was read."""

    edition_id: str
    findings: list[FindingRecord]
