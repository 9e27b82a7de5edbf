"""From the parts of an address to what it names."""

from rulings.models import CardSet, Document, Edition, Game


class MissingError(Exception):
    """There never was anything at this address."""


class WithdrawnError(Exception):
    """What was at this address has been withdrawn."""


def find_game(slug: str) -> Game:
    """The game of that slug, if it has something to show."""
    game = Game.objects.shown().filter(slug=slug).first()
    if game is None:
        raise MissingError
    return game


def find_card_set(game: str, *, slug: str) -> CardSet:
    """The card set of that address."""
    card_set = find_game(game).card_sets.select_related("game").filter(slug=slug).first()
    if card_set is None:
        raise MissingError
    return card_set


def find_document(game: str, *, slug: str) -> Document:
    """The document of that address, if an edition of it is in force."""
    documents = Document.objects.select_related("game", "current")
    document = documents.filter(game__slug=game, slug=slug).first()
    if document is None:
        raise MissingError
    if document.current is None:
        raise _absence_of(document, slug=None)
    return document


def find_edition(document: Document, *, slug: str) -> Edition:
    """The published edition of that label."""
    if "\x00" in slug:
        raise MissingError
    edition = document.editions.published().filter(slug=slug).first()
    if edition is None:
        raise _absence_of(document, slug=slug)
    edition.document = document
    return edition


def _absence_of(document: Document, *, slug: str | None) -> Exception:
    withdrawn = document.editions.filter(state=Edition.State.WITHDRAWN)
    if slug is not None:
        withdrawn = withdrawn.filter(slug=slug)
    return WithdrawnError() if withdrawn.exists() else MissingError()
