"""Keeps what lists, keywords and terms mean."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from rulings.models import Game, Term
from rulings.services import state
from rulings.services.addressing import free_slug


def load_terms(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> int:
    """Take over the terms of games that are known and have none; how many."""
    new: list[Term] = []
    for game in Game.objects.filter(slug__in=tables, terms=None):
        taken: set[str] = set()
        for entry in tables[game.slug]:
            slug = free_slug(entry["name"], taken=taken)
            taken.add(slug)
            new.append(term_of(game, slug, entry))
    Term.objects.bulk_create(new)
    if new:
        state.mark_changed()
    return len(new)


def term_of(game: Game, slug: str, entry: Mapping[str, Any]) -> Term:
    """A term from a table."""
    return Term(
        game=game,
        name=entry["name"],
        slug=slug,
        forms=list(entry.get("forms", ())),
        list_name=entry.get("list") or "",
        format=entry.get("format") or "",
        says=entry["says"],
        source=entry["source"],
        address=entry.get("address") or "",
    )


@transaction.atomic
def keep_term(term: Term) -> None:
    """Keep what an editor wrote."""
    if not term.slug:
        term.slug = free_slug(term.name, taken=set(term.game.terms.values_list("slug", flat=True)))
    term.save()
    state.mark_changed()


@transaction.atomic
def drop_terms(terms: QuerySet[Term]) -> None:
    """Delete terms."""
    terms.delete()
    state.mark_changed()
