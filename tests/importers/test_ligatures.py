"""Lost letters and icons, put back."""

import pytest

from importers.ligatures import Repairer

INTACT = [
    "It happens that one action of a lamplighter opens the way for further answers.",
    "As an extra cost to do so, you must pay a fee; she is at the inn.",
    "Rosalind has a Watch Dog in her harbour, and fights a Salt Spawn.",
    "In order to end it, or to be an ally, go to an inn on a hill.",
    "Put Dreams of V’lyth into play on your ship.",
]


@pytest.mark.parametrize(
    ("damaged", "repaired"),
    [
        ("A acks of Opportunity", "Attacks of Opportunity"),
        (" e Grim Rule is di erent.", "The Grim Rule is different."),
        ("the  rst e ect was o en speci ed", "the first effect was often specified"),
        ("It le  o , and  nally the ba le ended.", "It left off, and finally the battle ended."),
        ("spent.   abilities do not", "spent. [icon?] abilities do not"),
        ("powers ( ,  , or   powers)", "powers ([icon?], [icon?], or [icon?] powers)"),
        ("Reaction ( ) Opportunities", "Reaction ([icon?]) Opportunities"),
        (" : Test it.  en go  om here.", "[icon?]: Test it. Then go from here."),
        ("He said: “ e e ect ends.”", "He said: “The effect ends.”"),
        ("a su cient o cial con ict", "a sufficient official conflict"),
    ],
)
def test_what_was_lost_is_put_back(damaged: str, repaired: str) -> None:
    result = Repairer([damaged]).repair(damaged, number=1)
    assert result.text == repaired
    assert result.repairs


def test_two_spaces_behind_a_full_stop_are_a_typists_habit() -> None:
    line = "She draws.  He waits.  Is it late?  It is."
    result = Repairer([line]).repair(line, number=1)
    assert (result.text, result.repairs) == ("She draws. He waits. Is it late? It is.", ())


@pytest.mark.parametrize("line", INTACT)
def test_an_intact_line_is_left_alone(line: str) -> None:
    result = Repairer(INTACT).repair(line, number=1)
    assert (result.text, result.repairs) == (line, ())
