"""What lists, keywords and terms mean, where the words are met."""

import pytest
from django.test import Client

from rulings.models import Document, Game, Term
from rulings.read_model.terms import Glossary, KnownTerm
from rulings.services import importing_cards, terms

ENTRIES = [
    {"name": "Restricted list", "forms": ["restricted"], "list": "restricted", "says": "One title a deck.",
     "source": "FAQ"},
    {"name": "Response", "forms": ["Response:"], "says": "Answers something.", "source": "FAQ 1.1"},
    {"name": "Forced Response", "forms": ["Forced Response:"], "says": "Must be used.", "source": "FAQ 1.2",
     "address": "/lanterns-of-vell/faq/1.1/"},
    {"name": "Glow", "forms": ["Glow +1", "Glow +2"], "says": "Shines further.", "source": "Core Box"},
]  # fmt: skip
CARD = "/lanterns-of-vell/cards/core-box/L40-harbour-bell/"


@pytest.fixture
def explained(lanterns: Document) -> Game:
    terms.load_terms({"lanterns-of-vell": ENTRIES})
    text = "Glow +2. Forced Response: Ring it."
    importing_cards.import_table(
        ["set,number,name,text", f"Core Box,L40,Harbour Bell,{text}"], game_name="lanterns-of-vell"
    )
    return lanterns.game


def test_a_card_explains_its_list_and_its_keywords(client: Client, explained: Game) -> None:
    page = client.get(CARD).content.decode()
    assert "One title a deck." in page
    assert "Shines further." in page
    assert "Must be used." in page
    assert "Answers something." not in page
    assert [
        one["name"] for one in client.get(f"/api/v1/cards{CARD.replace('/cards', '', 1)[:-1]}").json()["terms"]
    ] == [
        "Restricted list",
        "Glow",
        "Forced Response",
    ]


def test_a_list_says_in_a_line_what_it_means(client: Client, explained: Game) -> None:
    assert "One title a deck." in client.get("/lanterns-of-vell/lists/restricted/").content.decode()
    assert "One title a deck." not in client.get("/lanterns-of-vell/lists/banned/").content.decode()


def test_the_deck_check_says_what_restricted_means(client: Client, explained: Game) -> None:
    assert "One title a deck." in client.post("/deck-check/", {"deck": "1x Harbour Bell"}).content.decode()


@pytest.mark.parametrize(
    "asked", ["glow", "what does Glow mean?", "the glow keyword", "define glow", "What is forced response?"]
)
def test_a_search_for_a_term_finds_what_it_means(client: Client, explained: Game, asked: str) -> None:
    results = client.get("/api/v1/search", {"q": asked}).json()["results"]
    assert results[0]["type"] == "term"
    assert results[0]["url"].startswith("/lanterns-of-vell/terms/#")


def test_all_terms_of_a_game_are_on_one_page(client: Client, explained: Game) -> None:
    page = client.get("/lanterns-of-vell/terms/").content.decode()
    assert 'id="forced-response"' in page
    assert 'href="/lanterns-of-vell/faq/1.1/">FAQ 1.2</a>' in page
    assert len(client.get("/lanterns-of-vell/terms.json").json()) == len(ENTRIES)
    assert "**Glow**" in client.get("/lanterns-of-vell/terms.md").content.decode()


def test_what_an_editor_writes_is_shown_at_once(client: Client, explained: Game) -> None:
    client.get(CARD)
    glow = Term.objects.get(name="Glow")
    glow.says = "Shines nearer."
    terms.keep_term(glow)
    assert "Shines nearer." in client.get(CARD).content.decode()


def test_a_form_is_found_as_a_whole_word_only() -> None:
    found = Glossary((KnownTerm({"slug": "fast", "list": None}, ("Fast", "Fast.")),))  # type: ignore[typeddict-item]
    assert found.used_in("Breakfast. Faster. fast.") == []
    assert len(found.used_in("Fast. Draw a card.")) == 1


@pytest.mark.parametrize("forms", [5, None, [None], [""], {"a": 1}])
def test_forms_that_are_none_do_no_harm(client: Client, explained: Game, forms: object) -> None:
    Term.objects.filter(name="Glow").update(forms=forms if forms is not None else [])
    assert client.get("/search/?q=glow").status_code == 200
    assert client.get(CARD).status_code == 200


def test_an_editor_writes_forms_one_a_line_and_addresses_of_this_site(admin_client: Client, explained: Game) -> None:
    entry = {
        "game": explained.pk,
        "name": "Ember",
        "forms": "Ember +1\n\n Ember +2 ",
        "says": "Glows.",
        "source": "FAQ",
    }
    assert admin_client.post("/admin/rulings/term/add/", {**entry, "address": "javascript:alert(1)"}).status_code == 200
    assert admin_client.post("/admin/rulings/term/add/", {**entry, "address": "/vell/faq/1/"}).status_code == 302
    assert Term.objects.get(name="Ember").forms == ["Ember +1", "Ember +2"]


def test_keywords_next_to_the_text_are_explained(client: Client, explained: Game) -> None:
    table = ["set,number,name,keywords,text", "Core Box,L40,Harbour Bell,Glow +1,Ring it."]
    importing_cards.import_table(table, game_name="lanterns-of-vell")
    assert "Shines further." in client.get(CARD).content.decode()


def test_a_list_of_another_way_of_playing_is_not_explained() -> None:
    joust, melee = ({"slug": way, "list": "restricted", "format": way} for way in ("joust", "melee"))
    found = Glossary((KnownTerm(joust, ()), KnownTerm(melee, ())))  # type: ignore[arg-type]
    assert found.of_lists(("restricted", "melee")) == [melee]
    assert found.of_list("restricted") == [joust, melee]
