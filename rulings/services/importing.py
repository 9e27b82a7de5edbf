"""Takes documents in: reads and reports on them, and keeps them as draft editions to be published."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import QuerySet

from importers.extraction import to_data
from importers.folding import fold_title
from importers.formats import RECIPE, named
from importers.limited import read_within_limits
from importers.reading import Reading, open_source
from importers.recipe_files import write_recipe
from importers.recipes import Recipe
from importers.records import Authority, ParsedDocument
from importers.reporting import Report, gates_of, report_on
from importers.sources import SourceText
from importers.typography import clean
from rulings.models import Document, Edition, Manuscript, Source, Verdict
from rulings.models.sources import IS_DIGEST
from rulings.read_model.known import load_catalogue
from rulings.services import addressing
from rulings.services.cataloguing import find_game, find_or_make_game
from rulings.services.facts import known_facts
from rulings.services.reconciling import Decision, Plan, reconcile
from rulings.services.stopping import Stop, stops


class ImportRefusedError(Exception):
    """The reading cannot be taken in; the message says why and what to do."""


@dataclass(frozen=True)
class Examination:
    """A file that was read but not kept: what was found in it, and which document it is an edition of."""

    reading: Reading
    report: Report
    # None: the document is not known yet.
    document: Document | None

    # The game that the source itself names; empty if it names none, or two.
    named_game: str = ""
    # Why the format that somebody asked for does not fit; empty if it does.
    misfit: str = ""

    def plan(self, decisions: Sequence[Decision] = ()) -> Plan:
        """What publishing it would do, as things stand."""
        return reconcile(self.document, self.reading.document, decisions=decisions)

    def stops(self, plan: Plan) -> list[Stop]:
        """What somebody must confirm before it is published."""
        parsed = self.reading.document
        game = find_game(parsed.game)
        gates = self.report.gates.as_data()
        found = stops(parsed, plan, game=game, document=self.document, named_game=self.named_game, gates=gates)
        return [Stop("format", self.misfit), *found] if self.misfit else found


@dataclass(frozen=True)
class Draft:
    """A draft edition, or the published one if what the source says is published already."""

    edition: Edition
    is_known: bool
    # Whether this very file was a draft before.
    is_again: bool = False


class DraftExistsError(ImportRefusedError):
    """Another file is a draft under the same label; the message says what can be done."""


def examine(
    data: bytes,
    *,
    name: str,
    format_name: str = "",
    edition: str = "",
    game_name: str = "",
    title: str = "",
    recipe: Recipe | None = None,
) -> Examination:
    """Read a file and report on it in the light of what is known; nothing is written.

    What is given of its edition, game and title goes before what the document says.
    """
    return examine_source(
        open_source(data, name=name),
        format_name=format_name,
        edition=edition,
        game_name=game_name,
        title=title,
        recipe=recipe,
    )


def examine_source(
    source: SourceText,
    *,
    format_name: str = "",
    edition: str = "",
    game_name: str = "",
    title: str = "",
    recipe: Recipe | None = None,
) -> Examination:
    """The same for a file that was extracted before."""
    said = find_game(game_name) if game_name else None
    game_name = said.name if said else game_name
    known = known_facts()
    facts = known.assuming(game_name)
    reading = read_within_limits(source, format_name=format_name, edition=edition, facts=facts, recipe=recipe)
    document = reading.document
    parsed = replace(document, game=game_name or document.game, document=title or document.document)
    reading = replace(reading, document=parsed)
    game = find_game(parsed.game)
    report = report_on(reading, catalogue=load_catalogue(game) if game else None)
    misfit = _misfit(source, format_name) if format_name else ""
    by_recipe = reading.recipe.game if reading.recipe and recipe is None else ""
    named_game = known.recognise(source.text) or by_recipe
    return Examination(reading, report, _find_document(reading.document), named_game, misfit)


def _misfit(source: SourceText, format_name: str) -> str:
    claim = named(format_name).identify(clean(source))
    return "" if claim.holds else f"It does not look like {format_name}: {claim.reason}."


@transaction.atomic
def take_in(
    reading: Reading,
    *,
    decisions: Sequence[Decision] = (),
    may_change_authority: bool = False,
    replaces: bool | None = None,
    may_replace: Callable[[Edition], bool] = lambda other: True,
) -> Draft:
    """Keep a source as a draft edition; a source that is already here is not kept twice.

    Where another file is a draft under this label, `replaces` says whether this one takes its place; None keeps both.
    """
    parsed = reading.document
    if parsed.errors:
        raise ImportRefusedError(f"{reading.source.name} has {len(parsed.errors)} mistakes; nothing was imported.")
    # Wait for anyone who is publishing an edition of this document.
    document = Document.objects.locked(_find_or_make_document(reading, may_change_authority=may_change_authority).pk)
    slug = addressing.make_label_slug(parsed.edition)
    same_source = document.editions.filter(source__sha256=reading.source.sha256, slug=slug)
    published = same_source.published().first() or _same_in_force(document, parsed, slug=slug)
    if published:
        return Draft(published, is_known=True)
    draft = same_source.filter(state=Edition.State.DRAFT).first()
    is_again = draft is not None
    others = document.editions.filter(state=Edition.State.DRAFT, slug=slug).exclude(
        source__sha256=reading.source.sha256
    )
    if replaces is False and not is_again and others.exists():
        raise DraftExistsError(
            f"Another file is a draft of {document} {parsed.edition} already: say that this one replaces it, or give "
            "it another version."
        )
    if replaces and not all(may_replace(other) for other in others):
        raise DraftExistsError("The draft of the other file is somebody else’s: ask them, or somebody who may publish.")
    if replaces:
        others.delete()
    if draft is None:
        draft = Edition(document=document, source=keep_source(reading.source), slug=slug)
    draft.label = parsed.edition
    draft.date = parsed.date
    draft.format_name = reading.format_name
    draft.recipe = write_recipe(reading.recipe) if reading.recipe and reading.format_name == RECIPE else ""
    draft.gates = gates_of(reading).as_data()
    draft.origin = parsed.source
    if decisions:
        draft.decisions = [vars(decision) for decision in decisions]
    is_new = draft.pk is None
    draft.save()
    if is_new:
        _take_up_edits(draft, same_source)
    return Draft(draft, is_known=False, is_again=is_again)


def _take_up_edits(draft: Edition, same_source: QuerySet[Edition]) -> None:
    """Go on with what editors had made of the same source before it was withdrawn."""
    edited = Manuscript.objects.filter(edition__in=same_source.exclude(pk=draft.pk)).exclude(text="")
    if before := edited.order_by("pk").last():
        Manuscript.objects.create(
            edition=draft,
            text=before.text,
            version=1,
            edited_by=before.edited_by,
            assigned=before.assigned,
        )
        for one in before.edition.verdicts.filter(act=Verdict.Act.EDITED):
            kept = {"act": one.act, "mark": one.mark, "said": one.said, "reason": one.reason, "user": one.user}
            Verdict.objects.get_or_create(edition=draft, key=one.key, defaults=kept)


def _same_in_force(document: Document, parsed: ParsedDocument, *, slug: str) -> Edition | None:
    """The edition in force, if it bears this label and says the same in other lines or spaces."""
    current = document.current
    if current is None or (current.slug, current.date, current.origin) != (slug, parsed.date, parsed.source):
        return None
    return current if reconcile(document, parsed).changes_nothing else None


def keep_source(source: SourceText) -> Source:
    """Keep a file; one that is here already is not kept twice."""
    kept = Source.objects.filter(sha256=source.sha256, name=source.name).first()
    return kept or Source.objects.create(
        name=source.name,
        text=source.text,
        sha256=source.sha256,
        layout=to_data(source.layout) if source.layout else None,
        original=source.original or None,
    )


def _find_document(parsed: ParsedDocument) -> Document | None:
    game = find_game(parsed.game)
    documents = _like(parsed, game.documents.select_related("game", "current")) if game else ()
    return next((known for known in documents if fold_title(known.title) == fold_title(parsed.document)), None)


def _like(parsed: ParsedDocument, documents: QuerySet[Document]) -> QuerySet[Document]:
    """The digests for a digest, the others for another document: a digest shares the name of what it sums up."""
    is_digest = parsed.authority is Authority.DIGEST
    return documents.filter(IS_DIGEST) if is_digest else documents.exclude(IS_DIGEST)


def _find_or_make_document(reading: Reading, *, may_change_authority: bool) -> Document:
    parsed = reading.document
    document = _find_document(parsed)
    if document is None:
        game = find_or_make_game(parsed.game)
        taken = set(_like(parsed, game.documents.all()).values_list("slug", flat=True))
        slug = addressing.free_slug(parsed.document, taken=taken, place="document")
        # Another process may be making it at this moment: then that one is waited for.
        document, _ = _like(parsed, Document.objects.all()).get_or_create(
            game=game, title=parsed.document, defaults={"slug": slug, "authority": parsed.authority.value}
        )
    if document.authority != parsed.authority.value:
        if document.editions.exclude(state=Edition.State.DRAFT).exists() and not may_change_authority:
            raise ImportRefusedError(
                f"{document} is {document.authority}, but {reading.source.name} says it is {parsed.authority}: "
                "correct the authority in the file, or give the document another name."
            )
        if document.current_id is None:
            document.authority = parsed.authority.value
            document.save(update_fields=["authority"])
    return document
