"""The words by which errata say what is to be done with what they quote."""

import re

ORDINALS = r"(?:first|second|third|fourth|fifth|last|final)"
Q = r"⟦(\d+)⟧"
NAMED = r"(?:the\s+)?(?:words?|phrases?|text|sentences?|line|clause)?\s*"
SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=[A-Z⟦*“\"])|\n+")
ELLIPSIS = r"(?:\.\s?\.\s?\.|…)"
OPEN_BEFORE = re.compile(rf"^\s*{ELLIPSIS}\s*")
OPEN_BEHIND = re.compile(rf"\s*{ELLIPSIS}\s*$")
ABILITY = re.compile(
    r"(?<!\w)((?:Forced |Dominance |Challenges |Day |Night )?(?:Action|Response|Disrupt|Forced|Interrupt|Reaction"
    r"|Revelation|Passive|Quest|Spawn|Objective|\[[\w ]+\]|elder sign))(?: (?:ability|effect|text))",
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
# "Each ability should have … added": there is more than one place.
MANY = re.compile(
    r"\b(?:(?:each|every|both|all)\s+(?:of\s+)?(?:its\s+|the\s+)?)\w*\s*(?:abilit|effect|sentence|line)", re.I
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

# "Action: Pay 4...": words of a card without a word that says what to do with them.
BARE = re.compile(
    r"^(?:(?:Forced |Dominance )?(?:Action|Response|Disrupt|Forced|Interrupt|Reaction)|Any Phase|\[[\w ]+\]):"
    rf"|^{ELLIPSIS}|{ELLIPSIS}$"
)
