"""Reads an erratum as instructions: what to replace, to add, to delete, or to set."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulings.effective.fields import has_more_numbers, is_about_lists, read_fields
from rulings.effective.patterns import (
    ABILITY,
    ADD,
    BARE,
    BEGIN,
    CHANGES,
    DELETE,
    DELETE_BRACKETS,
    DELETE_NTH,
    END,
    LABELLED,
    MANY,
    NAMED,
    OPEN_BEFORE,
    OPEN_BEHIND,
    ORDERS,
    ORDINALS,
    READ,
    SENTENCE,
    SUBSTITUTE,
    UNQUOTED,
    Q,
)
from rulings.effective.quotations import Quoted, take_apart
from rulings.effective.tokens import plain


class Kind(StrEnum):
    """What an instruction does."""

    READ = "read"
    SUBSTITUTE = "substitute"
    DELETE = "delete"
    ADD = "add"
    FIELD = "field"
    # It says that something changes, and we cannot read what.
    UNCLEAR = "unclear"
    NOTE = "note"


@dataclass(frozen=True)
class Instruction:
    """One thing to do to a card."""

    kind: Kind
    # The new words; for DELETE the words that go.
    words: str = ""
    # SUBSTITUTE: the words that are replaced.
    old: str = ""
    # READ: whether the text goes on before or after the words.
    is_open_before: bool = False
    is_open_behind: bool = False
    # ADD: "start", "end", or the words behind which they come.
    place: str = ""
    # Which one of several: "first", "second", "last"; "all".
    ordinal: str = ""
    # Which ability is meant, by its name: "Forced", "Response".
    ability: str = ""
    # Whether an ability loses its trigger: it "should be a passive".
    is_passive: bool = False
    # FIELD: its name, and how it changes: "set", "add" or "remove".
    field: str = ""
    way: str = ""


def read_instructions(text: str) -> list[Instruction]:
    """What an erratum tells to do, in its order; a NOTE alone if it changes nothing."""
    quoted = take_apart(text)
    found: list[Instruction] = []
    used: set[int] = set()
    for sentence in SENTENCE.split(quoted.skeleton):
        found += _read_sentence(sentence, quoted, used)
    if not found and not quoted.words and (match := UNQUOTED.search(plain(text))):
        found.append(_reading(match[1]))
    if found and len(used) < len(quoted.words):
        # It quotes something of which we cannot read what is to be done with it.
        found.append(Instruction(Kind.UNCLEAR, plain(text)))
    if not found:
        is_unclear = BARE.search(plain(text).strip()) or any(
            CHANGES.search(plain(one).strip()) for one in SENTENCE.split(quoted.skeleton)
        )
        found.append(Instruction(Kind.UNCLEAR if is_unclear else Kind.NOTE, plain(text)))
    return found


def _read_sentence(sentence: str, quoted: Quoted, used: set[int]) -> Iterator[Instruction]:
    def free(*numbers: str) -> bool:
        return all(int(number) not in used for number in numbers)

    def take(number: str) -> str:
        used.add(int(number))
        return plain(quoted.words[int(number)]).strip()

    count = len(used)
    if is_about_lists(sentence):
        yield from _fields(sentence, quoted, used)
        return
    yield from _substitutions(sentence, free, take)
    yield from _deletions(sentence, free, take)
    yield from _additions(sentence, free, take)
    yield from _readings(sentence, free, take)
    fields = list(_fields(sentence, quoted, used))
    yield from fields
    if len(used) == count and not fields and (nth := DELETE_NTH.search(sentence)):
        yield Instruction(Kind.DELETE, ordinal=(nth[1] or nth[2]).lower())
    elif len(used) == count and not fields and DELETE_BRACKETS.search(sentence):
        yield Instruction(Kind.DELETE, place="brackets")


def _fields(sentence: str, quoted: Quoted, used: set[int]) -> Iterator[Instruction]:
    """The fields that a sentence sets, of which the names may be quoted."""
    free = [int(number) for number in re.findall(Q, sentence) if int(number) not in used]
    rest = re.sub(Q, lambda match: f"“{quoted.words[int(match[1])]}”" if int(match[1]) in free else " ", sentence)
    found = list(read_fields(plain(rest)))
    used.update(number for number in free if any(_is_name_in(quoted.words[number], words) for *_, words in found))
    yield from (Instruction(Kind.FIELD, words, field=name, way=way) for name, way, words in found)
    if found and has_more_numbers(plain(rest), found):
        yield Instruction(Kind.UNCLEAR, plain(rest))


def _is_name_in(words: str, said: str) -> bool:
    """Whether quoted words are, or hold, the name that a field is given: “Limited”, “Deep One. Sorcerer.”"""
    bare = plain(words).strip(" .,")
    return bool(bare) and (said in bare or bare in said) and len(bare.split()) <= len(said.split()) + 3


Free = Callable[..., bool]
Take = Callable[[str], str]


def _substitutions(sentence: str, free: Free, take: Take) -> Iterator[Instruction]:
    for pattern, old_first in SUBSTITUTE:
        for match in pattern.finditer(sentence):
            numbers = [group for group in match.groups() if group and group.isdigit()]
            if not free(*numbers):
                continue
            first, second = (take(number).rstrip(",") for number in numbers[-2:])
            old, new = (first, second) if old_first else (second, first)
            nth = (match.groupdict().get("nth") or "").lower()
            is_all = re.search(r"\b(?:all|every|each)\b", sentence, re.IGNORECASE)
            yield Instruction(Kind.SUBSTITUTE, new, old=old, ordinal=nth or ("all" if is_all else ""))


def _deletions(sentence: str, free: Free, take: Take) -> Iterator[Instruction]:
    for pattern in DELETE:
        for match in pattern.finditer(sentence):
            if free(match[1]) and not re.match(
                r"[”\"]?\s*(?:keyword|trait|subtype|attribute)", sentence[match.end(1) + 1 :]
            ):
                yield Instruction(Kind.DELETE, _edges(take(match[1]))[0])


def _additions(sentence: str, free: Free, take: Take) -> Iterator[Instruction]:
    for pattern in ADD:
        for match in pattern.finditer(sentence):
            if not free(match[1]) or re.match(r"\s*(?:keyword|trait|subtype|attribute)", match[2] or ""):
                continue
            where = match[2] or ""
            behind = re.search(rf"\b(after|before)\s+{NAMED}{Q}", where)
            place = "start" if re.search(r"\b(?:beginning|start|front)\b", sentence) else "end"
            if behind and free(behind[2]):
                place = f"{behind[1]} {take(behind[2])}"
            elif re.search(r"\bbetween\b|\bafter\b|\bbefore\b", where) or MANY.search(sentence):
                place = "?"
            words = _edges(take(match[1]).rstrip(","))[0]
            yield Instruction(Kind.ADD, words, place=place, ability=_ability(sentence), ordinal=_ordinal(sentence))


def _readings(sentence: str, free: Free, take: Take) -> Iterator[Instruction]:
    if LABELLED.match(sentence) and (match := LABELLED.match(sentence)) and free(match[1]):
        yield _reading(take(match[1]), sentence)
        return
    for pattern, before, behind in ((READ, False, False), (BEGIN, False, True), (END, True, False)):
        for match in pattern.finditer(sentence):
            if free(match[1]) and ORDERS.search(sentence[: match.end()]) and not _quotes_what_is(sentence, match):
                yield _reading(take(match[1]), sentence, before=before, behind=behind)


def _quotes_what_is(sentence: str, match: re.Match[str]) -> bool:
    """Whether words are quoted because they stand there: "…, which reads “…”"."""
    return bool(
        re.search(r"\b(?:which|that|currently|card)\s+(?:reads?|says?|states?)\b", match[0] and sentence[: match.end()])
    )


def _reading(words: str, sentence: str = "", *, before: bool = False, behind: bool = False) -> Instruction:
    words, opens, goes_on = _edges(words)
    return Instruction(
        Kind.READ,
        words,
        # What begins with a small letter, or ends without a full stop, is only a part.
        is_open_before=before or opens or words[:1].islower(),
        is_open_behind=behind or goes_on or not re.search(r"[.!?)\]\"”’':]$", words),
        ordinal=_ordinal(sentence),
        ability=_ability(sentence),
        is_passive=bool(re.search(r"\bpassive\b", sentence, re.IGNORECASE)),
    )


def _edges(words: str) -> tuple[str, bool, bool]:
    """Words without the dots at their ends, and whether there were any before and behind them."""
    inner = OPEN_BEHIND.sub("", OPEN_BEFORE.sub("", words))
    return inner.strip(), bool(OPEN_BEFORE.match(words)), bool(OPEN_BEHIND.search(words))


def _ordinal(sentence: str) -> str:
    found = re.search(rf"\b({ORDINALS})\s+(?:ability|effect|sentence|paragraph|line|part)\b", sentence, re.IGNORECASE)
    return found[1].lower() if found else ""


def _ability(sentence: str) -> str:
    found = ABILITY.search(plain(sentence))
    return found[1].lower().strip("[]") if found and found[1].lower() != "passive" else ""
