# ruff: noqa: E501 - texts of cards as they are printed
"""Catalogues of cards: what is read of each kind of file, and what is said of bad ones."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from importers.catalogues import CatalogueError, read_catalogue
from importers.catalogues.markup import as_text
from importers.facts import load_facts

CARDS = os.environ.get("RULINGS_CARDS", "")
FACTS = load_facts(Path(__file__).parents[3] / "fixtures" / "games.toml")
SIGNS = {"@": "Flame", "#": "Marsh", "[": "Heron", "]": "Moth", "_": "Bell"}
SET = """<?xml version="1.0"?><set name="Core" id="a"><cards>
<card name="^ * Old Crane" id="G-1"><property name="Type" value="Character"/><property name="Descriptor" value="The Patient"/>
<property name="Icons" value="@ # #"/><property name="Subtypes" value="Bird. Marsh Dweller."/><property name="Skill" value="3"/>
<property name="Collector Info" value="F 01"/><property name="Card Text" value="Gain @.&amp;#xd;&amp;#xa;Attach to an _ card."/></card>
<card name="Lantern" id="G-2"><property name="Collector Info" value="F"/><property name="Card Text" value=""/></card>
</cards></set>"""


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<b>Forced</b> - Draw 1 [[Relic]] card.<br/>[action]: Test.", "**Forced** - Draw 1 ***Relic*** card.\n[action]: Test."),
        ("Gain [per_investigator] clues.\\n&quot;Run.&quot;", 'Gain [per investigator] clues.\n"Run."'),
        ("Win a @ contest; it gains @ # #.", "Win a [Flame] contest; it gains [Flame] [Marsh] [Marsh]."),
        ("Each [ character and each ] card; [Heron] stays.", "Each [Heron] character and each [Moth] card; [Heron] stays."),
        ("Attach to an _ character. 100% of them.", "Attach to an [Bell] character. 100% of them."),
        ("- Draw 1 card.", "Draw 1 card."),
    ],
)  # fmt: skip
def test_the_markup_of_each_maker_becomes_ours(markup: str, text: str) -> None:
    assert as_text(markup, SIGNS) == text


def test_an_octgn_set_is_read_with_its_marks_and_properties(tmp_path: Path) -> None:
    path = write(tmp_path, set_dot_xml=SET) / "set.xml"
    crane, lantern = read_catalogue(path, signs=SIGNS).cards
    assert (crane.name, crane.subtitle, crane.set, crane.number, crane.type) == (
        "Old Crane", "The Patient", "Core", "F1", "Character",
    )  # fmt: skip
    assert crane.facts == {
        "icons": "[Flame][Marsh][Marsh]", "skill": "3", "traits": ["Bird", "Marsh Dweller"], "unique": True,
    }  # fmt: skip
    assert crane.text == "Gain [Flame].\nAttach to an [Bell] card."
    assert (lantern.number, lantern.facts, lantern.text) == ("", {"unique": False}, "")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_table_may_have_any_delimiter_and_known_columns_in_any_order(tmp_path: Path, delimiter: str) -> None:
    header = ["Rules_Text", "unique_id", "Card Name", "race", "Pack", "card_number", "Hit points"]
    row = ["Draw 1 card.", "x7", "Owl", "Marsh", "Tides", "3", "2"]
    path = write(tmp_path, cards_dot_csv="\n".join(delimiter.join(one) for one in (header, row))) / "cards.csv"
    (owl,) = read_catalogue(path).cards
    assert (owl.name, owl.pack, owl.number, owl.external_id, owl.text) == ("Owl", "Tides", "3", "x7", "Draw 1 card.")
    assert owl.facts == {"faction": "Marsh", "hit points": "2"}


def test_a_folder_of_json_is_read_and_reprints_take_over(tmp_path: Path) -> None:
    first = {"code": "01001", "name": "Owl", "text": "<b>Fast.</b>", "pack_code": "a", "position": 1, "is_unique": True}
    folder = write(
        tmp_path,
        cycles_dot_json=json.dumps([{"code": "c", "name": "Tides"}]),
        packs_dot_json=json.dumps([{"code": one, "name": f"Pack {one}", "cycle_code": "c"} for one in "ab"]),
        pack__a_dot_json=json.dumps([{**first, "errata_date": "2020-01-02", "xp": 2, "deck_limit": 1}]),
        pack__b_dot_json=json.dumps([{"code": "02001", "duplicate_of": "01001", "pack_code": "b", "position": 9}]),
    )
    owl, again = read_catalogue(folder).cards
    assert (owl.set, owl.pack, owl.facts["level"], str(owl.corrected_on)) == ("Tides", "Pack a", "2", "2020-01-02")
    assert (again.name, again.text, again.pack, again.number) == ("Owl", "**Fast.**", "Pack b", "9")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"set_dot_xml": "<set name='x'><cards>"}, "this XML is broken"),
        ({"set_dot_xml": "<html><body>no</body></html>"}, "no OCTGN set"),
        ({"cards_dot_csv": "colour,size\nred,2\n"}, "does not contain a catalogue"),
        ({"notes_dot_txt": "hello"}, "does not contain a catalogue"),
        ({"packs_dot_json": "[]", "pack__a_dot_json": "[{"}, "this JSON is broken"),
        ({"a_dot_xml": SET, "b_dot_xml": SET}, "are the same card"),
    ],
)
def test_a_bad_catalogue_is_refused_with_what_to_do(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(CatalogueError, match=message):
        read_catalogue(write(tmp_path, **files))


def test_two_different_cards_of_one_code_are_refused(tmp_path: Path) -> None:
    cards = [{"code": "1", "name": name, "pack_code": "a", "position": 1} for name in ("Owl", "Moth")]
    files = {"packs_dot_json": '[{"code": "a", "name": "A"}]', "pack__a_dot_json": json.dumps(cards)}
    with pytest.raises(CatalogueError, match="two different cards"):
        read_catalogue(write(tmp_path, **files))


@pytest.mark.skipif(not CARDS, reason="RULINGS_CARDS does not name the catalogues")
@pytest.mark.parametrize(
    ("game", "count", "texts"),
    [("call-of-cthulhu", 1568, 1537), ("warhammer-invasion", 1133, 1112), ("arkham-horror", 5928, 5817)],
)
def test_every_row_of_the_catalogues_is_a_card(game: str, count: int, texts: int) -> None:
    read = read_catalogue(Path(CARDS) / game, signs=FACTS.of(game).icons)
    assert (len(read.cards), sum(bool(card.text) for card in read.cards)) == (count, texts)
    assert not [card for card in read.cards if not card.name or not (card.set or card.pack)]
    assert max(Counter(card.external_id for card in read.cards).values()) == 1
    marks = Counter(sign for card in read.cards for sign in "@#$^{}<>" if sign in (card.text or ""))
    assert sum(marks.values()) <= 4
