"""No silent loss (law 10): what an edition would do that somebody must confirm before it is published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from importers.checking import repeats
from importers.folding import fold_title
from importers.records import ChangeKind, ParsedDocument
from rulings.models import Document, Game
from rulings.read_model.known import set_names
from rulings.services.reconciling import Plan

# An edition that removes this share of its document, or more, is doubtful.
SHARE = 5
# So many names are listed.
MOST_NAMED = 12


@dataclass(frozen=True)
class Stop:
    """One thing to confirm, in a sentence that says what would be lost or made."""

    kind: str
    message: str

    def __str__(self) -> str:
        return self.message


def stops(
    parsed: ParsedDocument,
    plan: Plan,
    *,
    game: Game | None,
    document: Document | None,
    named_game: str = "",
    gates: Mapping[str, Any],
) -> list[Stop]:
    """What must be confirmed before an edition is published.

    `named_game` is the game that its source names, and `gates` is what was checked when that was read.
    """
    rules = (_removes, _another_game, _authority, _new_game, _new_sets)
    found = (
        *(rule(parsed, plan, game, document, named_game) for rule in rules),
        _closed_gate(gates),
        _repeated(parsed),
    )
    return [stop for stop in found if stop]


def _removes(
    parsed: ParsedDocument, plan: Plan, game: Game | None, document: Document | None, named_game: str
) -> Stop | None:
    """It removes a fifth of what is in force."""
    removed = [change.previous for change in plan.changes if change.kind is ChangeKind.REMOVED and change.previous]
    standing = sum(change.previous is not None for change in plan.changes)
    if not removed or len(removed) * SHARE < standing or document is None:
        return None
    names = _listed([str(revision) for revision in removed])
    return Stop("removes", f"It removes {len(removed)} of the {standing} rulings of {document}: {names}.")


def _another_game(
    parsed: ParsedDocument, plan: Plan, game: Game | None, document: Document | None, named_game: str
) -> Stop | None:
    """It names another game than the one that it would be published for."""
    if not named_game or fold_title(named_game) == fold_title(parsed.game):
        return None
    if game and fold_title(named_game) in map(fold_title, (game.name, game.short_name, game.slug)):
        return None
    return Stop("another game", f"It names {named_game}, but would be published for {parsed.game}.")


def _authority(
    parsed: ParsedDocument, plan: Plan, game: Game | None, document: Document | None, named_game: str
) -> Stop | None:
    """It changes how much weight its document carries."""
    if document is None or document.authority == parsed.authority.value or document.current_id is None:
        return None
    return Stop("authority", f"{document} is {document.authority}; this edition says that it is {parsed.authority}.")


def _new_game(
    parsed: ParsedDocument, plan: Plan, game: Game | None, document: Document | None, named_game: str
) -> Stop | None:
    """It makes a game, or is the first thing that anybody would see of one that a draft has made."""
    if game is not None and (game.card_sets.exists() or game.documents.filter(current__isnull=False).exists()):
        return None
    others = Game.objects.exclude(pk=game.pk if game else 0).order_by("name")
    known = _listed(list(others.values_list("name", flat=True)))
    return Stop("new game", f"It makes a new game: {parsed.game}." + (f" Known are {known}." if known else ""))


def _new_sets(
    parsed: ParsedDocument, plan: Plan, game: Game | None, document: Document | None, named_game: str
) -> Stop | None:
    """It makes card sets."""
    known = set_names(game) if game else {}
    named = dict.fromkeys(card.set for ruling in parsed.rulings for card in ruling.cards if card.set)
    new = [name for name in named if fold_title(name) not in known]
    if not new:
        return None
    return Stop("new sets", f"It makes {len(new)} new card set{'' if len(new) == 1 else 's'}: {_listed(new)}.")


def _closed_gate(gates: Mapping[str, Any]) -> Stop | None:
    """Something of the source is lost or altered, or does not read back the same."""
    if gates.get("is_open", True):
        return None
    return Stop("gates", f"Not everything was read as it is printed. {' '.join(gates['sentences'])}")


def _repeated(parsed: ParsedDocument) -> Stop | None:
    """A fifth of it is there word for word more than once."""
    again = sum(len(found) - 1 for found in repeats(parsed))
    if not again or again * SHARE < len(parsed.rulings):
        return None
    return Stop("repeats", f"{again} of its {len(parsed.rulings)} rulings are there word for word more than once.")


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown
