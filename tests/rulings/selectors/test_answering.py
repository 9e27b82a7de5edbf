"""Questions that have one right answer: whether a card is on a list, and what holds for two cards."""

from collections.abc import Callable

import pytest
from django.test import Client

from rulings.models import DeckLimit, Document, Edition, Game
from rulings.selectors.cards import check_deck
from rulings.selectors.search import search
from rulings.selectors.search.answers import Answer
from rulings.services import indexing


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is Lamplighter restricted?", "Lamplighter: Restricted by FAQ 2.0 · has an erratum."),
        ("Is the Lamplighter still legal", "Lamplighter: Restricted by FAQ 2.0 · has an erratum."),
        ("lamplighter banned?", "Lamplighter: Restricted by FAQ 2.0 · has an erratum."),
        ("does Lamplighter have errata?", "Lamplighter: Restricted by FAQ 2.0 · has an erratum."),
    ],
)
def test_a_status_is_an_answer(lanterns: Document, question: str, answer: str) -> None:
    found = search(question).answers
    assert found[0].text.startswith(answer)
    assert found[0].url == "/lanterns-of-vell/cards/core-box/L12-lamplighter/"
    record = Client().get("/api/v1/search", {"q": question}).json()["answer"]
    assert (record["sure"], record["text"]) == (True, found[0].text)
    assert found[0].text in Client().get("/search/", {"q": question}).content.decode()


@pytest.mark.parametrize("question", ["is my deck legal?", "are lanterns restricted to the owner", "banned", "is it"])
def test_other_questions_have_no_certain_answer(lanterns: Document, question: str) -> None:
    assert search(question).answers == []
    assert Client().get("/api/v1/search", {"q": question}).json()["answer"] is None


def test_two_cards_lead_to_one_page_that_says_whether_anything_names_both(lanterns: Document) -> None:
    indexing.rebuild()
    asked = {"q": "Grey Moth", "with": "Lamplighter"}
    page = Client().get("/search/", asked).content.decode()
    address = "/lanterns-of-vell/cards/pair/core-box/L12-lamplighter/core-box/L32-grey-moth/"
    assert address in page
    pair = Client().get(address).content.decode()
    assert "No ruling here names both" in pair or "Rulings that name both" in pair
    assert "What the errata change" in pair


def test_two_cards_in_a_search_mean_both(lanterns: Document) -> None:
    indexing.rebuild()
    one, both = search('card:"Lamplighter"'), search('card:"Lamplighter" card:"Grey Moth"')
    assert both.total < one.total
    assert all(
        {"Lamplighter", "Grey Moth"} <= {card["name"] for card in (*x.ruling["cards"], *x.ruling["mentions"])}
        for x in both.results
    )


def test_the_mark_of_a_quotation_begins_where_the_ruling_goes_on() -> None:
    answer = Answer("No. … The lantern stays lit until dawn comes again.", "/vell/faq/1.1/", is_quoted=True)
    assert answer.place == "/vell/faq/1.1/#:~:text=The%20lantern%20stays%20lit%20until%20dawn"


GOT = "---\ngame: Vell\ndocument: FAQ\nedition: 1.0\nauthority: official\ndate: 2019-03-04\n---\n"
TWO_MOTHS = f"""{GOT}# Joust Restricted List {{restricted: joust}}
- Grey Moth (Isles 2)
# Melee Restricted List {{restricted: melee}}
- Bell (Isles 5)
# Questions {{questions}}
#### Does it fly?
Cards: Grey Moth (Box 69)
It has wings.
"""


def test_a_listing_of_one_of_two_cards_of_a_title_lists_that_one_alone(publish: Callable[[str], Edition]) -> None:
    publish(TWO_MOTHS)
    indexing.rebuild()
    answers = [one.text for one in search("is Grey Moth restricted?").answers]
    assert answers[0] == "Grey Moth (Isles 2): Restricted (joust) by FAQ 1.0 · no erratum."
    assert answers[1].startswith("Grey Moth (Box 69): on no list in FAQ 1.0 · no erratum.")
    assert check_deck("1 Grey Moth (Box 69)", game="vell").verdict.is_legal
    assert check_deck("1 Grey Moth", game="vell").verdict.is_legal is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is Bell legal in joust?", "Bell in joust: on no list in FAQ 1.0, though restricted (melee) · no erratum."),
        ("is Bell restricted in melee", "Bell in melee: Restricted by FAQ 1.0 · no erratum."),
        ("is “Bell” legal?", "Bell: Restricted (melee) by FAQ 1.0 · no erratum."),
    ],
)
def test_a_status_is_told_for_the_way_of_playing_that_is_asked_for(
    publish: Callable[[str], Edition], question: str, answer: str
) -> None:
    publish(TWO_MOTHS)
    (found,) = search(question).answers
    assert (found.text, found.source) == (answer, "Vell, FAQ 1.0, 4 March 2019")


def test_where_nothing_of_a_game_is_known_no_card_is_said_to_be_on_no_list(publish: Callable[[str], Edition]) -> None:
    publish(f"{GOT}# Questions {{questions}}\n#### Does it fly?\nCards: Moth (Box 1)\nIt has wings.\n")
    (found,) = search("is Moth banned?").answers
    assert found.text == "Moth: nothing is known, no errata or lists of Vell are here."


def test_a_label_a_chart_and_a_limit_are_answers(publish: Callable[[str], Edition]) -> None:
    publish(f"{GOT}# Rules\n#### (1.1) Wings\nA moth has two.\n# Flight {{timing}}\n- (F.1) Take off.\n")
    DeckLimit.objects.create(game=Game.objects.get(), kind="smallest", amount=40, source="Rulebook, page 3")
    indexing.rebuild()
    (label,), (limit,) = search("vell 1.1").answers, search("deck size").answers
    assert (label.text, label.source) == ("(1.1) Wings: A moth has two.", "Vell, FAQ 1.0, 4 March 2019, 1.1 (official)")
    assert (limit.text, limit.source) == ("A Vell deck has at least 40 cards.", "Vell, Rulebook, page 3")
    (chart,) = search("flight timing chart").answers
    assert chart.url == "/vell/faq/timing/#chart-F.1"


def test_a_question_that_nothing_answers_outright_is_told_to_be_unsure(lanterns: Document) -> None:
    indexing.rebuild()
    assert "Not sure; these are nearest." in Client().get("/search/?q=may+I+light+a+lantern+twice").content.decode()
    assert "Not sure" not in Client().get("/search/?q=lantern").content.decode()


def test_a_search_that_is_too_long_is_cut_with_a_notice(lanterns: Document) -> None:
    record = Client().get("/api/v1/search", {"q": "lantern " * 700}).json()
    assert "only the first 5,000 characters were read" in record["notes"]
    assert len(record["query"]) == 5_000
    assert (
        "only the first 5,000 characters were read" in Client().get("/search/", {"q": "wick " * 1100}).content.decode()
    )


@pytest.mark.parametrize("typed", ['card:"Grey Moth" card:Lamplighter', "Grey Moth + Lamplighter"])
def test_two_cards_lead_to_their_page_in_every_form(lanterns: Document, typed: str) -> None:
    indexing.rebuild()
    client, address = Client(), "/lanterns-of-vell/cards/pair/core-box/L32-grey-moth/core-box/L12-lamplighter"
    assert f"{address}/" in client.get("/search/", {"q": typed}).content.decode()
    first = client.get("/api/v1/search", {"q": typed}).json()["results"][0]
    assert (first["type"], first["url"]) == ("pair", f"{address}/")
    record = client.get(f"{address}.json").json()
    assert [card["name"] for card in record["cards"]] == ["Grey Moth", "Lamplighter"]
    assert client.get(f"{address}.md").content.startswith(b"# Grey Moth and Lamplighter")


def test_the_page_of_two_cards_shows_the_chart_in_which_both_act(publish: Callable[[str], Edition]) -> None:
    errata = (
        "# Errata {errata}\n## Box\n#### Moth (1)\nWhen committing ships, fly.\n#### Bell (2)\nAfter ships commit.\n"
    )
    publish(f"{GOT}{errata}# Voyage Timing {{timing}}\n- (V.1) Commit ships.\n- (V.2) Return home.\n")
    record = Client().get("/vell/cards/pair/box/1-moth/box/2-bell.json").json()
    assert record["charts"] == [{"name": "Voyage Timing", "url": "/vell/faq/timing/#chart-V.1"}]
