"""Which card or section a reference means."""

import pytest

from importers.citations import parse_citation
from importers.records import Kind, ParsedRuling
from importers.resolving import Catalogue, KnownCard, SetName, Status
from importers.targets import Target, Targets

CATALOGUE = Catalogue(
    [
        KnownCard(1, "Hound of Vell", "Core Box", "", "F110"),
        KnownCard(2, "Sexton", "Tides", "Low Water", "7"),
        KnownCard(3, "Sexton", "Core Box", "", "F30"),
        KnownCard(4, "The Docks", "Core Box", "", "F28"),
        KnownCard(5, "Twin", "Core Box", "", "1"),
        KnownCard(6, "Twin", "Core Box", "", "2"),
        KnownCard(7, "R'lyeh Rising", "Tides", "High Water", "08"),
        KnownCard(8, "Unnumbered", "Tides"),
    ],
    aliases={"CB": SetName("Core Box"), "Core": SetName("Core Box"), "LW": SetName("Tides", "Low Water")},
)


@pytest.mark.parametrize(
    ("citation", "status", "ids"),
    [
        ("Hound of Vell", Status.RESOLVED, (1,)),
        ("hound of VELL", Status.RESOLVED, (1,)),
        ("Hound of Vell (CB F110)", Status.RESOLVED, (1,)),
        ("Hound of Vell (Core, F 110)", Status.RESOLVED, (1,)),
        ("Hound of Vell (Core Box F111)", Status.UNRESOLVED, ()),
        ("Hound of Vell (Tides 1)", Status.UNRESOLVED, ()),
        ("Docks", Status.RESOLVED, (4,)),
        ("Rlyeh Rising", Status.RESOLVED, (7,)),
        ("R’lyeh Rising (Tides 8)", Status.RESOLVED, (7,)),
        ("Sexton", Status.AMBIGUOUS, (2, 3)),
        ("Sexton (Tides)", Status.RESOLVED, (2,)),
        ("Sexton (Low Water 7)", Status.RESOLVED, (2,)),
        ("Sexton (LW 7)", Status.RESOLVED, (2,)),
        ("Sexton (High Water 7)", Status.UNRESOLVED, ()),
        ("Sexton (Tides / Low Water, 7)", Status.RESOLVED, (2,)),
        ("Sexton (Tides / High Water, 7)", Status.UNRESOLVED, ()),
        ("Twin (Core Box)", Status.AMBIGUOUS, (5, 6)),
        ("Twin (Core Box 2)", Status.RESOLVED, (6,)),
        ("Unnumbered (Tides 9)", Status.RESOLVED, (8,)),
        ("Nobody", Status.UNRESOLVED, ()),
    ],
)
def test_a_citation_means_one_card_several_or_none(citation: str, status: Status, ids: tuple[int, ...]) -> None:
    resolution = CATALOGUE.resolve(parse_citation(citation))
    assert (resolution.status, resolution.ids) == (status, ids)


def section(key: str, title: str) -> ParsedRuling:
    return ParsedRuling(kind=Kind.CLARIFICATION, heading_path=("Rules",), key=key, title=title, text="…")


@pytest.mark.parametrize(
    ("written", "target", "status", "ids"),
    [
        ("2.11", Target.RULING, Status.RESOLVED, (100,)),
        ("st.3", Target.RULING, Status.RESOLVED, (101,)),
        ("Searching the deck", Target.RULING, Status.RESOLVED, (100,)),
        ("Sexton (Tides 7)", Target.CARD, Status.RESOLVED, (2,)),
        ("Hound of Vell (Tides 1)", Target.CARD, Status.RESOLVED, (1,)),
        ("Hound of Vell, Eater of Time (Core Box, F 110)", Target.CARD, Status.RESOLVED, (1,)),
        ("Hound of Vell Eater of Time (Core Box F110)", Target.CARD, Status.RESOLVED, (1,)),
        ("Rules", Target.RULING, Status.RESOLVED, (100,)),
        ("Hoand of Vell (Core Box F110)", Target.CARD, Status.RESOLVED, (1,)),
        ("Hound of Vell (Core Box 110)", Target.CARD, Status.RESOLVED, (1,)),
        ("Sexton (High Water 7)", Target.CARD, Status.UNRESOLVED, ()),
        ("Costs", Target.RULING, Status.AMBIGUOUS, (102, 103)),
        ("2.99", Target.RULING, Status.UNRESOLVED, ()),
        ("Nobody", Target.CARD, Status.UNRESOLVED, ()),
    ],
)
def test_a_reference_means_a_section_or_a_card(written: str, target: Target, status: Status, ids: tuple[int]) -> None:
    sections = [(100, section("2.11", "Searching the Deck")), (101, section("ST.3", "Reveal"))]
    sections += [(102, section("", "Costs")), (103, section("", "Costs"))]
    found, resolution = Targets(CATALOGUE, sections).resolve(written)
    assert (found, resolution.status, resolution.ids) == (target, status, ids)


def test_a_card_without_a_pack_fits_any_pack_of_its_set() -> None:
    assert CATALOGUE.resolve(parse_citation("Unnumbered (Low Water)")).ids == (8,)
    assert CATALOGUE.resolve(parse_citation("Unnumbered (Core Box)")).status is Status.UNRESOLVED


def test_two_names_that_are_both_near_are_not_guessed_between() -> None:
    near = Catalogue([KnownCard(1, "Grey Moths", "Box"), KnownCard(2, "Gray Moth", "Box")])
    assert near.resolve(parse_citation("Grey Moth (Box)")).status is Status.UNRESOLVED
    alone = Catalogue([KnownCard(1, "Grey Moths", "Box"), KnownCard(2, "Lighthouse", "Box")])
    assert alone.resolve(parse_citation("Grey Moth (Box)")).ids == (1,)
