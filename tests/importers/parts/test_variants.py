"""A recipe fits more than one edition: whatever but the words differs, nearly all items are found whole."""

import os
import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from importers.extraction import extract
from importers.facts import load_facts
from importers.folding import fold
from importers.reading import read_source
from importers.records import ParsedRuling
from importers.sources import SourceText
from importers.typography import same_wording
from tests.importers.variants import LAYOUTS, PAGES

FOLDER = os.environ.get("RULINGS_DOCUMENTS", "")
FACTS = load_facts(Path(__file__).resolve().parents[3] / "fixtures" / "games.toml")
# So much of what is found in the document itself must be found in every variant of it.
SHARE = 0.98

pytestmark = pytest.mark.skipif(not FOLDER, reason="RULINGS_DOCUMENTS does not name the publishers' documents")


@cache
def source_of(name: str) -> SourceText:
    return extract((Path(FOLDER) / name).read_bytes(), name=name)


@cache
def rulings_of(name: str) -> tuple[ParsedRuling, ...]:
    return read_source(source_of(name), facts=FACTS).document.rulings


def share_found(known: tuple[ParsedRuling, ...], found: tuple[ParsedRuling, ...]) -> float:
    """How many rulings are there again with the same kind, label, title and words."""
    by_title: dict[object, list[ParsedRuling]] = {}
    for ruling in found:
        by_title.setdefault((ruling.kind, ruling.key, fold(ruling.title)), []).append(ruling)
    whole = sum(
        any(same_wording(one.text, other.text) for other in by_title.get((one.kind, one.key, fold(one.title)), []))
        for one in known
    )
    return whole / len(known)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("change", LAYOUTS)
def test_a_pdf_that_looks_different_is_read_the_same(change: str, seed: int) -> None:
    source = source_of("coc-faq-3.2.pdf")
    assert source.layout is not None
    layout = LAYOUTS[change](source.layout, random.Random(seed))
    variant = replace(source, layout=layout, text=layout.text)
    found = read_source(variant, facts=FACTS).document
    assert share_found(rulings_of("coc-faq-3.2.pdf"), found.rulings) >= SHARE
    assert found.edition == "3.2"


@pytest.mark.parametrize("change", PAGES)
@pytest.mark.parametrize("name", ["agot-faq-2.3.html", "agot-faq-3.0.html", "arkham-rules-reference-1.9.html"])
def test_a_page_with_other_markup_is_read_the_same(name: str, change: str) -> None:
    page = (Path(FOLDER) / name).read_text(encoding="utf-8")
    variant = extract(PAGES[change](page, random.Random(1)).encode(), name=name)
    found = read_source(variant, facts=FACTS).document
    assert share_found(rulings_of(name), found.rulings) >= SHARE


@pytest.mark.parametrize(("old", "new"), [("agot-faq-2.3.html", "agot-faq-3.0.html")])
def test_the_edition_is_found_wherever_it_stands(old: str, new: str) -> None:
    for name in (old, new):
        page = PAGES["late_version"]((Path(FOLDER) / name).read_text(encoding="utf-8"), random.Random(1))
        label = name.removeprefix("agot-faq-").removesuffix(".html")
        assert read_source(extract(page.encode(), name=name), facts=FACTS).document.edition == label
