"""The addresses of all pages. They are for people and for ever: add, but do not change."""

from django.urls import path, register_converter

from rulings.views import cards, documents, history, home, previews, rulings, searching


class Label:
    """A printed label or a slug: letters of any script, digits, dots and dashes."""

    regex = r"[\w.\-]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class ListName(Label):
    regex = "restricted|banned"


class EditionLabel(Label):
    """A label that leaves the three dots between two editions alone."""

    regex = r"[\w\-]+(?:\.[\w\-]+)*"


register_converter(Label, "label")
register_converter(ListName, "list")
register_converter(EditionLabel, "edition")

DOCUMENT = "<label:game>/<label:document>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("search/", searching.search, name="search"),
    path("search/suggestions/", searching.suggestions, name="suggestions"),
    path("help/search/", searching.search_help, name="search-help"),
    path("preview/", previews.preview, name="preview"),
    path("<label:game>/", home.game, name="game"),
    path("<label:game>/cards/", cards.cards, name="cards"),
    path("<label:game>/cards/<label:card_set>/", cards.card_set, name="card-set"),
    path("<label:game>/cards/<label:card_set>/errata-sheet/", cards.set_errata, name="set-errata"),
    path("<label:game>/cards/<label:card_set>/<label:card>/", cards.card, name="card"),
    path("<label:game>/lists/<list:list_name>/", cards.card_list, name="list"),
    path(DOCUMENT, documents.document, name="document"),
    path(f"{DOCUMENT}timing/", documents.timing, name="timing"),
    path(f"{DOCUMENT}tags/", documents.tags, name="tags"),
    path(f"{DOCUMENT}chapters/<label:chapter>/", documents.chapter, name="chapter"),
    path(f"{DOCUMENT}editions/", history.editions, name="editions"),
    path(f"{DOCUMENT}compare/", history.choose_comparison, name="choose-comparison"),
    path(f"{DOCUMENT}compare/<edition:old>...<edition:new>/", history.compare, name="compare"),
    path(f"{DOCUMENT}at/<edition:edition>/", documents.document, name="edition"),
    path(f"{DOCUMENT}at/<edition:edition>/source/", documents.source, name="source"),
    path(f"{DOCUMENT}at/<edition:edition>/repairs/", documents.repairs, name="repairs"),
    path(f"{DOCUMENT}at/<edition:edition>/chapters/<label:chapter>/", documents.chapter, name="chapter-at"),
    path(f"{DOCUMENT}at/<edition:edition>/timing/", documents.timing, name="timing-at"),
    path(f"{DOCUMENT}at/<edition:edition>/<label:ruling>/", rulings.ruling_at, name="ruling-at"),
    path(f"{DOCUMENT}<label:ruling>/", rulings.ruling, name="ruling"),
]
