"""Takes what readers think is wrong on a page, without an account; and no more than people can mean."""

import hashlib

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext

from rulings.models import MistakeReport

# From one address in that many seconds; and so many that nobody has looked at, from all of them.
MOST, SECONDS, MOST_OPEN = 5, 600, 500
LONGEST = 2000


class TooManyError(Exception):
    """Too many reports; the message says when to come back."""


def report(*, address: str, words: str, edition_label: str, message: str, remote: str) -> MistakeReport:
    """Keep a report; refused if too many came from the same place, or wait to be read."""
    key = f"reports:{hashlib.sha256(f'{settings.SECRET_KEY}{remote}'.encode()).hexdigest()[:24]}"
    cache.add(key, 0, SECONDS)
    if cache.incr(key) > MOST:
        raise TooManyError(gettext("You have reported several mistakes just now: please come back in ten minutes."))
    if MistakeReport.objects.filter(is_done=False).count() >= MOST_OPEN:
        raise TooManyError(gettext("Many reports wait to be read: please come back in a few days."))
    return MistakeReport.objects.create(
        address=address[:300], words=words[:LONGEST], edition_label=edition_label[:200], message=message[:LONGEST]
    )
