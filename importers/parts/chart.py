"""Timing charts: numbered steps, in lists or tables, with the windows between them and what is said around them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from importers.parts.lines import Numbered, markdown, plain, row_at, spans_of, split_at, start_in
from importers.parts.reading import PartReader
from importers.parts.steps import (
    ALONE,
    BRACKETED,
    COUNTED,
    LABELLED,
    LONGEST_TITLE,
    NESTED,
    PHASE,
    WINDOW,
    Step,
    depth_of,
    first_sentence,
    has_label,
    repeated,
)
from importers.records import Kind, deepest_after, one_line, tidy_text


class Chart(PartReader):
    """Reads the steps of charts, and the text around them."""

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        self.top = list(path)
        self.heading: list[Numbered] = []
        self.body: list[Numbered] = []
        # The steps of the chart at hand: label, depth, lines of the title, lines of the text, window.
        self.steps: list[Step] = []
        self.windows = repeated(lines)
        # The first numbers of labels like "2.1": "2 Audience phase" is a step, too.
        self.phases = {found[1].split(".")[0] for one in lines if (found := LABELLED.match(one.text))}
        # Whether there are windows and no labels, so that each paragraph below the heading of a phase is a step.
        has_windows = any(WINDOW.match(one.text) for one in lines)
        self.is_unlabelled = has_windows and bool(self.part.group_look) and not any(map(has_label, lines))
        # Whether the title at hand is the heading of a chart, and not only of a piece of text.
        self.heads_chart, self.opened = False, -1
        # The text that a line would go on with.
        self.extended: list[Numbered] | None = None
        super().read(lines, path=path, aside=aside)

    def take(self, index: int) -> int:
        line = self.lines[index]
        if row := self._labelled_row(index):
            return self._take_row(row)
        if header := self._header_row(index):
            self.close()
            self.add_heading(header)
            return len(header)
        if window := WINDOW.match(line.text):
            return self._open_window(line, window[1] or "Action window")
        if self.steps and line.text in self.windows:
            return self._open_window(line, line.text.rstrip(":"))
        if step := self._step_heading(index):
            return step
        if self._is_title(index):
            self.close()
            return self._open_title(index)
        if label := self._label(index):
            if not self.steps:
                self._close_text()
            key, depth = label
            self.steps.append(Step(key, depth, [line]))
            self.extended = None
            return 1
        if self.steps:
            self._extend(line)
        else:
            self.body.append(line)
        return 1

    def _labelled_row(self, index: int) -> list[Numbered]:
        """The cells of a row of a table whose first one is a label."""
        row = row_at(self.lines, index) if index < len(self.lines) else []
        return row if len(row) > 1 and ALONE.match(row[0].text) else []

    def _header_row(self, index: int) -> list[Numbered]:
        """The cells that name the columns of a table with steps."""
        row = row_at(self.lines, index)
        is_header = len(row) > 1 and all(one.line.tag == "th" for one in row)
        return row if is_header and self._labelled_row(index + len(row)) else []

    def _take_row(self, row: list[Numbered]) -> int:
        if not self.steps:
            self._close_text()
        label = row[0].text.strip(" .()")
        depth = depth_of(label)
        self.steps.append(Step(label, depth, row))
        self.extended = None
        return len(row)

    def _step_heading(self, index: int) -> int:
        """A step that is headed as a title is: "3) Action is executed", or "1.1 Round begins." above its text."""
        line = self.lines[index]
        found = BRACKETED.match(line.text) if self._looks_headed(index) else None
        if found is None or len(found[2]) > LONGEST_TITLE:
            return 0
        if not self.steps or self.steps[-1].depth or not self.steps[0].is_headed:
            self.close()
        self.steps.append(Step(found[1], 0, [line], is_headed=True))
        self.extended = self.steps[-1].text
        return 1

    def _looks_headed(self, index: int) -> bool:
        line = self.lines[index].line
        if self.medium == "text":
            return line.is_apart and not line.marker
        return bool(self.part.entry_look) and self.fits(self.part.entry_look, line)

    def _is_title(self, index: int) -> bool:
        """Whether a line is the heading of what follows."""
        line = self.lines[index]
        if self.is_group(index) or line.line.tag == "th":
            return True
        if self.is_unlabelled:
            return False
        if (phase := PHASE.match(line.text)) and phase[1] in self.phases:
            return False
        if line.line.level:
            return line.line.is_apart and not (COUNTED.match(line.text) and self.part.group_look)
        if len(line.text) > LONGEST_TITLE or re.search(r"[.?!:;,]$", line.text) or not line.text[:1].isupper():
            return False
        if self.medium == "text":
            following = self.lines[index + 1] if index + 1 < len(self.lines) else None
            is_step = bool(COUNTED.match(line.text) or NESTED.match(line.text) or LABELLED.match(line.text))
            return following is not None and line.line.is_apart and not is_step and not line.line.marker
        return self._looks_headed(index) and not any(one.match(line.text) for one in (COUNTED, NESTED, LABELLED))

    def _open_title(self, index: int) -> int:
        """Read a heading; how many lines it has."""
        count = self.group_lines(index) if self.is_group(index) else 1
        self.heading = list(self.lines[index : index + count])
        title = self.add_heading(self.heading)
        self.heads_chart = self.is_group(index) or bool(self.lines[index].line.level)
        self.opened = index + count - 1
        self.path = [*self.top, title][:3] if title != self.top[-1] else list(self.top)
        return count

    def _label(self, index: int) -> tuple[str, int] | None:
        """The label and depth of a step that begins here."""
        line = self.lines[index]
        if self.is_unlabelled:
            return ("", 0) if line.line.is_apart and self.heads_chart else None
        if found := LABELLED.match(line.text):
            # What is printed goes before the number that a list would give it.
            return found[1], depth_of(found[1])
        if line.line.marker and line.line.marker != "-":
            return line.line.marker.rstrip("."), line.line.depth - 1
        if (found := PHASE.match(line.text)) and found[1] in self.phases and line.line.is_apart:
            return found[1], 0
        if found := NESTED.match(line.text):
            return (found[1] or found[2] or found[3], 1) if self.steps else None
        if self.steps and self.steps[0].is_headed and (found := BRACKETED.match(line.text)):
            return found[1], 1
        if found := COUNTED.match(line.text):
            above = self.steps[-1].key[:1] if self.steps else ""
            if above.isalpha() and found[1][0] == above and len(found[1]) > 1:
                return found[1], 1
            if found[1].isdigit() and self.steps and self.steps[0].key.isalpha():
                # "1." under "A."
                return found[1], 1
            return (found[1], 0) if self._is_chart(index) else None
        return None

    def _is_chart(self, index: int) -> bool:
        """Whether a counted line belongs to a chart: it has steps below or above it, or begins what a title heads."""
        if self.steps or ((not self.body or not self.heading or self.heads_chart) and self._counts(index)):
            return True
        if self.heads_chart and not self.body and self.part.group_look and index == self.opened + 1:
            # A chart of one step.
            return True
        for line in self.lines[index + 1 : index + 12]:
            if NESTED.match(line.text):
                return True
            if line.line.is_apart and not COUNTED.match(line.text):
                return False
        return False

    def _counts(self, index: int) -> bool:
        """Whether a list of at least two counted lines begins here."""
        first = COUNTED.match(self.lines[index].text)
        others = (COUNTED.match(line.text) for line in self.lines[index + 1 : index + 6])
        return first is not None and any(other is not None and other[1] != first[1] for other in others)

    def _open_window(self, line: Numbered, name: str) -> int:
        for run in spans_of([line], aside=self.aside):
            self.draft.add_heading(line.text, run)
        if self.steps:
            self.steps[-1].window = one_line(name).capitalize()
        return 1

    def _extend(self, line: Numbered) -> None:
        """Text below a step belongs to it; text below its sub-steps closes them, and belongs to the step as well."""
        last = self.steps[-1]
        goes_on = not line.line.is_apart or (line.text.startswith("(") and not last.text)
        if line.line.marker == "-" and last.depth and self.steps[0].key.isalpha():
            last.text.append(line)
            self.extended = last.text
        elif goes_on and self.extended is not None:
            self.extended.append(line)
        elif goes_on and not last.is_headed:
            last.title.append(line)
        else:
            step = last if last.is_headed else next((one for one in reversed(self.steps) if not one.depth), last)
            step.text.append(line)
            self.extended = step.text

    def close(self) -> None:
        self._close_text()
        steps, self.steps = self.steps, []
        for step in steps:
            self._add_step(step)

    def _close_text(self) -> None:
        heading, body = self.heading, self.body
        self.heading, self.body = [], []
        if not body:
            return
        is_own = bool(heading) and len(self.path) > len(self.top)
        path = self.path[:-1] if is_own else self.path
        if is_own and self.draft.headings and self.draft.headings[-1].lines.first == heading[0].number:
            self.draft.headings.pop()
        self.add(Kind.CLARIFICATION, self.path[-1], heading if is_own else (), body, path=path)

    def _add_step(self, step: Step) -> None:
        title = plain(step.title)
        is_row = len(step.title) > 1 and bool(step.title[0].line.row)
        own = step.title[1] if is_row else step.title[0]
        columns = {one.line.column for one in step.title}
        told: list[Numbered] = []
        if is_row:
            # A label, a name, and what it means; or a label and a sentence.
            told = [one for one in step.title[1:] if len(columns) > 2 and one.line.column > own.line.column]
            title = plain(one for one in step.title[1:] if one not in told)
        for pattern in (LABELLED, NESTED, COUNTED, PHASE):
            found = pattern.match(title)
            is_own = step.title[0].line.marker in ("", "-") or (found and found[1] == step.key)
            if found and is_own and not is_row:
                title = found[found.lastindex or 1]
                own = split_at(own, found.start(found.lastindex or 1))[1]
                break
        runs = spans_of([*step.title, *step.text], aside=self.aside)
        path = tuple(self.path)
        has_label = is_row or bool(LABELLED.match(plain(step.title)))
        first, rest = first_sentence(title) if has_label else (title, "")
        # What is bold at the start of a step is its name.
        bold = one_line(own.text[: start_in(own, "bold")])
        if bold and title.startswith(bold) and re.match(r"\W", title[len(bold) :]):
            first, rest = bold.rstrip(" :–—-"), title[len(bold) :].lstrip(" :–—-")
        text = "\n\n".join(filter(None, (rest, markdown([*told, *step.text]))))
        self.add(Kind.STEP, first, step.title, (), path=path, key=step.key, depth=0, window_after=step.window)
        ruling = self.draft.rulings.pop()
        before = self.draft.last
        self.draft.rulings.append(
            replace(
                ruling,
                text=tidy_text(text),
                depth=min(step.depth, deepest_after(before, path)),
                lines=runs[0],
                elsewhere=tuple(runs[1:]),
            )
        )
