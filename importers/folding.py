"""How names are compared: without case, accents, quotation marks and punctuation."""

import re
import unicodedata

# "R’lyeh", "R'lyeh" and "R`lyeh" are one word.
APOSTROPHES = re.compile(r"['’‘`´ʼ]")
NOT_A_WORD = re.compile(r"[^\w]+")
# "The Docks", "A New Challenge"
LEADING_ARTICLE = re.compile(r"^(?:the|an?) (?=\w)")


def fold(name: str) -> str:
    """The form in which two spellings of one name are equal."""
    decomposed = unicodedata.normalize("NFKD", APOSTROPHES.sub("", name))
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return NOT_A_WORD.sub(" ", bare.casefold()).strip()


def fold_title(name: str) -> str:
    """Fold, and drop a leading article: "The Core Set" and "Core Set" are one."""
    return LEADING_ARTICLE.sub("", fold(name))


def fold_number(number: str) -> str:
    """A collector number without spaces, case and leading zeros: "F 082" is "f82"."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", re.sub(r"\s+", "", number.casefold()))
