"""Search, and law 5: the index is disposable."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from rulings.models import Document, Edition, Phrasing, Ruling, SiteState, Synonym, UnansweredSearch
from rulings.search.engine import Request, engine
from rulings.selectors.documents import ruling_page
from rulings.selectors.search import SearchPage, complete, search
from rulings.services import correcting, indexing, publishing, searches
from rulings.services.importing_cards import import_table as import_cards

Publish = Callable[..., Edition]


def titles(page: SearchPage) -> list[str]:
    return [result.ruling["title"] for result in page.results]


def test_a_question_in_plain_words_finds_the_ruling(indexed: Document) -> None:
    page = search("can I light the same lantern again?")
    assert page.index == "ready"
    assert "Lighting" in titles(page)[:2]


@pytest.mark.parametrize(
    "typed", ["harbour bell", "Harbour", "the harbor bell", "habour bel", "L40", "Core Box L40", "core box 40"]
)
def test_a_card_is_found_by_its_name_part_of_it_misspelt_or_by_its_number(indexed: Document, typed: str) -> None:
    page = search(typed)
    found = [card["name"] for card in page.cards] + [jump.title for jump in page.jumps]
    assert "Harbour Bell" in found


@pytest.mark.parametrize(
    "typed", ["1.3", "Lanterns of Vell 1.3", "lanterns 1.3", "1.3 lanterns", "§1.3", "section 1.3", "#1.3.", "Lending"]
)
def test_a_citation_leads_there_at_once(indexed: Document, typed: str) -> None:
    assert [jump.url for jump in search(typed).jumps][:1] == ["/lanterns-of-vell/faq/1.3/"]


def test_a_label_in_the_search_puts_its_section_first(indexed: Document) -> None:
    assert titles(search("what does 1.3 say about my lantern"))[0] == "Lending"


@pytest.mark.parametrize("typed", ["R.1", "r1", "r 1", "step R.1"])
def test_a_step_is_found_however_its_label_is_written(indexed: Document, typed: str) -> None:
    assert "/lanterns-of-vell/faq/R.1/" in [jump.url for jump in search(typed).jumps]


def test_a_label_that_has_moved_leads_to_the_ruling_that_bore_it(publish: Publish) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Rules\n"
    publish(head.format("1") + "#### (1.7) Oil\nIt runs out.\n")
    publish(head.format("2") + "#### (1.6) Oil\nIt runs out.\n")
    indexing.rebuild()
    assert [jump.title for jump in search("1.7").jumps] == ["(1.6) Oil"]


@pytest.mark.parametrize("typed", ["Lanterns of Vell", "lanterns"])
def test_the_name_of_a_game_leads_to_it(indexed: Document, typed: str) -> None:
    assert search(typed).jumps[0].url == "/lanterns-of-vell/"


def test_a_negative_number_is_a_word_and_no_exclusion(indexed: Document) -> None:
    assert search("what if I draw a -8").query.excluded == ()


def test_a_word_that_is_right_is_not_taken_for_a_misspelt_card(indexed: Document) -> None:
    assert search("fell").suggestion == ""


def test_a_word_with_a_slip_is_corrected_and_said_so(indexed: Document) -> None:
    page = search("lantren")
    assert page.suggestion == "lantern"
    assert page.results


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        ("kind:question bell", {"question"}),
        ("is:restricted", {"listing"}),
        ("kind:errata", {"erratum"}),
        ("kind:step", {"step"}),
    ],
)
def test_fields_narrow_the_results(indexed: Document, typed: str, kinds: set[str]) -> None:
    assert {result.ruling["kind"] for result in search(typed).results} == kinds


def test_a_phrase_must_stand_word_for_word_and_an_excluded_word_must_not(indexed: Document) -> None:
    everything = set(titles(search("lantern")))
    exactly = set(titles(search('"another player"')))
    assert "Lending" in exactly
    assert exactly < everything
    assert "Lending" not in titles(search("lantern -lent"))


def test_a_phrase_in_a_phones_quotation_marks_is_a_phrase(indexed: Document) -> None:
    assert search("“another player”").query.phrases == ("another player",)


def test_a_phrase_of_small_words_alone_is_found(publish: Publish) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Rules\n"
    publish(f"{head}#### Oil\nThen you may do so.\n#### Wicks\nMay you live long.\n")
    indexing.rebuild()
    assert titles(search('"you may"')) == ["Oil"]


def test_an_excluded_phrase_excludes_only_what_says_it(indexed: Document) -> None:
    assert "Lending" not in titles(search('lantern -"another player"'))
    assert "Lending" in titles(search('lantern -"player another"'))


@pytest.mark.parametrize("typed", ["kind:question kind:erratum", "kind:erratum kind:question"])
def test_two_values_of_a_field_are_either(indexed: Document, typed: str) -> None:
    assert {result.ruling["kind"] for result in search(typed).results} == {"question", "erratum"}


def test_what_cannot_narrow_a_search_is_ignored_and_said_so(indexed: Document) -> None:
    page = search("lantern", kind="nonsense", game="chess")
    assert page.results
    assert len(page.query.notes) == 2


@pytest.mark.parametrize("typed", ["set:Nowhere lantern", 'card:"Qqqq Zzzz" lantern'])
def test_an_unknown_card_or_set_is_said_to_be_unknown(indexed: Document, typed: str) -> None:
    assert "is known" in search(typed).query.notes[-1]


def test_a_suggestion_keeps_what_was_right(indexed: Document) -> None:
    assert search('kind:clarification "another player" lantren?').suggestion == (
        'kind:clarification "another player" lantern?'
    )


def test_a_phrase_that_nothing_says_is_read_as_words_and_said_so(indexed: Document) -> None:
    page = search('may I have it "lent to some player"?')
    assert "Lending" in titles(page)
    assert "read singly" in page.query.notes[-1]


def test_the_past_is_searched_when_asked_for(indexed: Document) -> None:
    assert "Snuffing" in titles(search("snuffed at:1.0"))
    assert "Snuffing" not in titles(search("snuffed"))


def test_what_an_edition_changed_can_be_asked_for(indexed: Document) -> None:
    changed = {result.ruling["slug"] for result in search("changed:2.0").results}
    assert changed
    assert changed < {ruling.slug for ruling in Ruling.objects.filter(document=indexed)}


def test_an_unknown_game_is_read_as_a_word_and_said_so(indexed: Document) -> None:
    page = search("game:chess lantern")
    assert any("no game" in note for note in page.query.notes)
    assert page.results


def test_a_synonym_finds_what_the_documents_say_without_drowning_it(
    indexed: Document, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    assert "Lending" not in titles(search("borrow"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        searches.keep_synonym(Synonym(phrase="borrow", meanings="lend, lent"))
    assert titles(search("borrow"))[0] == "Lending"
    assert titles(search("lighting borrow"))[0] == "Lighting"
    assert indexing.is_ready()


def test_a_phrasing_finds_its_ruling(
    indexed: Document, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    lending = Ruling.objects.get(document=indexed, slug="1.3")
    assert "Lending" not in titles(search("can my buddy use it tonight"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        searches.keep_phrasing(Phrasing(ruling=lending, words="can my buddy use it tonight"))
    assert titles(search("buddy use tonight"))[0] == "Lending"


def test_results_mark_the_words_that_were_found(indexed: Document) -> None:
    (result,) = [one for one in search("lent to somebody").results if one.ruling["slug"] == "1.3"]
    assert "lent" in [piece.text for piece in result.passage if piece.is_marked]


def test_facets_count_what_narrowing_finds_and_stay_when_one_is_chosen(publish: Publish) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
    rules = "".join(f"#### (1.{n}) Rule {n}\nThe lantern of number {n}.\n" for n in range(150))
    steps = "".join(f"- (R.{n}) A lantern burns {'on and ' * n}on\n" for n in range(30))
    publish(f"{head}# Rules\n{rules}# Round {{timing}}\n{steps}")
    indexing.rebuild()
    everything = search("lantern number")
    counts = {value.value: value.count for value in everything.facets[1].values}
    assert counts == {"clarification": 150, "step": 30}
    assert everything.total == 180
    narrowed = search("lantern number", kind="step")
    assert narrowed.total == 30
    assert {value.value: value.count for value in narrowed.facets[1].values} == counts


def test_official_comes_before_unofficial_and_digest_where_they_fit_alike(publish: Publish) -> None:
    for authority in ("digest", "unofficial", "official"):
        head = f"---\ngame: Vell\ndocument: {authority}\nedition: 1\nauthority: {authority}\n---\n"
        publish(f"{head}# Rules\n#### Oil\nIt runs out.\n")
    indexing.rebuild()
    found = [result.ruling["authority"] for result in search("oil runs").results]
    assert found == ["official", "unofficial", "digest"]


def test_cards_that_become_known_are_searched_for_at_once(
    publish: Publish, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    head = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Rules\n"
    publish(f"{head}#### Oil\nThe Odd Lamplighter needs none.\n")
    indexing.rebuild()
    assert not search('set:"Blue Box"').results
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        import_cards(["set,name,number", "Blue Box,Odd Lamplighter,7"], game_name="vell")
    assert titles(search('set:"Blue Box"')) == ["Oil"]


def test_an_index_that_lacks_an_earlier_publication_catches_up(
    publish: Publish, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    indexing.rebuild()
    head = "---\ngame: Vell\ndocument: {0}\nedition: 1\nauthority: official\n---\n# Rules\n#### {0}\nHere.\n"
    with django_capture_on_commit_callbacks():  # type: ignore[attr-defined]
        publish(head.format("Killed"))
    assert search("here").index == "behind"
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        publish(head.format("Later"))
    assert search("here").index == "ready"
    assert sorted(titles(search("killed later"))) == ["Killed", "Later"]


def test_a_repaired_index_is_not_hidden_by_a_visitors_copy(
    client: Client, indexed: Document, lose_index: Callable[[], None]
) -> None:
    lose_index()
    broken = client.get("/search/?q=lantern")
    indexing.rebuild()
    repaired = client.get("/search/?q=lantern", headers={"if-none-match": broken["ETag"]})
    assert repaired.status_code == 200


def test_pages_of_results_do_not_overlap(publish: Publish) -> None:
    rules = "".join(f"#### (1.{n}) Rule {n}\nThe lantern of number {n}.\n" for n in range(25))
    publish(f"---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Rules\n{rules}")
    indexing.rebuild()
    pages = [titles(search("lantern", number=number)) for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [10, 10, 5]
    assert len({title for page in pages for title in page}) == 25
    assert search("lantern", number=99).number == 3


def test_publishing_indexes_after_the_commit(
    publish: Publish, documents: Path, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        publish(documents / "lanterns-1.0.md")
    assert "Snuffing" in titles(search("snuffed lantern harbour"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        publish(documents / "lanterns-1.1.md")
        newest = publish(documents / "lanterns-2.0.md")
    assert "Snuffing" not in titles(search("snuffed lantern harbour"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        publishing.withdraw(newest)
    assert "Snuffing" in titles(search("snuffed lantern harbour"))


def test_until_the_index_is_written_the_database_answers_and_that_is_not_remembered(
    indexed: Document, publish: Publish, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    text = "---\ngame: Vell\ndocument: Other\nedition: 1\nauthority: official\n---\n# Rules\n#### Zebras\nAre exempt.\n"
    with django_capture_on_commit_callbacks() as callbacks:  # type: ignore[attr-defined]
        publish(text)
    behind = search("exempt zebras")
    assert (behind.index, titles(behind)) == ("behind", ["Zebras"])
    for callback in callbacks:
        callback()
    ready = search("exempt zebras")
    assert (ready.index, titles(ready)[0]) == ("ready", "Zebras")


def test_without_its_index_the_site_still_serves_and_says_so(
    client: Client, indexed: Document, lose_index: Callable[[], None]
) -> None:
    lose_index()
    assert not indexing.is_ready()
    page = client.get("/search/?q=snuffed+shaded").content.decode()
    assert "The search index is missing or broken" in page
    assert "Shading" in page
    assert client.get("/lanterns-of-vell/faq/").status_code == 200
    assert client.get("/lanterns-of-vell/faq/1.3/").status_code == 200
    call_command("rebuild_index", verbosity=0)
    assert "The search index is missing" not in client.get("/search/?q=shaded+lanterns").content.decode()


def test_a_search_is_answered_when_the_index_is_lost_while_the_site_runs(
    indexed: Document, lose_index: Callable[[], None]
) -> None:
    before = titles(search("lantern dusk"))
    lose_index()
    assert set(before) & set(titles(search("lantern dusk")))


def test_an_index_of_another_state_is_not_used(indexed: Document) -> None:
    """As after a restored backup: the index is whole, but not of this database."""
    SiteState.objects.update(identity="another")
    page = search("lantern dusk")
    assert page.index == "behind"
    assert page.results


def test_without_its_index_a_search_is_still_narrowed(indexed: Document, lose_index: Callable[[], None]) -> None:
    lose_index()
    assert "Snuffing" in titles(search("snuffed at:1.0"))
    assert titles(search("section:2.1")) == ["High tide"]
    assert set(titles(search('card:"Salt Road"'))) == {"Salt Road"}


def test_names_are_narrowed_to_the_game_before_they_are_cut(indexed: Document, publish: Callable[..., Edition]) -> None:
    others = "".join(f"#### Dark {letter} ({place})\nIs.\n" for place, letter in enumerate("ABCDEFGH", start=1))
    head = "---\ngame: {}\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Errata {{errata}}\n## Box\n"
    publish(head.format("Other") + others)
    publish(head.format("Second") + "#### Dark Harbour of the Lanterns (1)\nIs.\n")
    page = search("dark", game="second")
    assert [card["name"] for card in page.cards] == ["Dark Harbour of the Lanterns"]
    assert [one.title for one in complete("dark", game="second")][:1] == ["Dark Harbour of the Lanterns"]
    first = complete("dark", first="second")
    assert first[0].title == "Dark Harbour of the Lanterns"
    assert {"Dark A", "Dark B"} <= {one.title for one in first}


def test_the_past_is_searched_as_we_have_corrected_it(indexed: Document) -> None:
    ruling = Ruling.objects.get(document=indexed, slug="2.1")
    text = correcting.text_of(ruling).replace("each ship", "every ship")
    correcting.correct_text(ruling, text, reason="a typo", basis=indexed.current_id or 0, user=None)
    page = search("high tide at:2.0", number=0)
    (found,) = [result.ruling["text"] for result in page.results if result.ruling["slug"] == "2.1"]
    assert "every ship" in found


def test_a_rebuilt_index_answers_the_same(indexed: Document, lose_index: Callable[[], None]) -> None:
    before = titles(search("lantern dusk ship"))
    lose_index()
    assert not indexing.is_ready()
    call_command("rebuild_index", verbosity=0)
    assert indexing.is_ready()
    assert titles(search("lantern dusk ship")) == before
    assert before


def test_a_rebuild_that_fails_leaves_the_index_in_use(indexed: Document) -> None:
    def broken() -> Iterator[object]:
        raise RuntimeError("in the middle")
        yield

    before = engine().find(Request(wanted=(("lantern", 1.0),)))
    with pytest.raises(RuntimeError):
        engine().rebuild(None, broken(), key="99")
    assert engine().find(Request(wanted=(("lantern", 1.0),))) == before
    assert before


@pytest.mark.parametrize(
    "query", ["", "   ", "?", "AND OR NOT", '"unclosed', "x" * 500, "a:b^2~ [c TO d]", "\x00", "-"]
)
def test_no_query_breaks_the_page_the_api_or_the_suggestions(client: Client, indexed: Document, query: str) -> None:
    for address in ("/search/", "/search/suggestions/"):
        assert client.get(address, {"q": query}).status_code == 200
    assert client.get("/api/v1/search", {"q": query}).status_code in (200, 422)


def test_a_search_that_finds_nothing_offers_the_nearest_and_is_counted(client: Client, indexed: Document) -> None:
    for _ in range(2):
        page = client.get("/search/?q=zyxwv+luntarn").content.decode()
    assert "No ruling fits" in page
    assert "Lighting" in page
    assert UnansweredSearch.objects.get(query="zyxwv luntarn").count == 2


def test_suggestions_name_cards_and_rulings(client: Client, indexed: Document) -> None:
    offered = client.get("/search/suggestions/?q=harb").json()["suggestions"]
    assert offered[0]["title"] == "Harbour Bell"
    assert len({one["url"] for one in offered}) == len(offered)
    assert complete("x") == []
    assert "1.3 Lending" in [one.title for one in complete("lendi")]


def test_the_api_answers_as_in_the_contract(client: Client, indexed: Document) -> None:
    answer = client.get("/api/v1/search", {"q": "can a lantern be lent?", "limit": 3}).json()
    assert set(answer) == {"query", "total", "suggestion", "index", "answer", "results"}
    assert (answer["index"], answer["answer"]) == ("ready", None)
    assert len(answer["results"]) == 3
    best = answer["results"][0]
    assert set(best) == {
        "type", "kind", "game", "document", "edition", "key", "title", "text", "snippet", "url", "authority", "cards",
    }  # fmt: skip
    assert (best["type"], best["key"], best["url"]) == ("ruling", "1.3", "/lanterns-of-vell/faq/1.3/")
    named = client.get("/api/v1/search", {"q": "Harbour Bell"}).json()["results"][0]
    assert (named["type"], named["title"]) == ("card", "Harbour Bell")
    numbered = client.get("/api/v1/search", {"q": "L40"}).json()["results"]
    assert (numbered[0]["type"], numbered[0]["title"]) == ("card", "Harbour Bell")
    assert "Harbour Bell" in numbered[1]["title"] + numbered[1]["text"]
    labelled = client.get("/api/v1/search", {"q": "1.3"}).json()["results"][0]
    assert labelled["key"] == "1.3"
    assert client.get("/api/v1/search").status_code == 422


def test_like_rulings_are_offered_but_never_the_ruling_itself(indexed: Document) -> None:
    page = ruling_page("lanterns-of-vell", document="faq", slug="1.3")
    assert page.alike
    assert page.ruling["id"] not in [one["id"] for one in page.alike]


def test_the_search_is_evaluated_by_questions(
    indexed: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "questions.json"
    questions = [
        {"question": "can a lantern be lent to another player?", "gold": "may be lent to another player"},
        {"question": "zyxwv", "gold": "nowhere"},
    ]
    path.write_text(json.dumps(questions))
    call_command("evaluate_search", str(path))
    assert "2 questions; first 50 %, in five 50 %, in ten 50 %" in capsys.readouterr().out
