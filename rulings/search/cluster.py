"""An index on a cluster: which one is in use and of which state, its companions, and whose turn it is to write.

One record says it all, and each change of it is bound to the version that was read: of two writers, one is told so.
While an index is written in place it holds no state, so nobody asks it. The turn of a writer that died ends after a
while; the next one builds a new index, which the dead one cannot touch.
"""

import base64
import json
import re
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from opensearchpy import OpenSearch
from opensearchpy.exceptions import ConflictError, NotFoundError, OpenSearchException
from opensearchpy.exceptions import ConnectionError as OpenSearchConnectionError

from rulings.search import arrays
from rulings.search.arrays import Array
from rulings.search.companions import NAMES, TERMS, Companions, names_to_keep, terms_to_keep
from rulings.search.engine import FORMAT, IndexBehindError, IndexUnavailableError

WORDS = "words"
RECORD = "live"
# Seconds until a node is given up that does not answer: a search, a short write, a long one.
TIMEOUT, WRITE_TIMEOUT, LONG_TIMEOUT = 0.8, 10, 120
# Seconds that a writer waits for another one, and after which a silent writer counts as dead.
WAIT, SILENCE = 30, 90
# Seconds until a node that did not answer is asked again, and until the cluster is if none did.
PAUSE, REST = 20, 1


@dataclass(frozen=True)
class Live:
    """The index in use, and the state that it holds; empty while it is written."""

    index: str = ""
    key: str = ""
    # Who is writing, and until when nobody else may.
    writer: str = ""
    until: float = 0.0
    # The version of the record itself: its sequence number and term; none before there is one.
    version: tuple[int, int] | None = None


class InCluster(Companions[str]):
    """What an engine needs of a cluster besides searching it."""

    client: OpenSearch
    prefix: str

    def connect(self, hosts: Sequence[str], path: str) -> None:
        """Take up a client of these nodes; the indexes of other sites on the same cluster have other names."""
        self.client = OpenSearch(
            list(hosts),
            timeout=TIMEOUT,
            max_retries=1,
            retry_on_timeout=True,
            dead_timeout=PAUSE,
            timeout_cutoff=0,
            http_compress=True,
        )
        self._asked_again_at = 0.0
        self.prefix = f"{re.sub('[^a-z0-9]+', '-', path.lower()).strip('-')}-{FORMAT}"

    @contextmanager
    def reachable(self, *, is_search: bool = False) -> Iterator[None]:
        """Let a cluster that cannot be reached, or is not what it should be, mean that there is no index to ask.

        Searches do not try again at once: readers would wait for each of them.
        """
        if is_search and time.monotonic() < self._asked_again_at:
            raise IndexUnavailableError("the cluster did not answer just now")
        try:
            yield
        except (ConflictError, NotFoundError):
            raise
        except OpenSearchException as error:
            if isinstance(error, OpenSearchConnectionError):
                self._asked_again_at = time.monotonic() + REST
            raise IndexUnavailableError(f"the cluster does not answer ({type(error).__name__}: {error})") from error

    def name(self) -> str:
        return self.prefix

    def key(self) -> str:
        try:
            return self.live().key
        except IndexUnavailableError:
            return ""

    def live(self, *, is_search: bool = True) -> Live:
        """The record as it is now."""
        with self.reachable(is_search=is_search):
            try:
                timeout = TIMEOUT if is_search else WRITE_TIMEOUT
                found = self.client.get(self.records, RECORD, request_timeout=timeout)
            except NotFoundError:
                return Live()
        return Live(**found["_source"], version=(found["_seq_no"], found["_primary_term"]))

    def require(self, key: str) -> str:
        live = self.live()
        if not live.index:
            raise IndexUnavailableError(f"there is no index named {self.prefix} in the cluster")
        if live.key != key:
            raise IndexBehindError(f"the index {live.index} holds another state of the site")
        return live.index

    @property
    def records(self) -> str:
        """The index of the record and of the companions."""
        return f"{self.prefix}-records"

    def put(self, live: Live) -> Live:
        """Write the record in place of the version that was read."""
        self._make_records()
        source = {name: value for name, value in asdict(live).items() if name != "version"}
        bound: dict[str, Any] = {"op_type": "create"}
        if live.version:
            bound = {"if_seq_no": live.version[0], "if_primary_term": live.version[1]}
        try:
            with self.reachable():
                written = self.client.index(
                    self.records, source, id=RECORD, request_timeout=WRITE_TIMEOUT, params=bound
                )
        except ConflictError as error:
            # Sent again because no answer came, it is in conflict with itself.
            found = self.live(is_search=False)
            if replace(found, version=None) == replace(live, version=None):
                return found
            raise IndexUnavailableError("another process wrote the index meanwhile") from error
        return replace(live, version=(written["_seq_no"], written["_primary_term"]))

    @contextmanager
    def turn(self, *, in_place: bool) -> Iterator[Live]:
        """One writer at a time, on all machines. In place: until the end of the block, the index holds no state.

        A writer that fails or dies in place leaves an index without a state: the next one builds another.
        """
        until = time.monotonic() + WAIT
        while (live := self.live(is_search=False)).until > time.time():
            if time.monotonic() > until:
                raise IndexUnavailableError(f"another process has been writing the index for {WAIT} s")
            time.sleep(0.2)
        before = live.key
        taken = self.put(
            replace(live, key="" if in_place else before, writer=uuid.uuid4().hex, until=time.time() + SILENCE)
        )
        self._taken = taken
        try:
            yield replace(self._taken, key=before)
        except BaseException:
            self._give_back()
            raise

    def go_on(self) -> None:
        """Say that the writer is alive."""
        if self._taken.until - time.time() < SILENCE / 2:
            self._taken = self.put(replace(self._taken, until=time.time() + SILENCE))

    def finish(self, index: str, key: str, words: Counter[str]) -> None:
        """Keep what belongs to an index, and say that it is in use and holds a state."""
        kept = {
            WORDS: json.dumps(words).encode(),
            NAMES: arrays.to_bytes(names_to_keep()),
            TERMS: arrays.to_bytes(terms_to_keep()),
        }
        with self.reachable():
            for what, stored in kept.items():
                source = {"stored": base64.b64encode(stored).decode()}
                self.client.index(self.records, source, id=_place(index, key, what), request_timeout=LONG_TIMEOUT)
        self._taken = self.put(replace(self._taken, index=index, key=key, writer="", until=0.0))
        self._tidy(index, key)

    def words_at(self, index: str, key: str) -> Counter[str]:
        """The words that an index has in a state."""
        return Counter(json.loads(self._stored(index, key, WORDS)))

    def words_in(self, place: str) -> Counter[str]:
        return self.words_at(place, self._key_of(place))

    def arrays_in(self, place: str, what: str) -> dict[str, Array]:
        return arrays.from_bytes(self._stored(place, self._key_of(place), what))

    def _key_of(self, index: str) -> str:
        live = self.live()
        if live.index != index:
            raise IndexBehindError(f"the index {index} is not in use any more")
        return live.key

    def _stored(self, index: str, key: str, what: str) -> bytes:
        with self.reachable():
            try:
                found = self.client.get(self.records, _place(index, key, what), request_timeout=LONG_TIMEOUT)
            except NotFoundError as error:
                raise IndexUnavailableError(f"the {what} of {index} are not there") from error
        return base64.b64decode(found["_source"]["stored"])

    def _give_back(self) -> None:
        """End a turn that came to nothing; what is written in place stays without a state."""
        try:
            self.put(replace(self._taken, writer="", until=0.0))
        except IndexUnavailableError:
            # The silence tells the others.
            return

    def _make_records(self) -> None:
        with self.reachable():
            if self.client.indices.exists(self.records):
                return
            body = {
                "settings": {"number_of_shards": 1, "auto_expand_replicas": "0-all"},
                "mappings": {"dynamic": False},
            }
            self.client.indices.create(self.records, body, ignore=400, request_timeout=LONG_TIMEOUT)

    def _tidy(self, index: str, key: str) -> None:
        """Remove the indexes and companions of states that are gone."""
        with self.reachable():
            for other in self.client.indices.get(f"{self.prefix}-index-*", request_timeout=LONG_TIMEOUT):
                if other != index:
                    self.client.indices.delete(other, ignore=404, request_timeout=LONG_TIMEOUT)
            self.client.indices.refresh(self.records, request_timeout=LONG_TIMEOUT)
            found = self.client.search(
                index=self.records, body={"size": 100, "_source": False}, request_timeout=LONG_TIMEOUT
            )
            kept = {RECORD, *(_place(index, key, what) for what in (WORDS, NAMES, TERMS))}
            for one in found["hits"]["hits"]:
                if one["_id"] not in kept:
                    self.client.delete(self.records, one["_id"], ignore=404)


def _place(index: str, key: str, what: str) -> str:
    """Under which name a companion is kept."""
    return f"{index} {key} {what}"
