"""The deck check: legality, errata, changes, and lines that are not understood."""

from collections.abc import Callable
from difflib import SequenceMatcher
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from importers import resolving
from rulings.models import Card, Document, Edition, Game
from rulings.read_model import addresses
from rulings.selectors.cards import DeckError, check_deck, deck_record
from rulings.selectors.cards.decklines import MOST_GUESSED
from rulings.services import importing_cards, state

DECK = """# My deck
## Characters (7)
3x Lamplighter
Grey Moth (Core Box L32) x2
- 2x **Salt Road**
Harbuor Bell
1x Somebody Else's Card
"""


@pytest.fixture
def vell(lanterns: Document) -> Game:
    """Its FAQ says that a deck may have one restricted title."""
    Game.objects.update(restricted_titles=1)
    state.mark_changed(Game.objects.get())
    return Game.objects.get()


def test_cards_are_found_with_their_counts_and_statuses(vell: Game) -> None:
    checked = check_deck(DECK)
    assert [(card.count, card.card["name"], card.statuses) for card in checked.cards] == [
        (3, "Lamplighter", ["restricted", "errata"]),
        (2, "Grey Moth", ["restricted", "errata"]),
        (2, "Salt Road", ["errata"]),
    ]
    assert checked.game["pk"] == vell.pk


def test_lines_that_are_not_understood_are_told_with_suggestions(vell: Game) -> None:
    unknown = check_deck(DECK).unknown
    assert [(one.line.number, one.suggestions[:1]) for one in unknown] == [(6, ["Harbour Bell"]), (7, [])]


def test_two_restricted_titles_are_one_too_many(vell: Game) -> None:
    verdict = check_deck(DECK).verdict
    assert verdict.is_legal is False
    assert verdict.reasons == ["A deck may have 1 restricted title; this one has 2: Grey Moth, Lamplighter."]


def test_one_restricted_title_is_legal_in_as_many_copies_as_one_likes(vell: Game) -> None:
    assert check_deck("3x Lamplighter\nSalt Road").verdict.is_legal is True


def test_a_banned_card_makes_a_deck_illegal(vell: Game) -> None:
    verdict = check_deck("Drowned Sexton").verdict
    assert (verdict.is_legal, verdict.reasons) == (False, ["Banned: Drowned Sexton."])


def test_where_the_number_of_restricted_titles_is_not_known_the_lists_do_not_say(lanterns: Document) -> None:
    assert check_deck("Lamplighter").verdict.is_legal is None


def test_a_deck_is_checked_by_an_older_edition(vell: Game) -> None:
    checked = check_deck("Lamplighter\nGrey Moth", edition="lanterns-of-vell/faq/1.1")
    assert checked.verdict.is_legal is True
    assert [edition["title"] for edition in checked.editions] == ["FAQ 1.1"]
    assert check_deck("Lamplighter\nGrey Moth").verdict.is_legal is False


def test_every_erratum_and_ruling_that_touches_the_deck_is_on_the_sheet(vell: Game) -> None:
    checked = check_deck("Harbour Bell\nLamplighter")
    titles = {title.name: title for title in checked.titles}
    assert [ruling["text"] for ruling in titles["Harbour Bell"].errata] == ["Should be unique."]
    assert [ruling["kind"] for ruling in titles["Harbour Bell"].others] == ["question"]
    assert "Lending" in [ruling["title"] for ruling in checked.mentions]


def test_what_changed_for_the_deck_is_told_and_nothing_else(vell: Game) -> None:
    checked = check_deck("Grey Moth", since="lanterns-of-vell/faq/1.1")
    assert [(one["kind"], one["ruling"]["id"].split("/")[-1]) for one in checked.changes] == [
        ("added", "restricted-grey-moth")
    ]
    assert check_deck("Salt Road", since="lanterns-of-vell/faq/1.1").changes == []


def test_a_printing_that_is_not_known_is_found_by_its_name_and_said_so(vell: Game) -> None:
    (card,) = check_deck("2x Lamplighter (Tides of Vell 99)").cards
    assert "found by its name" in card.note


def test_a_card_whose_name_begins_with_a_number_is_found(vell: Game) -> None:
    card = Card.objects.get(name="Salt Road")
    Card.objects.filter(pk=card.pk).update(name="13 Lanterns", folded_name="13 lanterns")
    state.mark_changed(vell)
    (found,) = check_deck("13 Lanterns").cards
    assert (found.card["name"], found.count) == ("13 Lanterns", 1)


def test_every_line_is_a_card_unknown_or_skipped(vell: Game) -> None:
    deck = "# Deck\nDrowned Sexton 3\nHarbuor Bell 2\nCharacters (7)\n// x\nTides of Vell 7\nWho Knows 9"
    checked = check_deck(deck)
    assert [(card.line.number, card.count) for card in checked.cards] == [(2, 3), (6, 1)]
    assert [(one.line.number, one.suggestions) for one in checked.unknown] == [(3, ["Harbour Bell"]), (7, [])]
    assert [line.number for line in checked.skipped] == [1, 4, 5]
    assert checked.verdict.is_legal is False


def test_a_misspelt_name_that_may_mean_a_listed_card_leaves_the_verdict_open(vell: Game) -> None:
    verdict = check_deck("Salt Road\nDrowned Sextn").verdict
    assert verdict.is_legal is None
    assert verdict.reasons == ["“Drowned Sextn” may mean Drowned Sexton, which is banned."]


def test_a_deck_of_unknown_cards_is_not_called_legal(vell: Game) -> None:
    assert check_deck("3x Foobar\n3x Bazqux", game="lanterns-of-vell").verdict.is_legal is None


def test_a_sideboard_is_counted_and_said_so(vell: Game) -> None:
    reasons = check_deck("Salt Road\nSideboard:\nDrowned Sexton").verdict.reasons
    assert reasons == ["Banned: Drowned Sexton.", "The cards under “Sideboard” were counted, too."]


def test_editions_of_other_documents_are_left_as_they_are(vell: Game, publish: Callable[[str], Edition]) -> None:
    head = "---\ngame: Lanterns of Vell\ndocument: Tournament rules\nedition: {}\nauthority: official\n---\n# Rules\n"
    for label in ("7", "8"):
        publish(head.format(label) + f"#### (T.1) Decks\nNo more than {label} of [[Salt Road]].\n")
    checked = check_deck("Salt Road", edition="lanterns-of-vell/faq/1.1", since="lanterns-of-vell/tournament-rules/7")
    assert [(one["kind"], one["ruling"]["id"].split("/")[-1]) for one in checked.changes] == [("reworded", "T.1")]
    (mention,) = deck_record(checked)["mentions"]
    assert mention["url"] == "/lanterns-of-vell/tournament-rules/T.1/"


def test_a_comparison_with_a_newer_edition_is_refused(vell: Game) -> None:
    with pytest.raises(DeckError, match="older than"):
        check_deck("Salt Road", edition="lanterns-of-vell/faq/1.0", since="lanterns-of-vell/faq/2.0")


@pytest.mark.parametrize("line", ["3x Harbuor Bell {} x", "3x Harbuor Bell{} (Core Box 2{})"])
def test_a_deck_of_junk_takes_no_more_queries_than_one_line_of_it(vell: Game, line: str) -> None:
    def queries(lines: int) -> int:
        junk = "\n".join(line.format(number, number) for number in range(lines))
        with CaptureQueriesContext(connection) as captured:
            deck_record(check_deck(f"Salt Road\n{junk}"))
        return len(captured)

    # The first one loads what is remembered.
    queries(1)
    assert queries(900) <= queries(1)


def test_a_deck_of_misprints_is_compared_with_the_cards_a_limited_number_of_times(
    vell: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    class Watched(SequenceMatcher):  # type: ignore[type-arg]
        def set_seq1(self, a: Any) -> None:
            compared.append(a)
            super().set_seq1(a)

    monkeypatch.setattr(resolving, "SequenceMatcher", Watched)
    check_deck("Salt Road\n" + "\n".join(f"3x Zqxv{number} (Core Box 2{number})" for number in range(900)))
    cards = Card.objects.filter(card_set__name="Core Box").count()
    assert 0 < len(compared) <= (MOST_GUESSED + 1) * (cards + 1) * 2


@pytest.mark.parametrize(
    ("deck", "options", "message"),
    [
        ("", {}, "There is no card in it"),
        ("# only a heading", {}, "There is no card in it"),
        ("3x Nobody", {}, "No line names a card"),
        ("Lamplighter", {"game": "nope"}, "no game 'nope'"),
        ("Lamplighter", {"edition": "nope"}, "no edition 'nope'"),
        ("Lamplighter", {"edition": "lanterns-of-vell/faq/9"}, "no edition"),
        ("<deck/>", {}, "but no deck"),
    ],
)
def test_a_deck_that_cannot_be_checked_is_refused_with_advice(
    vell: Game, client: Client, deck: str, options: dict[str, str], message: str
) -> None:
    with pytest.raises(DeckError, match=message):
        check_deck(deck, **options)
    page = client.post("/deck-check/", {"deck": deck, **options})
    assert page.status_code == 422
    answer = client.post("/api/v1/decks/check", {"deck": deck, **options}, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")


def test_the_page_shows_the_verdict_and_keeps_what_was_pasted_in_the_form_alone(vell: Game, client: Client) -> None:
    response = client.post("/deck-check/", {"deck": DECK, "since": "lanterns-of-vell/faq/1.1"})
    page = response.content.decode()
    assert "Not legal" in page
    assert "Did you mean <strong>Harbour Bell</strong>" in page
    assert "Somebody Else&#x27;s Card" in page
    assert "no-store" in response["Cache-Control"]


def test_a_file_can_be_checked(vell: Game, client: Client) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    deck = SimpleUploadedFile(
        "deck.o8d", b'<deck><section name="Deck"><card qty="1">Drowned Sexton</card></section></deck>'
    )
    assert "Banned: Drowned Sexton." in client.post("/deck-check/", {"file": deck}).content.decode()


def test_a_file_that_is_too_long_is_refused_and_not_cut(vell: Game, client: Client) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    for text in ("ä" * 399_990 + "\nDrowned Sexton", "x" * 900_000):
        response = client.post("/deck-check/", {"file": SimpleUploadedFile("deck.txt", text.encode())})
        assert response.status_code == 422
        assert "longer than 400,000" in response.content.decode()


def test_the_api_has_the_same(vell: Game, client: Client) -> None:
    asked = {"deck": DECK, "since": "lanterns-of-vell/faq/1.1"}
    answer = client.post("/api/v1/decks/check", asked, content_type="application/json").json()
    assert (answer["game"], answer["legal"], answer["copies"]) == ("lanterns-of-vell", False, 9)
    assert [one["suggestions"] for one in answer["unknown"]] == [["Harbour Bell"], []]
    assert [one["name"] for one in answer["titles"]] == ["Grey Moth", "Lamplighter", "Salt Road"]
    assert [one["kind"] for one in answer["changes"]] == ["added", "moved"]


def test_an_edition_of_a_digest_takes_the_place_of_its_document(publish: Callable[[str], Edition]) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: {}\n---\n# Errata {{errata}}\n## Box\n"
    publish(head.format("1.0", "digest") + "#### Moth (1)\nIn our words.\n")
    publish(head.format("0.9", "official") + "#### Moth (1)\nIn theirs.\n")
    (title,) = check_deck("Moth", edition="vell/faq/1.0").titles
    assert [ruling["text"] for ruling in title.errata] == ["In our words."]


def test_a_deck_can_be_checked_by_every_published_edition(lanterns: Document, client: Client) -> None:
    page = client.get("/deck-check/").content.decode()
    published = Edition.objects.published().filter(document=lanterns, corrects=None)
    assert published.count() > 1
    for edition in published:
        assert f'<option value="{addresses.edition_id(edition)}"' in page


def test_a_title_that_different_cards_have_names_the_choices(db) -> None:
    rows = [
        "set,number,name,subtitle,type,id\n",
        "Box,1,Julia,The Quiet,Character,a\n",
        "Box,2,Julia,The Loud,Event,b\n",
    ]
    importing_cards.import_table(rows, game_name="vell")
    (line,) = check_deck("2x Julia", game="vell").cards
    assert (
        line.note
        == "2 different cards have this title: write which one, Julia The Quiet (Box 1) or Julia The Loud (Box 2)"
    )
