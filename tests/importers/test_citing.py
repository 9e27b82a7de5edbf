"""What a text refers to, without being told."""

import time

import pytest

from importers.citing import Citer
from importers.records import Kind, ParsedRuling
from importers.resolving import Catalogue, KnownCard, SetName
from importers.targets import Targets

CATALOGUE = Catalogue(
    [
        KnownCard(1, "Hound of Vell", "Core Box", "", "F110"),
        KnownCard(2, "The Captain", "Tides", "", "F21"),
        KnownCard(3, "Julia Brown", "Tides", "", "F17"),
        KnownCard(4, "Shotgun", "Core Box", "", "F14"),
        KnownCard(5, "Play", "Core Box", "", "F15"),
        KnownCard(6, "Fthaggua", "Tides", "", "F7"),
        KnownCard(7, "Brass Lantern", "Core Box", "", "63"),
        KnownCard(8, ".45 Pistols", "Core Box", "", "F143"),
        KnownCard(9, "Lanterns of Vell", "Core Box", "", "F1"),
        KnownCard(21, "Lamplighter", "Core Box", "", "L12"),
        KnownCard(22, "Lamplighter", "Tides", "", "L3"),
        KnownCard(23, "Gale", "Tides II", "", "4"),
    ],
    aliases={"CB": SetName("Core Box"), "Core": SetName("Core Box")},
)


def section(key: str, title: str, kind: Kind = Kind.CLARIFICATION) -> ParsedRuling:
    return ParsedRuling(kind=kind, heading_path=("Rules",), key=key, title=title, text="…")


CITER = Citer(
    Targets(
        CATALOGUE,
        [
            (10, section("1.3", "Replacement Effects")),
            (11, section("ST.3", "Reveal", Kind.STEP)),
            (12, section("A", "After a Trigger", Kind.STEP)),
        ],
        charted=[(20, "Skill Test Timing", "ST.7")],
    ),
    terms=["Lanterns of Vell"],
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Use [[1.3]].", [("1.3", "printed", (10,))]),
        ("*Hound of Vell* (Core Box F110) bites.", [("Hound of Vell (Core Box F110)", "printed", (1,))]),
        ("Does The Captain's (Tides F21) act?", [("The Captain's (Tides F21)", "printed", (2,))]),
        ("If Julia Brown, Insomniac (Tides F17) acts", [("Julia Brown, Insomniac (Tides F17)", "printed", (3,))]),
        ("a Brass Lantern (CB 63) and", [("Brass Lantern (CB 63)", "printed", (7,))]),
        ("Fthaggua (Tides 7) sleeps", [("Fthaggua (Tides 7)", "printed", (6,))]),
        ("Nobody Known (Tides F99) acts", [("Nobody Known (Tides F99)", "printed", ())]),
        ("the .45 Pistols (Core Box F143) fire", [(".45 Pistols (Core Box F143)", "printed", (8,))]),
        ("tournaments of Lanterns of Vell", []),
        ("Hound of Vell is mentioned.", [("Hound of Vell", "found", (1,))]),
        ("The *Hound of Vell* sleeps.", [("Hound of Vell", "found", (1,))]),
        ("Julia Brown’s turn", [("Julia Brown", "found", (3,))]),
        ("Play a card, and shotgun it.", []),
        ("before ST.3 occurs (1.3).", [("ST.3", "printed", (11,)), ("1.3", "printed", (10,))]),
        ("deals 1.5 damage, .45 Automatic", []),
        ("During Step 7 of Skill Test Timing (“Apply”)", [("Step 7 of Skill Test Timing", "printed", (20,))]),
        ("a trigger [Go to A] now", [("[Go to A]", "printed", (12,))]),
        ("(See Replacement Effects under the rules.)", [("Replacement Effects", "printed", (10,))]),
        ("in 2012 (page 7) and (v1.4)", []),
        ("a Lamplighter (Core Box L12) acts", [("Lamplighter (Core Box L12)", "printed", (21,))]),
        ("a Lamplighter (L3) acts", [("Lamplighter (L3)", "printed", (22,))]),
        ("a Brass Lantern (CB63) and", [("Brass Lantern (CB63)", "printed", (7,))]),
        ("a Gale (Tides II 4) blows", [("Gale (Tides II 4)", "printed", (23,))]),
        ("Form A (X2) is signed", []),
        ("Mulligan\nBrand Newcard (Core Box F99) counts", [("Brand Newcard (Core Box F99)", "printed", ())]),
        ("the Brass\nLantern (CB 63) and", [("Brass\nLantern (CB 63)", "printed", (7,))]),
    ],
)
def test_a_text_refers(text: str, found: list[tuple[str, str, tuple[int, ...]]]) -> None:
    citations = CITER.find(text)
    resolved = [CITER.targets.resolve(citation.found.target)[1].ids for citation in citations]
    labels = [(citation.found.label, citation.origin.value) for citation in citations]
    assert [(*label, ids) for label, ids in zip(labels, resolved, strict=True)] == found


def test_a_text_full_of_citations_is_read_in_linear_time() -> None:
    def seconds(count: int) -> float:
        text = "(1.3) " * count
        started = time.process_time()
        assert len(CITER.find(text)) == count
        return time.process_time() - started

    seconds(500)
    assert min(seconds(8_000) for _ in range(3)) < 2.5 * 8 * min(seconds(1_000) for _ in range(3)) + 0.1
