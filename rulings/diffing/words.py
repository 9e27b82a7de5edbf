"""The difference of two texts, word for word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

# A word, a run of white space, or one sign.
TOKEN = re.compile(r"\w+(?:['’]\w+)*|\s+|[^\w\s]")
# Beyond this many tokens in one changed passage, frequent ones no longer anchor the comparison.
LARGEST_EXACT = 2000


class Operation(StrEnum):
    EQUAL = "equal"
    INSERT = "insert"
    DELETE = "delete"


@dataclass(frozen=True)
class Span:
    """A stretch of text that both have, or only one of them."""

    operation: Operation
    text: str


def compare(old: str, new: str) -> list[Span]:
    """The spans that turn the old text into the new one."""
    return _merge(_compare_lines(old, new))


def _compare_lines(old: str, new: str) -> Iterator[Span]:
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for tag, i, j, k, m in SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes():
        before, after = "".join(old_lines[i:j]), "".join(new_lines[k:m])
        if tag == "equal":
            yield Span(Operation.EQUAL, before)
        else:
            yield from _compare_words(before, after)


def _compare_words(old: str, new: str) -> Iterator[Span]:
    old_tokens, new_tokens = TOKEN.findall(old), TOKEN.findall(new)
    large = max(len(old_tokens), len(new_tokens)) > LARGEST_EXACT
    for tag, i, j, k, m in SequenceMatcher(None, old_tokens, new_tokens, autojunk=large).get_opcodes():
        if tag == "equal":
            yield Span(Operation.EQUAL, "".join(old_tokens[i:j]))
            continue
        if i < j:
            yield Span(Operation.DELETE, "".join(old_tokens[i:j]))
        if k < m:
            yield Span(Operation.INSERT, "".join(new_tokens[k:m]))


def _merge(spans: Iterator[Span]) -> list[Span]:
    """Join neighbours, and let a lone space between two changes belong to them."""
    merged: list[Span] = []
    deleted = inserted = ""

    def flush() -> None:
        nonlocal deleted, inserted
        if deleted:
            merged.append(Span(Operation.DELETE, deleted))
        if inserted:
            merged.append(Span(Operation.INSERT, inserted))
        deleted = inserted = ""

    for span in spans:
        if span.operation is Operation.DELETE:
            deleted += span.text
        elif span.operation is Operation.INSERT:
            inserted += span.text
        elif span.text == " " and deleted and inserted:
            deleted += " "
            inserted += " "
        else:
            flush()
            merged.append(span)
    flush()
    return _join_equal(merged)


def _join_equal(spans: list[Span]) -> list[Span]:
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].operation is span.operation is Operation.EQUAL:
            joined[-1] = Span(Operation.EQUAL, joined[-1].text + span.text)
        else:
            joined.append(span)
    return joined
