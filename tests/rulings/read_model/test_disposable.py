"""Law 9: the read model is disposable. After any sequence of operations it is what history says, and so is what people
and programs see of it."""

import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from importers.reading import read
from rulings.models import Card, CardSet, Document, Game, Phrasing, Ruling, ShownCard, ShownRuling, Synonym
from rulings.services import correcting, curating, importing, merging, publishing, searches, state
from rulings.services.correcting import text_of
from rulings.services.importing_cards import import_table as import_cards

HEAD = "---\ngame: Vell\ndocument: {}\nedition: {}\nauthority: {}\n---\n"
ERRATA = "# Errata {{errata}}\n## Core Box\n#### Moth (L1)\nCosts {0}.\n#### Bell (L2); Road (L3)\nAre unique.\n"
LISTS = "# Restricted {{restricted}}\n- {1} (Core Box L{0})\n"
RULES = (
    "# Rules\n#### (1.{0}) Lighting\nA lantern burns {0} times; see [[1.{2}]].\n"
    "#### (1.{2}) Lending\nNever to [[{1}]].\n"
)
QUESTIONS = "# Questions {{questions}}\n#### Does it ring at {0}?\nCards: Bell (Core Box L2)\nNo.\n"
CARDS = ("Moth", "Bell", "Road")


def faq(edition: int, variant: int, *, authority: str = "official", document: str = "FAQ") -> str:
    """One of some editions that differ in everything that can differ."""
    text = HEAD.format(document, edition, authority) + ERRATA.format(variant)
    if variant % 2:
        text += LISTS.format(variant % 3 + 1, CARDS[variant % 3])
    text += RULES.format(variant % 3 + 1, CARDS[(variant + 1) % 3], variant % 3 + 4)
    return text + (QUESTIONS.format(variant) if variant % 3 else "")


class Desk:
    """Does what editors do; what cannot be done as things stand is left undone."""

    def __init__(self) -> None:
        self.edition = 0

    def publish(self, variant: int) -> None:
        self._publish(variant, authority="official")

    def publish_digest(self, variant: int) -> None:
        self._publish(variant, authority="digest")

    def publish_other(self, variant: int) -> None:
        self._publish(variant, authority="unofficial", document="Notes")

    def _publish(self, variant: int, **kind: str) -> None:
        self.edition += 1
        taken = importing.take_in(read(faq(self.edition, variant, **kind).encode(), name="faq.md"))
        if not taken.is_known:
            publishing.publish(taken.edition)

    def withdraw(self, variant: int) -> None:
        documents = list(Document.objects.published().select_related("current").order_by("pk"))
        if documents and (current := documents[variant % len(documents)].current):
            publishing.withdraw(current)

    def correct(self, variant: int) -> None:
        rulings = Ruling.objects.filter(shown__kind="clarification").select_related(
            "document__game", "document__current"
        )
        for ruling in rulings.order_by("pk")[variant % 2 : variant % 2 + 1]:
            text = text_of(ruling).replace("lantern", f"lamp {variant}").replace("Never", f"Seldom {variant}")
            if text != text_of(ruling):
                basis = ruling.document.current_id or 0
                correcting.correct_text(ruling, text, reason="a slip", basis=basis, user=None)

    def merge(self, variant: int) -> None:
        cards = list(Card.objects.order_by("pk"))
        if len(cards) > 1:
            keep, other = cards[variant % len(cards)], cards[(variant + 1) % len(cards)]
            merging.merge_cards(keep, [other], user=None)

    def rename(self, variant: int) -> None:
        things: list[Card | CardSet] = [*Card.objects.order_by("pk"), *CardSet.objects.order_by("pk")]
        if things:
            thing = things[variant % len(things)]
            thing.name = f"{thing.name} {variant}"
            curating.keep(thing)
            curating.follow(curating.game_of(thing))

    def import_cards(self, variant: int) -> None:
        rows = [f"Core Box,,L{n},{name},Thing" for n, name in enumerate((*CARDS, "Cat"), 1)][: variant + 1]
        import_cards(["set,pack,number,name,type", *rows, f"Tides,Low,{variant},Moth,Thing"], game_name="Vell")

    def add_synonym(self, variant: int) -> None:
        searches.keep_synonym(Synonym(phrase=f"torch {variant} {Synonym.objects.count()}", meanings="lantern"))

    def add_phrasing(self, variant: int) -> None:
        if ruling := Ruling.objects.filter(shown__isnull=False).order_by("pk").first():
            words = f"can i do this {variant} {Phrasing.objects.count()}"
            searches.keep_phrasing(Phrasing(ruling=ruling, words=words))


OPERATIONS = [name for name in vars(Desk) if not name.startswith("_")]
steps = st.lists(st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 6)), min_size=2, max_size=7)


def seen() -> dict[str, object]:
    """What pages, the API and the export say of everything."""
    client, export = Client(), StringIO()
    call_command("export", "--edition", "all", stdout=export)
    found: dict[str, object] = {"export": sorted(export.getvalue().splitlines())}
    addresses = ["/", "/vell/", "/vell/cards/", "/vell/lists/restricted/", "/api/v1/cards?limit=200", "/api/v1/rulings"]
    addresses += [f"/{path}/" for path in ShownRuling.objects.values_list("path", flat=True)]
    for path in ShownCard.objects.values_list("path", flat=True):
        game, card_set, card = path.split("/")
        addresses += [f"/{game}/cards/{card_set}/{card}/", f"/{game}/cards/{card_set}/errata-sheet/"]
    for address in addresses:
        response = client.get(address)
        found[address] = (response.status_code, response.content)
    return found


@given(steps)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def _follow(sequence: list[tuple[str, int]]) -> None:
    with transaction.atomic():
        desk = Desk()
        desk.publish(1)
        for name, variant in sequence:
            getattr(desk, name)(variant)
            for game in Game.objects.all():
                assert state.differences(game) == [], (name, variant)
        before = seen()
        state.rebuild()
        after = seen()
        assert {one for one in before if before[one] != after.get(one)} == set()
        transaction.set_rollback(True)


def test_after_any_sequence_of_operations_the_read_model_is_what_history_says(db: None) -> None:
    _follow()


def test_rebuilding_says_how_far_it_is(lanterns: Document) -> None:
    output = StringIO()
    call_command("rebuild_read_model", stdout=output)
    assert "read model: 1 of 1: Lanterns of Vell" in output.getvalue()


def test_a_row_that_history_does_not_say_is_told(lanterns: Document) -> None:
    ShownCard.objects.filter(folded_name="harbour bell").update(record="{}", digest="wrong")
    (wrong,) = state.differences(lanterns.game)
    assert wrong.startswith("ShownCard")
    state.refresh(lanterns.game)
    assert state.differences(lanterns.game) == []


def test_what_did_not_change_is_not_written_again(
    lanterns: Document, django_assert_max_num_queries: Callable[..., object]
) -> None:
    with django_assert_max_num_queries(60) as queries:  # type: ignore[attr-defined]
        state.refresh(lanterns.game)
    assert not [one for one in queries.captured_queries if one["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


@pytest.mark.parametrize("kind", ["card", "ruling"])
def test_records_are_stored_as_the_api_has_them(client: Client, lanterns: Document, kind: str) -> None:
    row = ShownCard.objects.get(folded_name="harbour bell") if kind == "card" else ShownRuling.objects.get(label="1.3")
    stored = json.loads(row.record)
    answer = client.get(f"/api/v1/{kind}s/{row.path}").json()
    shared = answer.keys() & stored.keys()
    assert len(shared) > 10
    assert {key: answer[key] for key in shared} == {key: stored[key] for key in shared}
