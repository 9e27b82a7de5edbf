"""The text of a draft as its editors leave it, in the house format; nobody's save overwrites another's."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction

from importers.extraction import from_data
from importers.folding import fold_title
from importers.formats import RECIPE
from importers.house import write_house
from importers.reading import Reading, read_source
from importers.recipe_files import read_recipe
from importers.records import Leftover, ParsedDocument, ParsedRuling, tidy_text
from importers.references import BRACKETED
from importers.sources import SourceText
from rulings.diffing.pairing import pair
from rulings.models import Edition, Manuscript, Source
from rulings.services import accounts, addressing
from rulings.services.facts import known_facts

HOUSE = "house"


class EditError(Exception):
    """The edit cannot be made; the message says why and what to do."""


class ConflictError(Exception):
    """Somebody else has saved the draft meanwhile; nothing was overwritten."""

    def __init__(self, *, mine: str, theirs: Manuscript) -> None:
        super().__init__(f"{theirs.edited_by or 'Somebody'} has changed this draft meanwhile.")
        self.mine, self.theirs = mine, theirs


def read_edition(edition: Edition) -> ParsedDocument:
    """What an edition says: its manuscript if it was edited, else the source that it keeps."""
    return reading_of(edition).document


def reading_of(edition: Edition) -> Reading:
    """An edition as it was read; where it was edited, its rulings keep the lines of the source they came from."""
    return readings_of(edition)[1]


def readings_of(edition: Edition) -> tuple[Reading, Reading]:
    """An edition as its source reads, and as its editors left it."""
    source = kept_text(edition.source)
    facts = known_facts().assuming(edition.document.game.name)
    recipe = read_recipe(edition.recipe) if edition.format_name == RECIPE else None
    original = read_source(source, format_name=edition.format_name, edition=edition.label, facts=facts, recipe=recipe)
    manuscript = manuscript_of(edition)
    if not manuscript.text:
        return original, original
    edited = read_text(manuscript.text).document
    lined = _with_lines(original.document, edited, edition, assigned=manuscript.assigned)
    return original, replace(original, document=lined)


def kept_text(source: Source) -> SourceText:
    """A file that the site keeps, as importers read it."""
    layout = from_data(source.layout) if source.layout else None
    return SourceText(source.text, source.name, source.sha256, layout=layout)


def read_text(text: str) -> Reading:
    """Read a text in the house format as an editor wrote it."""
    return read_source(SourceText(text, "draft", ""), format_name=HOUSE)


def manuscript_of(edition: Edition) -> Manuscript:
    """The manuscript of an edition; a new one, not saved, if nothing was edited yet."""
    kept = Manuscript.objects.filter(edition=edition).select_related("edited_by").defer("review", "marks")
    return kept.first() or Manuscript(edition=edition)


def text_of(edition: Edition) -> str:
    """The draft in the house format."""
    return manuscript_of(edition).text or write_house(_named(read_edition(edition), edition))


@transaction.atomic
def save_text(edition: Edition, text: str, *, version: int, user: User | None, note: str = "edited the text") -> None:
    """Keep a new text of a draft, mistakes and all; refused if somebody else has saved one meanwhile."""
    locked = locked_draft(edition)
    manuscript = _require_version(locked, version, mine=text)
    manuscript.text = text.replace("\r\n", "\n")
    manuscript.version += 1
    manuscript.edited_by = user
    _take_over(locked, read_text(manuscript.text).document)
    manuscript.save()
    _drop_stale_decisions(locked)
    accounts.note(user, locked, note)


def replace_rulings(
    edition: Edition, index: int, news: Sequence[ParsedRuling], *, version: int, user: User | None, note: str
) -> None:
    """Put other rulings in the place of one; none to leave it out."""

    def edit(rulings: list[ParsedRuling]) -> None:
        rulings[index : index + 1] = news

    edit_rulings(edition, edit, version=version, user=user, note=note)


def edit_rulings(
    edition: Edition, edit: Callable[[list[ParsedRuling]], None], *, version: int, user: User | None, note: str
) -> None:
    """Change the list of a draft's rulings."""
    document = read_edition(edition)
    if document.errors:
        raise EditError("The text of this draft has mistakes: correct them in the text first.")
    _require_version(edition, version, mine="")
    rulings = list(document.rulings)
    edit(rulings)
    try:
        changed = replace(_named(document, edition), rulings=tuple(rulings))
    except ValueError as error:
        raise EditError(f"This cannot be: {error}. Edit the whole text instead.") from None
    save_text(edition, write_house(changed), version=version, user=user, note=note)


def assign_leftover(edition: Edition, line: int, *, index: int, version: int, user: User | None) -> None:
    """Give lines that had no place to a ruling, behind its text."""
    leftover = next((one for one in read_edition(edition).leftovers if one.lines.first == line), None)
    if leftover is None:
        raise EditError(f"There is no leftover in line {line} any more.")

    def edit(rulings: list[ParsedRuling]) -> None:
        ruling = rulings[index]
        rulings[index] = replace(ruling, text=tidy_text(f"{ruling.text}\n\n{leftover.text}".strip("\n")))

    with transaction.atomic():
        edit_rulings(edition, edit, version=version, user=user, note=f"gave line {line} to a ruling")
        manuscript = manuscript_of(edition)
        manuscript.assigned = [*manuscript.assigned, line]
        manuscript.save(update_fields=["assigned"])


def point_reference(edition: Edition, index: int, *, label: str, target: str, version: int, user: User | None) -> None:
    """Let a reference in a ruling name a card or section exactly."""
    if not target or any(sign in target for sign in "[]|\n"):
        raise EditError("Name the card as 'Name (Set Number)', or the section by its label.")

    def edit(rulings: list[ParsedRuling]) -> None:
        ruling = rulings[index]
        text, title = _pointed(ruling.text, label, target), _pointed(ruling.title, label, target)
        if (text, title) == (ruling.text, ruling.title):
            raise EditError(f"{label!r} was not found in the text of this ruling: edit the ruling instead.")
        rulings[index] = replace(ruling, text=text, title=ruling.title if ruling.is_headed_by_cards else title)

    edit_rulings(edition, edit, version=version, user=user, note=f"let {label!r} lead to {target}")


def locked_draft(edition: Edition) -> Edition:
    """A draft, for the transaction that edits it; others wait for it."""
    locked = Edition.objects.select_for_update().get(pk=edition.pk)
    if locked.state != Edition.State.DRAFT:
        raise EditError(f"{edition} is {locked.state}: only a draft can be edited.")
    return locked


def _require_version(edition: Edition, version: int, *, mine: str) -> Manuscript:
    """The manuscript, if it is the version that an edit is based on."""
    manuscript = manuscript_of(edition)
    if manuscript.version != version:
        raise ConflictError(mine=mine, theirs=manuscript)
    return manuscript


def _pointed(text: str, label: str, target: str) -> str:
    for match in BRACKETED.finditer(text):
        if label in (match[1], match[2]):
            return f"{text[: match.start()]}[[{target}|{label}]]{text[match.end() :]}"
    place = text.find(label)
    return f"{text[:place]}[[{target}|{label}]]{text[place + len(label) :]}" if place >= 0 else text


def _named(document: ParsedDocument, edition: Edition) -> ParsedDocument:
    """A document under the names it is kept by."""
    return replace(document, game=edition.document.game.name, document=edition.document.title, edition=edition.label)


def _with_lines(
    original: ParsedDocument, edited: ParsedDocument, edition: Edition, *, assigned: Iterable[int]
) -> ParsedDocument:
    """The edited document, with the source lines, repairs and open leftovers of the original."""
    lines = {new: original.rulings[old].lines for old, new in pair(original.rulings, edited.rulings)}
    rulings = tuple(replace(ruling, lines=lines.get(place)) for place, ruling in enumerate(edited.rulings))
    given = set(assigned)
    leftovers: tuple[Leftover, ...] = tuple(one for one in original.leftovers if one.lines.first not in given)
    return replace(_named(edited, edition), rulings=rulings, leftovers=leftovers, repairs=original.repairs)


def _take_over(edition: Edition, edited: ParsedDocument) -> None:
    """Let a draft bear the label, date and origin that its text says; game and document stay."""
    kept = edition.document
    if edited.errors:
        return
    if (fold_title(edited.game), fold_title(edited.document)) != (fold_title(kept.game.name), fold_title(kept.title)):
        raise EditError(
            f"This text says that it is of {edited.game} {edited.document}, but the draft is of {kept}: "
            "take it in as a new edition instead."
        )
    edition.label, edition.slug = edited.edition, addressing.make_label_slug(edited.edition)
    edition.date, edition.origin = edited.date, edited.source
    edition.save(update_fields=["label", "slug", "date", "origin"])


def _drop_stale_decisions(edition: Edition) -> None:
    """Forget decisions about rulings that the new text no longer has."""
    lines = {ruling.lines.first for ruling in read_edition(edition).rulings if ruling.lines}
    kept = [decision for decision in edition.decisions if decision["line"] in lines]
    if kept != edition.decisions:
        edition.decisions = kept
        edition.save(update_fields=["decisions"])


def block_of(document: ParsedDocument, index: int) -> str:
    """One ruling of a draft in the house format, with its headings."""
    ruling = document.rulings[index]
    alone = replace(ruling, depth=0) if ruling.depth else ruling
    return write_house(replace(document, rulings=(alone,))).removeprefix(_front_of(document)).strip("\n") + "\n"


def read_block(document: ParsedDocument, text: str) -> ParsedDocument:
    """What one ruling, edited in the house format, says now."""
    return read_text(_front_of(document) + "\n" + text).document


def edit_ruling(edition: Edition, index: int, text: str, *, version: int, user: User | None) -> None:
    """Put an edited ruling, or several, in the place of one."""
    _require_version(edition, version, mine=text)
    document = _named(read_edition(edition), edition)
    edited = read_block(document, text)
    if edited.errors:
        raise EditError(" ".join(map(str, edited.errors)))
    old = document.rulings[index]
    news = [replace(new, depth=old.depth) if new.kind is old.kind else new for new in edited.rulings]
    replace_rulings(edition, index, news, version=version, user=user, note=f"edited {old.title}")


def _front_of(document: ParsedDocument) -> str:
    return write_house(replace(document, rulings=()))
