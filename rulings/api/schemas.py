"""What the API answers with that nothing else does; the records of the site are in rulings/read_model/records/."""

from typing import Annotated, Any, Generic, TypeVar

from ninja import Schema
from pydantic import BaseModel, Field

from rulings.read_model.records.cards import CardRecord, CardStatus, SetRecord
from rulings.read_model.records.documents import EditionRecord
from rulings.read_model.records.rulings import ChangeRecord, NamedCard, OursRecord, RulingBrief, RulingRecord, Wording

Thing = TypeVar("Thing")


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
    state: str = Field(description="Names what the site shows now; no other state has the same name")
    changed: str | None
    resources: dict[str, str]


class ErrataSheetRecord(Schema):
    """What corrects or lists the cards of a set."""

    set: SetRecord
    page: int
    pages: int = Field(description="Long sheets have several pages")
    errata: list[RulingRecord]
    listings: list[RulingRecord]


class ComparisonRecord(Paged[ChangeRecord]):
    """What became of the rulings from one edition to another."""

    old: str = example("3.1")
    new: str = example("3.2")
    counts: dict[str, int] = example({"added": 12, "reworded": 3}, "What moved and was reworded counts for both")
    same: int


class Wanted(BaseModel):
    """A card that is asked for: by its id, or by its name and what else is known of it."""

    id: str = Field("", max_length=400, pattern=r"^[^\x00]*$")
    name: str = Field("", max_length=200, pattern=r"^[^\x00]*$")
    game: str = Field("", max_length=200, pattern=r"^[^\x00]*$")
    set: str = Field("", max_length=200, pattern=r"^[^\x00]*$")
    number: str = Field("", max_length=80, pattern=r"^[^\x00]*$")


class Missing(Schema):
    """A card of a batch that is not known."""

    wanted: Wanted
    suggestions: list[str]


class BatchRecord(Schema):
    found: list[CardRecord]
    missing: list[Missing]


class DeckCardRecord(Schema):
    """A line of a deck whose card is known."""

    line: int
    text: str
    section: str | None = Field(description="The heading that it stands under")
    count: int
    card: CardRecord
    statuses: list[CardStatus] = Field(description="By the editions that the deck is checked by")
    note: str | None


class UnknownRecord(Schema):
    """A line whose card is not known; if it is spelt right, no document here corrects, lists or mentions it."""

    line: int
    text: str
    section: str | None
    count: int
    name: str
    suggestions: list[str]


class SkippedRecord(Schema):
    """A remark or a heading."""

    line: int
    text: str


class TitleRecord(Schema):
    """What corrects, lists and rules one title of the deck."""

    name: str
    errata: list[RulingRecord]
    listings: list[RulingRecord]
    rulings: list[RulingRecord]


class CheckRecord(Schema):
    """One thing that was checked."""

    said: str
    kept: bool | None = Field(description="Null: it could not be checked")
    source: str | None
    url: str | None


class DeckRecord(Schema):
    """Everything that is known about a deck."""

    game: str
    editions: list[str] = Field(description="The ids of the editions that it was checked by")
    legal: bool | None = Field(
        description="By the lists, and by how many copies and cards are allowed; null: they do not say"
    )
    reasons: list[str]
    checks: list[CheckRecord] = Field(description="Everything that was checked, each with its source")
    copies: int
    cards: list[DeckCardRecord]
    unknown: list[UnknownRecord]
    skipped: list[SkippedRecord]
    titles: list[TitleRecord]
    mentions: list[RulingRecord]
    since: str | None
    changes: list[ChangeRecord] = Field(description="What has changed for the deck since that edition")


class ResultRecord(Schema):
    """A ruling or a card that fits."""

    type: str
    kind: str | None
    game: str
    document: str | None
    edition: str | None
    key: str | None
    title: str
    text: str
    snippet: str
    url: str
    authority: str | None
    ours: OursRecord | None = Field(
        None, description="Of wording that the source does not print: whose it is, and why; left out otherwise"
    )
    cards: list[NamedCard]


class Answer(Schema):
    """The answer to a question, where one ruling gives it."""

    sure: bool
    text: str
    url: str


class SearchRecord(Schema):
    """What fits best, best first."""

    query: str
    total: int
    suggestion: str | None = Field(description="How the query may have been meant")
    index: str = Field(
        description="ready; behind: something was just published, so this is a plain search for words; unavailable: "
        "the same, because the index cannot be read"
    )
    notes: list[str] = Field([], description="How the query was read, if not as plain words; left out otherwise")
    answer: Answer | None = Field(description="What answers the question outright; null: nothing is certain")
    results: list[ResultRecord]


class SuggestionRecord(Schema):
    """A page that is offered while somebody types."""

    kind: str
    title: str
    detail: str
    url: str


class CompletionRecord(Schema):
    query: str
    suggestions: list[SuggestionRecord]


class CitedRecord(Schema):
    """A ruling that was cited."""

    ruling: RulingBrief
    edition: str = Field(description="The edition it is read in: the one that was cited, or the one in force")
    url: str = Field(description="The address of what was cited")
    current_url: str = Field(description="The address of what is in force")
    wording: Annotated[Wording, Field(description="As it was cited")]
    in_force: bool
    warning: str | None = Field(description="What a newer edition has done to it since")
    change: ChangeRecord | None = Field(description="The same with the difference")


class PageRecord(Schema):
    title: str
    url: str


class ResolutionRecord(Schema):
    """What a citation turned out to mean."""

    query: str
    found: bool
    rulings: list[CitedRecord]
    cards: list[CardRecord]
    editions: list[EditionRecord]
    pages: list[PageRecord] = Field(description="Other pages: lists, chapters and so on")
    notes: list[str]
    nearest: list[RulingBrief] = Field(description="Where nothing was found: what fits the words best")


class EmbedRecord(Schema):
    """How to embed a page, as in oEmbed 1.0."""

    version: str
    type: str
    title: str
    provider_name: str
    provider_url: str
    cache_age: int
    html: str
    width: int
    height: int


class DownloadRecord(Schema):
    """A file to download."""

    name: str
    about: str
    size: int = Field(description="In bytes")
    built: str = Field(json_schema_extra={"format": "date-time"})
    url: str
