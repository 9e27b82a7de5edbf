"""Search by meaning: the real model, and what happens without it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import pytest_django
from django.test import Client

from rulings.models import Edition
from rulings.search import encoder, meaning
from rulings.search.passages import LONGEST, passages_of
from rulings.search.vectors import MANY, SIZE, Vectors, as_bytes
from rulings.selectors.search import search
from rulings.services import indexing, vectorising

Publish = Callable[[Path | str], Edition]
HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Rules\n"
RULES = (
    "#### (1.1) Snuffed lanterns\nA lantern that goes out is put on top of its owner's discard pile.\n"
    "#### (1.2) Harbour dues\nA ship pays two coins when it enters the harbour.\n"
    "#### (1.3) Storms\nNo ship can leave the harbour during a storm.\n"
)
# Shares no word with the ruling that answers it.
QUESTION = "how much money do boats need for docking"


@pytest.fixture
def by_meaning(settings: pytest_django.Settings) -> Iterator[None]:
    if not (settings.MODEL / "tokenizer.json").exists():
        pytest.skip("the model is not installed: bin/setup does it")
    settings.SEMANTIC = True
    encoder.load()
    yield
    encoder._problems.clear()


@pytest.fixture
def rules(publish: Publish, by_meaning: None) -> Edition:
    edition = publish(HEAD.format("1") + RULES)
    indexing.rebuild()
    return edition


def titles(question: str) -> list[str]:
    return [result.ruling["title"] for result in search(question).results]


def test_a_question_finds_a_ruling_that_shares_no_word_with_it(rules: Edition) -> None:
    assert titles(QUESTION) == []
    assert vectorising.make() == 3
    assert titles(QUESTION)[0] == "Harbour dues"


def test_what_is_found_by_meaning_is_narrowed_and_counted_like_the_rest(rules: Edition) -> None:
    vectorising.make()
    assert search(QUESTION, kind="erratum").results == []
    page = search(QUESTION)
    assert page.total == len(page.results)
    counted = {value.value: value.count for facet in page.facets if facet.field == "kind" for value in facet.values}
    assert counted == {"clarification": page.total}


def test_vectors_that_are_made_again_are_the_same(rules: Edition) -> None:
    vectorising.make()
    path = meaning.path_for(encoder.load())
    before = Vectors.load(path)
    assert vectorising.make() == 0
    path.unlink()
    assert vectorising.make() == 3
    after = Vectors.load(path)
    assert np.array_equal(before.bytes, after.bytes)
    assert np.array_equal(before.marks, after.marks)


def test_a_reworded_ruling_is_not_found_by_what_it_meant_before(rules: Edition, publish: Publish) -> None:
    vectorising.make()
    publish(HEAD.format("2") + RULES.replace("A ship pays two coins when it enters the harbour.", "Crows are black."))
    indexing.rebuild()
    assert "Harbour dues" not in titles(QUESTION)
    assert vectorising.make() == 1


def test_a_broken_file_of_vectors_is_made_again(rules: Edition) -> None:
    vectorising.make()
    path = meaning.path_for(encoder.load())
    path.write_bytes(path.read_bytes()[:100])
    assert titles(QUESTION) == []
    assert titles("harbour storm")[0] == "Storms"
    assert not meaning.is_complete()
    vectorising.make()
    assert titles(QUESTION)[0] == "Harbour dues"


def test_without_its_files_search_goes_by_words_and_the_desk_says_so(
    rules: Edition, admin_client: Client, settings: pytest_django.Settings, tmp_path: Path
) -> None:
    settings.MODEL = tmp_path
    with pytest.raises(encoder.ModelUnavailableError, match="bin/setup"):
        encoder.Encoder()
    kept = encoder._loaded.copy()
    encoder._loaded.clear()
    try:
        encoder._load_quietly()
        assert titles("harbour storm")[0] == "Storms"
        assert "by words alone: the model cannot be used" in admin_client.get("/admin/").content.decode()
    finally:
        encoder._loaded.extend(kept)


@pytest.mark.parametrize("typed", ["1.2", "lanterns", '"enters the harbour"'])
def test_labels_single_words_and_quotations_do_not_pay_for_a_vector(rules: Edition, typed: str) -> None:
    vectorising.make()
    encoder.question_vector.cache_clear()
    search(typed)
    assert encoder.question_vector.cache_info().misses == 0
    search(QUESTION)
    search(QUESTION)
    assert encoder.question_vector.cache_info().misses == 1


def test_a_page_that_was_answered_by_words_is_not_taken_for_one_by_meaning(rules: Edition, client: Client) -> None:
    address = "/api/v1/search?q=boats+docking+money"
    before = client.get(address)
    vectorising.make()
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.json()["results"][0]["title"] == "Harbour dues"


def test_among_very_many_vectors_the_nearest_is_found() -> None:
    random = np.random.default_rng(1)
    count = 2 * MANY
    # Texts of one kind resemble each other: their vectors vary in some directions more than in others.
    rows = random.normal(size=(count, SIZE)) * np.linspace(2.0, 0.1, SIZE)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    question = rows[12_345] + random.normal(size=SIZE) * 0.02
    question = (question / np.linalg.norm(question)).astype(np.float32)
    numbers, scales = zip(*map(as_bytes, rows.astype(np.float32)), strict=True)
    vectors = Vectors(
        np.arange(count, dtype=np.int64),
        np.zeros(count, "S16"),
        np.zeros(count, "S32"),
        np.array(numbers),
        np.array(scales, np.float32),
    )
    near = vectors.nearest(question)
    assert near.rulings[near.scores.argmax()] == 12_345


def test_a_long_text_is_cut_into_passages_of_whole_sentences() -> None:
    sentence = "A lantern that is lit cannot be lit again before the next dawn."
    ruling = {
        "cards": [{"name": "Moth"}],
        "heading_path": ["Rules", "Lanterns"],
        "plain_title": "Lighting",
        "plain": " ".join([sentence] * 20),
        "search": {"texts": []},
    }
    passages = passages_of({**ruling, "plain": " ".join(f"{sentence[:-1]} {n}." for n in range(20))})
    assert len(passages) > 1
    assert all(one.startswith("Lanterns Lighting Moth. A lantern") and one.endswith(".") for one in passages)
    assert all(len(one) < LONGEST + 60 for one in passages)


ASKED = (
    "# Questions {questions}\n#### Can a ship leave port while it storms?\n"
    "No. Every ship stays where it is until the weather clears.\n"
)


def test_where_words_and_meaning_agree_the_ruling_is_quoted(publish: Publish, by_meaning: None, client: Client) -> None:
    publish(HEAD.format("1") + RULES + ASKED)
    indexing.rebuild()
    vectorising.make()
    question = "may my ship leave port in a storm"
    (answer,) = search(question).answers
    assert answer.text == "No. Every ship stays where it is until the weather clears."
    assert answer.asked == "Can a ship leave port while it storms?"
    assert answer.source == "Vell, FAQ 1 (official)"
    page = client.get("/search/", {"q": question}).content.decode()
    assert "#:~:text=No.%20Every%20ship" in page
    assert page.index("Can a ship leave port") < page.index("No. Every ship")
    said = client.get("/api/v1/search", {"q": question}).json()["answer"]
    assert said == {"sure": answer.is_sure, "text": f"{answer.asked} {answer.text}", "url": answer.url}


def test_a_passage_with_a_lost_icon_is_not_quoted(publish: Publish, by_meaning: None) -> None:
    publish(HEAD.format("1") + RULES + ASKED.replace("stays where it is", "gets [icon?] and stays"))
    indexing.rebuild()
    vectorising.make()
    assert search("may my ship leave port in a storm").answers == []


def test_words_alone_do_not_quote(rules: Edition, settings: pytest_django.Settings) -> None:
    vectorising.make()
    settings.SEMANTIC = False
    assert search("can a ship leave the harbour during a storm").answers == []


def test_an_answer_that_the_same_question_contradicts_is_not_quoted(publish: Publish, by_meaning: None) -> None:
    question = "#### Can a ship leave port while it storms?\n"
    publish(HEAD.format("1") + RULES + ASKED)
    publish(HEAD.format("2") + RULES + ASKED + question + "Yes. It may leave at once.\n")
    indexing.rebuild()
    vectorising.make()
    assert search("may my ship leave port in a storm").answers == []


def test_a_note_that_is_not_the_publishers_is_not_quoted(publish: Publish, by_meaning: None) -> None:
    note = ASKED.partition("\n")[2].replace("storms?\n", "storms? {unofficial}\n")
    publish(HEAD.format("1") + RULES + "# Questions {questions}\n" + note)
    indexing.rebuild()
    vectorising.make()
    assert search("may my ship leave port in a storm").answers == []


def test_a_process_that_ends_while_the_model_is_loaded_ends_well(by_meaning: None, tmp_path: Path) -> None:
    lines = ("import os, django", "django.setup()", "from rulings.search import encoder", "encoder.ready()")
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "rulings_site.settings", "RULINGS_DATA": str(tmp_path)}
    ended = subprocess.run([sys.executable, "-c", "; ".join(lines)], env=environment, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
