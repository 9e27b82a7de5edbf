"""Has the database itself refuse to change or delete history.

A later migration that rebuilds one of these tables on SQLite drops its triggers with it: let it end with
`RunPython(protect, release)` of the newest migration that has them. tests/rulings/models/test_history.py fails
otherwise.
"""

from django.db import migrations

# Table → the columns that must stay; none named: all of them.
HISTORY = {
    "rulings_revision": (),
    "rulings_change": (),
    "rulings_ruling": ("document_id", "slug", "kind", "scope", "list_name"),
    "rulings_source": (),
}
EDITION = ("document_id", "label", "slug", "date", "source_id", "format_name", "origin")


def protect(apps, schema_editor):
    """Install the triggers."""
    release(apps, schema_editor)
    run = schema_editor.execute
    if schema_editor.connection.vendor == "postgresql":
        run(
            "CREATE FUNCTION rulings_refuse() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'history only grows' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
    for table, columns in HISTORY.items():
        _refuse(schema_editor, table, "update", columns)
        _refuse(schema_editor, table, "delete")
    _refuse(schema_editor, "rulings_edition", "update", EDITION, when="OLD.state <> 'draft'")
    _refuse(schema_editor, "rulings_edition", "delete", when="OLD.state <> 'draft'")


def release(apps, schema_editor):
    """Remove the triggers."""
    on_postgresql = schema_editor.connection.vendor == "postgresql"
    for table in (*HISTORY, "rulings_edition"):
        for event in ("update", "delete"):
            where = f" ON {table}" if on_postgresql else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{event}_refused{where}")
    if on_postgresql:
        schema_editor.execute("DROP FUNCTION IF EXISTS rulings_refuse()")


def _refuse(schema_editor, table, event, columns=(), when=""):
    of = f" OF {', '.join(columns)}" if columns else ""
    condition = f" WHEN ({when})" if when else ""
    if schema_editor.connection.vendor == "postgresql":
        action = "EXECUTE FUNCTION rulings_refuse()"
    else:
        action = "BEGIN SELECT RAISE(ABORT, 'history only grows'); END"
    schema_editor.execute(
        f"CREATE TRIGGER {table}_{event}_refused BEFORE {event.upper()}{of} ON {table} FOR EACH ROW{condition} {action}"
    )


class Migration(migrations.Migration):
    dependencies = [("rulings", "0001_model")]
    operations = [migrations.RunPython(protect, release)]
