"""Tells the chats of communities that an edition is published: signed, tried again, and never in a private network."""

import hashlib
import hmac
import http.client
import ipaddress
import logging
import socket
import ssl
import threading
from datetime import timedelta
from urllib.parse import urlsplit

import orjson
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from rulings.models import Delivery, Edition, Webhook

logger = logging.getLogger(__name__)

SENDER = "webhooks"
# After a failure it is tried again so many seconds later, and then given up.
WAITS = (30, 300, 3_600, 6 * 3_600, 24 * 3_600)
TIMEOUT = 10
# What a message of Discord may have.
LONGEST = 1_900


class RefusedError(Exception):
    """Why an address is not called."""


def announce(edition: Edition) -> None:
    """Have the webhooks of a document told of an edition, once it is published for good."""
    hooks = list(Webhook.objects.filter(document=edition.document, is_active=True))
    now = timezone.now()
    Delivery.objects.bulk_create(
        [Delivery(webhook=hook, edition=edition, due_at=now) for hook in hooks], ignore_conflicts=True
    )
    if hooks:
        transaction.on_commit(send_in_background)


def send_in_background() -> None:
    """Send what is due in a thread, unless one is at it."""
    if not any(thread.name == SENDER for thread in threading.enumerate()):
        # A command that publishes waits for it, so that nobody is told twice.
        threading.Thread(target=_send_quietly, name=SENDER).start()


def send_due() -> int:
    """Send what is due now; how many were delivered. What fails is due again later, or given up."""
    delivered = 0
    due = Delivery.objects.filter(due_at__lte=timezone.now()).select_related("webhook", "edition__document__game")
    for one in due.order_by("due_at"):
        # Another process may be at it: only one of them moves the time.
        later = timezone.now() + timedelta(seconds=WAITS[min(one.attempts, len(WAITS) - 1)])
        if not Delivery.objects.filter(pk=one.pk, due_at=one.due_at).update(due_at=later, attempts=one.attempts + 1):
            continue
        delivered += _send(one, attempts=one.attempts + 1)
    return delivered


def check(address: str) -> list[str]:
    """The public addresses of a host; refused if it has one that is not, or does not speak HTTPS."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError as error:
        raise RefusedError(f"it cannot be read as an address ({error})") from error
    if host in settings.WEBHOOK_HOSTS:
        return [str(info[4][0]) for info in _resolve(host, port)]
    if parts.scheme != "https":
        raise RefusedError("only addresses that begin with https:// are called")
    found = [str(info[4][0]) for info in _resolve(host, port)]
    if not found or not all(ipaddress.ip_address(one).is_global for one in found):
        raise RefusedError(f"{host} is an address of a private network, which is not called")
    return found


def _resolve(host: str, port: int) -> list[tuple]:  # type: ignore[type-arg]
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise RefusedError(f"{host} is not known: {error}") from error


def _send(delivery: Delivery, *, attempts: int) -> bool:
    body = orjson.dumps(message(delivery.edition))
    try:
        _post(delivery.webhook, body)
    except (RefusedError, OSError, http.client.HTTPException) as error:
        is_last = attempts > len(WAITS)
        found = Delivery.objects.filter(pk=delivery.pk)
        found.update(problem=str(error)[:300], **({"due_at": None} if is_last else {}))
        logger.warning("%s was not told of %s: %s", delivery.webhook.address, delivery.edition, error)
        return False
    Delivery.objects.filter(pk=delivery.pk).update(due_at=None, delivered_at=timezone.now(), problem="")
    return True


def message(edition: Edition) -> dict[str, object]:
    """What a webhook is told of an edition: data, and a text for Discord (`content`) and for Slack (`text`)."""
    note = getattr(edition, "release_note", None)
    url = f"{settings.SITE_URL}/{edition.document.game.slug}/{edition.document.slug}/at/{edition.label}/"
    text = f"**{edition} is published.** {url}release-note/" if note else f"**{edition} is published.** {url}"
    said = f"{text}\n\n{note.text}" if note else text
    if len(said) > LONGEST:
        said = f"{said[:LONGEST].rsplit(chr(10), 1)[0]}\n…"
    return {
        "event": "edition.published",
        "edition": f"{edition.document.game.slug}/{edition.document.slug}/{edition.label}",
        "title": str(edition),
        "url": url,
        "note": note.text if note else None,
        "text": said,
        "content": said,
    }


def signature(secret: str, body: bytes) -> str:
    """What the header X-Rulings-Signature says of a body."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def _post(hook: Webhook, body: bytes) -> None:
    """Send a body to the very address that was checked; a redirect is not followed."""
    parts = urlsplit(hook.address)
    address = check(hook.address)[0]
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    connected = socket.create_connection((address, port), timeout=TIMEOUT)
    if parts.scheme == "https":
        connected = ssl.create_default_context().wrap_socket(connected, server_hostname=host)
    asked = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    asked.sock = connected
    headers = {"Content-Type": "application/json", "X-Rulings-Signature": signature(hook.secret, body)}
    try:
        asked.request("POST", f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}", body, headers)
        answer = asked.getresponse()
        if not 200 <= answer.status < 300:
            raise RefusedError(f"it answered {answer.status}")
    finally:
        asked.close()


def _send_quietly() -> None:
    try:
        send_due()
    except Exception:
        logger.exception("The webhooks were not told")
    finally:
        connection.close()
