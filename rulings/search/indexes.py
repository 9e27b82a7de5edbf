"""What the index holds: the rulings in force. Texts are analysed here, so that all engines find the same."""

from typing import Any

from haystack import indexes

from importers.folding import fold, fold_title
from rulings.models import Change, Revision
from rulings.search.analysis import STOP_WORDS, terms_of, words_of

# A player's way of asking counts for more than a word somewhere in a long text.
PHRASING_WEIGHT = 2


class RulingIndex(indexes.SearchIndex, indexes.Indexable):
    """A ruling as it stands in the newest edition of its document."""

    # The stems by which it is found, and the words that typing mistakes are compared with.
    text = indexes.CharField(document=True)
    words = indexes.CharField()
    document_id = indexes.IntegerField(model_attr="ruling__document_id")
    game = indexes.CharField(model_attr="ruling__document__game__slug", faceted=False)
    kind = indexes.CharField(model_attr="ruling__kind")
    list_name = indexes.CharField(model_attr="ruling__list_name")
    authority = indexes.CharField(model_attr="revision__authority")
    reverses = indexes.CharField()
    key = indexes.CharField()
    cards = indexes.MultiValueField()
    sets = indexes.MultiValueField()
    changed = indexes.MultiValueField()

    def get_model(self) -> type[Change]:
        return Change

    def index_queryset(self, using: str | None = None) -> Any:
        return (
            Change.objects.in_force()
            .with_ruling()
            .select_related("revision__summary__digest__revision", "revision__summary__digest__ruling")
            .prefetch_related(
                "references__card__card_set",
                "ruling__changes__edition",
                "ruling__phrasings",
                "revision__summary__digest__ruling__phrasings",
            )
        )

    def prepare(self, obj: Change) -> dict[str, Any]:
        prepared: dict[str, Any] = super().prepare(obj)
        texts = _texts(obj)
        phrasings = [phrasing.words for ruling in _rulings(obj) for phrasing in ruling.phrasings.all()]
        terms = [term for text in texts for term in terms_of(text)]
        asked = [term for phrasing in phrasings for term in terms_of(phrasing)]
        prepared["text"] = " ".join([*terms, *asked * PHRASING_WEIGHT])
        prepared["words"] = " ".join({word for text in texts for word in words_of(text)} - STOP_WORDS)
        return prepared

    def prepare_reverses(self, change: Change) -> str:
        return "yes" if change.revision and change.revision.reverses_official else ""

    def prepare_key(self, change: Change) -> str:
        return change.revision.key.casefold() if change.revision else ""

    def prepare_cards(self, change: Change) -> list[str]:
        resolved = [reference.card.name for reference in change.references.all() if reference.card]
        return sorted({fold_title(name) for name in [*resolved, *_names(change.revision)]})

    def prepare_sets(self, change: Change) -> list[str]:
        return sorted({fold(reference.card.card_set.name) for reference in change.references.all() if reference.card})

    def prepare_changed(self, change: Change) -> list[str]:
        news = (one for one in change.ruling.changes.all() if one.kind != Change.Kind.SAME)
        return sorted({one.edition.slug.casefold() for one in news if one.edition.state == "published"})


def _rulings(change: Change) -> list[Any]:
    """The ruling, and that of the digest that sums it up."""
    summary = getattr(change.revision, "summary", None)
    return [change.ruling, summary.digest.ruling] if summary else [change.ruling]


def _texts(change: Change) -> list[str]:
    """Everything that is said of a ruling: its own wording, and that of the digest."""
    revision = change.revision
    if revision is None:
        return []
    summary = getattr(revision, "summary", None)
    wordings = [revision, summary.digest.revision] if summary else [revision]
    return [part for wording in wordings for part in (wording.title, wording.text, " ".join(_names(wording)))]


def _names(revision: Revision | None) -> list[str]:
    return [card["name"] for card in revision.cards] if revision else []
