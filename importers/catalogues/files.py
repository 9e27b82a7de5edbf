"""What a catalogue is, by its content: a table, an OCTGN set or a folder of them, or a folder of JSON."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from importers.catalogues import deckbuilders
from importers.catalogues.octgn import read_set
from importers.catalogues.records import CatalogueCard, CatalogueError, ReadCatalogue
from importers.catalogues.tables import is_table_of_cards, read_packs, read_table
from importers.checking import LONGEST_LABEL, LONGEST_NAME
from importers.extraction.files import decode_text
from importers.sources import UnreadableSourceError

LARGEST = 50 * 1024**2
LONGEST = {"number": LONGEST_LABEL, "type": 80, "external_id": 80}
ADVICE = "Give a CSV file, an OCTGN set.xml, a folder of them, or a folder with packs.json and pack/."


def read_catalogue(path: Path, *, signs: Mapping[str, str] | None = None) -> ReadCatalogue:
    """The cards of a file or folder; raises CatalogueError with what to do."""
    signs = signs or {}
    if not path.exists():
        raise CatalogueError(f"{path} was not found: check the path.")
    notes: list[str] = []
    try:
        if path.is_dir():
            cards, skipped, notes = _read_folder(path, signs)
        else:
            cards, skipped = _read_file(path, signs)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror}.") from error
    if not cards:
        raise CatalogueError(f"{path.name} does not contain any cards. {ADVICE}")
    check_cards(cards)
    return ReadCatalogue(path.name, tuple(cards), tuple(skipped), tuple(notes))


def _read_folder(folder: Path, signs: Mapping[str, str]) -> tuple[list[CatalogueCard], list[str], list[str]]:
    if deckbuilders.is_folder_of_packs(folder):
        return deckbuilders.read_folder(folder, signs=signs)
    sets = sorted(folder.rglob("*.xml"))
    tables = [] if sets else [one for one in sorted(folder.glob("*.csv")) if is_table_of_cards(_first_line(one))]
    cards: list[CatalogueCard] = []
    skipped: list[str] = []
    for file in (*sets, *tables):
        # A list of packs is a table, too, and names no cards.
        if file in tables and len(tables) > 1 and _is_list_of_packs(file, tables):
            continue
        found, left = _read_file(file, signs, name=str(file.relative_to(folder)))
        cards += found
        skipped += left
    if not sets and not tables:
        raise CatalogueError(f"{folder.name} does not contain a catalogue of cards. {ADVICE}")
    return cards, skipped, []


def _read_file(path: Path, signs: Mapping[str, str], *, name: str = "") -> tuple[list[CatalogueCard], list[str]]:
    name = name or path.name
    if path.stat().st_size > LARGEST:
        raise CatalogueError(f"{name} has more than {LARGEST // 1024**2} MB: is it the right file?")
    data = path.read_bytes()
    start = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        return read_set(data, file=name, signs=signs)
    if start.startswith((b"[", b"{")):
        folder = next((one for one in path.parents if deckbuilders.is_folder_of_packs(one)), None)
        raise CatalogueError(
            f"{name} is one file of a catalogue of JSON: give the folder that has packs.json and pack/"
            + (f": {folder}." if folder else ".")
        )
    try:
        text = decode_text(data, name=name)
    except UnreadableSourceError as error:
        raise CatalogueError(f"{error} {ADVICE}") from None
    return read_table(text.splitlines(keepends=True), file=name, signs=signs, packs=_packs_next_to(path))


def _packs_next_to(path: Path) -> dict[str, str]:
    """The names of packs by their codes, from tables in the same folder."""
    found: dict[str, str] = {}
    for one in sorted(path.parent.glob("*.csv")):
        if one != path and "pack" in one.stem.lower():
            found |= read_packs(_lines(one))
    return found


def _is_list_of_packs(file: Path, tables: list[Path]) -> bool:
    return "pack" in file.stem.lower() and bool(read_packs(_lines(file))) and len(tables) > 1


def _lines(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8-sig", errors="replace").splitlines(keepends=True)


def _first_line(path: Path) -> str:
    return next(iter(_lines(path)), "")


def check_cards(cards: Iterable[CatalogueCard]) -> None:
    """Refuse names that are too long, and two cards of one id."""
    cards = list(cards)
    for card in cards:
        for name in ("name", "set", "pack", "number", "type", "subtitle", "external_id"):
            if len(getattr(card, name)) > LONGEST.get(name, LONGEST_NAME):
                raise CatalogueError(f"{card.where}: the {name} is too long. Nothing was imported.")
    _check_texts(cards)
    twice = [one for one, count in Counter(card.external_id for card in cards if card.external_id).items() if count > 1]
    for external_id in twice:
        first, second, *_ = (card for card in cards if card.external_id == external_id)
        raise CatalogueError(
            f"{first.where} and {second.where} are the same card, {external_id}: give each card once. "
            "Nothing was imported."
        )


def _check_texts(cards: Iterable[CatalogueCard]) -> None:
    """Refuse two rows without ids that are one card by all that they say, and have different texts."""
    first: dict[tuple[object, ...], CatalogueCard] = {}
    for card in cards:
        if card.external_id or card.text is None:
            continue
        key = (card.set, card.pack, card.number, card.name, card.subtitle, card.facts.get("level"))
        known = first.setdefault(key, card)
        if known.text != card.text:
            raise CatalogueError(
                f"{known.where} and {card.where} are the same card, {card.name}, with different texts: give each card "
                "once, or its number or subtitle. Nothing was imported."
            )
