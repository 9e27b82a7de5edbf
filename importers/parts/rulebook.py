"""Errata of rulebooks and general errata: paragraphs that begin with a place, or headings that name one."""

import re
from collections.abc import Sequence

from importers.parts.lines import Numbered, plain, split_at, split_run_in
from importers.parts.reading import PartReader
from importers.patterns import match
from importers.records import Kind, Scope

# "On p 6 of the Core Rule Book, under Setting Up, it …", "Under Steadfast, it …", "Page 12, …"
PLACE = re.compile(
    r"^(?:On )?p(?:age|g|\.)?s? ?\d+\b|^On page\b|^Under [A-Z“\"]|^(?:The )?Rules? ?(?:book|Reference)\b", re.IGNORECASE
)
TITLE = re.compile(r"^((?:On )?p(?:age|g|\.)?s? ?\d+[^,]*(?:, under [^,]+)?|under [^,]+)", re.IGNORECASE)
PAGE = re.compile(r"\bp(?:age|g|\.)?s?\.? ?(\d+)", re.IGNORECASE)
# "Page 7, Raising Levies: The last sentence …"
RUN_IN = re.compile(r"^((?:page|pg\.|p\.) ?\d+, [^:.]{2,60}?):\s+(?=\S)", re.IGNORECASE)
MOST_WORDS, SHORT = 9, 70


class Rulebook(PartReader):
    """Reads errata that are not about cards."""

    scope = Scope.RULEBOOK

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        self.heading: list[Numbered] = []
        self.body: list[Numbered] = []
        self.tag = ""
        super().read(lines, path=path, aside=aside)

    def take(self, index: int) -> int:
        line = self.lines[index]
        looks_so = bool(self.part.entry_look) and self.fits(self.part.entry_look, line.line) and self.medium != "text"
        if looks_so and (line.line.is_apart or not self.body):
            self.close()
            if run_in := split_run_in(line, self.part.entry_look):
                self.heading, self.body = [run_in[0]], [run_in[1]]
                return 1
            count = 1
            while index + count < len(self.lines) and self._is_same_heading(index + count):
                count += 1
            self.heading = list(self.lines[index : index + count])
            return count
        if self.medium == "text" and self._heads_text(index):
            self.close()
            self.heading = [line]
            return 1
        if not self.heading and self.begins(line):
            self.close()
        self.body.append(line)
        return 1

    def _heads_text(self, index: int) -> bool:
        """Whether a short line of a text stands between a blank one and what it is about: "Back Cover, Toll Table"."""
        line, following = self.lines[index], self.lines[index + 1 : index + 2]
        is_short = len(line.text) <= SHORT and line.text[-1:] not in ".:;,”" and line.text[:1].isupper()
        goes_on = bool(following) and following[0].number == line.number + 1 and following[0].line.is_apart
        return is_short and goes_on and self.follows_blank(line)

    def _is_same_heading(self, index: int) -> bool:
        line = self.lines[index].line
        return not line.is_apart and self.fits(self.part.entry_look, line)

    def begins(self, line: Numbered) -> bool:
        """Whether a paragraph without a heading begins here."""
        return bool(PLACE.match(line.text)) and line.line.is_apart

    def close(self) -> None:
        heading, body = self.heading, self.body
        self.heading, self.body = [], []
        if heading and body:
            words = plain(heading).rstrip(" .:")
            found = match(self.part.entry, words) or {}
            self.add(
                Kind.ERRATUM,
                found.get("title") or found.get("name") or words,
                heading,
                body,
                scope=self.scope,
                tag=found.get("tag", ""),
            )
        elif body and (run_in := RUN_IN.match(body[0].text)):
            head, rest = split_at(body[0], run_in.end())
            self.add(Kind.ERRATUM, run_in[1], [head], [rest, *body[1:]], scope=self.scope)
        elif body and self.begins(body[0]):
            self.add(Kind.ERRATUM, self.title_of(plain(body)), (), body, scope=self.scope)
        elif body or heading:
            self.add_heading([*heading, *body])

    def title_of(self, text: str) -> str:
        """What an erratum without a heading is about."""
        if found := TITLE.match(text):
            # “Non Combat Damage,” ends with its comma.
            return f"{found[1]}”" if found[1].count("“") > found[1].count("”") else found[1]
        return " ".join(text.split()[:MOST_WORDS])


class General(Rulebook):
    """Reads errata of wordings that are on many cards."""

    scope = Scope.GENERAL

    def begins(self, line: Numbered) -> bool:
        return line.line.is_apart

    def title_of(self, text: str) -> str:
        words = text.split()
        return " ".join(words[:MOST_WORDS]) + (" …" if len(words) > MOST_WORDS else "")
