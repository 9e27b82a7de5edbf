"""Rulings as they are shown: the one place that turns a wording, with its references and its digest, into a record."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import Prefetch, Q, QuerySet

from importers.citations import parse_citation
from importers.folding import fold_title
from importers.records import Authority, Kind, Scope
from importers.references import shown_text
from importers.targets import LABEL, Target
from rulings.diffing.replacements import find_replacements
from rulings.models import Card, Change, Edition, Reference
from rulings.read_model import addresses
from rulings.read_model.changes import brief
from rulings.read_model.printed import ours_of
from rulings.read_model.records.rulings import (
    CitedCard,
    Link,
    Mention,
    RulingBrief,
    SearchedRecord,
    ShownWording,
    Span,
)
from rulings.read_model.shorts import digest_of, in_short, note_on, short_record
from rulings.read_model.wording import markdown_text, plain_text, plain_title, render_text, render_title

WEIGHTS = {authority: weight for weight, authority in enumerate(Authority)}


def with_wording(changes: QuerySet[Change]) -> QuerySet[Change]:
    """Changes with what it takes to make records of them."""
    references = Reference.objects.select_related("card__card_set__game", "ruling__document__game").order_by("position")
    return (
        changes.select_related(
            "revision__summary__digest__revision",
            "revision__summary__digest__edition",
            "revision__edition__corrects__document",
            "edition__document__game",
            "edition__source",
            "ruling__document__game",
        )
        .defer("edition__source__text", "edition__source__layout", "edition__source__original", "edition__recipe")
        .prefetch_related(
            Prefetch("references", queryset=references),
            Prefetch("revision__summary__digest__references", queryset=references),
        )
    )


def about(change: Change) -> list[Card]:
    """The known cards that a ruling is about: those that it names, and those that its digest names for it."""
    digest = digest_of(change)
    named = [one.card for one in _subjects(change)] + [one.card for one in _subjects(digest)]
    return list({card.pk: card for card in named if card}.values())


def about_titles(names: Collection[str]) -> Q:
    """The same for the database: what is about one of some titles."""
    subjects = Reference.objects.filter(place=Reference.Place.SUBJECT, card__folded_name__in=names).values("change")
    return Q(pk__in=subjects) | Q(revision__summary__digest__in=subjects)


def weight_of(change: Change) -> tuple[int, int, int]:
    """What rulings are ordered by: official before unofficial before digest, then as the documents have them."""
    authority = Authority(change.revision.authority) if change.revision else Authority.DIGEST
    return WEIGHTS[authority], change.ruling.document_id, change.position


def shown_wordings(changes: Iterable[Change], *, at: Edition | None = None) -> list[ShownWording]:
    """Rulings as they are read today, or as they stood in an edition; `changes` come from `with_wording`."""
    listed = [change for change in changes if change.revision]
    ended = ended_by([change.revision_id for change in listed if change.revision_id])
    cited_by = citing([change.ruling_id for change in listed], at=at)
    return [
        shown_wording(
            change,
            at=at if at and change.edition_id == at.pk else None,
            until=ended.get(change.revision_id or 0),
            cited_by=cited_by.get(change.ruling_id, []),
        )
        for change in listed
    ]


def ended_by(revision_ids: Collection[int]) -> dict[int, str]:
    """By wording, the label of the edition that ended it."""
    ending = Change.objects.in_published_editions().news().filter(previous__in=revision_ids)
    last_first = ending.order_by("-edition__position").values_list("previous", "edition__label")
    return {revision: label for revision, label in last_first if revision}


def citing(ruling_ids: Collection[int], *, at: Edition | None = None) -> dict[int, list[RulingBrief]]:
    """For each of some rulings, those that refer to it, each once: in force, or in an edition."""
    found = Reference.objects.filter(ruling__in=ruling_ids).order_by().values_list("change", "ruling")
    cited: dict[int, set[int]] = defaultdict(set)
    for change_id, ruling_id in found:
        cited[change_id].add(ruling_id or 0)
    standing = Change.objects.standing().filter(edition=at) if at else Change.objects.in_force()
    by_ruling: dict[int, list[RulingBrief]] = defaultdict(list)
    for change in standing.filter(pk__in=cited).with_ruling().order_by("ruling__document", "position"):
        for ruling_id in cited[change.pk]:
            by_ruling[ruling_id].append(brief(change.ruling, change.revision, at=at))
    return by_ruling


def shown_wording(
    change: Change,
    *,
    at: Edition | None = None,
    until: str | None = None,
    cited_by: Sequence[RulingBrief] = (),
) -> ShownWording:
    """One ruling."""
    revision, ruling, edition = change.revision, change.ruling, change.edition
    if revision is None:
        raise ValueError("a removed ruling has no wording")
    document = ruling.document
    title, cards, short = plain_title(revision.title), _cards(change), in_short(change)
    return {
        "type": "ruling",
        "id": addresses.ruling_id(ruling),
        "game": document.game.slug,
        "document": document.slug,
        "edition": edition.label,
        "kind": Kind(ruling.kind),
        "scope": Scope(ruling.scope) if ruling.scope else None,
        "list": ruling.list_name or None,  # type: ignore[typeddict-item]
        "format": ruling.format or None,
        "key": revision.key or None,
        "title": revision.title,
        "text": revision.text,
        "authority": Authority(revision.authority),
        "reverses_official": revision.reverses_official,
        "version_tag": revision.version_tag or None,
        "cards": cards,
        "mentions": _mentions(change),
        "links": [_link(one) for one in change.references.all() if one.leads_to == Target.RULING],
        "heading_path": revision.heading_path,
        "source": {
            "file": edition.source.name,
            "first_line": change.first_line,
            "last_line": change.last_line,
            "more": [{"first_line": first, "last_line": last} for first, last in change.more_lines],
            "page": change.page,
        },
        "window_after": revision.window_after or None,
        "note": note_on(change),
        "ours": ours_of(change),
        "summary": short,
        "since": revision.edition.label,
        "until": until,
        "url": addresses.of_ruling(ruling, at),
        "plain_title": title,
        "plain": plain_text(revision.text),
        "slug": ruling.slug,
        "order": list(weight_of(change)),
        "anchor": f"{document.slug}-{ruling.slug}",
        "game_name": document.game.name,
        "document_title": document.title,
        "edition_title": edition.title,
        "edition_url": addresses.of_edition(edition),
        "edition_id": addresses.edition_id(edition),
        "source_url": addresses.of_source_page(edition, change.page, first=change.first_line, last=change.last_line)
        if change.page
        else addresses.of_source(edition, change.first_line),
        "kind_name": ruling.get_kind_display(),
        "is_digest": document.is_digest,
        "is_headed_by_cards": ruling.kind == Kind.LISTING or ruling.scope == Scope.CARD,
        "unchanged_since": revision.edition.label
        if revision.edition_id != edition.pk and not revision.edition.corrects_id
        else "",
        "depth": revision.depth,
        "title_html": render_title(change, at=at),
        "html": render_text(change, at=at),
        "markdown": markdown_text(change, at=at),
        "short": short_record(change) if short else None,
        "replacements": _replacements(change),
        "listed_name": _listed_name(title, cards),
        "cited_by": list(cited_by),
        "search": _search(change),
    }


def _search(change: Change) -> SearchedRecord:
    digest = digest_of(change)
    if digest is None or digest.revision is None:
        return {"texts": [], "rulings": [change.ruling_id]}
    names = " ".join(card["name"] for card in digest.revision.cards)
    return {
        "texts": [digest.revision.title, digest.revision.text, names],
        "rulings": [change.ruling_id, digest.ruling_id],
    }


def _subjects(change: Change | None) -> list[Reference]:
    references = change.references.all() if change else ()
    return [reference for reference in references if reference.place == Reference.Place.SUBJECT]


def _cards(change: Change) -> list[CitedCard]:
    """The cards a ruling is about: as it prints them, and then those that only its digest names."""
    printed = change.revision.cards if change.revision else []
    named = [_card(one.card, printed[one.position]) for one in _subjects(change)]
    known = {card["id"] for card in named}
    others = (_card(card, {}) for card in about(change))
    return [*named, *(card for card in others if card["id"] not in known)]


def _mentions(change: Change) -> list[Mention]:
    others = (one for one in change.references.all() if one.place != Reference.Place.SUBJECT)
    return [
        {**_card(one.card, vars(parse_citation(one.target))), "status": one.status}  # type: ignore[typeddict-item]
        for one in others
        if one.leads_to == Target.CARD
    ]


def _card(card: Card | None, printed: Mapping[str, str]) -> CitedCard:
    """A card as the catalogue has it, or as printed where it is not resolved."""
    if card is None:
        return {
            "set": printed["set"] or None,
            "number": printed["number"] or None,
            "name": printed["name"],
            "id": None,
            "url": None,
        }
    return {
        "set": card.card_set.name,
        "number": card.number or printed.get("number") or None,
        "name": card.name,
        "id": addresses.card_id(card),
        "url": addresses.of_card(card),
    }


def _link(reference: Reference) -> Link:
    ruling = reference.ruling
    return {
        "text": reference.label,
        "key": reference.target if LABEL.fullmatch(reference.target) else None,
        "url": addresses.of_ruling(ruling) if ruling else None,
        "status": reference.status,  # type: ignore[typeddict-item]
    }


def _replacements(change: Change) -> list[list[Span]]:
    """What an erratum replaces and by what, where it prints both."""
    if change.ruling.kind != Kind.ERRATUM or change.revision is None:
        return []
    found = find_replacements(shown_text(change.revision.text))
    return [[{"operation": span.operation, "text": span.text} for span in one.spans] for one in found]


def _listed_name(title: str, cards: Sequence[CitedCard]) -> str:
    """The name of the card that a listing is about; the title of one that is about several."""
    names = {card["name"] for card in cards if card["id"]}
    is_misprinted = len(names) == 1 and fold_title(title) not in map(fold_title, names)
    return names.pop() if is_misprinted else title
