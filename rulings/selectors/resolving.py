"""From a citation as people write it, "CoC FAQ 3.2 §2.13", to what it cites; and whether that has changed since."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from urllib.parse import unquote, urlsplit

from django.db.models import Q
from django.urls import Resolver404, resolve

from importers.citations import parse_citation
from importers.folding import fold, fold_title
from rulings.diffing.changes import ChangeKind
from rulings.models import Card, Change, Document, Edition, Reference, Ruling
from rulings.models.rulings import ChangeQuerySet
from rulings.selectors.cards import follow_card
from rulings.selectors.citation_parts import (
    ADDRESS,
    EDGES,
    ENDS,
    Parts,
    is_number,
    take_apart,
    telling_words,
)
from rulings.selectors.citing import ruling_name
from rulings.selectors.finding import MissingError, MovedError, WithdrawnError, find_edition
from rulings.selectors.found import Result
from rulings.selectors.history import Comparison, compare_changes
from rulings.selectors.names import card_names
from rulings.selectors.places import require_page
from rulings.selectors.plain import plain_title
from rulings.selectors.rulings import find_ruling, find_ruling_at, with_wording
from rulings.selectors.searching import search
from rulings.selectors.state import site_state
from rulings.selectors.wording import address_at

MOST = 6
MOST_WORDS = 6
# So many rulings are looked at more closely.
MOST_CANDIDATES = 500
# "§2.13", "¶2.13", "section 2.13", "step ST.3", and the "2.2" of "§§2.1-2.2"
SECTION = re.compile(
    r"(?:[§¶]+|\b(?:sections?|sec\.|rule|step|no\.)(?=\s))\s*(?P<label>[A-Za-z]{0,2}[.\-]?\d+(?:\.\w+)*)(?:[\-–](?P<last>\d+(?:\.\w+)*))?",
    re.IGNORECASE,
)
# What says which kind of ruling about a card is meant.
KIND = re.compile(
    r"\b(?:erratum|errata|(?P<list>restricted|banned)(?:\s+list)?)\b\s*(?:on|for|of)?\s*:?", re.IGNORECASE
)
# The parts of the addresses of the API and of embedded pieces that are not those of pages.
NOT_OF_PAGES = re.compile(r"^/(?:embed(?=/)|api/v1/(?:rulings|documents|editions)(?=/))|\.(?:json|md)$")
API_CARD = re.compile(r"^/api/v1/cards/([^/]+)/([^/]+)/([^/]+?)/?$")
ID_OF_CARD = re.compile(r"^/([^/]+)/([^/]+)/([^/]+)/$")
# The names of the other addresses that somebody may cite.
PAGES = {"game", "cards", "card-set", "list", "document", "editions", "compare", "chapter", "chapter-at", "tags"}
PAGES |= {"timing", "timing-at", "source", "repairs"}
WORDS = re.compile(r"[A-Za-z]{3,}")


@dataclass(frozen=True)
class Cited:
    """A ruling that was cited: as it stood in the edition of the citation, and as it stands."""

    ruling: Ruling
    # In the edition that was cited, or else in force, or else the last one there was.
    change: Change
    # The edition that was cited, if it is here.
    at: Edition | None
    # What has become of it since; none if nothing has.
    since: Comparison | None
    # Where it stands now, or where it stood last.
    last: Change

    @property
    def is_in_force(self) -> bool:
        return self.last.edition_id == self.ruling.document.current_id

    @property
    def is_only_moved(self) -> bool:
        """Whether it says the same, elsewhere."""
        since = self.since
        return since is not None and since.kind is ChangeKind.MOVED and not since.is_also_reworded

    @property
    def warning(self) -> str:
        """What a newer edition has done to it since."""
        if not self.is_in_force:
            return f"It is no longer in force: it last stood in {self.last.edition.title}."
        if self.since is None:
            return ""
        newest = self.last.edition.label
        if not self.is_only_moved:
            return f"A newer edition, {newest}, has changed its wording."
        then, now = (one.revision.key if one.revision else "" for one in (self.change, self.last))
        where = f"as {now}" if now and now != then else "under another heading"
        return f"It says the same in {newest}, {where}."

    @property
    def url(self) -> str:
        """The address as it was cited."""
        return address_at(self.ruling, self.at)


@dataclass(frozen=True)
class Resolution:
    """What a citation turned out to mean."""

    rulings: list[Cited] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    editions: list[Edition] = field(default_factory=list)
    # The names and paths of other pages: lists, chapters and so on.
    pages: list[tuple[str, str]] = field(default_factory=list)
    # What had to be said about it.
    notes: list[str] = field(default_factory=list)
    # Where nothing was found: what fits the words best.
    nearest: list[Result] = field(default_factory=list)

    @property
    def is_found(self) -> bool:
        return bool(self.rulings or self.cards or self.editions or self.pages)


def resolve_citation(text: str) -> Resolution:
    """What a citation means."""
    parts = take_apart(text)
    for address in ADDRESS.findall(text):
        if found := _at_address(urlsplit(address.rstrip(EDGES)).path, parts):
            return found
    found = _resolve(parts)
    if found.is_found:
        return found
    nearest = search(text, game=parts.game.slug if parts.game else "", size=MOST).results if text.strip() else []
    return Resolution(notes=found.notes, nearest=list(nearest))


def _at_address(written: str, parts: Parts) -> Resolution | None:
    path = API_CARD.sub(r"/\1/cards/\2/\3/", unquote(written))
    path = f"/{NOT_OF_PAGES.sub('', NOT_OF_PAGES.sub('', path)).strip('/')}/"
    # The id of a card is its address without the word between.
    for tried in (path, ID_OF_CARD.sub(r"/\1/cards/\2/\3/", path)):
        try:
            match = resolve(tried)
            return _found_at(match.url_name or "", match.kwargs, tried, parts)
        except (Resolver404, MissingError, WithdrawnError):
            continue
    return None


def _found_at(name: str, kwargs: dict[str, str], path: str, parts: Parts) -> Resolution | None:
    if name in ("ruling", "ruling-at"):
        ruling = find_ruling(kwargs["game"], document=kwargs["document"], slug=kwargs["ruling"])
        at = _edition_at(kwargs) if name == "ruling-at" else None
        # "FAQ 3.1, 2.11 Searching. https://…/faq/2.11/": the words name the edition.
        of_words = [edition for edition in parts.editions if edition.document_id == ruling.document_id]
        at = at or next(iter(of_words), None)
        stood = find_ruling_at(at, kwargs["ruling"]) if at else None
        cited = _cited([stood or ruling], at if stood else None)
        return Resolution(rulings=cited, notes=_old_labels(cited, kwargs["ruling"]))
    if name == "card":
        return Resolution(cards=[follow_card(kwargs["game"], set_slug=kwargs["card_set"], slug=kwargs["card"])])
    if name == "edition":
        return Resolution(editions=[_edition_at(kwargs)])
    if name not in PAGES:
        return None
    try:
        require_page(kwargs)
    except MovedError as moved:
        path = moved.address
    return Resolution(pages=[(path, path)])


def _edition_at(kwargs: dict[str, str]) -> Edition:
    return find_edition(kwargs["game"], document=kwargs["document"], slug=kwargs["edition"])


def _resolve(parts: Parts) -> Resolution:
    if parts.is_either:
        label = parts.rest.strip(EDGES)
        sections = _cited(_by_label(parts.documents, label, None)[:MOST], None)
        named = parts.editions if parts.is_placed or not sections else []
        return Resolution(rulings=sections, editions=named, notes=_old_labels(sections, label))
    if not parts.rest:
        current = [document.current for document in parts.documents if document.current] if parts.is_placed else []
        return Resolution(editions=parts.editions or current, notes=_unknown_edition(parts))
    places: list[Edition | None] = [*parts.editions] or [None]
    for edition in places:
        documents = [edition.document] if edition else parts.documents
        if found := _look_up(parts, documents, edition):
            return found
    return Resolution(cards=_cards(parts), notes=_unknown_edition(parts))


def _look_up(parts: Parts, documents: Sequence[Document], at: Edition | None) -> Resolution | None:
    """The rulings that the rest of a citation names: by their names, their labels, or the cards they are about."""
    notes = _unknown_edition(parts)
    if rulings := _called(documents, parts.rest, at):
        return Resolution(rulings=_cited(rulings[:MOST], at), notes=notes)
    labels, words = _labels(parts.rest)
    if labels:
        return _labelled(parts, documents, at, labels, words)
    if match := KIND.search(parts.rest):
        name = f"{parts.rest[: match.start()]} {parts.rest[match.end() :]}".strip(ENDS)
        list_name = (match["list"] or "").lower()
        if not name and list_name:
            lists = [f"/{game}/lists/{list_name}/" for game in sorted({one.game.slug for one in documents})]
            return Resolution(pages=[(f"{list_name.capitalize()} list", path) for path in lists], notes=notes)
        rulings = _about(documents, name, at, kind="listing" if list_name else "erratum", list_name=list_name)
    else:
        rulings = _about(documents, parts.rest, at)
    return Resolution(rulings=_cited(rulings[:MOST], at), notes=notes) if rulings else None


def _labelled(
    parts: Parts, documents: Sequence[Document], at: Edition | None, labels: Sequence[str], words: str
) -> Resolution | None:
    """The rulings of some labels; what else is said must fit, or where to look must be clear."""
    found, notes = [], _unknown_edition(parts)
    for label in labels:
        rulings = _by_label(documents, label, at)
        if not rulings and at:
            rulings = _by_label(documents, label, None)
            notes.append(f"Nothing bears the label {label} in edition {at.label}.")
            cited = _cited(rulings, None)
        else:
            cited = _cited(rulings, at)
        notes += _old_labels(cited, label)
        found += cited
    telling = telling_words(words)
    if telling:
        fitting = [one for one in found if _says(one.change, telling)]
        if not fitting:
            notes.append(f"“{words.strip(EDGES)}” was not understood.")
        if not fitting and parts.game is None:
            # The label alone could be anybody's.
            return Resolution(notes=notes)
        found = fitting or found
    return Resolution(rulings=found[:MOST], notes=notes) if found else None


def _labels(rest: str) -> tuple[list[str], str]:
    """The labels that a text names, and the words beside them."""
    marked = [label for match in SECTION.finditer(rest) for label in (match["label"], match["last"]) if label]
    if marked:
        return marked, SECTION.sub(" ", rest)
    words = rest.split()
    for place in (0, len(words) - 1):
        if is_number(words[place]):
            return [words[place].strip(EDGES)], " ".join([*words[:place], *words[place + 1 :]])
    return [], rest


def _says(change: Change, telling: Iterable[str]) -> bool:
    """Whether a ruling has these words in its title, or about its cards or its headings."""
    if change.revision is None:
        return False
    names = (card["name"] for card in change.revision.cards)
    said = set(fold(" ".join([plain_title(change.revision.title), *change.revision.heading_path, *names])).split())
    return set(telling) <= said


def _unknown_edition(parts: Parts) -> list[str]:
    label = parts.unknown_edition
    return [f"There is no edition {label} here: what follows is in force today."] if label else []


def _old_labels(cited: Sequence[Cited], label: str) -> list[str]:
    """That rulings which once bore a label bear it no more."""
    old = [one for one in cited if one.change.revision and one.change.revision.key.casefold() != label.casefold()]
    return [
        f"{label} is an old label: in {one.last.edition.title} it is {one.last.revision.key}."
        for one in old
        if is_number(label) and one.last.revision and one.last.revision.key and one.is_in_force
    ]


def _standing(documents: Sequence[Document], at: Edition | None) -> ChangeQuerySet:
    return at.changes.standing() if at else Change.objects.in_force().filter(ruling__document__in=documents)


def _called(documents: Sequence[Document], rest: str, at: Edition | None) -> list[Ruling]:
    """The rulings that our own citations, or their titles, call exactly so."""
    wanted, words = fold(rest), WORDS.findall(rest)
    first = rest.split()[0].strip(EDGES)
    longest = sorted(set(words), key=len, reverse=True)[:MOST_WORDS]
    likely = [Q(revision__key__iexact=first), *(Q(revision__title__icontains=word) for word in longest)]
    candidates = _standing(documents, at).filter(reduce(or_, likely)).with_ruling()
    return [
        change.ruling
        for change in candidates.order_by("ruling__document", "position")[:MOST_CANDIDATES]
        if change.revision and wanted in _names(change)
    ]


def _names(change: Change) -> set[str]:
    title = plain_title(change.revision.title) if change.revision else ""
    key = change.revision.key if change.revision else ""
    return {fold(ruling_name(change)), fold(f"{key} {title}"), fold(title)}


def _by_label(documents: Sequence[Document], label: str, at: Edition | None) -> list[Ruling]:
    standing = _standing(documents, at).filter(revision__key__iexact=label)
    changes = standing.select_related("ruling__document__game").order_by("ruling__document", "position")
    if found := [change.ruling for change in changes[:MOST]]:
        return found
    if at:
        stood = find_ruling_at(at, label)
        return [stood] if stood else []
    return _formerly(documents, label)


def _formerly(documents: Sequence[Document], label: str) -> list[Ruling]:
    """The rulings that bear the label no more, each as it bore it last."""
    bearing = Change.objects.in_published_editions().filter(ruling__document__in=documents, revision__key__iexact=label)
    last = bearing.select_related("ruling__document__game").order_by("-edition__position", "position")
    return list({change.ruling.document_id: change.ruling for change in reversed(last[: MOST * 10])}.values())


def _about(
    documents: Sequence[Document], words: str, at: Edition | None, *, kind: str = "", list_name: str = ""
) -> list[Ruling]:
    """The rulings about the card that is called so."""
    card = parse_citation(words) if words.strip(EDGES) else None
    if card is None:
        return []
    names = {fold_title(card.name), fold_title(words)}
    subjects = Reference.objects.filter(place=Reference.Place.SUBJECT, card__folded_name__in=names)
    wanted = {"ruling__kind": kind, "ruling__list_name": list_name}
    naming = _standing(documents, at).filter(pk__in=subjects.values("change"))
    changes = naming.filter(**{name: value for name, value in wanted.items() if value})
    in_order = changes.select_related("ruling__document__game").order_by("ruling__document", "position")
    return [change.ruling for change in in_order]


def _cards(parts: Parts) -> list[Card]:
    """The cards of a name or number."""
    named = parse_citation(parts.rest)
    cards = Card.objects.shown().select_related("card_set__game", "pack").in_order()
    if parts.game:
        cards = cards.filter(card_set__game=parts.game)
    by_name = cards.filter(folded_name__in={fold_title(named.name), fold_title(parts.rest)})
    return list(by_name[:MOST]) or list(cards.filter(pk__in=_numbered(parts.rest))[:MOST])


def _numbered(text: str) -> list[int]:
    return card_names(site_state().generation).numbered(text)[: MOST * 10]


def _cited(rulings: Sequence[Ruling], at: Edition | None) -> list[Cited]:
    found = []
    for ruling in rulings:
        published = with_wording(ruling.changes.in_published_editions().standing())
        last = published.order_by("edition__position").last()
        then = published.filter(edition=at).first() if at else last
        if then is None or last is None:
            continue
        is_in_force = last.edition_id == ruling.document.current_id
        comparison = compare_changes(then, last if is_in_force else None) if at else None
        since = comparison if comparison and comparison.kind is not ChangeKind.SAME else None
        found.append(Cited(ruling, then, at, since, last))
    return found
