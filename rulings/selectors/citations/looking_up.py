"""Looks up what a citation names within the documents that it may be about: by name, by label, or by card."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext

from importers.citations import parse_citation
from importers.folding import fold, fold_title
from importers.records import Kind
from rulings.models import Change, Document, Edition, Ruling, ShownRuling
from rulings.models.rulings import ChangeQuerySet
from rulings.read_model import addresses
from rulings.read_model.rulings import about_titles, shown_wording, with_wording
from rulings.read_model.wording import plain_title
from rulings.selectors.citations.cited import Cited, cite_rulings, ruling_name
from rulings.selectors.citations.parts import EDGES, ENDS, Parts, is_number, telling_words
from rulings.selectors.documents.rulings import find_ruling_at

MOST = 6
MOST_WORDS = 6
# So many rulings are looked at more closely.
MOST_CANDIDATES = 500
MOST_LETTERS = 40
# "§2.13", "¶2.13", "section 2.13", "step ST.3", and the "2.2" of "§§2.1-2.2"
SECTION = re.compile(
    r"(?:[§¶]+|\b(?:sections?|sec\.|rule|step|no\.)(?=\s))\s*(?P<label>[A-Za-z]{0,2}[.\-]?\d+(?:\.\w+)*)(?:[\-–](?P<last>\d+(?:\.\w+)*))?",
    re.IGNORECASE,
)
# What says which kind of ruling about a card is meant.
KIND = re.compile(
    r"\b(?:erratum|errata|(?P<list>restricted|banned)(?:\s+list)?)\b\s*(?:on|for|of)?\s*:?", re.IGNORECASE
)
WORDS = re.compile(r"[A-Za-z]{3,}")


@dataclass(frozen=True)
class Found:
    """What was looked up."""

    rulings: list[Cited] = field(default_factory=list)
    pages: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def look_up(parts: Parts, documents: Sequence[Document], at: Edition | None) -> Found | None:
    """What the rest of a citation names: a ruling by its name, its label, or the card it is about; none, if nothing."""
    notes = unknown_edition(parts)
    if rulings := _called(documents, parts.rest, at):
        return Found(cite_rulings(rulings[:MOST], at), notes=notes)
    labels, words = _labels(parts.rest)
    if labels:
        return _labelled(parts, documents, at, labels, words)
    if match := KIND.search(parts.rest):
        name = f"{parts.rest[: match.start()]} {parts.rest[match.end() :]}".strip(ENDS)
        list_name = (match["list"] or "").lower()
        if not name and list_name:
            lists = [addresses.of_list(game, list_name) for game in sorted({one.game.slug for one in documents})]
            called = f"{list_name.capitalize()} list"
            return Found(pages=[(gettext(called), path) for path in lists], notes=notes)
        kind = Kind.LISTING if list_name else Kind.ERRATUM
        rulings = _about(documents, name, at, kind=kind, list_name=list_name)
    else:
        rulings = _about(documents, parts.rest, at)
    return Found(cite_rulings(rulings[:MOST], at), notes=notes) if rulings else None


def rulings_labelled(documents: Sequence[Document], label: str, at: Edition | None) -> list[Ruling]:
    """The rulings that bear a label; if none does any more, those that bore it last."""
    if at is None:
        keys = _in_force(documents, Q(label=label.casefold()))[:MOST]
        rulings = Ruling.objects.select_related("document__game", "document__current").in_bulk(keys)
        return [rulings[key] for key in keys] or _formerly(documents, label)
    standing = at.changes.standing().filter(revision__key__iexact=label)
    changes = standing.select_related(*_RULING).order_by("position")
    if found := [change.ruling for change in changes[:MOST]]:
        return found
    stood = find_ruling_at(at, label)
    return [stood] if stood else []


def old_labels(cited: Sequence[Cited], label: str) -> list[str]:
    """That rulings which once bore a label bear it no more."""
    old = [one for one in cited if (one.ruling["key"] or "").casefold() != label.casefold()]
    return [
        gettext("%(old)s is an old label: in %(edition)s it is %(new)s.")
        % {"old": label, "edition": one.last["edition_title"], "new": one.last["key"]}
        for one in old
        if is_number(label) and one.last["key"] and one.is_in_force
    ]


def unknown_edition(parts: Parts) -> list[str]:
    """That the edition of a citation is not here."""
    label = parts.unknown_edition
    note = gettext("There is no edition %(edition)s here: what follows is in force today.")
    return [note % {"edition": label}] if label else []


_RULING = ("ruling__document__game", "ruling__document__current")


def _labelled(
    parts: Parts, documents: Sequence[Document], at: Edition | None, labels: Sequence[str], words: str
) -> Found | None:
    """The rulings of some labels; what else is said must fit, or where to look must be clear."""
    found, notes = [], unknown_edition(parts)
    for label in labels:
        rulings = rulings_labelled(documents, label, at)
        if not rulings and at:
            rulings = rulings_labelled(documents, label, None)
            notes.append(
                gettext("Nothing bears the label %(label)s in edition %(edition)s.")
                % {"label": label, "edition": at.label}
            )
            cited = cite_rulings(rulings, None)
        else:
            cited = cite_rulings(rulings, at)
        notes += old_labels(cited, label)
        found += cited
    telling = telling_words(words)
    if telling:
        fitting = [one for one in found if _says(one, telling)]
        if not fitting:
            notes.append(gettext("“%(words)s” was not understood.") % {"words": words.strip(EDGES)})
        if not fitting and not parts.game:
            # The label alone could be anybody's.
            return Found(notes=notes)
        found = fitting or found
    return Found(found[:MOST], notes=notes) if found else None


def _labels(rest: str) -> tuple[list[str], str]:
    """The labels that a text names, and the words around them."""
    marked = [label for match in SECTION.finditer(rest) for label in (match["label"], match["last"]) if label]
    if marked:
        return marked, SECTION.sub(" ", rest)
    words = rest.split()
    for place in (0, len(words) - 1):
        if is_number(words[place]):
            return [words[place].strip(EDGES)], " ".join([*words[:place], *words[place + 1 :]])
    return [], rest


def _says(cited: Cited, telling: Iterable[str]) -> bool:
    """Whether a ruling has these words in its title, or about its cards or its headings."""
    ruling = cited.ruling
    names = (card["name"] for card in ruling["cards"])
    said = set(fold(" ".join([ruling["plain_title"], *ruling["heading_path"], *names])).split())
    return set(telling) <= said


def _in_force(documents: Sequence[Document], called: Q) -> list[int]:
    """The rulings in force that are called so; looked up by that, and then by their documents."""
    wanted = {document.pk for document in documents}
    rows = ShownRuling.objects.filter(called).order_by("document_id", "position").values_list("pk", "document_id")
    return [pk for pk, document in rows if document in wanted]


def _standing(documents: Sequence[Document], at: Edition | None) -> ChangeQuerySet:
    return at.changes.standing() if at else Change.objects.in_force().filter(ruling__document__in=documents)


def _called(documents: Sequence[Document], rest: str, at: Edition | None) -> list[Ruling]:
    """The rulings that our own citations, or their titles, call exactly so."""
    wanted, first = fold(rest), rest.split()[0].strip(EDGES)
    if at is None:
        # A long title is cited by its beginning.
        titled = Q(title__gte=wanted, title__lt=f"{wanted}\U0010ffff") if "…" in rest else Q(title=wanted)
        likely = [*_in_force(documents, titled), *_in_force(documents, Q(label=first.casefold()))]
        candidates = Change.objects.in_force().filter(ruling__in=likely)
    else:
        longest = sorted(set(WORDS.findall(rest)), key=len, reverse=True)[:MOST_WORDS]
        spoken = [Q(revision__key__iexact=first), *(Q(revision__title__icontains=word) for word in longest)]
        candidates = at.changes.standing().filter(reduce(or_, spoken))
    in_order = with_wording(candidates.select_related(*_RULING)).order_by("ruling__document", "position")
    return [
        change.ruling
        for change in in_order[:MOST_CANDIDATES]
        # Only what begins like that title is looked at more closely.
        if change.revision and fold(plain_title(change.revision.title))[:MOST_LETTERS] in wanted
        if wanted in _names(change)
    ]


def _names(change: Change) -> set[str]:
    ruling = shown_wording(change)
    return {
        fold(ruling_name(ruling)),
        fold(f"{ruling['key'] or ''} {ruling['plain_title']}"),
        fold(ruling["plain_title"]),
    }


def _formerly(documents: Sequence[Document], label: str) -> list[Ruling]:
    """The rulings that bear the label no more, each as it bore it last."""
    bearing = Change.objects.in_published_editions().filter(ruling__document__in=documents, revision__key__iexact=label)
    last = bearing.select_related(*_RULING).order_by("-edition__position", "position")
    return list({change.ruling.document_id: change.ruling for change in reversed(last[: MOST * 10])}.values())


def _about(
    documents: Sequence[Document], words: str, at: Edition | None, *, kind: str = "", list_name: str = ""
) -> list[Ruling]:
    """The rulings about the card that is called so."""
    card = parse_citation(words) if words.strip(EDGES) else None
    if card is None:
        return []
    names = {fold_title(card.name), fold_title(words)}
    wanted = {"ruling__kind": kind, "ruling__list_name": list_name}
    given = {name: value for name, value in wanted.items() if value}
    changes = _standing(documents, at).filter(about_titles(names), **given)
    in_order = changes.select_related(*_RULING).order_by("ruling__document", "position")
    return [change.ruling for change in in_order]
