"""Entries by name, as in a glossary: a heading and what it means, with further entries below it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from importers.parts.lines import Numbered, plain, split_at, split_run_in
from importers.parts.reading import PartReader
from importers.patterns import match
from importers.recipes import Look
from importers.records import Kind

# "Alert (added in The Forgotten Age)", "Hidden (added in …, updated in …)"
ADDED = re.compile(r"^(.+?) \(((?:added|expanded|updated|amended|changed|new) (?:in|on) .+)\)$", re.IGNORECASE)
# A glossary may have the letters of the alphabet as headings: "A", "W–Z".
LONGEST_LETTER = 3
# "Constant Effects (v1.4)"
TAG = re.compile(r"^(?P<before>\(v\d[\w.]*\) )?(?P<title>.+?)(?P<after> \(v\d[\w.]*\))?$", re.IGNORECASE)
# "1. A lamp that is lit burns until the end of the round."
COUNTED = re.compile(r"^(\d{1,2})[.)]\s+(?=\S)")
# An item of a list is a ruling if it has so many words; and so many of them are its title.
FEWEST_WORDS, MOST_WORDS = 5, 9
# "B", "X–Z"
DIVIDER = re.compile(r"^[A-Z](?:\s?[-–/]\s?[A-Z])?$")


class Entries(PartReader):
    """Reads entries that are headed by their name alone."""

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        self.top = list(path)
        self.parents: list[str] = []
        self.heading: list[Numbered] = []
        self.body: list[Numbered] = []
        super().read(lines, path=path, aside=aside)

    def depth_of(self, index: int) -> int | None:
        """How deep an entry begins here: by the first look of the recipe, or by the second."""
        for depth, way in enumerate(self.part.entry_look.words.split(" or ")):
            if way and Look(way).fits(self.lines[index].line, medium=self.medium):
                return depth
        return None

    def _is_divider(self, index: int) -> bool:
        """Whether a line is a letter of the alphabet between two entries, which nothing but its place tells."""
        line, after = self.lines[index].line, self.lines[index + 1 : index + 2]
        is_last = bool(after) and after[0].line.is_apart and self.depth_of(index + 1) is not None
        return is_last and line.is_apart and not line.marker and bool(DIVIDER.match(line.text.strip()))

    def take(self, index: int) -> int:
        if self.is_group(index) and self.depth_of(index) is None:
            self.close()
            count = self.group_lines(index)
            title = self.add_heading(self.lines[index : index + count])
            if len(title) > LONGEST_LETTER:
                self.top, self.parents = [self.top[0], title], []
            return count
        depth = self.depth_of(index)
        if depth is None and self._is_divider(index):
            self.close()
            self.add_heading([self.lines[index]])
            return 1
        if depth is None:
            self.body.append(self.lines[index])
            return 1
        self.close()
        if run_in := split_run_in(self.lines[index], self.part.entry_look):
            head, rest = run_in
            self.heading, self.body = [head], [rest]
            self.parents = [*self.parents[:depth], _title(plain(self.heading))[0]]
            return 1
        count = 1
        while (
            index + count < len(self.lines)
            and not self.lines[index + count].line.is_apart
            and self.depth_of(index + count) == depth
        ):
            count += 1
        self.heading = list(self.lines[index : index + count])
        self.parents = [*self.parents[:depth], _title(plain(self.heading))[0]]
        return count

    def _counted(self, body: Sequence[Numbered]) -> list[tuple[str, list[Numbered]]]:
        """The rulings that are nothing but the items of a list from 1 on, each a sentence: by its number, each."""
        if self.part.reader != "entries" or self.part.entry_look:
            return []
        items: list[tuple[str, list[Numbered]]] = []
        for one in body:
            if found := COUNTED.match(f"{one.line.marker} {one.text}".strip()):
                plain_line = one if one.line.marker else split_at(one, found.end())[1]
                items.append((found[1], [replace(plain_line, line=replace(plain_line.line, marker=""))]))
            elif items:
                items[-1][1].append(one)
            else:
                return []
        numbers = [int(number) for number, _ in items]
        are_sentences = all(len(plain(item).split()) >= FEWEST_WORDS and plain(item)[-1:] in ".!”" for _, item in items)
        return items if len(items) > 1 and numbers == [*range(1, len(items) + 1)] and are_sentences else []

    def close(self) -> None:
        heading, body = self.heading, self.body
        self.heading, self.body = [], []
        if not heading:
            if items := self._counted(body):
                for number, item in items:
                    self.add(Kind.CLARIFICATION, _first_words(item), (), item, path=self.top, key=number)
            elif body:
                own = self.part_heading if self.part.reader == "notes" else ()
                self.add(Kind.CLARIFICATION, self.top[-1], own, body, path=self.top)
            return
        if not body:
            self.add_heading(heading)
            return
        title, added, tag = _title(plain(heading))
        found = match(self.part.entry, title) if self.part.entry else None
        key = found.get("label", "") if found else ""
        title = (found.get("title") or title) if found else title
        path = [*self.top, *self.parents[:-1]]
        self.add(
            Kind.CLARIFICATION,
            title,
            heading,
            body,
            path=path,
            prefix=f"*({added})*" if added else "",
            key=key,
            tag=tag,
        )


def _first_words(lines: Sequence[Numbered]) -> str:
    words = plain(lines).split()
    return " ".join(words[:MOST_WORDS]) + (" …" if len(words) > MOST_WORDS else "")


def _title(text: str) -> tuple[str, str, str]:
    """The name of an entry, what says when it was added, and its version tag."""
    text, added = text.rstrip(" .:–—-") if not text.endswith("...") else text, ""
    if found := ADDED.match(text):
        text, added = found[1], found[2]
    tagged = TAG.match(text)
    if tagged is None:
        return text, added, ""
    return tagged["title"], added, (tagged["before"] or tagged["after"] or "").strip(" ()")
