"""Typography is not wording (law 8): how a text is set makes no change, and what it says does."""

import os
import re
import subprocess
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from importers.checking import lost_lines
from importers.facts import load_facts
from importers.reading import read
from importers.typography import same_wording
from rulings.diffing.pairing import pair
from rulings.diffing.similarity import classify

FOLDER = os.environ.get("RULINGS_DOCUMENTS", "")
FACTS = load_facts(Path(__file__).resolve().parents[2] / "fixtures" / "games.toml")
DOCUMENTS = ("000", "001", "002", "003", "004")


def straight(text: str) -> str:
    return re.sub("[“”]", '"', re.sub("[‘’]", "'", text))


def curly(text: str) -> str:
    text = re.sub(r'(^|[\s(\[—–-])"', r"\1“", text, flags=re.MULTILINE).replace('"', "”")
    return re.sub(r"(^|[\s(\[])'", r"\1‘", text, flags=re.MULTILINE).replace("'", "’")


def plain(text: str) -> str:
    return re.sub(r"\*{1,3}(\S(?:[^*\n]*\S)?)\*{1,3}", r"\1", text)


def wrapped(text: str) -> str:
    return subprocess.run(["fold", "-s", "-w", "80"], input=text, capture_output=True, text=True, check=True).stdout


def narrow(text: str) -> str:
    return subprocess.run(["fold", "-s", "-w", "60"], input=text, capture_output=True, text=True, check=True).stdout


def filled(text: str) -> str:
    return "\n".join(textwrap.fill(line, 72) if line.strip() else line for line in text.split("\n"))


def quoted(text: str, opening: str, closing: str) -> str:
    return curly(text).replace("“", opening).replace("”", closing)


def bold_starts(text: str) -> str:
    """The first word of every line of prose in bold, as some converters leave it."""
    return re.sub(r"^([A-Z][a-z]+)(?= [a-z]+ [a-z]+ )", r"**\1**", text, flags=re.MULTILINE)


def ligated(text: str) -> str:
    return text.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ")


SETTINGS: dict[str, Callable[[str], str]] = {
    "straight quotes": straight,
    "curly quotes": curly,
    "no emphasis": plain,
    "one ellipsis": lambda text: text.replace("...", "…"),
    "three dots": lambda text: text.replace("…", "..."),
    "wide stops": lambda text: re.sub(r"(?<=[a-z]\.) (?=[A-Z])", "  ", text),
    "wrapped": wrapped,
    "en dashes": lambda text: text.replace("-", "–"),
    "ligatures": ligated,
    "soft hyphens": lambda text: re.sub(r"([a-z]{4})([a-z]{4})", "\\1\u00ad\\2", text),
    "spaces at line ends": lambda text: text.replace("\n", " \n"),
    "spaces at line starts": lambda text: re.sub(r"^(?=.)", " ", text, flags=re.MULTILINE),
    "low quotes": lambda text: quoted(text, "„", "“"),
    "pointed quotes": lambda text: quoted(text, "«", "»"),
    "letters with their accents apart": lambda text: unicodedata.normalize("NFD", text),
    "backticks": lambda text: re.sub("[‘’']", "`", text),
    "acutes": lambda text: re.sub("[‘’']", "´", text),
    "wrapped narrowly": narrow,
    "filled": filled,
    "bold first words": bold_starts,
    "hard spaces": lambda text: re.sub(r"(\d) ", "\\1\u00a0", text),
    "all at once": lambda text: wrapped(straight(plain(text)).replace("…", "...")),
}


@pytest.mark.skipif(not FOLDER, reason="RULINGS_DOCUMENTS does not name the publishers' documents")
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("number", DOCUMENTS)
def test_setting_a_document_in_another_way_changes_nothing(number: str, setting: str) -> None:
    path = next(Path(FOLDER).glob(f"{number}_*.txt"))
    text = path.read_text(encoding="utf-8")
    old = read(text.encode(), name="old.txt", facts=FACTS).document.rulings
    new = read(SETTINGS[setting](text).encode(), name="new.txt", facts=FACTS).document.rulings
    pairs = pair(old, new)
    assert len(pairs) == len(old) == len(new)
    assert Counter(str(classify(old[one], new[other])) for one, other in pairs) == {"same": len(old)}
    again = read(SETTINGS[setting](text).encode(), name="new.txt", facts=FACTS)
    assert lost_lines(again.source, again.document) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Draw 1 card…", "Draw 1 card...", True),
        ("“then” — or", "'then' - or", True),
        ("a *Lady* character", "a Lady  character", True),
        ("may draw", "must draw", False),
        ("No.", "No?", False),
        ("gain 1 [icon?] icon", "gain 1 [Terror] icon", True),
        ("gain 1 icon", "gain 1 [icon?] icon", True),
        ("gain 1 [Combat] icon", "gain 1 [Terror] icon", False),
        ("gain [icon?] and [Combat]", "gain [Terror] and [Combat]", True),
        ("gain [icon?] and [Combat]", "gain [Terror] and [Arcane]", False),
        ("gain [icon?][Terror]", "gain [Combat][Arcane]", False),
        ("Draw a card [limit once per turn].", "Draw a card.", False),
    ],
)
def test_only_words_and_icons_are_wording(one: str, other: str, *, same: bool) -> None:
    assert same_wording(one, other) is same


def test_lines_that_a_program_has_broken_are_reported_in_full() -> None:
    paragraph = "A lantern that is lit counts as a lit lantern until the end of the phase in which it was lit. " * 3
    text = "Lanterns CCG Errata, Rulings & Clarification (1.0 1/2/2020)\n\nGeneral Errata, Rulings & Clarification\n\n"
    text += "".join(f"Rule {number}: {paragraph}\n\n" for number in range(6))
    reading = read(wrapped(text).encode(), name="lanterns.txt")
    lines = reading.source.lines
    for ruling in reading.document.rulings:
        assert ruling.lines is not None
        assert " ".join(lines[ruling.lines.last - 1].split()) in " ".join(ruling.text.split())
        assert not lines[ruling.lines.last]
