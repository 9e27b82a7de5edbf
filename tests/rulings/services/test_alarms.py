"""What could do harm is said before a draft is published, what is one decision is one, and decisions are remembered."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from importers.reading import read
from rulings.models import Card, CardSet, Document, Edition, Verdict
from rulings.read_model.known import document_of
from rulings.selectors.documents import shown_ruling
from rulings.services import deciding, handing_over, importing, manuscripts, publishing, reviewing
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


def read_model_of(slug: str) -> Any:
    """A ruling as readers see it."""
    return shown_ruling("vell", document="faq", slug=slug)[0]


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


def test_a_set_that_is_unknown_is_said_even_where_its_cards_are_known(first: Edition) -> None:
    Card.objects.update(external_id="1")
    draft = draft_of(second(box=BOX.replace("Conspiracies", "Consp1racies")))
    said = "“Consp1racies of Chaos” is not a known set: what is cited from it, 2 cards, is read as of another."
    assert alarms_of(draft)["new set"] == f"{said} Is “Conspiracies of Chaos” meant?"


def test_a_text_of_another_game_is_said(first: Edition) -> None:
    warhammer = RULES.replace("and no more", "as in Warhammer, and no more", 1)
    assert (
        "Warhammer is named, which is another game: in 1.1 Rule 1."
        in alarms_of(draft_of(second(rules=warhammer)))["another game's words"]
    )


def test_a_file_that_is_forced_to_be_of_this_game_says_which_it_names(
    first: Edition, publish: Callable[[str], Edition]
) -> None:
    publish(FRONT.replace("Vell", "Isles of Fog").format(1) + RULES)
    forced = second().replace("game: Vell", "game: Isles of Fog").encode()
    found = importing.examine(forced, name="forced.md", game_name="Vell")
    draft = Edition.objects.get(pk=importing.take_in(found.reading).edition.pk)
    assert alarms_of(draft)["another game"] == "It names Isles of Fog, but would be published for Vell."


def test_mistakes_in_the_text_come_first_hide_no_alarm_and_cannot_be_accepted(first: Edition) -> None:
    draft = draft_of(second(asked=ASKED.replace("Yes.", "No.")))
    draft = edited(draft, "(1.6) Rule 6", "(1.5) Rule 6", reason="A slip.")
    found = reviewing.review(draft)
    assert found.alarms[0].kind == "mistake"
    assert "The label (1.5) is used twice" in found.alarms[0].message
    assert {"reversed", "repeated label"} <= set(alarms_of(draft))
    with pytest.raises(EditError, match="cannot be accepted"):
        deciding.accept(draft, [(found.alarms[0].key, found.alarms[0].mark)], user=None)
    with pytest.raises(EditError, match="The text has mistakes"):
        handing_over.move_on(draft, "ready", user=User.objects.create(username="ed"))


@pytest.mark.parametrize(
    ("changes", "kind", "title"),
    [
        ({"box": BOX.replace("Moth Swarm", "Moth Swarn")}, "spelling", "Moth Swarn"),
        ({"rules": RULES.replace("#### (1.6) Rule 6\n", "\n\n1.l6 Rule Six\n\n")}, "misread", "Rule 5"),
        ({"rules": RULES.replace("#### (1.6) Rule 6\n", "\n\n1.l6 Rule Six\n\n")}, "removed", "Rule 5"),
        ({"rules": RULES.replace("#### (1.6)", "#### (1.7)")}, "missing label", "Rule 5"),
        ({"box": BOX + "#### Sea Hag (L9)\nIs wet.\n"}, "new card", "Sea Hag"),
        ({"box": BOX.replace("Conspiracies", "Consp1racies")}, "new set", "Moth Swarm"),
    ],
)
def test_an_alarm_leads_to_its_place(first: Edition, changes: dict[str, str], kind: str, title: str) -> None:
    draft = draft_of(second(**changes))
    alarm = next(one for one in reviewing.review(draft).alarms if one.kind == kind)
    assert alarm.index is not None
    assert alarm.line is not None
    assert manuscripts.read_edition(draft).rulings[alarm.index].title == title


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
    assert [group.title for group in found.groups] == ["5 sections renumbered: 1.1–1.4, 1.6 → 1.2–1.5, 1.7"]
    assert "(1.6) Rule 5" in [item.title for item in found.singles]


def _bodies() -> list[str]:
    return [part.split(")", 1)[1] for part in RULES.split("#### (")[1:]]


def test_a_decision_is_offered_again_where_the_source_says_the_same(first: Edition) -> None:
    without = RULES.split("#### (1.6)")[0]
    draft = draft_of(second(rules=without))
    (item,) = reviewing.review(draft).items
    deciding.reject(draft, [(item.key, item.mark)], reason="Left out by mistake.", user=None)
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
    deciding.reject(draft, [(item.key, item.mark)], reason="A misprint.", user=None)
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


def edited(draft: Edition, old: str, new: str, *, reason: str = "") -> Edition:
    """A draft in whose text some words were changed."""
    version = manuscripts.manuscript_of(draft).version
    text = manuscripts.text_of(draft).replace(old, new)
    deciding.edit_text(draft, text, version=version, reason=reason, user=None)
    return Edition.objects.select_related("document__game", "document__current", "source").get(pk=draft.pk)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Yes. Rowing is free.", "No."),
        ("Yes. Rowing is free.", "Rowing is free."),
        ("Yes. Rowing is free.", "Yes. Rowing is lit."),
        ("The lamp counts 1 at the end of each round, and no more than that.", "The lamp counts 1."),
        ("The lamp counts 1 at the end", "The lamp counts 2 at the end"),
    ],
)
def test_words_that_stand_elsewhere_in_the_source_are_not_the_publishers_here(
    first: Edition, old: str, new: str
) -> None:
    with pytest.raises(EditError, match="say why you change it"):
        edited(draft_of(second(box=BOX.replace("dim", "grim"))), old, new)


def test_a_label_that_was_put_right_is_shown_as_ours(first: Edition) -> None:
    draft = draft_of(second(rules=RULES.replace("(1.6)", "(1.16)")))
    with pytest.raises(EditError, match="say why you change it"):
        edited(draft, "(1.16)", "(1.6)")
    publishing.publish(edited(draft, "(1.16)", "(1.6)", reason="A slip."))
    current = Document.objects.get().current
    assert current is not None
    assert current.corrects is not None
    assert "1.16" in [ruling.key for ruling in document_of(current.corrects).rulings], "the source prints it"
    assert "1.6" in [ruling.key for ruling in document_of(current).rulings], "and it is not lost"
    ours = read_model_of("1.6")["ours"]
    assert ours["reason"] == "A slip."
    assert ours["printed"].startswith("1.16 Rule 6")


def test_a_card_moved_to_another_list_by_hand_is_ours(first: Edition) -> None:
    owl, rat = "- Owl (Conspiracies of Chaos L5)\n", "- Rat (Conspiracies of Chaos L7)\n"
    draft = draft_of(second(lists=LISTS.format(owl + "- Wren (Conspiracies of Chaos L6)", rat)))
    text = manuscripts.text_of(draft)
    assert owl in text
    moved = text.replace(owl, "").replace(rat, rat + owl)
    with pytest.raises(EditError, match="say why you change it"):
        deciding.edit_text(draft, moved, version=0, reason="", user=None)
    deciding.edit_text(draft, moved, version=0, reason="A slip of theirs.", user=None)
    publishing.publish(Edition.objects.get(pk=draft.pk))
    current = Document.objects.get().current
    assert current is not None
    assert current.corrects is not None
    lists = [{one.title: one.list_name for one in document_of(which).rulings} for which in (current.corrects, current)]
    assert [one["Owl"] for one in lists] == ["restricted", "banned"]
    assert {change.reason for change in current.changes.news()} == {"A slip of theirs."}


OWL, WREN, RAT = (f"- {one} (Conspiracies of Chaos {n})\n" for one, n in (("Owl", "L5"), ("Wren", "L6"), ("Rat", "L7")))


@pytest.mark.parametrize("is_withdrawn", [False, True])
@pytest.mark.parametrize(
    ("changes", "old", "new"),
    [
        ({"rules": RULES.replace("(1.6)", "(1.16)")}, "(1.16)", "(1.6)"),
        ({"rules": RULES.replace("# Rules", "# Ru1es")}, "# Ru1es", "# Rules"),
        ({"lists": LISTS.format(OWL, RAT + WREN)}, OWL, OWL + WREN),
        ({"rules": RULES + "\nPage 12 of 30.\n"}, "\n\nPage 12 of 30.", ""),
    ],
)
def test_an_edit_is_offered_again_where_the_source_says_the_same(
    first: Edition, changes: dict[str, str], old: str, new: str, is_withdrawn: bool
) -> None:
    def repaired(text: str) -> str:
        return text.replace(WREN, "", 1).replace(old, new) if "lists" in changes else text.replace(old, new)

    draft = draft_of(second(**changes))
    deciding.edit_text(draft, repaired(manuscripts.text_of(draft)), version=0, reason="A slip.", user=None)
    published, _ = publishing.publish(Edition.objects.get(pk=draft.pk))
    shown = document_of(current_edition()).rulings
    if is_withdrawn:
        publishing.withdraw(published)
    again = draft_of(second(**changes).replace("edition: 2", "edition: 3"))
    if not reviewing.review(again).items:
        # A correction of wording stands by itself.
        return
    offered = [item.remembered for item in reviewing.review(again).items if item.remembered]
    assert {(one.act, one.reason, one.edition.state == "withdrawn") for one in offered} == {
        ("edited", "A slip.", is_withdrawn)
    }
    deciding.decide_again(again, user=None)
    publishing.publish(Edition.objects.get(pk=again.pk))
    assert [(one.key, one.heading_path, one.title, one.text) for one in document_of(current_edition()).rulings] == [
        (one.key, one.heading_path, one.title, one.text) for one in shown
    ]


def current_edition() -> Edition:
    current = Document.objects.get().current
    assert current is not None
    return current


def test_a_chapter_given_by_hand_is_ours_and_one_that_the_source_prints_is_not(first: Edition) -> None:
    draft = draft_of(second(rules=RULES.replace("#### (1.6)", "Timing\n\n#### (1.6)")))
    with pytest.raises(EditError, match="say why you change it"):
        edited(draft, "#### (1.6)", "# Combat\n\n#### (1.6)")
    draft = edited(draft, "Timing\n\n#### (1.6)", "# Timing\n\n#### (1.6)")
    publishing.publish(draft)
    current = Document.objects.get().current
    assert current is not None
    assert current.corrects is None
    assert {one.key: one.heading_path for one in document_of(current).rulings}["1.6"] == ("Timing",)


def test_a_section_that_was_swallowed_is_cut_out_again_as_the_publishers(first: Edition) -> None:
    torn = RULES.replace("#### (1.6) Rule 6\n", "\n\n1.l6 Rule 6\n\n")
    draft = edited(draft_of(second(rules=torn)), "1.l6 Rule 6\n", "#### (1.6) Rule 6")
    assert not reviewing.review(draft).items
    assert not Verdict.objects.exists()


def test_two_changes_of_one_name_are_decided_apart(first: Edition) -> None:
    notes = "#### Note\nThe first of two notes.\n#### Note\nThe second of two notes.\n"
    draft = draft_of(second(asked=ASKED + "# Notes\n" + notes))
    one, other = [item for item in reviewing.review(draft).items if item.title == "Note"]
    deciding.accept(draft, [(one.key, one.mark)], user=None)
    deciding.reject(draft, [(other.key, other.mark)], reason="Not ours to say.", user=None)
    publishing.publish(draft)
    current = Document.objects.get().current
    assert current is not None
    texts = [ruling.text for ruling in document_of(current).rulings]
    assert "The first of two notes." in texts
    assert "The second of two notes." not in texts


def test_two_new_cards_of_one_name_are_two_alarms_that_can_be_decided(first: Edition) -> None:
    draft = draft_of(second(box=f"{BOX}#### Hag (L8)\nIs wet.\n#### Hag (L9)\nIs dry.\n"))
    found = reviewing.review(draft)
    deciding.accept(draft, [(one.key, one.mark) for one in (*found.items, *found.alarms)], user=None)
    found = reviewing.review(draft)
    assert found.left == 0
    assert reviewing.progress_of(draft) == (found.total, found.total)


def test_a_rejected_addition_is_remembered(first: Edition) -> None:
    more = RULES + "#### (1.7) Rule 7\nThe keel counts 7 at the end of each round, and no more than that.\n"
    draft = draft_of(second(rules=more))
    (item,) = reviewing.review(draft).items
    deciding.reject(draft, [(item.key, item.mark)], reason="Not in print.", user=None)
    publishing.publish(draft)
    (item,) = reviewing.review(draft_of(second(rules=more).replace("edition: 2", "edition: 3"))).items
    assert item.remembered is not None


def test_a_card_that_changes_lists_can_be_kept_where_it_was(first: Edition) -> None:
    lists = LISTS.format(
        "- Wren (Conspiracies of Chaos L6)", "- Rat (Conspiracies of Chaos L7)\n- Owl (Conspiracies of Chaos L5)"
    )
    draft = draft_of(second(lists=lists))
    (alarm,) = reviewing.review(draft).alarms
    deciding.reject(draft, [(item.key, item.mark) for item in alarm.items], reason="A slip.", user=None)
    publishing.publish(draft)
    current = Document.objects.get().current
    assert current is not None
    assert {one.title: one.list_name for one in document_of(current).rulings if one.list_name}["Owl"] == "restricted"
