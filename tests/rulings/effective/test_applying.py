# ruff: noqa: E501 - texts of cards as they are printed
"""Errata put into printed texts, as tables: the printed text, the erratum, the outcome, the text."""

import pytest

from rulings.effective import Outcome, Printed, Rarity, apply, least_sure, read_instructions

# Cards of an invented game, so that words that every card has are told from rare ones.
CORPUS = [
    "Action: Exhaust Lamplighter to choose a character. Ready that character.",
    "Response: After you win a [Flame] contest, draw 1 card.",
    "Forced: When this unit enters play, discard 1 card from your hand.",
    "Attach to a character you control. Attached character gains [Flame].",
    "Action: Pay 2 to put Marsh Ferry into play from your hand. Limit once per round.",
    "If you control more characters than any opponent, refresh all domains at the end of the phase.",
    "While every card you control has the [Marsh] affiliation, this card gains +1 skill.",
    "Play only during your turn. Action: Choose a character, and wound it.",
    "Every keeper must bury 2 lanterns from his shed for each token on one of his piers.",
    "Ready all Warden characters at the beginning of each turn. Then, shuffle your deck.",
]
RARITY = Rarity(CORPUS * 3)
APPLIED, ALREADY, NOTE, IMPOSSIBLE = Outcome.APPLIED, Outcome.ALREADY, Outcome.NOTE, Outcome.IMPOSSIBLE

TABLE = [
    # A whole sentence.
    (
        "Every keeper must bury 2 lanterns from his shed for each token on one of his piers.",
        'Should read: "Every keeper must bury 2 lanterns from his shed for each token on each of his piers."',
        APPLIED,
        "Every keeper must bury 2 lanterns from his shed for each token on each of his piers.",
    ),
    # The opening: new words at the open end are added before the full stop, and the trigger stays.
    (
        "Action: Attach Bog Lantern to a character. While it is attached, that character gets -4 skill.",
        'Should read: "Attach Bog Lantern to a character (counts as an *Attachment* support card)..."',
        APPLIED,
        "Action: Attach Bog Lantern to a character (counts as an Attachment support card). While it is attached, that "
        "character gets -4 skill.",
    ),
    # New words at the open end take the place of as many.
    (
        "Play only if every card you control has the [Marsh] affiliation. Action: Draw 1 card.",
        'Should read: "Play only if every card you control has the [icon?] faction..."',
        APPLIED,
        "Play only if every card you control has the [Marsh] faction. Action: Draw 1 card.",
    ),
    # The ending: the first word of a clause is replaced.
    (
        "Response: After you win a [Flame] contest, undrain all domains in play.",
        "Should read: “…refresh all domains in play.”",
        APPLIED,
        "Response: After you win a [Flame] contest, refresh all domains in play.",
    ),
    # The middle.
    (
        "Action: Pick a boat. While the tide is out, that boat cannot use its oars or sails.",
        'Should read: "... cannot use its oars and cannot use its sails..."',
        APPLIED,
        "Action: Pick a boat. While the tide is out, that boat cannot use its oars and cannot use its sails.",
    ),
    # A trigger that is another one.
    (
        "This card gains [Flame] for each token on it. Action: When a unit is destroyed, put a token on this card.",
        "Should read: “… Forced: When a unit is destroyed, put a token on this card.”",
        APPLIED,
        "This card gains [Flame] for each token on it. Forced: When a unit is destroyed, put a token on this card.",
    ),
    # What comes behind stays, unless the quotation says it.
    (
        "Action: Search your shed for a Warden. Then, pay its wage and light its lamp, if you can. Then, close your shed.",
        "Should read, “...Then, pay its wage to light its lamp, if you can.”",
        APPLIED,
        "Action: Search your shed for a Warden. Then, pay its wage to light its lamp, if you can. Then, close your shed.",
    ),
    # One of two abilities.
    (
        "Forced: After a player succeeds, he must discard 2 cards.\nAction: Exhaust Old Crane to return an event to your hand.",
        'The second ability should read: "Action: Exhaust Old Crane to return an event to your hand. Limit once per phase."',
        APPLIED,
        "Forced: After a player succeeds, he must discard 2 cards.\n"
        "Action: Exhaust Old Crane to return an event to your hand. Limit once per phase.",
    ),
    # A sentence without a counterpart has a place of its own.
    ("Action: Choose a character, and wound it.", 'Should read: "Play during your turn."', APPLIED,
     "Play during your turn. Action: Choose a character, and wound it."),
    ("Action: Draw 1 card.", "Should read: “Limit once per turn.”", APPLIED, "Action: Draw 1 card. Limit once per turn."),
    ("Action: Draw 1 card. Limit once per round.", "Should read: “Limit once per turn.”", APPLIED,
     "Action: Draw 1 card. Limit once per turn."),
    # Replace, delete, add.
    ("Any Phase: Choose a character.", 'All should read: "Action:" instead of "Any Phase:"', APPLIED,
     "Action: Choose a character."),
    ("Forced Response: After Padfoot is destroyed, draw 1 card.", "Should read: “**Response**” not **Forced Response**.",
     APPLIED, "Response: After Padfoot is destroyed, draw 1 card."),
    ("Immune to rain. Your kennel may hold eight of these hounds. It gains +1 skill.",
     "No longer has the text: “Your kennel may hold eight of these hounds.”", APPLIED,
     "Immune to rain. It gains +1 skill."),
    ("Action: Draw 1 card.", "Add the text “Then, discard 1 card.” to the end of the text.", APPLIED,
     "Action: Draw 1 card. Then, discard 1 card."),
    # It is there already.
    ("Forced Response: After Lord Heron enters play, choose a character.",
     'Should read: "*Forced Response*: After Lord Heron enters play..."', ALREADY,
     "Forced Response: After Lord Heron enters play, choose a character."),
    # A name that the card itself misspells is put right.
    ("If you win a contest in which Eric Moth is participating, draw 1 card.",
     'Should read: "...in which Erich Moth is participating"', APPLIED,
     "If you win a contest in which Erich Moth is participating, draw 1 card."),
    # A ruling that changes no word.
    ("Action: Draw 1 card.", "The player may look at the card before he keeps it.", NOTE, "Action: Draw 1 card."),
    # The lead of an ability that the erratum names stays.
    ("You have 1 lamp.\n[elder sign] effect: +1 for each lamp you have.",
     "Its [elder sign] ability should read: “+1 for each lamp you have (to a maximum of +5).”", APPLIED,
     "You have 1 lamp.\n[elder sign] effect: +1 for each lamp you have (to a maximum of +5)."),
    ("[action] [action]: Bury a lantern to draw 1 card.",
     "The [action] [action] ability should read: “Bury a lantern to draw 2 cards.”", APPLIED,
     "[action] [action]: Bury a lantern to draw 2 cards."),
    # A restriction within the opening, at the end, and another number.
    ("Action: Choose a character with skill 2 or lower.", "Should read: “Action: Choose a non-Warden character...”",
     APPLIED, "Action: Choose a non-Warden character with skill 2 or lower."),
    ("Response: After you win, choose and destroy a boat card.",
     "Should read: “...choose and destroy a boat card with cost 3 or lower.”", APPLIED,
     "Response: After you win, choose and destroy a boat card with cost 3 or lower."),
    ("Action: Exhaust Bog Lantern to draw one card.", "Should read: “...to draw two cards.”", APPLIED,
     "Action: Exhaust Bog Lantern to draw two cards."),
    # Letters: only what is touched is put in order.
    ("Action: Look at your opponent's cards.", "Should read: “Action: Look at 2 of your opponents’ cards.”", APPLIED,
     "Action: Look at 2 of your opponents’ cards."),
    ("Action: Exhaust a boat to draw 1 card.\nHis lamp.. no, his skull...",
     "Should read: “Action: Exhaust a boat to draw 2 cards.”", APPLIED, "Action: Exhaust a boat to draw 2 cards.\nHis lamp.. no, his skull..."),
    ("Get +2 to your skill value for that test.", "The words “for that test” should be removed.", APPLIED,
     "Get +2 to your skill value."),
    ("Deal 1 damage. (Limit once per phase.)",
     "“(Limit once per phase.)” should be replaced with “(Limit once per turn.)”.", APPLIED,
     "Deal 1 damage. (Limit once per turn.)"),
    # In doubt it declines.
    ("Action: Exhaust Bog Lantern to draw one card.",
     "Should read: “Action: Exhaust Bog Lantern and discard a card from your hand...”", IMPOSSIBLE, None),
    ("Response: After a character leaves play, ready Bog Lantern. Then, draw a card.",
     "Should read: “...ready Bog Lantern.”", IMPOSSIBLE, None),
    ("Response: After a character leaves play, ready Bog Lantern. Then, draw a card.",
     "Should read: “...ready Bog Lantern. (Limit once per phase).”", IMPOSSIBLE, None),
    ("Action: Pay 3 to draw 1 card.", "Action: Pay 4...", IMPOSSIBLE, None),
    ("Hidden. Action: Draw 1 card. It cannot be lit.", "The second sentence should be deleted.", IMPOSSIBLE, None),
    ("Response: After it is lit, draw 1 card.", "Should read: “When it is put out, draw 1 card.”", IMPOSSIBLE, None),
    ("[action] effect: +1. Heal 1 lamp.", "The [action] ability should read: “+2. Heal 2 lamp.”", IMPOSSIBLE, None),
    ("Action: Draw 1 card. Response: Draw 2 cards.", "Each ability should have “(Limit once per turn.)” added.",
     IMPOSSIBLE, None),
    # A quotation of which nobody can say what it is for.
    ("Action: Draw 1 card.", "Should be unique. It is then like “Action: Draw 2 cards.”", IMPOSSIBLE, None),
    ("Action: Draw a card. Then, if you control a legend, return a card from your discard pile to your hand.",
     "Should read: “If you control a legend, return target card from your discard pile to your hand.”", IMPOSSIBLE, None),
    ("Action: Put a card into your hand and attach Ether to that domain as a resource.",
     'Should read: "Action: Put a card into your hand and attach Ether to that domain (counts as a [icon?] resource)."',
     IMPOSSIBLE, None),
    ("Action: Draw 1 card.", "Should read: “Sacrifice a Warden to destroy every lantern in play.”", IMPOSSIBLE, None),
    ("Action: Draw 1 card. Response: Draw 1 card.", 'Change "Draw" to "Discard".', IMPOSSIBLE, None),
    ("Action: Draw 1 card.", "The ability should now only work once.", IMPOSSIBLE, None),
]  # fmt: skip


@pytest.mark.parametrize(("printed", "erratum", "outcome", "text"), TABLE)
def test_an_erratum_is_put_in_word_by_word_or_not_at_all(
    printed: str, erratum: str, outcome: Outcome, text: str | None
) -> None:
    name = "Erich Moth" if "Moth" in printed else "Bog Lantern"
    found = apply(Printed(name, printed), read_instructions(erratum), RARITY)
    assert found.outcome is outcome, found.steps
    assert found.text == (printed if text is None else text)


FIELDS = [
    ("Should have the *Attachment* subtype.", {"traits": ["Item"]}, {"traits": (["Item"], ["Item", "Attachment"])}),
    # A trait that was misspelt is put right, and not given twice.
    ("Should have the trait *Sorcerer*.", {"traits": ["Sorceror"]}, {"traits": (["Sorceror"], ["Sorcerer"])}),
    ("Should be unique.", {"unique": False}, {"unique": (False, True)}),
    ("It is not a unique card.", {"unique": True}, {"unique": (True, False)}),
    ("The printed cost of Marsh Dog should be 3.", {"cost": "2"}, {"cost": ("2", "3")}),
    ("Should have a skill of 0, and no icons.", {"skill": "2"}, {"skill": ("2", "0")}),
    ("Should have 4 hit points, not 3.", {"health": "3"}, {"health": ("3", "4")}),
    ("Remove the *Marsh* trait.", {"traits": ["Marsh", "Item"]}, {"traits": (["Marsh", "Item"], ["Item"])}),
    ("Should have 3 sanity and 1 health.", {"sanity": "2", "health": "3"},
     {"sanity": ("2", "3"), "health": ("3", "1")}),
    ("Should have the Priest trait instead of the Marsh Hunter trait.", {"traits": ["Marsh Hunter"]},
     {"traits": (["Marsh Hunter"], ["Priest"])}),
    ("Should gain the Insect trait and the Retaliate keyword.", {"traits": ["Marsh"]},
     {"traits": (["Marsh"], ["Marsh", "Insect"]), "keywords": (None, ["Retaliate"])}),
    ("Should have a Syndicate resource symbol.", {}, {"resource": (None, "Syndicate")}),
]  # fmt: skip


@pytest.mark.parametrize(("erratum", "facts", "changed"), FIELDS)
def test_fields_are_set_and_say_what_they_were(erratum: str, facts: dict[str, object], changed: object) -> None:
    found = apply(Printed("Marsh Dog", None, facts), read_instructions(erratum))
    assert (found.outcome, found.fields, found.text) == (APPLIED, changed, None)


@pytest.mark.parametrize(
    "ruling",
    [
        "Only a card with a printed cost of 0 can be chosen.",
        "If the character is unique, its owner chooses.",
        "The card “Bog Lantern”, which reads “Draw 1 card,” counts as one effect.",
    ],
)
def test_a_ruling_about_other_cards_sets_nothing(ruling: str) -> None:
    found = apply(Printed("Marsh Dog", "Action: Draw 1 card.", {"cost": "2"}), read_instructions(ruling), RARITY)
    assert (found.outcome, found.fields) == (NOTE, {})


def test_all_instructions_of_an_erratum_are_followed_or_none() -> None:
    erratum = "Should have the “Swift” keyword and read: “Sacrifice a Warden to destroy every lantern in play.”"
    found = apply(Printed("Marsh Dog", "Action: Draw 1 card.", {"keywords": []}), read_instructions(erratum), RARITY)
    assert (found.outcome, found.text, found.fields) == (IMPOSSIBLE, "Action: Draw 1 card.", {})


def test_traits_and_a_text_in_one_sentence_are_both_put_in() -> None:
    erratum = "Should have the Marsh and Warden subtypes, and should read: “Action: Draw 2 cards.”"
    found = apply(Printed("Marsh Dog", "Action: Draw 1 card.", {"traits": ["Marsh"]}), read_instructions(erratum))
    assert (found.text, found.fields) == ("Action: Draw 2 cards.", {"traits": (["Marsh"], ["Marsh", "Warden"])})


@pytest.mark.parametrize(
    "erratum",
    ["Should have the Priest trait instead of the Warden trait.", "Should have 3 health and evade 4."],
)
def test_a_field_that_is_not_wholly_read_is_not_set(erratum: str) -> None:
    facts = {"traits": ["Marsh"], "health": "2"}
    found = apply(Printed("Marsh Dog", "Action: Draw 1 card.", facts), read_instructions(erratum))
    assert (found.outcome, found.fields) == (IMPOSSIBLE, {})


def test_no_rule_is_added_behind_flavour() -> None:
    rules = ["Action: Draw 1 card. Limit once per turn."] * 30
    printed = Printed("Marsh Dog", "Action: Draw 1 card. Grandfather whistled merrily yesterday.")
    found = apply(printed, read_instructions("Should read: “Limit twice per turn.”"), Rarity(rules))
    assert found.outcome is IMPOSSIBLE


def test_a_step_of_a_declined_erratum_is_not_said_to_be_applied() -> None:
    erratum = "Should have the Limited keyword. Should read: “Sacrifice a Warden to destroy every lantern in play.”"
    found = apply(Printed("Harbour Bell", "Action: Draw 1 card."), read_instructions(erratum))
    assert {step.outcome for step in found.steps} == {IMPOSSIBLE}


def test_where_no_text_is_known_that_is_the_reason() -> None:
    found = apply(Printed("Harbour Bell"), read_instructions("The ability should now only work once."))
    assert [step.reason for step in found.steps] == ["the printed text is not known here"]


def test_the_least_sure_erratum_counts() -> None:
    assert least_sure([ALREADY, APPLIED, NOTE]) is NOTE
    assert least_sure([ALREADY, APPLIED]) is APPLIED
    assert least_sure([]) is None
