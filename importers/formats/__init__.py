"""The source formats that can be read, one module each; `format_of` finds the one for a text."""

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
from importers.sources import Claim, SourceText


class Importer(Protocol):
    """Reads one source format."""

    @property
    def name(self) -> str:
        """The word for --format."""

    def identify(self, source: SourceText) -> Claim:
        """Whether a text is in the importer's format, and in a few words why."""

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


def format_of(source: SourceText) -> Importer:
    """The one importer that claims the text."""
    claims = {importer: importer.identify(source) for importer in IMPORTERS}
    claiming = [importer for importer, claim in claims.items() if claim.holds]
    if len(claiming) == 1:
        return claiming[0]
    if claiming:
        reasons = "; ".join(f"{importer.name}: {claims[importer].reason}" for importer in claiming)
        raise UnidentifiedError(
            f"{source.name} looks like more than one format. {reasons}. Choose one of them with --format."
        )
    said = "; ".join(f"{importer.name}: {claim.reason}" for importer, claim in claims.items())
    raise UnidentifiedError(f"{source.name} is in no format that can be read. {said}.")
