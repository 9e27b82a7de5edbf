"""Says what an edition did to a ruling: added, reworded, moved, removed, or left the same."""

from dataclasses import replace

from importers.records import ChangeKind, ParsedRuling, one_line
from rulings.diffing.similarity import likeness, words_of

# "Nearly the same text": a renumbered section in which a word or two changed has still only moved.
NEARLY_THE_SAME = 0.9


def classify(old: ParsedRuling | None, new: ParsedRuling | None) -> ChangeKind:
    """What became of a ruling from one edition to another; None stands for its absence."""
    if old is None:
        return ChangeKind.ADDED
    if new is None:
        return ChangeKind.REMOVED
    has_moved = (old.key, old.heading_path) != (new.key, new.heading_path)
    is_reworded = _wording(old) != _wording(new)
    if has_moved and (not is_reworded or likeness(words_of(old), words_of(new)) >= NEARLY_THE_SAME):
        return ChangeKind.MOVED
    return ChangeKind.REWORDED if is_reworded else ChangeKind.SAME


def _wording(ruling: ParsedRuling) -> ParsedRuling:
    """Everything but the place; line breaks within a paragraph do not count."""
    paragraphs = (one_line(paragraph) for paragraph in ruling.text.split("\n\n"))
    return replace(ruling, key="", heading_path=("-",), text="\n\n".join(paragraphs), lines=None)
