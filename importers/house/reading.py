"""Reads the house format: from the outline of a file to rulings, with a problem for every mistake."""

import re
from dataclasses import replace

from importers.citations import parse_citations
from importers.folding import fold_title
from importers.house import grammar
from importers.house.front_matter import read_front_matter
from importers.house.outline import UNTITLED, Item, Outline
from importers.records import (
    Authority,
    CardCitation,
    Heading,
    Kind,
    Lines,
    ParsedDocument,
    ParsedRuling,
    Severity,
    tidy_text,
    title_of_cards,
)
from importers.sources import SourceText

# "[[2.11" without an end
OPEN_REFERENCE = re.compile(r"\[\[(?![^\[\]\n]+\]\])")


def read_house(source: SourceText) -> ParsedDocument:
    """Read a document; everything wrong with it is in its problems."""
    lines = source.lines
    front_matter = read_front_matter(lines)
    outline = Outline()
    outline.problems += front_matter.problems
    if front_matter.lines:
        outline.headings.append(Heading("front matter", front_matter.lines))
        start = front_matter.lines.last
        for number, line in enumerate(lines[start:], start + 1):
            outline.read_line(number, line)
    rulings = _Rulings(outline).finish_all()
    if not rulings and not outline.problems:
        outline.report(len(lines), "The document has no rulings.", "Write at least one heading with text.")
    return ParsedDocument(
        game=front_matter.values.get("game", ""),
        document=front_matter.values.get("document", ""),
        edition=front_matter.values.get("edition", ""),
        authority=front_matter.authority,
        date=front_matter.date,
        source=front_matter.values.get("source", ""),
        rulings=rulings,
        headings=tuple(outline.headings),
        problems=tuple(sorted(outline.problems, key=lambda problem: problem.line)),
    )


class _Rulings:
    """Makes the rulings of an outline."""

    def __init__(self, outline: Outline) -> None:
        self.items = outline.items
        self._report = outline.report

    def finish_all(self) -> tuple[ParsedRuling, ...]:
        rulings = tuple(self._finish(item) for item in self.items)
        self._check_keys(rulings)
        self._check_listings(rulings)
        return rulings

    def _finish(self, item: Item) -> ParsedRuling:
        short, remark = self._take_asides(item)
        cards_line, text = self._text_of(item)
        lines = Lines(item.number, item.last_line)
        if item.is_note:
            path = item.place.path
            note = ParsedRuling(kind=Kind.CLARIFICATION, heading_path=path, title=path[-1], text=text, lines=lines)
            return replace(note, short=short, note=remark)
        parsed = grammar.parse_title_line(item.line, keep_escapes=item.mode.is_headed_by_cards)
        authority = self._authority_of(item, parsed.braces)
        cards = self._cards_of(item, parsed.title, cards_line)
        title = title_of_cards(cards) if item.mode.is_headed_by_cards else parsed.title
        if not title:
            self._report(item.number, "This ruling has no title.", "Write what it is about.")
            title, cards = UNTITLED, (CardCitation(UNTITLED),)
        self._check_title(item)
        self._check_text(item, text)
        ruling = ParsedRuling(
            kind=item.mode.kind,
            scope=item.mode.scope,
            list_name=item.mode.list_name,
            play_format=item.mode.play_format,
            heading_path=item.place.path,
            title=title,
            text=text,
            key=parsed.key,
            cards=cards,
            version_tag=parsed.version_tag,
            reverses_official=parsed.reverses_official,
            authority=authority,
            lines=lines,
            short=short,
            note=remark,
        )
        return replace(ruling, depth=item.depth, window_after=item.window_after) if ruling.kind is Kind.STEP else ruling

    def _take_asides(self, item: Item) -> tuple[str, str]:
        """What is said of an item and is not part of what it rules, in short and as a note; taken out of its lines."""
        found: dict[str, str] = {}
        for number, line in list(item.body):
            if match := grammar.ASIDE.match(line):
                if match[1] in found:
                    self._report(number, f"This has two lines {{{match[1]}}}.", "Make one of them.")
                found[match[1]] = match[2]
                item.body.remove((number, line))
        return found.get("short", ""), found.get("note", "")

    def _text_of(self, item: Item) -> tuple[tuple[int, str] | None, str]:
        """The "Cards:" line of an item, if it has one, and its text."""
        body = list(item.body)
        while body and not body[0][1].strip():
            body.pop(0)
        cards_line = None
        takes_cards = not item.is_note and not item.mode.is_headed_by_cards
        if takes_cards and body and (match := grammar.CARDS_LINE.match(body[0][1])):
            cards_line = (body.pop(0)[0], match[1] or "")
        lines = [line for _, line in body]
        for number, line in body:
            if OPEN_REFERENCE.search(line):
                self._report(
                    number, "A reference is opened with [[ but not closed.", "Write [[2.11]].", Severity.WARNING
                )
        while lines and not lines[0].strip():
            lines.pop(0)
        if lines and takes_cards and grammar.LOOKS_LIKE_CARDS.match(lines[0]):
            lines[0] = lines[0].removeprefix("\\")
        return cards_line, tidy_text("\n".join(self._unescape_line(item, line) for line in lines))

    def _unescape_line(self, item: Item, line: str) -> str:
        patterns = [grammar.LOOKS_LIKE_HEADING, grammar.LOOKS_LIKE_ASIDE]
        if item.mode.is_bulleted or (item.is_note and item.place.mode.is_bulleted):
            patterns.append(grammar.LOOKS_LIKE_BULLET)
        for pattern in patterns:
            if (match := pattern.match(line)) and line[match.end() : match.end() + 1] == "\\":
                return match[1] + line[match.end() + 1 :]
        return line

    def _authority_of(self, item: Item, braces: str) -> Authority | None:
        authority = None
        for word in grammar.split_marks(braces):
            authority = grammar.authority_of(word)
            if authority is None:
                known = ", ".join(f"{{{value}}}" for value in Authority)
                self._report(
                    item.number,
                    f"{{{word}}} is not a mark of a ruling.",
                    f"Use one of {known}; marks such as {{errata}} go on a heading with one to three '#'.",
                )
        return authority

    def _cards_of(self, item: Item, title: str, cards_line: tuple[int, str] | None) -> tuple[CardCitation, ...]:
        if item.mode.is_headed_by_cards:
            cards = parse_citations(title, card_set=item.place.card_set, pack=item.place.pack)
            for card in cards:
                if not card.set:
                    self._report(
                        item.number,
                        f"{card.name} is named without its set: it is linked only if one known card is so called.",
                        "Write 'Name (Set Number)', or put a heading with the set's name above it.",
                        Severity.WARNING,
                    )
            return cards
        if cards_line is None:
            return ()
        cards = parse_citations(cards_line[1])
        if not cards:
            self._report(cards_line[0], "This line names no card.", "Write 'Cards: Name (Set Number); Name (…)'.")
        return cards

    def _check_title(self, item: Item) -> None:
        parsed = grammar.parse_title_line(item.line, keep_escapes=True)
        if match := grammar.LONE_KEY.match(parsed.title):
            self._report(item.number, f"This ruling has a label ({match[1]}) but no title.", "Write one behind it.")
        elif grammar.UNSPACED_MARK.search(item.line):
            self._report(item.number, "There is no space before the '{'.", "Put one there, or a backslash before it.")
        elif not parsed.key and (match := grammar.NO_KEY.match(item.line)):
            self._report(
                item.number,
                f"{match[0].strip()} is not a label, and is read as part of the title.",
                "A label has letters, digits, dots and dashes only.",
                Severity.WARNING,
            )

    def _check_text(self, item: Item, text: str) -> None:
        if text:
            return
        if item.mode.kind is Kind.QUESTION:
            self._report(item.number, "This question has no answer.", "Write the answer below it.")
        elif item.mode.kind is Kind.ERRATUM:
            self._report(item.number, "This erratum says nothing.", "Write the correction below it.")

    def _check_keys(self, rulings: tuple[ParsedRuling, ...]) -> None:
        """Report a label that is printed twice where it must be unique."""
        seen: dict[tuple[object, ...], int] = {}
        steps_above: list[str] = []
        for ruling in rulings:
            where: tuple[object, ...] = ()
            if ruling.kind is Kind.STEP:
                # "1" may be in every chart, and below every step of it.
                del steps_above[ruling.depth :]
                where = (ruling.heading_path, *steps_above)
                steps_above.append(f"{ruling.key} {ruling.title}")
            if not ruling.key:
                continue
            line = ruling.lines.first if ruling.lines else 0
            before = seen.setdefault((ruling.key, *where), line)
            if before != line:
                self._report(
                    line,
                    f"The label ({ruling.key}) is used twice; it is already in line {before}.",
                    "Change or delete one of them.",
                )

    def _check_listings(self, rulings: tuple[ParsedRuling, ...]) -> None:
        """Report a card that is on one list twice."""
        seen: dict[tuple[object, str, str], list[tuple[CardCitation, int]]] = {}
        for ruling in rulings:
            if ruling.kind is not Kind.LISTING:
                continue
            line = ruling.lines.first if ruling.lines else 0
            others = seen.setdefault((ruling.list_name, ruling.play_format, fold_title(ruling.title)), [])
            for other, before in others:
                if _could_be_one_card(other, ruling.cards[0]):
                    self._report(
                        line,
                        f"{ruling.title} is on this list twice; it is already in line {before}.",
                        "Change or delete one of them.",
                    )
            others.append((ruling.cards[0], line))


def _could_be_one_card(one: CardCitation, other: CardCitation) -> bool:
    """Whether nothing that is printed tells two cards of one name apart."""
    pairs = ((one.set, other.set), (one.pack, other.pack), (one.number, other.number))
    return all(not first or not second or first == second for first, second in pairs)
