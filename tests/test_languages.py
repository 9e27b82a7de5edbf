"""The languages of the interface: everything is marked and translated, and a cookie changes the words of pages only."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.template.base import Lexer, TokenType
from django.test import Client

from rulings.models import Document
from rulings.services import indexing

ROOT = Path(__file__).parents[1]
# 500.html is shown when nothing else works; feeds are the same for all readers.
NOT_TRANSLATED = {"500.html", "_feed_entry.html", "_feed_span.html"}
PAGES = sorted(path.name for path in (ROOT / "templates").glob("*.html") if path.name not in NOT_TRANSLATED)
CATALOGUES = sorted(path.relative_to(ROOT) for path in (ROOT / "locale").glob("*/LC_MESSAGES/*.po"))

# Names that are the same in every language, and the signs before a question and its answer.
SAME_EVERYWHERE = re.compile(r"\b(?:Rulings|JSON|JSON Lines|Markdown|Discord|API|OpenAPI|CSV|HTML|Q|A)\b")
SAID_ATTRIBUTES = ("title", "aria-label", "placeholder", "alt")
NOT_WORDS = ("script", "style", "svg", "code", "pre")
# default:"without a version", but not default:"" and not default:'#6b6459'
SAID_BY_A_FILTER = re.compile(r"""\|\s*(?:default|default_if_none|yesno)\s*:\s*["'][^"'#]*[A-Za-z]|\|\s*pluralize""")
# include "_pages.html" with label="Pages, again"
SAID_TO_A_PART = re.compile(r"""^include\b.*=["'][A-Z]""")
SAID_BY_A_TAG = {TokenType.VAR: SAID_BY_A_FILTER, TokenType.BLOCK: SAID_TO_A_PART}


class Unmarked(HTMLParser):
    """What a template says outside the tags that translate."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in SAID_ATTRIBUTES:
                self.note(value or "")
        if tag in NOT_WORDS:
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.note(data)

    def note(self, words: str) -> None:
        if any(letter.isalpha() for letter in SAME_EVERYWHERE.sub("", words)):
            self.found.append(words.strip())


def unmarked(source: str) -> list[str]:
    """The words of a template that no tag translates."""
    parser, pieces, is_translated = Unmarked(), [], False
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK and re.match(r"(?:end)?blocktrans", token.contents):
            is_translated = not token.contents.startswith("end")
        elif token.token_type == TokenType.TEXT and not is_translated:
            pieces.append(token.contents)
        elif (said := SAID_BY_A_TAG.get(token.token_type)) and said.search(token.contents):
            parser.found.append(token.contents)
    parser.feed("".join(pieces))
    parser.close()
    return parser.found


@pytest.mark.parametrize("name", PAGES)
def test_everything_that_a_page_says_can_be_translated(name: str) -> None:
    found = unmarked((ROOT / "templates" / name).read_text(encoding="utf-8"))
    assert not found, "mark with {% translate %} or {% blocktranslate %}:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Found</p>", ["Found"]),
        ('<p>{% translate "Found" %}</p>', []),
        ("<p>{% blocktranslate %}<b>{{ number }}</b> found{% endblocktranslate %}, again</p>", [", again"]),
        ('<a title="Go" class="chip" href="/go/">→</a>', ["Go"]),
        ('<svg aria-label="A line"><text>x</text></svg><script>let x;</script>', ["A line"]),
        ('{{ label|default:"Pages" }}', ['label|default:"Pages"']),
        ("<p>Rulings · JSON{# a remark #}</p>", []),
    ],
)
def test_unmarked_words_are_found(source: str, found: list[str]) -> None:
    assert unmarked(source) == found


# A page with a ruling and its source, a card, a list, a chart, a comparison, a search and the front page.
ADDRESSES = (
    "/",
    "/search/?q=lantern",
    "/lanterns-of-vell/",
    "/lanterns-of-vell/faq/",
    "/lanterns-of-vell/faq/1.1/",
    "/lanterns-of-vell/faq/compare/1.1...2.0/",
    "/lanterns-of-vell/lists/restricted/",
    "/lanterns-of-vell/cards/",
)


@pytest.fixture
def indexed(lanterns: Document) -> None:
    """The invented game with an index: a page that had to do without one is not kept, and has no validator."""
    indexing.rebuild()


def in_language(code: str) -> Client:
    client = Client()
    client.cookies["language"] = code
    return client


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_cookie_changes_the_language_of_a_page(client: Client, indexed: None, address: str) -> None:
    before, german, after = client.get(address), in_language("de").get(address), client.get(address)
    assert b'<html lang="de">' in german.content
    assert german["Content-Language"] == "de"
    assert b'<html lang="en">' in before.content
    assert before.content == after.content
    assert {"Cookie"} <= set(before["Vary"].split(", ")) & set(german["Vary"].split(", "))
    assert before["ETag"] != german["ETag"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_without_a_language_that_is_offered_a_page_is_in_english(client: Client, indexed: None, address: str) -> None:
    expected = client.get(address).content
    assert in_language("xx").get(address).content == expected
    assert client.get(address, headers={"accept-language": "de"}).content == expected


def test_a_page_in_one_language_is_not_taken_for_that_in_another(client: Client, indexed: None) -> None:
    english = client.get("/lanterns-of-vell/")["ETag"]
    assert in_language("de").get("/lanterns-of-vell/", headers={"if-none-match": english}).status_code == 200
    assert client.get("/lanterns-of-vell/", headers={"if-none-match": english}).status_code == 304


def test_the_wording_of_a_ruling_keeps_its_language(lanterns: Document) -> None:
    page = in_language("de").get("/lanterns-of-vell/faq/1.1/").content.decode()
    assert '<div class="text" lang="en">' in page


@pytest.mark.parametrize("address", ADDRESSES)
def test_drawings_have_the_numbers_of_svg_in_every_language(lanterns: Document, address: str) -> None:
    page = in_language("de").get(address).content.decode()
    assert not re.search(r'\s(?:[xy][12]?|r|width|height)="-?\d+,\d', page)


@pytest.mark.parametrize(
    "address",
    [
        "/lanterns-of-vell/faq/1.1.json",
        "/lanterns-of-vell/faq/1.1.md",
        "/lanterns-of-vell/faq/compare/1.1...2.0.md",
        "/api/v1/search?q=lantern",
        "/offline/lanterns-of-vell.json",
        "/feeds/lanterns-of-vell/",
    ],
)
def test_what_programs_read_stays_english(client: Client, lanterns: Document, address: str) -> None:
    english, german = client.get(address), in_language("de").get(address)
    assert english.status_code == german.status_code == 200
    assert english.content == german.content
    assert english.get("ETag") == german.get("ETag")


@pytest.mark.parametrize(
    ("following", "leads_to"),
    [
        ("/lanterns-of-vell/?q=oil", "/lanterns-of-vell/?q=oil"),
        ("//evil.example", "/"),
        ("https://evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("", "/"),
    ],
)
def test_choosing_a_language_leads_back_to_this_site_only(client: Client, following: str, leads_to: str) -> None:
    response = client.get("/language/de/", {"next": following})
    assert (response.status_code, response["Location"]) == (302, leads_to)
    assert client.cookies["language"].value == "de"


def test_choosing_english_forgets_the_choice(client: Client) -> None:
    client.get("/language/de/")
    client.get("/language/en/")
    assert client.cookies["language"].value == ""


def test_a_language_that_is_not_offered_is_not_found(client: Client, db: None) -> None:
    assert client.get("/language/xx/").status_code == 404


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogues after collecting again what the interface says, in a copy of the project."""
    if not shutil.which("xgettext"):
        pytest.skip("xgettext is missing: install Debian's gettext")
    copy = tmp_path_factory.mktemp("collected")
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        if (ROOT / name).is_file() and not name.startswith((".venv", "tests/")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    # Nothing is installed or compiled from the copy.
    (copy / "bin/setup").write_text("#!/bin/sh\n")
    (copy / ".venv").symlink_to(sys.prefix)
    environment = {**os.environ, "RULINGS_DATA": str(copy / "var")}
    subprocess.run([copy / "bin/messages"], cwd=copy, env=environment, check=True, capture_output=True, text=True)
    return copy


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=str)
def test_everything_that_is_marked_is_translated(collected: Path, catalogue: Path) -> None:
    kept = {(one.msgctxt, one.msgid) for one in polib.pofile(ROOT / catalogue)}
    missing = [
        one.msgid
        for one in polib.pofile(collected / catalogue)
        if (one.msgctxt, one.msgid) not in kept or not one.translated()
    ]
    assert not missing, f"run bin/messages and translate {len(missing)} of {catalogue}:\n" + "\n".join(missing)


# "%(name)s", "%s" and "%%"; "<a href=\"%(url)s\">", "</a>"
FILLED_IN = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|<[^>]+>")


def filled_in(text: str) -> Counter[str]:
    """The placeholders and tags of a message."""
    return Counter(FILLED_IN.findall(text))


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=str)
def test_a_translation_has_the_placeholders_and_tags_of_what_it_translates(catalogue: Path) -> None:
    entries = polib.pofile(ROOT / catalogue)
    forms = int(re.search(r"nplurals=(\d+)", entries.metadata["Plural-Forms"])[1])
    assert entries.metadata["Language"] == catalogue.parts[1]
    for entry in entries:
        said = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        assert len(said) == (forms if entry.msgid_plural else 1), entry.msgid
        expected = [filled_in(text) for text in (entry.msgid, entry.msgid_plural) if text]
        for text in filter(None, said):
            assert filled_in(text) in expected, (entry.msgid, text)
            # Many a message stands in an attribute.
            outside = FILLED_IN.sub("", text), FILLED_IN.sub("", entry.msgid)
            assert '"' in outside[1] or '"' not in outside[0], text
