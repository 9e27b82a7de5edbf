"""Reads in an erratum which fields of a card it sets: traits, keywords, cost and other numbers, uniqueness, symbols."""

import re
from collections.abc import Iterable, Iterator

# "Attachment", "Deep One", "Outside and Water", “Limited”
NAMES = r"[“\"*]*([A-Z][\w’'\-]*(?:(?:,? and |, | )[A-Z][\w’'\-]*)*)[”\"*.,]*"
GROUP = r"(?:public |private |printed )?(traits?|subtypes?|keywords?|attributes?)"
HAVING = r"(?:have|has|gains?|be given|is given|includes?)"
NOT_HAVING = r"(?:not have|loses?|lose|no longer has|no longer have|not include)"
# What numbers of cards are called, in one game or another.
NUMBERS = (
    r"cost|skill|loyalty|power|hit points?|health|sanity|strength|str|shroud|clues?|willpower|intellect|combat|agility"
    r"|fight|evade|damage|horror|level|victory|doom|value|initiative|income|gold|reserve|claim|deck limit|experience"
)
VALUE = r"([+\-−]?\d+|X|none|no)\b"
GIVEN = re.compile(rf"\b{HAVING}\s+(?:the\s+|an?\s+)?(?:additional\s+|following\s+)?{NAMES}\s+{GROUP}\b")
GIVEN_BEHIND = re.compile(rf"\b{HAVING}\s+(?:the\s+|an?\s+)?(?:additional\s+|following\s+)?{GROUP}:?\s+{NAMES}")
ADDED = re.compile(rf"\b[Aa]dd\s+(?:the\s+)?(?:(?:{GROUP}:?\s+{NAMES})|(?:{NAMES}\s+{GROUP}))")
LISTED = re.compile(rf"\b{GROUP}\s+should\s+(?:also\s+)?include\s+{NAMES}", re.IGNORECASE)
TAKEN = re.compile(rf"\b(?:{NOT_HAVING}|[Rr]emove|[Dd]elete)\s+(?:the\s+|an?\s+)?(?:spurious\s+)?{NAMES}\s+{GROUP}\b")
TAKEN_BEHIND = re.compile(rf"\b(?:{NOT_HAVING}|[Rr]emove|[Dd]elete)\s+(?:the\s+|an?\s+)?{GROUP}:?\s+{NAMES}")
# "… and the Retaliate keyword"
GIVEN_TOO = re.compile(
    rf"\b(?:traits?|subtypes?|keywords?|attributes?),?\s+and\s+(?:the\s+|an?\s+)?{NAMES}\s+{GROUP}\b"
)
SET_LIST = re.compile(
    rf"\b{GROUP}(?:\s+(?:of|on)\s+[^.,;“\"]{{1,60}}?)?\s+should\s+(?:be|read)[\s:,]+[“\"*]*"
    r"([A-Z][\w’'\-]*(?:(?:,? and |, |\. | )[A-Z][\w’'\-]*)*)",
)
SWAPPED = re.compile(rf"\b{GROUP}\s+{NAMES}\s+(?:instead of|rather than|not)\s+(?:the\s+)?{NAMES}")
# "have the Priest trait instead of the Witch Hunter trait"
SWAPPED_BEHIND = re.compile(
    rf"\b{HAVING}\s+(?:the\s+|an?\s+)?{NAMES}\s+{GROUP},?\s+(?:instead of|rather than|and not|not)\s+(?:the\s+)?{NAMES}"
)
UNIQUE = re.compile(
    r"\b(?:is|be|are)\s+(?:also\s+)?(not\s+|no\s+longer\s+)?(?:an?\s+)?(non-)?unique\b(?!\s+(?:character|unit|support|event))"
    r"|\bshould\s+(not\s+)?(?:have|bear)\s+(?:the|a)\s+unique\s+symbol",
    re.IGNORECASE,
)
# What only tells of a case, or of other cards.
CONDITION = re.compile(r"\b(?:if|when|whether|while|unless|because|since|which|that)\b", re.IGNORECASE)
# What tells that something is to be changed.
ORDER = re.compile(
    r"\b(?:should|must|now|add|remove|delete|change|changes|changed|becomes|loses?|gains?|no longer|is|are)\b",
    re.IGNORECASE,
)
OF = re.compile(
    rf"\b(?:should\s+have|now\s+has|and|has)\s+an?\s+(?:printed\s+)?({NUMBERS})(?:\s+value)?\s+of\s+{VALUE}",
    re.IGNORECASE,
)
# "should have 4 hit points, not 3"
SO_MANY = re.compile(rf"\bshould\s+have\s+((?:(?:,\s*|,?\s*and\s+)?\d+\s+(?:{NUMBERS})\b)+)", re.IGNORECASE)
EACH = re.compile(rf"(\d+)\s+({NUMBERS})\b", re.IGNORECASE)
# "cost 3", but not "not 2", "from 2 to"
NUMBER = re.compile(r"(?<![\w#:.+\-−])(?<!not )(?<!from )(?<!instead of )(?<!rather than )(\d+)(?![\w:])")
IS = re.compile(
    rf"\b(?:printed\s+)?({NUMBERS})(?:\s+value)?(?:\s+(?:of|on)\s+[^.,;]{{1,60}}?)?\s+(?:should\s+be|should\s+read|is\s+now|becomes|changes?\s+(?:from\s+\S+\s+)?to"
    rf"|(?:should\s+be\s+|is\s+)?changed\s+(?:from\s+\S+\s+)?to)\s+{VALUE}",
    re.IGNORECASE,
)
CHANGED = re.compile(
    rf"\b[Cc]hange\s+(?:its|the|his|her)?\s*(?:printed\s+)?({NUMBERS})\s+(?:from\s+\S+\s+)?to\s+{VALUE}", re.IGNORECASE
)
COSTS = re.compile(rf"\bshould\s+(?:now\s+)?cost\s+{VALUE}", re.IGNORECASE)
# "should have a skill of 0, no icons, and read"
NO_ICONS = re.compile(r"\b(?:have|has|,)\s+no\s+(icons?)\b", re.IGNORECASE)
SYMBOL = re.compile(r"\b[Ss]hould\s+have\s+an?\s+([A-Z][\w’' -]*?)\s+(?:resource\s+)?(?:symbol|icon)\b")
RESOURCE = re.compile(r"\bshould\s+be\s+an?\s+([\w’' -]+?)\s+resource\b", re.IGNORECASE)
TYPE = re.compile(
    r"^\s*(?:It\s+)?(?:[Ii]s|[Ss]hould\s+be)\s+an?\s+([A-Z][\w-]*),?\s+(?:and\s+)?not\s+an?\s+([A-Z][\w-]*)"
)

# Name of the field, way ("set", "add", "remove"), value.
Field = tuple[str, str, str]


def read_fields(sentence: str) -> Iterator[Field]:
    """The fields that a sentence sets."""
    if not ORDER.search(sentence):
        return
    yield from _lists(sentence)
    if (match := UNIQUE.search(sentence)) and not CONDITION.search(sentence[: match.start()]):
        yield "unique", "set", "no" if match[1] or match[2] or match[3] else "yes"
    for match in SO_MANY.finditer(sentence):
        yield from ((name.lower(), "set", number) for number, name in EACH.findall(match[1]))
    for pattern in (OF, IS, CHANGED):
        for match in pattern.finditer(sentence):
            yield match[1].lower(), "set", match[2]
    if match := COSTS.search(sentence):
        yield "cost", "set", match[1]
    if NO_ICONS.search(sentence):
        yield "icons", "set", ""
    if match := SYMBOL.search(sentence):
        yield "resource", "set", match[1]
    elif match := RESOURCE.search(sentence):
        yield "resource", "set", match[1].capitalize()
    if match := TYPE.match(sentence):
        yield "type", "set", match[1]


def has_more_numbers(sentence: str, found: Iterable[Field]) -> bool:
    """Whether a sentence that sets a number tells of another one that was not read."""
    said = {words for name, _, words in found if name not in ("traits", "keywords")}
    return any(word.isdigit() for word in said) and bool(set(NUMBER.findall(sentence)) - said)


def is_about_lists(skeleton: str) -> bool:
    """Whether a sentence with gaps for its quotations says which traits or keywords a card has."""
    return bool(
        re.search(rf"\b{GROUP}\b(?:(?!\band\b)[^.⟦]){{0,60}}\bshould\s+(?:be|read)[\s:,]*⟦", skeleton)
        or re.search(rf"\b{GROUP}\s+⟦\d+⟧[.,]?\s+(?:instead of|rather than|not)\s+(?:the\s+)?⟦", skeleton)
    )


def _lists(sentence: str) -> Iterator[Field]:
    if match := SWAPPED.search(sentence):
        yield _group(match[1]), "remove", match[3].strip(' .,”"')
        yield _group(match[1]), "add", match[2].strip(' .,”"')
        return
    if match := SWAPPED_BEHIND.search(sentence):
        yield _group(match[2]), "remove", match[3].strip(' .,”"')
        yield _group(match[2]), "add", match[1].strip(' .,”"')
        return
    if match := SET_LIST.search(sentence):
        yield _group(match[1]), "set", match[2]
        return
    taken = False
    for pattern, names, group in ((TAKEN, 1, 2), (TAKEN_BEHIND, 2, 1)):
        for match in pattern.finditer(sentence):
            taken = True
            yield from ((_group(match[group]), "remove", name) for name in _names(match[names]))
    if taken:
        return
    patterns = [(GIVEN, 1, 2), (GIVEN_BEHIND, 2, 1), (LISTED, 2, 1)]
    if GIVEN.search(sentence):
        patterns.append((GIVEN_TOO, 1, 2))
    seen: set[tuple[str, str]] = set()
    for pattern, names, group in patterns:
        for match in pattern.finditer(sentence):
            for name in _names(match[names]):
                if (_group(match[group]), name) not in seen:
                    seen.add((_group(match[group]), name))
                    yield _group(match[group]), "add", name
    for match in ADDED.finditer(sentence):
        group_name, given = (match[1], match[2]) if match[1] else (match[4], match[3])
        for name in _names(given):
            if (_group(group_name), name) not in seen:
                yield _group(group_name), "add", name


def _names(text: str) -> list[str]:
    return [name.strip(' .,*”“"') for name in re.split(r",? and |, ", text) if name.strip(' .,*”“"')]


def _group(word: str) -> str:
    return "keywords" if word.lower().startswith("keyword") else "traits"
