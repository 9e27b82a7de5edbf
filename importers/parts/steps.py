"""The steps of timing charts: what their labels and windows look like, and how deep they are nested."""

import re
from collections import Counter
from collections.abc import Sequence

from importers.parts.lines import Numbered

# "1.1 Round begins.", "ST.1 Determine …", "2.2.1 Active …"
LABELLED = re.compile(
    r"^(\d{1,2}(?:\.\d{1,2})+[a-z]?|[A-Z]{1,3}(?:\.\d{1,2})+[a-z]?|[A-Z]{1,2}\d{1,2}(?=\s))\.?\s+(\S.*)$"
)
# "2 Audience phase", above "2.1"
PHASE = re.compile(r"^(\d{1,2})[.:)]?\s+([A-Z].{0,60})$")
# "1. Action is initiated.", "3) Action is executed", "A. Action Window", "A1. Untap all of your cards."
COUNTED = re.compile(r"^(\d{1,2}|[A-Z]\d{0,2})[.)]\s+(\S.*)$")
# "IV. Passive abilities are initiated.", "a) Determine the cost", "- I. …"
NESTED = re.compile(r"^(?:- )?(?:([IVX]{1,5})[.)]|([a-z])[.)]|\(([a-z])\))\s+(\S.*)$")
BRACKETED = re.compile(r"^(\d{1,2})\)\s+(\S.*)$")
WINDOW = re.compile(
    r"^(?:\[[\w ]+\] |\W+)?((?:player|action|reaction)[\w ]{0,12}window)s?:?$"
    r"|^(?:\w+ )?(?:actions|responses|reactions) may be (?:taken|used|played)\b[^.]{0,40}\.?$",
    re.IGNORECASE,
)
LONGEST_TITLE, LONGEST_WINDOW = 70, 40
# "Player actions"
NAME = re.compile(r"^\W?\s*[A-Z][\w’' -]+$")
# "1.1", "ST.3", "A", "B2" in a cell of its own
ALONE = re.compile(r"^\(?(?:\d{1,2}(?:\.\d{1,2})*|[A-Z]{1,3}\.?\d{0,2}(?:\.\d{1,2})?|[a-z]|[IVX]{1,5})[.)]?$")


class Step:
    """A step of a chart: its label, its depth, the lines of its title and of its text."""

    def __init__(self, key: str, depth: int, title: list[Numbered], *, is_headed: bool = False) -> None:
        self.key, self.depth, self.title, self.is_headed = key, depth, title, is_headed
        self.text: list[Numbered] = []
        self.window = ""


def has_label(one: Numbered) -> bool:
    """Whether a line has a label, or stands in a list or a table."""
    patterns = (LABELLED, COUNTED, NESTED)
    return bool(one.line.marker or one.line.row) or any(pattern.match(one.text) for pattern in patterns)


def depth_of(label: str) -> int:
    """How deep a step is nested, by its label: "2.2" is not, "2.2.1" and "2.2a" are."""
    return max(0, label.count(".") - 1) + bool(re.search(r"\d[a-z]$", label))


def repeated(lines: Sequence[Numbered]) -> set[str]:
    """Short lines without a label that stand between steps again and again: windows."""
    apart = (one.text for one in lines if one.line.is_apart and not one.line.marker)
    counted = Counter(text for text in apart if len(text) <= LONGEST_WINDOW and NAME.match(text))
    labels = (LABELLED, COUNTED, NESTED, ALONE)
    return {text for text, count in counted.items() if count > 1 and not any(one.match(text) for one in labels)}


def first_sentence(text: str) -> tuple[str, str]:
    first, dot, rest = text.partition(". ")
    return (f"{first}.", rest) if dot and not rest.startswith("(") else (text, "")
