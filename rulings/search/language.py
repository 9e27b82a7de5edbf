"""The query language: plain words, "phrases", -exclusions, and fields such as game:coc or is:banned.

Nothing is ever an error: what cannot be read as the language is read as words, and a note says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext

# -word  "a phrase"  field:value  field:"a value"; but "-8" is a number
TOKEN = re.compile(
    r'(?P<minus>-(?=["a-zA-Z]))?(?:(?P<field>[A-Za-z]+):(?=\S))?(?:"(?P<phrase>[^"]*)(?P<close>"?)|(?P<word>\S+))'
)
# Phones write “so”.
QUOTATION_MARKS = str.maketrans(dict.fromkeys("“”„«»", '"'))
KINDS = {
    "clarification": "clarification",
    "errata": "erratum",
    "erratum": "erratum",
    "listing": "listing",
    "question": "question",
    "rule": "clarification",
    "step": "step",
    "timing": "step",
}
# is:… → the field of the index and the value it must have.
STATES = {
    "banned": ("list_name", "banned"),
    "digest": ("authority", "digest"),
    "errata": ("kind", "erratum"),
    "official": ("authority", "official"),
    "restricted": ("list_name", "restricted"),
    "reversed": ("reverses", "yes"),
    "unofficial": ("authority", "unofficial"),
}
FIELDS = ("game", "card", "set", "kind", "section", "is", "changed", "at")


@dataclass(frozen=True)
class Query:
    """A search as it was understood."""

    typed: str
    words: str = ""
    # The words and the phrases in their order, as somebody asks who puts a title in quotation marks.
    said: str = ""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    game: str = ""
    # All of them are meant: card:A card:B.
    cards: tuple[str, ...] = ()
    card_set: str = ""
    section: str = ""
    changed: str = ""
    at: str = ""
    # Fields of the index that must have a value: ("kind", "erratum").
    filters: tuple[tuple[str, str], ...] = ()
    # How it was read, if it was read as anything but words.
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All that is to be found in a text."""
        return " ".join((self.words, *self.phrases)).strip()

    @property
    def is_empty(self) -> bool:
        return not (self.text or self.has_fields)

    @property
    def has_fields(self) -> bool:
        return bool(self.filters or any((self.game, self.cards, self.card_set, self.section, self.changed, self.at)))


def parse(typed: str) -> Query:
    """Understand a search; it never fails."""
    query, words, said = Query(typed=typed), [], []
    for match in TOKEN.finditer(typed.translate(QUOTATION_MARKS)):
        read = _read(query, match)
        if not (match["field"] or match["minus"]):
            said.append(match["phrase"] if match["phrase"] is not None else match[0])
        if read is None:
            words.append(match["phrase"] if match["phrase"] is not None else match[0])
            query = replace(query, notes=(*query.notes, *_why_words(match)))
        elif read == query:
            words.append(match[0])
        else:
            query = read
    return replace(query, words=" ".join(words).strip(), said=" ".join(said).strip())


def without_phrases(query: Query) -> Query:
    """The same search, its phrases read as single words."""
    note = gettext("nothing says exactly that, so the words in quotation marks were read singly")
    kept = tuple(one for one in query.notes if one not in map(_exactly, query.phrases))
    return replace(query, words=query.text, phrases=(), notes=(*kept, note))


def in_the_game(name: str) -> str:
    """The note that one game is searched."""
    return gettext("in the game %(game)s") % {"game": name}


def _exactly(phrase: str) -> str:
    return gettext("exactly “%(words)s”") % {"words": phrase}


def _read(query: Query, match: re.Match[str]) -> Query | None:
    """The query with one more part understood; the same if it is a plain word, none if it is read as words."""
    value = (match["phrase"] if match["phrase"] is not None else match["word"]).strip()
    if match["phrase"] is not None and not match["close"] and not match["field"]:
        return None
    if match["field"]:
        return _with_field(query, match["field"].lower(), value, excluded=bool(match["minus"]))
    if match["minus"]:
        return noted(
            replace(query, excluded=(*query.excluded, value)), gettext("without “%(words)s”") % {"words": value}
        )
    if match["phrase"] is not None and value:
        return noted(replace(query, phrases=(*query.phrases, value)), _exactly(value))
    return query


def _with_field(query: Query, name: str, value: str, *, excluded: bool) -> Query | None:
    if excluded or not value:
        return None
    if name == "kind" and value.lower() in KINDS:
        return noted(
            _filtered(query, "kind", KINDS[value.lower()]),
            gettext("kind is %(kind)s") % {"kind": gettext(KINDS[value.lower()])},
        )
    if name == "is" and value.lower() in STATES:
        return noted(
            _filtered(query, *STATES[value.lower()]),
            gettext("only what is %(state)s") % {"state": gettext(value.lower())},
        )
    texts = {
        "game": in_the_game(value),
        "card": gettext("about the card %(card)s") % {"card": value},
        "set": gettext("about cards of %(set)s") % {"set": value},
        "section": gettext("section %(label)s") % {"label": value},
        "changed": gettext("changed in edition %(edition)s") % {"edition": value},
        "at": gettext("as it stood in edition %(edition)s") % {"edition": value},
    }
    if name not in texts:
        return None
    if name == "card":
        return noted(replace(query, cards=(*query.cards, value)), texts[name])
    changed = {"card_set" if name == "set" else name: value}
    return noted(replace(query, **changed), texts[name])  # type: ignore[arg-type]


def _filtered(query: Query, name: str, value: str) -> Query:
    return replace(query, filters=(*query.filters, (name, value)))


def noted(query: Query, note: str) -> Query:
    """A query with another note of how it was read."""
    return replace(query, notes=(*query.notes, note))


def _why_words(match: re.Match[str]) -> Iterator[str]:
    """What to say of a part that looks like the language but is not."""
    if match["field"] and match["field"].lower() in FIELDS:
        yield gettext("“%(words)s” cannot be searched for, and was read as words") % {"words": match[0]}
    elif match["field"]:
        yield gettext("“%(field)s:” is not a field, and was read as a word") % {"field": match["field"]}
    elif match["phrase"]:
        yield gettext("a quotation mark is missing, so the words after it were read singly")
