"""Hypothesis strategies for parsed documents, awkward ones included."""

import string
from dataclasses import replace
from datetime import date

from hypothesis import strategies as st

from importers.records import (
    Authority,
    CardCitation,
    Kind,
    ListName,
    ParsedDocument,
    ParsedRuling,
    Scope,
    deepest_after,
    one_line,
    tidy_text,
    title_of_cards,
)

# Pieces that mean something in the format, so that they turn up where they must mean nothing.
AWKWARD = [
    *"#*-;,/()[]{}\\:'\"&<>|_`.",
    "# ", "#### ", "- ", "  - ", "---", "Cards: ", "(v1.4)", " *", "{errata}", "{official}", "(2.1) ", "()", "[[2.1]]",
    "[Player window]", "\\# ", "\\- ", "\n", "\n\n", "\t", "F110", "é", "’", "\u2028", "\x0b", "\ue001", "規則",
]  # fmt: skip
PIECE = st.one_of(st.sampled_from(AWKWARD), st.text(string.ascii_letters + string.digits + " ", max_size=8))
RAW = st.lists(PIECE, min_size=1, max_size=8).map("".join)
LINE = RAW.map(one_line).filter(bool)
OPTIONAL_LINE = st.one_of(st.just(""), LINE)
TEXT = RAW.map(tidy_text).filter(bool)
OPTIONAL_TEXT = st.one_of(st.just(""), TEXT)
KEYS = st.one_of(st.just(""), st.from_regex(r"\A[1-3A-C]{1,2}(\.[1-9]){0,2}\Z"))
TAGS = st.one_of(st.just(""), st.from_regex(r"\Av[1-3]\.[0-9]\Z"))
# Few different ones, so that neighbours share headings.
PATHS = st.lists(st.one_of(st.sampled_from(["Errata", "Core Set", "Timing"]), LINE), min_size=1, max_size=3).map(tuple)


@st.composite
def citations(draw: st.DrawFn) -> CardCitation:
    card_set = draw(st.one_of(st.just(""), st.just("Core Set"), LINE))
    return CardCitation(
        name=draw(LINE),
        set=card_set,
        pack=draw(OPTIONAL_LINE) if card_set else "",
        number=draw(st.one_of(st.just(""), st.just("F110"), LINE)),
    )


@st.composite
def rulings(draw: st.DrawFn) -> ParsedRuling:
    kind = draw(st.sampled_from(Kind))
    scope = draw(st.sampled_from(Scope)) if kind is Kind.ERRATUM else None
    list_name = draw(st.sampled_from(ListName)) if kind is Kind.LISTING else None
    is_headed_by_cards = kind is Kind.LISTING or scope is Scope.CARD
    path = draw(PATHS)
    cards = tuple(draw(st.lists(citations(), min_size=is_headed_by_cards, max_size=3)))
    return ParsedRuling(
        kind=kind,
        scope=scope,
        list_name=list_name,
        heading_path=path,
        title=title_of_cards(cards) if is_headed_by_cards else draw(st.one_of(LINE, st.just(path[-1]))),
        text=draw(TEXT if kind in (Kind.ERRATUM, Kind.QUESTION) else OPTIONAL_TEXT),
        key=draw(KEYS),
        cards=cards,
        version_tag=draw(TAGS),
        short=draw(OPTIONAL_LINE),
        note=draw(OPTIONAL_LINE),
        reverses_official=draw(st.booleans()),
        authority=draw(st.one_of(st.none(), st.sampled_from(Authority))),
        depth=draw(st.integers(0, 2)) if kind is Kind.STEP else 0,
        window_after=draw(OPTIONAL_LINE) if kind is Kind.STEP else "",
    )


def _with_possible_depths(found: list[ParsedRuling]) -> tuple[ParsedRuling, ...]:
    """Raise steps that are nested under nothing."""
    result: list[ParsedRuling] = []
    for ruling in found:
        deepest = deepest_after(result[-1] if result else None, ruling.heading_path)
        result.append(replace(ruling, depth=min(ruling.depth, deepest)))
    return tuple(result)


@st.composite
def documents(draw: st.DrawFn) -> ParsedDocument:
    return ParsedDocument(
        game=draw(LINE),
        document=draw(LINE),
        edition=draw(LINE),
        authority=draw(st.sampled_from(Authority)),
        date=draw(st.one_of(st.none(), st.dates(min_value=date(1900, 1, 1)))),
        source=draw(OPTIONAL_LINE),
        rulings=_with_possible_depths(draw(st.lists(rulings(), max_size=6))),
    )
