"""Citations: how to cite a ruling, what a citation means, and what a link leads to."""

from rulings.selectors.citations.cited import Citation, cite, escape
from rulings.selectors.citations.previewing import HEIGHT, WIDTH, Embed, embed_for, preview
from rulings.selectors.citations.resolving import resolution_record, resolve_citation
from rulings.selectors.citations.sharing import Shared, share_card, share_ruling, shared_at

__all__ = [
    "HEIGHT",
    "WIDTH",
    "Citation",
    "Embed",
    "Shared",
    "cite",
    "embed_for",
    "escape",
    "preview",
    "resolution_record",
    "resolve_citation",
    "share_card",
    "share_ruling",
    "shared_at",
]
