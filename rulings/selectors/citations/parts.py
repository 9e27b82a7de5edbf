"""Takes a citation apart: the game, the document and the edition that it names, and what is left to name the ruling."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from importers.folding import FUNCTION_WORDS, fold, fold_title
from rulings.models import Document, Edition, ShownRuling
from rulings.selectors.site.finding import find_edition
from rulings.selectors.site.frames import game_names

LONGEST_NAME = 6
# "https://…", "/call-of-cthulhu/faq/2.13/", "call-of-cthulhu/faq/2.13"
ADDRESS = re.compile(r"https?://[^\s()<>\[\]\"”]+|(?<![\w/])/?[\w.\-]+/[\w.\-]+/[\w.\-/%]+")
# The gap in "FAQ1.0"
GLUED = re.compile(r"(?<=[A-Za-z]{2})(?=\d+\.\d)")
# "v3.2", "version 3.2", "edition 3.2", "ed. 3.2"
EDITION = re.compile(r"\b(?:v\.?\s*|version\s+|edition\s+|ed\.\s*)(?P<label>\d[\w.\-]*)", re.IGNORECASE)
# "2020-03-01", "March 2020"
DATES = ((re.compile(r"\b\d{4}-\d{2}-\d{2}\b"), "%Y-%m-%d"), (re.compile(r"\b[A-Z][a-z]{2,8} \d{4}\b"), "%B %Y"))
# "2.11", "ST.3", "B-2"
NUMBER = re.compile(r"(?:[A-Za-z]{1,2}[.\-])?\d+(?:[.\-]\w+)*")
# What is left of "(FAQ 3.2)", and what our own citations say of a digest.
BRACKETS = re.compile(r"\(\s*(?:digest)?[\s,;]*\)|\[\s*\]")
ENDS = " \t\n,.;:[]*_“”\"'"
EDGES = f"{ENDS}()§¶#"
# What a game's name may be followed by.
KINDS_OF_GAME = frozenset({"lcg", "ccg", "tcg"})


@dataclass
class Parts:
    """What of a citation has been understood, and the words that are left."""

    rest: str
    # The slug of its game; empty if it names none.
    game: str
    # The documents that it may be about: those that it names, or all of the game, or all.
    documents: list[Document]
    is_document_named: bool
    editions: list[Edition]
    # An edition that is named, but not here.
    unknown_edition: str = ""
    # Where nothing but a number is left: an edition, or a section.
    is_either: bool = False

    @property
    def is_placed(self) -> bool:
        """Whether it says where to look."""
        return bool(self.game) or self.is_document_named


def take_apart(text: str) -> Parts:
    """The parts of a citation."""
    plain = GLUED.sub(" ", ADDRESS.sub(" ", text.replace("\x00", "")))
    words, game = _without_game(plain.split())
    words, documents, place = _without_document(words, game)
    parts = Parts("", game, documents, place is not None, [])
    words = _without_edition(parts, words, place or 0)
    parts.rest = BRACKETS.sub(" ", " ".join(words)).strip(ENDS)
    return parts


def is_number(word: str) -> bool:
    return bool(NUMBER.fullmatch(word.strip(EDGES)))


def telling_words(text: str) -> list[str]:
    """The words of a text that are not in every text."""
    return [word for word in fold(text).split() if word not in FUNCTION_WORDS]


def editions_called(documents: Sequence[Document], label: str) -> list[Edition]:
    """The editions of a label, or the only one that begins so; as we have corrected them last."""
    published = Edition.objects.published().filter(document__in=documents, corrects=None)
    exact = Q(slug__iexact=label) | Q(label__iexact=label) | Q(label__iexact=f"v{label}")
    found = list(published.filter(exact).select_related("document__game"))
    if not found:
        begun = list(published.filter(label__startswith=f"{label}.").select_related("document__game"))
        found = begun if len(begun) == 1 else []
    return [_corrected(edition) for edition in found]


def _corrected(edition: Edition) -> Edition:
    document = edition.document
    return find_edition(document.game.slug, document=document.slug, slug=edition.slug)


def _without_game(words: list[str]) -> tuple[list[str], str]:
    names: dict[str, str] = {}
    for slug, own, short_name in game_names():
        initials = "".join(word[0] for word in fold(own).split())
        for name in (own, short_name, slug, initials if len(initials) > 1 else ""):
            if name:
                names.setdefault(fold_title(name).replace(" ", ""), slug)
    for start, end in _windows(words):
        game_named = names.get(fold_title(" ".join(words[start:end])).replace(" ", ""))
        if game_named:
            after = end + (len(words) > end and fold(words[end]) in KINDS_OF_GAME)
            return [*words[:start], *words[after:]], game_named
    return words, ""


def _windows(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """All runs of words, the longest first."""
    for size in range(min(LONGEST_NAME, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            yield start, start + size


def _without_document(words: list[str], game: str) -> tuple[list[str], list[Document], int | None]:
    """What is left, the documents that are meant, and where their name stood."""
    shown = Document.objects.shown().select_related("game", "current")
    candidates = list(shown.filter(game__slug=game) if game else shown)
    titles = {fold(document.title) for document in candidates}
    for start, end in _windows(words):
        title = fold(" ".join(words[start:end]))
        if title in titles:
            named = [document for document in candidates if fold(document.title) == title]
            return [*words[:start], *words[end:]], named, start
    return words, candidates, None


def _without_edition(parts: Parts, words: list[str], place: int) -> list[str]:
    """What is left when the edition is taken out: by its version, by its date, or behind the name of the document."""
    text = " ".join(words)
    if match := EDITION.search(text):
        _name_edition(parts, match["label"].strip("."))
        return f"{text[: match.start()]} {text[match.end() :]}".split()
    for pattern, notation in DATES:
        if (match := pattern.search(text)) and (editions := _dated(parts.documents, match[0], notation)):
            parts.editions = editions
            return f"{text[: match.start()]} {text[match.end() :]}".split()
    if place < len(words) and is_number(words[place]) and "§" not in words[place]:
        label, others = words[place].strip(EDGES), [*words[:place], *words[place + 1 :]]
        editions = editions_called(parts.documents, label)
        if not telling_words(" ".join(others).strip(EDGES)):
            parts.editions, parts.is_either = editions, True
            return words
        is_followed = any(is_number(word) for word in others[place : place + 1])
        # "CoC 2.11 Searching the Deck" names no edition, but "Mythos 7.8 Islands" does.
        is_edition = editions and (parts.is_document_named or is_followed or not _is_label(parts.documents, label))
        if is_edition or (parts.is_document_named and is_followed):
            _name_edition(parts, label)
            return others
    return words


def _is_label(documents: Sequence[Document], label: str) -> bool:
    """Whether a ruling in force bears a label."""
    return ShownRuling.objects.filter(document__in=documents, label=label.casefold()).exists()


def _name_edition(parts: Parts, label: str) -> None:
    parts.editions = editions_called(parts.documents, label)
    if not parts.editions:
        parts.unknown_edition = label


def _dated(documents: Sequence[Document], written: str, notation: str) -> list[Edition]:
    try:
        date = datetime.strptime(written, notation).date()
    except ValueError:
        return []
    on_date = Q(date=date) if notation.endswith("%d") else Q(date__year=date.year, date__month=date.month)
    published = Edition.objects.published().filter(on_date, document__in=documents, corrects=None)
    return [_corrected(edition) for edition in published.select_related("document__game")]
