"""Writes the section "Every module" of docs/architecture.md: each module with the first sentence of its docstring."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ARCHITECTURE = ROOT / "docs" / "architecture.md"
ROOMS = ("importers", "rulings", "rulings_site")
SECTION = re.compile(r"(?<=<!-- map -->\n).*(?=<!-- end of map -->)", re.DOTALL)


def modules() -> list[Path]:
    """The modules of the project; empty ones, which only make a folder a package, need no description."""
    found = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    return [path for path in found if "migrations" not in path.parts and path.read_text(encoding="utf-8").strip()]


def about(path: Path) -> str:
    """The first sentence of a module."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())


def module_map() -> str:
    """All modules, folder by folder."""
    folders: dict[Path, list[Path]] = defaultdict(list)
    for path in modules():
        folders[path.parent].append(path)
    parts = [
        f"### {folder.relative_to(ROOT)}/\n\n" + "".join(f"- `{path.name}`: {about(path)}\n" for path in paths)
        for folder, paths in folders.items()
    ]
    return "\n".join(["", *parts, ""])


def write() -> None:
    """Bring the section up to date."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    ARCHITECTURE.write_text(SECTION.sub(lambda match: module_map(), text), encoding="utf-8")


if __name__ == "__main__":
    write()
