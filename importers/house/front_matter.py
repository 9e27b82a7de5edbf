"""The few lines at the top of a house-format file that say which edition of what it is."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from importers.records import Authority, Lines, ParsedDocument, Problem, one_line

FENCE = "---"
REQUIRED = ("game", "document", "edition", "authority")
OPTIONAL = ("date", "source")
EXAMPLE = "Begin the file with a line '---', then game:, document:, edition: and authority: lines, then '---'."


@dataclass(frozen=True)
class FrontMatter:
    """What the front matter says; a field that is wrong or missing is empty and among the problems."""

    values: dict[str, str]
    authority: Authority
    date: datetime.date | None
    lines: Lines | None
    problems: tuple[Problem, ...]


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """Read the front matter at the top of the lines."""
    top = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if not lines or lines[top].rstrip() != FENCE:
        return _without_fence(Problem(top + 1, "The file does not begin with front matter.", EXAMPLE))
    end = next((index for index in range(top + 1, len(lines)) if lines[index].rstrip() == FENCE), None)
    if end is None:
        return _without_fence(Problem(top + 1, "The front matter does not end.", "Put a line '---' below it."))
    values, places, problems = _read_fields(lines, top + 1, end)
    problems += [
        Problem(top + 1, f"The front matter has no {name}.", f"Add a line '{name}: …'.")
        for name in REQUIRED
        if name not in places
    ]
    authority = Authority.OFFICIAL
    if "authority" in values:
        if values["authority"].lower() in set(Authority):
            authority = Authority(values["authority"].lower())
        else:
            choices = ", ".join(Authority)
            problems.append(
                Problem(places["authority"], f"{values['authority']!r} is not an authority.", f"Use one of: {choices}.")
            )
    date = None
    if "date" in values:
        try:
            date = datetime.date.fromisoformat(values["date"])
        except ValueError:
            problems.append(
                Problem(places["date"], f"{values['date']!r} is not a date.", "Write it as year-month-day: 2013-09-18.")
            )
    return FrontMatter(values, authority, date, Lines(top + 1, end + 1), tuple(problems))


def write_front_matter(document: ParsedDocument) -> list[str]:
    """The lines from which `read_front_matter` reads the same again."""
    fields = {
        "game": document.game,
        "document": document.document,
        "edition": document.edition,
        "date": document.date.isoformat() if document.date else "",
        "authority": document.authority.value,
        "source": document.source,
    }
    return [FENCE, *(f"{name}: {_quote(value)}" for name, value in fields.items() if value), FENCE]


def _read_fields(lines: Sequence[str], start: int, end: int) -> tuple[dict[str, str], dict[str, int], list[Problem]]:
    values: dict[str, str] = {}
    places: dict[str, int] = {}
    problems: list[Problem] = []
    known = ", ".join(REQUIRED + OPTIONAL)
    for number, line in enumerate(lines[start:end], start + 1):
        if not line.strip():
            continue
        name, colon, value = line.partition(":")
        name, value = name.strip().lower(), _unquote(one_line(value))
        if not colon or name not in REQUIRED + OPTIONAL:
            problems.append(
                Problem(number, f"{one_line(line)!r} is not a line of the front matter.", f"It may have: {known}.")
            )
        elif name in places:
            problems.append(Problem(number, f"The front matter has {name} twice.", "Delete one of the lines."))
        else:
            places[name] = number
            if value:
                values[name] = value
            elif name in REQUIRED:
                problems.append(Problem(number, f"The {name} is empty.", f"Write it behind '{name}:'."))
    return values, places, problems


def _without_fence(problem: Problem) -> FrontMatter:
    return FrontMatter({}, Authority.OFFICIAL, None, None, (problem,))


def _is_quoted(value: str) -> bool:
    return len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"


def _unquote(value: str) -> str:
    return value[1:-1].strip() if _is_quoted(value) else value


def _quote(value: str) -> str:
    return f'"{value}"' if _is_quoted(value) else value
