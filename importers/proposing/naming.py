"""What headings say about the parts below them, and where a document names its game and its edition."""

import re
from dataclasses import dataclass

from importers.extraction.layout import Layout
from importers.facts import Facts
from importers.folding import FUNCTION_WORDS, calm, fold, is_shouted
from importers.parts.identity import MONTHS

RULES = r"(?:rule ?books?|rules? reference|rules?|handbook|learn to play|insert|reference)"
LISTED = "restricted|banned|forbidden|prohibited|outlawed"
# The first that fits a folded heading says which reader its part has.
NAMES: tuple[tuple[str, str], ...] = (
    (
        r"^(?:update|change|revision|version|document) (?:history|log|notes)$"
        r"|^(?:change ?log|credits|newsletter|contact|comments)$"
        r"|^(?:what s|whats) new\b|^(?:never miss|sign up|follow us)\b",
        "skip",
    ),
    (rf"{RULES}.*\b(?:errata|corrections?)\b|\berrata.* {RULES}\b", "rulebook"),
    (r"\b(?:general|universal|global) (?:card )?errata\b", "general"),
    (
        rf"\b(?:{LISTED})\b|^limited (?:cards?|list|one|1|to (?:one|1))\b"
        r"|\b(?:deck|card|tournament) restrictions?\b",
        "listing",
    ),
    (r"\b(?:frequently asked|questions?|q a|q and a)\b|^faqs?$", "questions"),
    (r"\bcard (?:specific )?(?:clarifications?|rulings?|notes?)$|\brulings? (?:by|on|for|per) cards?\b", "rulings"),
    (r"\b(?:glossary|definitions?|terms?|terminology|keywords)\b", "entries"),
    (
        r"\b(?:timing|sequence|flow ?chart|turn order|turn structure|round structure|phase chart|diagram)\b"
        r"|\b(?:step by step|steps of|turn overview|order of play)\b",
        "chart",
    ),
    (r"\berrat(?:a|um)\b|\bcard (?:corrections?|changes|clarifications?|rulings?|notes?)\b", "errata"),
    (r"\b(?:clarifications?|rulings?|rules|game ?play|interpretation)\b", "sections"),
    (r"\b(?:most recent printing|reprints?|legality|introduction|quick reference|appendix)\b", "notes"),
)
# "3.1 ", "Part 2: ", "IV. " before the words of a heading
LABEL = re.compile(
    r"^(?:(?:part|section|chapter) )?(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4}(?=[.:)]))[.:)]?\s+", re.IGNORECASE
)
BANNED = re.compile(r"\b(?:banned|forbidden|prohibited|outlawed)\b")
# "No deck may contain the following cards."
FORBIDS = re.compile(
    r"\bno (?:deck|player|copy|copies)\b|\b(?:may|can|must) ?not be (?:used|played|included|in)\b|\bnot legal\b"
)
# Words of a list's heading that do not say for which way of playing it holds.
NOT_A_FORMAT = frozenset(
    "the a of and official tournament card cards list lists restricted banned forbidden prohibited outlawed for in play format formats legality part section chapter appendix deck restrictions restriction sanctioned limited".split()  # noqa: E501, SIM905
)
# "iv", "c"
ROMAN = re.compile(r"^(?:[ivx]{1,5}|[a-h])$")
CONTENTS = re.compile(r"^(?:table of )?contents$")
NOT_A_GAME = frozenset(
    "official faq faqs errata and rulings digest rules reference version frequently asked questions document wiki community compendium page the for".split()  # noqa: E501, SIM905
) - {"the", "and", "for"}
DOCUMENTS = (
    ("faq", "FAQ"),
    ("frequently asked questions", "FAQ"),
    ("rules reference", "Rules Reference"),
    ("glossary", "Rules Reference"),
    ("errata", "Errata"),
)
# "Version 3.0, effective 01/13/2020", "FAQ v1.4", "3rd edition"
VERSIONS = (
    r"\bversion\s+(\d+(?:\.\d+)*)",
    r"\bv\.?\s?(\d+(?:\.\d+)+)",
    r"\b(?:FAQ|errata|edition|rev(?:ision)?\.?)\s+(\d+(?:\.\d+)+)",
    r"\brevision\s+([A-Z]|\d{1,3})\b",
    r"\b(?:edition|issue)\s+(\d{1,3})\b",
)
DATES = (
    r"\b(?:effective|valid from|in force from|updated|revised|released|published|as of|dated?)(?: on)?:?\s+(.{6,22})",
    rf"\b((?:{'|'.join(MONTHS)}) \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}})",
)
# "Call of Cthulhu: The Card Game", "the Android: Netrunner LCG"
GAME = re.compile(
    r"((?:[A-Z0-9][\w’'.&-]*:?(?: (?:of|the|and|&|a|in|for|[A-Z0-9][\w’'.&-]*:?))*?)):? (?:The )?"
    r"(?:Living |Collectible |Trading |Deck.?building )?(?:Card Game|LCG|CCG|TCG)\b"
)
FIRST_LINES, LONGEST_HEAD = 60, 3000
# A title is set letter by letter if so many of its words are single letters.
SPACED = 0.7


@dataclass(frozen=True)
class Identity:
    """What a document says of itself."""

    game: str
    document: str
    edition: str
    date: str


def reader_named(title: str) -> str:
    """The reader that a heading speaks for; empty if it does not say."""
    words = fold(LABEL.sub("", title.strip()))
    return next((reader for pattern, reader in NAMES if re.search(pattern, words)), "")


def list_named(title: str) -> tuple[str, str]:
    """Which list a heading names, and for which way of playing."""
    words = fold(title)
    name = "banned" if BANNED.search(words) else "restricted"
    if not says_list(title) and re.search(r"\b(?:lists?|cards?)\b", words):
        # "Harbour Watch List" is the name of the list.
        return name, ""
    return name, format_named(title)


def says_list(title: str) -> bool:
    """Whether a heading says which list it is."""
    return bool(re.search(rf"\b(?:{LISTED})\b", fold(title)))


def says_one_list(title: str) -> bool:
    """Whether a heading is that of one list: "Duel Restricted List", and not "Banned and Restricted Cards"."""
    words = fold(title)
    return ("restricted" in words.split()) != bool(BANNED.search(words))


def is_ban(text: str) -> bool:
    """Whether what is said above a list forbids its cards altogether."""
    return bool(FORBIDS.search(fold(text)))


def format_named(title: str) -> str:
    """The way of playing that a heading names, without what every such heading says."""
    words = fold(LABEL.sub("", title.rpartition(":")[2].strip()).split("(")[0]).split()
    if FUNCTION_WORDS.intersection(words) - NOT_A_FORMAT or "per" in words:
        # "Restricted to 1 per deck" says how many, not where.
        return ""
    kept = [word for word in words if word not in NOT_A_FORMAT and not word.isdigit() and not ROMAN.match(word)]
    return " ".join(kept) if len(kept) <= 3 else ""


def identity_of(layout: Layout, facts: Facts) -> Identity:
    """The game, the document and the ways in which its edition and date are printed."""
    lines = [" ".join(line.text.split()) for line in layout.lines if not line.aside][:FIRST_LINES]
    head = " ".join([layout.title, *lines])[:LONGEST_HEAD]
    return Identity(
        game=facts.recognise(f"{layout.title}\n{layout.text}") or _game_of(layout, lines, head),
        document=_document_in(layout.title, lines),
        edition=next((pattern for pattern in VERSIONS if re.search(pattern, head, re.IGNORECASE)), ""),
        date=next((pattern for pattern in DATES if re.search(pattern, head, re.IGNORECASE)), ""),
    )


def _game_of(layout: Layout, lines: list[str], head: str) -> str:
    """The game that a document is about: as it is called there, or what is left of the title."""
    said = [name for text in (layout.title, *lines, head) if _is_telling(name := _game_in(text))]
    words = f" {fold(layout.text)} "
    if said and words.count(f" {fold(said[0])} ") > 1:
        return calm(said[0]) if is_shouted(said[0]) else said[0]
    heading = _closed_up(next((line.text for line in layout.lines if line.level == 1 and not line.aside), ""))
    both = [name for name in names_in_title(heading) if fold(name.split(":")[0]) in fold(layout.title)]
    if both and layout.medium == "html":
        # The name of a site is in its title, too, and not in the heading.
        return both[0]
    titles = [layout.title, _closed_up(lines[0]) if lines else "", heading]
    names = [name for title in titles for name in names_in_title(title)]
    return _most_named([*names, *said[:1]], layout.text)


def _closed_up(title: str) -> str:
    """A title without the spaces between its letters: "L E A S E H O L D"."""
    words = title.split()
    single = sum(len(word) == 1 for word in words)
    return "".join(words) if single > 3 and single >= SPACED * len(words) else title


def _is_telling(name: str) -> bool:
    """Whether a name is more than an article."""
    return bool(set(fold(name).split()) - FUNCTION_WORDS - {"and", "the", "for"})


def _game_in(text: str) -> str:
    found = GAME.search(" ".join(text.split()))
    if not found:
        return ""
    # "Official FAQ and Errata for Tidewardens": what stands behind the last "for" is the name.
    name = re.split(r"\b(?:for|of the|FAQ|Errata|Reference)\b", found[1])[-1]
    return re.sub(r"^\s*(?:The|the|In|and) ", "", name).strip(" :")


def names_in_title(title: str) -> list[str]:
    """The pieces of a title, each without the words for what kind of document it is."""
    pieces = []
    for piece in re.split(r"\s+[-–—|·:]\s+|\s*\|\s*|,\s+", title):
        kept = [" " if fold(word) in NOT_A_GAME or re.match(r"^v?\d", word) else word for word in piece.split()]
        # What stands together: "Brimstone Junction:" of "Brimstone Junction: Rules Compendium and Card Rulings".
        runs = [run.strip(" :") for run in re.split(r"\s{2,}", " ".join(kept))]
        pieces.append(max(runs, key=len))
    return [piece for piece in pieces if _is_telling(piece)]


def _most_named(names: list[str], text: str) -> str:
    """The name that a text speaks of most, by what stands before its colon; of two, the longer one."""
    words = f" {fold(text)} "
    best = max(names, key=lambda name: (words.count(f" {fold(name.split(':')[0])} "), len(name)), default="")
    return calm(best) if is_shouted(best) else best


def _document_in(title: str, lines: list[str]) -> str:
    for said in (title, " ".join(lines[:4]), " ".join(lines[:20])):
        words = f" {fold(said)} "
        for word, name in DOCUMENTS:
            if f" {word} " in words:
                return name
    return "FAQ"
