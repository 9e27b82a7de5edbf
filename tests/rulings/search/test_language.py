"""The query language: what is understood, and that nothing is an error."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.search.language import Query, parse


@pytest.mark.parametrize(
    ("typed", "understood"),
    [
        ("can I tap it?", {"words": "can I tap it?"}),
        ('"discard pile" again', {"words": "again", "phrases": ("discard pile",)}),
        ("pile -insane", {"words": "pile", "excluded": ("insane",)}),
        ('pile -"in play"', {"words": "pile", "excluded": ("in play",)}),
        ("game:coc pile", {"words": "pile", "game": "coc"}),
        ('card:"Hound of Tindalos" card:Moth', {"cards": ("Hound of Tindalos", "Moth")}),
        ("set:CS kind:errata", {"card_set": "CS", "filters": (("kind", "erratum"),)}),
        ("is:banned is:reversed", {"filters": (("list_name", "banned"), ("reverses", "yes"))}),
        ("section:2.13", {"section": "2.13"}),
        ("changed:3.2 at:3.1", {"changed": "3.2", "at": "3.1"}),
        ("a well-known card", {"words": "a well-known card"}),
        ("GAME:CoC", {"game": "CoC"}),
    ],
)
def test_the_language_is_understood(typed: str, understood: dict[str, object]) -> None:
    assert replace(parse(typed), notes=(), said="") == Query(typed=typed, **understood)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "words", "note"),
    [
        ("colour:red", "colour:red", "is not a field"),
        ("kind:nonsense", "kind:nonsense", "cannot be searched for"),
        ('"never closed', "never closed", "quotation mark is missing"),
        ("-game:coc", "-game:coc", "cannot be searched for"),
    ],
)
def test_what_is_not_the_language_is_read_as_words_and_said_so(typed: str, words: str, note: str) -> None:
    query = parse(typed)
    assert query.words == words
    assert note in query.notes[-1]


@given(st.text(max_size=80))
def test_nothing_that_can_be_typed_is_an_error(typed: str) -> None:
    assert parse(typed).typed == typed
