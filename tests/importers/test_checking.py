"""What every reading is checked for: labels and texts that repeat, and errata under the wrong card."""

from importers.reading import read

HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"
RULE = "#### (1.1) Lamps\nA lamp that is lit stays lit until the end of the round.\n\n"


def warnings_of(text: str) -> list[str]:
    return [problem.message for problem in read((HEAD + text).encode(), name="faq.md").document.problems]


def test_a_label_that_is_there_twice_is_named() -> None:
    found = warnings_of(f"# Rules\n{RULE}{RULE.replace('Lamps', 'Oars').replace('A lamp', 'An oar')}")
    assert "1.1 is the label of 2 rulings (lines 8, 11)." in found


def test_a_text_that_is_there_again_and_again_is_named() -> None:
    found = warnings_of("# Rules\n" + RULE * 76)
    assert any("1.1 is the label of 76 rulings" in message for message in found)
    assert "1 rulings are there word for word up to 76 times, “Lamps” first." in found


def test_an_erratum_under_the_wrong_card_is_named() -> None:
    errata = "# Errata {errata}\n## Harbour\n#### Owl (7)\nHawk should have a trait.\n#### Hawk (8)\nHawk should fly.\n"
    assert warnings_of(errata) == ["It stands under Owl, but begins with “Hawk”."]


def test_steps_of_several_charts_may_bear_one_label() -> None:
    assert not warnings_of("# Day {timing}\n- (1) Dawn\n# Night {timing}\n- (1) Dusk\n")
