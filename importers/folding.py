"""Names and titles: how they are compared (without case, accents and punctuation), and how people write them."""

import re
import unicodedata
from functools import lru_cache

# "R’lyeh", "R'lyeh" and "R`lyeh" are one word.
APOSTROPHES = re.compile(r"['’‘`´ʼ]")
# The ", " of "Uroborus, Fang of Yig"
NOT_A_WORD = re.compile(r"[^\w]+")
# "The Docks", "A New Challenge"
LEADING_ARTICLE = re.compile(r"^(?:the|an?) (?=\w)")
# The "0" of "08" and of "F082"
LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
# Words that every question and every text has, and that no ruling is about.
FUNCTION_WORDS = frozenset(
    """
    a an and any are as at be been but by can could do does for from get had has have he her his how i if in into is it
    its may me my no not of on or our she should so than that the their them then there these they this those to was we
    were what when where which while who why will with would you your
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
SMALL_WORDS = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with"}
)
# "II. TOURNAMENT LISTS"
ROMAN = re.compile(r"^[IVX]{1,4}[.:)]\s+")
# "Docks, The", "Royal Geographic Society, The"
INVERTED = re.compile(r"^(.+), (The|An?)$")


def fold_text(text: str) -> str:
    """As `fold`, for whole texts, which are not remembered."""
    decomposed = unicodedata.normalize("NFKD", APOSTROPHES.sub("", text))
    if not decomposed.isascii():
        decomposed = "".join(character for character in decomposed if not unicodedata.combining(character))
    return NOT_A_WORD.sub(" ", decomposed.casefold()).strip()


@lru_cache(maxsize=65_536)
def fold(name: str) -> str:
    """The form in which two spellings of one name are equal."""
    return fold_text(name)


def fold_title(name: str) -> str:
    """Fold, and drop a leading article: "The Core Set" and "Core Set" are one."""
    return LEADING_ARTICLE.sub("", fold(name))


def fold_number(number: str) -> str:
    """A collector number without spaces, case and leading zeros: "F 082" is "f82"."""
    return LEADING_ZEROS.sub("", "".join(number.casefold().split()))


def is_shouted(line: str) -> bool:
    """Whether a line is all in capitals: "SUMMONS OF THE DEEP"."""
    letters = [character for character in line if character.isalpha()]
    return len(letters) > 2 and all(character.isupper() for character in letters)


def calm(title: str) -> str:
    """A shouted title in ordinary case: "The Path to Y'ha-nthlei", "II. Tournament Lists"."""
    number = ROMAN.match(title)
    start = number.end() if number else 0
    words = title[start:].lower().split()
    calmed = (
        word if index and word in SMALL_WORDS else word[:1].upper() + word[1:] for index, word in enumerate(words)
    )
    return title[:start] + " ".join(calmed)


def natural_order(name: str) -> str:
    """A title with its article in front: "The Docks" for "Docks, The"."""
    return INVERTED.sub(r"\2 \1", name)
