"""A game as it is shown: its menu, counts, documents, editions, sets and lists."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, Q

from importers.records import Authority, ChangeKind, Kind, ListName
from rulings.models import Alias, Card, Change, Document, Game, Pack, Phrasing, ShownCard
from rulings.read_model import addresses
from rulings.read_model.records.cards import CardStatus, GameDetail, MenuEntry, SetRecord
from rulings.read_model.records.documents import DelistingRecord, DocumentRecord, EditionRecord
from rulings.read_model.records.rulings import ChangeRecord
from rulings.read_model.wording import day

KINDS = {
    Kind.ERRATUM: ("erratum", "errata"),
    Kind.LISTING: ("listing", "listings"),
    Kind.CLARIFICATION: ("clarification", "clarifications"),
    Kind.QUESTION: ("question", "questions"),
    Kind.STEP: ("timing step", "timing steps"),
}
LATEST = 6
# A question of a player that fits on one line of a phone.
LONGEST_EXAMPLE = 48
SHORTEST_EXAMPLE = 20
MOST_ASKED = 500
BEGINNINGS = ("can ", "do ", "does ", "is ", "may ", "when ", "how ")

# Set, pack, letter and statuses of cards; and how many there are, and how many of them repeat a title of their set.
CardPlace = tuple[str, str, str, tuple[str, ...]]
CardCounts = Mapping[CardPlace, Sequence[int]]


def game_detail(
    game: Game,
    *,
    documents: Sequence[Document],
    document_records: Sequence[DocumentRecord],
    editions: Sequence[EditionRecord],
    latest: Sequence[EditionRecord],
    changes: Sequence[Change],
    card_counts: CardCounts,
    title_counts: Mapping[tuple[str, tuple[str, ...]], int],
    has_errata_known: bool,
    left: dict[str, list[DelistingRecord]],
    examples: dict[str, Any],
) -> GameDetail:
    """The record of a game, given what is in force in it."""
    kinds = Counter(Kind(change.ruling.kind) for change in changes)
    listed = {change.ruling.list_name for change in changes if change.ruling.list_name}
    lists = [name.value for name in ListName if name in listed]
    charted = Counter(change.ruling.document_id for change in changes if change.ruling.kind == Kind.STEP)
    cards = sum(count for count, _ in card_counts.values())
    published = [one.current.published_at for one in documents if one.current and one.current.published_at]
    return {
        "pk": game.pk,
        "id": game.slug,
        "name": game.name,
        "short_name": game.short_name or None,
        "colour": game.colour or None,
        "restricted_titles": game.restricted_titles,
        "documents": [record["id"] for record in document_records],
        "rulings": len(changes),
        "cards": cards,
        "changed": day(max(published).date()) if published else None,
        "url": addresses.path(game.slug),
        "counts": [
            (kinds[kind], one if kinds[kind] == 1 else several) for kind, (one, several) in KINDS.items() if kinds[kind]
        ],
        "menu": _menu(game, documents, lists, charted, has_cards=bool(cards)),
        "shown_documents": list(document_records),
        "editions": list(editions),
        "latest": list(latest),
        "sets": _sets(game, card_counts),
        "lists": lists,
        "left": left,
        "has_errata_known": has_errata_known,
        "card_counts": [[*key[:3], list(key[3]), *counts] for key, counts in sorted(card_counts.items())],
        "title_counts": [[key[0], list(key[1]), count] for key, count in sorted(title_counts.items())],
        "examples": examples,
    }


def delistings(events: Iterable[Sequence[tuple[Change, ChangeRecord]]]) -> dict[str, list[DelistingRecord]]:
    """By list, the cards that left it and have not come back, the last one first; from the events of each ruling."""
    last = (of_ruling[0] for of_ruling in events if of_ruling)
    removed = [pair for pair in last if pair[1]["kind"] == ChangeKind.REMOVED and pair[1]["list"]]
    removed.sort(key=lambda pair: (pair[0].edition.published_at, -pair[0].position), reverse=True)
    left: dict[str, list[DelistingRecord]] = defaultdict(list)
    for _, event in removed:
        left[event["list"] or ""].append(
            {
                "ruling": event["ruling"],
                "edition": event["edition"],
                "edition_title": event["edition_title"],
                "date": event["date"],
            }
        )
    return left


def examples(
    game: Game, changes: Iterable[Change], cited: Mapping[int, int], listed_titles: Iterable[str]
) -> dict[str, Any]:
    """Searches that find something in a game as it is: a card, a section, and what players ask."""
    listed = set(listed_titles)
    errata = [one for one in changes if one.ruling.scope == "card" and one.revision]
    sections = [one for one in changes if one.ruling.kind == Kind.CLARIFICATION and one.revision and one.revision.key]
    section = max(sections, key=lambda one: (cited.get(one.ruling_id, 0), -one.pk), default=None)
    erratum = min(errata, key=lambda one: (not _titles(one) & listed, one.pk), default=None)
    found: dict[str, Any] = {"question": _question(game), "erratum": None, "section": None}
    if erratum and erratum.revision:
        found["erratum"] = {"title": erratum.revision.title, "is_listed": bool(_titles(erratum) & listed)}
    if section and section.revision:
        found["section"] = {
            "key": section.revision.key,
            "edition_title": section.edition.title,
            "url": addresses.of_ruling(section.ruling),
            "cited": cited.get(section.ruling_id, 0),
        }
    return found


def _titles(change: Change) -> set[str]:
    return {one.card.folded_name for one in change.references.all() if one.card}


def _question(game: Game) -> dict[str, Any] | None:
    """What players ask: a phrasing of the most cited question or section of a game."""
    fitting = Q()
    for beginning in BEGINNINGS:
        fitting |= Q(words__startswith=beginning)
    asked = Phrasing.objects.filter(fitting, ruling__kind__in=[Kind.CLARIFICATION, Kind.QUESTION])
    published = asked.filter(ruling__document__game=game, ruling__document__current__isnull=False)
    counted = published.annotate(cited=Count("ruling__cited_by")).order_by("-cited", "pk")
    for words, cited in counted.values_list("words", "cited")[:MOST_ASKED]:
        if SHORTEST_EXAMPLE <= len(words) <= LONGEST_EXAMPLE:
            # "can i draw" is "Can I draw?".
            spelt = f"{words[0].upper()}{words[1:]}".replace(" i ", " I ").rstrip("?") + "?"
            return {"words": spelt, "cited": cited}
    return None


def _menu(
    game: Game, documents: Sequence[Document], lists: Sequence[str], charted: Counter[int], *, has_cards: bool
) -> list[MenuEntry]:
    """The pages of a game that have something on them: its cards, documents, lists and timing charts."""
    charts = [document for document in documents if document.pk in charted]
    entries = [("Cards", addresses.path(game.slug, "cards"))] if has_cards else []
    if charts:
        # The heaviest document has the chart to follow, and of those the fullest; it leads to the others.
        first = min(charts, key=lambda one: (list(Authority).index(Authority(one.authority)), -charted[one.pk]))
        entries.append(("Timing", addresses.path(addresses.document_id(first), "timing")))
    entries += [(name.capitalize(), addresses.of_list(game.slug, name)) for name in lists]
    entries += [(document.title, addresses.of_document(document)) for document in documents]
    return [{"name": name, "url": url} for name, url in entries]


def _sets(game: Game, card_counts: CardCounts) -> list[SetRecord]:
    """The sets that have cards to show, with their packs and aliases."""
    counts: Counter[str] = Counter()
    for (slug, *_), (count, _) in card_counts.items():
        counts[slug] += count
    packs: dict[int, list[str]] = defaultdict(list)
    for set_id, name in Pack.objects.filter(card_set__game=game).values_list("card_set", "name"):
        packs[set_id].append(name)
    aliases: dict[int, list[str]] = defaultdict(list)
    for set_id, name in Alias.objects.filter(game=game).values_list("card_set", "name"):
        aliases[set_id].append(name)
    return [
        {
            "id": f"{game.slug}/{one.slug}",
            "game": game.slug,
            "name": one.name,
            "packs": packs[one.pk],
            "aliases": aliases[one.pk],
            "cards": counts[one.slug],
            "url": addresses.path(game.slug, "cards", one.slug),
        }
        for one in game.card_sets.all()
        if counts[one.slug]
    ]


def shown_cards(game: Game) -> list[Card]:
    """The cards that a game shows, set by set."""
    cards = Card.objects.shown().filter(card_set__game=game).select_related("card_set__game", "pack")
    return list(cards.in_order())


def _statuses(row: ShownCard) -> tuple[str, ...]:
    """What the cards page can be narrowed by."""
    flags = {
        CardStatus.ERRATA.value: row.has_errata,
        ListName.RESTRICTED.value: row.is_restricted,
        ListName.BANNED.value: row.is_banned,
        "changed": row.is_changed,
    }
    return tuple(name for name, holds in flags.items() if holds)


def card_counts(rows: Iterable[ShownCard]) -> dict[CardPlace, list[int]]:
    """How many cards are in each place, and how many of them are further printings of a title in the same set."""
    counts: dict[CardPlace, list[int]] = defaultdict(lambda: [0, 0])
    seen: set[tuple[int, str]] = set()
    for row in rows:
        pack = row.card.pack.slug if row.card.pack else ""
        count = counts[row.card.card_set.slug, pack, row.letter, _statuses(row)]
        count[0] += 1
        count[1] += (row.card_set_id, row.folded_name) in seen
        seen.add((row.card_set_id, row.folded_name))
    return counts


def title_counts(rows: Iterable[ShownCard]) -> Counter[tuple[str, tuple[str, ...]]]:
    """How many titles begin with each letter, by what the cards page can be narrowed by."""
    titles: dict[str, tuple[str, set[str]]] = {}
    for row in rows:
        titles.setdefault(row.folded_name, (row.letter, set()))[1].update(_statuses(row))
    return Counter((letter, tuple(sorted(statuses))) for letter, statuses in titles.values())
