"""Sites of many rulings for the benchmarks: the shipped games, copied row by row until there are enough."""

import os
from collections.abc import Callable
from typing import Any

from tests.benchmarks.measuring import write


def start(folder: str) -> None:
    """Let Django work on a site of its own, with the fixtures."""
    os.environ |= {
        "RULINGS_DATA": folder,
        "DJANGO_SETTINGS_MODULE": "rulings_site.settings",
        "ALLOWED_HOSTS": "testserver,127.0.0.1",
        "DOWNLOADS_AHEAD": "0",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        call_command("load_fixtures", verbosity=0, stdout=nowhere)
    call_command("collectstatic", interactive=False, verbosity=0)


def grow_to(size: int) -> None:
    """Copy the shipped games until there are so many rulings, and index them."""
    from rulings.models import Game, ShownRuling
    from rulings.services import indexing, state
    from rulings.services.state import refresh

    originals = list(Game.objects.filter(slug__in=["call-of-cthulhu", "warhammer-invasion", "arkham-horror", "mythos"]))
    number = Game.objects.count() // len(originals)
    while ShownRuling.objects.count() < size:
        for original in originals:
            refresh(copy(original, number=number))
        if number % 10 == 0:
            write(f"  {ShownRuling.objects.count():,} of {size:,} rulings")
        number += 1
    state.mark_changed()
    write("  indexing")
    indexing.rebuild()


def copy(original: Any, *, number: int) -> Any:
    """The same game once more, row by row: publishing it would take longer."""
    from django.db import transaction

    from rulings.models import Card, CardSet, Change, Document, Edition, Game, Pack, Reference, Revision, Ruling

    with transaction.atomic():
        game = Game.objects.create(
            name=f"{original.name} {number}", slug=f"{original.slug}-{number}", short_name=f"G{original.pk}-{number}"
        )
        sets = copy_rows(CardSet.objects.filter(game=original), game=lambda _: game.pk)
        packs = copy_rows(Pack.objects.filter(card_set__in=sets), card_set=sets.get)
        cards = copy_rows(Card.objects.filter(card_set__in=sets), card_set=sets.get, pack=packs.get)
        olds = list(Document.objects.filter(game=original, current__isnull=False))
        documents = copy_rows(
            Document.objects.filter(pk__in=[one.pk for one in olds]), game=lambda _: game.pk, current=lambda _: None
        )
        editions = copy_rows(Edition.objects.filter(pk__in=[one.current_id for one in olds]), document=documents.get)
        rulings = copy_rows(Ruling.objects.filter(document__in=documents), document=documents.get)
        of_rulings = Revision.objects.filter(ruling__document__in=documents)
        revisions = copy_rows(of_rulings, ruling=rulings.get, edition=editions.get)
        changes = copy_rows(
            Change.objects.filter(edition__in=editions),
            edition=editions.get,
            ruling=rulings.get,
            revision=revisions.get,
        )
        references = Reference.objects.filter(change__edition__in=editions)
        copy_rows(references, change=changes.get, card=cards.get, ruling=rulings.get)
        for one in olds:
            Document.objects.filter(pk=documents[one.pk]).update(current=editions[one.current_id or 0])
    return game


def copy_rows(rows: Any, **leading: Callable[[Any], Any]) -> dict[int, int]:
    """Rows once more, leading elsewhere; by the old keys, the new ones."""
    found = list(rows.order_by("pk"))
    old = [row.pk for row in found]
    for row in found:
        row.pk = None
        row._state.adding = True
        for name, new_key in leading.items():
            setattr(row, f"{name}_id", new_key(getattr(row, f"{name}_id")))
    if found:
        type(found[0])._default_manager.bulk_create(found, batch_size=500)
    return dict(zip(old, (row.pk for row in found), strict=True))
