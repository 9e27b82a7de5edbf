"""One change of the site, or one look at all of it, in a process of its own: python -m tests.torture.operate WHAT …"""

import hashlib
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulings_site.settings")
GAME = "torture"


def main() -> None:
    import django

    django.setup()
    what, *arguments = sys.argv[1:]
    print(json.dumps({"begin": begin, "publish": publish, "withdraw": withdraw, "correct": correct, "merge": merge,
                      "status": status, "compare": compare}[what](*arguments)))  # fmt: skip


def begin(path: str, count: str) -> Any:
    """The first edition, and cards to be merged."""
    from rulings.services import importing_cards

    published = publish(path)
    lines = ["set,name,number", *(f"Box,Card {number},{number}" for number in range(1, int(count) + 1))]
    importing_cards.import_table(lines, game_name=GAME)
    return published


def publish(path: str) -> Any:
    from importers.reading import read
    from rulings.services import importing, publishing

    file = Path(path)
    edition, plan = publishing.publish(importing.take_in(read(file.read_bytes(), name=file.name)).edition)
    return {"published": edition.slug, "plan": str(plan)}


def withdraw() -> Any:
    from rulings.models import Document
    from rulings.services import publishing

    current = Document.objects.get(game__slug=GAME).current
    restored = publishing.withdraw(current, reason="The torture takes it back.")
    return {"restored": restored.slug if restored else None}


def correct(label: str, old: str, new: str) -> Any:
    from rulings.models import Ruling
    from rulings.services import correcting

    ruling = Ruling.objects.get(document__game__slug=GAME, slug=label)
    text = correcting.text_of(ruling).replace(old, new)
    edition = correcting.correct_text(
        ruling, text, reason="The torture corrects.", basis=ruling.document.current_id or 0, user=None
    )
    return {"corrected": edition.slug}


def merge(kept: str, other: str) -> Any:
    from rulings.models import Card
    from rulings.services import merging

    cards = Card.objects.filter(card_set__game__slug=GAME)
    merging.merge_cards(cards.get(name=kept), [cards.get(name=other)], user=None)
    return {"merged": other}


def status() -> Any:
    """What the database holds: which history this is, what is in force, and all that was ever written."""
    from rulings.models import Revision, ShownCard, ShownRuling, SiteState

    shown = [
        json.loads(record) for record in ShownRuling.objects.filter(game__slug=GAME).values_list("record", flat=True)
    ]
    cards = ShownCard.objects.filter(game__slug=GAME).values_list("record", flat=True)
    history = Revision.objects.filter(ruling__document__game__slug=GAME).values_list("pk", "text")
    return {
        "identity": SiteState.objects.values_list("identity", flat=True).first(),
        "rulings": {one["key"]: one["text"] for one in shown},
        "cards": [json.loads(record)["name"] for record in cards],
        "history": {pk: hashlib.sha256(text.encode()).hexdigest()[:12] for pk, text in history},
    }


def compare(*marks: str) -> Any:
    """Whether what was made of the database is what would be made of it now; each difference in a sentence."""
    from rulings.models import Game
    from rulings.search.engine import Request, engine
    from rulings.services import downloads, indexing, state

    found = [f"read model: {one}" for game in Game.objects.all() for one in state.differences(game)]
    if not indexing.is_ready():
        found.append("index: not ready")
    asked = [Request(wanted=((mark, 1.0),)) for mark in (*marks, "lamp", "dusk", "burn")]

    def answers() -> list[Any]:
        return [[list(hits.ids), [round(score, 3) for score in hits.scores]] for hits in map(engine().find, asked)]

    try:
        before = answers()
        indexing.rebuild()
        if before != answers():
            found.append("index: answers otherwise than a rebuilt one")
    except indexing.IndexUnavailableError as error:
        found.append(f"index: {error}")
    if not downloads.are_current():
        found.append("downloads: not of the site as it is")
    folder = downloads.build()
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    shutil.rmtree(folder)
    again = {path.name: path.read_bytes() for path in downloads.build().iterdir()}
    found += [f"download {name}: another one than a rebuilt one" for name in again if files.get(name) != again[name]]
    return found


if __name__ == "__main__":
    main()
