"""Whether there is something to read at an address of the site, given the parts of it."""

from collections.abc import Mapping

from rulings.selectors.cards import lists_of
from rulings.selectors.chapters import chapters_of
from rulings.selectors.documents import contents, read_document
from rulings.selectors.finding import MissingError, find_card_set, find_editions, find_game


def require_page(parts: Mapping[str, str]) -> None:
    """Raise what says why, unless the parts of an address name a game, set, list, document, chapter or comparison."""
    game = find_game(parts["game"])
    if "card_set" in parts:
        find_card_set(game.slug, slug=parts["card_set"])
    elif "list_name" in parts:
        if parts["list_name"] not in {name for _, name in lists_of(game)}:
            raise MissingError
    elif "old" in parts:
        find_editions(game.slug, document=parts["document"], slugs=[parts["old"], parts["new"]])
    elif "document" in parts:
        reading = read_document(game.slug, slug=parts["document"], edition=parts.get("edition", ""))
        if "chapter" in parts:
            chapters = chapters_of(reading.document, contents(reading.edition))
            if parts["chapter"] not in {chapter.slug for chapter in chapters}:
                raise MissingError
