"""What the source prints where readers see wording of ours, and why that differs."""

from rulings.models import Change, Revision
from rulings.read_model.records.rulings import OursRecord
from rulings.read_model.wording import labelled, plain_text, plain_title


def ours_of(change: Change) -> OursRecord | None:
    """What the source prints in place of a wording of ours, and why that differs."""
    revision = change.revision
    if revision is None or revision.edition.corrects is None:
        return None
    told = Change.objects.filter(ruling=change.ruling_id, edition__in=[revision.edition, revision.edition.corrects])
    by_edition = {one.edition_id: one for one in told.select_related("revision")}
    printed = by_edition.get(revision.edition.corrects_id or 0)
    said = printed.revision if printed else None
    if said and _seen(said) == _seen(revision):
        # Only a reference of it leads elsewhere.
        return None
    own = by_edition.get(revision.edition_id)
    return {
        "reason": (own.reason if own else "") or revision.edition.reason,
        "printed": _told(said, revision) if said else None,
        "source": revision.edition.corrects.title,
    }


def _seen(revision: Revision) -> tuple[object, ...]:
    """What readers see of a wording: its words, its label, and where it stands."""
    return plain_title(revision.title), plain_text(revision.text), revision.key, revision.heading_path


def _told(said: Revision, shown: Revision) -> str:
    """What the source prints; its label and headings where they are others than ours."""
    title = plain_title(said.title)
    lines = [
        " › ".join(said.heading_path) if said.heading_path != shown.heading_path else "",
        labelled(said.key, title) if said.key != shown.key else title,
        plain_text(said.text),
    ]
    return "\n".join(filter(None, lines))
