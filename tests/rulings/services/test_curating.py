"""What is renamed, moved or merged by hand is still found by the names and addresses that it had."""

from collections.abc import Callable

import pytest
from django.test import Client

from importers.reading import read
from rulings.models import Alias, Card, CardSet, Document, Edition, Pack, Reference
from rulings.services import curating, importing_cards, merging
from rulings.services.reconciling import reconcile

Publish = Callable[[str], Edition]

TEXT = (
    "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Errata {{errata}}\n## Box\n"
    "#### Moth (L1)\nIs lit.\n#### Crow (L2)\nIs {}.\n"
)


def open_references() -> list[str]:
    return list(Reference.objects.exclude(status="resolved").values_list("label", flat=True))


def cards() -> list[tuple[str, str, str]]:
    return list(Card.objects.order_by("number").values_list("card_set__name", "name", "number"))


def test_a_renamed_set_is_still_the_one_that_documents_cite(publish: Publish) -> None:
    publish(TEXT.format(1, "black"))
    box = CardSet.objects.get()
    box.name = "Big Box"
    curating.keep(box)
    curating.follow(box.game)
    assert not open_references()
    publish(TEXT.format(2, "white"))
    assert not open_references()
    assert cards() == [("Big Box", "Moth", "L1"), ("Big Box", "Crow", "L2")]


def test_a_renamed_pack_is_still_the_one_that_documents_cite(publish: Publish) -> None:
    importing_cards.import_table(["set,pack,number,name,type", "Box,Dusk,1,Moth,"], game_name="Vell")
    pack = Pack.objects.get()
    pack.name = "Dawn"
    curating.keep(pack)
    importing_cards.import_table(["set,pack,number,name,type", "Box,Dusk,1,Moth,"], game_name="Vell")
    assert [(one.name, one.cards.count()) for one in Pack.objects.all()] == [("Dawn", 1)]


def test_a_renamed_card_is_still_the_one_that_documents_and_files_cite(publish: Publish) -> None:
    publish(TEXT.format(1, "black"))
    crow = Card.objects.get(name="Crow")
    crow.name, crow.number = "Raven", "L3"
    curating.keep(crow)
    curating.follow(crow.card_set.game)
    assert not open_references()
    publish(TEXT.format(2, "white"))
    importing_cards.import_table(["set,number,name", "Box,L2,Crow"], game_name="Vell")
    assert cards() == [("Box", "Moth", "L1"), ("Box", "Raven", "L3")]


def test_a_merged_card_does_not_come_back_with_the_next_file(publish: Publish, client: Client) -> None:
    publish(TEXT.format(1, "black"))
    crow, moth = Card.objects.get(name="Crow"), Card.objects.get(name="Moth")
    address = crow.get_absolute_url()
    merging.merge_cards(moth, [crow], user=None)
    counts = importing_cards.import_table(["set,number,name", "Box,L2,Crow"], game_name="Vell")
    assert counts.added == 0
    assert client.get(address)["Location"] == moth.get_absolute_url()


def test_a_printing_that_was_merged_into_another_number_does_not_come_back(publish: Publish) -> None:
    rows = ["set,number,name", "Box,L2,Crow", "Box,L3,Crow"]
    importing_cards.import_table(rows, game_name="Vell")
    second, third = Card.objects.order_by("number")
    merging.merge_cards(second, [third], user=None)
    importing_cards.import_table(rows, game_name="Vell")
    assert cards() == [("Box", "Crow", "L2")]


def test_no_new_card_takes_the_address_of_a_merged_one(publish: Publish) -> None:
    publish(TEXT.format(1, "black"))
    crow, moth = Card.objects.get(name="Crow"), Card.objects.get(name="Moth")
    merging.merge_cards(moth, [crow], user=None)
    other_crow = Card(card_set=moth.card_set, name="Crow", number="L2")
    curating.keep(other_crow)
    assert other_crow.slug == "L2-crow-2"


def test_other_cards_of_a_merged_set_are_found_beside_a_merged_card(publish: Publish) -> None:
    publish(TEXT.format(1, "black").replace("#### Crow", "## Bax\n#### Moth (L1)\nFlies.\n#### Crow"))
    box, bax = CardSet.objects.get(name="Box"), CardSet.objects.get(name="Bax")
    merging.merge_sets(box, [bax], user=None)
    assert not open_references()
    assert cards() == [("Box", "Moth", "L1"), ("Box", "Crow", "L2")]


def test_a_pack_cannot_move_away_from_its_cards(publish: Publish) -> None:
    importing_cards.import_table(["set,pack,number,name", "Box,Dusk,1,Moth", "Bax,,1,Owl"], game_name="Vell")
    pack = Pack.objects.get()
    pack.card_set = CardSet.objects.get(name="Bax")
    with pytest.raises(curating.CurationError, match="cannot move"):
        curating.check(pack)


def test_the_name_of_a_set_is_no_alias_of_another(publish: Publish) -> None:
    importing_cards.import_table(["set,number,name", "Box,1,Moth", "Bax,1,Owl"], game_name="Vell")
    bax = CardSet.objects.get(name="Bax")
    with pytest.raises(curating.CurationError, match="the name of another set"):
        curating.check(Alias(name="box", card_set=bax, game=bax.game))


def test_the_first_address_of_a_card_that_was_merged_twice_leads_to_the_last(publish: Publish, client: Client) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
    publish(f"{head}# Errata {{errata}}\n## Box\n#### Moth (1)\nA.\n#### Moht (2)\nB.\n#### Mohht (3)\nC.\n")
    moth, moht, mohht = (Card.objects.get(name=name) for name in ("Moth", "Moht", "Mohht"))
    first, last = mohht.get_absolute_url(), moth.get_absolute_url()
    merging.merge_cards(moht, [mohht], user=None)
    merging.merge_cards(moth, [moht], user=None)
    assert client.get(first)["Location"] == last


def test_packs_of_one_name_become_one_when_their_sets_are_merged(publish: Publish) -> None:
    lines = ["set,pack,number,name,type", "Box,Dusk,1,Moth,", "Crate,Dusk,2,Crow,", "Crate,Dawn,3,Owl,"]
    importing_cards.import_table(lines, game_name="Vell")
    box, crate = CardSet.objects.order_by("name")
    merging.merge_sets(box, [box, crate], user=None)
    packs = {pack.name: [card.name for card in pack.cards.order_by("number")] for pack in Pack.objects.all()}
    assert packs == {"Dusk": ["Moth", "Crow"], "Dawn": ["Owl"]}
    assert cards() == [("Box", "Moth", "1"), ("Box", "Crow", "2"), ("Box", "Owl", "3")]


def test_what_belongs_to_two_games_is_not_merged(publish: Publish) -> None:
    for game in ("Vell", "Tide"):
        importing_cards.import_table(["set,number,name", "Box,1,Moth"], game_name=game)
    (moth, other), (box, crate) = Card.objects.order_by("pk"), CardSet.objects.order_by("pk")
    with pytest.raises(merging.MergeError, match="two games"):
        merging.merge_cards(moth, [other], user=None)
    with pytest.raises(merging.MergeError, match="two games"):
        merging.merge_sets(box, [crate], user=None)
    box.game = crate.game
    with pytest.raises(curating.CurationError, match="set of this name already"):
        curating.check(box)
    box.name = "Crate"
    with pytest.raises(curating.CurationError, match="cannot move to another game"):
        curating.check(box)


def test_a_second_entry_of_the_same_name_is_refused(publish: Publish) -> None:
    lines = ["set,pack,number,name,type", "Box,Dusk,1,Moth,", "Box,Dawn,2,Crow,"]
    importing_cards.import_table(lines, game_name="Vell")
    box, dusk = CardSet.objects.get(), Pack.objects.get(name="Dusk")
    curating.keep(Alias(name="Case", card_set=box))
    doubles = {
        "is an alias already": Alias(name="CASE", card_set=box),
        "already, with this number": Card(name="Moth", card_set=box, pack=dusk, number="1"),
        "has a pack of this name already": Pack(name="dusk", card_set=box),
        "has a set of this name already": CardSet(name="BOX", game=box.game),
    }
    for message, entry in doubles.items():
        with pytest.raises(curating.CurationError, match=message):
            curating.check(entry)


def test_a_card_that_is_removed_is_gone_from_pages_when_its_game_is_followed(publish: Publish, client: Client) -> None:
    importing_cards.import_table(["set,number,name", "Box,1,Moth", "Box,2,Crow"], game_name="Vell")
    moth = Card.objects.get(name="Moth")
    address = moth.get_absolute_url()
    assert client.get(address).status_code == 200
    curating.remove(moth)
    curating.follow(CardSet.objects.get().game)
    assert client.get(address).status_code == 404


def test_a_set_that_we_have_renamed_is_not_a_change_of_the_publisher(publish: Publish) -> None:
    publish(TEXT.format(1, "bright"))
    box = CardSet.objects.get(name="Box")
    box.name = "The Harbour Box"
    curating.keep(box)
    curating.follow(box.game)
    again = read(TEXT.format(2, "bright").encode(), name="x.md").document
    assert reconcile(Document.objects.get(), again).changes_nothing


def test_packs_of_a_set_are_merged_and_their_names_still_mean_them(publish: Publish) -> None:
    head = TEXT.split("# Errata")[0].format(1)
    packs = "### Low Water\n#### Moth (L1)\nIs lit.\n### Low Watr\n#### Crow (L2)\nIs dim.\n"
    publish(f"{head}# Errata {{errata}}\n## Box\n{packs}")
    keep, other = Pack.objects.get(name="Low Water"), Pack.objects.get(name="Low Watr")
    merging.merge_packs(keep, [keep, other], user=None)
    assert set(keep.cards.values_list("name", flat=True)) == {"Moth", "Crow"}
    assert Alias.objects.get(name="Low Watr").pack == keep
    with pytest.raises(merging.MergeError, match="two sets"):
        merging.merge_packs(
            keep,
            [
                Pack.objects.create(
                    card_set=CardSet.objects.create(game=keep.card_set.game, name="X", slug="x"), name="P", slug="p"
                )
            ],
            user=None,
        )
