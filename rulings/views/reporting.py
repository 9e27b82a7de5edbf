"""Report a mistake: a form for everyone, without an account."""

import re

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache

from rulings.services import reporting_mistakes
from rulings.views.heads import Head
from rulings_site.proxies import visitor_address

# "/call-of-cthulhu/faq/2.11/", and nothing of another site
ADDRESS = re.compile(r"^/(?!/)[^\s\\]*$")


class MistakeForm(forms.Form):
    """What is wrong, and where."""

    address = forms.RegexField(ADDRESS, max_length=300, label=gettext_lazy("Page"), widget=forms.HiddenInput)
    edition = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    words = forms.CharField(
        required=False,
        max_length=2000,
        label=gettext_lazy("The words that are wrong"),
        widget=forms.Textarea({"rows": 3}),
    )
    message = forms.CharField(
        max_length=2000, label=gettext_lazy("What is wrong with them?"), widget=forms.Textarea({"rows": 5})
    )


PREFILLED = ("address", "edition", "words")


def _prefilled(request: HttpRequest) -> dict[str, str]:
    """What the link to the form says of the page; only a page of this site is believed."""
    given = {name: request.GET.get(name, "") for name in PREFILLED}
    return given if ADDRESS.match(given["address"]) else {**given, "address": "/"}


@never_cache
def report(request: HttpRequest) -> HttpResponse:
    """The form; then a word of thanks."""
    form = MistakeForm(request.POST or None, initial=_prefilled(request))
    about = gettext("Tell the editors what is wrong on a page.")
    head = Head(gettext("Report a mistake"), about, is_kept=False, has_forms=False)
    context = {"head": head, "form": form, "problem": "", "is_sent": False}
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            reporting_mistakes.report(
                address=given["address"],
                words=given["words"],
                edition_label=given["edition"],
                message=given["message"],
                remote=visitor_address(request),
            )
        except reporting_mistakes.TooManyError as error:
            response = render(request, "report.html", {**context, "problem": str(error)}, status=429)
            response["Retry-After"] = str(reporting_mistakes.SECONDS)
            return response
        context["is_sent"] = True
    return render(request, "report.html", context)
