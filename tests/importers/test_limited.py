"""What is long is read in a process of its own, which gives the same or says that it is too much."""

import pytest

from importers import limited
from importers.facts import Facts
from importers.formats import UnidentifiedError
from importers.limited import propose_within_limits, read_within_limits
from importers.proposing import propose
from importers.reading import open_source, read_source
from importers.sources import SourceText, UnreadableSourceError

ENTRY = "Lantern {n} (Core {n})\nShould read: “Draw {n} cards, and shuffle your deck.”\n\n"


def faq(count: int) -> SourceText:
    text = "REEF FAQ\n\nVersion 1.0\n\nCARD ERRATA\n\n" + "".join(ENTRY.format(n=n) for n in range(1, count))
    return open_source(text.encode(), name="reef.txt")


def test_a_process_of_its_own_reads_and_proposes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    source = faq(9)
    recipe = propose(source, Facts())
    here = read_source(source, facts=Facts(), recipe=recipe)
    monkeypatch.setattr(limited, "SHORT", 10)
    assert propose_within_limits(source, Facts()) == recipe
    assert read_within_limits(source, facts=Facts(), recipe=recipe) == here
    with pytest.raises(UnidentifiedError, match=r"No recipe or format is known for reef\.txt"):
        read_within_limits(source, facts=Facts())


def test_a_text_that_takes_too_long_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited, "LONGEST_WAIT", 2)
    with pytest.raises(UnreadableSourceError, match=r"letters, and cannot be read within .* or split it"):
        propose_within_limits(faq(12_000), Facts())
