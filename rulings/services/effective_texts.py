"""What editors decide about effective texts, and how errata are read."""

from typing import Any

import orjson
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from rulings.effective.instructions import read_instructions
from rulings.effective.lines import LineError, as_lines, from_lines
from rulings.models import Card, Change, EffectiveDecision, ErratumInstruction, Revision, ShownCard, ShownRuling
from rulings.read_model.effective import as_data, as_instruction
from rulings.read_model.stored import card_at
from rulings.services import accounts, state
from rulings.services.curating import lock

Decision = EffectiveDecision.Decision


class EffectiveError(Exception):
    """The decision cannot be kept; the message says why."""


@transaction.atomic
def decide(card: Card, decision: str, *, user: User, reason: str, text: str = "", basis: str = "") -> None:
    """Keep what an editor decided about the effective text of a card, for as long as text and errata stay the same.

    `basis` is that of the page on which it was decided; empty: that of now.
    """
    lock(card.card_set.game)
    if not reason.strip():
        raise EffectiveError("Say why: readers see it.")
    if decision == Decision.CORRECTED and not text.strip():
        raise EffectiveError("Write the text as it reads now.")
    row = ShownCard.objects.filter(card=card).first()
    shown = card_at(row.path) if row else None
    effective = shown.record["effective"] if shown else None
    if effective is None:
        raise EffectiveError("No erratum of this card is in force: there is nothing to decide.")
    if basis and basis != effective["basis"]:
        raise EffectiveError("The printed text or an erratum has changed meanwhile: look at it again.")
    kept = {
        Decision.CORRECTED: text.replace("\r\n", "\n").strip(),
        Decision.CONFIRMED: effective["text"] or "",
    }
    EffectiveDecision.objects.update_or_create(
        card=card,
        defaults={
            "decision": Decision(decision),
            "text": kept.get(Decision(decision), ""),
            "reason": reason.strip(),
            "basis": effective["basis"],
            "made_by": user,
        },
    )
    accounts.note(user, card, f"{decision} its effective text: {reason.strip()}")
    state.mark_changed(card.card_set.game)


@transaction.atomic
def take_back(card: Card, *, user: User) -> None:
    """Let the effective text of a card be worked out again."""
    lock(card.card_set.game)
    EffectiveDecision.objects.filter(card=card).delete()
    accounts.note(user, card, "took back the decision about its effective text")
    state.mark_changed(card.card_set.game)


def instructions_of(ruling: str) -> tuple[Revision, str]:
    """The erratum of an id, and how it is read, one instruction a line."""
    shown = ShownRuling.objects.filter(path=ruling).select_related("ruling").first()
    change = Change.objects.in_force().filter(ruling=shown.ruling).first() if shown else None
    if change is None or change.revision is None:
        raise EffectiveError("This erratum is not in force any more.")
    stored = [as_instruction(one.content) for one in change.revision.instructions.all()]
    return change.revision, as_lines(stored or read_instructions(change.revision.text))


@transaction.atomic
def correct_instructions(ruling: str, lines: str, *, user: User, reason: str) -> None:
    """Let an erratum be read in another way."""
    if not reason.strip():
        raise EffectiveError("Say why it is to be read in another way.")
    revision, _ = instructions_of(ruling)
    lock(revision.ruling.document.game)
    try:
        instructions = from_lines(lines)
    except LineError as error:
        raise EffectiveError(str(error)) from error
    revision.instructions.all().delete()
    ErratumInstruction.objects.bulk_create(
        ErratumInstruction(
            revision=revision, position=position, content=as_data(one), reason=reason.strip(), made_by=user
        )
        for position, one in enumerate(instructions)
    )
    game = revision.ruling.document.game
    accounts.note(user, revision.ruling, f"corrected how its erratum is read: {reason.strip()}")
    state.mark_changed(game)


def to_be_checked() -> list[ShownCard]:
    """Cards whose errata could not be put in, or about which a decision does not hold any more."""
    doubtful = Q(record__contains='"outcome":"impossible"') | Q(record__contains='"is_to_be_checked":true')
    rows = ShownCard.objects.filter(doubtful).select_related("card__card_set__game", "card")
    return [row for row in rows.order_by("game__name", "folded_name") if _waits(orjson.loads(row.record))]


def _waits(card: Any) -> bool:
    """Whether nobody has decided about a text that is not sure, or what was decided does not hold any more."""
    effective = card["effective"]
    is_open = effective["outcome"] == "impossible" and not effective["decision"] and card["printed"]
    return bool(is_open or effective["is_to_be_checked"])
