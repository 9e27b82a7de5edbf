"""A stored revision as the record an importer made of it, so that editions can be compared and written out."""

from importers.records import Authority, CardCitation, Kind, ListName, ParsedRuling, Scope
from rulings.models import Revision, Ruling


def record_of(revision: Revision, ruling: Ruling) -> ParsedRuling:
    """The record of a revision; where it stood in an edition is in that edition's change."""
    own_authority = Authority(revision.authority)
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
    )
