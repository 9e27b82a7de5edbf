"""The same on Xapian, for sites that outgrow Whoosh on one machine: SEARCH_URL=xapian:"""

import json
from collections import Counter
from collections.abc import Iterable
from functools import reduce
from pathlib import Path
from typing import Any

import xapian
from haystack.backends import BaseEngine
from haystack.constants import DJANGO_CT, DJANGO_ID, ID
from xapian_backend import XapianSearchBackend, XapianSearchQuery

from rulings.read_model.state import site_state
from rulings.search.engine import FACETS, LISTS, Hits, IndexUnavailableError, Request
from rulings.search.folders import InFolders, finish, read_words, write_words
from rulings.search.postings import K1, WEIGHTS, B

TEXT = "T"
# Xapian cannot keep longer terms.
LONGEST = 200


class Backend(InFolders, XapianSearchBackend):
    """Haystack's backend for Xapian, made to answer our requests."""

    def __init__(self, connection_alias: str, **options: Any) -> None:
        super().__init__(connection_alias, **options)
        self.root = Path(self.path)
        self._folder: Path | None = None
        self._opened: Any = None

    def find(self, request: Request) -> Hits:
        sought = _query(request)
        if sought.empty():
            return Hits()
        found = sorted(self._best(sought, request.limit), key=_order)
        facets = {field: Counter(stored[field] for _, stored in found if stored[field]) for field in FACETS}
        return Hits(
            [stored[DJANGO_ID] for _, stored in found],
            [score for score, _ in found],
            {field: dict(counts.most_common()) for field, counts in facets.items()},
        )

    def replace(self, index: Any, parts: Iterable[tuple[int, Iterable[Any]]], *, before: str, after: str) -> bool:
        with self.locked():
            folder = self.require_live()
            if self.key() != before:
                return False
            words = read_words(folder)
            database = xapian.WritableDatabase(str(folder), xapian.DB_OPEN)
            database.begin_transaction()
            try:
                for document, objects in parts:
                    database.delete_document(_term(_prefix("document_id"), str(document)))
                    words |= _add(database, index, objects)
            except BaseException:
                database.cancel_transaction()
                raise
            database.commit_transaction()
            database.close()
            write_words(folder, words)
            finish(folder, after)
            return True

    def rebuild(self, index: Any, objects: Iterable[Any], *, key: str) -> None:
        with self.locked(), self.new_folder(key) as folder:
            database = xapian.WritableDatabase(str(folder), xapian.DB_CREATE_OR_OVERWRITE)
            words = _add(database, index, objects)
            database.close()
            write_words(folder, words)

    def is_readable(self) -> bool:
        try:
            folder = self.require_live()
            return not xapian.Database.check(str(folder)) and self.can_be_read(folder)
        except (IndexUnavailableError, xapian.Error):
            return False

    def _best(self, sought: Any, limit: int) -> list[tuple[float, dict[str, Any]]]:
        """The scores and stored fields of what fits best, from an index of what the site shows."""
        folder = self.place_of(site_state().key)
        try:
            if self._opened is None or self._folder != folder:
                self._opened, self._folder = xapian.Database(str(folder)), folder
            else:
                self._opened.reopen()
            enquire = xapian.Enquire(self._opened)
            enquire.set_weighting_scheme(xapian.BM25Weight(K1, 0, 1, B, 0.0))
            enquire.set_query(sought)
            return [(match.weight, json.loads(match.document.get_data())) for match in enquire.get_mset(0, limit)]
        except (xapian.Error, ValueError) as error:
            # Somebody may have built the index again.
            self._opened = None
            self.forget_place()
            if self.place_of(site_state().key) != folder:
                return self._best(sought, limit)
            raise IndexUnavailableError(f"the index in {folder} cannot be read ({error})") from error


def _order(match: tuple[float, dict[str, Any]]) -> tuple[float, int, int]:
    score, stored = match
    return -round(score, 2), WEIGHTS.get(stored["authority"], 9), stored[DJANGO_ID]


def _query(request: Request) -> Any:
    """A request in Xapian's terms."""
    scored = [
        xapian.Query(xapian.Query.OP_SCALE_WEIGHT, xapian.Query(_term(TEXT, term)), weight)
        for term, weight in request.wanted
    ]
    scored += [_fixed(*wanted) for wanted in request.preferred]
    required = [xapian.Query(_term(TEXT, term)) for term in request.required]
    for field, values in request.filters:
        required.append(_any([xapian.Query(_term(_prefix(field), value)) for value in values]))
    sought = _any(scored) if scored else (xapian.Query.MatchAll if required else xapian.Query())
    for favoured in request.favoured:
        sought = xapian.Query(xapian.Query.OP_AND_MAYBE, sought, _fixed(*favoured))
    for condition in required:
        sought = xapian.Query(xapian.Query.OP_FILTER, sought, condition)
    return sought


def _fixed(field: str, value: str, score: float) -> Any:
    """A fixed score for what has that value in that field."""
    fixed = xapian.Query(xapian.FixedWeightPostingSource(score))
    return xapian.Query(xapian.Query.OP_FILTER, fixed, xapian.Query(_term(_prefix(field), value)))


def _any(queries: list[Any]) -> Any:
    return reduce(lambda one, other: xapian.Query(xapian.Query.OP_OR, one, other), queries)


def _add(database: Any, index: Any, objects: Iterable[Any]) -> Counter[str]:
    """Add the objects of an index; their words are returned."""
    words = Counter[str]()
    for one in objects:
        prepared = index.full_prepare(one)
        words.update(prepared.get("words", "").split())
        document = xapian.Document()
        for term in prepared["text"].split():
            document.add_term(_term(TEXT, term))
        for field in (*FACETS, "key", "reverses"):
            if prepared.get(field):
                document.add_boolean_term(_term(_prefix(field), prepared[field]))
        for field in LISTS:
            for value in prepared.get(field) or []:
                document.add_boolean_term(_term(_prefix(field), value))
        document.add_boolean_term(_term(_prefix("document_id"), str(prepared["document_id"])))
        stored = {DJANGO_ID: int(prepared[DJANGO_ID]), DJANGO_CT: prepared[DJANGO_CT]}
        document.set_data(json.dumps(stored | {name: prepared.get(name) or "" for name in FACETS}))
        document.add_boolean_term(f"Q{prepared[ID]}")
        database.add_document(document)
    return words


def _prefix(field: str) -> str:
    return f"X{field.upper()}:"


def _term(prefix: str, value: str) -> str:
    return f"{prefix}{value}".encode()[:LONGEST].decode(errors="ignore")


class Engine(BaseEngine):
    backend = Backend
    query = XapianSearchQuery
