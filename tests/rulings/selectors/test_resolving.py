"""Citations as people write them."""

from collections.abc import Callable

import pytest
from django.test import Client

from rulings.models import Card, CardSet, Document, Edition, ShownRuling
from rulings.read_model.stored import rulings_in
from rulings.selectors.citations import cite, resolve_citation
from rulings.services import indexing, state

FAQ = "/lanterns-of-vell/faq/"


@pytest.mark.parametrize(
    ("text", "ruling", "edition"),
    [
        ("Lanterns of Vell FAQ 2.0 §1.1", "1.1", "2.0"),
        ("lanterns of vell faq 2.0, 1.1", "1.1", "2.0"),
        ("Lanterns of Vell FAQ v2.0 section 1.1", "1.1", "2.0"),
        ("Lanterns of Vell FAQ (2.0), § 1.1", "1.1", "2.0"),
        ("§1.1 of the Lanterns of Vell FAQ, edition 2.0", "1.1", "2.0"),
        ("Lanterns of Vell 1.1 Lighting", "1.1", None),
        ("FAQ 1.0 §1.2", "1.2", "1.0"),
        ("Lanterns of Vell R.2.1", "R.2.1", None),
        ("Lanterns of Vell FAQ 1.0 Lighting", "1.1", "1.0"),
        ("Lanterns of Vell FAQ 2.0, erratum on Harbour Bell (Core Box L40)", "harbour-bell", "2.0"),
        ("Lanterns of Vell FAQ 2.0, restricted list: Harbour Bell (Core Box L40)", "restricted-harbour-bell", "2.0"),
        ("https://elsewhere.example/lanterns-of-vell/faq/1.1/", "1.1", None),
        ("see /lanterns-of-vell/faq/at/1.0/1.1/", "1.1", "1.0"),
        ("[Vell FAQ 1.0](https://x.example/lanterns-of-vell/faq/at/1.0/1.1/)", "1.1", "1.0"),
        ("lanterns-of-vell FAQ 1.0 1.1", "1.1", "1.0"),
        ("Lanterns of Vell FAQ1.0 1.1", "1.1", "1.0"),
        ("LoV FAQ 1.0 ¶1.1", "1.1", "1.0"),
        ("Lanterns of Vell FAQ (March 2020) §1.1", "1.1", "1.0"),
        ("Lanterns of Vell FAQ 2020-03-01 §1.1", "1.1", "1.0"),
        ("Harbour Bell erratum", "harbour-bell", None),
        ("Lanterns of Vell, Harbour Bell restricted", "restricted-harbour-bell", None),
        ("Lanterns of Vell FAQ 2.0, restricted list, Harbour Bell", "restricted-harbour-bell", "2.0"),
        ("see https://x.example/lanterns-of-vell/faq/1.1/, please.", "1.1", None),
        ("https://x.example/lanterns-of-vell/faq/1.1.json", "1.1", None),
        ("/api/v1/rulings/lanterns-of-vell/faq/1.1", "1.1", None),
        ("https://x.example/embed/lanterns-of-vell/faq/1.1/", "1.1", None),
        ("lanterns-of-vell/faq/1.1", "1.1", None),
    ],
)
def test_a_citation_leads_to_its_ruling(lanterns: Document, text: str, ruling: str, edition: str | None) -> None:
    (found,) = resolve_citation(text).rulings
    assert (found.ruling["slug"], found.at.label if found.at else None) == (ruling, edition)


def test_our_own_citations_are_understood_with_and_without_their_address(lanterns: Document) -> None:
    for ruling in rulings_in(ShownRuling.objects.all()):
        citation = cite(ruling, site="https://rulings.example")
        without_address = citation.plain.removesuffix(f". https://rulings.example{ruling['url']}")
        for text in (citation.plain, citation.markdown, without_address):
            (found,) = resolve_citation(text).rulings
            assert (found.ruling["id"], found.at) == (ruling["id"], lanterns.current), text


def test_what_is_called_alike_is_all_offered(publish: Callable[[str], Edition]) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
    publish(f"{head}# Day {{timing}}\n- (1) Begin\n# Night {{timing}}\n- (1) Begin\n")
    assert len(resolve_citation("Vell FAQ 1, 1 Begin").rulings) == 2


@pytest.mark.parametrize("text", ["Netrunner FAQ §1.1", "L5R 1.1", "the price is 1.1 dollars"])
def test_a_label_of_who_knows_what_is_not_taken_for_ours(lanterns: Document, text: str) -> None:
    assert not resolve_citation(text).is_found


def test_words_that_do_not_fit_are_said(lanterns: Document) -> None:
    assert resolve_citation("Lanterns of Vell FAQ 2.0 §1.1 Banana").notes == ["“Banana” was not understood."]


def test_an_old_label_is_said_to_be_old(lanterns: Document) -> None:
    assert resolve_citation("Lanterns of Vell FAQ, 1.4").notes == ["1.4 is an old label: in FAQ 2.0 it is 1.3."]


def test_what_a_newer_edition_changed_is_warned_of(lanterns: Document) -> None:
    (high_tide,) = resolve_citation("Lanterns of Vell FAQ 1.0 §2.1").rulings
    assert high_tide.since is not None
    assert high_tide.warning == "A newer edition, 2.0, has changed its wording."
    (lending,) = resolve_citation("Lanterns of Vell FAQ 1.1 §1.4").rulings
    assert lending.warning == "It says the same in 2.0, as 1.3."
    (tide,) = resolve_citation("Lanterns of Vell FAQ 1.1 §2.2").rulings
    assert tide.warning == "It says the same in 2.0, under another heading."
    (low_tide,) = resolve_citation("Lanterns of Vell FAQ 2.0 §2.2").rulings
    assert low_tide.warning == ""


def test_what_is_gone_is_warned_of(lanterns: Document) -> None:
    (found,) = resolve_citation("Lanterns of Vell FAQ 1.1: May I light a lantern twice?").rulings
    assert not found.is_in_force
    assert found.warning == "It is no longer in force: it last stood in FAQ 1.1."


def test_an_edition_that_is_not_here_is_said_and_what_is_in_force_shown(lanterns: Document) -> None:
    found = resolve_citation("Lanterns of Vell FAQ 0.9 §1.1")
    assert found.notes == ["There is no edition 0.9 here: what follows is in force today."]
    assert [one.ruling["slug"] for one in found.rulings] == ["1.1"]


def test_an_edition_or_a_document_alone_leads_to_it(lanterns: Document) -> None:
    assert [one["label"] for one in resolve_citation("Lanterns of Vell FAQ v1.0").editions] == ["1.0"]
    assert [one["label"] for one in resolve_citation("Lanterns of Vell FAQ").editions] == ["2.0"]


def test_a_card_without_a_ruling_of_its_own_name_leads_to_the_card(lanterns: Document) -> None:
    Card.objects.create(
        card_set=CardSet.objects.get(slug="core-box"),
        name="Tallow",
        folded_name="tallow",
        slug="tallow",
        catalogued=True,
    )
    state.mark_changed(lanterns.game)
    assert [card["name"] for card in resolve_citation("Lanterns of Vell, Tallow (Core Box)").cards] == ["Tallow"]


@pytest.mark.parametrize("text", ["", "§", "FAQ §", "((((", "\x00", "v", "/", "https://", "9" * 300, "a/b/c/d"])
def test_nothing_that_can_be_asked_is_an_error(client: Client, lanterns: Document, text: str) -> None:
    assert client.get("/cite/", {"q": text}).status_code == 200
    assert client.get("/api/v1/cite", {"q": text}).status_code in (200, 422)


def test_the_page_shows_the_warning_and_the_difference(client: Client, lanterns: Document) -> None:
    page = client.get("/cite/", {"q": "Lanterns of Vell FAQ 1.0 §2.1"}).content.decode()
    assert "A newer edition, 2.0, has changed its wording." in page
    assert "<ins>" in page
    assert f'href="{FAQ}at/1.0/2.1/"' in page
    answer = client.get("/api/v1/cite", {"q": "Lanterns of Vell FAQ 1.0 §2.1"}).json()
    assert answer["rulings"][0]["warning"]
    assert answer["rulings"][0]["change"]["difference"]


def test_where_nothing_is_found_the_nearest_is_offered(client: Client, lanterns: Document) -> None:
    indexing.rebuild()
    assert "Lighting" in [one.ruling["title"] for one in resolve_citation("a lit lantern, 99.99").nearest]
    assert "Nothing here matches this citation" in client.get("/cite/", {"q": "a lit lantern, 99.99"}).content.decode()


def test_several_sections_are_all_found(lanterns: Document) -> None:
    found = resolve_citation("Lanterns of Vell FAQ 2.0 §2.1 and §2.2").rulings
    assert [one.ruling["slug"] for one in found] == ["2.1", "2.2"]


def test_a_number_of_a_card_leads_to_it(lanterns: Document) -> None:
    assert [card["name"] for card in resolve_citation("Lanterns of Vell L40").cards] == ["Harbour Bell"]
    bell = "/lanterns-of-vell/cards/core-box/L40-harbour-bell"
    for text in (f"{bell}/", f"{bell}.json", "lanterns-of-vell/core-box/L40-harbour-bell"):
        assert [card["name"] for card in resolve_citation(text).cards] == ["Harbour Bell"]


def test_a_list_leads_to_its_page(lanterns: Document) -> None:
    assert resolve_citation("https://x.example/lanterns-of-vell/lists/banned/").pages[0][1].endswith("/lists/banned/")


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/thread/12345",
        "https://elsewhere.example/lanterns-of-vell/thread/",
        "/lanterns-of-vell/faq/chapters/nothing/",
        "/lanterns-of-vell/faq/compare/1.0...9.0/",
        "/lanterns-of-vell/cards/nowhere/",
        "/nowhere/",
    ],
)
def test_an_address_where_nothing_is_leads_nowhere(lanterns: Document, address: str) -> None:
    assert not resolve_citation(address).is_found


@pytest.mark.parametrize("path", ["", "cards/core-box/", "lists/restricted/", "faq/compare/1.0...2.0/", "faq/timing/"])
def test_the_address_of_a_page_leads_to_it(lanterns: Document, path: str) -> None:
    path = f"/lanterns-of-vell/{path}"
    assert resolve_citation(f"see https://rulings.example{path}").pages == [(path, path)]
