"""Text under headings, each piece a clarification: what has no labels, no cards and no steps."""

from importers.parts.entries import Entries


class Notes(Entries):
    """Reads text under headings; without any, all of it is one."""

    def depth_of(self, index: int) -> int | None:
        return super().depth_of(index) if self.part.entry_look else None
