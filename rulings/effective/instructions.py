"""Reads an erratum as instructions: what to replace, to add, to delete, or to set."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rulings.effective.fields import is_about_lists, read_fields
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


ORDINALS = r"(?:first|second|third|fourth|fifth|last|final)"
Q = r"⟦(\d+)⟧"
NAMED = r"(?:the\s+)?(?:words?|phrases?|text|sentences?|line|clause)?\s*"
SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[A-Z⟦*“\"])|\n+")
ELLIPSIS = r"(?:\.\s?\.\s?\.|…)"
OPEN_BEFORE = re.compile(rf"^\s*{ELLIPSIS}\s*")
OPEN_BEHIND = re.compile(rf"\s*{ELLIPSIS}\s*$")
ABILITY = re.compile(
    r"\b((?:Forced |Dominance |Challenges |Day |Night )?(?:Action|Response|Disrupt|Forced|Interrupt|Reaction"
    r"|Revelation|Passive|Quest|Spawn|Objective|\[\w+\]))(?: (?:ability|effect|text))",
    re.IGNORECASE,
)
SAYS = (
    r"(?:reads?|says?|states?|be(?!\s+(?:un|a\b|an\b))|changed\s+to|replaced\s+(?:with|by)|corrected\s+to"
    r"|have\s+the\s+following\s+text)"
)
ORDERS = re.compile(
    r"\b(?:should|must|shall|now|instead|corrected|errata|erratum|new\s+text|replaced?|changed?)\b", re.IGNORECASE
)
READ = re.compile(rf"\b{SAYS}(?:\s+as\s+follows|\s+thus|\s+simply|\s+instead)?[\s:,—–-]*{Q}", re.IGNORECASE)
BEGIN = re.compile(rf"\b(?:begins?|starts?)(?:\s+with)?[\s:,]*{Q}", re.IGNORECASE)
END = re.compile(rf"\bends?(?:\s+with)?[\s:,]*{Q}", re.IGNORECASE)
LABELLED = re.compile(
    rf"^\s*(?:(?:new|corrected|current|updated)\s+)?(?:text|wording|errata|erratum)?\s*[:—–-]?\s*{Q}[.\s]*$", re.I
)
UNQUOTED = re.compile(r"\bshould\s+(?:now\s+|instead\s+)?read\s*[:,]?\s+(.{8,})", re.IGNORECASE | re.DOTALL)
SUBSTITUTE: tuple[tuple[re.Pattern[str], bool], ...] = (
    # Change "THREE GATE LOCATIONS" to "3 GATE Locations"; replace “if” with “when”. True: the old words come first.
    (
        re.compile(
            rf"\b(?:change|clarify|replace|correct)\s+{NAMED}(?:(?:the|every|each|all)\s+)?(?P<nth>{ORDINALS})?\s*{NAMED}{Q}"
            rf"[^⟦.]{{0,60}}?\s(?:to|with|by|into)\s+{NAMED}(?:read\s+)?{Q}",
            re.IGNORECASE,
        ),
        True,
    ),
    (re.compile(rf"\band\s+{NAMED}{Q}\s+(?:to|with|by)\s+{NAMED}{Q}", re.IGNORECASE), True),
    (
        re.compile(
            rf"{Q}[^⟦.]{{0,60}}?\s+should\s+(?:instead\s+|now\s+)?(?:read|be|say|be\s+replaced\s+(?:with|by)|"
            rf"be\s+changed\s+to)(?:\s+as)?[\s:,]+{NAMED}{Q}",
            re.IGNORECASE,
        ),
        True,
    ),
    (
        re.compile(
            rf"{Q}[^⟦.]{{0,60}}?\s+(?:is|are)\s+(?:replaced\s+(?:with|by)|changed\s+to)[\s:,]+{NAMED}{Q}", re.IGNORECASE
        ),
        True,
    ),
    (
        re.compile(
            rf"{Q}[.,]?\s+(?:instead\s+of|rather\s+than|in\s+place\s+of|and\s+not|not)\s+{NAMED}{Q}", re.IGNORECASE
        ),
        False,
    ),
    (re.compile(rf"{Q}\s+replaces\s+(?:an?\s+|the\s+)?{NAMED}{Q}", re.IGNORECASE), False),
)
DELETE = (
    re.compile(
        rf"\b(?:no\s+longer\s+(?:has|have|contains?|includes?|reads?|says?)|removes?|deletes?|strikes?|omits?|ignores?|drops?)\b"
        rf"[^⟦.]{{0,60}}?{Q}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{Q}[^⟦.]{{0,30}}?\s+(?:should\s+be|is|are|was)\s+(?:removed|deleted|omitted|struck|ignored)", re.IGNORECASE
    ),
)
# "The last sentence should be deleted."
DELETE_NTH = re.compile(
    rf"(?:\bthe\s+({ORDINALS})\s+sentence\b[^.⟦]{{0,30}}\b(?:removed|deleted|omitted|struck|ignored)"
    rf"|\b(?:remove|delete|strike|ignore|omit)\s+the\s+({ORDINALS})\s+sentence\b)",
    re.IGNORECASE,
)
ADD = (
    re.compile(rf"\b(?:adds?|inserts?|appends?)\b[^⟦.]{{0,60}}?{Q}([^⟦]{{0,60}}(?:⟦\d+⟧)?)", re.IGNORECASE),
    re.compile(
        rf"{Q}[^⟦.]{{0,30}}?\s+(?:should\s+be|is)\s+(?:added|inserted)\b([^⟦]{{0,60}}(?:⟦\d+⟧)?)", re.IGNORECASE
    ),
    re.compile(
        rf"\b(?:have|has|gains?|includes?)\b[^⟦.]{{0,60}}?\b(?:text|words?|sentence|line|clause|restriction|limit|"
        rf"limitation)\b(?:\s+(?:added|appended))?[\s:,]*{Q}([^⟦]{{0,40}})",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:text|words?|sentence|line)\s+added[\s:,]*{Q}([^⟦]{{0,40}})", re.IGNORECASE),
    re.compile(rf"\b(?:should\s+be|is)\s+(?:added|inserted|appended)\b[^⟦.]{{0,60}}?{Q}([^⟦]{{0,40}})", re.IGNORECASE),
    re.compile(rf"\b(?:have|has)\s+{Q}\s+(?:added|appended)\b([^⟦]{{0,40}})", re.IGNORECASE),
)
DELETE_BRACKETS = re.compile(
    r"\b(?:delete|remove|ignore|strike|omit)\b[^.]{0,40}\b(?:parenthes[ei]s|brackets|parenthetical|reminder text)\b",
    re.IGNORECASE,
)
# What sounds as if something changed.
CHANGES = re.compile(
    r"^(?:[^.:]{1,60}: )?(?:Should|Must|Change|Replace|Remove|Delete|Add|Insert|Now|No longer|Can no longer)\b"
    r"|\b(?:ability|effect|text|sentence|line|wording|cost|keywords?|traits?|subtypes?|attributes?|symbol|icons?|card)\b"
    r"[^.]{0,60}\bshould\b|\bshould (?:not )?(?:have|be|read|refer|require|include|lose)\b"
    r"(?! (?:resolved|noted|played|treated|remembered|able))"
    r"|\b(?:is|are) to be\b|\b(?:incorrect(?:ly)?|misprint(?:ed)?|mistake|typo)\b"
    r"|\bnow (?:only|also|works?|has|have|costs?|reads?)\b|\bno longer (?:has|have|works?|gains?)\b",
)


def read_instructions(text: str) -> list[Instruction]:
    """What an erratum tells to do, in its order; a NOTE alone if it changes nothing."""
    quoted = take_apart(text)
    found: list[Instruction] = []
    used: set[int] = set()
    for sentence in SENTENCE.split(quoted.skeleton):
        found += _read_sentence(sentence, quoted, used)
    if not found and not quoted.words and (match := UNQUOTED.search(plain(text))):
        found.append(_reading(match[1]))
    if not found:
        is_unclear = any(CHANGES.search(plain(one).strip()) for one in SENTENCE.split(quoted.skeleton))
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
        rest = re.sub(Q, lambda match: f"“{take(match[1])}”" if free(match[1]) else " ", sentence)
        yield from (
            Instruction(Kind.FIELD, words, field=name, way=way) for name, way, words in read_fields(plain(rest))
        )
        return
    yield from _substitutions(sentence, free, take)
    yield from _deletions(sentence, free, take)
    yield from _additions(sentence, free, take)
    yield from _readings(sentence, free, take)
    rest = re.sub(Q, lambda match: f"“{quoted.words[int(match[1])]}”" if free(match[1]) else " ", sentence)
    fields = [Instruction(Kind.FIELD, words, field=name, way=way) for name, way, words in read_fields(plain(rest))]
    yield from fields
    if len(used) == count and not fields and (nth := DELETE_NTH.search(sentence)):
        yield Instruction(Kind.DELETE, ordinal=(nth[1] or nth[2]).lower())
    elif len(used) == count and not fields and DELETE_BRACKETS.search(sentence):
        yield Instruction(Kind.DELETE, place="brackets")


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
            elif re.search(r"\bbetween\b|\bafter\b|\bbefore\b", where):
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
