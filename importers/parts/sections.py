"""Numbered sections: "(1.1) Title", under the headings of chapters."""

from collections.abc import Sequence

from importers.parts.lines import Numbered, split_at, start_in
from importers.parts.reading import PartReader
from importers.patterns import match
from importers.records import Kind


class Sections(PartReader):
    """Reads sections with labels."""

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        self.top = list(path)
        self.found: dict[str, str] = {}
        self.heading: list[Numbered] = []
        self.body: list[Numbered] = []
        # Whether a chapter's heading stands right above.
        self.is_fresh = False
        self.last_label = ""
        super().read(lines, path=path, aside=aside)

    def is_plainly(self, found: dict[str, str], index: int) -> bool:
        """Whether a heading is one although it has another look than the others: it has a label, and stands out."""
        line = self.lines[index].line
        stands_out = line.level > 0 or line.is_all("bold")
        return bool(found.get("label")) and line.is_apart and stands_out

    def _run_in(self, index: int) -> tuple[tuple[Numbered, Numbered], dict[str, str]] | None:
        """A label, a title that stands out, and what it says in one line: "1.2 Do what you can. Carry out …"."""
        line = self.lines[index]
        if not line.line.is_apart or self.medium == "text" or not start_in(line, "bold"):
            return None
        for traits in (("bold",), ("bold", "italic")):
            # The label may be bold, and the title in italics.
            head, rest = split_at(line, start_in(line, *traits))
            found = match(self.part.entry, head.text.strip().rstrip(".:"))
            if found and found.get("label") and rest.text.strip():
                return (head, rest), found
        return None

    def take(self, index: int) -> int:
        if run_in := self._run_in(index):
            self.close()
            (head, rest), self.found = run_in
            self.heading, self.body, self.is_fresh = [head], [rest], False
            self.last_label = self.found.get("label", "")
            return 1
        if entry := self.find_entry(index):
            self.close()
            count, self.found = entry
            label = self.found.get("label", "")
            if self.last_label and label.split(".")[0] != self.last_label.split(".")[0] and not self.is_fresh:
                # The heading of this chapter is lost.
                self.path = self.path[: len(self.top)]
            self.heading, self.is_fresh, self.last_label = list(self.lines[index : index + count]), False, label
            return count
        if self.is_group(index):
            self.close()
            count = self.group_lines(index)
            title = self.add_heading(self.lines[index : index + count])
            depth = self.group_depth(index) or 0
            self.path = [*self.path[: len(self.top) + depth], title][:3]
            self.is_fresh = True
            return count
        self.body.append(self.lines[index])
        return 1

    def close(self) -> None:
        found, heading, body = self.found, self.heading, self.body
        self.found, self.heading, self.body = {}, [], []
        if heading and not body:
            self.leave(heading)
        elif heading:
            title = found.get("title") or found.get("name") or found["label"]
            self.add(Kind.CLARIFICATION, title, heading, body, key=found.get("label", ""), tag=found.get("tag", ""))
        elif body:
            self.add(Kind.CLARIFICATION, self.path[-1], (), body)
