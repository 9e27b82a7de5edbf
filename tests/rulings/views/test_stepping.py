"""A timing chart followed step by step."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from rulings.models import Edition

CHART = """---
game: Vell
document: FAQ
edition: 1
authority: official
---
# Dusk (1.0) {timing}
- (1.1) Dusk falls.
- [Player window]
- (1.2) Lamps are lit.
  - (1.2.1) Pay for each lamp. Then return to [[1.2]].

# Dawn (2.0) {timing}
- (2.1) Dawn breaks.

#### Dusk
This note stands in the wrong place.

#### Paying
Nobody pays twice in [[2.1]].

# Rules

#### (9) Oil
In step [[1.2.1]], oil counts as money.
"""

LOOPS = """---
game: Vell
document: FAQ
edition: 1
authority: official
---
# Dusk Phase (1.0) {timing}
- (1.1) Dusk falls.
- [Player window]
- (1.2) Lamps are lit. Return to previous player window, or proceed to the Dawn Phase.

# Dawn Phase (2.0) {timing}
- (2.1) Dawn breaks. [Go to B]
- (2.2) The watch changes. [Go to B-2]
- (2.3) Proceed to beginning of the next round.

# Rounds {timing}
- (B) The watch
  - (1) One walks.
  - (2) One waits.
"""


@pytest.fixture
def chart(publish: Callable[[str], Edition]) -> Edition:
    return publish(CHART)


def text_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_next_leads_to_the_end_of_the_last_chart_and_back_to_the_start(client: Client, chart: Edition) -> None:
    way, address = [], "/vell/faq/1.1/"
    for _ in range(5):
        way.append(address)
        page = text_of(client, address)
        address = page.partition('<a rel="next" href="')[2].partition('"')[0]
    assert way == ["/vell/faq/1.1/", "/vell/faq/1.2/", "/vell/faq/1.2.1/", "/vell/faq/2.1/", "/vell/faq/1.1/"]


def test_a_chart_that_is_no_phase_stands_for_itself(client: Client, publish: Callable[[str], Edition]) -> None:
    publish(CHART.replace("# Rules\n", "# Skill test {timing}\n- (ST.1) Draw.\n\n# Rules\n"))
    last = text_of(client, "/vell/faq/2.1/").partition('<a rel="next" href="')[2].partition('"')[0]
    assert last == "/vell/faq/1.1/"
    assert "ST.1" not in text_of(client, "/vell/faq/2.1/").partition('class="thumb"')[2].partition("</nav>")[0]


def test_a_step_says_its_phase_its_windows_and_the_step_above(client: Client, chart: Edition) -> None:
    page = text_of(client, "/vell/faq/1.2/")
    assert 'aria-current="step">Dusk (1.0)</a>' in page
    assert "Player window, before this step" in page
    assert "Player window: players may act here" in text_of(client, "/vell/faq/1.1/")
    assert '<p class="path"><a href="/vell/faq/1.2/">' in text_of(client, "/vell/faq/1.2.1/")


def test_a_loop_is_a_button(client: Client, chart: Edition) -> None:
    assert '<a class="button" href="/vell/faq/1.2/">Go to 1.2 Lamps are lit.</a>' in text_of(client, "/vell/faq/1.2.1/")


def test_what_is_ruled_about_a_step_is_open_on_its_page(client: Client, chart: Edition) -> None:
    page = text_of(client, "/vell/faq/1.2.1/")
    assert "1 ruling about this step" in page
    assert "oil counts as money" in page


def test_notes_stand_with_the_chart_or_the_step_that_they_are_about(client: Client, chart: Edition) -> None:
    charts = client.get("/api/v1/timing/vell/faq").json()["charts"]
    assert [chart["below"] for chart in charts] == [["This note stands in the wrong place."], []]
    page = text_of(client, "/vell/faq/timing/")
    assert page.index("Dawn breaks.") < page.index("Nobody pays twice")


def test_words_that_send_elsewhere_are_buttons_to_the_right_step(
    client: Client, publish: Callable[[str], Edition]
) -> None:
    publish(LOOPS)
    sent = {
        "1.2": ["/vell/faq/1.1/", "/vell/faq/2.1/"],
        "1.1": [],
        "2.1": ["/vell/faq/B/"],
        "2.2": ["/vell/faq/rounds-2/"],
        "2.3": ["/vell/faq/1.1/"],
    }
    for step, addresses in sent.items():
        buttons = text_of(client, f"/vell/faq/{step}/").partition('class="jumps-to"')[2].partition("</p>")[0]
        assert re.findall(r'href="([^"]+)"', buttons) == addresses, step


def test_a_game_has_one_entry_for_timing_and_offers_to_resume(client: Client, chart: Edition) -> None:
    page = text_of(client, "/vell/")
    assert page.partition('class="game-bar"')[2].partition("</nav>")[0].count("/timing/") == 1
    assert 'data-resume="/vell/faq/"' in page
