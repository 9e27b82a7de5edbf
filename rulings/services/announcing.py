"""Tells readers of a document that an edition is out which is not here yet."""

import datetime

from django.contrib.auth.models import User
from django.db import transaction

from rulings.models import Announcement, Document
from rulings.services import accounts, state


@transaction.atomic
def announce(document: Document, *, label: str, date: datetime.date | None, user: User | None) -> Announcement:
    """Say that an edition is out; it is said until that edition is published here, or somebody takes it back."""
    found, _ = Announcement.objects.update_or_create(
        document=document, defaults={"label": label, "date": date, "user": user}
    )
    accounts.note(user, found, f"announced {label}")
    state.mark_changed(document.game, documents={document.pk})
    return found


@transaction.atomic
def take_back(announcement: Announcement, *, user: User | None) -> None:
    """Say it no longer."""
    document = announcement.document
    accounts.note(user, announcement, "took the announcement back")
    announcement.delete()
    state.mark_changed(document.game, documents={document.pk})
