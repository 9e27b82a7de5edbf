"""Marks that what the site shows has changed, so that no visitor keeps an old page."""

from django.db.models import F
from django.utils import timezone

from rulings.models import SiteState


def mark_changed() -> None:
    """Start a new generation; call it in the transaction that changes something."""
    SiteState.objects.get_or_create(pk=1)
    SiteState.objects.filter(pk=1).update(generation=F("generation") + 1, changed_at=timezone.now())
