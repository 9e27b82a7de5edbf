"""Repeats what editors did to earlier editions of a document, wherever the source says the same again."""

from collections.abc import Mapping
from dataclasses import replace

from django.contrib.auth.models import User

from importers.records import ParsedRuling
from rulings.models import Edition, Verdict
from rulings.services import manuscripts
from rulings.services.ours import keep_reasons, parts_of, said_of


def results_of(verdict: Verdict) -> list[ParsedRuling]:
    """What editors made of what the source says: one ruling, or none where they left it out."""
    edition = Edition.objects.select_related("document__game", "document__current", "source").get(pk=verdict.edition_id)
    parts = parts_of(edition)
    place = next(at for at, one in enumerate(parts.publishers.rulings) if said_of(one) == verdict.said)
    own = parts.edited_at(place)
    return [own] if own else []


def repeat(edition: Edition, found: Mapping[int, Verdict], *, user: User | None) -> None:
    """Edit rulings of a draft, by their places in it, as rulings that said the same were edited before."""
    results = {index: results_of(verdict) for index, verdict in found.items()}

    def edit(rulings: list[ParsedRuling]) -> None:
        headings = {one.heading_path for one in rulings}
        kept: list[ParsedRuling] = []
        moved: list[ParsedRuling] = []
        for index, old in enumerate(rulings):
            for new in (replace(one, lines=old.lines) for one in results.get(index, [old])):
                goes = new.heading_path != old.heading_path and new.heading_path in headings
                (moved if goes else kept).append(new)
        for new in moved:
            same = [at for at, one in enumerate(kept) if one.heading_path == new.heading_path]
            kept.insert(same[-1] + 1 if same else len(kept), new)
        rulings[:] = kept

    version = manuscripts.manuscript_of(edition).version
    note = f"edited {len(results)} as in an earlier edition"
    manuscripts.edit_rulings(edition, edit, version=version, user=user, note=note)
    now = Edition.objects.select_related("document__game", "document__current", "source").get(pk=edition.pk)
    reasons = {verdict.said: verdict.reason for verdict in found.values()}
    keep_reasons(now, reason="", user=user, known=reasons)
