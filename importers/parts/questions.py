"""Questions and answers: told apart by their look, by "Q:" and "A:", or by the question mark."""

import re
from collections.abc import Sequence

from importers.parts.lines import Numbered, plain, split_at
from importers.parts.reading import ENDS_SENTENCE, LONGEST_TITLE, PartReader
from importers.patterns import match
from importers.recipes import TRAITS, Look
from importers.records import Kind
from importers.resolving import SetName

# "Q: May I …", "Q1. May I", "Question: …"; "A: No.", "Answer: No."
ASKS = re.compile(r"^(?:Q(?:uestion)?\s?(\d*)\s?[:.)]\s*|Q(\d+)\s+)", re.IGNORECASE)
ANSWERS = re.compile(r"^(?:\*{0,2})A(?:nswer)?\s?\d*\s?[:.)]\s*(?:\*{0,2}\s*)", re.IGNORECASE)
# "12. May a deck …"
COUNTED = re.compile(r"^(\d{1,3})[.)]\s+(?=\S)")
# "(v1.3) Can I …"
TAG = re.compile(r"^\((v\d[\w.]*)\)\s*")
ENDS = re.compile(r"\?[\"”’'*)]*$")
# How cards are named above what is asked about them.
CARDS = ("NAME (SET, NUMBER)", "NAME (SET NUMBER)", "NAME (NUMBER)")
NO_HEADING = re.compile(r"[.?!:;,][\"”’')]*$")
AGREES = re.compile(r"^(?:Yes|No)\b")
EXAMPLE = re.compile(r"^(?:For )?example\b", re.IGNORECASE)
# A line is in a look if so much of it is.
SHARE = 0.6


class Questions(PartReader):
    """Reads questions with their answers."""

    def read(self, lines: Sequence[Numbered], *, path: Sequence[str], aside: set[int]) -> None:
        self.top = list(path)
        self.question: list[Numbered] = []
        self.answer: list[Numbered] = []
        self.preface: list[Numbered] = []
        self.trait = next((word for word in self.part.question_look.words.split() if word in TRAITS), "")
        # Other ways in which questions look.
        self.ways = [way for way in self.part.question_look.words.split(" or ") if self.trait and way != self.trait]
        self.is_prefixed = sum(bool(ASKS.match(one.text)) for one in lines) >= 2
        asked = [one for one in lines if ENDS.search(one.text)]
        # Whether questions are numbered, and by nothing else than a number.
        self.is_counted = len(asked) >= 2 and 2 * sum(bool(COUNTED.match(one.text)) for one in lines) > len(asked)
        super().read(lines, path=path, aside=aside)

    def take(self, index: int) -> int:
        line = self.lines[index]
        if count := self.group_lines(index) if self.is_group(index) else self._heads_questions(index):
            self.close()
            title = self.add_heading(self.lines[index : index + count])
            self.path = [*self.top, title][:3]
            return count
        if self._asks(index):
            if self.answer or not self.question:
                self.close()
            self.question.append(line)
        elif self.question and not self.answer and self._goes_on_asking(index):
            self.question.append(line)
        elif self.question:
            self.answer.append(line)
        else:
            self.preface.append(line)
        return 1

    def _heads_questions(self, index: int) -> int:
        """How many short lines stand right above a "Q:" and are not part of an answer: the name of a card."""
        if not self.is_prefixed or not self.lines[index].line.is_apart or (self.question and not self.answer):
            return 0
        for count in (1, 2):
            heading, after = self.lines[index : index + count], self.lines[index + count : index + count + 1]
            words = plain(heading)
            is_name = words.lstrip("“\"‘'")[:1].isupper() and not NO_HEADING.search(words)
            is_said = any(ASKS.match(one.text) or ANSWERS.match(one.text) for one in heading)
            if is_said or not is_name or len(words) > LONGEST_TITLE:
                return 0
            if after and after[0].line.is_apart and ASKS.match(after[0].text) and heading[0].line.starts("bold"):
                return count
        return 0

    def _looks_asked(self, line: Numbered) -> bool:
        if self.part.question_look and not self.trait:
            return self.fits(self.part.question_look, line.line)
        if any(Look(way).fits(line.line, medium=self.medium) for way in self.ways):
            return True
        letters = sum(len(span.text.strip()) for span in line.line.spans)
        shown = sum(len(span.text.strip()) for span in line.line.spans if getattr(span.style, self.trait))
        return shown > SHARE * letters

    def _asks(self, index: int) -> bool:
        """Whether a question begins here."""
        line = self.lines[index]
        if self.is_prefixed and (ASKS.match(line.text) or not self._is_headed(index)):
            return bool(ASKS.match(line.text))
        if self.part.question_look and self.medium != "text":
            begins = line.line.is_apart or not self.answer
            looks_so = self._looks_asked(line) and (not self.trait or line.line.starts(self.trait))
            return begins and looks_so and not (self.answer and EXAMPLE.match(line.text))
        if not line.line.is_apart:
            return bool(self.question) and not self.answer
        paragraph = self._paragraph(index)
        if ENDS.search(plain(paragraph)):
            return True
        after = index + len(paragraph)
        following = self.lines[after].text if after < len(self.lines) else ""
        return bool(AGREES.match(following)) and not AGREES.match(line.text)

    def _is_headed(self, index: int) -> bool:
        """Whether a line looks like a question although others begin with "Q:": it asks, too."""
        if not self.part.question_look or self.medium == "text" or ANSWERS.match(self.lines[index].text):
            return False
        return self._looks_asked(self.lines[index]) and bool(ENDS.search(plain(self._paragraph(index))))

    def _paragraph(self, index: int) -> list[Numbered]:
        """The lines of the paragraph that begins here."""
        end = index + 1
        while end < len(self.lines) and not self.lines[end].line.is_apart:
            end += 1
        return list(self.lines[index:end])

    def _goes_on_asking(self, index: int) -> bool:
        line = self.lines[index]
        if self.is_prefixed and ASKS.match(self.question[0].text):
            return not ANSWERS.match(line.text) and not (line.line.is_apart and ENDS.search(self.question[-1].text))
        if self.trait and self.medium != "text":
            return self._looks_asked(line) and (line.line.starts(self.trait) or not line.line.is_apart)
        if self.part.question_look and self.medium != "text":
            return self._looks_asked(line) and not line.line.is_apart
        return not line.line.is_apart and not ENDS.search(self.question[-1].text)

    def close(self) -> None:
        preface, question, answer = self.preface, self.question, self.answer
        self.preface, self.question, self.answer = [], [], []
        if preface:
            own, notes = self.without_notes(preface)
            if own and len(self.path) > len(self.top) and ENDS_SENTENCE.search(own[-1].text):
                # What is said of a card without a question.
                found = match(CARDS, self.path[-1])
                cards = (self.card(found, SetName("")),) if found else ()
                title = found["name"] if found else self.path[-1]
                self.add(Kind.CLARIFICATION, title, (), own, path=self.top, cards=cards)
            elif own:
                self.add_heading(own)
            if notes:
                self.add_note(self.path[-1], notes, path=self.path)
        if question and not answer:
            self.leave(question)
        elif question:
            title = plain(question)
            tag = TAG.match(title)
            title = TAG.sub("", title)
            asked = ASKS.match(title)
            number = (asked[1] or asked[2]) if asked else ""
            title = ASKS.sub("", title) or title
            key = f"Q{number}" if number else ""
            if self.is_counted and (counted := COUNTED.match(title)):
                key, title = counted[1], title[counted.end() :]
            self.add(Kind.QUESTION, title, question, self._answered(answer), tag=tag[1] if tag else "", key=key)

    def _answered(self, answer: list[Numbered]) -> list[Numbered]:
        """The lines of an answer without the "A:" before it."""
        found = ANSWERS.match(answer[0].text) if self.is_prefixed else None
        if found is None or found.end() >= len(answer[0].text):
            return answer
        rest = split_at(answer[0], found.end())[1]
        return [rest, *answer[1:]]
