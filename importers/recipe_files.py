"""Recipes as files: TOML in both directions, and what is wrong with one that cannot be read."""

import re
import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from importers.extraction.colours import HUES
from importers.patterns import PatternError, compiled
from importers.recipes import ANY_HEADING, DEFAULT_CROP, READERS, Look, PartRecipe, Recipe, RecipeError
from importers.records import Authority, ListName

# What an entry must begin with, for readers that need to know it.
NEEDED = {
    "errata": ("NAME",),
    "rulings": ("NAME",),
    "listing": ("NAME",),
    "sections": ("SECTION", "LABEL", "TITLE"),
}
# Signs that TOML does not take as they are.
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# Regular expressions are short, and quick on what they nearly fit; in seconds.
LONGEST_EXPRESSION, SLOW = 200, 0.02
SAMPLES = ("a", "1", " ", "a ", "1.", "A", "v1")


def read_recipe(text: str, *, name: str = "") -> Recipe:
    """Read a recipe; raises RecipeError with what is wrong in it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"The recipe is not TOML: {error}.") from None
    parts = data.pop("parts", [])
    if not isinstance(parts, list) or (not parts and not data.get("format")):
        raise RecipeError("The recipe has no [[parts]]: without them there is nothing to read.")
    values = _values(Recipe, {"name": name, **data}, where="the recipe")
    for setting in ("game", "document"):
        if setting not in values:
            raise RecipeError(f"The recipe does not say which {setting} it is for.")
    for setting in ("edition", "date", "skip"):
        for expression in _as_tuple(values.get(setting, ())):
            _check_expression(setting, expression)
    for setting in ("changed", "note"):
        if values.get(setting, "") not in ("", *HUES):
            raise RecipeError(f"{setting}: {values[setting]!r} is not a colour; there are {', '.join(HUES)}.")
    if len(values.get("crop", DEFAULT_CROP)) != len(DEFAULT_CROP):
        raise RecipeError("crop has four numbers: left, top, right and bottom, as shares of the page.")
    return Recipe(**values, parts=tuple(_part(part, number) for number, part in enumerate(parts, 1)))


def _as_tuple(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _check_expression(setting: str, expression: str) -> None:
    try:
        pattern = re.compile(expression, re.IGNORECASE)
    except re.error as error:
        raise RecipeError(f"{setting}: {expression!r} is not a regular expression: {error}.") from None
    if len(expression) > LONGEST_EXPRESSION or any(_runs_away(pattern, sample) for sample in SAMPLES):
        raise RecipeError(f"{setting}: {expression!r} repeats what repeats, or is too long: write it more simply.")


def _runs_away(pattern: re.Pattern[str], sample: str) -> bool:
    """Whether an expression takes ever longer on a text that it nearly fits: "(\\w+)+!" does."""
    for length in (8, 12, 16, 20, 24):
        begun = time.process_time()
        pattern.search(sample * length + "\x00")
        if time.process_time() - begun > SLOW:
            return True
    return False


def _part(data: Any, number: int) -> PartRecipe:
    if not isinstance(data, dict):
        raise RecipeError(f"Part {number} is not a table.")
    values = _values(PartRecipe, data, where=f"part {number}")
    reader = values.get("reader", "")
    if reader not in READERS:
        raise RecipeError(f"Part {number}: {reader!r} is not a reader; there are {', '.join(READERS)}.")
    if not any(values.get("heading", ())):
        raise RecipeError(f"Part {number} has no heading.")
    if ANY_HEADING in values["heading"] and not values.get("look"):
        raise RecipeError(f"Part {number} begins at any heading: its look must say which.")
    for pattern in values.get("entry", ()):
        try:
            compiled(pattern)
        except PatternError as error:
            raise RecipeError(f"Part {number}: {error}") from None
        needed = NEEDED.get(reader, ())
        if needed and not any(word in pattern for word in needed):
            raise RecipeError(
                f"Part {number}: in {reader}, an entry begins with {' or '.join(needed)}, not {pattern!r}."
            )
    if reader == "listing" and values.get("list") not in list(ListName):
        raise RecipeError(f"Part {number}: a listing says which list it is: {', '.join(ListName)}.")
    return PartRecipe(**values)


def _values(shape: type, data: Mapping[str, Any], *, where: str) -> dict[str, Any]:
    """The values of a table, in the types of the fields."""
    known = {one.name: one for one in fields(shape) if one.name != "parts"}
    if unknown := sorted(set(data) - set(known)):
        raise RecipeError(f"{where.capitalize()} has no setting {unknown[0]!r}; there are {', '.join(known)}.")
    return {key: _value(key, value, known[key].type) for key, value in data.items()}


def _value(key: str, value: Any, kind: Any) -> Any:
    """One value in the type of its field; raises RecipeError if it is of another."""
    wrong = RecipeError(f"{key} cannot be {value!r}.")
    if str(kind).startswith("tuple[float"):
        if not isinstance(value, list) or not all(isinstance(one, int | float) for one in value):
            raise wrong
        return tuple(value)
    if str(kind).startswith("tuple"):
        if not isinstance(value, str) and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            raise wrong
        return _as_tuple(value)
    if str(kind).startswith("collections.abc.Mapping"):
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            raise wrong
        return value
    if kind is Authority:
        if value not in list(Authority):
            raise RecipeError(f"{value!r} is not an authority; there are {', '.join(Authority)}.")
        return Authority(value)
    if kind is Look:
        if not isinstance(value, str):
            raise wrong
        return Look(value)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise wrong
    return value


def write_recipe(recipe: Recipe) -> str:
    """A recipe as TOML, without what is at its default."""
    lines = _written(recipe, skip=("parts",))
    for part in recipe.parts:
        lines += ["", "[[parts]]", *_written(part)]
    return "\n".join(lines) + "\n"


def _written(record: Any, *, skip: Sequence[str] = ()) -> list[str]:
    lines = []
    for one in fields(record):
        value = getattr(record, one.name)
        if one.name in skip or value in (one.default, "", (), {}, Look()):
            continue
        lines.append(f"{one.name} = {_toml(value)}")
    return lines


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Look):
        return _toml(value.words)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_quoted(key)} = {_quoted(one)}" for key, one in value.items()) + " }"
    if isinstance(value, tuple):
        return _toml(value[0]) if len(value) == 1 else "[" + ", ".join(map(_toml, value)) + "]"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    if "'" not in text and not CONTROL.search(text) and ('"' in text or "\\" in text):
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    escaped = CONTROL.sub(lambda sign: f"\\u{ord(sign[0]):04x}", escaped)
    return f'"{escaped}"'
