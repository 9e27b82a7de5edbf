"""From a citation as people write it, "CoC FAQ 3.2 §2.13", to what it cites; and whether that has changed since."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from django.db.models import Q
from django.urls import Resolver404, resolve

from importers.citations import parse_citation
from importers.folding import fold, fold_title
from rulings.diffing.changes import ChangeKind
from rulings.models import Card, Change, Document, Edition, Game, Reference, Ruling
from rulings.selectors.cards import find_card
from rulings.selectors.finding import MissingError, MovedError, WithdrawnError, find_edition, find_game
from rulings.selectors.found import Result
from rulings.selectors.history import Comparison, compare_changes
from rulings.selectors.rulings import find_ruling, find_ruling_at, with_wording
from rulings.selectors.searching import search
from rulings.selectors.wording import address_at

MOST = 6
LONGEST_NAME = 6
# "https://…" or "/call-of-cthulhu/faq/2.13/"
ADDRESS = re.compile(r"https?://[^\s()<>\[\]]+|(?<![\w/])/[\w.\-]+/[\w.\-/%]+")
# "§2.13", "section 2.13", "step ST.3"
SECTION = re.compile(
    r"(?:§+|\b(?:sections?|sec\.|rule|step|question|no\.)(?=\s))\s*(?P<label>[\w.\-]*\d[\w.\-]*)", re.IGNORECASE
)
# "v3.2", "version 3.2", "edition 3.2", "ed. 3.2"
EDITION = re.compile(r"\b(?:v\.?\s*|version\s+|edition\s+|ed\.\s*)(?P<label>\d[\w.\-]*)", re.IGNORECASE)
# "2.11", "ST.3", "B-2"
LABEL = re.compile(r"(?:[A-Za-z]{1,2}[.\-])?\d+(?:[.\-]\w+)*")
# What our own citations say before the name of a card.
ABOUT_CARD = re.compile(
    r"^(?:erratum on|errata (?:on|for|of)|(?P<list>restricted|banned)(?: list)?:?)\s+(?P<card>.+)$", re.IGNORECASE
)
# What is left of "(FAQ 3.2)", and what our own citations say of a digest.
BRACKETS = re.compile(r"\(\s*(?:digest)?[\s,;]*\)|\[\s*\]")
ENDS = " \t\n,.;:[]*_“”\"'"
EDGES = f"{ENDS}()"


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
    is_in_force: bool

    @property
    def warning(self) -> str:
        """What a newer edition has done to it since."""
        if not self.is_in_force:
            return f"It is no longer in force: it last stood in {self.change.edition.title}."
        if self.since is None or self.ruling.document.current is None:
            return ""
        newest = self.ruling.document.current.label
        if self.since.kind is ChangeKind.MOVED and not self.since.is_also_reworded:
            key = self.since.new.key if self.since.new else ""
            return f"It says the same in {newest}, but stands elsewhere{f', as {key}' if key else ''}."
        return f"A newer edition, {newest}, has changed its wording."

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
    # What had to be said about it.
    notes: list[str] = field(default_factory=list)
    # Where nothing was found: what fits the words best.
    nearest: list[Result] = field(default_factory=list)

    @property
    def is_found(self) -> bool:
        return bool(self.rulings or self.cards or self.editions)


@dataclass
class Reading:
    """A citation taken apart: what of it has been understood, and the words that are left."""

    words: str
    game: Game | None = None
    documents: list[Document] = field(default_factory=list)
    is_document_named: bool = False
    edition: str = ""
    section: str = ""
    # A number that may be that of an edition or of a section.
    either: str = ""


def resolve_citation(text: str) -> Resolution:
    """What a citation means."""
    reading = _take_apart(text)
    for address in ADDRESS.findall(text):
        if found := _at_address(urlsplit(address).path, reading):
            return found
    found = _resolve(reading)
    if found.is_found:
        return found
    nearest = search(text, game=reading.game.slug if reading.game else "", size=MOST).results if text.strip() else []
    return Resolution(notes=found.notes, nearest=list(nearest))


def _at_address(path: str, reading: Reading) -> Resolution | None:
    try:
        match = resolve(unquote(path) if path.endswith("/") else f"{unquote(path)}/")
        return _found_at(match.url_name or "", match.kwargs, reading)
    except (Resolver404, MissingError, WithdrawnError, MovedError):
        return None


def _found_at(name: str, parts: dict[str, str], reading: Reading) -> Resolution | None:
    if name in ("ruling", "ruling-at"):
        ruling = find_ruling(parts["game"], document=parts["document"], slug=parts["ruling"])
        at = _edition_at(parts) if name == "ruling-at" else None
        if at is None and (label := reading.edition or reading.either):
            # "FAQ 3.1, 2.11 Searching. https://…/faq/2.11/": the words name the edition.
            at = next(iter(_editions([ruling.document], label)), None)
        stood = find_ruling_at(at, parts["ruling"]) if at else None
        return Resolution(rulings=_cited([stood or ruling], at if stood else None))
    if name == "card":
        return Resolution(cards=[find_card(find_game(parts["game"]), set_slug=parts["card_set"], slug=parts["card"])])
    return Resolution(editions=[_edition_at(parts)]) if name == "edition" else None


def _edition_at(parts: dict[str, str]) -> Edition:
    return find_edition(parts["game"], document=parts["document"], slug=parts["edition"])


def _take_apart(text: str) -> Reading:
    reading = Reading(" ".join(ADDRESS.sub(" ", text.replace("\x00", "")).split()))
    for pattern, name in ((SECTION, "section"), (EDITION, "edition")):
        if match := pattern.search(reading.words):
            setattr(reading, name, match["label"].strip("."))
            reading.words = f"{reading.words[: match.start()]} {reading.words[match.end() :]}"
    _take_game(reading)
    _take_document(reading)
    _take_numbers(reading)
    reading.words = BRACKETS.sub(" ", reading.words).strip(ENDS)
    return reading


def _take_game(reading: Reading) -> None:
    names = {
        fold_title(name): game
        for game in Game.objects.shown()
        for name in (game.name, game.short_name, game.slug)
        if name
    }
    words = reading.words.split()
    for count in range(min(LONGEST_NAME, len(words)), 0, -1):
        for start in range(len(words) - count + 1):
            game = names.get(fold_title(" ".join(words[start : start + count])))
            if game:
                reading.game = game
                reading.words = " ".join([*words[:start], *words[start + count :]])
                return


def _take_document(reading: Reading) -> None:
    """The documents that are named; all of the game, if none is."""
    documents = Document.objects.shown().select_related("game", "current")
    candidates = list(documents.filter(game=reading.game) if reading.game else documents)
    words = reading.words.split()
    folded = [fold(word) for word in words]
    for title in sorted({fold(document.title) for document in candidates}, key=len, reverse=True):
        size = len(title.split())
        for start in range(len(words) - size + 1):
            if folded[start : start + size] == title.split():
                reading.documents = [document for document in candidates if fold(document.title) == title]
                reading.words = " ".join([*words[:start], *words[start + size :]])
                reading.is_document_named = True
                return
    reading.documents = candidates


def _take_numbers(reading: Reading) -> None:
    """The numbers that stand alone: the edition, then the section; of one alone it has to be found out."""
    kept: list[str] = []
    numbers: list[str] = []
    for word in reading.words.split():
        bare = word.strip(EDGES)
        (numbers if LABEL.fullmatch(bare) and len(numbers) < 2 else kept).append(word)
    numbers = [number.strip(EDGES) for number in numbers]
    if len(numbers) == 2 and not reading.edition and not reading.section:
        reading.edition, reading.section = numbers
    elif numbers and reading.section and not reading.edition:
        reading.edition = numbers[0]
    elif numbers and reading.edition and not reading.section:
        reading.section = numbers[0]
    elif len(numbers) == 1 and not reading.section and not reading.edition:
        reading.either = numbers[0]
    else:
        return
    reading.words = " ".join(kept)


def _resolve(reading: Reading) -> Resolution:
    if reading.either:
        as_section = _by_label(reading.documents, reading.either, None)
        as_edition = _editions(reading.documents, reading.either)
        titled = [one for one in as_section if _is_called(one, reading.words)]
        if titled:
            # "CoC 2.11 Searching the Deck"
            return Resolution(rulings=_cited(titled, None))
        if as_edition and reading.words:
            # "CoC FAQ 3.2, Hound of Tindalos"
            reading.edition = reading.either
        else:
            named = as_edition if reading.game or reading.is_document_named or not as_section else []
            return Resolution(rulings=_cited(as_section[:MOST], None), editions=named)
    editions = _editions(reading.documents, reading.edition) if reading.edition else []
    notes = []
    if reading.edition and not editions:
        notes.append(f"There is no edition {reading.edition} here: what follows is in force today.")
    if (
        not reading.edition
        and not reading.section
        and not reading.words
        and (reading.game or reading.is_document_named)
    ):
        return Resolution(editions=[document.current for document in reading.documents if document.current])
    documents = [edition.document for edition in editions] or reading.documents
    places: list[tuple[list[Document], Edition | None]] = [([one.document], one) for one in editions]
    found: list[Cited] = []
    for some, at in places or [(documents, None)]:
        if reading.section:
            found += _cited(_by_label(some, reading.section, at), at)
        elif reading.words:
            found += _cited(_by_name(some, reading.words, at), at)
    if reading.section and editions and not found:
        found = _cited(_by_label(documents, reading.section, None), None)
        if found:
            notes.append(f"Nothing bears the label {reading.section} in edition {reading.edition}: this does today.")
    if found or not reading.words or reading.section:
        is_whole = bool(reading.edition and not reading.section and not reading.words)
        return Resolution(rulings=found[:MOST], editions=editions if is_whole else [], notes=notes)
    return Resolution(cards=_cards(reading), notes=notes)


def _editions(documents: Sequence[Document], label: str) -> list[Edition]:
    """The editions of a label, as we have corrected them last."""
    published = (
        Edition.objects.published()
        .filter(document__in=documents)
        .filter(Q(slug__iexact=label) | Q(label__iexact=label) | Q(label__iexact=f"v{label}"))
    )
    slugs = {
        (edition.document.game.slug, edition.document.slug, edition.slug)
        for edition in published.filter(corrects=None).select_related("document__game")
    }
    return [find_edition(game, document=document, slug=slug) for game, document, slug in sorted(slugs)]


def _by_label(documents: Sequence[Document], label: str, at: Edition | None) -> list[Ruling]:
    if at:
        found = find_ruling_at(at, label)
        return [found] if found else []
    in_force = Change.objects.in_force().filter(ruling__document__in=documents, revision__key__iexact=label)
    changes = in_force.select_related("ruling__document__game").order_by("ruling__document", "position")
    return [change.ruling for change in changes[:MOST]] or _formerly(documents, label)


def _is_called(ruling: Ruling, words: str) -> bool:
    titles = ruling.revisions.values_list("title", flat=True)
    return bool(words) and fold(words) in {fold(title) for title in titles}


def _formerly(documents: Sequence[Document], label: str) -> list[Ruling]:
    """The rulings that bear the label no more, each as it bore it last."""
    found = []
    for document in documents:
        try:
            found.append(find_ruling(document.game.slug, document=document.slug, slug=label))
        except (MissingError, WithdrawnError):
            continue
    return found


def _by_name(documents: Sequence[Document], words: str, at: Edition | None) -> list[Ruling]:
    """The rulings that are called so, or about the card that is called so."""
    standing = at.changes.standing() if at else Change.objects.in_force().filter(ruling__document__in=documents)
    about = ABOUT_CARD.match(words)
    if about is None:
        wanted = fold(words)
        titled = [pk for pk, title in standing.values_list("ruling", "revision__title") if fold(title) == wanted]
        if titled:
            return list(Ruling.objects.filter(pk__in=titled).select_related("document__game"))
    card = parse_citation(about["card"] if about else words)
    subjects = Reference.objects.filter(place=Reference.Place.SUBJECT, card__folded_name=fold_title(card.name))
    naming = standing.filter(pk__in=subjects.values("change"))
    if about:
        wanted_list = (about["list"] or "").lower()
        naming = naming.filter(ruling__list_name=wanted_list) if wanted_list else naming.filter(ruling__kind="erratum")
    changes = naming.select_related("ruling__document__game").order_by("position")
    return [change.ruling for change in changes]


def _cards(reading: Reading) -> list[Card]:
    named = parse_citation(reading.words)
    cards = Card.objects.shown().filter(folded_name=fold_title(named.name)).select_related("card_set__game", "pack")
    if reading.game:
        cards = cards.filter(card_set__game=reading.game)
    return list(cards.in_order()[:MOST])


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
        found.append(Cited(ruling, then, at, since, is_in_force))
    return found
