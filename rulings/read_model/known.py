"""History and catalogue as the pure parts want them: a revision as its record, the cards as the resolver knows them."""

from importers.folding import fold_title
from importers.house import write_house
from importers.records import Authority, CardCitation, Kind, ListName, ParsedDocument, ParsedRuling, Scope
from importers.resolving import Catalogue, KnownCard, SetName
from rulings.models import Alias, Card, CardAlias, CardText, Edition, Game, Pack, Revision, Ruling
from rulings.read_model.same import likeness_of


def load_catalogue(game: Game) -> Catalogue:
    """The cards that a game shows, with the names and aliases of its sets and packs."""
    cards = Card.objects.shown().filter(card_set__game=game)
    texts = dict(CardText.objects.filter(card__card_set__game=game).values_list("card", "text"))
    known = (
        KnownCard(
            *(pk, name, card_set, pack or "", number, subtitle),
            level=str(facts.get("level", "")),
            likeness=f"{card_type}|{subtitle}|{likeness_of(facts)}|{texts.get(pk, '')}" if facts else "",
            is_listed=bool(external_id),
        )
        for pk, name, card_set, pack, number, subtitle, external_id, card_type, facts in cards.values_list(
            *("pk", "name", "card_set__name", "pack__name", "number", "subtitle", "external_id", "card_type", "facts")
        )
    )
    others = CardAlias.objects.filter(card__in=cards).values_list(
        "card", "name", "set_name", "card__card_set__name", "card__pack__name", "number", "card__number"
    )
    places = set_names(game)
    called = []
    for pk, name, given, own, pack, number, own_number in others:
        # A set may have been merged or renamed since.
        place = places.get(fold_title(given), SetName(given)) if given else SetName(own, pack or "")
        called.append(KnownCard(pk, name, place.set, place.pack, number or own_number))
    return Catalogue((*known, *called), aliases=places)


def set_names(game: Game) -> dict[str, SetName]:
    """The sets and packs of a game by their folded names and aliases."""
    packs = Pack.objects.filter(card_set__game=game).select_related("card_set")
    aliases = Alias.objects.filter(game=game).select_related("card_set", "pack")
    return {
        **{fold_title(pack.name): SetName(pack.card_set.name, pack.name) for pack in packs},
        **{fold_title(card_set.name): SetName(card_set.name) for card_set in game.card_sets.all()},
        **{one.folded: SetName(one.card_set.name, one.pack.name if one.pack else "") for one in aliases},
    }


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
        play_format=ruling.format,
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
        short=revision.short,
        note=revision.note,
    )
