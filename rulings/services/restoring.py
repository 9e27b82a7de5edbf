"""Makes the site from an archive (selectors/data/archiving.py), in an empty database."""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction

from importers.folding import fold_title
from importers.reading import read
from importers.sources import UnreadableSourceError
from rulings.models import (
    Alias,
    Announcement,
    Card,
    CardAlias,
    CardSet,
    CardText,
    Confirmation,
    DeckLimit,
    Document,
    Edition,
    EffectiveDecision,
    ErratumInstruction,
    FormerAddress,
    Game,
    Pack,
    Phrasing,
    Revision,
    Ruling,
    Source,
    Synonym,
    Term,
)
from rulings.selectors.data.archiving import CONTENTS, FORMAT
from rulings.services import addressing, publishing, searches, state
from rulings.services.addressing import number_order
from rulings.services.manuscripts import HOUSE
from rulings.services.reconciling import DecisionError, PlannedChange
from rulings.services.state import Progress
from rulings.services.terms import term_of

Record = Mapping[str, Any]
# What comes of reading something that is not an archive.
DAMAGE = (
    zipfile.BadZipFile,
    KeyError,
    ValueError,
    TypeError,
    ObjectDoesNotExist,
    IntegrityError,
    UnreadableSourceError,
    DecisionError,
    publishing.PublishingError,
)


class ArchiveError(Exception):
    """The archive cannot be loaded; the message says why and what to do."""


@transaction.atomic
def restore(path: Path, *, progress: Progress = lambda step: None) -> None:
    """Load an archive, all of it or on any error nothing."""
    if Game.objects.exists():
        raise ArchiveError("This site has games already: an archive is loaded into an empty database.")
    try:
        with zipfile.ZipFile(path) as archive:
            _restore(archive, progress)
    except DAMAGE as error:
        raise ArchiveError(f"{path} is not an archive of this site, or it is damaged: {error!r}.") from error


def _restore(archive: zipfile.ZipFile, progress: Progress) -> None:
    contents = json.loads(archive.read(CONTENTS))
    if contents["format"] != FORMAT:
        raise ArchiveError(f"The archive has format {contents['format']}; this release reads format {FORMAT}.")
    for entry in contents["games"]:
        _restore_game(entry)
        progress(f"game {entry['name']}")
    games = {game.slug: game for game in Game.objects.all()}
    Synonym.objects.bulk_create(
        Synonym(game=games.get(entry["game"]), phrase=entry["phrase"], meanings=entry["meanings"])
        for entry in contents["synonyms"]
    )
    Term.objects.bulk_create(term_of(games[entry["game"]], entry["slug"], entry) for entry in contents.get("terms", ()))
    for entry in contents["editions"]:
        edition = _restore_edition(entry, archive.read(entry["file"]))
        progress(f"published {edition}")
    for entry in contents["games"]:
        for document in entry["documents"]:
            _restore_phrasings(games[entry["slug"]], document)
            _restore_desk(games[entry["slug"]], document)
    searches.thesaurus_changed()
    state.begin_history()


def _restore_game(entry: Record) -> None:
    facts = ("slug", "name", "short_name", "colour", "restricted_titles")
    game = Game.objects.create(**{name: entry[name] for name in facts})
    DeckLimit.objects.bulk_create(DeckLimit(game=game, **limit) for limit in entry.get("limits", []))
    for set_entry in entry["sets"]:
        _restore_set(game, set_entry)
    for former in entry["former_addresses"]:
        card = Card.objects.filter(card_set__game=game, card_set__slug=former["to_set"], slug=former["to_card"]).first()
        FormerAddress.objects.create(
            game=game,
            set_slug=former["set"],
            card_slug=former["card"],
            card=card,
            card_set=None if card else CardSet.objects.get(game=game, slug=former["to_set"]),
        )
    for document in entry["documents"]:
        Document.objects.create(
            game=game, slug=document["slug"], title=document["title"], authority=document["authority"]
        )


def _restore_set(game: Game, entry: Record) -> None:
    card_set = CardSet.objects.create(game=game, slug=entry["slug"], name=entry["name"], position=entry["position"])
    packs = {one["slug"]: Pack.objects.create(card_set=card_set, **one) for one in entry["packs"]}
    for alias in entry["aliases"]:
        Alias.objects.create(
            game=game,
            name=alias["name"],
            folded=fold_title(alias["name"]),
            card_set=card_set,
            pack=packs[alias["pack"]] if alias["pack"] else None,
        )
    for one in entry["cards"]:
        card = Card.objects.create(
            card_set=card_set,
            pack=packs[one["pack"]] if one["pack"] else None,
            number=one["number"],
            number_order=number_order(one["number"]),
            name=one["name"],
            folded_name=fold_title(one["name"]),
            slug=one["slug"],
            card_type=one["type"],
            subtitle=one.get("subtitle", ""),
            external_id=one.get("external_id", ""),
            facts=one.get("facts", {}),
            catalogued=one["catalogued"],
        )
        if one.get("printed"):
            CardText.objects.create(card=card, **one["printed"])
        if one.get("decision"):
            EffectiveDecision.objects.create(card=card, **one["decision"])
        CardAlias.objects.bulk_create(CardAlias(card=card, **alias) for alias in one["aliases"])


def _restore_edition(entry: Record, data: bytes) -> Edition:
    """Publish an edition as it was, its rulings at their addresses."""
    parsed = read(data, name=entry["file"], format_name=HOUSE).document
    document = Document.objects.get(game__slug=entry["game"], slug=entry["document"], authority=entry["authority"])
    source = Source.objects.create(
        name=Path(entry["file"]).name, text=data.decode(), sha256=hashlib.sha256(data).hexdigest()
    )
    draft = Edition.objects.create(
        document=document,
        label=parsed.edition,
        slug=entry["slug"] or addressing.make_label_slug(parsed.edition),
        date=parsed.date,
        source=source,
        format_name=HOUSE,
        origin=parsed.source,
        corrects=document.editions.published().get(slug=entry["corrects"]) if entry["corrects"] else None,
        reason=entry["reason"],
    )
    history = publishing.History(datetime.fromisoformat(entry["published_at"]), entry["addresses"])
    reasons: dict[str, str] = entry.get("reasons", {})

    def reason_for(change: PlannedChange) -> str:
        return reasons.get(change.ruling.slug if change.ruling else change.slug, "")

    note = entry.get("release_note", "")
    edition = publishing.publish(draft, history=history, reasons=reason_for, note=note)[0]
    _restore_instructions(edition, entry.get("instructions", {}))
    return edition


def _restore_instructions(edition: Edition, entry: Record) -> None:
    """Let errata be read as an editor corrected it."""
    for slug, lines in entry.items():
        change = edition.changes.select_related("revision").get(ruling__slug=slug)
        ErratumInstruction.objects.filter(revision=change.revision).delete()
        ErratumInstruction.objects.bulk_create(
            ErratumInstruction(revision=change.revision, position=position, **line)
            for position, line in enumerate(lines)
        )
    if entry:
        state.mark_changed(edition.document.game)


def _restore_phrasings(game: Game, entry: Record) -> None:
    document = Document.objects.get(game=game, slug=entry["slug"], authority=entry["authority"])
    rulings = {ruling.slug: ruling for ruling in Ruling.objects.filter(document=document)}
    Phrasing.objects.bulk_create(
        Phrasing(ruling=rulings[slug], words=words)
        for slug, asked in entry["phrasings"].items()
        for words in asked
        if slug in rulings
    )


def _restore_desk(game: Game, entry: Record) -> None:
    """What editors said of a document next to its editions: what is announced, and what they have confirmed."""
    document = Document.objects.get(game=game, slug=entry["slug"], authority=entry["authority"])
    if entry.get("announcement"):
        Announcement.objects.create(document=document, **entry["announcement"])
    for one in entry.get("confirmations", ()):
        game_slug, slug, authority, ruling = one["cited"]
        cited = Document.objects.get(game__slug=game_slug, slug=slug, authority=authority)
        confirmation = Confirmation.objects.create(
            ruling=Ruling.objects.get(document=document, slug=one["ruling"]),
            cited=Revision.objects.get(ruling__document=cited, ruling__slug=ruling, edition__slug=one["edition"]),
        )
        Confirmation.objects.filter(pk=confirmation.pk).update(at=datetime.fromisoformat(one["at"]))
    if entry.get("announcement"):
        state.mark_changed(game, documents={document.pk})
