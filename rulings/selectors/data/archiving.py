"""Everything that is published, as the files of an archive from which the same site can be made again.

Editions are in the house format; "site.json" has the catalogue, and the address of each ruling of an edition. Drafts,
withdrawn editions, accounts and the sources that the publishers' texts were read from are not in it.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import Q, QuerySet

from rulings.models import (
    Announcement,
    Card,
    CardSet,
    CardText,
    Confirmation,
    Document,
    Edition,
    EffectiveDecision,
    ErratumInstruction,
    FormerAddress,
    Game,
    Phrasing,
    ReleaseNote,
    Synonym,
    Term,
)
from rulings.read_model.known import house_text

FORMAT = 1
CONTENTS = "site.json"
Record = dict[str, Any]


def archive_files() -> Iterator[tuple[str, str]]:
    """The names and texts of the files; the table of contents comes last."""
    editions = []
    for number, edition in enumerate(_published(), 1):
        document = edition.document
        name = f"documents/{number:04}-{document.game.slug}-{document.slug}-{edition.slug}.md"
        yield name, house_text(edition)
        editions.append(_edition(edition, name))
    contents = {
        "format": FORMAT,
        "games": [_game(game) for game in Game.objects.shown().order_by("pk")],
        "synonyms": [
            {
                "game": synonym.game.slug if synonym.game else None,
                "phrase": synonym.phrase,
                "meanings": synonym.meanings,
            }
            for synonym in Synonym.objects.select_related("game")
        ],
        "terms": [
            {
                "game": term.game.slug,
                "slug": term.slug,
                "name": term.name,
                "forms": term.forms,
                "list": term.list_name,
                "format": term.format,
                "says": term.says,
                "source": term.source,
                "address": term.address,
            }
            for term in Term.objects.filter(game__in=Game.objects.shown()).select_related("game").order_by("pk")
        ],
        "editions": editions,
    }
    yield CONTENTS, json.dumps(contents, ensure_ascii=False, indent=1)


def _published() -> QuerySet[Edition]:
    published = Edition.objects.published().filter(document__in=Document.objects.published())
    return published.select_related("document__game", "corrects").order_by("published_at", "pk")


def _edition(edition: Edition, name: str) -> Record:
    return {
        "file": name,
        "game": edition.document.game.slug,
        "document": edition.document.slug,
        "authority": edition.document.authority,
        "slug": edition.slug,
        "published_at": edition.published_at.isoformat() if edition.published_at else None,
        "corrects": edition.corrects.slug if edition.corrects else None,
        "reason": edition.reason,
        "reasons": dict(edition.changes.exclude(reason="").values_list("ruling__slug", "reason")),
        "instructions": _instructions(edition),
        "release_note": ReleaseNote.objects.filter(edition=edition).values_list("text", flat=True).first() or "",
        "addresses": list(edition.changes.standing().order_by("position").values_list("ruling__slug", flat=True)),
    }


def _instructions(edition: Edition) -> Record:
    """By the address of an erratum, how an editor lets it be read, and why."""
    corrected: Record = defaultdict(list)
    own = ErratumInstruction.objects.filter(revision__changes__edition=edition).exclude(reason="")
    for slug, content, reason in own.values_list("revision__ruling__slug", "content", "reason"):
        corrected[slug].append({"content": content, "reason": reason})
    return corrected


def _game(game: Game) -> Record:
    shown = Card.objects.shown().filter(card_set__game=game)
    former = FormerAddress.objects.filter(Q(card__in=shown) | Q(card=None), game=game)
    return {
        "slug": game.slug,
        "name": game.name,
        "short_name": game.short_name,
        "colour": game.colour,
        "restricted_titles": game.restricted_titles,
        "limits": list(game.limits.values("kind", "amount", "card_type", "source", "address")),
        "sets": [_set(card_set) for card_set in game.card_sets.prefetch_related("packs", "aliases__pack")],
        "former_addresses": [
            {
                "set": one.set_slug,
                "card": one.card_slug,
                "to_set": one.card.card_set.slug if one.card else one.card_set.slug if one.card_set else "",
                "to_card": one.card.slug if one.card else "",
            }
            for one in former.select_related("card__card_set", "card_set").order_by("pk")
        ],
        "documents": [_document(document) for document in game.documents.published().order_by("pk")],
    }


def _set(card_set: CardSet) -> Record:
    cards = (
        Card.objects.shown()
        .filter(card_set=card_set)
        .select_related("pack", "printed", "effective_decision")
        .prefetch_related("aliases")
        .order_by("pk")
    )
    return {
        "slug": card_set.slug,
        "name": card_set.name,
        "position": card_set.position,
        "packs": [{"slug": one.slug, "name": one.name, "position": one.position} for one in card_set.packs.all()],
        "aliases": [{"name": one.name, "pack": one.pack.slug if one.pack else None} for one in card_set.aliases.all()],
        "cards": [_card(card) for card in cards],
    }


def _card(card: Card) -> Record:
    return {
        "slug": card.slug,
        "name": card.name,
        "number": card.number,
        "pack": card.pack.slug if card.pack else None,
        "type": card.card_type,
        "subtitle": card.subtitle,
        "external_id": card.external_id,
        "facts": card.facts,
        "printed": _printed(card),
        "decision": _decision(card),
        "catalogued": card.catalogued,
        "aliases": [{"name": one.name, "set_name": one.set_name, "number": one.number} for one in card.aliases.all()],
    }


def _printed(card: Card) -> Record | None:
    """What a card says on paper, if that is known."""
    printed: CardText | None = getattr(card, "printed", None)
    if printed is None:
        return None
    return {
        "text": printed.text,
        "back_text": printed.back_text,
        "corrected_on": printed.corrected_on.isoformat() if printed.corrected_on else None,
        "catalogue": printed.catalogue,
        "imported_on": printed.imported_on.isoformat(),
    }


def _decision(card: Card) -> Record | None:
    """What an editor decided about its effective text."""
    decision: EffectiveDecision | None = getattr(card, "effective_decision", None)
    names = ("decision", "text", "reason", "basis")
    return {name: getattr(decision, name) for name in names} if decision else None


def _document(document: Document) -> Record:
    phrasings: dict[str, list[str]] = defaultdict(list)
    for slug, words in Phrasing.objects.filter(ruling__document=document).values_list("ruling__slug", "words"):
        phrasings[slug].append(words)
    return {
        "slug": document.slug,
        "title": document.title,
        "authority": document.authority,
        "phrasings": phrasings,
        "announcement": _announcement(document),
        "confirmations": list(_confirmations(document)),
    }


def _announcement(document: Document) -> Record | None:
    found = Announcement.objects.filter(document=document).first()
    return {"label": found.label, "date": found.date.isoformat() if found.date else None} if found else None


def _confirmations(document: Document) -> Iterator[Record]:
    """Which of its rulings somebody has looked at since something that they rest on changed, and when."""
    kept = Confirmation.objects.filter(ruling__document=document, cited__edition__state=Edition.State.PUBLISHED)
    for one in kept.select_related("ruling", "cited__ruling__document__game", "cited__edition").order_by("pk"):
        cited = one.cited.ruling
        yield {
            "ruling": one.ruling.slug,
            "cited": [cited.document.game.slug, cited.document.slug, cited.document.authority, cited.slug],
            "edition": one.cited.edition.slug,
            "at": one.at.isoformat(),
        }
