"""Whether an action provokes attacks of opportunity."""

import pytest

from rulings.selectors.documents.timing import answer_of, without_answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Draw.\n\nProvokes an attack of opportunity: [icon?]", "lost"),
        ("Fight.\n\nProvokes an attack of opportunity: No", "no"),
        ("You draw one card.\n\nProvokes attacks of opportunity.", "yes"),
        ("Evade.\n\nProvokes no attacks of opportunity.", "no"),
        ("Parley.\n\nDoes not provoke attacks of opportunity.", "no"),
        ("Attacks of opportunity happen after costs are paid.", ""),
        ("An action that provokes attacks of opportunity is costly.", ""),
    ],
)
def test_an_action_says_whether_it_provokes(text: str, answer: str) -> None:
    assert answer_of(text) == answer


def test_the_rest_of_an_action_is_what_it_does() -> None:
    html = "<p>You draw one card.</p>\n<p>Provokes attacks of opportunity.</p>"
    assert without_answer(html).strip() == "<p>You draw one card.</p>"
    lost = '<p>Move.</p><p>Provokes an attack of opportunity: <span class="lost-icon">▢</span></p>'
    assert without_answer(lost) == "<p>Move.</p>"
