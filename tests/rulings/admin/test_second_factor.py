"""An account with a second factor needs the code from a phone; others do not."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from rulings.services import accounts

PASSWORD = "a long password"  # noqa: S105


def sign_in(client: Client, code: str = "") -> bool:
    answer = client.post("/admin/login/", {"username": "ed", "password": PASSWORD, "code": code})
    return answer.status_code == 302


@pytest.fixture(autouse=True)
def editor(db: None) -> None:
    accounts.create_editor("ed", PASSWORD, is_publisher=True)


def test_without_a_second_factor_the_password_is_enough(client: Client) -> None:
    assert sign_in(client)


def test_with_one_the_code_is_needed_and_a_wrong_one_refused(client: Client) -> None:
    printed = StringIO()
    call_command("second_factor", "ed", stdout=printed)
    assert "otpauth://totp/" in printed.getvalue()
    key = TOTPDevice.objects.get().bin_key
    code = f"{totp(key):06d}"
    assert not sign_in(client)
    assert not sign_in(client, f"{(int(code) + 1) % 10**6:06d}")
    # After a wrong code, the next one is taken only a moment later.
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    assert sign_in(client, code)


def test_it_can_be_taken_back(client: Client) -> None:
    call_command("second_factor", "ed", stdout=StringIO())
    call_command("second_factor", "ed", "--remove", stdout=StringIO())
    assert sign_in(client)


def test_an_unknown_account_is_named() -> None:
    with pytest.raises(CommandError, match="no account nobody"):
        call_command("second_factor", "nobody")
