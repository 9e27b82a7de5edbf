"""Colours that mean something: of what an edition changed, and of what somebody else than the publisher adds."""

import re

from importers.extraction.layout import Layout

# A hue is that of changes or notes if it is on this share of the lines at the most.
LARGEST_SHARE = 0.35
# "Note: …", "Related: …"
NOTE = re.compile(r"^(?:\W*)(?:notes?|related|editor|comment|see also|clarif\w* by)\b", re.IGNORECASE)
NOTED = re.compile(r"note|comment|annot|remark|owner", re.IGNORECASE)
# "All changes are marked in red."
SAID = re.compile(
    r"\b(?:marked|denoted|shown|printed|highlighted|appear\w*|indicated) in (?:\w+ )?(red|blue|green|orange|purple)\b",
    re.IGNORECASE,
)


# "My own notes are in green."
NOTES_SAID = re.compile(
    r"\b(?:notes?|remarks?|comments?|annotations?|additions?)\b[^.]{0,60}\bin (?:\w+ )?"
    r"(red|blue|green|orange|purple|grey)\b",
    re.IGNORECASE,
)


def changed_hue(layout: Layout) -> str:
    """The hue of what an edition changed: the one that the document names, or red."""
    said = SAID.search(" ".join(line.text for line in layout.lines[:80]))
    if said:
        return said[1].lower() if _is_rare(layout, said[1].lower()) else ""
    # Headings and badges may be red, too: they are bold.
    text = (span for line in layout.lines if not (line.aside or line.level) for span in line.spans)
    is_used = any(span.style.hue == "red" and not span.style.bold for span in text)
    return "red" if is_used and _is_rare(layout, "red") else ""


def note_hue(layout: Layout, changed: str = "") -> str:
    """The hue of what somebody else adds: its lines begin with "Note" or "Related", or are of a class of notes."""
    named = NOTES_SAID.search(" ".join(line.text for line in layout.lines[:80]))
    if named and named[1].lower() != changed and _is_rare(layout, named[1].lower()):
        return named[1].lower()
    for hue in ("green", "blue", "purple", "grey", "orange"):
        lines = [line for line in layout.lines if line.starts_in(hue) and not line.aside and not line.level]
        said = sum(bool(NOTE.match(line.text) or any(NOTED.search(name) for name in line.classes)) for line in lines)
        if hue != changed and lines and said * 3 >= len(lines):
            return hue if _is_rare(layout, hue) else ""
    return ""


def _is_rare(layout: Layout, hue: str) -> bool:
    lines = [line for line in layout.lines if not line.aside]
    return 0 < sum(line.starts_in(hue) for line in lines) <= LARGEST_SHARE * len(lines)
