"""Mails from the desk, where a mail server is set up: a draft is ready, an edition is published."""

import logging
from collections.abc import Iterable
from functools import partial

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from rulings.models import Edition
from rulings.services import accounts

logger = logging.getLogger(__name__)


def tell_of_ready(edition: Edition, *, user: User) -> None:
    """Write to those who may publish that a draft is ready."""
    publishers = User.objects.filter(Q(groups__name=accounts.PUBLISHERS) | Q(is_superuser=True))
    text = (
        f"{user} has decided everything in {edition}. "
        f"It waits at the desk: {settings.SITE_URL}{reverse('admin:rulings_edition_change', args=[edition.pk])}"
    )
    _send(f"{edition} is ready for publishing", text, _addresses(publishers.exclude(pk=user.pk)))


def tell_of_release(edition: Edition, note: str) -> None:
    """Write the release note to everybody at the desk, and to the addresses that the settings name."""
    place = [edition.document.game.slug, edition.document.slug, edition.slug]
    address = f"{settings.SITE_URL}{reverse('release-note', args=place)}"
    people = {*_addresses(User.objects.all()), *settings.NEWS_ADDRESSES}
    _send(f"{edition} is published", f"{note}\n\nOn the site: {address}\n", sorted(people))


def _addresses(people: Iterable[User]) -> list[str]:
    return sorted({one.email for one in people if one.is_active and one.email})


def _send(subject: str, text: str, addresses: Iterable[str]) -> None:
    """Send a mail to each address once the database has everything; one that cannot be sent is only logged."""
    if settings.EMAIL_HOST:
        for address in addresses:
            transaction.on_commit(partial(_send_one, subject, text, address))


def _send_one(subject: str, text: str, address: str) -> None:
    try:
        send_mail(subject, text, None, [address])
    except OSError as error:
        logger.warning("The mail “%s” was not sent: %s", subject, error)
