"""What editors decide about a draft: each decision is bound to what was seen, says who and when, and can be undone."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction

from importers.folding import fold_title
from importers.records import CardCitation, ParsedRuling, title_of_cards
from rulings.models import Edition, Verdict
from rulings.read_model.known import record_of
from rulings.services import accounts, manuscripts, publishing, repeating, reviewing
from rulings.services.doubts import MISTAKE
from rulings.services.manuscripts import EditError, locked_draft
from rulings.services.ours import keep_reasons, keys_of
from rulings.services.reconciling import Decision, DecisionError

STALE = "This reads differently now: look at it again, nothing was decided."
GONE = "This change is no longer there: look at the comparison again."
POINTED = "A reference was pointed at the desk."


@transaction.atomic
def accept(edition: Edition, seen: Iterable[tuple[str, str]], *, user: User | None) -> int:
    """Accept changes or alarms as they were seen, (key, mark) each; how many. Refused if one reads differently now."""
    edition = locked_draft(edition)
    marks = reviewing.marks_of(edition)
    given = list(seen)
    for key, mark in given:
        _require(marks, key, mark)
        if key.startswith(f"alarm:{MISTAKE}:"):
            raise EditError("A mistake in the text cannot be accepted: put it right in the text.")
    for key, mark in given:
        _keep(edition, key, mark, marks[key][1], Verdict.Act.ACCEPTED, user=user)
    accounts.note(user, edition, f"accepted: {', '.join(key for key, _ in given)[:200]}")
    return len(given)


@transaction.atomic
def reject(edition: Edition, seen: Iterable[tuple[str, str]], *, reason: str, user: User | None) -> None:
    """Reject changes as they were seen: what is in force stays, as our correction, for a reason that readers see."""
    edition = locked_draft(edition)
    marks = reviewing.marks_of(edition)
    given = list(seen)
    for key, mark in given:
        _require(marks, key, mark)
    if not reason.strip():
        raise EditError("Say why: readers see the reason next to what the source says.")
    _require_possible(edition, [key for key, _ in given])
    for key, mark in given:
        _keep(edition, key, mark, marks[key][1], Verdict.Act.REJECTED, user=user, reason=reason.strip())
    accounts.note(user, edition, f"rejected: {', '.join(key for key, _ in given)[:200]} ({reason.strip()})")


@transaction.atomic
def undo(edition: Edition, keys: Sequence[str], *, user: User | None) -> None:
    """Take decisions back."""
    edition = locked_draft(edition)
    if not edition.verdicts.filter(key__in=keys).exclude(act=Verdict.Act.EDITED).delete()[0]:
        raise EditError("Nothing was decided about this.")
    accounts.note(user, edition, f"undone: {', '.join(keys)[:200]}")


@transaction.atomic
def decide_again(edition: Edition, *, user: User | None) -> int:
    """Decide everything as it was decided in an earlier edition, where the source says the same; how many."""
    edition = locked_draft(edition)
    found = reviewing.review(edition)
    edits = {
        item.index: item.remembered
        for item in found.items
        if item.index is not None and not item.is_decided and item.remembered and _is_edit(item.remembered)
    }
    done = 0
    if edits:
        said = {verdict.said for verdict in edits.values()}
        repeating.repeat(edition, edits, user=user)
        edition = _again(edition)
        found = reviewing.review(edition)
        # What was edited so was accepted with it.
        for item in (one for one in found.items if one.said in said and not one.is_decided):
            _keep(edition, item.key, item.mark, item.said, Verdict.Act.ACCEPTED, user=user)
        done = len(edits)
    for one in found.offered:
        if one.remembered is not None and not one.is_decided and not _is_edit(one.remembered):
            act = Verdict.Act(one.remembered.act)
            _keep(edition, one.key, one.mark, one.said, act, user=user, reason=one.remembered.reason)
            done += 1
    accounts.note(user, edition, f"decided {done} as before")
    return done


@transaction.atomic
def join(edition: Edition, *, old: str, key: str, user: User | None) -> None:
    """Say that an added ruling continues one that would be removed."""
    edition = locked_draft(edition)
    added = _item(edition, key)
    if old not in [one["slug"] for one in added.candidates]:
        raise EditError(f"{old} cannot be continued by {added.title}: it is of another kind, or not removed.")
    _decide(edition, Decision(old=old, line=_line_of(added), same=True), user, f"joined {old} and {added.title}")


@transaction.atomic
def split(edition: Edition, key: str, *, user: User | None) -> None:
    """Say that a ruling is another than the one it seems to continue."""
    edition = locked_draft(edition)
    found = _item(edition, key)
    old = key.partition("-")[2]
    if found.kind not in ("reworded", "moved"):
        raise EditError("This ruling continues no other: there is nothing to split.")
    decision = Decision(old=old, line=_line_of(found), same=False)
    _decide(edition, decision, user, f"split {found.title} from {old}")


@transaction.atomic
def edit_text(edition: Edition, text: str, *, version: int, reason: str, user: User | None) -> None:
    """Keep a new text of a draft; where its words are not the source's, with a reason."""
    manuscripts.save_text(edition, text, version=version, user=user)
    keep_reasons(_again(edition), reason=reason, user=user)


@transaction.atomic
def edit_ruling(
    edition: Edition, index: int, text: str, *, version: int, base: str, reason: str, user: User | None
) -> None:
    """Keep a new text of one ruling; where its words are not the source's, with a reason.

    `base` is the text that it was made from: somebody else may have edited other rulings of the draft meanwhile.
    """
    now = manuscripts.manuscript_of(edition).version
    if now != version:
        document = manuscripts.read_edition(edition)
        same = [at for at in range(len(document.rulings)) if manuscripts.block_of(document, at) == base]
        if len(same) == 1:
            index, version = same[0], now
    manuscripts.edit_ruling(edition, index, text, version=version, user=user)
    keep_reasons(_again(edition), reason=reason, user=user)


@transaction.atomic
def point(edition: Edition, index: int, *, label: str, target: str, version: int, user: User | None) -> None:
    """Let a reference lead to a card or section; refused if there is none of that name."""
    manuscripts.point_reference(edition, index, label=label, target=target, version=version, user=user)
    edition = _again(edition)
    keep_reasons(edition, reason=POINTED, user=user)
    still_open = reviewing.review(edition).report["references"]
    if any((one["index"], one["label"]) == (index, label) for one in still_open):
        raise EditError(
            f"There is no card or section “{target}” here: name it as 'Name (Set Number)', or by its label."
        )


@transaction.atomic
def take_as(edition: Edition, key: str, *, version: int, user: User | None) -> None:
    """Read a misprinted name as the one that is meant, as our correction."""
    alarm = next((one for one in reviewing.review(edition).alarms if one.key == key), None)
    if alarm is None or not alarm.meant:
        raise EditError(GONE)
    printed, meant = alarm.meant.get("set") or alarm.meant["card"], alarm.meant["as"]
    what = "set" if "set" in alarm.meant else "card"

    def edit(rulings: list[ParsedRuling]) -> None:
        rulings[:] = [_renamed(one, printed, meant, what=what) for one in rulings]

    note = f"took “{printed}” as “{meant}”"
    manuscripts.edit_rulings(edition, edit, version=version, user=user, note=note)
    keep_reasons(_again(edition), reason=f"Misprint in the source: “{printed}”.", user=user)


def _renamed(ruling: ParsedRuling, printed: str, meant: str, *, what: str) -> ParsedRuling:
    """A ruling with another name of a card or set."""

    def name(card: CardCitation) -> CardCitation:
        if what == "card" and fold_title(card.name) == fold_title(printed):
            return replace(card, name=meant)
        is_set, is_pack = (what == "set" and fold_title(one) == fold_title(printed) for one in (card.set, card.pack))
        return replace(card, set=meant if is_set else card.set, pack=meant if is_pack else card.pack)

    cards = tuple(name(card) for card in ruling.cards)
    path = tuple(meant if fold_title(one) == fold_title(printed) else one for one in ruling.heading_path)
    if cards == ruling.cards:
        return ruling
    return replace(
        ruling,
        cards=cards,
        heading_path=path,
        title=title_of_cards(cards) if ruling.is_headed_by_cards else ruling.title,
    )


def _is_edit(verdict: Verdict) -> bool:
    return verdict.act == Verdict.Act.EDITED


def _again(edition: Edition) -> Edition:
    """A draft as it is now, after somebody has edited it."""
    return Edition.objects.select_related("document__game", "document__current", "source").get(pk=edition.pk)


def _require(marks: dict[str, list[str]], key: str, mark: str) -> None:
    if key not in marks:
        raise EditError(GONE)
    if marks[key][0] != mark:
        raise EditError(STALE)


def _require_possible(edition: Edition, keys: Sequence[str]) -> None:
    """Refuse to keep what is in force where that cannot be: in a text with mistakes, or with a label twice."""
    document = manuscripts.read_edition(edition)
    if document.errors:
        raise EditError("The text of this draft has mistakes: correct them in the text first.")
    rejected = {*edition.verdicts.filter(act=Verdict.Act.REJECTED).values_list("key", flat=True), *keys}
    plan = publishing.plan(edition)
    named = list(zip(keys_of(plan), plan.changes, strict=True))
    for key, found in named:
        if key not in keys or found.previous is None or found.ruling is None or found.new is None:
            continue
        old = record_of(found.previous, found.ruling)
        for other_key, other in named:
            is_same = other.new is not None and (other.new.kind, other.new.key) == (old.kind, old.key)
            if old.key and is_same and other is not found and other_key not in rejected and other.new:
                raise EditError(
                    f"Its old label {old.key} is that of “{other.new.title}” now: reject that change first."
                )


def _keep(
    edition: Edition, key: str, mark: str, said: str, act: Verdict.Act, *, user: User | None, reason: str = ""
) -> None:
    values = {"act": act, "mark": mark, "said": said, "reason": reason, "user": user}
    Verdict.objects.update_or_create(edition=edition, key=key, defaults=values)


def _decide(edition: Edition, decision: Decision, user: User | None, note: str) -> None:
    other = [one for one in edition.decisions if (one["old"], one["line"]) != (decision.old, decision.line)]
    edition.decisions = [*other, vars(decision)]
    try:
        publishing.plan(edition)
    except DecisionError as error:
        raise EditError(str(error)) from None
    edition.save(update_fields=["decisions"])
    accounts.note(user, edition, note)


def _item(edition: Edition, key: str) -> reviewing.Item:
    item = next((one for one in reviewing.review(edition).items if one.key == key), None)
    if item is None:
        raise EditError(GONE)
    return item


def _line_of(item: reviewing.Item) -> int:
    if item.line is None:
        raise EditError("This ruling was written by hand: give it the label of the old one instead.")
    return item.line
