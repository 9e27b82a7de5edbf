"""From the parts of an address to what it names; 404 for what never was, 410 for what was withdrawn."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from rulings.models import Document, Edition, Game


class GoneError(Exception):
    """What was at this address has been withdrawn."""


def find_game(slug: str) -> Game:
    """The game of that slug, if it has something to show."""
    return get_object_or_404(Game.objects.shown(), slug=slug)


def find_document(game: str, document: str) -> Document:
    """The document of that address, if an edition of it is in force."""
    documents = Document.objects.select_related("game", "current")
    found = get_object_or_404(documents, game__slug=game, slug=document)
    if found.current is None:
        if found.editions.filter(state=Edition.State.WITHDRAWN).exists():
            raise GoneError
        raise Http404
    return found


def find_edition(document: Document, slug: str) -> Edition:
    """The published edition of that label."""
    edition = document.editions.published().filter(slug=slug).first()
    if edition is None:
        if document.editions.filter(slug=slug, state=Edition.State.WITHDRAWN).exists():
            raise GoneError
        raise Http404
    edition.document = document
    return edition
