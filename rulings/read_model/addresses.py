"""The addresses of everything that is shown, from the parts of its id; as rulings/urls.py has them."""

from urllib.parse import quote, urlsplit

from rulings.models import Card, CardSet, Document, Edition, Ruling

# What may stand in a path as it is, as Django has it.
SAFE = "!*'();:@&=+$,/~"
# Lines on a page of a source.
SOURCE_LINES = 400


def path(*parts: str) -> str:
    """A path on this site."""
    return quote(f"/{'/'.join(parts)}/", safe=SAFE)


def set_id(card_set: CardSet) -> str:
    return f"{card_set.game.slug}/{card_set.slug}"


def card_id(card: Card) -> str:
    return f"{set_id(card.card_set)}/{card.slug}"


def document_id(document: Document) -> str:
    return f"{document.game.slug}/{document.slug}"


def edition_id(edition: Edition) -> str:
    return f"{document_id(edition.document)}/{edition.slug}"


def ruling_id(ruling: Ruling) -> str:
    return f"{document_id(ruling.document)}/{ruling.slug}"


def of_set(card_set: CardSet) -> str:
    return path(card_set.game.slug, "cards", card_set.slug)


def of_card(card: Card) -> str:
    return path(card.card_set.game.slug, "cards", card.card_set.slug, card.slug)


def of_document(document: Document) -> str:
    return path(document_id(document))


def of_edition(edition: Edition, *within: str) -> str:
    """The page of an edition as it stood, or a page below it."""
    return path(document_id(edition.document), "at", edition.slug, *within)


def of_ruling(ruling: Ruling, at: Edition | None = None) -> str:
    """The address of a ruling today, or as it stood in an edition of its document."""
    document = ruling.document
    if at is None or not at.is_of(document):
        return path(ruling_id(ruling))
    return path(document_id(document), "at", at.slug, ruling.slug)


def of_list(game: str, list_name: str) -> str:
    return path(game, "lists", list_name)


def of_comparison(document: Document, *, old: str, new: str) -> str:
    """The comparison of two editions, by their slugs."""
    return path(document_id(document), "compare", f"{old}...{new}")


def of_source_page(edition: Edition, page: int, *, first: int | None = None, last: int | None = None) -> str:
    """A page of the file that an edition was read from, with some of its lines marked."""
    url = of_edition(edition, f"source/page-{page}")
    return f"{url}?lines={first}-{last or first}" if first else url


def of_source(edition: Edition, line: int | None = None) -> str:
    """The source of an edition, at a line of it."""
    url = of_edition(edition, "source")
    if not line:
        return url
    number = (line - 1) // SOURCE_LINES + 1
    return f"{url}?page={number}#L{line}" if number > 1 else f"{url}#L{line}"


def path_in(address: str) -> str:
    """The path of an address that somebody gave us; empty where it cannot be read as one."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""
