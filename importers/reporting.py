"""What a reading found, for people and for programs: counts, problems, leftovers and open references."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from importers.citations import escape
from importers.citing import Citer, Origin
from importers.gates import Gates, check_gates
from importers.reading import Reading
from importers.records import Kind, ParsedRuling, Severity
from importers.resolving import Catalogue, KnownCard, Status
from importers.targets import Targets


@dataclass(frozen=True)
class OpenReference:
    """A reference that does not lead to exactly one thing."""

    line: int
    label: str
    status: Status
    # The place of the ruling in the document.
    index: int = 0

    def __str__(self) -> str:
        return f"line {self.line}: {self.label} ({self.status})"


@dataclass(frozen=True)
class Report:
    """The findings of a reading."""

    reading: Reading
    open_references: tuple[OpenReference, ...]
    gates: Gates

    @property
    def counts(self) -> dict[str, int]:
        """How many rulings there are of each kind."""
        counted = Counter(ruling.kind for ruling in self.reading.document.rulings)
        return {kind.value: counted[kind] for kind in Kind}

    @property
    def found(self) -> str:
        """How many rulings there are of each kind, in words."""
        return ", ".join(f"{count} {_plural(kind, count)}" for kind, count in self.counts.items() if count)

    def as_text(self) -> str:
        """The report for a person."""
        document = self.reading.document
        counts = self.found
        title = " ".join(part for part in (document.game, document.document, document.edition) if part)
        lines = [
            f"{self.reading.source.name}: {title or 'unknown document'} (format: {self.reading.format_name})",
            f"  {len(document.rulings)} {_plural('ruling', len(document.rulings))}: {counts}"
            if counts
            else "  no rulings",
        ]
        lines += _section("checked", self.gates.sentences())
        for severity in Severity:
            found = [problem for problem in document.problems if problem.severity is severity]
            lines += _section(f"{severity}s", found)
        lines += _section(
            "leftovers",
            [f"lines {part.lines.first}–{part.lines.last}: {part.text[:60]}" for part in document.leftovers],
        )
        lines += _section("repairs", document.repairs)
        lines += _section("references unresolved", self.open_references)
        return "\n".join(lines)

    def as_data(self) -> dict[str, Any]:
        """The report for a program."""
        document = self.reading.document
        return {
            "file": self.reading.source.name,
            "format": self.reading.format_name,
            "game": document.game,
            "document": document.document,
            "edition": document.edition,
            "counts": self.counts,
            "problems": [vars(problem) for problem in document.problems],
            "leftovers": [
                {"first_line": part.lines.first, "last_line": part.lines.last, "text": part.text}
                for part in document.leftovers
            ],
            "repairs": [vars(repair) for repair in document.repairs],
            "references": [vars(reference) for reference in self.open_references],
            "gates": self.gates.as_data(),
            "recipe": self.reading.recipe.name if self.reading.recipe else None,
        }


def gates_of(reading: Reading) -> Gates:
    """What was checked when a source was read."""
    version = reading.recipe.version if reading.recipe else 0
    return check_gates(reading.source, reading.document, recipe_version=version)


def report_on(reading: Reading, *, catalogue: Catalogue | None = None) -> Report:
    """Report on a reading; references are looked up in the catalogue and in the document itself."""
    catalogue = catalogue or Catalogue(())
    rulings = reading.document.rulings
    for citation in (card for ruling in rulings for card in ruling.cards if card.set):
        if catalogue.resolve(citation).status is Status.UNRESOLVED:
            catalogue.add(KnownCard(-1, citation.name, citation.set, citation.pack, citation.number))
    steps = ((number, ruling) for number, ruling in enumerate(rulings) if ruling.kind is Kind.STEP)
    charted = ((number, step.heading_path[-1], step.key) for number, step in steps)
    targets = Targets(catalogue, enumerate(rulings), charted=charted)
    gates = gates_of(reading)
    if reading.document.errors:
        return Report(reading, (), gates)
    citer = Citer(targets, terms=[reading.document.game])
    return Report(
        reading,
        tuple(
            replace(found, index=index)
            for index, ruling in enumerate(rulings)
            for found in _open(reading, ruling, citer)
        ),
        gates,
    )


def _open(reading: Reading, ruling: ParsedRuling, citer: Citer) -> Iterator[OpenReference]:
    targets = citer.targets
    first = ruling.lines.first if ruling.lines else 0
    for card in ruling.cards:
        resolution = targets.catalogue.resolve(card)
        if resolution.status is not Status.RESOLVED:
            yield OpenReference(first, card.name, resolution.status)
    title = "" if ruling.is_headed_by_cards else ruling.title
    for citation in citer.find(f"{title}\n{ruling.text}"):
        _, resolution = targets.resolve(citation.found.target)
        if resolution.status is not Status.RESOLVED and citation.origin is Origin.PRINTED:
            label = citation.found.label
            yield OpenReference(_line_of(reading, ruling, label), label, resolution.status)


def _line_of(reading: Reading, ruling: ParsedRuling, words: str) -> int:
    if ruling.lines is None:
        return 0
    lines = reading.source.lines
    spans = range(ruling.lines.first, ruling.lines.last + 1)
    written = (words, escape(words))
    return next((number for number in spans if any(form in lines[number - 1] for form in written)), ruling.lines.first)


def _section(title: str, entries: Any) -> list[str]:
    return [f"  {title}: {len(entries)}", *(f"    {entry}" for entry in entries)] if entries else []


def _plural(kind: str, count: int) -> str:
    if count == 1:
        return kind
    return "errata" if kind == "erratum" else f"{kind}s"
