"""A stored revision as the record an importer made of it, so that editions can be compared and written out."""

from importers.records import Authority, CardCitation, Kind, Lines, ListName, ParsedRuling, Scope
from rulings.models import Change, Revision, Ruling


def record_of(revision: Revision, ruling: Ruling, *, change: Change | None = None) -> ParsedRuling:
    """The record of a revision; with its lines in an edition if that edition's change is given."""
    own_authority = Authority(revision.authority)
    lines = None
    if change is not None and change.first_line is not None and change.last_line is not None:
        lines = Lines(change.first_line, change.last_line)
    return ParsedRuling(
        kind=Kind(ruling.kind),
        scope=Scope(ruling.scope) if ruling.scope else None,
        list_name=ListName(ruling.list_name) if ruling.list_name else None,
        heading_path=tuple(revision.heading_path),
        title=revision.title,
        text=revision.text,
        key=revision.key,
        cards=tuple(CardCitation(**card) for card in revision.cards),
        version_tag=revision.version_tag,
        reverses_official=revision.reverses_official,
        authority=None if own_authority == ruling.document.authority else own_authority,
        depth=revision.depth,
        window_after=revision.window_after,
        lines=lines,
    )
