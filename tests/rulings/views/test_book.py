"""A document as a book: contents, chapters, tags, citations."""

import re
from collections.abc import Callable
from html import unescape

from django.test import Client

from rulings.models import Document, Edition
from tests.rulings.views.test_pages import FAQ, long_faq, text_of

HEAD = "---\ngame: G\ndocument: {}\nedition: 1\nauthority: official\n---\n"


def test_the_contents_lead_to_chapters_and_rulings(client: Client, lanterns: Document) -> None:
    page = text_of(client, FAQ)
    assert f'href="{FAQ}chapters/rules-clarifications/"' in page
    assert f'href="{FAQ}1.1/"' in page


def test_a_chapter_shows_its_rulings_in_full_with_anchors_and_permanent_links(
    client: Client, lanterns: Document
) -> None:
    page = text_of(client, f"{FAQ}chapters/rules-clarifications/")
    assert "A lantern that is lit cannot be lit again." in page
    assert 'id="faq-2.1"' in page
    assert f'<a class="permalink" href="{FAQ}2.1/"' in page
    assert 'id="part-lanterns"' in page
    assert 'rel="prev"' in page
    assert 'rel="next"' in page


def test_a_chapter_of_the_past_stays_in_the_past(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{FAQ}at/1.0/chapters/rules-clarifications/")
    assert "You are reading the past" in page
    assert "Shading" not in page
    assert f'href="{FAQ}at/1.0/chapters/' in page
    assert f'<a class="permalink" href="{FAQ}at/1.0/2.1/"' in page


def test_an_unknown_chapter_is_not_there(client: Client, lanterns: Document) -> None:
    assert client.get(f"{FAQ}chapters/nothing/").status_code == 404


def test_a_long_chapter_is_paged_and_no_ruling_is_lost(client: Client, publish: Callable[..., Edition]) -> None:
    publish(long_faq(150).replace("It is lit,", "It is lit, " + "and so on " * 60))
    seen: set[str] = set()
    sizes = []
    for number in range(1, 9):
        page = text_of(client, f"{FAQ}chapters/rules/?page={number}")
        sizes.append(len(page.encode()))
        seen |= {f"1.{section}" for section in range(150) if f'id="faq-1.{section}"' in page}
    assert len(seen) == 150
    assert max(sizes) < 100_000


def test_questions_are_shown_as_questions_with_answers(client: Client, lanterns: Document) -> None:
    page = text_of(client, f"{FAQ}chapters/questions/").split("<main")[1]
    assert page.index('aria-hidden="true">Q<') < page.index("ring at dawn?") < page.index('aria-hidden="true">A<')


def test_version_tags_are_on_rulings_and_on_a_page_of_their_own(client: Client, lanterns: Document) -> None:
    assert f'href="{FAQ}tags/#v10">v1.0</a>' in text_of(client, f"{FAQ}2.2/")
    page = text_of(client, f"{FAQ}tags/")
    assert '<h2 id="v10">' in page
    assert "Low tide" in page


def test_a_ruling_can_be_cited_as_text_and_as_markdown(client: Client, lanterns: Document) -> None:
    page = unescape(text_of(client, f"{FAQ}2.1/"))
    url = f"http://testserver{FAQ}2.1/"
    assert f"Lanterns of Vell FAQ 2.0, 2.1 High tide. {url}</code>" in page
    assert f"[Lanterns of Vell FAQ 2.0, 2.1 High tide]({url})</code>" in page


def test_a_past_wording_is_cited_at_its_own_address(client: Client, lanterns: Document) -> None:
    page = unescape(text_of(client, f"{FAQ}at/1.0/2.1/"))
    assert f"Lanterns of Vell FAQ 1.0, 2.1 High tide. http://testserver{FAQ}at/1.0/2.1/" in page


def test_steps_say_what_cites_them(client: Client, publish: Callable[..., Edition]) -> None:
    publish(
        "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Round {timing}\n- (R.1) Dusk falls.\n"
        "# Rules\n#### (1.1) Dusk\nIn [[R.1]] all lamps are lit.\n"
    )
    page = text_of(client, "/vell/faq/timing/")
    assert "1 ruling about this step" in page
    assert 'href="/vell/faq/1.1/"' in page


def test_actions_stand_in_a_table_with_what_they_provoke(client: Client, publish: Callable[..., Edition]) -> None:
    publish(
        "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Round {timing}\n- (R.1) Dusk falls.\n"
        "# Actions\n#### Draw\nDraw a card.\n\nProvokes attacks of opportunity.\n"
        "#### Flee\nLeave.\n\nProvokes an attack of opportunity: No\n"
    )
    page = text_of(client, "/vell/faq/timing/")
    assert page.index("Draw a card.") < page.index("provokes-yes") < page.index("provokes-no")


def test_comparisons_are_filtered_by_kind_and_shown_side_by_side(client: Client, lanterns: Document) -> None:
    address = f"{FAQ}compare/1.0...2.0/"
    only = text_of(client, f"{address}?kind=removed")
    assert '<h2 id="removed">' in only
    assert '<h2 id="added">' not in only
    sides = text_of(client, f"{address}?view=side-by-side")
    assert 'class="difference before"' in sides
    assert 'class="difference before"' not in text_of(client, address)
    assert '<h2 id="added">' in text_of(client, f"{address}?kind=nonsense&view=nonsense&page=x")


def test_a_long_comparison_is_paged(client: Client, publish: Callable[..., Edition]) -> None:
    publish(long_faq(30))
    publish(long_faq(30, "2", "dark"))
    first = text_of(client, f"{FAQ}compare/1...2/")
    assert "Page 1 of 3" in first
    assert first.count("<article") == 40
    assert text_of(client, f"{FAQ}compare/1...2/?page=3").count("<article") == 10


def test_words_set_in_another_way_are_no_change(client: Client, publish: Callable[..., Edition]) -> None:
    publish(long_faq(2))
    publish(long_faq(2, "2").replace("is lit", "is **lit**"))
    assert "reworded" not in text_of(client, f"{FAQ}compare/1...2/").lower()


def test_a_title_that_alone_was_reworded_is_compared(client: Client, publish: Callable[..., Edition]) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n"
    text = f"{head}# Q {{{{questions}}}}\n#### Rings it at {{}}?\nYes.\n"
    publish(text.format("1", "dawn"))
    publish(text.format("2", "dusk"))
    page = text_of(client, "/vell/faq/rings-it-at-dawn/").split('id="history"')[1]
    assert "dawn" in page.split("<del>")[1].split("</del>")[0]
    assert "dusk" in page.split("<ins>")[1].split("</ins>")[0]


def test_what_moved_and_was_reworded_is_found_under_both(client: Client, lanterns: Document) -> None:
    for kind in ("moved", "reworded"):
        assert "High tide" in text_of(client, f"{FAQ}compare/1.0...2.0/?kind={kind}")


def test_references_in_an_action_table_are_links(client: Client, publish: Callable[..., Edition]) -> None:
    publish(
        "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Round {timing}\n- (R.1) Dusk falls.\n"
        "# Actions\n#### Draw\nDraw as in [[R.1|the chart]].\n\nProvokes attacks of opportunity.\n"
    )
    table = text_of(client, "/vell/faq/timing/").split("<table")[1]
    assert 'href="/vell/faq/R.1/">the chart</a>' in table
    assert "Provokes attacks of opportunity.</p>" not in table


def test_the_second_page_of_a_chapter_is_known_by_its_own_address(
    client: Client, publish: Callable[..., Edition]
) -> None:
    publish(long_faq(100))
    assert f'<link rel="canonical" href="http://testserver{FAQ}chapters/rules/?page=2">' in text_of(
        client, f"{FAQ}chapters/rules/?page=2"
    )


def test_two_steps_with_one_label_know_of_each_other(client: Client, publish: Callable[..., Edition]) -> None:
    publish(
        "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
        "# Dusk {timing}\n- (IV) Lamps are lit\n# Dawn {timing}\n- (IV) Lamps are snuffed\n"
    )
    assert "Another ruling bears the label IV as well" in text_of(client, "/vell/faq/IV/")


def test_a_ruling_that_bears_the_name_of_its_chapter_stands_where_it_is_printed(
    client: Client, publish: Callable[..., Edition]
) -> None:
    publish(HEAD.format("FAQ") + "# Combat\n#### Attacking\nHit.\n#### Combat\nIn short.\n#### Ending\nStop.\n")
    page = client.get("/g/faq/chapters/combat/").content.decode()
    assert page.index("Hit.") < page.index("In short.") < page.index("Stop.")


def test_a_reference_of_the_past_to_another_document_leads_there(
    client: Client, publish: Callable[..., Edition]
) -> None:
    publish(HEAD.format("Timing") + "# Skill Test {timing}\n- (1) Choose.\n- (2) Reveal.\n")
    text = (
        HEAD.format("FAQ") + "# Rules\n#### (1.1) One\nSee Step 2 of Skill Test and [[1.2]].\n#### (1.2) Two\nHere.\n"
    )
    publish(text)
    publish(text.replace("edition: 1", "edition: 2").replace("Here", "There"))
    page = client.get("/g/faq/at/1/1.1/").content.decode()
    links = re.findall(r'class="to-ruling" href="([^"]+)"', page)
    assert links == ["/g/timing/skill-test-2/", "/g/faq/at/1/1.2/"]
    assert [client.get(link).status_code for link in links] == [200, 200]
