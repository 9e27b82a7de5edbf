"""The same on a cluster of OpenSearch nodes, for several web machines: SEARCH_URL=opensearch:URL,URL,…"""

import os
import time
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from haystack.backends import BaseEngine, BaseSearchBackend, BaseSearchQuery
from haystack.constants import DJANGO_ID
from opensearchpy.exceptions import NotFoundError
from opensearchpy.helpers import BulkIndexError, streaming_bulk

from rulings.read_model.state import site_state
from rulings.search.cluster import LONG_TIMEOUT, InCluster
from rulings.search.engine import FACETS, LISTS, Hits, IndexBehindError, IndexUnavailableError, Request
from rulings.search.postings import K1, WEIGHTS, B

# Lucene leaves this factor out of a term's score, since it changes no order; fixed scores must be measured by the same.
FACTOR = K1 + 1
BATCH = 1000
EXACT = (*FACETS, *LISTS, "reverses", "key")
# A copy of the index on the node that is asked: no answer waits for another node.
HERE = "_local"


class Backend(InCluster, BaseSearchBackend):
    """Haystack's shell, made to answer our requests."""

    def __init__(self, connection_alias: str, **options: Any) -> None:
        super().__init__(connection_alias, **options)
        self.silently_fail = False
        self.connect(options["HOSTS"], options["PATH"])

    def find(self, request: Request) -> Hits:
        key = site_state().key
        index = self.place_of(key)
        try:
            with self.reachable(is_search=True):
                found = self.client.search(
                    index=index, body=_search(request), preference=HERE, allow_partial_search_results=False
                )
        except NotFoundError:
            self.forget_place()
            if self.place_of(key) == index:
                raise IndexUnavailableError(f"the index {index} is not there") from None
            return self.find(request)
        if self.live().key != key:
            # It was being written while it was asked.
            self.forget_place()
            raise IndexBehindError(f"the index {index} holds another state of the site")
        rows = sorted(map(_row, found["hits"]["hits"]), key=_order)
        counts = {field: Counter(row[field] for row in rows if row[field]) for field in FACETS}
        return Hits(
            [row["id"] for row in rows],
            [row["score"] for row in rows],
            {field: dict(values.most_common()) for field, values in counts.items()},
        )

    def is_readable(self) -> bool:
        try:
            live = self.live()
            with self.reachable():
                body = _search(Request(wanted=(("play", 1.0),)))
                self.client.search(index=live.index, body=body, preference=HERE, allow_partial_search_results=False)
        except (IndexUnavailableError, NotFoundError, ValueError):
            return False
        return self.can_be_read(live.index)

    def trace(self) -> Hashable:
        try:
            live = self.live()
            with self.reachable():
                return live.index, live.key, self.client.indices.exists(live.index) if live.index else False
        except IndexUnavailableError:
            return None

    def replace(self, index: Any, parts: Iterable[tuple[int, Iterable[Any]]], *, before: str, after: str) -> bool:
        with self.turn(in_place=True) as live:
            if live.key != before or not live.index:
                self._give_back()
                return False
            words = self.words_at(live.index, before)
            for document, objects in parts:
                self._remove(live.index, document)
                words |= self._add(live.index, index, objects)
            self._settle(live.index)
            self.finish(live.index, after, words)
        return True

    def rebuild(self, index: Any, objects: Iterable[Any], *, key: str) -> None:
        with self.turn(in_place=False):
            name = f"{self.prefix}-index-{time.time_ns()}-{os.getpid()}"
            with self.reachable():
                self.client.indices.create(name, _definition(), request_timeout=LONG_TIMEOUT)
            words = self._add(name, index, objects)
            with self.reachable():
                copies = {"index": {"auto_expand_replicas": "0-all"}}
                self.client.indices.put_settings(copies, index=name, request_timeout=LONG_TIMEOUT)
                health = {"wait_for_status": "yellow", "wait_for_no_initializing_shards": "true", "timeout": "60s"}
                self.client.cluster.health(index=name, params=health, request_timeout=LONG_TIMEOUT)
            self._settle(name)
            self.finish(name, key, words)
        self.forget_place()

    def _remove(self, name: str, document: int) -> None:
        """Remove what belongs to a document."""
        with self.reachable():
            self.client.indices.refresh(name, request_timeout=LONG_TIMEOUT)
            body = {"query": {"term": {"document_id": document}}}
            self.client.delete_by_query(name, body, conflicts="proceed", request_timeout=LONG_TIMEOUT)

    def _add(self, name: str, index: Any, objects: Iterable[Any]) -> Counter[str]:
        """Add the objects of an index; their words are returned."""
        words = Counter[str]()
        with self.reachable():
            try:
                for number, _ in enumerate(
                    streaming_bulk(
                        self.client,
                        _actions(name, index, objects, words),
                        chunk_size=BATCH,
                        max_retries=5,
                        request_timeout=LONG_TIMEOUT,
                    )
                ):
                    if number % BATCH == 0:
                        self.go_on()
            except BulkIndexError as error:
                raise IndexUnavailableError(f"the cluster did not take everything ({error})") from error
        return words

    def _settle(self, name: str) -> None:
        """Let all be found, and nothing that was deleted count: so every copy weighs words alike."""
        with self.reachable():
            self.client.indices.refresh(name, request_timeout=LONG_TIMEOUT)
            self.client.indices.forcemerge(name, only_expunge_deletes=True, request_timeout=LONG_TIMEOUT)
            self.client.indices.refresh(name, request_timeout=LONG_TIMEOUT)


def _definition() -> dict[str, Any]:
    """Texts come analysed: terms are separated by spaces. Nothing is stored that is not read."""
    exact = {"type": "keyword"}
    return {
        "settings": {
            "number_of_shards": 1,
            "number_of_replicas": 0,
            "refresh_interval": "-1",
            "similarity": {"default": {"type": "BM25", "k1": K1, "b": B}},
            "index.merge.policy.expunge_deletes_allowed": 0,
        },
        "mappings": {
            "dynamic": False,
            "_source": {"enabled": False},
            "properties": {
                "text": {"type": "text", "analyzer": "whitespace", "index_options": "freqs"},
                "id": {"type": "long"},
                "document_id": {"type": "long"},
                **dict.fromkeys(EXACT, exact),
            },
        },
    }


def _actions(name: str, index: Any, objects: Iterable[Any], words: Counter[str]) -> Iterator[dict[str, Any]]:
    for one in objects:
        prepared = index.full_prepare(one)
        words.update(prepared.get("words", "").split())
        pk = int(prepared[DJANGO_ID])
        kept = {field: prepared.get(field) or None for field in ("text", *EXACT)}
        yield {"_index": name, "_id": str(pk), "id": pk, "document_id": prepared["document_id"], **kept}


def _search(request: Request) -> dict[str, Any]:
    """A request in OpenSearch's terms."""
    wanted: list[dict[str, Any]] = [
        {"term": {"text": {"value": term, "boost": weight * FACTOR}}} for term, weight in request.wanted
    ]
    wanted += [_fixed(*preferred) for preferred in request.preferred]
    conditions: list[dict[str, Any]] = [{"term": {"text": term}} for term in request.required]
    conditions += [{"terms": {field: list(values)}} for field, values in request.filters]
    sought: dict[str, Any] = {"filter": conditions, "should": [_fixed(*favoured) for favoured in request.favoured]}
    if wanted:
        sought["must"] = {"bool": {"should": wanted}}
    elif not conditions:
        sought = {"must_not": {"match_all": {}}}
    return {
        "query": {"bool": sought},
        "size": request.limit,
        "sort": [{"_score": "desc"}, {"id": "asc"}],
        "track_total_hits": False,
        "stored_fields": "_none_",
        "docvalue_fields": ["id", *FACETS],
    }


def _fixed(field: str, value: str, score: float) -> dict[str, Any]:
    """A fixed score for what has that value in that field."""
    return {"constant_score": {"filter": {"term": {field: value}}, "boost": score}}


def _row(hit: dict[str, Any]) -> dict[str, Any]:
    fields = hit.get("fields", {})
    return {"id": fields["id"][0], "score": hit["sort"][0], **{name: fields.get(name, [""])[0] for name in FACETS}}


def _order(row: dict[str, Any]) -> tuple[float, int, int]:
    return -round(row["score"], 2), WEIGHTS.get(row["authority"], 9), row["id"]


class Engine(BaseEngine):
    backend = Backend
    query = BaseSearchQuery
