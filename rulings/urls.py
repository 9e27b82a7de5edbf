"""The addresses of all pages. They are for people and for ever: add, but do not change."""

from django.urls import path

from rulings.views import cards, documents, history, home, previews, rulings, searching
from rulings.views.showing import page_forms

DOCUMENT = "<label:game>/<label:document>/"

urlpatterns = [
    *page_forms("", home.home, name="home"),
    *page_forms("search/", searching.search, name="search"),
    path("search/suggestions/", searching.suggestions, name="suggestions"),
    path("help/search/", searching.search_help, name="search-help"),
    path("help/api/", searching.search_help, name="api-help"),
    path("preview/", previews.preview, name="preview"),
    *page_forms("<label:game>/", home.game, name="game"),
    *page_forms("<label:game>/cards/", cards.cards, name="cards"),
    *page_forms("<label:game>/cards/<label:card_set>/", cards.card_set, name="card-set"),
    *page_forms("<label:game>/cards/<label:card_set>/errata-sheet/", cards.set_errata, name="set-errata"),
    *page_forms("<label:game>/cards/<label:card_set>/<label:card>/", cards.card, name="card"),
    *page_forms("<label:game>/lists/<list:list_name>/", cards.card_list, name="list"),
    *page_forms(DOCUMENT, documents.document, name="document"),
    *page_forms(f"{DOCUMENT}timing/", documents.timing, name="timing"),
    *page_forms(f"{DOCUMENT}tags/", documents.tags, name="tags"),
    *page_forms(f"{DOCUMENT}chapters/<label:chapter>/", documents.chapter, name="chapter"),
    *page_forms(f"{DOCUMENT}editions/", history.editions, name="editions"),
    path(f"{DOCUMENT}compare/", history.choose_comparison, name="choose-comparison"),
    *page_forms(f"{DOCUMENT}compare/<edition:old>...<edition:new>/", history.compare, name="compare"),
    *page_forms(f"{DOCUMENT}at/<edition:edition>/", documents.document, name="edition"),
    *page_forms(f"{DOCUMENT}at/<edition:edition>/source/", documents.source, name="source"),
    *page_forms(f"{DOCUMENT}at/<edition:edition>/repairs/", documents.repairs, name="repairs"),
    *page_forms(f"{DOCUMENT}at/<edition:edition>/chapters/<label:chapter>/", documents.chapter, name="chapter-at"),
    *page_forms(f"{DOCUMENT}at/<edition:edition>/timing/", documents.timing, name="timing-at"),
    *page_forms(f"{DOCUMENT}at/<edition:edition>/<label:ruling>/", rulings.ruling_at, name="ruling-at"),
    *page_forms(f"{DOCUMENT}<label:ruling>/", rulings.ruling, name="ruling"),
]
