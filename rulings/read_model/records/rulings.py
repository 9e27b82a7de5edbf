"""Rulings, and what editions did to them."""

from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from importers.records import Authority, ChangeKind, Kind, ListName, Scope
from importers.resolving import Status
from rulings.diffing.words import Operation
from rulings.read_model.records import PATH, a_date, a_time, said


class NamedCard(TypedDict):
    """A card by its names: as the catalogue has it, or as printed where it is not known."""

    set: str | None
    number: str | None
    name: str


class NamedMention(NamedCard):
    status: Status


class CitedCard(NamedCard):
    """A card that a ruling names."""

    id: Annotated[str | None, said("null: it is not known which card is meant")]
    url: str | None


class Mention(CitedCard):
    status: Status


class Link(TypedDict):
    """A reference to another ruling."""

    text: str
    key: str | None
    url: str | None
    status: Status


class SourceLines(TypedDict):
    """Where a ruling stands in the file it was read from; lines are counted from 1, and the last one belongs to it."""

    file: str
    first_line: int | None
    last_line: int | None
    more: Annotated[list[dict[str, int]], said("Lines that belong to it and stand elsewhere")]
    page: Annotated[int | None, said("The page of the file, where it has pages")]


# The keys that cannot be written as attributes: within a class, "list" would then mean this key.
class _Listed(TypedDict):
    list: Annotated[ListName | None, said("Of a listing")]


class SaidRuling(_Listed):
    """What exports and the API say alike of a ruling."""

    type: Literal["ruling"]
    game: Annotated[str, said("", "call-of-cthulhu")]
    document: Annotated[str, said("", "faq")]
    edition: Annotated[str, said("The edition it is read in", "3.2")]
    kind: Kind
    scope: Annotated[Scope | None, said("Of an erratum")]
    format: Annotated[str | None, said("Of a listing: the way of playing it holds for; null: all of them")]
    key: Annotated[str | None, said("The printed label", "2.11")]
    title: Annotated[str, said("Of a question: the question")]
    text: Annotated[str, said("Markdown, with references in double brackets; of a question: the answer")]
    authority: Authority
    reverses_official: bool
    version_tag: str | None
    links: list[Link]
    heading_path: list[str]
    source: SourceLines
    window_after: Annotated[str | None, said("Of a step: the window that opens after it")]
    note: Annotated[str | None, said("A note of ours on this ruling")]
    ours: Annotated["OursRecord | None", said("Of wording that the source does not print: whose it is, and why")]
    summary: Annotated[str | None, said("The same in our words, where a digest says it in other words")]
    since: Annotated[str, said("The edition that introduced this wording", "3.2")]
    until: Annotated[str | None, said("The edition that ended it")]
    url: Annotated[str, said(PATH, "/call-of-cthulhu/faq/2.11/")]


class ExportedRuling(SaidRuling):
    """One thing that a document says, as `manage.py export` writes it."""

    cards: list[NamedCard]
    mentions: list[NamedMention]


class OursRecord(TypedDict):
    """Wording of ours in place of the publisher's."""

    reason: Annotated[str, said("Why it is ours", "A misprint.")]
    printed: Annotated[str | None, said("What the source says; null if it does not have this ruling")]
    source: Annotated[str, said("The edition whose source that is", "FAQ 3.3")]


class RulingRecord(SaidRuling):
    """One thing that a document says."""

    id: Annotated[str, said("Permanent", "call-of-cthulhu/faq/2.11")]
    cards: Annotated[list[CitedCard], said("The cards it is about")]
    mentions: list[Mention]
    plain_title: str
    plain: Annotated[str, said("The text without markup")]


class ShortRecord(TypedDict):
    """What the digest says of a ruling: where it says something that the ruling's own words do not."""

    html: str
    markdown: str
    # The label of the digest, if it is another than that of the ruling's edition.
    as_of: str


class Span(TypedDict):
    """A stretch of text that both wordings have, or only one of them."""

    operation: Operation
    text: str


class ShownWording(RulingRecord):
    """A ruling with what it takes to show it."""

    slug: str
    anchor: str
    # What rulings are ordered by: the weight of their authority, then as the documents have them.
    order: list[int]
    game_name: str
    document_title: str
    edition_title: str
    edition_url: str
    edition_id: str
    source_url: str
    kind_name: str
    is_digest: bool
    # Whether the cards it is about stand in place of a title.
    is_headed_by_cards: bool
    unchanged_since: str
    depth: int
    title_html: str
    html: str
    # The text as Markdown; \ue000 stands for the address of the site.
    markdown: str
    short: ShortRecord | None
    # Of an erratum that prints both: what it replaces and by what, word for word.
    replacements: list[list[Span]]
    # What of the printed name of a listed card is not the catalogue's.
    listed_name: str
    cited_by: list["RulingBrief"]
    search: "SearchedRecord"


class SearchedRecord(TypedDict):
    """What a ruling is found by, in addition to its own words: what its digest says, and whose phrasings are its."""

    texts: list[str]
    rulings: list[int]


class RulingBrief(TypedDict):
    """A ruling by its names alone."""

    id: str
    kind: Kind
    key: str | None
    title: str
    url: str


class Wording(TypedDict):
    key: str | None
    title: str
    text: str


class Mark(TypedDict):
    """Something next to the text that changed."""

    what: Annotated[str, said("", "label")]
    before: Annotated[str, said("", "2.4")]
    after: Annotated[str, said("", "2.5")]


class ChangeRecord(_Listed):
    """What an edition did to a ruling."""

    kind: ChangeKind
    also_reworded: Annotated[bool, said("Whether what moved has new words, too")]
    only_markup: Annotated[bool, said("Whether the same words are set in another way")]
    ruling: RulingBrief
    ruling_kind: Annotated[str, said("What was changed", "erratum on the restricted list")]
    version_tag: str | None
    edition: Annotated[str, said("", "3.2")]
    edition_id: Annotated[str, said("", "call-of-cthulhu/faq/3.2")]
    edition_title: Annotated[str, said("", "FAQ 3.2")]
    edition_url: Annotated[str, said(PATH)]
    then_url: Annotated[str | None, said("The ruling as it stood in that edition")]
    date: Annotated[str | None, a_date("Of the edition, as printed")]
    published: Annotated[str | None, a_time("When it was published here")]
    is_first: Annotated[bool, said("Whether no edition before it is here, so that nothing is known to have changed")]
    is_our_correction: Annotated[bool, said("Whether it corrects our import, and is not a change by the publisher")]
    reason: str | None
    old: Wording | None
    new: Wording | None
    title_difference: Annotated[list[Span], said("From the old title to the new one; empty if they are the same")]
    difference: Annotated[list[Span], said("From the old text to the new one")]
    marks: list[Mark]


class ReviewRecord(TypedDict):
    """That somebody looked at a ruling again because something that it rests on had changed."""

    edition_title: Annotated[str, said("The edition that it was reviewed against", "FAQ 3.3")]
    edition_url: Annotated[str, said(PATH)]
    date: Annotated[str, a_date("When")]


class RulingDetail(RulingRecord):
    """A ruling with who cites it and what became of it."""

    html: Annotated[str, said("The text as safe HTML, its references as links")]
    in_force: bool
    namesake: Annotated[
        RulingBrief | None, said("Another ruling that bears, in that edition, the label in this one's address")
    ]
    cited_by: list[RulingBrief]
    history: Annotated[list[ChangeRecord], said("Newest first")]
    reviewed: Annotated[ReviewRecord | None, said("The last review because of a change elsewhere")]


class ShownRecord(ShownWording):
    """A ruling in force with what surrounds it, as it is stored."""

    before: RulingBrief | None
    after: RulingBrief | None
    namesake: RulingBrief | None
    same_cards: list[dict[str, Any]]
    findings: list[dict[str, Any]]
