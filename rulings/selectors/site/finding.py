"""From the parts of an address to what it names."""

from collections.abc import Sequence

from rulings.models import CardSet, Document, Edition, FormerAddress, Game
from rulings.read_model import addresses
from rulings.read_model.records.cards import GameDetail
from rulings.selectors.site.frames import game_called, game_frame


class MissingError(Exception):
    """There never was anything at this address."""


class WithdrawnError(Exception):
    """What was at this address has been withdrawn; its editor may have said why."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


class MovedError(Exception):
    """What was at this address is somewhere else now."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


def find_game(slug: str) -> GameDetail:
    """The game of that slug, if it has something to show."""
    game = game_frame(slug) if "\x00" not in slug else None
    if game is None:
        raise MissingError
    return game


def find_game_called(name: str) -> GameDetail:
    """The game of a slug, name or short name."""
    return find_game(game_called(name))


def find_card_set(game: str, *, slug: str) -> CardSet:
    """The card set of that address."""
    found = find_game(game)
    card_set = CardSet.objects.select_related("game").filter(game=found["pk"], slug=slug).first()
    if card_set is None:
        raise absence_at(found["pk"], slug)
    return card_set


def absence_at(game: int, set_slug: str, card_slug: str = "") -> Exception:
    """Why there is no card or set at an address: it was merged into another, or never was there."""
    former = FormerAddress.objects.filter(game=game, set_slug=set_slug, card_slug=card_slug)
    moved = former.select_related("card__card_set__game", "card_set__game").first()
    if moved and moved.card:
        return MovedError(addresses.of_card(moved.card))
    return MovedError(addresses.of_set(moved.card_set)) if moved and moved.card_set else MissingError()


def find_documents(game: str, *, slug: str) -> list[Document]:
    """What is in force at that address: the document, then the digest of it; at least one of them."""
    if "\x00" in game or "\x00" in slug:
        raise MissingError
    documents = list(Document.objects.at(game, slug))
    in_force = [document for document in documents if document.current]
    if not in_force:
        raise _absence_of(documents)
    return in_force


def find_edition(game: str, *, document: str, slug: str) -> Edition:
    """The published edition of that label, of the document or else of its digest; as we have corrected it last."""
    edition = find_editions(game, document=document, slugs=[slug])[0]
    corrected = edition.corrections.published().order_by("position").last()
    if corrected is None:
        return edition
    corrected.document = edition.document
    return corrected


def find_editions(game: str, *, document: str, slugs: Sequence[str]) -> list[Edition]:
    """The published editions of these addresses or labels, all of the document or else all of its digest."""
    if any("\x00" in slug for slug in slugs):
        raise MissingError
    documents = find_documents(game, slug=document)
    for candidate in documents:
        published = candidate.editions.published()
        editions = {edition.label: edition for edition in published.filter(label__in=slugs, corrects=None)}
        editions |= {edition.slug: edition for edition in published.filter(slug__in=slugs)}
        if all(slug in editions for slug in slugs):
            for edition in editions.values():
                edition.document = candidate
            return [editions[slug] for slug in slugs]
    raise _absence_of(documents, slugs)


def model_of(game: GameDetail) -> Game:
    """The game itself, for what looks into history."""
    return Game.objects.get(pk=game["pk"])


def _absence_of(documents: Sequence[Document], slugs: Sequence[str] = ()) -> Exception:
    withdrawn = Edition.objects.filter(document__in=documents, state=Edition.State.WITHDRAWN)
    if slugs:
        withdrawn = withdrawn.filter(slug__in=slugs)
    last = withdrawn.order_by("-withdrawn_at").values_list("withdrawal_reason", flat=True).first()
    return WithdrawnError(last) if last is not None else MissingError()
