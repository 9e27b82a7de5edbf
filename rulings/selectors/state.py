"""The state of the site, which is the validator of every page."""

import hashlib

from rulings.models import SiteState
from rulings.search.engine import engine


def site_state() -> SiteState:
    """The generation of what the site shows, and when it began."""
    return SiteState.objects.filter(pk=1).first() or SiteState()


def index_token() -> str:
    """Changes whenever the search index does."""
    return hashlib.sha256(engine().state().encode()).hexdigest()[:8]
