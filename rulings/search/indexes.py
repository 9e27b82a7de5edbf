"""What the index holds: the rulings in force, and the cards."""

from typing import Any

from haystack import indexes

from rulings.models import Card, Change


class RulingIndex(indexes.SearchIndex, indexes.Indexable):
    """A ruling as it stands in the newest edition of its document."""

    text = indexes.CharField(document=True)
    game_id = indexes.IntegerField(model_attr="ruling__document__game_id")
    document_id = indexes.IntegerField(model_attr="ruling__document_id")

    def get_model(self) -> type[Change]:
        return Change

    def index_queryset(self, using: str | None = None) -> Any:
        return Change.objects.in_force().with_ruling().select_related("revision__summary__digest__revision")

    def prepare_text(self, change: Change) -> str:
        revision = change.revision
        if revision is None:
            return ""
        summary = getattr(revision, "summary", None)
        wordings = [revision, summary.digest.revision] if summary else [revision]
        texts = (part for wording in wordings for part in (wording.title, wording.text))
        cards = (f"{card['name']} {card['number']}" for card in revision.cards)
        return "\n".join([revision.key, *texts, *cards])


class CardIndex(indexes.SearchIndex, indexes.Indexable):
    """A card, by its name and number."""

    text = indexes.CharField(document=True)
    game_id = indexes.IntegerField(model_attr="card_set__game_id")

    def get_model(self) -> type[Card]:
        return Card

    def index_queryset(self, using: str | None = None) -> Any:
        return Card.objects.shown().select_related("card_set")

    def prepare_text(self, card: Card) -> str:
        return f"{card.name}\n{card.number} {card.card_set.name}"
