"""Prints how long reading, publishing and pages take at growing sizes; run it with bin/bench."""

import os
import statistics
import tempfile
from functools import partial
from typing import Any

from tests.benchmarks.measuring import timed, write

SIZES = (500, 2_000, 8_000)
REPEATS = 7
PAGES = {
    "ruling": "/vell/faq/1.7/",
    "card": "/vell/cards/core-box/L7-card-7/",
    "contents": "/vell/faq/",
    "chapter": "/vell/faq/chapters/rules/",
    "cards": "/vell/cards/",
    "sheet": "/vell/cards/core-box/errata-sheet/",
    "search": "/search/?q=lit+lantern+seven",
}


def _visit(client: Any, address: str) -> None:
    """Get a page that nobody has looked at yet."""
    from django.core.cache import cache

    cache.clear()
    client.get(address)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULINGS_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "rulings_site.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        write(f"{'rulings':>8} {'read':>8} {'publish':>8} {'again':>8}" + "".join(f"{name:>10}" for name in PAGES))
        for number, size in enumerate(SIZES):
            measure(size, edition=number)
        measure_importers()


def measure(size: int, *, edition: int) -> None:
    """One row: seconds for reading, a first edition and a second one; milliseconds for pages."""
    from django.test import Client

    from importers.reading import read
    from rulings.models import Edition
    from rulings.services import importing, publishing

    first, second = (faq(size, f"{edition}.{part}", part).encode() for part in range(2))
    reading_time, reading = timed(lambda: read(first, name="faq.md"))
    first_time, _ = timed(lambda: publishing.publish(importing.take_in(reading).edition))
    again_time, _ = timed(lambda: publishing.publish(importing.take_in(read(second, name="faq.md")).edition))
    client = Client()
    pages = [
        statistics.median(timed(lambda address=address: _visit(client, address))[0] for _ in range(REPEATS)) * 1000
        for address in PAGES.values()
    ]
    write(
        f"{size:>8} {reading_time:>7.2f}s {first_time:>7.2f}s {again_time:>7.2f}s"
        + "".join(f"{t:>8.1f}ms" for t in pages)
    )
    for published in Edition.objects.published().order_by("-position"):
        publishing.withdraw(published)


def measure_importers() -> None:
    """Milliseconds of each importer for its small document, 20 and 160 times over; linear is a ratio of 8."""
    from importers.extraction import extract as decode
    from importers.formats import named
    from tests.importers.formats.golden import DOCUMENTS, facts

    write(f"\n{'importer':>14} {'x20':>9} {'x160':>9} {'ratio':>6}")
    for path in sorted(DOCUMENTS.glob("*.txt")):
        name, text, known = path.stem.replace("_", "-"), path.read_text(encoding="utf-8"), facts()
        importer = named(name)
        times = []
        for count in (1, 20, 160):
            source = decode((text * count).encode(), name=path.name)
            times.append(timed(partial(importer.read, source, known))[0] * 1000)
        write(f"{name:>14} {times[1]:>7.1f}ms {times[2]:>7.1f}ms {times[2] / times[1]:>6.1f}")


def faq(size: int, edition: str, part: int) -> str:
    """An FAQ of that many rulings; one in ten differs between its two parts."""
    head = f"---\ngame: Vell\ndocument: FAQ\nedition: {edition}\nauthority: official\n---\n"
    words = ("lit", "dark")
    errata = (f"#### Card {n} (L{n})\nIs {words[part if n % 10 == 0 else 0]}.\n" for n in range(size // 2))
    sections = (
        f"#### (1.{n}) Section {n}\nLantern {n} is {words[part if n % 10 == 0 else 0]}; see [[1.{n // 2}]].\n"
        for n in range(size // 2)
    )
    return f"{head}# Errata {{errata}}\n## Core Box\n{''.join(errata)}# Rules\n{''.join(sections)}"


if __name__ == "__main__":
    main()
