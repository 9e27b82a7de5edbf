"""The state of the site, and the one owner of everything that is remembered as long as it lasts."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any, TypeVar

from django.db import connection

from rulings.models import SiteState

Value = TypeVar("Value")
# So many things are remembered in a process.
MOST_KEPT = 256

_kept: OrderedDict[Hashable, tuple[str, object]] = OrderedDict()
_lock = Lock()
_known: dict[str, SiteState] = {}
_asked: ContextVar[SiteState | None] = ContextVar("asked", default=None)


def site_state() -> SiteState:
    """What the site shows now, and since when."""
    return _asked.get() or _query()


@contextmanager
def one_state() -> Iterator[SiteState]:
    """Ask for the state once: everything in the block belongs to it."""
    state = _query()
    token = _asked.set(state)
    try:
        yield state
    finally:
        _asked.reset(token)


def is_still(key: str) -> bool:
    """Whether a state is that of this very moment, whatever the block belongs to."""
    return _query().key == key


def remembered(what: Hashable, key: str, make: Callable[[], Value]) -> Value:
    """Something that is worked out once for each state; `key` names the state that it belongs to.

    What belongs to another state is not used, and is forgotten when the same thing is made for a new one.
    """
    kept: Value | None = recall(what, key)
    return keep(what, key, make()) if kept is None else kept


def recall(what: Hashable, key: str) -> Any:
    """What is remembered of a state; none, if nothing is."""
    with _lock:
        kept = _kept.get(what)
        if kept is None or kept[0] != key:
            return None
        _kept.move_to_end(what)
        return kept[1]


def forget(what: Hashable) -> None:
    """Remember something no longer: it turned out to be broken."""
    with _lock:
        _kept.pop(what, None)


def keep(what: Hashable, key: str, value: Value) -> Value:
    """Remember something of a state; not of an empty database, which has none."""
    if key.strip(" -"):
        with _lock:
            _kept[what] = (key, value)
            _kept.move_to_end(what)
            while len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
    return value


def remembered_now(what: Hashable, make: Callable[[], Value]) -> Value:
    """Something that is worked out once for what the site shows now."""
    return remembered(what, site_state().key, make)


def _query() -> SiteState:
    """The state as it is now; read again only if its key is another one than before."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT identity, token FROM {SiteState._meta.db_table} WHERE id = 1")  # noqa: S608
        row = cursor.fetchone()
    known = _known.get(connection.alias)
    if known is None or row != (known.identity, known.token):
        known = SiteState.objects.filter(pk=1).defer("recent").first() or SiteState(identity="", token="")
        _known[connection.alias] = known
    return known
