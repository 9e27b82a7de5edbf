"""The golden files of the small documents: what each importer makes of them. Write them with
`python -m tests.importers.formats.golden`, and read what changed before you commit it."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from importers.facts import Facts, load_facts
from importers.reading import read

DOCUMENTS = Path(__file__).parent / "documents"
COMMAND = "python -m tests.importers.formats.golden"


def facts() -> Facts:
    """What is known of the invented game, which some of the documents do not name."""
    return load_facts(DOCUMENTS / "games.toml").assuming("Lanterns of Vell")


def outcome(path: Path) -> dict[str, Any]:
    """All that an importer found in a document, as data."""
    reading = read(path.read_bytes(), name=path.name, facts=facts())
    document = reading.document
    found = asdict(document)
    found["format"] = reading.format_name
    found["rulings"] = [{name: value for name, value in ruling.items() if value} for ruling in found["rulings"]]
    result: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return result


def golden_of(path: Path) -> Path:
    return path.with_suffix(".json")


def write_all() -> None:
    for path in sorted(DOCUMENTS.glob("*.txt")):
        golden_of(path).write_text(json.dumps(outcome(path), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        sys.stdout.write(f"{golden_of(path)}\n")


if __name__ == "__main__":
    write_all()
