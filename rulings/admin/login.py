"""Signing in at the desk: with a code from a phone, too, for those who have set that up."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django_otp import match_token, user_has_device

WRONG = "This account needs the six digits that your phone shows, and these are not right. Try the next ones."


class LoginForm(AdminAuthenticationForm):
    """Name, password, and a code where the account has a second factor."""

    code = forms.CharField(
        required=False,
        max_length=12,
        label="Code from your phone, if you use one",
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        user = self.get_user()
        if user is not None and user_has_device(user):
            code = str(cleaned.get("code", "")).replace(" ", "")
            if not code or match_token(user, code) is None:
                raise ValidationError(WRONG, code="second_factor")
        return cleaned
