"""What is about a card, and what holds for it."""

from collections.abc import Callable

from django.test import Client

from rulings.models import Document, Edition, ShownCard
from rulings.selectors.cards import card_page, errata_sheet, find_card, list_page
from rulings.selectors.documents import ruling_page
from rulings.selectors.site import find_game

Publish = Callable[[str], Edition]
HEAD = "---\ngame: {game}\ndocument: {document}\nedition: {edition}\nauthority: {authority}\n---\n"


def head(edition: str = "1", *, game: str = "Vell", document: str = "FAQ", authority: str = "official") -> str:
    return HEAD.format(game=game, document=document, edition=edition, authority=authority)


def test_the_badge_of_a_list_cites_the_weightiest_document(publish: Publish) -> None:
    for document, authority in (("A note", "unofficial"), ("FAQ", "official"), ("Notes", "unofficial")):
        publish(head(document=document, authority=authority) + "# Banned {banned}\n- Moth (Box 1)\n")
    (status,) = find_card("vell", set_slug="box", slug="1-moth").record["details"]
    assert (status["name"], status["edition_title"]) == ("banned", "FAQ 1")


def test_a_card_that_is_back_on_a_list_is_not_told_to_have_left_it(publish: Publish) -> None:
    rules, moth, bell = "# Rules\n#### Oil\nBurns.\n", "- Moth (Box 1)\n", "- Bell (Box 2)\n"
    for edition, cards in enumerate((moth + bell, "", moth), 1):
        listed = f"# Banned {{banned}}\n{cards}" if cards else ""
        publish(head(str(edition)) + listed + rules)
    page = list_page(find_game("vell"), list_name="banned")
    assert [(one["title"], one["since"]) for one in page.listings] == [("Moth", "3")]
    assert [(one["ruling"]["title"], one["edition"]) for one in page.left] == [("Bell", "2")]


def test_an_erratum_of_several_cards_stands_on_the_sheet_where_its_first_card_does(publish: Publish) -> None:
    errata = "#### Moth (9); Bell (1)\nBoth.\n#### Lamp (5)\nOne.\n"
    publish(head() + f"# Errata {{errata}}\n## Box\n{errata}")
    sheet = errata_sheet(Document.objects.get().game.card_sets.get())
    assert [ruling["title"] for ruling in sheet.errata] == ["Moth, Bell", "Lamp"]


def test_rulings_of_another_game_about_a_card_of_the_same_name_are_not_about_this_one(publish: Publish) -> None:
    for game in ("Vell", "Tides"):
        publish(
            head(game=game) + "# Errata {errata}\n## Box\n#### Moth (1)\nCosts 1.\n# Banned {banned}\n- Moth (Box 1)\n"
        )
    ruling = ruling_page("vell", document="faq", slug="moth").ruling
    assert [one["url"] for one in ruling["same_cards"]] == ["/vell/faq/banned-moth/"]
    assert {one["game"] for one in card_page(find_card("vell", set_slug="box", slug="1-moth")).all} == {"vell"}


def test_an_old_edition_is_cited_by_its_own_rulings(publish: Publish) -> None:
    publish(head("1") + "# Rules\n#### (1.1) Oil\nBurns.\n#### (1.2) Wicks\nSee [[1.1]].\n")
    publish(head("2") + "# Rules\n#### (1.1) Oil\nBurns.\n#### (1.3) Smoke\nSee [[1.1]].\n")
    then = ruling_page("vell", document="faq", slug="1.1", edition="1").ruling["cited_by"]
    now = ruling_page("vell", document="faq", slug="1.1").ruling["cited_by"]
    assert ([one["title"] for one in then], [one["title"] for one in now]) == (["Wicks"], ["Smoke"])
    assert then[0]["url"] == "/vell/faq/at/1/1.2/"


def test_the_cards_that_a_ruling_is_about_are_not_among_its_mentions(publish: Publish) -> None:
    publish(
        head()
        + "# Errata {errata}\n## Box\n#### Harbour Moth (1)\nHarbour Moth flies to Harbour Bell.\n"
        + "#### Harbour Bell (2)\nRings.\n"
    )
    ruling = ruling_page("vell", document="faq", slug="harbour-moth").ruling
    assert [one["name"] for one in ruling["cards"]] == ["Harbour Moth"]
    assert [one["name"] for one in ruling["mentions"]] == ["Harbour Bell"]


def test_a_first_edition_changed_nothing_unless_its_tags_say_so(publish: Publish, client: Client) -> None:
    errata = "#### Moth (1) (v1)\nCosts 1.\n#### Bell (2) (v0.9)\nRings.\n#### Lamp (3)\nBurns.\n"
    publish(head("1") + f"# Errata {{errata}}\n## Box\n{errata}")
    assert list(ShownCard.objects.filter(is_changed=True).values_list("folded_name", flat=True)) == ["moth"]
    publish(head("2") + f"# Errata {{errata}}\n## Box\n{errata.replace('Burns.', 'Burns twice.')}")
    assert list(ShownCard.objects.filter(is_changed=True).values_list("folded_name", flat=True)) == ["lamp"]


def test_a_card_whose_erratum_was_removed_has_changed_and_has_none(publish: Publish) -> None:
    moth, bell = "#### Moth (1)\nCosts 1.\n", "#### Bell (2)\nRings.\n"
    publish(head("1") + f"# Errata {{errata}}\n## Box\n{moth}{bell}")
    publish(head("2") + f"# Errata {{errata}}\n## Box\n{bell}# Rules\n#### Wings\nThe [[Moth]] has two.\n")
    publish(head("3", document="Other") + "# Banned {banned}\n- Moth (Box 1)\n")
    moth_row = ShownCard.objects.get(folded_name="moth")
    assert (moth_row.is_changed, moth_row.has_errata, moth_row.is_banned) == (True, False, True)


def test_a_card_that_nobody_knows_is_cited_as_it_is_printed(publish: Callable[..., Edition], client: Client) -> None:
    text = "---\ngame: Vell\ndocument: FAQ\nedition: 1.0\nauthority: official\n---\n# Rules\n#### (1.1) Oil\n"
    publish(text + "It burns on [[Ghost (Far Box L99)]] and [[Shade (Far Box)]].\n")
    mentions = client.get("/vell/faq/1.1.json").json()["mentions"]
    assert [(one["set"], one["number"], one["name"], one["id"]) for one in mentions] == [
        ("Far Box", "L99", "Ghost", None),
        ("Far Box", None, "Shade", None),
    ]
