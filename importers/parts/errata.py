"""Card errata: headings that name cards, each with what it should read; under the names of sets, or with them."""

import re
from collections.abc import Sequence

from importers.parts.lines import Numbered, plain, split_at, split_run_in, without_dash
from importers.parts.reading import ENDS_SENTENCE, SEVERAL, PartReader
from importers.parts.tables import CardTable, Row
from importers.patterns import match
from importers.recipes import Look
from importers.records import CardCitation, Kind, Scope, title_of_cards
from importers.resolving import SetName

# A set's name has so many letters at the most.
LONGEST_SET = 60
LONGEST_HEADING = 120
# What stands between a card and what is said of it, in one line.
RUN_IN = re.compile(r"\s*(?::|\s[–—-]|\.(?=\s))\s+|(?<=\))\s+(?=[A-Z“\"])")
# "Hedge Witch Mantis: should read …", as an item of a list
CORRECTS = re.compile(
    r"^([A-Z][^:(]{1,60}): (?:should|the (?:cost|text|strength|second|first|last)|now reads|add)\b", re.I
)
# "Errata: Should read …", and "FAQ: It can be …" below the same card
LEAD = re.compile(r"^(?:(errat(?:a|um)|corrections?)|faqs?|rulings?|clarifications?)\s?:\s+", re.IGNORECASE)
# "Page 7, Setting Up": what is corrected here is the rulebook
PAGE = re.compile(r"^(?:\(v[\d.]+\) )?(?:rule ?book,? )?(?:page|pg\.|p\.) ?\d+\b(?!.*[.;]$)", re.IGNORECASE)
BOOK = re.compile(r"\b(?:rule ?books?|rules|booklet|learn to play|compendium|insert|handbook|manual)\b", re.IGNORECASE)
# "All cards that read …", "Cards with …"
MANY = re.compile(r"^(?:all|every|each|several|some|various|the following)?\s*cards\b", re.IGNORECASE)
TAG = re.compile(r"^\((v[\d.]+)\) |\s\(?(v[\d.]+)\)?$", re.IGNORECASE)


class Errata(PartReader):
    """Reads card errata."""

    kind: Kind = Kind.ERRATUM

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        self.place = SetName("")
        self.top = list(path)
        self.cards: list[CardCitation] = []
        self.heading: list[Numbered] = []
        self.body: list[Numbered] = []
        self.tag = ""
        # The sets right under which a card stands.
        self.settled: set[str] = set()
        self.table = CardTable()
        # Whether a correction of the rulebook is being read, and whether one of its books is named above.
        self.is_page = self.is_general = False
        self.is_book = bool(BOOK.search(path[-1]))
        super().read(lines, path=path, aside=aside)

    def take(self, index: int) -> int:
        if row := self.table.row(self.lines, index):
            return self._take_row(row)
        if self._is_page(index):
            self.close()
            self.heading, self.is_page = list(self.lines[index : index + self._page_lines(index)]), True
            return len(self.heading)
        if self._is_general(index):
            self.close()
            self.heading, self.is_general = [self.lines[index]], True
            return 1
        if parts := self._run_in(index):
            self.close()
            self.heading, found, rest = parts
            self.body = [rest]
            self.is_page = bool(PAGE.match(self.heading[0].text))
            several = self._cards_in(self.heading, found)
            self.cards = [] if self.is_page else [self.card(one, self.place) for one in several]
            self.tag = found.get("tag", "")
            return len(self.heading)
        if entry := self.find_entry(index):
            count, found = entry
            if self.body or (self.heading and not self.cards) or self.lines[index].line.level:
                self.close()
            self.heading += self.lines[index : index + count]
            named = self._cards_in(self.lines[index : index + count], found)
            self.cards += [self.card(one, self.place) for one in named]
            self.tag = self.tag or found.get("tag", "")
            self.settled.add(self.place.set)
            return count
        if count := self._set_heading(index):
            self.close()
            self._open_set(index, count)
            return count
        (self.body if self.cards or self.is_page or self.is_general else self.heading).append(self.lines[index])
        return 1

    def _is_page(self, index: int) -> bool:
        """Whether a line heads a correction of the rulebook, among those of cards."""
        line = self.lines[index]
        is_page = bool(PAGE.match(line.text)) or (self.is_book and self.fits(self.part.entry_look, line.line))
        if len(line.text) > LONGEST_HEADING or not line.line.is_apart or not is_page or self.is_group(index):
            return False
        stands_out = bool(line.line.level) or line.line.is_all("bold") or self.medium == "text"
        return stands_out and index + 1 < len(self.lines)

    def _is_general(self, index: int) -> bool:
        """Whether a line heads a correction of many cards, set as the names of cards are: "All cards that read …"."""
        line = self.lines[index]
        return (
            bool(MANY.match(line.text)) and line.line.is_apart and line.line.is_all("bold") and not self.is_group(index)
        )

    def _page_lines(self, index: int) -> int:
        """How many lines such a heading has: the next one goes on in the same look."""
        following = self.lines[index + 1].line
        return 1 + (following.is_wrapped and following.is_all("bold") and self.lines[index].line.is_all("bold"))

    def _run_in(self, index: int) -> tuple[list[Numbered], dict[str, str], Numbered] | None:
        """A card and what is said of it in one line: "Lamp (Core 4): Should read …"; its set may go on in the next."""
        line = self.lines[index]
        is_heading = line.line.is_apart if self.medium != "text" else self.fits(self.part.entry_look, line.line)
        if not is_heading:
            return None
        if PAGE.match(line.text) and (parts := split_run_in(line, Look("starts-bold"))):
            return [parts[0]], {"name": parts[0].text}, without_dash(parts[1])
        if line.line.marker and (said := CORRECTS.match(line.text)):
            head, rest = split_at(line, said.end(1))
            return [head], {"name": said[1]}, without_dash(rest)
        if found := self._run_in_at([], line):
            return found
        following = self.lines[index + 1] if index + 1 < len(self.lines) else None
        is_open = line.text.count("(") > line.text.count(")")
        return self._run_in_at([line], following) if following and is_open and not following.line.is_apart else None

    def _run_in_at(
        self, before: list[Numbered], line: Numbered
    ) -> tuple[list[Numbered], dict[str, str], Numbered] | None:
        """The same for a line that goes on with others before it."""
        for stop in RUN_IN.finditer(line.text):
            if stop.start() > LONGEST_HEADING:
                return None
            head, rest = split_at(line, stop.end())
            words = plain([*before, head]).rstrip(" :–—-.")
            if self.medium == "text" and PAGE.match(words):
                return [head], {"name": words}, rest
            found = match(self.part.entry, words)
            if found and (found.get("number") or found.get("set") or (before or [line])[0].line.starts("bold")):
                return [*before, head], found, rest
        return None

    def _take_row(self, row: Row) -> int:
        self.close()
        if row.card is None:
            self.add_heading(row.lines)
            return len(row.lines)
        self.cards, self.body, self.tag = [self.card(row.card, self.place)], row.text, row.card.get("tag", "")
        self.heading = [one for one in row.lines if one not in row.text]
        if self.is_book:
            # What the first column names is an entry of a rulebook.
            title, tag = row.card["name"], self.tag
            self.add(Kind.ERRATUM, title, self.heading, self.body, scope=Scope.RULEBOOK, tag=tag)
            self.heading, self.cards, self.body, self.tag = [], [], [], ""
        self.close()
        return len(row.lines)

    def _cards_in(self, heading: Sequence[Numbered], found: dict[str, str]) -> list[dict[str, str]]:
        """The cards of a heading, which may name several: "Lamp (Core 4), Oar (Tides 7)"."""
        pieces = SEVERAL.split(plain(heading).rstrip(" :–—-"))
        tag = found.get("tag", "")
        several = [match(self.part.entry, piece) or match(self.part.entry, f"({tag}) {piece}") for piece in pieces]
        whole = [one for one in several if one]
        return whole if len(pieces) > 1 and len(whole) == len(pieces) else [found]

    def _set_heading(self, index: int) -> int:
        """How many lines name a set here."""
        if self.is_group(index):
            return self.group_lines(index)
        line = self.lines[index]
        before = self.lines[index - 1] if index else None
        if len(line.text) > LONGEST_SET or (before and not (line.line.is_apart or ENDS_SENTENCE.search(before.text))):
            return 0
        follows = index + 1 < len(self.lines) and self.find_entry(index + 1) is not None
        is_known = self.facts.find_set(line.text) is not None
        looks_so = not ENDS_SENTENCE.search(line.text) and line.text[:1].isupper()
        return int(follows and looks_so and (is_known or not self.cards or bool(self.body)))

    def _open_set(self, index: int, count: int) -> None:
        lines = self.lines[index : index + count]
        title = self.add_heading(lines)
        self.is_book = bool(BOOK.search(title))
        known = self.facts.find_set(title) or self.facts.find_set(plain(lines))
        depth = self.group_depth(index)
        if known:
            self.place = known
        elif self.place.set and self._is_pack(index, count, depth):
            self.place = SetName(self.place.set, title)
        else:
            self.place = SetName(title)
        self.path = [*self.top, *filter(None, (self.place.set, self.place.pack))][:3]

    def _is_pack(self, index: int, count: int, depth: int | None) -> bool:
        """Whether an unknown name is a pack of the set above it."""
        if self.medium != "text":
            return bool(depth) or (depth is None and bool(self.part.group_look))
        stands_alone = index + count < len(self.lines) and not self.is_group(index + count)
        return (bool(self.place.pack) and stands_alone) or self.place.set not in self.settled

    def close(self) -> None:
        heading, cards, body, tag = self.heading, self.cards, self.body, self.tag
        is_page, is_general = self.is_page, self.is_general
        self.heading, self.cards, self.body, self.tag, self.is_page, self.is_general = [], [], [], "", False, False
        if not heading:
            return
        if is_page and body:
            words = plain(heading).rstrip(" .:")
            found = TAG.search(words)
            version = (found[1] or found[2]) if found else ""
            self.add(Kind.ERRATUM, TAG.sub("", words), heading, body, scope=Scope.RULEBOOK, tag=version)
        elif is_general and body:
            self.add(Kind.ERRATUM, plain(heading), heading, body, scope=Scope.GENERAL)
        elif not cards:
            # What the part says about itself.
            self.add_heading_text(heading)
        elif not body:
            self.leave(heading)
        else:
            path = self.path
            if path == self.top and cards[0].set and self.part.group_look:
                path = [*self.top, *filter(None, (cards[0].set, cards[0].pack))]
            title = title_of_cards(cards)
            for kind, said in self._by_lead(body):
                scope = Scope.CARD if kind is Kind.ERRATUM else None
                self.add(kind, title, heading, said, path=path, scope=scope, cards=tuple(cards), tag=tag)
                heading = []

    def _by_lead(self, body: list[Numbered]) -> list[tuple[Kind, list[Numbered]]]:
        """What is said of a card, by what it is called: "Errata: …" and "FAQ: …" are two rulings."""
        found: dict[Kind, list[Numbered]] = {}
        kind = self.kind
        for one in body:
            lead = LEAD.match(one.text) if one.line.is_apart else None
            if lead and lead.end() < len(one.text):
                kind = Kind.ERRATUM if lead[1] else Kind.CLARIFICATION
                one = split_at(one, lead.end())[1]
            found.setdefault(kind, []).append(one)
        return list(found.items())

    def add_heading_text(self, lines: list[Numbered]) -> None:
        """Keep what stands above the first entry as part of the heading."""
        own, notes = self.without_notes(lines)
        if own:
            self.add_heading(own)
        if notes:
            self.add_note(self.path[-1], notes, path=self.path)


class CardRulings(Errata):
    """Reads rulings that stand under the names of cards, and correct nothing."""

    kind = Kind.CLARIFICATION
