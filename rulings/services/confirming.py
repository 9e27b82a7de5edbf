"""Confirms that a ruling still holds although something that it cites has changed."""

from django.contrib.auth.models import User
from django.db import transaction

from rulings.models import Confirmation, Revision, Ruling
from rulings.services import accounts, state


@transaction.atomic
def confirm(ruling: Ruling, cited: Revision, *, user: User | None) -> None:
    """Say that a ruling was looked at with the wording that it cites now."""
    Confirmation.objects.get_or_create(ruling=ruling, cited=cited, defaults={"user": user})
    accounts.note(user, ruling, f"still holds with {cited}")
    state.mark_changed(ruling.document.game, documents={ruling.document_id})
