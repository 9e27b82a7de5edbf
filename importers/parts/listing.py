"""Restricted and banned lists: one card a line, under houses or factions, with what is said above them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from importers.parts.lines import Numbered, plain, split_at, start_in, without_dash
from importers.parts.reading import MOST_LINES, SEVERAL, PartReader
from importers.parts.tables import CardTable, Row
from importers.patterns import match
from importers.records import Kind, ListName
from importers.resolving import SetName

# "Deepwater format (3–4 players)": a heading between the cards that says where the list holds
FORMAT = re.compile(r"^(?:the )?(.{2,30}?) formats?\b", re.IGNORECASE)
# "Removed (v2.3): Dorne (Sands of Dorne, 17)" says which card is not on the list any more.
LEFT = re.compile(
    r"^(?:removed|released|deleted|no longer|unrestricted|unbanned|formerly|previously)\b.*:", re.IGNORECASE
)
# "Lamp (Core 4) – once a round", "Lamp (Core 4) (since May)"
DASH = re.compile(r"\s[–—-]\s(?=\S)|\s+(?=\([a-z][^()]*\)$)")
# A name without a number is at most so long, and is not a sentence.
LONGEST_NAME, MOST_WORDS = 60, 6


# "Unlimited", "not limited", "no longer banned": on no list
FREE = re.compile(r"\b(?:un|(?:not|no longer|formerly|was) )(?:limited|restricted|banned)\b")
BRACKETS = re.compile(r"\([^()]*\)")
NAMED = {
    "limited": ListName.RESTRICTED,
    "restricted": ListName.RESTRICTED,
    "banned": ListName.BANNED,
    "forbidden": ListName.BANNED,
}
EVERY = {"all", "any", "every", "all formats", "any format", "-", "–", "—"}


class Listing(PartReader):
    """Reads a list of cards."""

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        self.top = list(path)
        self.place = SetName("")
        self.note: list[Numbered] = []
        self.table = CardTable()
        self.play_format = self.part.format
        first = len(self.draft.rulings)
        super().read(lines, path=path, aside=aside)
        self._tell_formats(first)

    def _tell_formats(self, first: int) -> None:
        """Where a card is on the list twice, the headings between are ways of playing, and not factions."""
        listed = [one for one in self.draft.rulings[first:] if one.kind is Kind.LISTING]
        keys = [(one.title, one.list_name, one.play_format) for one in listed]
        if len(keys) == len(set(keys)):
            return
        for place, one in enumerate(self.draft.rulings[first:], first):
            if one.kind is Kind.LISTING and len(one.heading_path) > len(self.top) and not one.play_format:
                self.draft.rulings[place] = replace(one, play_format=one.heading_path[-1].lower())

    def take(self, index: int) -> int:
        line = self.lines[index]
        if row := self.table.row(self.lines, index):
            return self._take_row(row)
        names_format = bool(line.line.level) and FORMAT.fullmatch(line.text) is not None
        if names_format or (self.is_group(index) and not self._is_entry(index)):
            self.close()
            count = 1 if names_format else self.group_lines(index)
            title = self.add_heading(self.lines[index : index + count])
            self.place = self.facts.find_set(title) or SetName("")
            if named := FORMAT.match(title):
                self.play_format = named[1].lower()
            self.path = [*self.top, title][:3]
            return count
        is_said = bool(LEFT.match(line.text)) or (line.text.endswith(".") and len(line.text.split()) > MOST_WORDS)
        if several := self._several(line):
            self.close()
            for found in several:
                self._add(found, [line])
            return 1
        entry = self.find_entry(index) if not is_said else None
        is_whole = entry is not None and bool(entry[1].get("number"))
        if noted := None if is_whole else self._noted(index):
            self.close()
            return self._add_noted(*noted)
        if entry and (entry[1].get("number") or self._is_name(line)):
            self.close()
            count, found = self._whole_name(index, *entry)
            self._add(found, self.lines[index : index + count])
            return count
        if line.line.marker and self._is_name(line) and line.text[:1].isupper() and not is_said:
            # Among items with a set and a number, one that has none.
            self.close()
            self._add({"name": line.text}, [line])
            return 1
        self.note.append(line)
        return 1

    def _is_entry(self, index: int) -> bool:
        """Whether a line that could head a group names a card: a name alone does not tell, its look does."""
        entry = self.find_entry(index)
        return entry is not None and bool(self.part.entry_look or entry[1].get("number") or entry[1].get("set"))

    def _noted(self, index: int) -> tuple[dict[str, str], list[Numbered], list[Numbered]] | None:
        """A card with what is said of it behind a dash or in another look: "Lamp (Core 4) – once a round"."""
        end = index + 1
        while end < len(self.lines) and not self.lines[end].line.is_apart and not self._begins(end):
            end += 1
        paragraph = self.lines[index:end]
        for count, line in enumerate(paragraph[:MOST_LINES]):
            for stop in _stops(line):
                head, rest = split_at(line, stop)
                named = plain([*paragraph[:count], head])
                found = match(self.part.entry, named) if len(named) <= LONGEST_NAME else None
                if found and self.fits(self.part.entry_look, paragraph[0].line) and not self.is_group(index):
                    return found, [*paragraph[:count], head], [without_dash(rest), *paragraph[count + 1 :]]
        return None

    def _begins(self, index: int) -> bool:
        """Whether something else begins at a line: a heading, or the next card."""
        line = self.lines[index]
        pieces = [line.text, *(line.text[:stop] for stop in _stops(line))]
        found = (match(self.part.entry, piece) for piece in pieces)
        return self.is_group(index) or any(one and one.get("number") and one["name"][:1].isupper() for one in found)

    def _add_noted(self, found: dict[str, str], heading: list[Numbered], note: list[Numbered]) -> int:
        self._add(found, heading, note)
        return len(heading) + len(note) - 1

    def _several(self, line: Numbered) -> list[dict[str, str]]:
        """The cards of a line that names several: "Lamp (Core 4), Oar (Tides 7), Bell (Core 9)"."""
        pieces = SEVERAL.split(line.text.rstrip("."))
        found = [match(self.part.entry, piece) for piece in pieces]
        cards = [one for one in found if one and one.get("number")]
        return cards if len(pieces) > 1 and len(cards) == len(pieces) else []

    def _whole_name(self, index: int, count: int, found: dict[str, str]) -> tuple[int, dict[str, str]]:
        """A name that goes on in the next line, where nothing stands behind names."""
        following = self.lines[index + count] if index + count < len(self.lines) else None
        if following is None or following.line.is_apart or following.line.marker or not self._is_name(following):
            return count, found
        ends_open = tuple(one for one in self.part.entry if one.endswith("NAME"))
        longer = match(ends_open, plain(self.lines[index : index + count + 1]))
        return (count + 1, longer) if longer and not match(self.part.entry, following.text) else (count, found)

    def _take_row(self, row: Row) -> int:
        self.close()
        if row.card is None:
            self.add_heading(row.lines)
        elif row.statuses:
            listed = {name: said for name, said in row.statuses.items() if _list_in(said)}
            for play_format, status in listed.items():
                self._add({**row.card, "status": status}, row.lines, play_format=play_format.lower())
            if not listed:
                # A card that is legal everywhere.
                self.add_heading(row.lines)
        else:
            text = [one for one in row.text if re.search(r"\w", one.text)]
            lines = [one for one in row.lines if one not in text]
            for play_format in _formats(row.card.get("format", "")):
                self._add(row.card, lines, text, play_format=play_format)
        return len(row.lines)

    def _add(
        self,
        found: dict[str, str],
        lines: Sequence[Numbered],
        note: Sequence[Numbered] = (),
        *,
        play_format: str = "",
    ) -> None:
        card = self.card(found, self.place)
        name = _list_in(found.get("status", "")) or ListName(self.part.list)
        self.add(
            Kind.LISTING,
            card.name,
            lines,
            note,
            list_name=name,
            play_format=play_format or self.play_format,
            cards=(card,),
            tag=found.get("tag", ""),
        )

    def _is_name(self, line: Numbered) -> bool:
        return len(line.text) <= LONGEST_NAME and line.text[-1:] not in ".,;" and line.text[:1] not in "(-"

    def close(self) -> None:
        note, self.note = self.note, []
        if note:
            self.add(Kind.CLARIFICATION, self.path[-1], (), note)


def _list_in(status: str) -> ListName | None:
    """The list that the status of a card names."""
    said = FREE.sub(" ", BRACKETS.sub(" ", status.lower()))
    found = {name for word, name in NAMED.items() if re.search(rf"\b{word}\b", said)}
    return found.pop() if len(found) == 1 else None


def _stops(one: Numbered) -> list[int]:
    """Where a line can go on to something else: behind a dash, or where it becomes italic."""
    upright = start_in(one, "italic") == 0 and any(span.style.italic for span in one.line.spans)
    turn, count = [], 0
    for span in one.line.spans:
        if upright and span.style.italic and span.text.strip():
            turn = [count]
            break
        count += len(span.text)
    return [*(found.start() for found in DASH.finditer(one.text)), *turn]


def _formats(cell: str) -> list[str]:
    """The ways of playing that a cell names: "Standard, Open"; one without a name if it means all."""
    named = [one.strip().lower() for one in re.split(r",|/|&|\band\b", cell) if one.strip()]
    return [one for one in named if one not in EVERY] or [""]
