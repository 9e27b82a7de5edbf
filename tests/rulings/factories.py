"""Factories for rows that a test needs without a document around them."""

import factory

from rulings.models import Card, CardSet, Document, Edition, Game, Ruling, Source


class GameFactory(factory.django.DjangoModelFactory[Game]):
    class Meta:
        model = Game

    name = factory.Sequence(lambda number: f"Game {number}")
    slug = factory.Sequence(lambda number: f"game-{number}")


class CardSetFactory(factory.django.DjangoModelFactory[CardSet]):
    class Meta:
        model = CardSet

    game = factory.SubFactory(GameFactory)
    name = factory.Sequence(lambda number: f"Set {number}")
    slug = factory.Sequence(lambda number: f"set-{number}")


class CardFactory(factory.django.DjangoModelFactory[Card]):
    class Meta:
        model = Card

    card_set = factory.SubFactory(CardSetFactory)
    name = factory.Sequence(lambda number: f"Card {number}")
    folded_name = factory.Sequence(lambda number: f"card {number}")
    slug = factory.Sequence(lambda number: f"card-{number}")
    catalogued = True


class DocumentFactory(factory.django.DjangoModelFactory[Document]):
    class Meta:
        model = Document

    game = factory.SubFactory(GameFactory)
    title = "FAQ"
    slug = "faq"
    authority = "official"


class SourceFactory(factory.django.DjangoModelFactory[Source]):
    class Meta:
        model = Source

    name = "test.md"
    text = "text"
    sha256 = "0" * 64


class EditionFactory(factory.django.DjangoModelFactory[Edition]):
    class Meta:
        model = Edition

    document = factory.SubFactory(DocumentFactory)
    label = "1.0"
    slug = "1.0"
    source = factory.SubFactory(SourceFactory)
    format_name = "house"


class RulingFactory(factory.django.DjangoModelFactory[Ruling]):
    class Meta:
        model = Ruling

    document = factory.SubFactory(DocumentFactory)
    kind = "clarification"
    slug = factory.Sequence(lambda number: f"ruling-{number}")
