"""What the database itself refuses."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from rulings.models import Change, Document, Edition, Reference
from tests.rulings.factories import CardFactory, DocumentFactory, EditionFactory, RulingFactory

pytestmark = pytest.mark.django_db


def refuses(action: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        action()


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "erratum", "scope": ""},
        {"kind": "question", "scope": "card"},
        {"kind": "listing", "list_name": ""},
        {"kind": "step", "list_name": "banned"},
        {"kind": "opinion"},
    ],
)
def test_a_ruling_has_the_fields_of_its_kind_and_no_others(fields: dict[str, str]) -> None:
    refuses(lambda: RulingFactory(**fields))


def test_two_rulings_cannot_share_an_address() -> None:
    ruling = RulingFactory()
    refuses(lambda: RulingFactory(document=ruling.document, slug=ruling.slug))


def test_two_cards_can_share_a_number_but_not_an_address() -> None:
    card = CardFactory(number="F28")
    CardFactory(card_set=card.card_set, number="F28")
    refuses(lambda: CardFactory(card_set=card.card_set, slug=card.slug))


def test_an_edition_cannot_be_published_without_its_place_in_history() -> None:
    refuses(lambda: EditionFactory(state="published"))
    refuses(lambda: EditionFactory(state="withdrawn", position=1, published_at=timezone.now()))


def test_a_label_is_published_once() -> None:
    document = DocumentFactory()
    published = {"document": document, "state": "published", "published_at": timezone.now()}
    EditionFactory(**published, position=1)
    refuses(lambda: EditionFactory(**published, position=2))


def test_a_change_agrees_with_its_revisions() -> None:
    edition, ruling = EditionFactory(), RulingFactory()
    refuses(lambda: Change.objects.create(edition=edition, ruling=ruling, kind="added", position=0))


def test_a_reference_leads_somewhere_exactly_when_it_is_resolved(lanterns: Document) -> None:
    change = lanterns.current.changes.first()
    row = {"change": change, "leads_to": "card", "place": "text", "start": 0, "end": 1, "position": 99}
    refuses(lambda: Reference.objects.create(**row, status="resolved", label="x", target="x"))
    card = CardFactory()
    refuses(lambda: Reference.objects.create(**row, status="unresolved", card=card, label="x", target="x"))


def test_an_edition_keeps_its_source(lanterns: Document, documents: object) -> None:
    source = Edition.objects.get(label="1.0").source
    assert source.name == "lanterns-1.0.md"
    assert source.text.startswith("---\ngame: Lanterns of Vell\n")
    assert len(source.sha256) == 64
