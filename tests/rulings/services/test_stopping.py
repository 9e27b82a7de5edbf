"""No silent loss (law 10): what would be lost or made is said, and must be confirmed."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulings.models import CardSet, Document, Edition, Game
from rulings.services import comparing

HEAD = "---\ngame: {}\ndocument: FAQ\nedition: {}\nauthority: {}\n---\n"
RULES = "".join(f"#### (1.{number}) Rule {number}\nThe lamp number {number} is lit.\n\n" for number in range(1, 11))


def text(edition: str, rules: str = RULES, *, game: str = "Vell", authority: str = "official") -> str:
    return f"{HEAD.format(game, edition, authority)}# Rules\n\n{rules}"


def run(tmp_path: Path, content: str, *options: str) -> str:
    path = tmp_path / "faq.md"
    path.write_text(content)
    output, errors = StringIO(), StringIO()
    try:
        call_command("import_document", str(path), *options, stdout=output, stderr=errors)
    except CommandError as error:
        return f"{output.getvalue()}{errors.getvalue()}stopped: {error}"
    return output.getvalue()


def test_an_edition_that_removes_a_fifth_stops_and_says_what(publish: Callable[..., Edition], tmp_path: Path) -> None:
    publish(text("1"))
    kept = RULES.split("#### (1.9)")[0]
    said = run(tmp_path, text("2", kept), "--publish")
    assert "It removes 2 of the 10 rulings of Vell FAQ: (1.9) Rule 9, (1.10) Rule 10." in said
    assert "stopped" in said
    assert Document.objects.get().current.label == "1"
    assert "published Vell FAQ 2" in run(tmp_path, text("2", kept), "--publish", "--yes")


def test_an_edition_that_removes_less_does_not_stop(publish: Callable[..., Edition], tmp_path: Path) -> None:
    publish(text("1"))
    assert "published Vell FAQ 2" in run(tmp_path, text("2", RULES.split("#### (1.10)")[0]), "--publish")


def test_a_new_game_stops_even_a_draft(db: None, tmp_path: Path) -> None:
    said = run(tmp_path, text("1"))
    assert "It makes a new game: Vell." in said
    assert "stopped" in said
    assert not Game.objects.exists()
    assert "draft of Vell FAQ 1" in run(tmp_path, text("1"), "--yes")


def test_a_game_that_only_a_draft_has_made_is_still_new_when_it_is_published(db: None, tmp_path: Path) -> None:
    run(tmp_path, text("1"), "--yes")
    assert "It makes a new game: Vell." in run(tmp_path, text("1"), "--publish")
    assert [stop.kind for stop in comparing.stops_of(Edition.objects.get())] == ["new game"]


def test_new_sets_are_listed(publish: Callable[..., Edition], tmp_path: Path) -> None:
    publish(text("1"))
    errata = f"{RULES}# Errata {{errata}}\n## Harbour\n#### Owl (7)\nHoots.\n"
    said = run(tmp_path, text("2", errata), "--publish")
    assert "It makes 1 new card set: Harbour." in said
    assert not CardSet.objects.exists()


def test_another_authority_stops(publish: Callable[..., Edition], tmp_path: Path) -> None:
    publish(text("1"))
    said = run(tmp_path, text("2", authority="unofficial"), "--publish")
    assert "Vell FAQ is official; this edition says that it is unofficial." in said
    assert Document.objects.get().authority == "official"


def test_a_text_that_names_another_game_stops(publish: Callable[..., Edition], tmp_path: Path) -> None:
    publish(text("1"))
    publish(text("1", game="Isles of Fog"))
    said = run(tmp_path, text("2", game="Isles of Fog"), "--publish", "--game", "vell")
    assert "It names Isles of Fog, but would be published for Vell." in said
    assert "stopped" in said


@pytest.mark.parametrize("name", ["Vell", "vell", "VELL"])
def test_the_game_can_be_said(publish: Callable[..., Edition], tmp_path: Path, name: str) -> None:
    publish(text("1"))
    changed = text("2", game="Something else").replace("number 1 is", "number 1 was")
    assert "published Vell FAQ 2: 1 reworded, 9 same" in run(tmp_path, changed, "--publish", "--game", name, "--yes")


def test_a_text_that_is_there_three_times_stops(publish: Callable[..., Edition], tmp_path: Path) -> None:
    publish(text("1"))
    said = run(tmp_path, text("2", RULES + RULES.replace("(1.", "(2.") + RULES.replace("(1.", "(3.")), "--publish")
    assert "stopped" not in said
    rules = "".join(f"#### Rule {n}\nThe lamp number {n} is lit until it goes out again.\n\n" for n in range(1, 6))
    said = run(tmp_path, text("3", RULES + rules * 3), "--publish")
    assert "10 of its 25 rulings are there word for word more than once." in said
    assert "stopped" in said
    assert "published Vell FAQ 3" in run(tmp_path, text("3", RULES + rules * 3), "--publish", "--yes")


def test_a_closed_gate_stops_and_says_which(publish: Callable[..., Edition], tmp_path: Path) -> None:
    publish(text("1"))
    edition = publish(text("2"))
    assert comparing.stops_of(edition) == []
    edition.gates = {"is_open": False, "sentences": ["9 of 10 lines are in a ruling. Lost: lines 4."]}
    (stop,) = comparing.stops_of(edition)
    assert stop.kind == "gates"
    assert "Lost: lines 4." in stop.message
