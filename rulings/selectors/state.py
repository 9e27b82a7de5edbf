"""The state of the site, which is the validator of every page."""

from rulings.models import SiteState


def site_state() -> SiteState:
    """The generation of what the site shows, and when it began."""
    return SiteState.objects.filter(pk=1).first() or SiteState()
