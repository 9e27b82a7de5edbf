"""What the site starts with: facts that agree with each other, and digests that are complete, well formed and ours."""

import csv
import datetime
import gzip
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import pytest_django
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from importers.checking import lost_lines
from importers.facts import load_facts
from importers.folding import fold_title
from importers.reading import Reading, read
from importers.records import Authority, ChangeKind, Kind, ParsedDocument, ParsedRuling
from importers.resolving import Status
from rulings.diffing.pairing import pair
from rulings.diffing.similarity import classify
from rulings.diffing.summaries import match
from rulings.management.commands.evaluate_search import Question, evaluate
from rulings.models import Card, Document, Edition, Game, Reference
from rulings.services import (
    announcing,
    confirming,
    correcting,
    downloads,
    importing,
    importing_cards,
    indexing,
    merging,
    publishing,
)

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
FOLDER = os.environ.get("RULINGS_DOCUMENTS", "")
# Each digest, and how the name of the document that it sums up begins.
DIGESTS = {
    "call-of-cthulhu-faq": "000",
    "arkham-horror-timing-reference": "001",
    "mythos-errata-and-rulings": "002",
    "warhammer-invasion-faq": "003",
    "arkham-horror-faq": "004",
    "a-game-of-thrones-faq-2.3": "agot-faq-2.3",
    "a-game-of-thrones-faq-3.0": "agot-faq-3.0",
}
# A longer run of words in common is a copy.
LONGEST_RUN = 11
# For white letters on a colour to be read (WCAG AA).
LEAST_CONTRAST = 4.5

needs_documents = pytest.mark.skipif(not FOLDER, reason="RULINGS_DOCUMENTS does not name the publishers' documents")


def load_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FIXTURES / name).read_text(encoding="utf-8"))


@cache
def digest_of(name: str) -> Reading:
    path = FIXTURES / "documents" / f"{name}.md"
    return read(path.read_bytes(), name=path.name)


@cache
def original_of(name: str) -> Reading:
    (path,) = (one for one in Path(FOLDER).glob(f"{DIGESTS[name]}*") if one.suffix in (".txt", ".html"))
    return read(path.read_bytes(), name=path.name, facts=load_facts(FIXTURES / "games.toml"))


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))


def runs_of(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[start : start + LONGEST_RUN + 1]) for start in range(len(words) - LONGEST_RUN)}


def marks_of(ruling: ParsedRuling) -> tuple[object, ...]:
    return ruling.kind, ruling.scope, ruling.list_name, ruling.key, ruling.version_tag, ruling.reverses_official


def luminance(colour: str) -> float:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_digest_is_tested() -> None:
    assert {path.stem for path in (FIXTURES / "documents").glob("*")} == set(DIGESTS)


@pytest.mark.parametrize("name", DIGESTS)
def test_a_digest_is_written_without_a_slip(name: str) -> None:
    reading = digest_of(name)
    assert reading.document.authority is Authority.DIGEST
    assert "import" in reading.document.source
    assert [*reading.document.problems, *reading.document.leftovers] == []
    assert lost_lines(reading.source, reading.document) == []


@pytest.mark.parametrize("name", DIGESTS)
def test_a_digest_names_no_icon_that_was_lost(name: str) -> None:
    assert not re.search(r"\[icon\?\]|[☠📖🔑🗡$%]", digest_of(name).source.text)


@needs_documents
@pytest.mark.parametrize("name", DIGESTS)
def test_a_digest_has_each_ruling_of_its_document_and_no_other(name: str) -> None:
    digest, original = digest_of(name).document, original_of(name).document
    pairs = match(digest.rulings, original.rulings)
    assert len(pairs) == len(digest.rulings) == len(original.rulings)
    for one, other in pairs:
        assert marks_of(digest.rulings[one]) == marks_of(original.rulings[other])
    assert (digest.game, digest.document, digest.edition) == (original.game, original.document, original.edition)


@needs_documents
@pytest.mark.parametrize("name", DIGESTS)
def test_a_digest_follows_the_order_of_its_document(name: str) -> None:
    # But for cards, which a torn document prints under the wrong set.
    pairs = match(digest_of(name).document.rulings, original_of(name).document.rulings)
    places = [other for one, other in pairs if not digest_of(name).document.rulings[one].is_headed_by_cards]
    assert places == sorted(places)


# What the two pages say in other words without meaning something else: none of their rewordings is such a one.
REWORDED_WITHOUT_MEANING: set[str] = set()


def changes_between(old: ParsedDocument, new: ParsedDocument) -> dict[tuple[str, int], ChangeKind]:
    """What an edition does to each ruling, by its place in the new edition; what is gone, by that in the old one."""
    pairs = pair(old.rulings, new.rulings)
    before = {other: old.rulings[one] for one, other in pairs}
    found = {("new", place): classify(before.get(place), one) for place, one in enumerate(new.rulings)}
    gone = set(range(len(old.rulings))) - {one for one, _ in pairs}
    found |= {("old", place): classify(old.rulings[place], None) for place in gone}
    return {place: kind for place, kind in found.items() if kind is not ChangeKind.SAME}


@needs_documents
def test_two_digests_differ_as_the_two_documents_do_ruling_by_ruling() -> None:
    names = {"old": "a-game-of-thrones-faq-2.3", "new": "a-game-of-thrones-faq-3.0"}
    pages = {when: original_of(name).document for when, name in names.items()}
    digests = {when: digest_of(name).document for when, name in names.items()}
    # Each entry of a digest, and the ruling that it sums up.
    sums_up = {when: dict(match(digests[when].rulings, pages[when].rulings)) for when in names}
    theirs = changes_between(pages["old"], pages["new"])
    official = {
        (when, place): kind
        for (when, place), kind in theirs.items()
        if pages[when].rulings[place].authority is not Authority.UNOFFICIAL
        and pages[when].rulings[place].title not in REWORDED_WITHOUT_MEANING
    }
    ours = changes_between(digests["old"], digests["new"])
    assert {(when, sums_up[when][place]): kind for (when, place), kind in ours.items()} == official
    assert Counter(kind.value for kind in official.values()) == {"added": 10, "reworded": 1}


def test_the_first_run_says_what_a_real_edition_changed(loaded: None, client: Client) -> None:
    page = client.get("/a-game-of-thrones/faq/compare/2.3...3.0/").content.decode()
    assert "10 added" in page
    note = client.get("/a-game-of-thrones/faq/at/3.0/release-note/").content.decode()
    assert "Robert Baratheon" in note


@needs_documents
def test_no_sentence_of_the_publishers_is_in_the_fixtures() -> None:
    theirs: set[tuple[str, ...]] = set()
    for path in (*Path(FOLDER).glob("*.txt"), *Path(FOLDER).glob("*.html")):
        text = path.read_text(encoding="utf-8")
        theirs |= runs_of(words_of(re.sub(r"<[^>]+>", " ", text) if path.suffix == ".html" else text))
    for path in filter(Path.is_file, FIXTURES.rglob("*")):
        copied = runs_of(words_of(path.read_text(encoding="utf-8"))) & theirs
        assert copied == set(), path.name


@pytest.mark.parametrize("name", DIGESTS)
def test_a_digest_is_shorter_than_a_page_a_ruling(name: str) -> None:
    for ruling in digest_of(name).document.rulings:
        assert len(ruling.title) <= 110, ruling.title
        assert len(ruling.text) <= 3_000, ruling.title
        assert ruling.text or ruling.kind in (Kind.STEP, Kind.LISTING), ruling.title


@pytest.mark.parametrize("slug", load_toml("games.toml"))
def test_a_game_has_a_short_name_and_a_colour_that_white_can_be_read_on(slug: str) -> None:
    game = load_toml("games.toml")[slug]
    assert game["short_name"]
    assert re.fullmatch(r"#[0-9a-f]{6}", game["colour"])
    assert 1.05 / (luminance(game["colour"]) + 0.05) >= LEAST_CONTRAST


@pytest.mark.parametrize("path", sorted((FIXTURES / "cards").glob("*.csv")), ids=lambda path: path.stem)
def test_the_cards_are_in_known_sets_and_each_is_there_once(path: Path) -> None:
    sets = {card_set["name"]: card_set.get("packs", []) for card_set in load_toml("games.toml")[path.stem]["sets"]}
    with path.open(encoding="utf-8", newline="") as lines:
        cards = list(csv.DictReader(lines))
    assert cards
    for card in cards:
        assert card["set"] in sets, card
        assert not card["pack"] or card["pack"] in sets[card["set"]], card
    keys = Counter(card.get("id") or (card["set"], card["number"], fold_title(card["name"])) for card in cards)
    assert [key for key, count in keys.items() if count > 1] == []


def test_a_term_is_explained_in_a_line_and_leads_to_a_ruling_that_is_there(loaded: None, client: Client) -> None:
    for slug, entries in load_toml("terms.toml").items():
        assert slug in load_toml("games.toml")
        for entry in entries:
            assert len(entry["says"]) <= 160, entry["name"]
            assert entry["source"], entry["name"]
            if entry.get("address"):
                assert client.get(entry["address"]).status_code == 200, entry["address"]


def test_the_thesaurus_speaks_of_known_games() -> None:
    assert set(load_toml("thesaurus.toml")) == {"general", *load_toml("games.toml")}


@pytest.mark.parametrize("game", load_toml("thesaurus.toml"))
def test_the_thesaurus_leads_to_words_that_the_documents_use(game: str) -> None:
    used = {
        word
        for name in DIGESTS
        if name.startswith(game) or game == "general"
        for word in words_of(digest_of(name).source.text)
    }
    for phrase, meanings in load_toml("thesaurus.toml")[game].items():
        assert phrase == phrase.lower().strip()
        assert phrase not in meanings
        for meaning in meanings:
            assert set(words_of(meaning)) <= used, f"{phrase}: {meaning}"


@pytest.fixture(scope="module")
def loaded_once(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_fixtures", stdout=StringIO())
        yield
        transaction.set_rollback(True)


@pytest.fixture
def loaded(loaded_once: None, db: None) -> None:
    """The site after its first run."""


@pytest.mark.parametrize("name", sorted(path.stem for path in (FIXTURES / "asked").glob("*.toml")))
def test_the_phrasings_belong_to_rulings_and_are_short(name: str, loaded: None) -> None:
    path = FIXTURES / "asked" / f"{name}.toml"
    asked = tomllib.loads(path.read_text(encoding="utf-8"))
    parsed = digest_of(name).document
    document = next(
        one for one in Document.objects.all() if (str(one.game), one.title) == (parsed.game, parsed.document)
    )
    assert set(asked) <= set(document.rulings.values_list("slug", flat=True))
    assert all(len(words) <= 300 for phrasings in asked.values() for words in phrasings)
    assert document.rulings.filter(phrasings__isnull=False).distinct().count() == len(asked)


@pytest.mark.parametrize("name", ["tuning", "checking"])
def test_most_questions_of_our_own_are_answered_first_from_the_fixtures(name: str, loaded: None) -> None:
    indexing.rebuild()
    entries = json.loads((Path(__file__).parent / "questions" / f"{name}.json").read_text(encoding="utf-8"))
    ranks = [evaluate(Question(**entry)) for entry in entries]
    assert len(ranks) >= 60
    assert sum(rank == 1 for rank in ranks) / len(ranks) >= 0.7
    assert sum(0 < rank <= 5 for rank in ranks) / len(ranks) >= 0.85


def test_fixtures_come_to_a_site_that_has_documents_already(publish: Callable[[str], Edition]) -> None:
    publish(
        "---\ngame: Call of Cthulhu\ndocument: FAQ\nedition: 3.2\nauthority: official\n---\n# Rules\n#### One\nHere.\n"
    )
    call_command("load_fixtures", verbosity=0)
    titles = {(digest_of(name).document.game, digest_of(name).document.document) for name in DIGESTS}
    assert Document.objects.filter(authority="digest").count() == len(titles)
    output = StringIO()
    call_command("load_fixtures", stdout=output)
    assert "already loaded" in output.getvalue()


def test_the_first_run_leaves_no_reference_open(loaded: None) -> None:
    open_references = Reference.objects.exclude(status=Status.RESOLVED)
    assert [(str(one.change.ruling), one.target) for one in open_references] == []


def test_the_first_run_knows_every_card_that_a_ruling_is_about(loaded: None) -> None:
    assert list(Card.objects.filter(catalogued=False)) == []
    assert Game.objects.shown().count() == len(load_toml("games.toml"))


def test_the_first_run_publishes_each_digest_at_the_address_of_its_document(loaded: None) -> None:
    addresses = {document.get_absolute_url() for document in Document.objects.shown()}
    assert addresses == {
        "/a-game-of-thrones/faq/",
        "/arkham-horror/faq/",
        "/arkham-horror/timing-reference/",
        "/call-of-cthulhu/faq/",
        "/mythos/errata-and-rulings/",
        "/warhammer-invasion/faq/",
    }


@pytest.fixture
def lived_in(loaded: None, tmp_path: Path) -> Path:
    """The archive of a site that has been worked with: several editions, a correction of ours, a merged card."""
    for label in ("1.0", "1.1", "2.0"):
        path = Path(__file__).parent / "documents" / f"lanterns-{label}.md"
        publishing.publish(importing.take_in(read(path.read_bytes(), name=path.name)).edition)
    vell = Document.objects.get(game__slug="lanterns-of-vell")
    lighting = vell.rulings.get(slug="1.1")
    text = correcting.text_of(lighting).replace("cannot be lit again", "cannot be lit twice")
    correcting.correct_text(lighting, text, reason="A slip of ours.", basis=vell.current_id or 0, user=None)
    bell, road = Card.objects.get(name="Harbour Bell"), Card.objects.get(name="Salt Road")
    merging.merge_cards(bell, [road], user=None)
    announcing.announce(vell, label="2.1", date=datetime.date(2026, 5, 3), user=None)
    confirming.confirm(lighting, vell.rulings.get(slug="2.1").revisions.latest("pk"), user=None)
    # What nobody may see yet, or any more, is not given away.
    head = "---\ngame: {}\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Errata {{errata}}\n## Box\n"
    importing.take_in(read((head.format("Secret Game", 1) + "#### Owl (1)\nHoots.\n").encode(), name="draft.md"))
    text = head.format("Lanterns of Vell", 9).replace("FAQ", "Odds") + "#### Withdrawn Crow (1)\nIs.\n"
    publishing.withdraw(publishing.publish(importing.take_in(read(text.encode(), name="odds.md")).edition)[0])
    return downloads.build() / downloads.ARCHIVE


def exported(lines: str) -> list[dict[str, Any]]:
    """What was exported, but for where it was read from: that is the archive now."""
    records = [json.loads(line) for line in lines.splitlines()]
    return [{name: value for name, value in record.items() if name != "source"} for record in records]


def test_an_archive_names_nothing_that_is_not_public(lived_in: Path) -> None:
    with zipfile.ZipFile(lived_in) as archive:
        everything = "".join(archive.read(name).decode() for name in archive.namelist())
    assert "Harbour Bell" in everything
    assert "Secret Game" not in everything
    assert "Withdrawn Crow" not in everything
    assert not [path for path in lived_in.parent.iterdir() if "secret" in path.name]


@pytest.mark.timeout(1200)
def test_a_site_made_again_from_its_archive_is_the_same(lived_in: Path, tmp_path: Path, client: Client) -> None:
    environment = {**os.environ, "RULINGS_DATA": str(tmp_path / "again"), "DOWNLOADS_AHEAD": "0"}
    environment.pop("DATABASE_URL", None)

    def manage(*arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, cwd=FIXTURES.parent, env=environment, check=False, capture_output=True)
        return (done.stdout or done.stderr).decode()

    manage("migrate", "--verbosity", "0")
    manage("load_archive", str(lived_in))
    for options in ((), ("--edition", "all")):
        before = StringIO()
        call_command("export", *options, stdout=before)
        assert exported(manage("export", *options)) == exported(before.getvalue())
    asked = (
        "import json; from django.test import Client; "
        "pages = ['/api/v1/editions', '/api/v1/sets', '/api/v1/lists', '/api/v1/changes', '/api/v1/games', "
        "'/lanterns-of-vell/cards/core-box/L55-salt-road/', '/lanterns-of-vell/faq/1.1/']; "
        "print(json.dumps([Client().get(page, headers={'host': 'localhost'}).content.decode() for page in pages]))"
    )
    after = json.loads(manage("shell", "--no-imports", "-c", asked))
    pages = ["/api/v1/editions", "/api/v1/sets", "/api/v1/lists", "/api/v1/changes", "/api/v1/games"]
    pages.append("/lanterns-of-vell/cards/core-box/L55-salt-road/")
    *after, page = after
    assert "Last reviewed against" in page
    assert "FAQ 2.1 was published on 3 May 2026." in page
    assert after == [client.get(page).content.decode() for page in pages]
    assert "empty database" in manage("load_archive", str(lived_in))


def test_the_files_to_download_are_what_the_export_prints(loaded: None, client: Client) -> None:
    downloads.build()
    for name, options in {
        "rulings.jsonl.gz": (),
        "rulings-all-editions.jsonl.gz": ("--edition", "all"),
        "mythos.jsonl.gz": ("--game", "mythos"),
    }.items():
        response = client.get(f"/downloads/{name}", headers={"Accept-Encoding": "gzip"})
        assert response["Content-Type"] == "application/gzip"
        assert "Content-Encoding" not in response
        printed = StringIO()
        call_command("export", *options, stdout=printed)
        assert gzip.decompress(b"".join(response.streaming_content)).decode() == printed.getvalue()


def test_the_files_to_download_are_made_again_after_a_change(loaded: None, client: Client) -> None:
    def names() -> str:
        downloads.build()
        return gzip.decompress(b"".join(client.get("/downloads/mythos.jsonl.gz").streaming_content)).decode()

    assert "Never Printed" not in names()
    csv_lines = ["set,pack,number,name,type", "Limited,,1,Never Printed,"]
    importing_cards.import_table(csv_lines, game_name="mythos")
    assert "Never Printed" in names()
    assert client.get("/downloads/../../secret").status_code == 404
    assert client.get("/downloads/%00.gz").status_code == 404
    assert client.get("/downloads/lock").status_code == 404
