"""What people read is plain modern English: a list of words and phrases that must not come back."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
READ = ("*.py", "*.html", "*.md", "*.txt", "*.js", "*.css", "*.toml", "*.yml", "*.yaml", "bin/*", ".ci/*")
# Texts of documents, players' own words, and the words of others.
LEFT_ALONE = (
    "fixtures/asked/",
    "fixtures/documents/",
    "static/vendor/",
    "tests/importers/formats/documents/",
    "tests/importers/proposing/documents/",
    "tests/importers/formats/golden/",
    "tests/test_plain_english.py",
)
BANNED = {
    r"\banew\b": "again, new",
    r"\bbeside\b": "next to, compared with",
    r"\bwhoever\b": "the person who, anyone who",
    r"\bfor ever\b": "permanent, always",
    r"\b(?:find|finds|found) out\b": "detect, recognise, learn",
    r"\bmend(?:s|ed|ing)?\b": "repair, fix",
    r"\b(?:likest|gravest)\b": "most like, most serious",
    r"\bbuild upon\b": "build on",
    r"\bthat is none\b": "that is not one",
    r"\b(?<!here )(?<!here's )(?:is|are|was|were) no (?!longer|more|fewer|less)": "is not a",
    r"\bkeeper of th(?:e|is) site\b": "the person who runs the site",
    r"\bhitherto\b|\bthereof\b|\bwherein\b|\bheretofore\b|\bthereby\b": "plain words",
}


def texts() -> list[Path]:
    """The files of the project that people read."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *READ]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [ROOT / name for name in listed if name and not name.startswith(LEFT_ALONE) and (ROOT / name).is_file()]


@pytest.mark.parametrize(("banned", "instead"), BANNED.items())
def test_what_people_read_has_no_odd_phrases(banned: str, instead: str) -> None:
    pattern = re.compile(banned, re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, f"write instead: {instead}\n" + "\n".join(found)


def test_the_list_finds_what_it_bans() -> None:
    assert re.search(list(BANNED)[9], "A typo is no new edition")
    assert not re.search(list(BANNED)[9], "There is no game; it is no longer here")
