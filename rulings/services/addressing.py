"""Gives rulings, cards and editions the last part of their address: readable, unique and permanent."""

import re
from collections.abc import Container, Iterator

from django.utils.text import slugify

from importers.folding import APOSTROPHES
from importers.records import Kind, ParsedRuling
from rulings.models import Card, CardSet, FormerAddress

# The "110" of "F110"
DIGITS = re.compile(r"\d{1,8}")

# Words that mean something else in that place of an address.
RESERVED = {
    "game": {
        ".well-known",
        "admin",
        "api",
        "cite",
        "deck",
        "deck-check",
        "downloads",
        "embed",
        "feeds",
        "help",
        "healthz",
        "index",
        "manifest.webmanifest",
        "metrics",
        "offline",
        "pictures",
        "preview",
        "readyz",
        "report",
        "search",
        "show",
        "static",
    },
    "document": {"cards", "lists", "sheet", "terms"},
    "card": {"errata-sheet"},
    "ruling": {
        "at",
        "chapters",
        "compare",
        "editions",
        "feed",
        "history",
        "release-note",
        "repairs",
        "source",
        "tags",
        "timing",
    },
}
LONGEST = 60
# Of a slug made of several parts, before it is numbered.
LONGEST_JOINED = 100


def make_slug(name: str) -> str:
    """A name as part of an address: "R'lyeh Rising" is "rlyeh-rising"."""
    slug = slugify(APOSTROPHES.sub("", name))
    if len(slug) > LONGEST:
        slug = slug[: LONGEST + 1].rsplit("-", 1)[0][:LONGEST]
    # A name in another script has no Latin letters to keep.
    return slug or slugify(name, allow_unicode=True)[:LONGEST] or "x"


def make_label_slug(label: str) -> str:
    """A printed label as part of an address, case and dots kept: "ST.3", "3.2"."""
    return re.sub(r"\.{2,}", ".", re.sub(r"[^\w.\-]+", "-", label)).strip("-.") or "x"


def free_slug(name: str, *, taken: Container[str], place: str = "") -> str:
    """A slug that is not taken, nor reserved in that place of an address; numbered if it must be."""
    return _first_free(iter([make_slug(name)]), taken, RESERVED.get(place, ()))


def slug_for_ruling(ruling: ParsedRuling, *, taken: Container[str]) -> str:
    """The address of a new ruling: its label if it has one that is free, else words from its title."""
    return _first_free(_ruling_candidates(ruling), taken, RESERVED["ruling"])


def slug_for_card(name: str, *, number: str, taken: Container[str], subtitle: str = "") -> str:
    """The address of a new card within its set: "F110-hound-of-tindalos"; with its subtitle, if it must be."""
    slug = f"{make_label_slug(number)}-{make_slug(name)}" if number else make_slug(name)
    longer = [f"{slug}-{make_slug(subtitle)}"] if subtitle else []
    return _first_free(iter([slug, *longer]), taken, RESERVED["card"])


def _ruling_candidates(ruling: ParsedRuling) -> Iterator[str]:
    title = make_slug(ruling.title)
    if ruling.kind is Kind.STEP:
        chart = make_slug(ruling.heading_path[-1])
        # "ST.3" and "1.4" speak for themselves; "1" is in every chart.
        if re.search(r"[^\d]", ruling.key):
            yield make_label_slug(ruling.key)
        yield f"{chart}-{make_label_slug(ruling.key) if ruling.key else title}"
    elif ruling.key:
        yield make_label_slug(ruling.key)
        yield f"{make_label_slug(ruling.key)}-{title}"
    elif ruling.list_name:
        yield "-".join(filter(None, (ruling.play_format, ruling.list_name, title)))
    else:
        yield title


def _first_free(candidates: Iterator[str], *taken: Container[str]) -> str:
    last = ""
    for candidate in candidates:
        last = candidate[:LONGEST_JOINED]
        if not any(last in names for names in taken):
            return last
    number = 2
    while any(f"{last}-{number}" in names for names in taken):
        number += 1
    return f"{last}-{number}"


def taken_slugs(card_set: CardSet, *, but: Card | None = None) -> set[str]:
    """The last parts of addresses in a set that its cards have, or had and that lead elsewhere now."""
    had = FormerAddress.objects.filter(game=card_set.game, set_slug=card_set.slug)
    have = card_set.cards.all()
    if but and but.pk:
        had, have = had.exclude(card=but), have.exclude(pk=but.pk)
    return {*had.values_list("card_slug", flat=True), *have.values_list("slug", flat=True)}


def number_order(number: str) -> int:
    """The digits of a collector number, to sort by: 110 for "F110"."""
    digits = DIGITS.search(number)
    return int(digits[0]) if digits else 0
