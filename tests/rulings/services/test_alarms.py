"""What could do harm is said before a draft is published, what is one decision is one, and decisions are remembered."""

from collections.abc import Callable
from typing import Any

import pytest

from importers.reading import read
from rulings.models import CardSet, Document, Edition, Verdict
from rulings.read_model.known import document_of
from rulings.services import deciding, importing, manuscripts, publishing, reviewing
from rulings.services.alarms import gaps_in
from rulings.services.manuscripts import EditError

FRONT = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n"
BOX = "# Errata {errata}\n## Conspiracies of Chaos\n#### Moth Swarm (L1)\nIs lit.\n#### Grey Crow (L2)\nIs dim.\n"
RULES = "# Rules\n" + "".join(
    f"#### (1.{n}) Rule {n}\nThe {word} counts {n} at the end of each round, and no more than that.\n"
    for n, word in enumerate(("lamp", "oar", "bell", "rope", "sail", "mast"), 1)
)
ASKED = "# Questions {questions}\n#### May I row?\nYes. Rowing is free.\n"
LISTS = "# Restricted {{restricted}}\n{}\n# Banned {{banned}}\n{}\n"


def draft_of(text: str) -> Edition:
    """A text taken in as a draft."""
    edition = importing.take_in(read(text.encode(), name=f"{len(text)}.md")).edition
    return Edition.objects.select_related("document__game", "document__current", "source").get(pk=edition.pk)


def alarms_of(draft: Edition) -> dict[str, str]:
    return {alarm.kind: alarm.message for alarm in reviewing.review(draft).alarms}


@pytest.fixture
def first(publish: Callable[[str], Edition]) -> Edition:
    lists = LISTS.format(
        "- Owl (Conspiracies of Chaos L5)\n- Wren (Conspiracies of Chaos L6)", "- Rat (Conspiracies of Chaos L7)"
    )
    return publish(FRONT.format(1) + BOX + RULES + ASKED + lists)


def second(**changes: str) -> str:
    """The next edition, with some parts of it changed."""
    parts = {
        "box": BOX,
        "rules": RULES,
        "asked": ASKED,
        "lists": LISTS.format(
            "- Owl (Conspiracies of Chaos L5)\n- Wren (Conspiracies of Chaos L6)", "- Rat (Conspiracies of Chaos L7)"
        ),
        **changes,
    }
    return FRONT.format(2) + "".join(parts.values())


def test_an_edition_that_says_the_same_raises_no_alarm(first: Edition) -> None:
    found = reviewing.review(draft_of(second()))
    assert (found.alarms, found.items) == ([], [])


@pytest.mark.parametrize(
    ("changes", "kind", "message"),
    [
        (
            {"box": BOX.replace("Conspiracies", "Consp1racies")},
            "new set",
            "“Consp1racies of Chaos” would be a new set, with 2 cards. Is “Conspiracies of Chaos” meant?",
        ),
        (
            {"box": BOX + "#### Sea Hag (L9)\nIs wet.\n"},
            "new card",
            "“Sea Hag” (Conspiracies of Chaos L9) would be a new card.",
        ),
        ({"box": BOX.replace("Moth Swarm", "Moth Swarn")}, "spelling", "“Moth Swarn” is read as “Moth Swarm”."),
        ({"asked": ASKED.replace("Yes.", "No.")}, "reversed", "The answer turns from Yes to No: May I row?"),
        (
            {"rules": RULES.replace("#### (1.6) Rule 6\n", "\n\n1.l6 Rule Six\n\n")},
            "misread",
            "“1.l6 Rule Six” in 1.5 Rule 5 looks like",
        ),
        ({"rules": RULES.split("#### (1.6)")[0]}, "removed", "Removed: (1.6) Rule 6."),
        ({"rules": RULES.replace("#### (1.6)", "#### (1.7)")}, "missing label", "There is no 1.6, though"),
        (
            {
                "lists": LISTS.format(
                    "- Wren (Conspiracies of Chaos L6)",
                    "- Rat (Conspiracies of Chaos L7)\n- Owl (Conspiracies of Chaos L5)",
                )
            },
            "list",
            "Owl: restricted → banned.",
        ),
    ],
)
def test_what_could_do_harm_is_said(first: Edition, changes: dict[str, str], kind: str, message: str) -> None:
    assert alarms_of(draft_of(second(**changes))).get(kind, "").startswith(message)


def test_gaps_are_found_within_a_chapter() -> None:
    assert gaps_in(["1.1", "1.2", "1.4", "2.1", "3.7", "3.9", "x"]) == ["1.3", "3.8"]


def test_a_misprinted_set_is_read_as_the_one_that_is_meant_and_makes_nothing(first: Edition) -> None:
    draft = draft_of(second(box=BOX.replace("Conspiracies", "Consp1racies")))
    alarm = reviewing.review(draft).alarms[0]
    deciding.take_as(draft, alarm.key, version=0, user=None)
    draft = Edition.objects.select_related("document__game", "document__current", "source").get(pk=draft.pk)
    assert "new set" not in alarms_of(draft)
    publishing.publish(draft)
    assert list(CardSet.objects.values_list("name", flat=True)) == ["Conspiracies of Chaos"]


def test_sections_that_only_moved_on_are_one_decision_and_one_that_changed_is_not(first: Edition) -> None:
    new = "#### (1.1) Anchors\nThey hold a ship in place while the tide turns around it.\n"
    moved = new + "".join(
        f"#### (1.{n + 1}){part}" for n, part in enumerate((f"{one}" for one in _bodies()), 1)
    ).replace("The sail counts 5", "The sail never counts 5")
    found = reviewing.review(draft_of(second(rules="# Rules\n" + moved)))
    assert [group.title for group in found.groups] == ["5 sections renumbered: 1.1–1.6 → 1.2–1.7"]
    assert "(1.6) Rule 5" in [item.title for item in found.singles]


def _bodies() -> list[str]:
    return [part.split(")", 1)[1] for part in RULES.split("#### (")[1:]]


def test_a_decision_is_offered_again_where_the_source_says_the_same(first: Edition) -> None:
    without = RULES.split("#### (1.6)")[0]
    draft = draft_of(second(rules=without))
    (item,) = reviewing.review(draft).items
    deciding.reject(draft, item.key, item.mark, reason="Left out by mistake.", user=None)
    publishing.publish(draft)
    again = draft_of(second(rules=without).replace("edition: 2", "edition: 3"))
    (item,) = reviewing.review(again).items
    assert item.remembered is not None
    assert item.remembered.reason == "Left out by mistake."
    assert deciding.decide_again(again, user=None) == 1
    publishing.publish(again)
    current = Document.objects.get().current
    assert current is not None
    assert "1.6" in [ruling.key for ruling in document_of(current).rulings]


def test_what_was_corrected_stands_by_itself_while_the_source_says_the_same(first: Edition) -> None:
    wrong = RULES.replace("The lamp counts 1", "The lump counts 1")
    draft = draft_of(second(rules=wrong))
    (item,) = reviewing.review(draft).items
    deciding.reject(draft, item.key, item.mark, reason="A misprint.", user=None)
    publishing.publish(draft)
    again = draft_of(second(rules=wrong).replace("edition: 2", "edition: 3"))
    assert not reviewing.review(again).items
    later = draft_of(second(rules=wrong.replace("The lump", "The lantern")).replace("edition: 2", "edition: 4"))
    assert [item.kind for item in reviewing.review(later).items] == ["reworded"]


def test_to_accept_something_reads_no_source(first: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = draft_of(second(asked=ASKED.replace("Yes.", "No.")))
    (item,) = reviewing.review(draft).items

    def unreadable(*_: Any) -> Any:
        raise AssertionError("the source was read again")

    monkeypatch.setattr(manuscripts, "readings_of", unreadable)
    deciding.accept(draft, [(item.key, item.mark)], user=None)
    assert reviewing.progress_of(draft) == (1, 1)
    assert Verdict.objects.get().act == "accepted"


def test_what_is_not_seen_is_not_accepted(first: Edition) -> None:
    draft = draft_of(second(asked=ASKED.replace("Yes.", "No.")))
    (item,) = reviewing.review(draft).items
    with pytest.raises(EditError, match="reads differently now"):
        deciding.accept(draft, [(item.key, "0" * 16)], user=None)
    with pytest.raises(EditError, match="no longer there"):
        deciding.accept(draft, [("removed-1.9", item.mark)], user=None)
    with pytest.raises(EditError, match="Nothing was decided"):
        deciding.undo(draft, [item.key], user=None)
