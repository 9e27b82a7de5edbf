"""Instructions as an editor writes them: one a line, in plain words.

read: … put Rich Widow into play from your hand.
replace: Any Phase: => Action:
add end: Limit once per turn.
delete: Your kennel may hold eight hounds.
set: traits + Sorcerer
note
"""

import re
from collections.abc import Iterable
from typing import Any

from rulings.effective.instructions import Instruction, Kind

DOTS = re.compile(r"^(?:…|\.\.\.)\s*|\s*(?:…|\.\.\.)$")
FIELD = re.compile(r"^(?P<name>[\w ]+?)\s*(?P<way>[+\-=])\s*(?P<words>.*)$")
# "add after Draw Two (response): cards"
LINE = re.compile(
    r"^(?P<word>read|replace|add|delete|set)(?P<place> [^:(]*)?(?: ?\((?P<which>[^)]*)\))?:(?P<rest>.*)$", re.I
)
NTH = {"first", "second", "third", "fourth", "fifth", "last", "final", "all"}
WAYS = {"+": "add", "-": "remove", "=": "set"}


class LineError(ValueError):
    """A line cannot be read; the message says which."""


def as_lines(instructions: Iterable[Instruction]) -> str:
    """Instructions as text."""
    return "\n".join(map(_line, instructions))


def _line(one: Instruction) -> str:
    told = [one.ordinal, one.ability, "passive" if one.is_passive else ""]
    which = f" ({', '.join(filter(None, told))})" if any(told) else ""
    words = " ".join(one.words.split())
    if one.kind is Kind.READ:
        before, behind = "… " if one.is_open_before else "", " …" if one.is_open_behind else ""
        return f"read{which}: {before}{words}{behind}"
    if one.kind is Kind.SUBSTITUTE:
        return f"replace{which}: {one.old} => {words}"
    if one.kind is Kind.ADD:
        return f"add {one.place or 'end'}{which}: {words}"
    if one.kind is Kind.DELETE:
        return f"delete{' brackets' if one.place == 'brackets' else ''}{which}: {words}".rstrip()
    if one.kind is Kind.FIELD:
        sign = next((sign for sign, way in WAYS.items() if way == one.way), "=")
        return f"set: {one.field} {sign} {one.words}"
    return one.kind.value


def from_lines(text: str) -> list[Instruction]:
    """Instructions from text; raises LineError."""
    found = [_read(line.strip(), number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not found:
        raise LineError("Write at least one instruction, or “note” for an erratum that does not change the text.")
    return found


def _read(line: str, number: int) -> Instruction:
    if line.lower() in ("note", "unclear"):
        return Instruction(Kind(line.lower()))
    found = LINE.match(line)
    if found is None:
        raise LineError(f"Line {number} cannot be read: {line}")
    word, place, rest = found["word"].lower(), (found["place"] or "").strip(), found["rest"].strip()
    told = [one.strip().lower() for one in (found["which"] or "").split(",") if one.strip()]
    which: dict[str, Any] = {
        "ordinal": next((one for one in told if one in NTH), ""),
        "ability": next((one for one in told if one not in NTH and one != "passive"), ""),
        "is_passive": "passive" in told,
    }
    if word == "read" and rest and not place:
        opens = rest.startswith(("…", "...")), rest.endswith(("…", "..."))
        words = DOTS.sub("", DOTS.sub("", rest))
        return Instruction(Kind.READ, words, is_open_before=opens[0], is_open_behind=opens[1], **which)
    if word == "replace" and "=>" in rest and not place:
        old, new = (part.strip() for part in rest.split("=>", 1))
        return Instruction(Kind.SUBSTITUTE, new, old=old, **which)
    if word == "add" and rest:
        return Instruction(Kind.ADD, rest, place=place or "end", **which)
    if word == "delete" and (rest or which["ordinal"] or place == "brackets"):
        return Instruction(Kind.DELETE, rest, place=place, **which)
    if word == "set" and (field := FIELD.match(rest)):
        return Instruction(Kind.FIELD, field["words"], field=field["name"].strip(), way=WAYS[field["way"]])
    raise LineError(f"Line {number} cannot be read: {line}")
