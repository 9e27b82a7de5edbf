"""What pages say of themselves."""

import json
import re

from django.test import Client

from rulings.models import Document
from tests.rulings.views.test_pages import FAQ, PAGES, text_of


def structured(page: str) -> list[dict[str, object]]:
    """The data for search engines on a page."""
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    graph: list[dict[str, object]] = json.loads(found[1])["@graph"]
    return graph


def test_every_page_has_a_title_and_a_description(client: Client, lanterns: Document) -> None:
    for address in PAGES.values():
        page = text_of(client, address)
        title = re.search(r"<title>(.*?)</title>", page)
        described = re.search(r'<meta name="description" content="([^"]+)">', page)
        assert title is not None, address
        assert "Rulings" in title[1], address
        assert described is not None, address
        assert len(described[1]) > 25, address
        assert f'<meta property="og:description" content="{described[1]}">' in page, address


def test_titles_tell_pages_apart(client: Client, lanterns: Document) -> None:
    past = ("edition", "ruling at", "timing at", "chapter at")
    pages = [text_of(client, address) for name, address in PAGES.items() if name not in past]
    titles = [title for page in pages for title in re.findall(r"<title>(.*?)</title>", page)]
    assert len(titles) == len(set(titles))


def test_a_question_is_a_question_to_search_engines(client: Client, lanterns: Document) -> None:
    page = structured(text_of(client, f"{FAQ}does-harbour-bell-ring-at-dawn/"))[0]
    assert page["@type"] == "QAPage"
    question = page["mainEntity"]
    assert isinstance(question, dict)
    assert question["name"] == "Does Harbour Bell ring at dawn?"
    assert question["acceptedAnswer"]["text"] == "Yes, unless it is snuffed."


def test_a_chapter_of_questions_is_a_faq_page(client: Client, lanterns: Document) -> None:
    assert structured(text_of(client, f"{FAQ}chapters/questions/"))[0]["@type"] == "FAQPage"
    assert structured(text_of(client, f"{FAQ}chapters/rules-clarifications/"))[0]["@type"] == "WebPage"
    assert structured(text_of(client, f"{FAQ}1.1/"))[0]["@type"] == "Article"


def test_the_trail_is_there_for_people_and_for_search_engines(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{FAQ}1.1/")
    trail = structured(page)[1]
    items = trail["itemListElement"]
    assert isinstance(items, list)
    assert [item["name"] for item in items] == [
        "All games",
        "Lanterns of Vell",
        "FAQ",
        "1.1 Lighting, Lanterns of Vell",
    ]
    assert f'<li><a href="{FAQ}">FAQ</a></li>' in page


def test_search_engines_keep_todays_pages_only(client: Client, lanterns: Document) -> None:
    assert '<meta name="robots" content="noindex">' in text_of(client, f"{FAQ}at/1.0/1.1/")
    assert '<meta name="robots" content="noindex">' in text_of(client, f"{FAQ}at/1.0/")
    assert "noindex" not in text_of(client, f"{FAQ}at/2.0/1.1/")
    assert f'<link rel="canonical" href="http://testserver{FAQ}1.1/">' in text_of(client, f"{FAQ}at/2.0/1.1/")
