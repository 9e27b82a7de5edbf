"""The public pages."""

from collections.abc import Callable
from datetime import timedelta
from html.parser import HTMLParser
from inspect import unwrap
from pathlib import Path

from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from rulings.models import Card, Document, Edition, SiteState
from rulings.models.state import new_token
from rulings.services import merging, publishing
from rulings.views import manual

FAQ = "/lanterns-of-vell/faq/"
PAGES = {
    "home": "/",
    "game": "/lanterns-of-vell/",
    "cards": "/lanterns-of-vell/cards/",
    "errata sheet": "/lanterns-of-vell/cards/core-box/errata-sheet/",
    "card set": "/lanterns-of-vell/cards/core-box/",
    "card": "/lanterns-of-vell/cards/core-box/L40-harbour-bell/",
    "restricted list": "/lanterns-of-vell/lists/restricted/",
    "banned list": "/lanterns-of-vell/lists/banned/",
    "document": FAQ,
    "ruling": f"{FAQ}1.1/",
    "chapter": f"{FAQ}chapters/rules-clarifications/",
    "tags": f"{FAQ}tags/",
    "timing": f"{FAQ}timing/",
    "editions": f"{FAQ}editions/",
    "compare": f"{FAQ}compare/1.0...2.0/",
    "edition": f"{FAQ}at/1.1/",
    "ruling at": f"{FAQ}at/1.0/1.2/",
    "timing at": f"{FAQ}at/1.0/timing/",
    "chapter at": f"{FAQ}at/1.0/chapters/rules-clarifications/",
    "source": f"{FAQ}at/1.0/source/",
    "repairs": f"{FAQ}at/1.0/repairs/",
}


def long_faq(count: int, edition: str = "1", word: str = "lit") -> str:
    """An FAQ with all kinds of rulings, as long as wanted."""
    head = f"---\ngame: Lanterns of Vell\ndocument: FAQ\nedition: {edition}\nauthority: official\n---\n"
    errata = "".join(f"#### Card {n} (L{n})\nIs {word}.\n" for n in range(count))
    listed = "".join(f"- Card {n} (Core Box L{n})\n" for n in range(count))
    sections = "".join(
        f"#### (1.{n}) Section {n}\nIt is {word}, see [[1.{n // 2}]] and [[Card {n}]].\n" for n in range(count)
    )
    steps = "".join(f"- (R.{n}) Step {n} is {word}\n" for n in range(count))
    return (
        f"{head}# Errata {{errata}}\n## Core Box\n{errata}# Restricted {{restricted}}\nOne.\n\n{listed}"
        f"# Rules\n{sections}# Round {{timing}}\n{steps}"
    )


class Elements(HTMLParser):
    """The elements that a browser would make of a page, with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_every_page_is_there(client: Client, lanterns: Document) -> None:
    for address in PAGES.values():
        page = text_of(client, address)
        assert page.count("<h1") == 1, address
        assert "Lanterns of Vell" in page, address


def test_a_repeat_visit_costs_a_304_and_one_query(client: Client, lanterns: Document) -> None:
    for address in PAGES.values():
        first = client.get(address)
        with CaptureQueriesContext(connection) as queries:
            again = client.get(address, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, len(queries)) == (304, 1), address


def test_a_page_that_changed_just_now_is_not_validated_by_its_date(client: Client, lanterns: Document) -> None:
    SiteState.objects.update(changed_at=timezone.now(), token=new_token())
    assert "Last-Modified" not in client.get("/")
    SiteState.objects.update(changed_at=timezone.now() - timedelta(minutes=5), token=new_token())
    settled = client.get("/")
    assert client.get("/", headers={"if-modified-since": settled["Last-Modified"]}).status_code == 304


def test_publishing_makes_new_validators(client: Client, lanterns: Document) -> None:
    etag = client.get("/")["ETag"]
    publishing.withdraw(lanterns.current)
    assert client.get("/", headers={"if-none-match": etag}).status_code == 200


def test_pages_use_no_more_queries_for_a_longer_document(client: Client, publish: Callable[..., Edition]) -> None:
    addresses = ["/", "/lanterns-of-vell/", "/lanterns-of-vell/cards/", "/lanterns-of-vell/cards/core-box/"]
    addresses += ["/lanterns-of-vell/cards/core-box/L3-card-3/", "/lanterns-of-vell/lists/restricted/", FAQ]
    addresses += [f"{FAQ}{tail}/" for tail in ("1.1", "timing", "editions", "at/2", "at/2/source", "compare/1...2")]
    addresses += [f"{FAQ}chapters/rules/", f"{FAQ}tags/", "/lanterns-of-vell/cards/core-box/errata-sheet/"]
    addresses += [f"{address.rstrip('/')}{form}" for address in addresses[1:] for form in (".json", ".md")]
    addresses += [f"{address}?q=lantern&page=1" for address in ("/search/", "/search.md", "/search.json")]

    def count_queries() -> dict[str, int]:
        counts = {}
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                text_of(client, address)
            counts[address] = len(queries)
        return counts

    publish(long_faq(5))
    publish(long_faq(5, "2", "dark"))
    short = count_queries()
    publishing.withdraw(Edition.objects.get(label="2"))
    publishing.withdraw(Edition.objects.get(label="1"))
    publish(long_faq(60))
    publish(long_faq(60, "2", "dark"))
    assert count_queries() == short
    assert max(short.values()) <= 16


def test_an_address_outlives_renumbering_and_says_so(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{FAQ}1.3/")
    assert "Lending" in page
    lending_then = text_of(client, f"{FAQ}at/1.0/1.3/")
    assert "Lending" in lending_then
    page = text_of(client, f"{FAQ}1.2/")
    assert "Snuffing" in page
    assert "No longer in force" in page
    assert 'href="/lanterns-of-vell/faq/1.2-shading/"' in page


def test_a_label_leads_to_the_ruling_that_bears_it_today(client: Client, lanterns: Document) -> None:
    assert client.get(f"{FAQ}R.4/").headers["Location"] == f"{FAQ}R.3/"
    assert client.get(f"{FAQ}r.1/").headers["Location"] == f"{FAQ}R.1/"


def test_a_label_that_was_borne_once_still_leads_somewhere(client: Client, lanterns: Document) -> None:
    assert client.get(f"{FAQ}1.4/").headers["Location"] == f"{FAQ}1.3/"


def test_a_past_edition_can_be_read_as_it_stood_and_says_so(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{FAQ}at/1.0/")
    assert "as it stood" in page
    assert f'href="{FAQ}"' in page
    assert f'href="{FAQ}at/1.0/1.2/"' in page
    assert "Shading" not in page
    ruling = text_of(client, f"{FAQ}at/1.0/2.1/")
    assert "its crew is readied." in ruling
    assert "as it stood" in ruling
    assert "as it stood." not in text_of(client, f"{FAQ}at/2.0/")


def test_the_history_shows_what_was_inserted_and_deleted(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{FAQ}2.1/")
    assert "<ins>" in page
    assert "[added: " in page
    assert " and paid" in page


def test_a_comparison_is_grouped_by_kind_of_change(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{FAQ}compare/1.0...1.1/")
    for kind in ("added", "reworded", "moved", "removed"):
        assert f'<h2 id="{kind}">' in page
    assert "say the same" in text_of(client, f"{FAQ}compare/1.1...1.1/")


def test_the_form_leads_to_the_comparison(client: Client, lanterns: Document) -> None:
    assert client.get(f"{FAQ}compare/?old=1.0&new=1.1").headers["Location"] == f"{FAQ}compare/1.0...1.1/"
    assert client.get(f"{FAQ}compare/").headers["Location"] == f"{FAQ}editions/"


def test_a_list_says_since_when_and_who_left_it(
    client: Client, publish: Callable[..., Edition], documents: Path
) -> None:
    publish(documents / "lanterns-1.0.md")
    publish(documents / "lanterns-1.1.md")
    page = text_of(client, "/lanterns-of-vell/lists/restricted/")
    assert "Choose one card of this list" in page
    assert "FAQ 1.1" in page
    assert "No longer restricted" in page
    assert "Grey Moth" in page


def test_a_card_shows_what_is_ruled_about_it_and_what_mentions_it(client: Client, lanterns: Document) -> None:
    page = text_of(client, "/lanterns-of-vell/cards/core-box/L12-lamplighter/")
    assert "Light <strong>one</strong> lantern" in page
    assert "restricted" in page
    assert "Mentioned in" in page


def test_references_are_links(client: Client, lanterns: Document) -> None:
    assert f'<a class="to-ruling" href="{FAQ}at/1.1/1.1/">1.1</a>' in text_of(client, f"{FAQ}at/1.1/1.2/")
    page = text_of(client, f"{FAQ}does-harbour-bell-ring-at-dawn/")
    assert 'href="/lanterns-of-vell/cards/core-box/L40-harbour-bell/">Harbour Bell</a>' in page


def test_a_section_says_what_cites_it(client: Client, publish: Callable[..., Edition], documents: Path) -> None:
    publish(documents / "lanterns-1.0.md")
    page = text_of(client, f"{FAQ}1.1/")
    assert "Cited by" in page
    assert f'href="{FAQ}1.2/"' in page


def test_an_unknown_address_offers_a_search(client: Client, lanterns: Document) -> None:
    response = client.get(f"{FAQ}harbour-bel/")
    assert response.status_code == 404
    assert b'value="harbour bel"' in response.content


def test_what_was_withdrawn_is_gone(client: Client, lanterns: Document) -> None:
    publishing.withdraw(lanterns.current)
    assert client.get(f"{FAQ}at/2.0/").status_code == 410
    assert client.get(f"{FAQ}the-round-R.3/").status_code == 410
    assert client.get(f"{FAQ}at/9.9/").status_code == 404


def test_a_document_can_do_no_harm(client: Client, publish: Callable[..., Edition]) -> None:
    hostile = (
        "---\ngame: Evil\ndocument: D\nedition: 1\nauthority: official\n---\n# A <script>x</script>\n"
        "#### (1.1) <img src=x onerror=alert(1)>\n<script>alert(1)</script> <a href='javascript:alert(1)'>x</a> "
        "[y](javascript:alert(2)) <p onclick=alert(3) style='position:fixed'>z</p> [w](//[[1.1]]\"onmouseover=1)\n"
        + ">" * 3000
        + " deep\n"
    )
    publish(hostile)
    for address in ("/evil/d/", "/evil/d/1.1/", "/evil/d/at/1/source/", "/evil/d/editions/"):
        elements = Elements()
        elements.feed(text_of(client, address))
        scripts = [attributes for tag, attributes in elements.found if tag == "script"]
        run = [attributes for attributes in scripts if attributes.get("type") != "application/ld+json"]
        assert all((one.get("src") or "").startswith("/static/js/") for one in run)
        assert "img" not in {tag for tag, _ in elements.found}
        for tag, attributes in elements.found:
            assert not [name for name in attributes if name.startswith("on") or name == "style"], (address, tag)
            assert not str(attributes.get("href")).lower().startswith("javascript"), (address, tag)


def test_pages_forbid_scripts_frames_and_sniffing(client: Client, lanterns: Document) -> None:
    response = client.get("/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert "<style" not in response.content.decode()


def test_pages_answer_only_safe_methods(client: Client, lanterns: Document) -> None:
    assert client.post("/").status_code == 405
    assert client.head(FAQ).status_code == 200


def test_a_page_is_made_once_until_something_changes(client: Client, lanterns: Document) -> None:
    first = text_of(client, f"{FAQ}2.1/")
    with CaptureQueriesContext(connection) as queries:
        assert text_of(client, f"{FAQ}2.1/") == first
    assert len(queries) == 1
    publishing.withdraw(lanterns.current)
    assert "FAQ 1.1" in text_of(client, f"{FAQ}2.1/").split("<main")[1].split("<h2")[0]


@override_settings(ALLOWED_HOSTS=["one.example", "two.example"])
def test_each_host_gets_its_own_page(client: Client, lanterns: Document) -> None:
    for host in ("one.example", "two.example"):
        page = client.get(FAQ, headers={"host": host}).content.decode()
        assert f'<link rel="canonical" href="http://{host}{FAQ}">' in page


def test_a_page_made_twice_at_once_is_not_mixed_up_with_the_data_that_it_reads(
    client: Client, lanterns: Document
) -> None:
    first = client.get("/help/api/")
    second = unwrap(manual.api_help)(RequestFactory().get("/help/api/", headers={"host": "testserver"}))
    assert first.content == second.content


def test_what_an_erratum_changes_on_a_card_that_no_catalogue_has(
    client: Client, publish: Callable[..., Edition]
) -> None:
    head = "---\ngame: Lanterns of Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
    publish(f"{head}# Errata {{errata}}\n## Core Box\n#### Lamplighter (L12)\nShould have the Insect trait.\n")
    page = client.get("/lanterns-of-vell/cards/core-box/L12-lamplighter/").content.decode()
    assert "<dt>Traits added</dt>" in page
    assert "<del>not known here</del>" not in page
    assert "none" not in page.partition("Traits added")[2].partition("</dl>")[0]


def test_a_card_that_left_a_list_twice_is_told_once(client: Client, publish: Callable[..., Edition]) -> None:
    head = (
        "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: {}\n---\n# Restricted {{restricted}}\n- Moth (Box 1)\n"
    )
    crow = "- Crow (Box 2)\n"
    publish(head.format(1, "digest") + crow)
    publish(head.format(2, "digest"))
    for label in range(1, 5):
        publish(head.format(label, "official") + (crow if label % 2 else ""))
    page = text_of(client, "/vell/lists/restricted/")
    assert page.split("No longer restricted")[1].count("Crow</a>") == 1


def test_a_list_has_a_table_for_each_way_of_playing(client: Client, publish: Callable[..., Edition]) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
    joust = "# Joust {restricted: joust}\n- Moth (Box 1)\n- Crow (Box 2)\n\n"
    publish(f"{head}{joust}# Melee {{restricted: melee}}\n- Owl (Box 3)\n")
    page = text_of(client, "/vell/lists/restricted/")
    joust, melee = page.split("<table")[1:]
    assert "Joust: 2 titles" in page.split("<table")[0]
    assert "Crow" in joust
    assert "Owl" not in joust
    assert "Owl" in melee
    assert "## Joust" in text_of(client, "/vell/lists/restricted.md")
    cards = client.get("/vell/lists/restricted.json").json()["cards"]
    assert [card["format"] for card in cards] == ["joust", "joust", "melee"]


def test_the_preview_of_a_merged_card_is_that_of_the_one_it_is_now(client: Client, lanterns: Document) -> None:
    swarm, bell = Card.objects.get(name="Moth Swarm"), Card.objects.get(name="Harbour Bell")
    address = swarm.get_absolute_url()
    merging.merge_cards(bell, [swarm], user=None)
    preview = client.get(f"/preview/?of={address}")
    assert preview.status_code == 200
    assert "Harbour Bell" in preview.content.decode()
    assert "must-revalidate" in client.get(address)["Cache-Control"]
