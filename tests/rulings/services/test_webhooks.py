"""Chats are told of editions: by a real server, signed, again after a failure, and never inside a private network."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.test import override_settings
from django.utils import timezone

from rulings.models import Delivery, Document, Edition, Webhook
from rulings.services import webhooks

FAQ = "---\ngame: Vell\ndocument: FAQ\nedition: {}\nauthority: official\n---\n# Rules\n#### (1.1) Oil\n{}\n"


@dataclass
class Chat:
    """A server that writes down what it is told."""

    address: str
    status: int = 200
    heard: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def chat() -> Iterator[Chat]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.heard.append((dict(self.headers), body))
            self.send_response(told.status)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told = Chat(f"http://127.0.0.1:{server.server_port}/hook?room=1")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield told
    server.shutdown()
    server.server_close()


@pytest.fixture
def hook(chat: Chat, publish: Callable[[str], Edition]) -> Webhook:
    document: Document = publish(FAQ.format("1.0", "Burns.")).document
    return Webhook.objects.create(document=document, address=chat.address, is_active=True)


@override_settings(WEBHOOK_HOSTS=["127.0.0.1"], SITE_URL="https://rulings.example")
def test_an_edition_is_told_once_signed_and_with_its_note(
    chat: Chat, hook: Webhook, publish: Callable[[str], Edition]
) -> None:
    publish(FAQ.format("1.1", "Burns slowly."))
    assert webhooks.send_due() == 1
    assert webhooks.send_due() == 0
    ((headers, body),) = chat.heard
    assert headers["X-Rulings-Signature"] == webhooks.signature(hook.secret, body)
    told = json.loads(body)
    assert told["edition"] == "vell/faq/1.1"
    assert told["url"] == "https://rulings.example/vell/faq/at/1.1/"
    assert "Oil" in told["content"]
    assert told["content"] == told["text"]


@override_settings(WEBHOOK_HOSTS=["127.0.0.1"])
def test_what_fails_is_tried_again_later_and_given_up_in_the_end(
    chat: Chat, hook: Webhook, publish: Callable[[str], Edition]
) -> None:
    chat.status = 500
    publish(FAQ.format("1.1", "Burns slowly."))
    for _ in range(len(webhooks.WAITS) + 3):
        webhooks.send_due()
        webhooks.send_due()
        Delivery.objects.exclude(due_at=None).update(due_at=timezone.now() - timedelta(seconds=1))
    assert len(chat.heard) == len(webhooks.WAITS) + 1
    assert Delivery.objects.get().problem == "it answered 500"
    assert Delivery.objects.get().due_at is None


@override_settings(WEBHOOK_HOSTS=["127.0.0.1"])
def test_a_webhook_that_is_not_active_is_told_nothing(
    chat: Chat, hook: Webhook, publish: Callable[[str], Edition]
) -> None:
    Webhook.objects.update(is_active=False)
    publish(FAQ.format("1.1", "Burns slowly."))
    assert webhooks.send_due() == 0
    assert chat.heard == []


def test_a_private_address_is_never_called(chat: Chat, hook: Webhook, publish: Callable[[str], Edition]) -> None:
    publish(FAQ.format("1.1", "Burns slowly."))
    assert webhooks.send_due() == 0
    assert chat.heard == []
    assert "https" in Delivery.objects.get().problem


@pytest.mark.parametrize(
    "address",
    ["https://127.0.0.1/", "https://localhost/x", "https://[::1]/", "https://10.1.2.3/", "https://169.254.169.254/",
     "https://[::ffff:10.0.0.1]/", "https://example.com:99999/x", "https://[::1/",
     "https://.example.com/", "http://93.184.216.34/", "ftp://93.184.216.34/", "https://"],
)  # fmt: skip
def test_addresses_that_are_refused(address: str) -> None:
    with pytest.raises(webhooks.RefusedError):
        webhooks.check(address)


def test_a_public_address_is_taken() -> None:
    assert webhooks.check("https://93.184.216.34/hook") == ["93.184.216.34"]
