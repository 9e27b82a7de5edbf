"""The audit log: who did what, and when. It is Django's own, so the admin shows it."""

from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db.models import Model

from rulings.models import SiteState

__all__ = ["ADDITION", "CHANGE", "note", "note_site"]


def note(user: User | None, thing: Model, what: str, *, flag: int = CHANGE) -> None:
    """Log an act; one from the command line has no user and is not logged."""
    if user is not None:
        LogEntry.objects.log_actions(user.pk, [thing], flag, change_message=what, single_object=True)


def note_site(user: User, what: str) -> None:
    """Log an act that concerns the whole site."""
    note(user, SiteState.objects.get_or_create(pk=1)[0], what)
