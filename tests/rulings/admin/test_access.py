"""Who may do what at the desk."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from rulings.models import Edition, Ruling
from tests.rulings.admin.conftest import PASSWORD, client_of

# What each may do: nobody, an editor, a publisher. 302 leads strangers to the login, others on.
ADDRESSES = {
    "start": ("GET", "/admin/", (302, 200, 200)),
    "new edition": ("GET", "/admin/rulings/edition/add/", (302, 200, 200)),
    "review": ("GET", "/admin/rulings/edition/{draft}/change/", (302, 200, 200)),
    "source": ("GET", "/admin/rulings/edition/{draft}/source/", (302, 200, 200)),
    "text": ("GET", "/admin/rulings/edition/{draft}/text/", (302, 200, 200)),
    "one ruling": ("GET", "/admin/rulings/edition/{draft}/rulings/0/", (302, 200, 200)),
    "act": ("POST", "/admin/rulings/edition/{draft}/act/", (302, 302, 302)),
    "act by a look": ("GET", "/admin/rulings/edition/{draft}/act/", (302, 403, 403)),
    "publish": ("GET", "/admin/rulings/edition/{draft}/publish/", (302, 403, 200)),
    "publish undecided": ("POST", "/admin/rulings/edition/{draft}/publish/", (302, 403, 200)),
    "withdraw by a look": ("GET", "/admin/rulings/edition/{published}/withdraw/", (302, 403, 403)),
    "correct": ("GET", "/admin/rulings/ruling/{ruling}/correct/", (302, 403, 200)),
    "rebuild the index": ("POST", "/admin/rebuild-index/", (302, 302, 302)),
    "rebuild by a look": ("GET", "/admin/rebuild-index/", (302, 403, 403)),
    "cards": ("GET", "/admin/rulings/card/", (302, 200, 200)),
    "import cards": ("GET", "/admin/rulings/card/import/", (302, 200, 200)),
    "log": ("GET", "/admin/admin/logentry/", (302, 200, 200)),
    "write to the log": ("GET", "/admin/admin/logentry/add/", (302, 403, 403)),
    "accounts": ("GET", "/admin/auth/user/", (302, 403, 403)),
    "withdraw": ("POST", "/admin/rulings/edition/{published}/withdraw/", (302, 403, 302)),
}


@pytest.mark.parametrize("who", ["nobody", "editor", "publisher"])
def test_everybody_may_do_just_what_is_theirs(
    client: Client, publish: Callable[..., Edition], documents: Path, who: str
) -> None:
    published = publish(documents / "lanterns-1.0.md")
    editor = client_of("ed", is_publisher=False)
    editor.post("/admin/rulings/edition/add/", {"text": (documents / "lanterns-1.1.md").read_text()})
    people = {"nobody": client, "editor": editor, "publisher": client_of("pub", is_publisher=True)}
    keys = {
        "draft": Edition.objects.get(state="draft").pk,
        "published": published.pk,
        "ruling": Ruling.objects.get(slug="1.1").pk,
    }
    answers, expected = {}, {}
    for what, (method, address, statuses) in ADDRESSES.items():
        response = getattr(people[who], method.lower())(address.format(**keys))
        answers[what] = response.status_code
        expected[what] = statuses[list(people).index(who)]
        assert who != "nobody" or "login" in response["Location"]
    assert answers == expected
    assert Edition.objects.get(pk=keys["draft"]).state == "draft"
    assert Edition.objects.get(pk=keys["published"]).state == "published"


def test_forms_without_their_token_are_refused(db: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.create_superuser("root"), backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post("/admin/rulings/edition/add/", {"text": "x"}).status_code == 403
    assert strict.post("/admin/rebuild-index/").status_code == 403


def test_whoever_guesses_passwords_has_to_wait(client: Client, db: None) -> None:
    client_of("ed", is_publisher=False)
    for _ in range(5):
        response = client.post("/admin/login/", {"username": "ed", "password": "wrong"})
    assert response.status_code == 429
    assert b"Too many attempts" in response.content
    assert client.post("/admin/login/", {"username": "ed", "password": PASSWORD}).status_code == 429


@override_settings(PROXIES=1)
def test_behind_a_proxy_addresses_and_names_are_locked_whatever_a_visitor_claims(client: Client, db: None) -> None:
    client_of("ed", is_publisher=False)

    def log_in(password: str, forwarded: str) -> int:
        given = {"username": "ed", "password": password}
        return client.post("/admin/login/", given, headers={"x-forwarded-for": forwarded}).status_code

    # What a visitor writes into the header stands before what the proxy appends.
    assert [log_in("wrong", f"10.0.0.{number}, 203.0.113.7") for number in range(5)][-1] == 429
    assert log_in(PASSWORD, "203.0.113.7") == 429
    # The name is locked for a while, too, wherever it is tried.
    assert log_in(PASSWORD, "198.51.100.2") == 429
    call_command("axes_reset_username", "ed")
    assert log_in(PASSWORD, "198.51.100.2") == 302


def test_the_command_makes_editors_and_publishers(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_EDITOR_PASSWORD", PASSWORD)
    call_command("create_editor", "ann")
    call_command("create_editor", "bob", "--publisher")
    assert not User.objects.get(username="ann").has_perm("rulings.publish_edition")
    assert User.objects.get(username="bob").has_perm("rulings.publish_edition")
    monkeypatch.setenv("RULINGS_EDITOR_PASSWORD", "short")
    with pytest.raises(CommandError, match="too short"):
        call_command("create_editor", "eve")
    assert not User.objects.filter(username="eve").exists()


def test_the_start_page_shows_what_is_in_work_and_open(editor: Client, publish: Callable[..., Edition]) -> None:
    text = "---\ngame: Vell\ndocument: {}\nedition: {}\nauthority: official\n---\n# Rules\n#### (1.1) Lamps\n{}\n"
    publish(text.format("FAQ", 1, "See [[Mothe]]."))
    editor.post("/admin/rulings/edition/add/", {"text": text.format("Annals", 3, "Lit.")})
    page = editor.get("/admin/").content.decode()
    assert "Vell Annals 3" in page
    assert "1 lead nowhere" in page
    assert "Rebuild the search index" in page
