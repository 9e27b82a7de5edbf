"""What lists, keywords and terms mean: by game, and those that a text uses."""

import re
from dataclasses import dataclass
from functools import cached_property

from rulings.models import Term
from rulings.read_model import addresses
from rulings.read_model.records.cards import TermRecord
from rulings.read_model.state import remembered_now


@dataclass(frozen=True)
class KnownTerm:
    """A term, and the ways in which texts write it."""

    record: TermRecord
    forms: tuple[str, ...]


@dataclass(frozen=True)
class Glossary:
    """The terms of a game."""

    terms: tuple[KnownTerm, ...]

    @cached_property
    def _by_form(self) -> dict[str, KnownTerm]:
        return {form: term for term in self.terms if not term.record["list"] for form in term.forms}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Any form, the longest first: “Forced Response:” goes before “Response:”."""
        forms = sorted(self._by_form, key=len, reverse=True)
        # Behind "Seal (" anything may follow, behind a word only its end.
        found = (re.escape(form) + (r"(?!\w)" if form[-1].isalnum() else "") for form in forms)
        return re.compile(rf"(?<!\w)(?:{'|'.join(found)})" if forms else r"(?!)")

    def used_in(self, text: str) -> list[TermRecord]:
        """The terms that a text uses, in the order in which it uses them."""
        used = (self._by_form[match[0]].record for match in self._pattern.finditer(text))
        return list({record["slug"]: record for record in used}.values())

    def of_lists(self, *listed: tuple[str, str | None]) -> list[TermRecord]:
        """What being on these lists means, each with the way of playing that it holds for."""
        return [
            term.record
            for term in self.terms
            if any(term.record["list"] == name and term.record["format"] in (None, way) for name, way in listed)
        ]

    def of_list(self, name: str) -> list[TermRecord]:
        """What a list means, for all ways of playing."""
        return [term.record for term in self.terms if term.record["list"] == name]


def glossary_of(game: str) -> Glossary:
    """The terms of a game, in the order of the alphabet."""
    return remembered_now(("glossary", game), lambda: _load(game))


def _load(game: str) -> Glossary:
    terms = Term.objects.filter(game__slug=game).select_related("game").order_by("name", "pk")
    return Glossary(tuple(KnownTerm(term_record(term), (term.name, *_forms(term))) for term in terms))


def _forms(term: Term) -> list[str]:
    """The other forms of a term, whatever the field holds."""
    return [form for form in term.forms if isinstance(form, str) and form] if isinstance(term.forms, list) else []


def term_record(term: Term) -> TermRecord:
    """A term as data."""
    return {
        "slug": term.slug,
        "name": term.name,
        "list": term.list_name or None,  # type: ignore[typeddict-item]
        "format": term.format or None,
        "says": term.says,
        "source": term.source,
        "source_url": term.address or None,
        "url": f"{addresses.path(term.game.slug, 'terms')}#{term.slug}",
    }
