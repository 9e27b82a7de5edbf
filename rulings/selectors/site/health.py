"""Whether the site can answer, and what it has: for those who watch it."""

import resource
import shutil
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from rulings.models import ShownCard, ShownRuling, UnansweredSearch
from rulings.read_model.state import site_state
from rulings.search.engine import engine

# In bytes: with less room nothing can be published.
LEAST_ROOM = 50_000_000


@dataclass(frozen=True)
class Check:
    """Something that must be right, or is only told."""

    name: str
    is_right: bool
    said: str
    is_needed: bool = True


def checks() -> list[Check]:
    """What the site needs to answer."""
    room = shutil.disk_usage(settings.DATA).free
    disk = Check("disk", room >= LEAST_ROOM, f"{room // 1_000_000} MB free")
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return [Check("database", False, str(error).strip()[:200]), disk]
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    holds = not waiting and engine().holds(site_state().key)
    return [
        Check("database", True, connection.vendor),
        Check("migrations", not waiting, f"{len(waiting)} to run" if waiting else "all run"),
        # Without it the database answers.
        Check("index", holds, "up to date" if holds else "behind: searches are answered by the database", False),
        disk,
    ]


def metrics() -> str:
    """Figures of the site in the text format of Prometheus."""
    state = site_state()
    figures = {
        "rulings_in_force": (ShownRuling.objects.count(), "Rulings that are shown"),
        "rulings_cards": (ShownCard.objects.count(), "Cards that are shown"),
        "rulings_generation": (state.generation, "Counts the changes of the site"),
        "rulings_changed_timestamp_seconds": (
            int(state.changed_at.timestamp()) if state.changed_at else 0,
            "When something was changed last",
        ),
        "rulings_index_ready": (int(engine().holds(state.key)), "1: searches are answered by the index"),
        "rulings_unanswered_searches": (UnansweredSearch.objects.count(), "Searches that editors could help"),
        "rulings_disk_free_bytes": (shutil.disk_usage(settings.DATA).free, "Room in the data folder"),
        "process_max_resident_memory_bytes": (
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
            "Most memory that the worker which answered has used",
        ),
    }
    lines = [f"# HELP {name} {about}\n# TYPE {name} gauge\n{name} {value}" for name, (value, about) in figures.items()]
    return "\n".join(lines) + "\n"
