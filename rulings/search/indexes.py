"""What the index holds: the rulings in force. Texts are analysed here, so that all engines find the same."""

from collections import defaultdict
from functools import cached_property
from typing import Any

import orjson
from haystack import indexes

from importers.folding import fold, fold_title
from rulings.models import Phrasing, ShownRuling
from rulings.search.analysis import STOP_WORDS, terms_of, words_of

# A player's way of asking counts for more than a word somewhere in a long text.
PHRASING_WEIGHT = 2


class RulingIndex(indexes.SearchIndex, indexes.Indexable):
    """A ruling as readers see it."""

    # Off where it is measured how a game fares that has none.
    has_phrasings = True
    # The stems by which it is found, and the words that typing mistakes are compared with.
    text = indexes.CharField(document=True)
    words = indexes.CharField()
    document_id = indexes.IntegerField(model_attr="document_id")
    game = indexes.CharField()
    kind = indexes.CharField(model_attr="kind")
    list_name = indexes.CharField(model_attr="list_name")
    authority = indexes.CharField(model_attr="authority")
    reverses = indexes.CharField()
    key = indexes.CharField(model_attr="label")
    cards = indexes.MultiValueField()
    sets = indexes.MultiValueField()
    changed = indexes.MultiValueField()

    def get_model(self) -> type[ShownRuling]:
        return ShownRuling

    def index_queryset(self, using: str | None = None) -> Any:
        return ShownRuling.objects.order_by("pk")

    def prepare(self, obj: ShownRuling) -> dict[str, Any]:
        prepared: dict[str, Any] = super().prepare(obj)
        record: dict[str, Any] = orjson.loads(obj.record)
        names = [card["name"] for card in record["cards"]]
        texts = [record["title"], record["text"], " ".join(names), *record["search"]["texts"]]
        asked = [term for words in self._phrasings(record["search"]["rulings"]) for term in terms_of(words)]
        terms = [term for text in texts for term in terms_of(text)]
        mentioned = [card for card in (*record["cards"], *record["mentions"]) if card["id"]]
        prepared["text"] = " ".join([*terms, *asked * PHRASING_WEIGHT])
        prepared["words"] = " ".join({word for text in texts for word in words_of(text)} - STOP_WORDS)
        prepared["game"] = record["game"]
        prepared["reverses"] = "yes" if record["reverses_official"] else ""
        prepared["cards"] = sorted({fold_title(card["name"]) for card in mentioned} | set(map(fold_title, names)))
        prepared["sets"] = sorted({fold(card["set"]) for card in mentioned})
        prepared["changed"] = sorted(
            {event["edition_id"].split("/")[-1].casefold() for event in orjson.loads(obj.history)}
        )
        return prepared

    def _phrasings(self, rulings: list[int]) -> list[str]:
        """How players ask for a ruling, or for that of the digest that sums it up."""
        return [words for ruling in rulings for words in self._asked.get(ruling, ())]

    @cached_property
    def _asked(self) -> dict[int, list[str]]:
        asked: dict[int, list[str]] = defaultdict(list)
        if not self.has_phrasings:
            return asked
        for ruling, words in Phrasing.objects.values_list("ruling", "words"):
            asked[ruling].append(words)
        return asked
