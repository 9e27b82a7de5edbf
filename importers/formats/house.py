"""Claims and reads files in the house format."""

from importers.facts import Facts
from importers.house import read_house
from importers.house.front_matter import FENCE
from importers.records import ParsedDocument
from importers.sources import Claim, SourceText


class HouseFormat:
    """Our own Markdown format, recognised by its front matter."""

    name = "house"

    def identify(self, source: SourceText) -> Claim:
        """Whether this is the house format, and why."""
        first_line = next((line for line in source.lines if line.strip()), "")
        if first_line.rstrip() == FENCE:
            return Claim.yes(f"it begins with front matter (a line '{FENCE}')")
        return Claim.no(f"it does not begin with front matter (a line '{FENCE}')")

    def read(self, source: SourceText, facts: Facts) -> ParsedDocument:
        """Parse the text; what is wrong with it is among the document's problems."""
        return read_house(source)
