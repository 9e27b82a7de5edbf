"""A stored revision as the record that an importer made of it, so that editions can be compared and written out."""

from importers.house import write_house
from importers.records import Authority, CardCitation, Kind, ListName, ParsedDocument, ParsedRuling, Scope
from rulings.models import Edition, Revision, Ruling


def house_text(edition: Edition) -> str:
    """An edition as it is published, in the house format."""
    return write_house(document_of(edition))


def document_of(edition: Edition) -> ParsedDocument:
    """The record of an edition as it is published."""
    document = edition.document
    standing = edition.changes.standing().select_related("revision", "ruling__document").order_by("position")
    return ParsedDocument(
        game=document.game.name,
        document=document.title,
        edition=edition.label,
        authority=Authority(document.authority),
        date=edition.date,
        source=edition.origin,
        rulings=tuple(record_of(change.revision, change.ruling) for change in standing if change.revision),
    )


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
