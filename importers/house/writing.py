"""Writes the house format: a document from which `read_house` reads the same again."""

import re
from dataclasses import dataclass

from importers.citations import escape, unescape
from importers.house import grammar
from importers.house.front_matter import write_front_matter
from importers.house.modes import CLARIFICATIONS, Mode, mode_of
from importers.house.outline import INDENT
from importers.records import Kind, ParsedDocument, ParsedRuling

# How many rulings below a note are looked at to find the mark for its heading.
LOOK_AHEAD = 20


@dataclass(frozen=True)
class OpenHeading:
    """A heading that has been written and is still open."""

    title: str
    mode: Mode
    marked_at: int


def write_house(document: ParsedDocument) -> str:
    """The document in the house format."""
    writer = _Writer(document.rulings)
    for index in range(len(document.rulings)):
        writer.write(index)
    body = "\n".join(writer.lines)
    return "\n".join(write_front_matter(document)) + "\n" + re.sub(r"\n{3,}", "\n\n", body).rstrip("\n") + "\n"


class _Writer:
    def __init__(self, rulings: tuple[ParsedRuling, ...]) -> None:
        self.rulings = rulings
        self.lines: list[str] = []
        self.headings: list[OpenHeading] = []
        # Whether nothing has been written below the last heading.
        self.is_fresh = False
        # Whether the next list item would be read as a ruling.
        self.takes_bullets = False

    def write(self, index: int) -> None:
        ruling = self.rulings[index]
        if _could_be_note(ruling) and (not self._is_at(ruling.heading_path) or self.is_fresh):
            if not self._is_at(ruling.heading_path):
                self._write_headings(ruling, self._mode_below(index))
            self._write_note(ruling)
            return
        mode = mode_of(ruling)
        if not self._can_take(ruling, mode):
            self._write_headings(ruling, mode)
        if mode.is_bulleted:
            self._write_bullet(ruling)
        else:
            self._write_ruling(ruling)
        self.is_fresh = False

    def _is_at(self, path: tuple[str, ...]) -> bool:
        return tuple(heading.title for heading in self.headings) == path

    def _mode(self, depth: int | None = None) -> Mode:
        headings = self.headings[:depth]
        return headings[-1].mode if headings else CLARIFICATIONS

    def _can_take(self, ruling: ParsedRuling, mode: Mode) -> bool:
        if not self._is_at(ruling.heading_path):
            return False
        if mode.is_bulleted:
            return self._mode() == mode and self.takes_bullets
        return self._mode() == mode or (self._mode().is_bulleted and mode == CLARIFICATIONS)

    def _mode_below(self, index: int) -> Mode:
        """The mode of what follows a note under its heading, so that the heading is marked once."""
        path = self.rulings[index].heading_path
        for ruling in self.rulings[index + 1 : index + 1 + LOOK_AHEAD]:
            if ruling.heading_path[: len(path)] != path:
                break
            if not _could_be_note(ruling):
                return mode_of(ruling)
        return self._mode(len(path) - 1)

    def _write_headings(self, ruling: ParsedRuling, mode: Mode) -> None:
        path = ruling.heading_path
        kept = 0
        while kept < min(len(path) - 1, len(self.headings)) and self.headings[kept].title == path[kept]:
            kept += 1
        marked_at = len(path) - _set_headings(ruling)
        if self._mode(kept) != mode:
            kept = min(kept, marked_at - 1)
        inherits = self._mode(kept) == mode
        del self.headings[kept:]
        for level in range(kept + 1, len(path) + 1):
            above = self.headings[-1] if self.headings else OpenHeading("", CLARIFICATIONS, 0)
            marks = not inherits and level == marked_at
            heading = OpenHeading(path[level - 1], mode if marks else above.mode, level if marks else above.marked_at)
            self.headings.append(heading)
            self.lines += ["", "#" * level + " " + _format_heading(heading.title, mode.mark if marks else ""), ""]
        self.is_fresh = True
        self.takes_bullets = True

    def _write_note(self, note: ParsedRuling) -> None:
        bulleted = self._mode().is_bulleted
        self.lines += [_escape_line(line, bulleted=bulleted) for line in note.text.split("\n")] + [
            "",
            *_asides(note),
            "",
        ]
        self.is_fresh = False

    def _write_ruling(self, ruling: ParsedRuling) -> None:
        self.lines += ["", "#### " + self._format_title(ruling)]
        text = [_escape_line(line, bulleted=False) for line in ruling.text.split("\n")] if ruling.text else []
        if not ruling.is_headed_by_cards:
            if ruling.cards:
                self.lines.append("Cards: " + grammar.format_card_line(ruling.cards, grammar.TitleLine("")))
            if text:
                text[0] = grammar.LOOKS_LIKE_CARDS.sub(r"\\", text[0])
        self.lines += [*text, "", *_asides(ruling), ""]
        self.takes_bullets = False

    def _write_bullet(self, ruling: ParsedRuling) -> None:
        indent = " " * INDENT * ruling.depth
        self.lines.append(f"{indent}- {self._format_title(ruling)}")
        if ruling.kind is Kind.STEP and ruling.cards:
            self.lines.append(f"{indent}  Cards: " + grammar.format_card_line(ruling.cards, grammar.TitleLine("")))
        text = ruling.text.split("\n") if ruling.text else []
        if text and ruling.kind is Kind.STEP:
            text[0] = grammar.LOOKS_LIKE_CARDS.sub(r"\\", text[0])
        for line in text:
            self.lines.append(f"{indent}  {_escape_line(line, bulleted=True)}" if line else "")
        self.lines += [f"{indent}  {line}" for line in _asides(ruling)]
        if ruling.window_after:
            self.lines.append(f"{indent}- [{escape(ruling.window_after)}]")

    def _format_title(self, ruling: ParsedRuling) -> str:
        marks = grammar.TitleLine(
            title="" if ruling.is_headed_by_cards else ruling.title,
            key=ruling.key,
            version_tag=ruling.version_tag,
            reverses_official=ruling.reverses_official,
            braces=ruling.authority.value if ruling.authority else "",
        )
        if not ruling.is_headed_by_cards:
            title = grammar.format_title_line(marks)
            return escape(title) if grammar.WINDOW.match(title) else title
        heading = self.headings[-1]
        card_set, pack, *_ = (*ruling.heading_path[heading.marked_at :], "", "")
        return grammar.format_card_line(ruling.cards, marks, card_set=card_set, pack=pack)


def _asides(ruling: ParsedRuling) -> list[str]:
    """The lines for what is said of a ruling and is not part of what it rules."""
    return [f"{{{name}}} {said}" for name, said in (("short", ruling.short), ("note", ruling.note)) if said]


def _could_be_note(ruling: ParsedRuling) -> bool:
    """Whether a ruling can be written as plain text under its heading."""
    marks = (ruling.key, ruling.cards, ruling.version_tag, ruling.reverses_official, ruling.authority)
    is_untitled = ruling.kind is Kind.CLARIFICATION and ruling.title == ruling.heading_path[-1]
    return is_untitled and bool(ruling.text) and not any(marks)


def _set_headings(ruling: ParsedRuling) -> int:
    """How many of the last headings above a ruling only name the set and pack of its cards."""
    if not ruling.is_headed_by_cards:
        return 0
    named = tuple(part for part in (ruling.cards[0].set, ruling.cards[0].pack) if part)
    room = len(ruling.heading_path) - 1
    for count in range(min(len(named), room), 0, -1):
        if ruling.heading_path[-count:] == named[:count]:
            return count
    return 0


def _format_heading(title: str, mark: str) -> str:
    line = grammar.TitleLine(title, braces=mark)
    suffix = f" {{{mark}}}" if mark else ""
    for text in (title, escape(title)):
        parsed = grammar.parse_title_line(text + suffix)
        if unescape(text) == title and parsed.braces == line.braces and not grammar.UNSPACED_MARK.search(text):
            return text + suffix
    raise ValueError(f"{title!r} cannot be a heading")


def _escape_line(line: str, *, bulleted: bool) -> str:
    escaped = grammar.LOOKS_LIKE_ASIDE.sub(r"\1\\", grammar.LOOKS_LIKE_HEADING.sub(r"\1\\", line))
    return grammar.LOOKS_LIKE_BULLET.sub(r"\1\\", escaped) if bulleted else escaped
