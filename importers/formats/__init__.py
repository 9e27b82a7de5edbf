"""The source formats that can be read, one module each; `identify` finds the one for a text."""

from collections.abc import Sequence
from typing import Protocol

from importers.facts import Facts
from importers.formats.ccg_rulings import CcgRulings
from importers.formats.column_faq import ColumnFaq
from importers.formats.house import HouseFormat
from importers.formats.lcg_faq import LcgFaq
from importers.formats.rules_faq import RulesFaq
from importers.formats.timing_sheet import TimingSheet
from importers.records import ParsedDocument
from importers.sources import SourceText


class Importer(Protocol):
    """Reads one source format."""

    @property
    def name(self) -> str:
        """The word for --format."""

    def refuse(self, source: SourceText) -> str:
        """Say in a few words why this is not the importer's format; empty when it is."""

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""


IMPORTERS: Sequence[Importer] = (HouseFormat(), LcgFaq(), RulesFaq(), CcgRulings(), TimingSheet(), ColumnFaq())


class UnidentifiedError(Exception):
    """No importer, or more than one, claims a text; the message lists what each one said."""


def named(name: str) -> Importer:
    """The importer of that name."""
    for importer in IMPORTERS:
        if importer.name == name:
            return importer
    known = ", ".join(importer.name for importer in IMPORTERS)
    raise UnidentifiedError(f"There is no format {name!r}; there are: {known}.")


def identify(source: SourceText) -> Importer:
    """The one importer that claims the text."""
    refusals = {importer: importer.refuse(source) for importer in IMPORTERS}
    claiming = [importer for importer, refusal in refusals.items() if not refusal]
    if len(claiming) == 1:
        return claiming[0]
    if claiming:
        names = " and ".join(importer.name for importer in claiming)
        raise UnidentifiedError(f"{source.name} looks like more than one format ({names}): choose one with --format.")
    said = "; ".join(f"{importer.name}: {refusal}" for importer, refusal in refusals.items())
    raise UnidentifiedError(f"{source.name} is in no format that can be read. {said}.")
