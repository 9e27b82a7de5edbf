"""What cards say now: their printed texts with the errata in force put in, as records."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cached_property
from typing import Any

from importers.records import Authority, Scope
from rulings.effective import Effective, Instruction, Outcome, Printed, Rarity, Step, apply, least_sure
from rulings.effective.general import GeneralErratum, read_general
from rulings.effective.instructions import Kind, read_instructions
from rulings.models import Card, CardText, Change, EffectiveDecision, ErratumInstruction, Game
from rulings.read_model import addresses
from rulings.read_model.card_text import diff_html, first_line, text_html
from rulings.read_model.records.cards import EffectiveErratum, EffectiveRecord, PrintedRecord
from rulings.read_model.wording import day, labelled, plain_title

# How sure a text is, in plain words.
SAID = {
    Outcome.APPLIED: "Put in word by word, from {edition}",
    Outcome.ALREADY: "The catalogue’s text already has it ({edition})",
    Outcome.NOTE: "Read with this note, from {edition}",
    Outcome.IMPOSSIBLE: "Could not be put in: read both ({edition})",
}
ONLY_FIELDS = "Changes what is printed next to the text, from {edition}"
INSTRUCTION_FIELDS = tuple(one.name for one in fields(Instruction))


def as_data(instruction: Instruction) -> dict[str, Any]:
    """An instruction as it is stored: what it says, without what is empty."""
    return {name: value for name in INSTRUCTION_FIELDS if (value := getattr(instruction, name))}


def as_instruction(content: Mapping[str, Any]) -> Instruction:
    """A stored instruction."""
    known = {name: value for name, value in content.items() if name in INSTRUCTION_FIELDS}
    return Instruction(**{**known, "kind": Kind(content["kind"])})


class Texts:
    """The printed texts of a game's cards, and what the errata in force make of them."""

    def __init__(self, game: Game, changes: Iterable[Change]) -> None:
        self.printed = {one.card_id: one for one in CardText.objects.filter(card__card_set__game=game)}
        self.decisions = {one.card_id: one for one in EffectiveDecision.objects.filter(card__card_set__game=game)}
        self._changes = [one for one in changes if one.ruling.kind == "erratum" and one.revision]

    @property
    def by_card(self) -> dict[int, str]:
        """By card, its printed text."""
        return {pk: one.text for pk, one in self.printed.items()}

    @cached_property
    def rarity(self) -> Rarity:
        return Rarity(one.text for one in self.printed.values())

    @cached_property
    def general(self) -> list[tuple[Change, GeneralErratum]]:
        """General errata that name the words they are about."""
        found = [
            (change, read_general(change.revision.text))
            for change in self._changes
            if change.revision and change.ruling.scope == Scope.GENERAL
        ]
        return [(change, erratum) for change, erratum in found if erratum]

    @cached_property
    def instructions(self) -> dict[int, list[Instruction]]:
        """By revision, its instructions: as they are stored, or as they are read."""
        revisions = {change.revision.pk: change.revision for change in self._changes if change.revision}
        found: dict[int, list[Instruction]] = {}
        stored = ErratumInstruction.objects.filter(revision__in=revisions)
        for one in stored.order_by("revision", "position"):
            found.setdefault(one.revision_id, []).append(as_instruction(one.content))
        return {pk: found.get(pk) or read_instructions(one.text) for pk, one in revisions.items()}

    def _instructions(self, change: Change) -> list[Instruction]:
        """What an erratum tells to do; the words of a digest are ours, and are not put into the text of a card."""
        found = self.instructions[change.revision_id or 0]
        if change.ruling.document.authority != Authority.DIGEST:
            return found
        return [one for one in found if one.kind is Kind.FIELD] or [Instruction(Kind.NOTE)]

    def printed_record(self, card: Card) -> PrintedRecord | None:
        """What a card says on paper."""
        printed = self.printed.get(card.pk)
        if printed is None:
            return None
        return {
            "text": printed.text,
            "back_text": printed.back_text or None,
            "catalogue": printed.catalogue,
            "imported_on": day(printed.imported_on) or "",
            "corrected_on": day(printed.corrected_on),
            "original": {name: value for name, value in printed.original.items() if value not in (None, "", [])},
        }

    def touching(self, text: str | None) -> list[Change]:
        """The general errata that touch a card by the words of its text."""
        return [change for change, erratum in self.general if text and erratum.touches(text)]

    def effective_record(self, card: Card, errata: Sequence[Change]) -> EffectiveRecord | None:
        """What a card says with its errata put in, the oldest first; none if it has none."""
        printed = self.printed.get(card.pk)
        if not errata and not self.touching(printed.text if printed else None):
            return None
        state = Printed(card.name, printed.text if printed else None, card.facts)
        done: list[tuple[Change, Effective]] = []
        changed: dict[str, tuple[object, object]] = {}
        for change in sorted(errata, key=lambda one: (one.edition.position or 0, one.position)):
            result = apply(state, self._instructions(change), self.rarity)
            done.append((change, result))
            facts = {**state.fields, **{name: now for name, (_, now) in result.fields.items()}}
            changed |= {name: (changed.get(name, (was,))[0], now) for name, (was, now) in result.fields.items()}
            state = replace(state, text=result.text, fields=facts)
        done += [(change, _noted(state.text)) for change in self.touching(state.text) if change not in errata]
        outcome = least_sure(one.outcome for _, one in done) or Outcome.NOTE
        return self._decided(card, printed, state.text, outcome, changed, done)

    def _decided(
        self,
        card: Card,
        printed: CardText | None,
        text: str | None,
        outcome: Outcome,
        changed: Mapping[str, tuple[object, object]],
        done: Sequence[tuple[Change, Effective]],
    ) -> EffectiveRecord:
        basis = basis_of(card, printed, [change for change, _ in done])
        decision = self.decisions.get(card.pk)
        kind = decision.decision if decision else ""
        holds = decision is not None and decision.basis == basis
        if decision and kind == EffectiveDecision.Decision.CONFIRMED:
            # What was confirmed is a text, however it came about.
            holds = holds and decision.text == (text or "")
        errata = [_erratum(change, result) for change, result in done]
        if decision and holds and kind == EffectiveDecision.Decision.CORRECTED:
            text, outcome = decision.text, Outcome.APPLIED
            errata = [_as_decided(one, outcome, "Put in by an editor, from {edition}") for one in errata]
        if decision and holds and kind == EffectiveDecision.Decision.REFUSED:
            outcome = Outcome.IMPOSSIBLE
            errata = [_as_decided(one, outcome, "An editor decided: read both ({edition})") for one in errata]
        if outcome is Outcome.IMPOSSIBLE:
            # Nothing is merged.
            text, changed = (printed.text if printed else None), {}
        return {
            "text": text,
            "outcome": outcome.value,
            "fields": {name: _changed(was, now, is_known=bool(card.facts)) for name, (was, now) in changed.items()},
            "errata": errata,
            "decision": decision.decision if decision and holds else None,
            "reason": decision.reason if decision and holds else None,
            "basis": basis,
            "is_to_be_checked": decision is not None and not holds,
        }

    def html_of(self, card: Card, effective: EffectiveRecord | None) -> dict[str, str]:
        """The texts of a card as HTML: as printed, as it reads now, and the difference."""
        printed = self.printed.get(card.pk)
        if printed is None:
            return {"printed": "", "back": "", "now": "", "difference": "", "first_line": ""}
        now = printed.text if effective is None or effective["text"] is None else effective["text"]
        return {
            "printed": text_html(printed.text),
            "back": text_html(printed.back_text),
            "now": text_html(now),
            "difference": diff_html(printed.text, now) if now != printed.text else "",
            "first_line": first_line(now),
        }


def basis_of(card: Card, printed: CardText | None, changes: Iterable[Change]) -> str:
    """What an editor's decision about an effective text rests on."""
    parts = [printed.text if printed else "", repr(sorted(card.facts.items(), key=str))]
    parts += sorted(change.revision.text for change in changes if change.revision)
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _changed(was: object, now: object, *, is_known: bool) -> dict[str, object]:
    """What a field was and is; where nothing is known of the card, a list is only known to have more in it."""
    if isinstance(now, list) and not is_known:
        return {"was": None, "now": None, "added": now}
    return {"was": was, "now": now}


def _as_decided(erratum: EffectiveErratum, outcome: Outcome, said: str) -> EffectiveErratum:
    """An erratum as an editor decided about it."""
    return {**erratum, "outcome": outcome.value, "said": said.format(edition=erratum["edition_title"])}


def _noted(text: str | None) -> Effective:
    return Effective(Outcome.NOTE, text, {}, (Step(Instruction(Kind.NOTE), Outcome.NOTE),))


def _erratum(change: Change, result: Effective) -> EffectiveErratum:
    revision = change.revision
    title = labelled(revision.key, plain_title(revision.title)) if revision else ""
    kinds = {step.instruction.kind for step in result.steps}
    said = ONLY_FIELDS if result.outcome is Outcome.APPLIED and kinds == {Kind.FIELD} else SAID[result.outcome]
    return {
        "ruling": addresses.ruling_id(change.ruling),
        "title": title,
        "url": addresses.of_ruling(change.ruling),
        "edition_title": change.edition.title,
        "outcome": result.outcome.value,
        "said": said.format(edition=change.edition.title),
        "reasons": [step.reason for step in result.steps if step.reason],
        "steps": [
            {
                **as_data(step.instruction),
                "kind": step.instruction.kind.value,
                "outcome": step.outcome.value,
            }
            for step in result.steps
            if step.instruction.kind is not Kind.NOTE
        ],
    }
