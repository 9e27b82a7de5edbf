"""What is published on one web machine is on the other at once, and both say the same."""

import http.client
import json
import re
import time
from collections.abc import Mapping
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest

from tests.machines.conftest import DOCUMENTS
from tests.torture.site import Site

Machines = tuple[Site, Site]
# To prepare two machines takes its time on a busy one.
pytestmark = pytest.mark.timeout(1200)
PASSWORD = "a long password"  # noqa: S105


def ask(
    site: Site, path: str, *, headers: Mapping[str, str] | None = None, form: Mapping[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    # The same name for both, as a balancer in front of them would hand it on.
    asking = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
    sent = {"Host": "localhost", **(headers or {})}
    if form is not None:
        sent |= {"Content-Type": "application/x-www-form-urlencoded"}
        asking.request("POST", path, urlencode(form), sent)
    else:
        asking.request("GET", path, headers=sent)
    answer = asking.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    asking.close()
    return found


def publish(site: Site, name: str) -> None:
    process = site.manage("import_document", str(DOCUMENTS / name), "--publish", "--yes")
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors


def test_what_one_machine_publishes_the_other_finds_at_once(machines: Machines) -> None:
    first, second = machines
    publish(first, "lanterns-1.0.md")
    for word, site in (("snuffed", second), ("shaded", first)):
        if site is first:
            publish(second, "lanterns-1.1.md")
            publish(second, "lanterns-2.0.md")
        _, _, body = ask(site, f"/api/v1/search?q={word}+lantern&game=lanterns-of-vell")
        answer = json.loads(body)
        assert answer["index"] == "ready"
        assert any(word in one["text"].lower() for one in answer["results"])
        assert answer["total"] == len(answer["results"])


def test_both_give_one_page_one_validator(machines: Machines) -> None:
    first, second = machines
    for path in (
        "/",
        "/lanterns-of-vell/",
        "/lanterns-of-vell/faq/1.3/",
        "/api/v1/search?q=lantern",
        "/search/?q=lantern",
    ):
        (_, one, body), (_, other, same) = ask(first, path), ask(second, path)
        assert one["ETag"] == other["ETag"], path
        assert body == same, path
        status, _, _ = ask(second, path, headers={"If-None-Match": one["ETag"]})
        assert status == 304, path


def test_styles_and_scripts_have_the_same_names(machines: Machines) -> None:
    first, second = machines
    names = [re.findall(r'"(/static/[^"]+)"', ask(site, "/")[2].decode()) for site in machines]
    assert names[0]
    assert names[0] == names[1]
    for name in names[0]:
        assert ask(first, name)[2] == ask(second, name)[2]


def test_a_style_of_another_release_is_there_while_machines_are_renewed(machines: Machines) -> None:
    first, _ = machines
    (name,) = set(re.findall(r'"/static/css/(site\.\w+\.css)"', ask(first, "/")[2].decode()))
    status, headers, body = ask(first, "/static/css/site.0123456789ab.css")
    assert status == 200
    assert body == ask(first, f"/static/css/{name}")[2]
    assert "immutable" not in headers["Cache-Control"]


def test_downloads_are_the_same_files(machines: Machines) -> None:
    first, second = machines
    until = time.monotonic() + 240
    while time.monotonic() < until:
        answers = [ask(site, "/downloads/lanterns-of-vell.jsonl.gz") for site in machines]
        if {answer[0] for answer in answers} == {200} and answers[0][1]["ETag"] == answers[1][1]["ETag"]:
            break
        time.sleep(1)
    assert answers[0][2] == answers[1][2]
    for name in ("rulings.jsonl.gz", "rulings-archive.zip"):
        assert ask(first, f"/downloads/{name}")[2] == ask(second, f"/downloads/{name}")[2]


def test_who_signs_in_on_one_is_signed_in_on_the_other(machines: Machines) -> None:
    first, second = machines
    first.environment["RULINGS_EDITOR_PASSWORD"] = PASSWORD
    assert first.manage("create_editor", "ed").communicate(timeout=60)
    _, headers, body = ask(first, "/admin/login/")
    token = SimpleCookie(headers["Set-Cookie"])["csrftoken"].value
    hidden = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', body)
    assert hidden
    form = {"username": "ed", "password": PASSWORD, "csrfmiddlewaretoken": hidden[1].decode()}
    # The form of one machine is sent to the other.
    status, headers, _ = ask(second, "/admin/login/", headers={"Cookie": f"csrftoken={token}"}, form=form)
    assert status == 302
    session = SimpleCookie(headers["Set-Cookie"])["sessionid"].value
    assert ask(first, "/admin/", headers={"Cookie": f"sessionid={session}"})[0] == 200
