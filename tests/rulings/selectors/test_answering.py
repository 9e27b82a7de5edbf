"""Questions that have one right answer: whether a card is on a list, and what holds for two cards."""

import pytest
from django.test import Client

from rulings.models import Document
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
