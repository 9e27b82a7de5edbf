"""Which ruling of a document each ruling of its digest sums up."""

from importers.extraction import extract as decode
from importers.house import read_house
from importers.records import ParsedRuling
from rulings.diffing.summaries import match

HEAD = "---\ngame: Vell\ndocument: FAQ\nedition: 1\nauthority: official\n---\n"


def rulings_of(body: str) -> tuple[ParsedRuling, ...]:
    return read_house(decode((HEAD + body).encode(), name="test.md")).rulings


def matched(digest: str, wording: str) -> list[tuple[str, str]]:
    ones, others = rulings_of(digest), rulings_of(wording)
    return [(ones[one].title, others[other].title) for one, other in match(ones, others)]


def test_the_same_label_and_title_match_whatever_the_words() -> None:
    digest = "# Rules\n#### (1.1) Lighting\nOnly once.\n"
    wording = "# Rules\n#### (1.1) Lighting\nA lantern that burns is not to be kindled again.\n"
    assert matched(digest, wording) == [("Lighting", "Lighting")]


def test_the_same_card_matches_within_its_kind() -> None:
    digest = "# Errata {errata}\n## Core Box\n#### Moth (L1)\nIs unique.\n# Banned {banned}\n- Moth (Core Box L1)\n"
    wording = "# Banned {banned}\n- Moth (Core Box L1)\n# Errata {errata}\n## Core Box\n#### Moth (L1)\nOnly one.\n"
    ones, others = rulings_of(digest), rulings_of(wording)
    assert match(ones, others) == [(0, 1), (1, 0)]


def test_a_question_in_other_words_matches_by_its_rare_words() -> None:
    digest = (
        "# Questions {questions}\n#### Does a snuffed Harbour Bell ring?\nNo.\n"
        "#### May a player lend oil?\nYes, to neighbours.\n#### Who takes the first turn?\nThe youngest.\n"
    )
    wording = (
        "# Questions {questions}\n#### Which player takes the very first turn of all?\nThe youngest one does.\n"
        "#### If somebody is out of oil, can another player lend it to them?\nYes, if they are neighbours.\n"
        "#### At dawn, what becomes of the Harbour Bell that has been snuffed?\nIt does not ring at all.\n"
    )
    assert matched(digest, wording) == [
        ("Does a snuffed Harbour Bell ring?", "At dawn, what becomes of the Harbour Bell that has been snuffed?"),
        ("May a player lend oil?", "If somebody is out of oil, can another player lend it to them?"),
        ("Who takes the first turn?", "Which player takes the very first turn of all?"),
    ]


def test_what_stands_alone_between_the_same_neighbours_matches() -> None:
    digest = "# Rules\n#### Dusk\nIt falls.\n#### Oil\nRuns out.\n#### Dawn\nIt breaks.\n"
    wording = "# Rules\n#### Dusk\nIt comes.\n#### Of fuel and wicks\nThey last a week.\n#### Dawn\nIt goes.\n"
    assert ("Oil", "Of fuel and wicks") in matched(digest, wording)


def test_what_the_document_does_not_say_stays_unmatched() -> None:
    digest = "# Questions {questions}\n#### May I lend oil?\nYes.\n#### Who starts?\nThe youngest.\n"
    wording = "# Questions {questions}\n#### Who starts?\nThe eldest.\n#### Can a moth be eaten?\nNever.\n"
    assert matched(digest, wording) == [("Who starts?", "Who starts?")]


def test_a_place_that_is_taken_already_is_not_matched_again() -> None:
    digest = "# Rules\n#### (1.1) Dusk\nFalls.\n#### Oil\nRuns out.\n#### (1.3) Dawn\nBreaks.\n#### (1.2) Noon\nHot.\n"
    wording = "# Rules\n#### (1.1) Dusk\nIt comes.\n#### (1.2) Noon\nIt burns.\n#### (1.3) Dawn\nIt goes.\n"
    assert matched(digest, wording) == [("Dusk", "Dusk"), ("Dawn", "Dawn"), ("Noon", "Noon")]
