"""What a digest says of a ruling, next to the ruling's own words."""

from django.utils.html import format_html

from rulings.models import Change
from rulings.read_model.records.rulings import ShortRecord
from rulings.read_model.wording import markdown_text, plain_text, plain_title, render_text, render_title

# A ruling of fewer letters is read as fast as what sums it up, which is shown if it has so much of its length at most.
LONG = 160
MOST_OF_IT = 0.8


def in_short(change: Change) -> str | None:
    """What the digest says of a long ruling, if that is a good deal shorter than the ruling's own words."""
    digest = digest_of(change)
    said, summed_up = change.revision, digest.revision if digest else None
    if said is None or summed_up is None or len(official := plain_text(said.text)) < LONG:
        return None
    short = summed_up.short or summed_up.text or summed_up.title
    return short if len(plain_text(short)) <= MOST_OF_IT * len(official) else None


def note_on(change: Change) -> str | None:
    """A remark of ours: on this ruling, or on the digest's entry that is shown with it."""
    digest = digest_of(change)
    notes = (revision.note for revision in (change.revision, digest.revision if digest else None) if revision)
    return next(filter(None, notes), None)


def short_record(change: Change) -> ShortRecord | None:
    """What is shown in short."""
    digest = digest_of(change)
    if digest is None:
        return None
    label, own = digest.edition.label, plain_text(digest.revision.short) if digest.revision else ""
    return {
        "html": format_html("<p>{}</p>", own) if own else render_text(digest) or f"<p>{render_title(digest)}</p>",
        "markdown": own or markdown_text(digest) or plain_title(digest.revision.title if digest.revision else ""),
        "as_of": label if label != change.edition.label else "",
    }


def digest_of(change: Change | None) -> Change | None:
    """What the digest has of a ruling."""
    summary = getattr(change.revision, "summary", None) if change else None
    digest: Change | None = summary.digest if summary else None
    return digest
