"""Stored addresses are those that Django's resolver makes."""

from django.urls import reverse

from rulings.models import Card, Document, Edition, Ruling
from rulings.read_model import addresses


def test_stored_addresses_are_those_of_the_urls(lanterns: Document) -> None:
    edition = Edition.objects.published().filter(document=lanterns).earliest("position")
    place = {"game": lanterns.game.slug, "document": lanterns.slug}
    then = {**place, "edition": edition.slug}
    assert addresses.of_document(lanterns) == reverse("document", kwargs=place)
    assert addresses.of_edition(edition) == reverse("edition", kwargs=then)
    assert addresses.of_source(edition) == reverse("source", kwargs=then)
    past = reverse("chapter-at", kwargs={**then, "chapter": "rules"})
    assert addresses.of_edition(edition, "chapters", "rules") == past
    compared = reverse("compare", kwargs={**place, "old": "1.0", "new": "1.1"})
    assert addresses.of_comparison(lanterns, old="1.0", new="1.1") == compared
    for ruling in Ruling.objects.filter(document=lanterns):
        assert addresses.of_ruling(ruling) == reverse("ruling", kwargs={**place, "ruling": ruling.slug})
        assert addresses.of_ruling(ruling, edition) == reverse("ruling-at", kwargs={**then, "ruling": ruling.slug})
    for card in Card.objects.filter(card_set__game=lanterns.game):
        of_set = {"game": lanterns.game.slug, "card_set": card.card_set.slug}
        assert addresses.of_set(card.card_set) == reverse("card-set", kwargs=of_set)
        assert addresses.of_card(card) == reverse("card", kwargs={**of_set, "card": card.slug})


def test_a_line_of_a_long_source_is_on_its_page(lanterns: Document) -> None:
    edition = lanterns.current
    assert edition
    last, next_one = addresses.SOURCE_LINES, addresses.SOURCE_LINES + 1
    assert addresses.of_source(edition, last).endswith(f"/source/#L{last}")
    assert addresses.of_source(edition, next_one).endswith(f"/source/?page=2#L{next_one}")
