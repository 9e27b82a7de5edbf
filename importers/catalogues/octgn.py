"""Reads the sets of OCTGN: set.xml files with a card's properties by name."""

from collections.abc import Mapping

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from importers.catalogues.columns import MARKS, card_of
from importers.catalogues.records import CatalogueCard, CatalogueError
from importers.records import one_line


def read_set(data: bytes, *, file: str, signs: Mapping[str, str]) -> tuple[list[CatalogueCard], list[str]]:
    """The cards of a set, and what has no name."""
    try:
        root = fromstring(data, forbid_dtd=True)
    except ParseError as error:
        raise CatalogueError(
            f"{file}: this XML is broken ({error}). Get the file again. Nothing was imported."
        ) from None
    except (DefusedXmlException, ValueError):
        raise CatalogueError(f"{file}: this XML declares things that a set of cards does not need.") from None
    set_name = one_line(root.get("name") or "")
    cards = list(root.iter("card"))
    if root.tag != "set" or not set_name or not cards:
        raise CatalogueError(f"{file}: this is XML, but no OCTGN set: there must be a <set name=…> with cards in it.")
    has_marks = any(MARKS.match(card.get("name") or "") for card in cards)
    read: list[CatalogueCard] = []
    skipped: list[str] = []
    for number, card in enumerate(cards, 1):
        where = f"{file}, card {number}"
        properties = {one.get("name") or "": one.get("value") or "" for one in card.findall("property")}
        values = {"name": card.get("name") or "", "id": card.get("id") or "", "set": set_name, **properties}
        if not values["name"].strip():
            skipped.append(where)
            continue
        read.append(card_of(values, signs=signs, where=where, original=values, has_marks=has_marks))
    return read, skipped
