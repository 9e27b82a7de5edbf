"""Every page as data and as Markdown; and what lets others find and embed it."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from rulings.models import Document, Edition
from rulings.services import indexing
from tests.rulings.views.test_pages import FAQ, PAGES

ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
BELL = "/lanterns-of-vell/cards/core-box/L40-harbour-bell/"


def in_form(path: str, form: str) -> str:
    return f"{path.rstrip('/') or '/index'}.{form}"


def test_every_page_has_its_data_and_its_markdown_beside_it_and_leads_to_them(
    client: Client, lanterns: Document
) -> None:
    others = {"search": "/search/", "cite": "/cite/", "downloads": "/downloads/", "found": "/search/?q=lantern"}
    for name, page_path in {**PAGES, **others}.items():
        path, _, query = page_path.partition("?")
        asked = {"q": query.removeprefix("q=")} if query else {}
        page = client.get(path, asked).content.decode()
        for form, kind in (("json", "application/json"), ("md", "text/markdown")):
            address = in_form(path, form)
            response = client.get(address, asked)
            assert response.status_code == 200, address
            assert response["Content-Type"].startswith(kind), address
            assert f'href="{address}' in page, (name, form)
        assert isinstance(json.loads(client.get(in_form(path, "json"), asked).content), dict)
        assert client.get(in_form(path, "md"), asked).content.startswith(b"# "), name


def test_the_data_beside_a_page_is_that_of_the_api(client: Client, lanterns: Document) -> None:
    pairs = {
        BELL: "/api/v1/cards/lanterns-of-vell/core-box/L40-harbour-bell",
        f"{FAQ}1.1/": "/api/v1/rulings/lanterns-of-vell/faq/1.1",
        f"{FAQ}at/1.0/1.2/": "/api/v1/rulings/lanterns-of-vell/faq/1.2?edition=1.0",
        f"{FAQ}compare/1.0...2.0/": "/api/v1/changes/lanterns-of-vell/faq/1.0...2.0",
        "/lanterns-of-vell/cards/core-box/": "/api/v1/cards?game=lanterns-of-vell&set=core-box",
    }
    for page, address in pairs.items():
        assert client.get(in_form(page, "json")).json() == client.get(address).json(), page


def test_markdown_has_the_wording_with_whole_links_and_where_it_is_from(client: Client, lanterns: Document) -> None:
    text = client.get(in_form(f"{FAQ}1.3/", "md")).content.decode()
    assert "[Lamplighter](http://testserver/lanterns-of-vell/cards/core-box/L12-lamplighter/) cannot be lent." in text
    assert f"From <http://testserver{FAQ}1.3/>" in text
    assert "[[" not in text


def test_markdown_of_a_label_that_moved_redirects_to_markdown(client: Client, lanterns: Document) -> None:
    response = client.get(in_form(f"{FAQ}1.4/", "md"))
    assert (response.status_code, response["Location"]) == (302, in_form(f"{FAQ}1.3/", "md"))


def test_a_page_that_is_not_there_names_no_other_forms_and_says_so_in_each(client: Client, lanterns: Document) -> None:
    assert ".json" not in client.get(f"{FAQ}9.9/").content.decode()
    missing = client.get(in_form(f"{FAQ}9.9/", "md"))
    assert (missing.status_code, missing["Content-Type"]) == (404, "text/markdown; charset=utf-8")


def test_the_data_of_a_page_has_as_much_as_the_page(client: Client, publish: Callable[[str], Edition]) -> None:
    cards = "".join(f"#### Moss {n:03} (M{n})\nIs green.\n" for n in range(130))
    publish(
        f"---\ngame: Bog\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Errata {{errata}}\n## Box\n{cards}"
    )
    second = client.get("/bog/cards.json?page=2").json()
    assert len(second["results"]) == 10
    assert second["results"][0]["name"] in client.get("/bog/cards/?page=2").content.decode()


def feed(client: Client, path: str) -> ElementTree.Element:
    response = client.get(path)
    assert response["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(response.content)  # noqa: S314 - our own


@pytest.mark.parametrize("path", ["/feeds/", "/feeds/lanterns-of-vell/", "/feeds/lanterns-of-vell/faq/"])
def test_a_feed_has_an_entry_for_each_changed_ruling_and_one_for_a_first_edition(
    client: Client, lanterns: Document, path: str
) -> None:
    entries = feed(client, f"{path}?by=ruling").findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") or "" for entry in entries]
    assert titles[-1] == "Lanterns of Vell FAQ 1.0: first published here, with 21 rulings"
    assert sum("FAQ 2.0" in title for title in titles) == 8
    ids = [entry.findtext(f"{ATOM}id") or "" for entry in entries]
    assert len(set(ids)) == len(ids)
    assert all(one.startswith("tag:rulings,2026:/lanterns-of-vell/faq/at/") for one in ids)
    moth = next(entry for entry in entries if "removed: Grey Moth" in (entry.findtext(f"{ATOM}title") or ""))
    assert "Taken off the restricted list." in (moth.findtext(f"{ATOM}summary") or "")


def test_a_feed_has_one_entry_for_each_edition_with_its_release_note(client: Client, lanterns: Document) -> None:
    entries = feed(client, "/feeds/lanterns-of-vell/").findall(f"{ATOM}entry")
    assert (entries[0].findtext(f"{ATOM}title") or "").startswith("Lanterns of Vell FAQ 2.0: ")
    assert len(entries) == 3
    (link,) = [one.get("href") or "" for one in entries[0].findall(f"{ATOM}link")]
    assert link.endswith("/lanterns-of-vell/faq/at/2.0/release-note/")
    assert "<h2>" in (entries[0].findtext(f"{ATOM}summary") or "")
    assert client.get(link).status_code == 200


def test_an_entry_shows_the_difference(client: Client, publish: Callable[[str], Edition]) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Rules\n"
    publish(head.format(1) + "#### (1.1) Oil\nIt <b>costs</b> 1 coin.\n")
    publish(head.format(2) + "#### (1.1) Oil\nIt <b>costs</b> 2 coins.\n")
    entry = feed(client, "/feeds/vell/faq/?by=ruling").findall(f"{ATOM}entry")[0]
    assert entry.findtext(f"{ATOM}title") == "Vell FAQ 2: reworded: 1.1 Oil"
    summary = entry.findtext(f"{ATOM}summary") or ""
    assert "<del>1 coin" in summary
    assert "<ins>2 coins" in summary
    assert "<b>" not in summary


def test_a_long_feed_goes_on_on_further_pages(client: Client, publish: Callable[[str], Edition]) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Rules\n"
    for edition in (1, 2):
        rules = "".join(f"#### (1.{n}) Rule {n}\nIt costs {edition}.\n" for n in range(70))
        publish(head.format(edition) + rules)
    first = feed(client, "/feeds/?by=ruling")
    (more,) = [link.get("href") for link in first.findall(f"{ATOM}link") if link.get("rel") == "next"]
    second = feed(client, str(more))
    titles = [entry.findtext(f"{ATOM}title") for page in (first, second) for entry in page.findall(f"{ATOM}entry")]
    assert len(set(titles)) == len(titles) == 71


def test_pages_name_the_feeds_and_the_search_for_browsers(client: Client, lanterns: Document) -> None:
    page = client.get(f"{FAQ}1.1/").content.decode()
    for path in ("/feeds/", "/feeds/lanterns-of-vell/", "/feeds/lanterns-of-vell/faq/", "/opensearch.xml"):
        assert f'href="{path}"' in page
    assert client.get("/feeds/nope/").status_code == 404


def test_the_map_of_the_site_leads_to_pages_that_are_there(client: Client, lanterns: Document) -> None:
    index = ElementTree.fromstring(client.get("/sitemap.xml").content)  # noqa: S314 - our own
    maps = [one.text or "" for one in index.iter(f"{MAP}loc")]
    pages = [
        page.text or ""
        for one in maps
        for page in ElementTree.fromstring(client.get(one).content).iter(f"{MAP}loc")  # noqa: S314 - our own
    ]
    assert f"http://testserver{BELL}" in pages
    assert f"http://testserver{FAQ}1.1/" in pages
    assert "http://testserver/lanterns-of-vell/lists/banned/" in pages
    assert {client.get(page).status_code for page in pages} == {200}


def test_robots_are_led_to_the_map_and_kept_from_searches(client: Client, lanterns: Document) -> None:
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /search/" in text
    assert "Sitemap: http://testserver/sitemap.xml" in text


def test_a_browser_can_search_from_its_address_bar(client: Client, lanterns: Document) -> None:
    indexing.rebuild()
    described = ElementTree.fromstring(client.get("/opensearch.xml").content)  # noqa: S314 - our own
    urls = {url.get("type"): url.get("template") or "" for url in described.iter() if url.tag.endswith("}Url")}
    assert client.get(urls["text/html"].replace("{searchTerms}", "bell")).status_code == 200
    typed, titles, _, addresses = client.get(
        urls["application/x-suggestions+json"].replace("{searchTerms}", "harbour b")
    ).json()
    assert (typed, titles[0], addresses[0]) == ("harbour b", "Harbour Bell", f"http://testserver{BELL}")


def test_a_card_can_be_embedded_anywhere_without_scripts(client: Client, lanterns: Document) -> None:
    page = client.get(BELL).content.decode()
    assert 'type="application/json+oembed"' in page
    answer = client.get("/api/v1/oembed", {"url": f"http://testserver{BELL}", "maxwidth": 300}).json()
    assert (answer["type"], answer["version"], answer["width"], answer["title"]) == ("rich", "1.0", 300, "Harbour Bell")
    embedded = client.get(f"/embed{BELL}")
    assert f'src="http://testserver/embed{BELL}"' in answer["html"]
    assert "X-Frame-Options" not in embedded
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "<script" not in embedded.content.decode()
    assert "Should be unique." in embedded.content.decode()
    assert "frame-ancestors 'none'" in client.get(BELL)["Content-Security-Policy"]
    small = client.get("/api/v1/oembed", {"url": BELL, "maxwidth": 100, "maxheight": 50}).json()
    assert (small["width"], small["height"]) == (100, 50)
    assert client.get("/api/v1/oembed", {"url": f"/api/v1/cards{BELL.replace('/cards', '')[:-1]}"}).status_code == 404


def test_an_embedded_ruling_that_is_out_of_date_says_so(client: Client, lanterns: Document) -> None:
    assert "As it stood in FAQ 1.0" in client.get(f"/embed{FAQ}at/1.0/2.1/").content.decode()
    assert "No longer in force" in client.get(f"/embed{FAQ}1.2/").content.decode()
    assert "in force" not in client.get(f"/embed{FAQ}2.1/").content.decode()


def test_a_ruling_can_be_embedded_as_it_stood(client: Client, lanterns: Document) -> None:
    for path in (f"{FAQ}1.1/", f"{FAQ}at/1.0/1.1/"):
        answer = client.get("/api/v1/oembed", {"url": f"http://testserver{path}"}).json()
        assert f"/embed{path}" in answer["html"]
        assert client.get(f"/embed{path}").status_code == 200
    assert client.get("/api/v1/oembed", {"url": f"http://testserver{BELL}", "format": "xml"}).status_code == 422


def test_an_edition_is_downloaded_in_the_house_format_and_read_back(
    client: Client, lanterns: Document, documents: Path
) -> None:
    from importers.reading import read

    response = client.get("/downloads/lanterns-of-vell/faq/1.1.md")
    assert response["Content-Disposition"].startswith("attachment")
    original = documents / "lanterns-1.1.md"
    assert read(response.content, name="x.md").document == read(original.read_bytes(), name="y.md").document
