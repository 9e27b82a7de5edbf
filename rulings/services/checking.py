"""Finds what is stale on a site, and repairs it: each rule is one function named by what it looks after."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulings.models import Game
from rulings.read_model.state import site_state
from rulings.search.engine import engine
from rulings.services import downloads, indexing, state

Progress = Callable[[str], object]


@dataclass(frozen=True)
class Finding:
    """Something that was not as it should be, and what was done about it; or what somebody has to do."""

    what: str
    done: str = ""


def check_site(*, repair: bool = True, progress: Progress = lambda step: None) -> list[Finding]:
    """Look at everything that is made of the database, and make again what is stale."""
    found = []
    for rule in (read_model, index, files_to_download):
        progress(rule.__name__.replace("_", " "))
        found += list(rule(repair))
    return found


def read_model(repair: bool) -> Iterator[Finding]:
    """What readers see is what history says."""
    if not state.is_current():
        if repair:
            state.rebuild()
        yield Finding("The read model is of another release.", "It was worked out again." if repair else "")
        return
    for game in Game.objects.order_by("pk"):
        if stale := state.differences(game):
            if repair:
                state.mark_changed(game, documents=list(game.documents.values_list("pk", flat=True)))
            rows = f"{len(stale)} row{'' if len(stale) == 1 else 's'} of the read model of {game}"
            yield Finding(f"{rows} are not what history says.", "Worked out again." if repair else "")


def index(repair: bool) -> Iterator[Finding]:
    """The index holds what the site shows, can be read, and answers as one that is built now."""
    if engine().key() != site_state().key:
        what = "The search index holds another state of the site."
    elif not engine().is_readable():
        what = "The search index cannot be read."
    else:
        return
    if not repair:
        yield Finding(what)
        return
    try:
        indexing.rebuild()
    except indexing.IndexUnavailableError as error:
        yield Finding(what, f"It could not be built again ({error}); a running site tries by itself.")
    else:
        yield Finding(what, "It was built again.")


def files_to_download(repair: bool) -> Iterator[Finding]:
    """The files to download are of what the site shows."""
    if not downloads.are_current():
        if repair:
            downloads.build()
        yield Finding("The files to download are of an earlier state.", "They were built again." if repair else "")
