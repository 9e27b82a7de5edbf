"""Loads the fixtures: the facts and documents that the site starts with."""

import hashlib
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from django.db import transaction

from importers.reading import read
from rulings.models import Edition, Source, Synonym
from rulings.services import cataloguing, importing, importing_cards, publishing, searches, state, terms
from rulings.services.state import Progress


@transaction.atomic
def load(folder: Path, *, progress: Progress = lambda step: None) -> bool:
    """Load what the site does not have yet, all or nothing; whether there was anything.

    A digest that was ever here, even if it is withdrawn, is left alone, and so is a thesaurus that has entries.
    """
    with state.as_one_change():
        return _load(folder, progress)


def _load(folder: Path, progress: Progress) -> bool:
    new = [path for path in sorted((folder / "documents").glob("*.md")) if not _is_kept(path)]
    if new:
        games = _toml(folder / "games.toml")
        cataloguing.load_games(games)
        progress(f"{len(games)} games")
        for path in sorted((folder / "cards").glob("*.csv")):
            with path.open(encoding="utf-8", newline="") as lines:
                counts = importing_cards.import_table(lines, game_name=path.stem)
            progress(f"{counts.added} cards of {counts.game}")
    known = set(Edition.objects.exclude(state=Edition.State.DRAFT).values_list("document", flat=True))
    for path in new:
        _load_document(path, folder / "asked" / f"{path.stem}.toml", progress, known=known)
    has_no_thesaurus = not Synonym.objects.exists()
    if has_no_thesaurus:
        progress(f"{searches.load_thesaurus(_toml(folder / 'thesaurus.toml'))} synonyms")
    if new:
        progress(f"{terms.load_terms(_toml(folder / 'terms.toml'))} terms")
    return bool(new) or has_no_thesaurus


def _load_document(path: Path, phrasings: Path, progress: Progress, *, known: Collection[int]) -> None:
    """Publish a digest, or the next edition of one; kept as a draft where the site has had its document for longer."""
    taken = importing.take_in(read(path.read_bytes(), name=path.name))
    if taken.is_known:
        return
    draft = taken.edition
    if draft.document_id in known:
        progress(f"{draft.document} is here already: the new {path.name} is kept as a draft")
        return
    edition, plan = publishing.publish(draft)
    progress(f"published {edition}: {plan}")
    if phrasings.exists():
        searches.load_phrasings(edition.document, _toml(phrasings))


def _is_kept(path: Path) -> bool:
    return Source.objects.filter(sha256=hashlib.sha256(path.read_bytes()).hexdigest()).exists()


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
