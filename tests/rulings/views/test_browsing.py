"""Cards: browsing them, and the page of one."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from rulings.models import Document, Edition
from rulings.services import importing_cards, state
from tests.rulings.factories import CardFactory
from tests.rulings.views.test_pages import text_of

CARDS = "/lanterns-of-vell/cards/"
ALL = ["Drowned Sexton", "Grey Moth", "Harbour Bell", "Lamplighter", "Moth Swarm", "Salt Road"]


def names_on(page: str) -> list[str]:
    rows = page.split('<ul class="cards plain">')[1].split("</ul>")[0]
    return [unescape(name) for name in re.findall(r'<a href="[^"]*">([^<]*)</a>', rows)]


@pytest.mark.parametrize(
    ("narrowing", "names"),
    [
        ("", ALL),
        ("?status=banned", ["Drowned Sexton"]),
        ("?status=restricted", ["Grey Moth", "Harbour Bell", "Lamplighter"]),
        ("?status=changed", ["Grey Moth"]),
        ("?letter=h", ["Harbour Bell"]),
        ("?status=restricted&letter=l", ["Lamplighter"]),
        ("?status=nonsense&letter=%00&page=99", ALL),
    ],
)
def test_cards_are_narrowed_by_status_and_letter(
    client: Client, lanterns: Document, narrowing: str, names: list[str]
) -> None:
    assert names_on(text_of(client, f"{CARDS}{narrowing}")) == names


def test_each_choice_says_how_many_cards_it_leaves(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{CARDS}?letter=h")
    assert re.search(r'status=restricted"[^>]*>restricted <span class="count">1</span>', page)
    assert '<span class="chip quiet">banned <span class="count">0</span></span>' in page


def test_a_first_edition_has_changed_nothing(client: Client, publish: Callable[..., Edition], documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    assert "changed in the newest edition" not in text_of(client, CARDS)


def test_a_set_is_narrowed_by_pack(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{CARDS}tides-of-vell/?pack=low-water")
    assert names_on(page) == ["Drowned Sexton"]
    assert "Low Water" in page


def test_a_set_has_an_errata_sheet(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{CARDS}core-box/errata-sheet/")
    order = [page.index(f'id="faq-{slug}"') for slug in ("lamplighter", "moth-swarm-grey-moth", "harbour-bell")]
    assert order == sorted(order)
    assert "Drowned Sexton" not in page


def test_the_status_of_a_card_comes_first_with_the_edition_that_says_so(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{CARDS}core-box/L12-lamplighter/")
    status = page.split('<ul class="statuses')[1].split("</ul>")[0]
    assert status.index("Restricted") < status.index("Has errata")
    assert status.count("FAQ 2.0") == 2


def test_a_card_without_rulings_says_so(client: Client, lanterns: Document) -> None:
    lamplighter = lanterns.game.card_sets.get(slug="core-box")
    CardFactory(card_set=lamplighter, name="Quiet Cat", folded_name="quiet cat", slug="quiet-cat")
    state.mark_changed(lanterns.game)
    page = text_of(client, f"{CARDS}core-box/quiet-cat/")
    assert "Play as printed" in page
    assert "It is played as printed." in page
    assert "FAQ 2.0" in page


def test_a_card_shows_what_changed_for_it(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{CARDS}core-box/L32-grey-moth/")
    history = page.split('id="history"')[1]
    kinds = re.findall(r"</a> (added|removed|reworded|moved)</p>", history)
    assert kinds[0] == "added"
    assert "removed" in kinds
    assert "on the restricted list" in history


def test_old_and_new_wording_of_an_erratum_are_compared(client: Client, publish: Callable[..., Edition]) -> None:
    publish(
        "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Errata {errata}\n## Box\n"
        '#### Moth (L1)\nShould read: "each lamp" instead of "a lamp".\n'
    )
    page = text_of(client, "/vell/cards/box/L1-moth/")
    assert '<dt>Printed</dt><dd lang="en"><del>a</del> lamp</dd>' in page
    assert '<dt>Corrected</dt><dd lang="en"><ins>each</ins> lamp</dd>' in page


def test_official_rulings_come_before_unofficial_ones(client: Client, publish: Callable[..., Edition]) -> None:
    text = (
        "---\ngame: Vell\ndocument: {0}\nedition: 1\nauthority: {0}\n---\n# Errata {{errata}}\n## Box\n"
        "#### Moth (L1)\nIs {0}ly lit.\n"
    )
    publish(text.format("unofficial"))
    publish(text.format("official"))
    page = text_of(client, "/vell/cards/box/L1-moth/").split("<main")[1]
    assert page.index("Is officially lit.") < page.index("Is unofficially lit.")


def test_a_preview_shows_a_card_and_a_section_in_short(client: Client, lanterns: Document) -> None:
    card = text_of(client, f"/preview/?of={CARDS}core-box/L12-lamplighter/")
    assert "Lamplighter" in card
    assert "Light one lantern" in card
    assert "Restricted" in card
    assert "readied and paid" in text_of(client, "/preview/?of=/lanterns-of-vell/faq/2.1/")
    assert "readied and paid" not in text_of(client, "/preview/?of=/lanterns-of-vell/faq/at/1.0/2.1/")


@pytest.mark.parametrize("address", ["", "/", "/admin/", "nonsense", "/lanterns-of-vell/faq/9.9/", "//example.org/"])
def test_only_cards_and_rulings_have_previews(client: Client, lanterns: Document, address: str) -> None:
    assert client.get("/preview/", {"of": address}).status_code == 404


def test_an_errata_sheet_has_what_another_printing_is_corrected_by(
    client: Client, publish: Callable[..., Edition]
) -> None:
    publish(
        "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Errata {errata}\n"
        "## Box\n#### Moth (L1)\nIs lit.\n## Second Box\n#### Moth (L1)\nIs dark.\n"
    )
    sheet = text_of(client, "/vell/cards/second-box/errata-sheet/")
    assert "Is lit." in sheet
    assert "Is dark." in sheet


def test_two_documents_on_one_card_have_anchors_of_their_own(client: Client, publish: Callable[..., Edition]) -> None:
    for title in ("FAQ", "Annals"):
        publish(
            f"---\ngame: Vell\ndocument: {title}\nedition: 1\nauthority: official\n---\n# Errata {{errata}}\n## Box\n"
            "#### Moth (L1)\nIs lit.\n"
        )
    ids = re.findall(r' id="([^"]+)"', text_of(client, "/vell/cards/box/L1-moth/"))
    assert len(ids) == len(set(ids))


def test_a_digest_says_which_card_a_question_of_its_document_is_about(
    client: Client, publish: Callable[..., Edition]
) -> None:
    text = (
        "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: {}\n---\n# Questions {{questions}}\n#### Is it lit?\n{}"
    )
    publish(text.format("digest", "Cards: Moth (Box L1)\nNo.\n"))
    publish(text.format("official", "It is not lit at all.\n"))
    assert "Rulings about it" in text_of(client, "/vell/cards/box/L1-moth/")


PRINTINGS = (
    "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Errata {{errata}}\n## Box\n"
    "#### Julia (L17)\nMust sleep.\n# Restricted {{restricted}}\n- Julia (Box L17)\n"
)


def test_what_is_printed_for_another_card_of_the_same_title_is_said_to_be(
    client: Client, publish: Callable[..., Edition]
) -> None:
    publish(PRINTINGS.format(1))
    importing_cards.import_table(
        ["set,number,name", "Tides,L17,Julia", "Tides,,Owl", "Tides,L2,Moth"], game_name="Vell"
    )
    other = client.get("/vell/cards/tides/L17-julia/").content.decode()
    assert other.count("which has the same title and may be another card") == 2
    assert "printed for Box L17" in other
    assert "printed for Box L17" in client.get("/vell/cards/tides/L17-julia.md").content.decode()
    own = client.get("/vell/cards/box/L17-julia/").content.decode()
    assert "may be another card" not in own
    assert "printed for Box" not in own


def test_nothing_is_claimed_about_when_something_was_added_before_the_first_edition_here(
    client: Client, publish: Callable[..., Edition]
) -> None:
    publish(PRINTINGS.format(1))
    assert "in it, the first edition here" in client.get("/vell/cards/box/L17-julia.md").content.decode()
    assert "What changed for this card" not in client.get("/vell/cards/box/L17-julia/").content.decode()
    for form in ("/", ".md"):
        assert "or earlier" in client.get(f"/vell/lists/restricted{form}").content.decode()
    publish(PRINTINGS.format(2) + "- Owl (Box L3)\n")
    rows = client.get("/vell/lists/restricted/").content.decode().split("<tr")
    assert ["or earlier" in row for row in rows[2:]] == [True, False]


def test_a_list_calls_cards_by_their_names_and_says_how_they_are_printed(
    client: Client, publish: Callable[..., Edition]
) -> None:
    importing_cards.import_table(["set,number,name", "Box,L17,Nyarlathotep"], game_name="Vell")
    publish(PRINTINGS.format(1).replace("Julia", "Nyarlatheotep"))
    page = client.get("/vell/lists/restricted/").content.decode()
    assert ">Nyarlathotep</a>" in page
    assert "printed as Nyarlatheotep" in page


def test_the_book_leads_from_its_lists_and_errata_to_the_cards(client: Client, publish: Callable[..., Edition]) -> None:
    publish(PRINTINGS.format(1))
    for chapter in ("errata", "restricted"):
        assert 'href="/vell/cards/box/L17-julia/"' in client.get(f"/vell/faq/chapters/{chapter}/").content.decode()


def test_where_no_document_corrects_or_lists_cards_their_silence_says_nothing(
    client: Client, publish: Callable[..., Edition]
) -> None:
    publish("---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Rules\n#### (1.1) One\nStay.\n")
    importing_cards.import_table(["set,number,name", "Tides,L2,Moth"], game_name="Vell")
    page = client.get("/vell/cards/tides/L2-moth/").content.decode()
    assert "Nothing known" in page
    assert "Nothing known" in client.get("/vell/cards/tides/L2-moth.md").content.decode()
    assert "played as printed" not in page


def test_cards_without_a_number_come_last_in_their_set(client: Client, db: None) -> None:
    rows = ["set,number,name", "Tides,,Ant", "Tides,L7,Zebra", "Tides,L2,Moth"]
    importing_cards.import_table(rows, game_name="Vell")
    page = client.get("/vell/cards/tides/").content.decode()
    assert page.index("Moth") < page.index("Zebra") < page.index("Ant</a>")
