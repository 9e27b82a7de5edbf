"""Stores how errata are read, as instructions next to their wording."""

from rulings.effective.instructions import read_instructions
from rulings.models import Change, ErratumInstruction, Game, Revision
from rulings.read_model.effective import as_data

BATCH = 500


def write_instructions(game: Game) -> None:
    """Store how the errata in force of a game are read, where that is not stored."""
    errata = Change.objects.in_force().filter(
        ruling__document__game=game, ruling__kind="erratum", revision__isnull=False
    )
    revisions = Revision.objects.filter(pk__in=errata.values("revision")).prefetch_related("instructions")
    stale: list[int] = []
    fresh: list[ErratumInstruction] = []
    for revision in revisions:
        stored = list(revision.instructions.all())
        read = [as_data(one) for one in read_instructions(revision.text)]
        # What an editor corrected stays; what was read by an older release is read again.
        if any(one.reason for one in stored) or [one.content for one in stored] == read:
            continue
        stale.append(revision.pk)
        fresh += [ErratumInstruction(revision=revision, position=at, content=one) for at, one in enumerate(read)]
    ErratumInstruction.objects.filter(revision__in=stale).delete()
    ErratumInstruction.objects.bulk_create(fresh, batch_size=BATCH)
