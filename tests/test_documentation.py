"""The documentation stays true."""

import re
from pathlib import Path

from importers.checking import lost_lines
from importers.extraction import extract as decode
from importers.formats import IMPORTERS
from importers.house import read_house, write_house
from importers.house.modes import MODES
from importers.reading import read
from importers.reporting import report_on
from rulings_site import settings
from tests import module_map

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def example() -> str:
    """The example in the description of the house format."""
    match = re.search(r"```markdown\n(.*?)```", (DOCS / "house-format.md").read_text(), re.DOTALL)
    assert match
    return match[1]


def test_the_example_of_the_house_format_is_right() -> None:
    reading = read(example().encode(), name="example.md")
    assert not reading.document.problems
    assert not report_on(reading).open_references
    assert read_house(decode(write_house(reading.document).encode(), name="x")) == reading.document


def test_the_example_shows_every_mark() -> None:
    marks = re.findall(r"^#{1,3} .*\{(.*)\}$", example(), re.MULTILINE)
    assert set(marks) == set(MODES) - {"clarifications"}


def test_every_setting_is_documented() -> None:
    sources = [*(ROOT / "bin").iterdir(), *(ROOT / "rulings_site").glob("*.py"), *(ROOT / "tests").rglob("*.py")]
    text = "".join(path.read_text() for path in sources)
    read_in_python = re.findall(r"(?:os\.environ\.get\(|flag\(|names\(|count\()\s*\"([A-Z_]+)\"", text)
    read_in_shell = re.findall(r"\$\{([A-Z][A-Z_]+):-", text)
    documented = set(re.findall(r"`([A-Z_]+)`", (DOCS / "settings.md").read_text()))
    assert {*read_in_python, *read_in_shell} <= documented


def test_every_command_is_documented() -> None:
    commands = {path.stem for path in (ROOT / "rulings" / "management" / "commands").glob("[a-z]*.py")}
    documented = (DOCS / "commands.md").read_text()
    assert not [command for command in commands if f"`{command}" not in documented]


def test_every_format_is_described() -> None:
    described = {path.stem for path in (DOCS / "formats").glob("*.md")}
    assert described == {importer.name for importer in IMPORTERS}
    for path in (DOCS / "formats").glob("*.md"):
        text = path.read_text()
        assert all(f"**{part}**" in text for part in ("Recognised by", "Grammar", "Known damage")), path.name


def test_every_page_links_of_the_documentation_exist() -> None:
    for path in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_every_fixture_is_read_by_exactly_one_importer_without_a_problem() -> None:
    paths = sorted((settings.FIXTURES / "documents").glob("*.md"))
    assert paths
    for path in paths:
        reading = read(path.read_bytes(), name="renamed.txt")
        assert not reading.document.problems
        assert lost_lines(reading.source, reading.document) == []


def test_every_module_says_what_lives_there_and_is_on_the_map() -> None:
    assert not [path for path in module_map.modules() if not module_map.about(path)]
    section = module_map.SECTION.search(module_map.ARCHITECTURE.read_text(encoding="utf-8"))
    assert section
    assert section[0] == module_map.module_map(), "run python -m tests.module_map"


def test_everything_that_people_look_for_is_where_the_map_says() -> None:
    table = (DOCS / "architecture.md").read_text().split("## I want to change")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ") and "look here" not in line]
    assert len(rows) >= 30
    for row in rows:
        places = re.findall(r"`([\w/]+\.(?:py|html))(?:: (\w+))?`", row)
        assert places, row
        for path, name in places:
            text = ROOT / path
            assert text.is_file(), path
            assert not name or re.search(rf"^(?:def|class) {name}\b", text.read_text(), re.MULTILINE), (path, name)


def test_the_folders_and_modules_that_the_map_names_exist() -> None:
    text = (DOCS / "architecture.md").read_text().split("## Every module")[0]
    named = re.findall(
        r"\b((?:importers|rulings|tests|services|selectors|diffing|read_model|views|models)/[\w/.]+)", text
    )
    for name in named:
        path = name.rstrip("/.")
        assert any((base / path).exists() or (base / f"{path}.py").exists() for base in (ROOT, ROOT / "rulings")), name


def test_modules_are_small_enough_to_read_at_once() -> None:
    paths = [
        path for room in module_map.ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts
    ]
    sizes = {path.relative_to(ROOT): path.read_text().count("\n") for path in paths}
    assert not {str(path) for path, size in sizes.items() if size > 300}
    assert sorted(sizes.values())[len(sizes) // 2] < 105
