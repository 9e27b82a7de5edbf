"""What a typesetter may choose freely: one form of letters and signs to read, and one form of texts to compare."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from importers.sources import SourceText

# "ﬁ" and its like, soft hyphens, joiners and byte order marks, the many spaces and hyphens
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st"}
UNSEEN = dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", "")
SPACES = dict.fromkeys("\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000\t", " ")
HYPHENS = dict.fromkeys("\u2010\u2011", "-")
SIGNS = str.maketrans({**LIGATURES, **UNSEEN, **SPACES, **HYPHENS})
# The dash of "– I. Passive abilities are initiated."
LEADING_DASH = re.compile(r"^(\s*)[–—−―]|[–—−―](?=>)")
QUOTES = str.maketrans(dict.fromkeys("“”„‟«»\"‘’‚‛`´ʼ'", ""))
# „so“, «so» and »so«
LOW_QUOTES = str.maketrans({"„": "“", "“": "”"})
POINTED_QUOTES, POINTING_INWARD = str.maketrans({"«": "“", "»": "”"}), str.maketrans({"»": "“", "«": "”"})
# "Rodrik`s", "´so´"
STRAY_APOSTROPHE = re.compile("[`´]")
DASHES = re.compile(r"\s*[-–—−―]+\s*")
ELLIPSIS = re.compile(r"\s*(?:…|\.{3}|\. \. \.)\s*")
EMPHASIS = re.compile(r"\*+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)")
# "- " before an item of a list
BULLET = re.compile(r"^\s*[-*•·]\s+", re.MULTILINE)
# The backslash of "\*", which Markdown needs
ESCAPED = re.compile(r"\\([*_`<\\])")
# "- " at the start of a line, behind the end of a sentence: an item, and not a dash
MARKED, ENDS = re.compile(r"^\s*[-*•·] "), re.compile(r"[.:;!?][\"”’'*)\]]*\s*$")
# "1 / 2": spaces next to a sign
SPACED_SIGN = re.compile(r"\s*([,.;:?!()/])\s*")
# An icon: one that is lost, one with a name, or one of the pictures that stand for it.
ICON = re.compile(
    r"(?<!\[)\[(?:icon\?|[A-Za-z][A-Za-z \-]{0,30})\](?![\](])|[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?"
)
LOST = "[icon?]"
# Where one copy has an icon and the other nothing at all, it was lost without a trace.
NONE = [LOST]
# An icon has few words; more are a remark in brackets.
MOST_WORDS = 3
# No text is broken at more columns, and one that is has so many breaks.
WIDEST = 200
FEWEST_BREAKS = 10
# So many of the lines that end in a space are full, if a program has broken them there.
MOSTLY = 0.8


def clean(source: SourceText) -> SourceText:
    """A source with its signs in one form, line by line; what importers identify and read."""
    if source.lines[0].rstrip() == "---":
        # The house format is ours, to the letter.
        return source
    lines = (LEADING_DASH.sub(lambda match: f"{match[1] or ''}-", line) for line in one_form(source.text).split("\n"))
    return replace(source, text=_with_usual_quotes("\n".join(_without_margins(list(lines)))))


def one_form(text: str) -> str:
    """A text with its letters and signs in one form each: "ﬁ" as "fi", an accent with its letter."""
    return unicodedata.normalize("NFC", text.translate(SIGNS))


def _without_margins(lines: Sequence[str]) -> Sequence[str]:
    """Lines without the spaces that all of them begin or end with."""
    said = [line for line in lines if line.strip()]
    if all(line.endswith(" ") for line in said):
        lines = [line.rstrip() for line in lines]
    margin = min((len(line) - len(line.lstrip(" ")) for line in said), default=0)
    return [line[margin:] if line.strip() else line for line in lines]


def _with_usual_quotes(text: str) -> str:
    """A text whose quotation marks and apostrophes are those that English is set with."""
    if "„" in text and text.count("“") > text.count("”"):
        text = text.translate(LOW_QUOTES)
    if "«" in text or "»" in text:
        is_outward = text.find("«") < text.find("»") and "«" in text
        text = text.translate(POINTED_QUOTES if is_outward else POINTING_INWARD)
    if not re.search("['‘’]", text):
        # Whatever stands there is the apostrophe.
        return STRAY_APOSTROPHE.sub("'", text)
    return re.sub(rf"(?<=\w){STRAY_APOSTROPHE.pattern}(?=\w)", "’", text)


def comparable(text: str) -> str:
    """A text without what typography may change: quotation marks, dashes, ellipses, emphasis, bullets, spacing."""
    plain = one_form(ESCAPED.sub(r"\1", BULLET.sub("", text)))
    plain = ELLIPSIS.sub("…", plain).translate(QUOTES)
    plain = DASHES.sub("-", EMPHASIS.sub("", plain))
    return SPACED_SIGN.sub(r"\1", " ".join(plain.split()))


def same_wording(one: str, other: str) -> bool:
    """Whether two texts say the same, however they are set; an icon that one copy has lost makes no difference."""
    if one == other:
        return True
    ours, theirs = (_taken_apart(text) for text in (one, other))
    if ours[0] != theirs[0]:
        return False
    places = {*ours[1], *theirs[1]}
    return all(_may_be_one(ours[1].get(place, NONE), theirs[1].get(place, NONE)) for place in places)


def _may_be_one(icons: list[str], others: list[str]) -> bool:
    """Whether two runs of icons can be the same; a lost one can be any, and one mark can stand for a whole run."""
    if LOST in (*icons, *others) and (len(icons) == 1 or len(others) == 1):
        return icons == [LOST] or others == [LOST]
    return len(icons) == len(others) and all(
        LOST in (one, other) or one == other for one, other in zip(icons, others, strict=True)
    )


def _taken_apart(text: str) -> tuple[str, dict[int, list[str]]]:
    """The words without spaces, and the icons by how many letters stand before them."""
    words: list[str] = []
    icons: dict[int, list[str]] = {}
    end = length = 0
    plain = comparable(text)
    for match in [*ICON.finditer(plain), None]:
        words.append(plain[end : match.start() if match else None].replace(" ", ""))
        length += len(words[-1])
        if match and len(match[0].split()) > MOST_WORDS:
            # A remark in brackets is wording.
            words.append(match[0].replace(" ", ""))
            length += len(words[-1])
            end = match.end()
        elif match:
            icons.setdefault(length, []).append(match[0].removesuffix("\ufe0f"))
            end = match.end()
    return "".join(words), icons


def unwrap(source: SourceText) -> tuple[SourceText, dict[int, int]]:
    """A source whose lines were broken at some width, with the pieces joined; and where the joined lines end.

    A joined line stands where its first piece stood, and leaves the others blank, so that line numbers stay.
    """
    lines = list(source.lines)
    ends: dict[int, int] = {}
    joined: dict[int, list[str]] = {}
    first, pieces = -1, [""]
    for index in sorted(_wrapped(lines)):
        if index + 1 != ends.get(first + 1, 0):
            # Another paragraph begins.
            first, pieces = index, [lines[index]]
        pieces += ["" if pieces[-1].endswith(" ") else " ", lines[index + 1]]
        joined[first] = pieces
        lines[index + 1] = ""
        ends[first + 1] = index + 2
    for place, found in joined.items():
        lines[place] = "".join(found)
    return (replace(source, text="\n".join(lines)), ends) if ends else (source, {})


def _wrapped(lines: Sequence[str]) -> set[int]:
    """The indexes of lines that go on in the next one, in a text whose lines were broken at some width."""
    width = max((len(line.rstrip()) for line in lines), default=0)
    if width > WIDEST or lines[0].rstrip() == "---":
        # The house format, which says itself where its paragraphs end, begins so.
        return set()
    full = _full(lines, width)
    # Some programs leave the space at which they break a line.
    spaced = {
        index
        for index, (line, after) in enumerate(pairwise(lines))
        if line[-1:] == " " and line.strip() and after.strip()
    }
    # Some of those count bytes, and the space behind a word as part of it.
    broken = spaced & (full | _full(lines, width - 1, measure=lambda text: len(text.encode())))
    if len(broken) > MOSTLY * len(spaced):
        return broken
    found = spaced if 2 * len(spaced) > len(full) else full
    return found if len(found) >= FEWEST_BREAKS else set()


def _full(lines: Sequence[str], width: int, *, measure: Callable[[str], int] = len) -> set[int]:
    """The indexes of lines that have no room for the first word of the next one."""
    return {
        index
        for index, (line, after) in enumerate(pairwise(lines))
        if line.strip()
        and after.strip()
        and measure(line.rstrip()) + 1 + measure(after.split()[0]) > width
        and not (MARKED.match(after) and ENDS.search(line))
    }
