"""Which old ruling a new one continues."""

from importers.extraction import extract as decode
from importers.house import read_house
from importers.records import ParsedRuling
from rulings.diffing.pairing import pair

HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: 1.0\nauthority: official\n---\n"
LIGHT = "A lantern that is lit cannot be lit again, and its owner draws a card."
SNUFF = "A snuffed lantern goes back to the harbour at the end of the round."
LEND = "A lantern may be lent to another player, who returns it at dusk."
SHIPS = "Each ship in the harbour rises at high tide, and its crew is readied."


def rulings(body: str) -> tuple[ParsedRuling, ...]:
    document = read_house(decode((HEAD + body).encode(), name="test.md"))
    assert not document.errors
    return document.rulings


def sections(*entries: tuple[str, str, str]) -> tuple[ParsedRuling, ...]:
    return rulings("# Rules\n" + "".join(f"#### ({key}) {title}\n{text}\n" for key, title, text in entries))


def pairs(old: tuple[ParsedRuling, ...], new: tuple[ParsedRuling, ...], **options: object) -> set[tuple[int, int]]:
    return set(pair(old, new, **options))  # type: ignore[arg-type]


def test_an_inserted_section_shifts_no_pair() -> None:
    old = sections(("1.1", "Lighting", LIGHT), ("1.2", "Snuffing", SNUFF), ("1.3", "Lending", LEND))
    new = sections(
        ("1.1", "Lighting", LIGHT), ("1.2", "Ships", SHIPS), ("1.3", "Snuffing", SNUFF), ("1.4", "Lending", LEND)
    )
    assert pairs(old, new) == {(0, 0), (1, 2), (2, 3)}


def test_a_section_reworded_under_its_label_continues() -> None:
    old = sections(("1.1", "Lighting", LIGHT))
    new = sections(("1.1", "Lighting lanterns", LIGHT.replace("draws a card", "draws two cards and readies a ship")))
    assert pairs(old, new) == {(0, 0)}


def test_a_section_renumbered_and_reworded_is_found_by_its_words() -> None:
    old = sections(("1.1", "Lighting", LIGHT), ("1.2", "Snuffing", SNUFF))
    new = sections(("1.1", "Snuffing out", SNUFF.replace("round", "turn")), ("2.7", "Light", LIGHT + " Always."))
    assert pairs(old, new) == {(0, 1), (1, 0)}


def test_another_section_under_an_old_label_is_another_ruling() -> None:
    assert pairs(sections(("1.1", "Lighting", LIGHT)), sections(("1.1", "Ships", SHIPS))) == set()


def test_errata_pair_by_their_cards_not_by_like_words() -> None:
    old = rulings("# E {errata}\n## S\n#### Bell (1)\nShould be unique.\n#### Moth (2)\nShould be unique.\n")
    new = rulings("# E {errata}\n## S\n#### Moth (2)\nCosts 3 and is unique.\n#### Gull (3)\nShould be unique.\n")
    assert pairs(old, new) == {(1, 0)}


def test_a_card_whose_misprinted_name_was_mended_is_the_same() -> None:
    old = rulings("# R {restricted}\n- Nyarlatheotep (S 1)\n- Bell (S 2)\n")
    new = rulings("# R {restricted}\n- Nyarlathotep (S 1)\n- Gull (S 2)\n")
    assert pairs(old, new) == {(0, 0)}


def test_like_names_with_different_numbers_are_different_cards() -> None:
    old, new = rulings("# B {banned}\n- Red Lantern (S 1)\n"), rulings("# B {banned}\n- Bed Lantern (S 9)\n")
    assert pairs(old, new) == set()


def test_common_words_make_no_pair() -> None:
    old = sections(("1.2", "Snuffing", "A lantern that is snuffed goes back to the harbour at the end of the round."))
    new = sections(("1.2", "Bidding", "A player who bids for the ship pays to the bank at the start of the day."))
    assert pairs(old, new) == set()


def test_a_card_that_moves_from_one_list_to_another_leaves_the_first() -> None:
    assert pairs(rulings("# R {restricted}\n- Bell (S 1)\n"), rulings("# B {banned}\n- Bell (S 1)\n")) == set()


def test_like_steps_of_different_charts_stay_in_their_charts() -> None:
    chart = "# {} {{timing}}\n- (1) Begin\n- (2) Disrupts\n- (3) End\n"
    old = rulings(chart.format("Actions") + chart.format("Framework"))
    new = rulings(chart.format("Framework") + chart.format("Actions"))
    assert pairs(old, new) == {(0, 3), (1, 4), (2, 5), (3, 0), (4, 1), (5, 2)}


def test_a_question_with_a_new_answer_continues() -> None:
    old = rulings("# Q {questions}\n#### May I light it twice?\nNo.\n")
    new = rulings("# Q {questions}\n#### May I light it twice?\nYes, if the tide is high and the bell has rung.\n")
    assert pairs(old, new) == {(0, 0)}


def test_a_forced_pair_wins_over_everything() -> None:
    old = sections(("1.1", "Lighting", LIGHT), ("1.2", "Snuffing", SNUFF))
    assert pairs(old, old, forced=[(0, 1)]) == {(0, 1)}


def test_a_forbidden_pair_is_never_made() -> None:
    old = sections(("1.1", "Lighting", LIGHT))
    assert pairs(old, old, forbidden=[(0, 0)]) == set()


def test_a_thousand_changed_rulings_are_paired_in_seconds() -> None:
    words = [f"word{number}" for number in range(5000)]
    old = sections(*((f"1.{n}", f"Title {n}", " ".join(words[n * 5 : n * 5 + 40])) for n in range(1000)))
    new = sections(*((f"2.{n}", f"Name {n}", " ".join(words[n * 5 : n * 5 + 38])) for n in range(1000)))
    assert len(pairs(old, new)) == 1000


def test_the_last_ruling_of_a_label_continues_by_a_faint_likeness_but_not_by_none() -> None:
    old = sections(("1.1", "Oil", "A lantern without any oil left is dark until dawn breaks over ships."))
    faint = sections(("1.1", "Wicks", "Trim each wick; a lantern is dark until morning without any trimming at all."))
    fainter = sections(("1.1", "Crews", "Sailors vote; he that shouts loudest steers ships toward distant islands."))
    assert pairs(old, faint) == {(0, 0)}
    assert pairs(old, fainter) == set()
