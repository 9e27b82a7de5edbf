"""A large site on real engines: so many rulings of invented games on PostgreSQL and OpenSearch, loaded in bulk.

One game is published as any other; the others are copies of its rows, made by the database itself.
"""

import os
import statistics
import sys
import time
from typing import Any

from tests.benchmarks.measuring import write

IN_A_GAME = 5_000
CARDS = 400
GAME = "invented-1"
QUESTIONS = 60
WORDS = """
    card player turn phase attack defend resource token story ability cost action response passive forced unit zone deck
    hand discard play draw exhaust ready wound damage cancel effect target choose control owner icon trait keyword
    printed unique limit attached support event character struggle success opponent simultaneous
    """.split()  # noqa: SIM905 - a list of words reads better as words


def main() -> None:
    sizes = [int(given) for given in sys.argv[1:]] or [20_000, 1_000_000]
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "rulings_site.settings",
        "SEMANTIC": "off",
        "DOWNLOADS_AHEAD": "0",
        "ALLOWED_HOSTS": "testserver",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    first_game()
    rows = []
    for size in sizes:
        grow_to(size)
        rows.append(measure(size))
    write(f"{'':<42}" + "".join(f"{size:>14,}" for size in sizes))
    for name in rows[0]:
        write(f"{name:<42}" + "".join(f"{row[name]:>14}" for row in rows))


def first_game() -> None:
    """One game with a document of many sections, and cards with errata."""
    from importers.reading import read
    from rulings.services import importing, publishing

    write(f"publishing one game of {IN_A_GAME:,} rulings")
    head = "---\ngame: Invented 1\ndocument: FAQ\nedition: 1\nauthority: official\n---\n# Rules\n"
    sections = "".join(
        f"#### ({n // 50 + 1}.{n % 50 + 1}) {_words(n, 3).title()}\n{_words(n, 30).capitalize()}.\n"
        for n in range(IN_A_GAME - CARDS)
    )
    errata = "# Errata {errata}\n## Box\n" + "".join(
        f"#### {_words(n, 2).title()} {n} ({n})\nShould read: “{_words(n + 7, 20)}.”\n" for n in range(1, CARDS + 1)
    )
    reading = read((head + sections + errata).encode(), name="invented.md")
    publishing.publish(importing.take_in(reading).edition)


def _words(number: int, count: int) -> str:
    """Words as rulings have them, in an order that differs from one to the next."""
    return " ".join(WORDS[(number * (step * 7 + 3) + step * step * 11) % len(WORDS)] for step in range(count))


def grow_to(size: int) -> None:
    """Copy the first game until there are so many rulings."""
    from django.db import connection

    from rulings.models import Game, ShownRuling

    first = Game.objects.get(slug=GAME)
    games = Game.objects.count()
    wanted = -(-size // ShownRuling.objects.filter(game=first).count())
    write(f"copying it until there are {size:,} rulings")
    for number in range(games + 1, wanted + 1):
        with connection.cursor() as cursor:
            copy(cursor, first.pk, number)
        if number % 20 == 0:
            write(f"  {number} games")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def copy(cursor: Any, game: int, number: int) -> None:
    """The rows of a game once more, under other keys, and with the name of the new game in what is shown."""
    from django.apps import apps

    names = ["Game", "CardSet", "Pack", "Card", "Document", "Edition", "Ruling", "Revision", "Change"]
    names += [
        model.__name__ for model in apps.get_app_config("rulings").get_models() if model.__name__.startswith("Shown")
    ]
    shift = number * 10_000_000
    of_game = {
        "Game": "id = %(game)s",
        "CardSet": "game_id = %(game)s",
        "Pack": "card_set_id IN (SELECT id FROM rulings_cardset WHERE game_id = %(game)s)",
        "Card": "card_set_id IN (SELECT id FROM rulings_cardset WHERE game_id = %(game)s)",
        "Document": "game_id = %(game)s",
        "Edition": "document_id IN (SELECT id FROM rulings_document WHERE game_id = %(game)s)",
        "Ruling": "document_id IN (SELECT id FROM rulings_document WHERE game_id = %(game)s)",
        "Revision": "edition_id IN (SELECT e.id FROM rulings_edition e JOIN rulings_document d ON d.id = e.document_id"
        " WHERE d.game_id = %(game)s)",
        "Change": "edition_id IN (SELECT e.id FROM rulings_edition e JOIN rulings_document d ON d.id = e.document_id"
        " WHERE d.game_id = %(game)s)",
    }
    cursor.execute("SET session_replication_role = replica")
    for name in names:
        model = apps.get_model("rulings", name)
        columns, values = [], []
        for field in model._meta.concrete_fields:
            column = field.column
            points_within = field.primary_key or (
                field.is_relation and field.related_model and field.related_model.__name__ in {*names}
            )
            columns.append(f'"{column}"')
            if points_within or column == "first_printing":
                values.append(f'"{column}" + {shift}')
            elif field.get_internal_type() in ("TextField", "CharField", "SlugField", "JSONField"):
                kind = "::text" if field.get_internal_type() == "JSONField" else ""
                back = "::jsonb" if kind else ""
                renamed = f"replace(\"{column}\"{kind}, 'invented-1', 'invented-{number}')"
                values.append(f"replace({renamed}, 'Invented 1', 'Invented {number}'){back}")
            else:
                values.append(f'"{column}"')
        where = of_game.get(name, "game_id = %(game)s")
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"  # noqa: S608 - our own tables
            f" SELECT {', '.join(values)} FROM {model._meta.db_table} WHERE {where}",
            {"game": game},
        )
    cursor.execute("SET session_replication_role = DEFAULT")


def measure(size: int) -> dict[str, str]:
    """How fast the index is built, and what a first visit costs."""
    from django.db import transaction
    from django.test import Client

    from rulings.models import ShownCard, ShownRuling
    from rulings.services import indexing, state

    with transaction.atomic():
        state.mark_changed()
        # Indexed below, by the clock.
        transaction.get_connection().run_on_commit.clear()
    write(f"indexing {ShownRuling.objects.count():,} rulings")
    begun = time.perf_counter()
    indexing.rebuild()
    took = time.perf_counter() - begun
    client = Client()
    client.get("/api/v1/search?q=warm")
    searches = [_timed(client, f"/api/v1/search?q={'+'.join(_words(n * 13 + 5, 5).split())}") for n in range(QUESTIONS)]
    urls = list(ShownCard.objects.order_by("digest").values_list("path", flat=True)[:QUESTIONS])
    cards = [_timed(client, f"/{path.strip('/')}/") for path in urls]
    return {
        "rulings": f"{ShownRuling.objects.count():,}",
        "indexed a second": f"{ShownRuling.objects.count() / took:,.0f}",
        "search of the API, p50 in ms": f"{statistics.median(searches):.1f}",
        "search of the API, p95 in ms": f"{statistics.quantiles(searches, n=20)[-1]:.1f}",
        "card page, p50 in ms": f"{statistics.median(cards):.1f}",
    }


def _timed(client: Any, path: str) -> float:
    begun = time.perf_counter()
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    main()
