"""Appends an edition to history: its rulings, revisions, changes and findings."""

from collections.abc import Callable, Sequence

from importers.records import ChangeKind, ParsedDocument, ParsedRuling, Severity
from rulings.models import Change, Document, Edition, Finding, Revision, Ruling
from rulings.services import addressing
from rulings.services.reconciling import PlannedChange

BATCH = 500
# Why a change is ours; empty for the publisher's.
Reasons = Callable[[PlannedChange], str]
# The place of the page number in a line of a stored layout.
PAGE = 1


def pages_of(edition: Edition) -> list[int]:
    """By source line, the page of a file that has pages."""
    layout = edition.source.layout
    return [row[PAGE] for row in layout["lines"]] if layout and layout["pages"] else []


def write_changes(edition: Edition, planned: Sequence[PlannedChange], *, reasons: Reasons) -> list[Change]:
    """Append rulings, revisions and changes; the changes are returned."""
    pages = pages_of(edition)
    rulings = _write_rulings(edition.document, planned)
    revisions: dict[int, Revision] = {}
    for position, change in enumerate(planned):
        if change.new is not None and change.kind is not ChangeKind.SAME:
            revisions[position] = revision_of(change.new, rulings[position], edition)
    Revision.objects.bulk_create(revisions.values(), batch_size=BATCH)
    changes = [
        _change_of(change, rulings[position], edition, position=position, revision=revisions.get(position), pages=pages)
        for position, change in enumerate(planned)
    ]
    for written, one in zip(changes, planned, strict=True):
        written.reason = reasons(one) if one.kind is not ChangeKind.SAME else ""
    return Change.objects.bulk_create(changes, batch_size=BATCH)


def _write_rulings(document: Document, planned: Sequence[PlannedChange]) -> list[Ruling]:
    taken = set(document.rulings.values_list("slug", flat=True))
    rulings, made = [], []
    for change in planned:
        ruling = change.ruling
        if ruling is None and change.new is not None:
            slug = change.slug or addressing.slug_for_ruling(change.new, taken=taken)
            taken.add(slug)
            ruling = Ruling(
                document=document,
                kind=change.new.kind.value,
                scope=change.new.scope.value if change.new.scope else "",
                list_name=change.new.list_name.value if change.new.list_name else "",
                format=change.new.play_format,
                slug=slug,
            )
            made.append(ruling)
        if ruling is not None:
            rulings.append(ruling)
    Ruling.objects.bulk_create(made, batch_size=BATCH)
    return rulings


def revision_of(new: ParsedRuling, ruling: Ruling, edition: Edition) -> Revision:
    """The wording that an edition would introduce, not saved."""
    return Revision(
        ruling=ruling,
        edition=edition,
        key=new.key,
        title=new.title,
        text=new.text,
        heading_path=list(new.heading_path),
        cards=[vars(card) for card in new.cards],
        version_tag=new.version_tag,
        reverses_official=new.reverses_official,
        authority=new.authority.value if new.authority else edition.document.authority,
        depth=new.depth,
        window_after=new.window_after,
        short=new.short,
        note=new.note,
    )


def _change_of(
    change: PlannedChange,
    ruling: Ruling,
    edition: Edition,
    *,
    position: int,
    revision: Revision | None,
    pages: Sequence[int],
) -> Change:
    lines = change.new.lines if change.new else None
    return Change(
        edition=edition,
        ruling=ruling,
        kind=change.kind.value,
        revision=change.previous if change.kind is ChangeKind.SAME else revision,
        previous=change.previous,
        position=position,
        first_line=lines.first if lines else None,
        last_line=lines.last if lines else None,
        more_lines=[[one.first, one.last] for one in change.new.elsewhere] if change.new else [],
        page=pages[lines.first - 1] if lines and lines.first <= len(pages) else None,
        is_marked=bool(change.new and change.new.is_marked),
    )


def write_findings(edition: Edition, parsed: ParsedDocument) -> None:
    """Keep what was repaired, left over or doubtful, so that pages can say so."""
    found = [(one.kind.value, one.line, max(one.line, one.last_line), one.before, one.after) for one in parsed.repairs]
    found += [(Finding.Kind.LEFTOVER, one.lines.first, one.lines.last, one.text, "") for one in parsed.leftovers]
    found += [
        (Finding.Kind.WARNING, one.line, one.line, "", one.message)
        for one in parsed.problems
        if one.severity is Severity.WARNING
    ]
    Finding.objects.bulk_create(
        (
            Finding(edition=edition, kind=kind, first_line=first, last_line=last, before=before, after=after)
            for kind, first, last, before, after in found
        ),
        batch_size=BATCH,
    )
