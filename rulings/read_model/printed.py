"""What the source prints where readers see wording of ours, and why that differs."""

from rulings.models import Change
from rulings.read_model.records.rulings import OursRecord
from rulings.read_model.wording import plain_text, plain_title


def ours_of(change: Change) -> OursRecord | None:
    """What the source prints in place of a wording of ours, and why that differs."""
    revision = change.revision
    if revision is None or revision.edition.corrects is None:
        return None
    told = Change.objects.filter(ruling=change.ruling_id, edition__in=[revision.edition, revision.edition.corrects])
    by_edition = {one.edition_id: one for one in told.select_related("revision")}
    printed = by_edition.get(revision.edition.corrects_id or 0)
    said = printed.revision if printed else None
    if said and (plain_title(said.title), plain_text(said.text)) == (
        plain_title(revision.title),
        plain_text(revision.text),
    ):
        # Only a reference of it leads elsewhere.
        return None
    own = by_edition.get(revision.edition_id)
    return {
        "reason": (own.reason if own else "") or revision.edition.reason,
        "printed": f"{plain_title(said.title)}\n{plain_text(said.text)}".strip() if said else None,
        "source": revision.edition.corrects.title,
    }
