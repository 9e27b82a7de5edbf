"""Documents: their contents, chapters and rulings today and in the past, what changed, and where they come from."""

from rulings.selectors.documents.contents import (
    chapter_page,
    chapter_record,
    contents_page,
    contents_records,
)
from rulings.selectors.documents.history import (
    compare_editions,
    compared_page,
    latest_change_records,
    latest_changes,
)
from rulings.selectors.documents.lifelines import change_bar, life_line
from rulings.selectors.documents.printing import printed
from rulings.selectors.documents.reading import (
    Reading,
    as_document,
    by_tag,
    document_records,
    documents,
    edition_summaries,
    editions,
    editions_of,
    findings_by_kind,
    our_corrections,
    read_document,
    read_edition,
    repairs_record,
    source_page,
    source_record,
    tagged_page,
    tags_record,
)
from rulings.selectors.documents.releasing import OUR_CORRECTIONS, NotePage, drafted_note, note_of, release_note
from rulings.selectors.documents.resting import Resting, consequences, resting
from rulings.selectors.documents.rulings import RulingPage, ruling_detail, ruling_page, shown_ruling
from rulings.selectors.documents.stepping import StepPlace, step_place
from rulings.selectors.documents.strips import strip_of
from rulings.selectors.documents.timing import action_tables, other_charts, timing_charts, timing_record

__all__ = [
    "OUR_CORRECTIONS",
    "NotePage",
    "Reading",
    "Resting",
    "RulingPage",
    "StepPlace",
    "action_tables",
    "as_document",
    "by_tag",
    "change_bar",
    "chapter_page",
    "chapter_record",
    "compare_editions",
    "compared_page",
    "consequences",
    "contents_page",
    "contents_records",
    "document_records",
    "documents",
    "drafted_note",
    "edition_summaries",
    "editions",
    "editions_of",
    "findings_by_kind",
    "latest_change_records",
    "latest_changes",
    "life_line",
    "note_of",
    "other_charts",
    "our_corrections",
    "printed",
    "read_document",
    "read_edition",
    "release_note",
    "repairs_record",
    "resting",
    "ruling_detail",
    "ruling_page",
    "shown_ruling",
    "source_page",
    "source_record",
    "step_place",
    "strip_of",
    "tagged_page",
    "tags_record",
    "timing_charts",
    "timing_record",
]
