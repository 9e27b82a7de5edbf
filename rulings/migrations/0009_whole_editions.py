"""Has the database refuse to change anything of a published edition but that it is withdrawn.

A later migration that rebuilds the tables of history on SQLite ends with `RunPython(protect, release)` of this one.
"""

from importlib import import_module

from django.db import migrations

history = import_module("rulings.migrations.0002_append_only")

SINCE = ("reason", "corrects_id", "decisions", "position", "imported_at", "published_at")
# From what an edition is to what it may become.
WITHDRAWN = "OLD.state = 'published' AND NEW.state = 'withdrawn'"
TRIGGERS = {
    "rulings_edition_facts_refused": (SINCE, "OLD.state <> 'draft'"),
    "rulings_edition_state_refused": (("state", "withdrawn_at"), f"OLD.state <> 'draft' AND NOT ({WITHDRAWN})"),
}


def protect(apps, schema_editor):
    """Install all triggers of history."""
    release(apps, schema_editor)
    history.protect(apps, schema_editor)
    action = "BEGIN SELECT RAISE(ABORT, 'history only grows'); END"
    if schema_editor.connection.vendor == "postgresql":
        action = "EXECUTE FUNCTION rulings_refuse()"
    for name, (columns, when) in TRIGGERS.items():
        schema_editor.execute(
            f"CREATE TRIGGER {name} BEFORE UPDATE OF {', '.join(columns)} ON rulings_edition "
            f"FOR EACH ROW WHEN ({when}) {action}"
        )


def release(apps, schema_editor):
    """Remove all triggers of history."""
    where = " ON rulings_edition" if schema_editor.connection.vendor == "postgresql" else ""
    for name in TRIGGERS:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}{where}")
    history.release(apps, schema_editor)


def release_new(apps, schema_editor):
    """Go back to what was protected before."""
    release(apps, schema_editor)
    history.protect(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("rulings", "0008_restricted_titles")]
    operations = [migrations.RunPython(protect, release_new)]
