"""What the columns of catalogues are called, in whatever program; and a row of them as a card."""

import re
from collections.abc import Mapping
from typing import Any

from importers.catalogues.markup import as_icons, as_text
from importers.catalogues.records import CatalogueCard
from importers.folding import fold
from importers.records import one_line

# By our own name, the names that columns have.
NAMES = {
    "name": ("name", "title", "card name", "card", "card title"),
    "set": ("set", "set name", "cycle", "expansion", "cycle name"),
    "pack": ("pack", "pack name", "pack code", "product"),
    "number": ("number", "card number", "no", "nr", "position", "collector info", "collector number", "cardnumber"),
    "subtitle": ("subtitle", "subname", "descriptor", "sub title"),
    "type": ("type", "card type", "type code", "type name"),
    "faction": ("faction", "race", "faction code", "faction name", "house", "class", "clan", "affiliation"),
    "cost": ("cost", "resource cost"),
    "level": ("level", "xp"),
    "traits": ("traits", "subtypes", "subtype", "trait"),
    "keywords": ("keywords", "keyword"),
    "unique": ("unique", "is unique"),
    "deck_limit": ("deck limit", "limit", "deck_limit"),
    "text": ("text", "rules text", "card text", "rules", "rulestext", "ability"),
    "back_text": ("back text", "text of the back"),
    "external_id": ("id", "unique id", "code", "external id", "octgn id", "guid", "card id"),
    "icons": ("icons",),
    "resource": ("resource icon", "resource symbol", "resource"),
    "struggles": ("struggle icons",),
}
# What is not a fact about the card.
IGNORED = {
    *("illustrator", "artist", "flavor", "flavour", "back flavor", "back illustrator", "quantity", "card quantity"),
    *("autoscript", "autoaction", "instructions", "image", "url", "hidden", "octgn", "date", "tags"),
}
OURS = {name.replace("_", " "): ours for ours, names in NAMES.items() for name in names}
TEXTS = {"name", "set", "pack", "number", "subtitle", "type", "external_id", "text", "back_text"}
LONGEST_STATISTIC = 40
# The marks that programs write before a name: "* ", "[[ ", "__ ", "^ * "
MARKS = re.compile(r"^(?:[*\[\]{}<>^_|~•]+\s*)+(?=[\w\"“'‘’.¡¿!(])")
TRUE, FALSE = {"true", "yes", "1", "x", "unique", "y"}, {"false", "no", "0", "", "n"}


def _folded(column: str) -> str:
    return fold(column.replace("_", " "))


def named(column: str) -> str:
    """Our own name of a column; empty if we do not know it."""
    return OURS.get(_folded(column), "")


def card_of(
    values: Mapping[str, str], *, signs: Mapping[str, str], where: str, original: Mapping[str, Any], has_marks: bool
) -> CatalogueCard:
    """A card of a row; `has_marks` says that the names of its catalogue bear marks, of which a star means unique."""
    ours: dict[str, str] = {}
    facts: dict[str, Any] = {}
    for column, value in values.items():
        name = named(column)
        if name and (name not in ours or not ours[name]):
            ours[name] = value or ""
        elif not name and (statistic := _statistic(column, value)):
            facts[statistic] = one_line(value)
    facts = {**_facts(ours, signs), **facts}
    marks = MARKS.match(ours.get("name", ""))
    if has_marks:
        facts["unique"] = bool(marks and "*" in marks[0])
    return CatalogueCard(
        name=one_line(ours.get("name", "")[len(marks[0]) if marks else 0 :]),
        set=one_line(ours.get("set", "")),
        pack=one_line(ours.get("pack", "")),
        number=as_number(ours.get("number", "")),
        subtitle=one_line(ours.get("subtitle", "")),
        type=one_line(ours.get("type", "")),
        external_id=one_line(ours.get("external_id", "")),
        facts=facts,
        text=as_text(ours["text"], signs) if "text" in ours else None,
        back_text=as_text(ours.get("back_text", ""), signs),
        original=original,
        where=where,
    )


def as_number(value: str) -> str:
    """A collector number as it is cited: "F 01" is "F1"; a letter alone is none."""
    number = re.sub(r"(?<!\d)0+(?=\d)", "", "".join(value.split()))
    return number if any(character.isdigit() for character in number) else ""


def as_list(value: str) -> list[str]:
    """Traits or keywords: "Warrior, Elite", "Item. Weapon."."""
    return [one_line(one) for one in re.split(r"[.,;]\s*(?![^(]*\))", value) if one_line(one)]


def _facts(ours: Mapping[str, str], signs: Mapping[str, str]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, value in ours.items():
        value = one_line(value)
        if name in TEXTS or not value:
            continue
        if name in ("traits", "keywords"):
            facts[name] = as_list(value)
        elif name == "unique":
            facts[name] = value.casefold() in TRUE
        elif name == "deck_limit":
            if value.isdigit():
                facts[name] = int(value)
        elif name in ("icons", "resource", "struggles"):
            facts[name] = as_icons(value, signs)
        else:
            # A cost that has lost what stood behind it: "2 +"
            facts[name] = re.sub(r"\s+\+$", "", value)
    return facts


def _statistic(column: str, value: str) -> str:
    """The name of a number that a game has: "skill", "hit points"; empty if the column is something else."""
    name = _folded(column)
    is_fact = bool(name) and name not in IGNORED and bool(one_line(value or ""))
    return name if is_fact and len(value) <= LONGEST_STATISTIC else ""
