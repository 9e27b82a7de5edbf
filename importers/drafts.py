"""What an importer has found so far, on the way to a parsed document."""

import datetime

from importers.records import Authority, Heading, Leftover, Lines, ParsedDocument, ParsedRuling, Problem, Repair


class Draft:
    """Collects rulings, headings, leftovers, repairs and problems; a reader derives from it."""

    def __init__(self) -> None:
        self.rulings: list[ParsedRuling] = []
        self.headings: list[Heading] = []
        self.leftovers: list[Leftover] = []
        self.repairs: list[Repair] = []
        self.problems: list[Problem] = []

    @property
    def last(self) -> ParsedRuling | None:
        """The ruling that was found last."""
        return self.rulings[-1] if self.rulings else None

    def add_heading(self, title: str, lines: Lines) -> None:
        """Keep lines that are structure."""
        self.headings.append(Heading(title, lines))

    def leave(self, text: str, lines: Lines) -> None:
        """Keep lines that have no place; those that follow each other together."""
        before = self.leftovers[-1] if self.leftovers else None
        if before is not None and before.lines.last == lines.first - 1:
            self.leftovers[-1] = Leftover(f"{before.text} {text}", Lines(before.lines.first, lines.last))
        else:
            self.leftovers.append(Leftover(text, lines))

    def as_document(
        self,
        *,
        game: str,
        document: str,
        edition: str,
        authority: Authority = Authority.OFFICIAL,
        date: datetime.date | None = None,
    ) -> ParsedDocument:
        """The document, once all has been read."""
        return ParsedDocument(
            game=game,
            document=document,
            edition=edition,
            authority=authority,
            date=date,
            rulings=tuple(self.rulings),
            headings=tuple(self.headings),
            leftovers=tuple(self.leftovers),
            repairs=tuple(self.repairs),
            problems=tuple(self.problems),
        )
