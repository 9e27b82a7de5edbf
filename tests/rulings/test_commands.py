"""The commands, as a person runs them."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulings.models import Card, Document, Edition, Ruling
from rulings.services import correcting


def run(*arguments: object, **options: object) -> tuple[str, str]:
    """What a command writes to standard output and to standard error."""
    output, errors = StringIO(), StringIO()
    call_command(*map(str, arguments), stdout=output, stderr=errors, **options)
    return output.getvalue(), errors.getvalue()


def records(*arguments: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run("export", *arguments)[0].splitlines()]


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.md"
    path.write_text("---\ngame: G\ndocument: D\nedition: 1\nauthority: official\n---\n# A {eratta}\n#### B\nc\n")
    return path


def test_a_document_is_imported_as_a_draft_and_published_on_demand(db: None, documents: Path) -> None:
    path = documents / "lanterns-1.0.md"
    output, _ = run("import_document", path, "--yes")
    assert "draft of Lanterns of Vell FAQ 1.0: 21 added; publish it with --publish" in output
    assert Edition.objects.get().state == "draft"
    output, progress = run("import_document", path, "--publish", "--yes")
    assert "published Lanterns of Vell FAQ 1.0: 21 added" in output
    assert "lanterns-1.0.md: comparing with the edition in force" in progress
    assert Edition.objects.get().state == "published"
    output, _ = run("import_document", path, "--publish", "--yes")
    assert "already published as Lanterns of Vell FAQ 1.0; nothing changed" in output


def test_editions_given_together_are_imported_in_order(db: None, documents: Path) -> None:
    output, _ = run("import_document", *sorted(documents.glob("*.md")), "--publish", "--yes")
    assert "published Lanterns of Vell FAQ 1.1: 3 added, 1 reworded, 2 moved, 1 removed, 17 same" in output
    assert Document.objects.get().current.label == "2.0"


def test_a_dry_run_stores_nothing(db: None, documents: Path) -> None:
    output, _ = run("import_document", documents / "lanterns-1.0.md", "--dry-run", "--publish")
    assert "would be: 21 added; nothing was stored" in output
    assert not Document.objects.exists()


def test_an_edition_can_be_given_another_label(db: None, documents: Path) -> None:
    run("import_document", documents / "lanterns-1.0.md", "--publish", "--yes", "--edition", "1.0b")
    assert Edition.objects.get().label == "1.0b"


def test_a_broken_document_publishes_nothing_and_says_where(db: None, broken: Path) -> None:
    output = StringIO()
    with pytest.raises(CommandError, match="1 of 1 documents were not imported"):
        call_command("import_document", str(broken), "--publish", stdout=output, stderr=StringIO())
    assert "line 7: {eratta} is not a mark of a heading. Use one of: {clarifications}, {errata}" in output.getvalue()
    assert not Edition.objects.exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"", "is empty"), (b"\x00", "neither text, web page nor PDF"), (b"A novel.", "No recipe or format is known")],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(db: None, tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "strange.txt"
    path.write_bytes(data)
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("import_document", str(path), stdout=StringIO(), stderr=errors)
    assert message in errors.getvalue().splitlines()[-1]


def test_a_missing_file_is_refused(db: None) -> None:
    with pytest.raises(CommandError):
        run("import_document", "/nowhere/faq.md")


def test_pairs_can_be_forced_on_the_command_line(lanterns: Document, tmp_path: Path) -> None:
    path = tmp_path / "next.md"
    path.write_text(lanterns.current.source.text.replace("edition: 2.0", "edition: 3.0").replace("(1.2)", "(1.9)"))
    plain, _ = run("import_document", path, "--dry-run")
    assert "would be: 1 moved, 22 same" in plain
    decided, _ = run("import_document", path, "--dry-run", "--pair", "1.1=1.9", "--split", "1.3=Lending")
    assert "would be: 2 added, 1 reworded, 2 removed, 20 same" in decided
    with pytest.raises(CommandError):
        run("import_document", path, "--dry-run", "--pair", "7.7=1.9")


def test_check_document_needs_no_database(documents: Path, broken: Path) -> None:
    output, _ = run("check_document", documents / "lanterns-1.0.md")
    assert "21 rulings" in output
    data = json.loads(run("check_document", documents / "lanterns-1.0.md", "--json")[0])
    assert data["counts"]["step"] == 4
    with pytest.raises(CommandError, match="1 of 1 documents cannot be published"):
        run("check_document", broken)


def test_import_cards_reports_what_it_did(db: None, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("set,pack,number,name,type\nCore Box,,L1,Bell,Thing\n")
    with pytest.raises(CommandError, match=r"There is no game 'vell' here\..*--yes"):
        run("import_cards", path, "--game", "vell")
    output = run("import_cards", path, "--game", "vell", "--yes")[0]
    assert "1 cards added, 0 updated, 0 the same" in output
    assert "New sets: Core Box" in output
    path.write_text("set;name\nTides;Moth\n")
    with pytest.raises(CommandError, match="1 new sets of Vell: Tides"):
        run("import_cards", path, "--game", "vell")
    assert "1 cards added" in run("import_cards", path, "--game", "vell", "--dry-run")[0]
    assert not Card.objects.filter(name="Moth").exists()
    path.write_bytes(b"\x00\x01\x02\x00\x00")
    with pytest.raises(CommandError, match="neither text"):
        run("import_cards", path, "--game", "vell")


def test_an_edition_can_be_withdrawn(lanterns: Document) -> None:
    output, _ = run("withdraw_edition", "lanterns-of-vell", "faq", "2.0")
    assert "withdrew Lanterns of Vell FAQ 2.0; 1.1 is in force" in output
    with pytest.raises(CommandError, match=r"no published edition 2\.0; there are: 1\.0, 1\.1"):
        run("withdraw_edition", "lanterns-of-vell", "faq", "2.0")


def test_a_correction_of_ours_is_withdrawn_before_its_edition(lanterns: Document) -> None:
    ruling = Ruling.objects.get(document=lanterns, slug="2.1")
    text = correcting.text_of(ruling).replace("each ship", "every ship")
    correcting.correct_text(ruling, text, reason="a typo", basis=lanterns.current_id or 0, user=None)
    output, _ = run("withdraw_edition", "lanterns-of-vell", "faq", "2.0")
    assert "withdrew Lanterns of Vell FAQ 2.0-corrected-1; 2.0 is in force" in output


def test_the_export_has_the_fields_of_the_contract(lanterns: Document) -> None:
    cards = [record for record in records() if record["type"] == "card"]
    assert {
        "type": "card",
        "game": "lanterns-of-vell",
        "set": "Tides of Vell",
        "pack": "Low Water",
        "number": "7",
        "name": "Drowned Sexton",
        "url": "/lanterns-of-vell/cards/tides-of-vell/7-drowned-sexton/",
        "subtitle": None,
        "external_id": None,
        "card_type": None,
        "facts": {},
        "printed": None,
        "effective": None,
    } in [{**card, "effective": None} for card in cards]
    (lending,) = [record for record in records() if record.get("title") == "Lending"]
    assert lending == {
        "type": "ruling",
        "game": "lanterns-of-vell",
        "document": "faq",
        "edition": "2.0",
        "kind": "clarification",
        "scope": None,
        "list": None,
        "format": None,
        "key": "1.3",
        "title": "Lending",
        "text": "A lantern may be lent to another player, who returns it at dusk. [[Lamplighter]] cannot be lent.",
        "ours": None,
        "summary": None,
        "authority": "official",
        "reverses_official": False,
        "version_tag": None,
        "cards": [],
        "mentions": [{"set": "Core Box", "number": "L12", "name": "Lamplighter", "status": "resolved"}],
        "links": [],
        "heading_path": ["Rules clarifications", "Lanterns"],
        "source": {"file": "lanterns-2.0.md", "first_line": 57, "last_line": 58, "more": [], "page": None},
        "window_after": None,
        "note": None,
        "since": "2.0",
        "until": None,
        "url": "/lanterns-of-vell/faq/1.3/",
    }


def test_the_export_of_all_editions_tells_since_and_until(lanterns: Document) -> None:
    found = [record for record in records("--edition", "all") if record.get("title") == "High tide"]
    spans = [(record["edition"], record["since"], record["until"]) for record in found]
    assert spans == [("1.0", "1.0", "1.1"), ("1.1", "1.1", "2.0"), ("2.0", "2.0", None)]
    assert found[0]["url"] == "/lanterns-of-vell/faq/at/1.0/2.1/"


def test_the_export_can_be_of_one_game_or_edition(lanterns: Document) -> None:
    assert len(records("--game", "lanterns-of-vell")) == len(records())
    assert {record["edition"] for record in records("--edition", "1.0") if "edition" in record} == {"1.0"}
    with pytest.raises(CommandError, match="there are: lanterns-of-vell"):
        run("export", "--game", "chess")
    with pytest.raises(CommandError, match="no published edition"):
        run("export", "--edition", "9.9")
