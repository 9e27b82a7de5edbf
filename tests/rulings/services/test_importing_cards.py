"""Catalogues on their way into the site: which row is which card, and what an erratum is put into."""

import os
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from rulings.models import Card, CardText, Edition, EffectiveDecision, Game, ShownCard
from rulings.services import effective_texts, importing_cards, indexing, merging
from rulings.services.accounts import make_groups
from rulings.services.state import differences

CARDS = os.environ.get("RULINGS_CARDS", "")
FAQ = (
    "---\ngame: Vell\ndocument: FAQ\nedition: {label}\nauthority: official\n---\n# Errata {{errata}}\n## Box\n"
    "#### Julia (L17)\nShould read: “...Exhaust Julia to draw 2 cards{end}”\n"
)
CATALOGUE = (
    "set,number,name,subtitle,type,cost,id,text\n"
    'Box,L17,Julia,The Quiet,Character,2,g17,"Action: Exhaust Julia to draw 1 card."\n'
    'Tides,L3,Julia,The Loud,Character,4,t3,"Forced: After Julia enters play, discard 1 card."\n'
    'Reprints,9,Julia,The Quiet,Character,2,r9,"Action: Exhaust Julia to draw 1 card."\n'
)


@pytest.fixture
def julia(publish, tmp_path: Path) -> Edition:
    edition = publish(FAQ.format(label="1", end="."))
    path = tmp_path / "vell.csv"
    path.write_text(CATALOGUE)
    importing_cards.import_catalogue(path, game_name="vell", may_make=True)
    return edition


def card(subtitle: str, card_set: str = "Box") -> Card:
    return Card.objects.get(subtitle=subtitle, card_set__name=card_set)


def shown(one: Card) -> dict:
    return Client().get(f"/api/v1/cards/{one.card_set.game.slug}/{one.card_set.slug}/{one.slug}").json()


def test_an_erratum_is_put_into_its_card_and_its_reprints_and_into_no_other(julia: Edition) -> None:
    for own in (card("The Quiet"), card("The Quiet", "Reprints")):
        effective = shown(own)["effective"]
        assert (effective["outcome"], effective["text"]) == ("applied", "Action: Exhaust Julia to draw 2 cards.")
    other = shown(card("The Loud", "Tides"))
    assert (other["effective"], other["statuses"]) == (None, [])
    assert {one["subtitle"] for one in other["namesakes"]} == {"The Quiet"}
    page = Client().get(card("The Loud", "Tides").get_absolute_url()).content.decode()
    assert "Another card of this title has an erratum" in page
    page = Client().get(card("The Quiet").get_absolute_url()).content.decode()
    assert "draw <del>1 card</del><ins>2 cards</ins>" in page
    assert "Put in word by word, from FAQ 1" in page


def test_importing_again_changes_nothing_and_the_read_model_is_disposable(julia: Edition, tmp_path: Path) -> None:
    counts = importing_cards.import_catalogue(tmp_path / "vell.csv", game_name="vell")
    assert (counts.added, counts.updated, counts.same) == (0, 0, 3)
    assert differences(Game.objects.get()) == []


def test_a_card_page_of_the_past_says_what_the_card_said(julia: Edition, publish) -> None:
    publish(FAQ.format(label="2", end=" and ready her."))
    assert shown(card("The Quiet"))["effective"]["text"].endswith("draw 2 cards and ready her.")
    page = Client().get("/vell/faq/at/1/cards/box/L17-julia/").content.decode()
    assert "What it said by edition 1" in page
    assert "ready her" not in page


def test_a_decision_of_an_editor_holds_until_text_or_erratum_change(julia: Edition, publish, admin_user) -> None:
    make_groups()
    quiet = card("The Quiet")
    effective_texts.decide(quiet, "corrected", user=admin_user, reason="The comma.", text="Exhaust: draw 2 cards.")
    effective = shown(quiet)["effective"]
    assert (effective["text"], effective["decision"], effective["reason"]) == (
        "Exhaust: draw 2 cards.", "corrected", "The comma.",
    )  # fmt: skip
    publish(FAQ.format(label="2", end=" and ready her."))
    effective = shown(quiet)["effective"]
    assert (effective["decision"], effective["is_to_be_checked"]) == (None, True)
    assert quiet in [row.card for row in effective_texts.to_be_checked()]
    assert EffectiveDecision.objects.get().decision == "corrected"


def test_an_editor_can_correct_how_an_erratum_is_read(julia: Edition, admin_client: Client) -> None:
    quiet = card("The Quiet")
    address = f"/admin/rulings/effectivedecision/card/{quiet.pk}/"
    assert "read: … Exhaust Julia to draw 2 cards." in admin_client.get(address).content.decode()
    posted = {"ruling": "vell/faq/julia", "lines": "replace: 1 card => 3 cards", "reading_reason": "A misprint."}
    admin_client.post(address, posted)
    assert shown(quiet)["effective"]["text"] == "Action: Exhaust Julia to draw 3 cards."
    page = admin_client.post(address, {**posted, "lines": "nonsense"}, follow=True).content.decode()
    assert "Line 1 cannot be read" in page


def test_cards_are_found_by_the_words_of_their_text(julia: Edition) -> None:
    indexing.rebuild()
    found = Client().get("/api/v1/search", {"q": "enters play discard"}).json()["results"]
    assert [one["title"] for one in found if one["type"] == "card"] == ["Julia"]
    assert "Cards that say so" in Client().get("/search/", {"q": "enters play discard"}).content.decode()


def test_what_is_quoted_from_a_card_finds_it_first_by_the_api_too(julia: Edition) -> None:
    indexing.rebuild()
    found = Client().get("/api/v1/search", {"q": "after julia enters play discard 1 card"}).json()["results"]
    assert (found[0]["type"], found[0]["title"], found[0]["url"]) == (
        "card", "Julia", card("The Loud", "Tides").get_absolute_url(),
    )  # fmt: skip


def test_without_texts_the_page_says_so_and_never_claims_to_know_what_the_card_says(publish) -> None:
    publish(FAQ.format(label="1", end="."))
    page = Client().get("/vell/cards/box/L17-julia/").content.decode()
    assert "The text of this card is not here." in page
    assert "What the errata change" in page
    assert "What it says now" not in page


def test_eight_cards_of_one_title_stay_eight(db, tmp_path: Path) -> None:
    rows = "".join(f"Box,The Book,Copy {number},b{number}\n" for number in range(8))
    path = tmp_path / "books.csv"
    path.write_text(f"set,name,subtitle,id\n{rows}")
    importing_cards.import_catalogue(path, game_name="vell", may_make=True)
    importing_cards.import_table(["set,name\n", *["Box,The Book\n"] * 8], game_name="vell")
    assert Card.objects.count() == 8
    assert Card.objects.values("slug").distinct().count() == 8


def test_a_card_that_a_document_cites_wrongly_does_not_arise(julia: Edition, publish) -> None:
    publish(
        "---\ngame: Vell\ndocument: More\nedition: 1\nauthority: official\n---\n# Errata {errata}\n## Tides\n"
        "#### Julia (L99)\nShould be unique.\n"
    )
    assert not Card.objects.filter(number="L99").exists()
    assert shown(card("The Loud", "Tides"))["effective"]["fields"] == {"unique": {"was": None, "now": True}}


def test_nothing_is_made_without_a_word(db, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(CATALOGUE)
    with pytest.raises(importing_cards.ConfirmationNeededError, match="There is no game 'vell' here"):
        importing_cards.import_catalogue(path, game_name="vell")
    assert not Game.objects.exists()


@pytest.fixture
def catalogued(db) -> None:
    if not CARDS:
        pytest.skip("RULINGS_CARDS does not name the catalogues")
    call_command("load_fixtures", stdout=StringIO())


def test_every_row_of_the_catalogues_is_a_card_that_the_first_run_knows(catalogued: None) -> None:
    for game, rows in (("call-of-cthulhu", 1568), ("warhammer-invasion", 1133), ("arkham-horror", 5928)):
        counts = importing_cards.import_catalogue(Path(CARDS) / game, game_name=game)
        assert (counts.added, counts.matched, counts.ambiguous) == (0, rows, [])
        assert CardText.objects.filter(card__card_set__game__slug=game).count() == rows
    necronomicons = Card.objects.filter(card_set__name="Revelations", folded_name="necronomicon")
    assert necronomicons.count() == 8
    for name in ("Julia Brown", "Wilbur Whateley", "Erich Zann", "Eryn Cochwyn"):
        of_title = [shown(one) for one in Card.objects.filter(name=name, card_set__game__slug="call-of-cthulhu")]
        assert sorted(bool(one["effective"]) for one in of_title) == [False, True]
    assert not Card.objects.filter(name="Flooded Vault", number="F16").exists()


def test_a_merged_card_hands_down_what_its_catalogue_says(julia: Edition, tmp_path: Path) -> None:
    keep = Card.objects.create(card_set=card("The Quiet").card_set, name="Julie", folded_name="julie", slug="julie")
    merging.merge_cards(keep, [card("The Loud", "Tides")], user=None)
    keep.refresh_from_db()
    assert (keep.external_id, keep.printed.text) == ("t3", "Forced: After Julia enters play, discard 1 card.")
    counts = importing_cards.import_catalogue(tmp_path / "vell.csv", game_name="vell")
    assert (counts.added, CardText.objects.filter(card=keep).count()) == (0, 1)


def test_levels_of_a_card_are_different_cards_even_with_the_same_text(db, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("set,number,name,level,id,text\nBox,1,Lamp,0,a,Draw 1 card.\nBox,2,Lamp,2,b,Draw 1 card.\n")
    importing_cards.import_catalogue(path, game_name="vell", may_make=True)
    assert len({row.first_printing for row in ShownCard.objects.all()}) == 2


def test_a_title_that_a_catalogue_has_twice_takes_over_no_misplaced_card(publish, tmp_path: Path) -> None:
    publish(FAQ.format(label="1", end="."))
    path = tmp_path / "cards.csv"
    path.write_text("set,number,name,id\nTides,2,Julia,a1\nOther,3,Julia,a2\n")
    importing_cards.import_catalogue(path, game_name="vell", may_make=True)
    assert Card.objects.filter(name="Julia").count() == 3


def test_a_refused_text_shows_both_and_says_why(julia: Edition, admin_user) -> None:
    quiet = card("The Quiet")
    effective_texts.decide(quiet, "refused", user=admin_user, reason="Two cards are not meant.")
    for form in ("/", ".md"):
        page = Client().get(quiet.get_absolute_url().rstrip("/") + form).content.decode()
        assert "Two cards are not meant." in page
        assert "Put in word by word" not in page
    assert shown(quiet)["effective"]["text"] == "Action: Exhaust Julia to draw 1 card."
    assert effective_texts.to_be_checked() == []


def test_a_confirmation_does_not_outlive_the_text_that_was_confirmed(julia: Edition, admin_user) -> None:
    quiet = card("The Quiet")
    effective_texts.decide(quiet, "confirmed", user=admin_user, reason="Looked at.")
    assert shown(quiet)["effective"]["decision"] == "confirmed"
    effective_texts.correct_instructions(
        "vell/faq/julia", "replace: 1 card => 9 cards", user=admin_user, reason="Test."
    )
    effective = shown(quiet)["effective"]
    assert (effective["decision"], effective["is_to_be_checked"]) == (None, True)
    with pytest.raises(effective_texts.EffectiveError, match="changed meanwhile"):
        effective_texts.decide(quiet, "confirmed", user=admin_user, reason="x", basis="of another text")


@pytest.mark.parametrize("content", [b"PK\x03\x04broken", b"PK\x05\x06" + b"\x00" * 18])
def test_a_broken_zip_is_refused_and_nothing_stays(db, admin_client: Client, settings, content: bytes) -> None:
    given = {"game": "Vell", "file": SimpleUploadedFile("cards.zip", content)}
    page = admin_client.post("/admin/rulings/card/import/", given)
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()


def test_a_row_that_may_be_any_of_several_cards_changes_none_of_them(julia: Edition) -> None:
    rows = ["set,number,name,id,text\n", "Box,1,Book,b1,Draw 1 card.\n", "Box,2,Book,b2,Discard 1 card.\n"]
    importing_cards.import_table(rows, game_name="vell")
    counts = importing_cards.import_table(["set,name,text\n", "Box,Book,Sink 1 boat.\n"], game_name="vell")
    assert (counts.added, counts.updated, len(counts.ambiguous)) == (0, 0, 1)
    assert "2 cards fit" in counts.ambiguous[0]
    assert not CardText.objects.filter(text="Sink 1 boat.").exists()


def test_a_name_that_is_nearly_one_of_its_set_makes_no_new_card(julia: Edition) -> None:
    rows = ["set,number,name,id\n", "Box,4,Wilbur Heron,w4\n"]
    importing_cards.import_table(rows, game_name="vell")
    counts = importing_cards.import_table(["set;name\n", "Box;Wilbur Hero\n"], game_name="vell")
    assert (counts.added, len(counts.ambiguous)) == (0, 1)
    assert "is it Wilbur Heron?" in counts.ambiguous[0]


def test_two_rows_of_one_card_with_different_texts_are_refused(db) -> None:
    rows = ["set,number,name,text\n", "Box,1,Lamp,Draw 1 card.\n", "Box,1,Lamp,Draw 2 cards.\n"]
    with pytest.raises(importing_cards.CatalogueError, match="the same card, Lamp, with different texts"):
        importing_cards.import_table(rows, game_name="vell")


def test_cards_whose_texts_differ_in_an_icon_are_different_cards(db) -> None:
    rows = ["set,number,name,type,id,text\n", "Box,1,Lamp,Item,a,Gain [sun].\n", "Box,2,Lamp,Item,b,Gain [moon].\n"]
    importing_cards.import_table(rows, game_name="vell")
    assert len({row.first_printing for row in ShownCard.objects.all()}) == 2


def test_a_dry_run_says_that_the_game_is_unknown_and_lists_the_rows(julia: Edition, tmp_path: Path) -> None:
    out = StringIO()
    call_command("import_cards", str(tmp_path / "vell.csv"), game="vel", dry_run=True, stdout=out)
    said = out.getvalue()
    assert "There is no game 'vel' here. Did you mean vell? It would be made with --yes." in said
    assert "New: " in said
    assert "line 2: Julia" in said
    assert not Game.objects.filter(slug="vel").exists()


def test_the_original_row_of_the_catalogue_stays_available(julia: Edition) -> None:
    one = card("The Loud", "Tides")
    assert shown(one)["printed"]["original"]["subtitle"] == "The Loud"
    assert "As the catalogue has it" in Client().get(one.get_absolute_url()).content.decode()


def test_a_trait_that_an_erratum_adds_to_a_card_of_which_nothing_is_known_is_said_to_be_added(publish) -> None:
    publish(FAQ.format(label="1", end=".").replace("Should read", "Should have the Scholar trait. Should read"))
    publish(
        "---\ngame: Vell\ndocument: More\nedition: 1\nauthority: official\n---\n# Errata {errata}\n## Box\n"
        "#### Otto (L18)\nShould have the Scholar trait.\n"
    )
    otto = Card.objects.get(name="Otto")
    assert shown(otto)["effective"]["fields"] == {"traits": {"was": None, "now": None, "added": ["Scholar"]}}
    assert "Traits added" in Client().get(otto.get_absolute_url()).content.decode()


def test_a_list_shows_the_first_line_of_each_card(julia: Edition, publish) -> None:
    publish(
        "---\ngame: Vell\ndocument: List\nedition: 1\nauthority: official\n---\n# Restricted {restricted}\n## Tides\n"
        "- Julia (L3)\n"
    )
    assert "Forced: After Julia enters play" in Client().get("/vell/lists/restricted/").content.decode()
