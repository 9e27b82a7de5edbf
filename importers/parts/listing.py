"""Restricted and banned lists: one card a line, under houses or factions, with what is said above them."""

from collections.abc import Sequence

from importers.parts.lines import Numbered
from importers.parts.reading import PartReader
from importers.records import Kind, ListName
from importers.resolving import SetName

# A name without a number is at most so long, and is not a sentence.
LONGEST_NAME = 60


class Listing(PartReader):
    """Reads a list of cards."""

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        self.top = list(path)
        self.place = SetName("")
        self.note: list[Numbered] = []
        super().read(lines, path=path, aside=aside)

    def take(self, index: int) -> int:
        line = self.lines[index]
        if self.is_group(index) and not self.find_entry(index):
            self.close()
            count = self.group_lines(index)
            title = self.add_heading(self.lines[index : index + count])
            self.place = self.facts.find_set(title) or SetName("")
            self.path = [*self.top, title][:3]
            return count
        entry = self.find_entry(index)
        if entry and (entry[1].get("number") or self._is_name(line)):
            self.close()
            count, found = entry
            card = self.card(found, self.place)
            self.add(
                Kind.LISTING,
                card.name,
                self.lines[index : index + count],
                (),
                list_name=ListName(self.part.list),
                play_format=self.part.format,
                cards=(card,),
                tag=found.get("tag", ""),
            )
            return count
        self.note.append(line)
        return 1

    def _is_name(self, line: Numbered) -> bool:
        return len(line.text) <= LONGEST_NAME and line.text[-1:] not in ".,;" and line.text[:1] not in "(-"

    def close(self) -> None:
        note, self.note = self.note, []
        if note:
            self.add(Kind.CLARIFICATION, self.path[-1], (), note)
