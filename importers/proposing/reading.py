"""Which reader fits a part, and what its entries look like, judged by the lines below its heading."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from importers.extraction.layout import Line
from importers.parts.errata import PAGE, RUN_IN
from importers.parts.lines import Numbered, barred, plain
from importers.parts.questions import ASKS
from importers.parts.reading import SEVERAL
from importers.parts.steps import COUNTED, LABELLED, WINDOW
from importers.parts.tables import column_named
from importers.patterns import compiled
from importers.proposing.outline import Outline, Way
from importers.recipes import Look
from importers.records import one_line

# How cards are named at the head of an entry, the most telling first.
CARDS = (
    "TAG NAME (SET, NUMBER)",
    "[TAG ]NAME[ ](SET, NUMBER)",
    "[TAG ]NAME[ ](SET NUMBER)[ TAG]",
    "[TAG ]NAME (NUMBER)[ TAG]",
    "[TAG ]NAME, SET NUMBER",
    "[TAG ]NAME – SET NUMBER",
    "[TAG ]NAME, NUMBER",
    "[TAG ]NAME #NUMBER",
    "[TAG ]NAME CODE",
    "SET NUMBER NAME",
    "NAME|SET NUMBER",
    "NUMBER NAME",
    "[TAG ]NAME (SET)",
)
SECTIONS = (
    "(SECTION) TITLE",
    "[TAG ](SECTION) TITLE[ TAG]",
    "SECTION TITLE",
    "SECTION. TITLE",
    "SECTION: TITLE",
    "SECTION – TITLE",
)
# "Should read: “…”", "is replaced with"
CORRECTS = re.compile(r"\bshould (?:read|be|have|say|not|instead|end)\b|\breplaced? (?:with|by)\b", re.IGNORECASE)
STATUS = re.compile(r"^(?:banned|restricted|forbidden|limited)\b", re.IGNORECASE)
QUESTION = re.compile(r"\?[\"”’'*)]*$")
LONGEST = 120
# So many entries make a pattern, and so much of what it finds has one look.
FEWEST, SHARE = 2, 0.75
# A name is at most so long, and a section has so many lines.
SHORT, BODY = 60, 4
TRAITS = ("bold", "italic", "underlined")


@dataclass(frozen=True)
class Fit:
    """How well a pattern fits the lines of a part."""

    pattern: str
    count: int
    look: str
    # How many of the entries have another one right below them, and how many are sentences rather than titles.
    bare: int
    sentences: int


def best_fit(lines: Sequence[Numbered], patterns: Sequence[str], outline: Outline) -> Fit | None:
    """The pattern that heads most entries; of two that head nearly as many, the more telling one."""
    fits = [fit for pattern in patterns if (fit := _fit(lines, pattern, outline))]
    if not fits:
        return None
    most = max(fit.count for fit in fits)
    return next(fit for fit in fits if fit.count >= 0.8 * most)


def other_fits(lines: Sequence[Numbered], best: Fit, outline: Outline) -> list[str]:
    """A further pattern, by which the entries are headed that the best one does not fit."""
    rest = [one for one in lines if one.line.is_apart and not compiled(best.pattern).match(one_line(one.text))]
    further = [pattern for pattern in CARDS if pattern != best.pattern]
    others = [fit for pattern in further if (fit := _fit(rest, pattern, outline)) and fit.look == best.look != ""]
    return [max(others, key=lambda fit: fit.count).pattern] if others else []


def _fit(lines: Sequence[Numbered], pattern: str, outline: Outline) -> Fit | None:
    wanted = compiled(pattern)
    found: list[int] = []
    for index, one in enumerate(lines):
        if one.line.marker not in ("", "-") or (len(one.text) > LONGEST and not RUN_IN.search(one.text[:LONGEST])):
            continue
        text = one_line(one.text)
        is_open = text.count("(") > text.count(")")
        whole = plain(lines[index : index + 2]) if is_open else text
        ways = (wanted.match(barred([one]) if "|" in pattern else whole), _run_in(wanted, one))
        if any(match and _is_sensible(match.groupdict(default="")) for match in ways):
            found.append(index)
    if len(found) < FEWEST:
        return None
    look = common_look([lines[index].line for index in found], outline)
    # Where most entries stand out, what does not is a mention in a text.
    kept = [
        index
        for index in found
        if not look
        or outline.layout.medium == "text"
        or Look(look).fits(lines[index].line, medium=outline.layout.medium)
    ]
    places = set(kept)
    # A heading may go on in the next line.
    bare = sum(index + 1 in places or (index + 2 in places and not lines[index + 1].line.is_apart) for index in kept)
    sentences = sum(lines[index].text.rstrip()[-1:] in ".!" and not lines[index].line.level for index in kept)
    return Fit(pattern, len(kept), look, bare, sentences) if len(kept) >= FEWEST else None


def _run_in(wanted: re.Pattern[str], one: Numbered) -> re.Match[str] | None:
    """The heading of an entry that stands in one line with its text."""
    stops = (stop.start() for stop in RUN_IN.finditer(one.text[: LONGEST + 1]))
    return next((found for stop in stops if (found := wanted.match(one.text[:stop].strip()))), None)


def _is_sensible(found: dict[str, str]) -> bool:
    name = found.get("name") or found.get("title") or ""
    named_set = found.get("set", "")
    if name.endswith(".") and len(name.split()) > 3:
        # "The squall begins at the end of the phase. (May 2023)"
        return False
    return (
        bool(name) and name[:1].upper() == name[:1] and len(name) <= 80 and (not named_set or named_set[:1].isupper())
    )


def common_look(lines: Sequence[Line], outline: Outline) -> str:
    """The look that nearly all of some lines have."""
    levels = Counter(line.level for line in lines)
    level, count = levels.most_common(1)[0]
    if level and count >= SHARE * len(lines):
        ways = Counter(way.look for line in lines if line.level == level and (way := outline.way_of(line)))
        look, count = ways.most_common(1)[0] if ways else ("", 0)
        return look if count >= SHARE * len(lines) else f"h{level}"
    for trait in TRAITS:
        if sum(line.is_all(trait) for line in lines) >= SHARE * len(lines):
            ways = Counter(way.look for line in lines if (way := outline.way_of(line)))
            look, count = ways.most_common(1)[0] if ways else ("", 0)
            return look if look.startswith(f"{trait} ") and count == len(lines) else trait
    for trait in TRAITS[:2]:
        if sum(line.starts(trait) for line in lines) >= SHARE * len(lines):
            return f"starts-{trait}"
    return ""


def reader_for(lines: Sequence[Numbered], named: str, outline: Outline) -> str:
    """The reader that fits some lines: the one that their heading names, unless they speak against it."""
    cards, sections = best_fit(lines, CARDS, outline), best_fit(lines, SECTIONS, outline)
    asked = _questions(lines)
    steps = count_steps(lines) + sum(bool(WINDOW.match(one.text)) for one in lines)
    cells = sum(one.line.tag in ("td", "th") for one in lines)
    corrections = sum(bool(CORRECTS.search(one.text)) for one in lines)
    if _has_status(lines):
        return "listing"
    several = any(len(SEVERAL.findall(one.text)) > 1 for one in lines)
    if named == "skip" or (named == "listing" and (cards or cells or several or _are_cards(lines))):
        return named
    if named == "listing":
        named = ""
    if named == "rulebook" and 2 * cells > len(lines):
        return "errata"
    if (2 * cells > len(lines) and named not in ("errata", "rulings")) or (named == "chart" and cells >= 3):
        return "chart"
    if named == "chart" and not (sections and _have_bodies(sections, lines)):
        return "chart"
    prefixed = sum(bool(ASKS.match(one.text)) and one.line.is_apart for one in lines)
    if prefixed >= max(3, sections.count if sections else 0) or (
        named == "questions" and sections and asked > sections.count
    ):
        return "questions"
    if sections and sections.count >= 3 and (not cards or 2 * sections.count >= cards.count):
        return "sections"
    if named == "errata" and not cards and sum(bool(PAGE.match(one.text)) for one in lines) >= FEWEST:
        return "errata"
    if named in ("rulebook", "general", "chart", "entries"):
        return named
    if asked >= 2 and (named == "questions" or asked * 2 > (cards.count if cards else 0)):
        return "questions"
    if named == "rulings":
        return "rulings"
    if cards and named in ("", "notes") and not corrections and cards.count >= FEWEST and cards.look:
        return "rulings"
    if (cards and (named == "errata" or corrections * 3 >= cards.count)) or (named == "errata" and cells >= 4):
        return "errata"
    if steps >= 4 and steps * 3 >= len(lines):
        return "chart"
    if sections:
        return "sections"
    return "entries" if named in ("errata", "questions", "sections", "") else named


def _has_status(lines: Sequence[Numbered]) -> bool:
    """Whether a table says of cards whether they are banned or restricted."""
    heads = {column_named(one.text) for one in lines if one.line.tag == "th"}
    said = sum(bool(STATUS.match(one.text)) for one in lines if one.line.tag == "td")
    return {"name", "status"} <= heads and said >= FEWEST


def _have_bodies(sections: Fit, lines: Sequence[Numbered]) -> bool:
    """Whether sections say more than the steps of a chart do."""
    is_headed = sections.look.startswith("h") or BODY * count_steps(lines) < len(lines)
    return is_headed and 2 * max(sections.bare, sections.sentences) < sections.count


def _are_cards(lines: Sequence[Numbered]) -> bool:
    """Whether lines are short enough to be names of cards, or each of them cites one with its set or number."""
    named = sum(len(one.text) <= SHORT and one.line.is_apart and one.text[-1:] not in ".:;," for one in lines)
    return named >= FEWEST or bool(pattern_of_all(lines))


def pattern_of_all(lines: Sequence[Numbered]) -> str:
    """How cards are cited with their set or number, if every line does it so, however few they are."""
    texts = [one_line(one.text) for one in lines]
    fitting = (card for card in CARDS[:4] if texts and all(compiled(card).match(text) for text in texts))
    return next(fitting, "")


def _questions(lines: Sequence[Numbered]) -> int:
    return sum(bool(ASKS.match(one.text) or QUESTION.search(one.text)) for one in lines)


def run_in_trait(lines: Sequence[Numbered]) -> str:
    """The trait of names that stand in one line with what they mean."""
    for trait in TRAITS:
        starting = [one for one in lines if one.line.starts(trait) and not one.line.is_all(trait) and one.line.is_apart]
        if len(starting) >= FEWEST and 2 * len(starting) >= sum(one.line.is_apart for one in lines):
            return trait
    return ""


def question_look(lines: Sequence[Numbered]) -> str:
    """How questions are told from answers, where it is not by "Q:"."""
    prefixed = sum(bool(ASKS.match(one.text)) for one in lines)
    lines = [one for one in lines if not ASKS.match(one.text)]
    if prefixed >= FEWEST and sum(bool(QUESTION.search(one.text)) for one in lines) < FEWEST:
        return ""
    levels = Counter(one.line.level for one in lines if one.line.level and QUESTION.search(one.text))
    if levels and levels.most_common(1)[0][1] >= FEWEST:
        return f"h{levels.most_common(1)[0][0]}"
    if sum(one.line.tag == "dt" and bool(QUESTION.search(one.text)) for one in lines) >= FEWEST:
        return "tag:dt"
    if quoted := _asking_class(lines):
        rest = [one for one in lines if quoted not in one.line.classes]
        others = question_look(rest) if sum(bool(QUESTION.search(one.text)) for one in rest) >= FEWEST else ""
        return f"class:{quoted}" + (f" or {others}" if others and " or " not in others else "")
    ending = [one.line for one in lines if QUESTION.search(one.text) and not one.line.level]
    for trait in TRAITS[:2][::-1]:
        shown = [line for line in ending if line.is_all(trait) or (line.starts(trait) and len(line.spans) > 1)]
        if ending and len(shown) >= SHARE * len(ending) and not (prefixed >= FEWEST and len(shown) < FEWEST):
            return trait
    return ""


def _asking_class(lines: Sequence[Numbered]) -> str:
    """The class of a web page that questions have, and hardly anything else."""
    having: Counter[str] = Counter()
    asking: Counter[str] = Counter()
    for one in lines:
        having.update(set(one.line.classes))
        asking.update(set(one.line.classes) if QUESTION.search(one.text) else ())
    found = [name for name, count in asking.items() if count >= FEWEST and count >= SHARE * having[name]]
    return max(found, key=lambda name: asking[name], default="")


def looks_in(outline: Outline, lines: Sequence[Numbered], *, but: Sequence[str]) -> list[Way]:
    """The ways of standing out of headings that bring entries together, the heaviest first."""
    ways = {way for one in lines if (way := outline.way_of(one.line))}
    return sorted(way for way in ways if way.look not in but)


def count_steps(lines: Sequence[Numbered]) -> int:
    """How many lines are counted or labelled, or cells of a table."""
    return sum(
        bool(
            LABELLED.match(one.text) or COUNTED.match(one.text) or one.line.marker[:1].isdigit() or one.line.tag == "td"
        )
        for one in lines
    )


def is_section(title: str) -> bool:
    """Whether a heading is the one of a numbered section."""
    return any(compiled(pattern).match(title) for pattern in SECTIONS)
