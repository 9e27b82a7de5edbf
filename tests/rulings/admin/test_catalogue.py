"""The catalogue at the desk: edits, merges and imports take effect, and no address breaks."""

from collections.abc import Callable

from django.test import Client

from rulings.models import Alias, Card, CardSet, Document, Edition, Reference

TEXT = (
    "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Errata {errata}\n## Box\n"
    "#### Moth (L1)\nIs lit.\n#### Pale Butterfly (L7)\nIs dark.\n"
    "## Bax\n#### Crow (L2)\nIs black.\n# Rules\n#### (1.1) Lamps\nSee [[Owl]].\n"
)


def merge(client: Client, model: str, keep: int, *others: int) -> None:
    given = {"action": "merge", "_selected_action": [keep, *others], "keep": keep}
    client.post(f"/admin/rulings/{model}/", given)


def test_a_card_that_is_added_resolves_what_waited_for_it(editor: Client, publish: Callable[..., Edition]) -> None:
    publish(TEXT)
    assert Reference.objects.get(label="Owl").status == "unresolved"
    box = CardSet.objects.get(slug="box")
    inline = {"aliases-TOTAL_FORMS": 0, "aliases-INITIAL_FORMS": 0}
    editor.post(
        "/admin/rulings/card/add/", {"card_set": box.pk, "name": "Owl", "number": "L9", "card_type": "", **inline}
    )
    card = Card.objects.get(name="Owl")
    assert card.slug == "L9-owl"
    assert Reference.objects.get(label="Owl").card == card


def test_merged_cards_keep_their_addresses_and_rulings(
    editor: Client, client: Client, publish: Callable[..., Edition]
) -> None:
    publish(TEXT)
    keep, other = Card.objects.get(name="Moth"), Card.objects.get(name="Pale Butterfly")
    old = other.get_absolute_url()
    merge(editor, "card", keep.pk, other.pk)
    assert client.get(old)["Location"] == keep.get_absolute_url()
    page = client.get(keep.get_absolute_url()).content.decode()
    assert "Is lit." in page
    assert "Is dark." in page


def test_merged_sets_keep_their_addresses_and_names(
    editor: Client, client: Client, publish: Callable[..., Edition]
) -> None:
    publish(TEXT)
    keep, other = CardSet.objects.get(slug="box"), CardSet.objects.get(slug="bax")
    crow = Card.objects.get(name="Crow").get_absolute_url()
    merge(editor, "cardset", keep.pk, other.pk)
    assert client.get("/vell/cards/bax/")["Location"] == "/vell/cards/box/"
    moved = Card.objects.get(name="Crow")
    assert client.get(crow)["Location"] == moved.get_absolute_url() == "/vell/cards/box/L2-crow/"
    assert Alias.objects.get(name="Bax").card_set == keep
    assert "Is black." in client.get(moved.get_absolute_url()).content.decode()


def test_cards_are_imported_after_a_preview(editor: Client, lanterns: Document) -> None:
    given = {"text": "set,pack,number,name,type\nCore Box,,L99,Owl,Bird\n", "game": "Lanterns of Vell"}
    page = editor.post("/admin/rulings/card/import/", given).content.decode()
    assert "<strong>1</strong> cards added" in page
    assert not Card.objects.filter(name="Owl").exists()
    editor.post("/admin/rulings/card/import/", {**given, "confirm": "1"})
    assert Card.objects.filter(name="Owl").exists()


def test_a_bad_list_of_cards_gets_a_clear_message(editor: Client, lanterns: Document) -> None:
    page = editor.post("/admin/rulings/card/import/", {"text": "name\nOwl\n", "game": "Vell"}).content.decode()
    assert "the column set is missing" in page


def test_cards_are_found_by_autocomplete(editor: Client, lanterns: Document) -> None:
    parameters = {"app_label": "rulings", "model_name": "card", "field_name": "card_set", "term": "core"}
    assert editor.get("/admin/autocomplete/", parameters).json()["results"][0]["text"] == "Core Box"


def test_a_card_that_moves_to_another_set_is_found_at_its_old_address(
    editor: Client, client: Client, publish: Callable[..., Edition]
) -> None:
    publish(TEXT)
    card, bax = Card.objects.get(name="Moth"), CardSet.objects.get(slug="bax")
    old = card.get_absolute_url()
    inline = {"aliases-TOTAL_FORMS": 0, "aliases-INITIAL_FORMS": 0}
    given = {"card_set": bax.pk, "name": "Moth", "number": "L1", "card_type": "", **inline}
    editor.post(f"/admin/rulings/card/{card.pk}/change/", given)
    assert client.get(old)["Location"] == "/vell/cards/bax/L1-moth/"


def test_what_contradicts_the_catalogue_is_refused_with_a_message(
    editor: Client, publish: Callable[..., Edition]
) -> None:
    publish(TEXT)
    box = CardSet.objects.get(slug="box")
    editor.post("/admin/rulings/alias/add/", {"name": "BX", "card_set": box.pk})
    page = editor.post("/admin/rulings/alias/add/", {"name": "bx", "card_set": box.pk}).content.decode()
    assert "is an alias already" in page
    inline = {"aliases-TOTAL_FORMS": 0, "aliases-INITIAL_FORMS": 0}
    given = {"card_set": box.pk, "name": "moth", "number": "L1", "card_type": "", **inline}
    assert "already, with this number" in editor.post("/admin/rulings/card/add/", given).content.decode()


def test_a_set_with_a_name_twice_or_without_a_game_gets_a_message(
    editor: Client, publish: Callable[..., Edition]
) -> None:
    publish(TEXT)
    game = CardSet.objects.get(slug="box").game
    inlines = {"packs-TOTAL_FORMS": 0, "packs-INITIAL_FORMS": 0, "aliases-TOTAL_FORMS": 2, "aliases-INITIAL_FORMS": 0}
    given = {"name": "Crate", "position": 3, **inlines, "aliases-0-name": "Cr", "aliases-1-name": "CR"}
    twice = editor.post("/admin/rulings/cardset/add/", {"game": game.pk, **given})
    assert "A name is given twice" in twice.content.decode()
    assert editor.post("/admin/rulings/cardset/add/", given).status_code == 200
    assert not CardSet.objects.filter(name="Crate").exists()


def test_sets_can_be_chosen_without_scripts_and_are_told_apart(editor: Client, publish: Callable[..., Edition]) -> None:
    publish(TEXT)
    for kind in ("card", "pack", "alias"):
        page = editor.get(f"/admin/rulings/{kind}/add/").content.decode()
        assert "Box (Vell)</option>" in page, kind


def test_cards_to_merge_are_told_apart(editor: Client, publish: Callable[..., Edition]) -> None:
    publish(TEXT)
    chosen = list(Card.objects.filter(name__in=["Moth", "Crow"]).values_list("pk", flat=True))
    page = editor.post("/admin/rulings/card/", {"action": "merge", "_selected_action": chosen}).content.decode()
    assert "Moth (Vell, Box, L1)" in page


def test_cards_with_the_same_alias_can_be_merged(editor: Client, publish: Callable[..., Edition]) -> None:
    publish(TEXT)
    keep, other = Card.objects.get(name="Moth"), Card.objects.get(name="Pale Butterfly")
    for card in (keep, other):
        card.aliases.create(name="Flutterer")
    merge(editor, "card", keep.pk, other.pk)
    assert not Card.objects.filter(pk=other.pk).exists()
