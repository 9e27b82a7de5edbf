"""The desk for effective texts: what an editor sees of a card with errata, and what can be decided about it."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from rulings.admin.site import posted, require
from rulings.models import Card, EffectiveDecision
from rulings.selectors.cards import CardPage, card_page, find_card
from rulings.services import effective_texts


class DecisionForm(forms.Form):
    """A decision about an effective text."""

    decision = forms.ChoiceField(
        choices=[
            ("confirmed", "It is right"),
            ("corrected", "It should read as below"),
            ("refused", "It cannot be put in: show both"),
        ],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8}), max_length=20_000)
    reason = forms.CharField(max_length=400, help_text="Readers see it.")
    basis = forms.CharField(required=False, widget=forms.HiddenInput)


@admin.register(EffectiveDecision)
class EffectiveAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Decisions are made on the page of a card; here they are listed, with the cards that wait for one."""

    list_display = ("card", "decision", "reason", "made_by", "made_at")
    change_list_template = "admin/rulings/effective/change_list.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("rulings.change_card"))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.decide)
        return [path("card/<int:pk>/", view, name="rulings_effective_card"), *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        waiting = effective_texts.to_be_checked()
        response: HttpResponse = super().changelist_view(request, {**(extra_context or {}), "waiting": waiting})
        return response

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        decision = get_object_or_404(EffectiveDecision, pk=object_id)
        return redirect("admin:rulings_effective_card", decision.card_id)

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What a card says now, step by step; and what an editor makes of it."""
        user = require(request, "rulings.change_card")
        card = get_object_or_404(Card.objects.select_related("card_set__game"), pk=pk)
        shown = card_page(find_card(card.card_set.game.slug, set_slug=card.card_set.slug, slug=card.slug))
        form = DecisionForm(posted(request) or None, initial={"text": shown.now, "basis": _basis(shown)})
        if request.method == "POST" and "take_back" in request.POST:
            effective_texts.take_back(card, user=user)
            messages.success(request, "Taken back: it is worked out again.")
            return redirect(request.path)
        if request.method == "POST" and "ruling" in request.POST:
            return self._correct(request)
        if request.method == "POST" and form.is_valid():
            try:
                values = form.cleaned_data
                effective_texts.decide(
                    card,
                    values["decision"],
                    user=user,
                    reason=values["reason"],
                    text=values["text"],
                    basis=values["basis"],
                )
            except effective_texts.EffectiveError as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, "Kept. It holds while the printed text and the errata stay the same.")
                return redirect(request.path)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"What {card} says now",
            "page": shown,
            "readings": [(one, _lines(one["ruling"])) for one in _errata(shown)],
            "form": form,
            "decision": EffectiveDecision.objects.filter(card=card).first(),
        }
        return TemplateResponse(request, "admin/rulings/effective/card.html", context)

    def _correct(self, request: HttpRequest) -> HttpResponse:
        """Let an erratum be read in another way."""
        user = require(request, "rulings.change_card")
        ruling, lines, reason = (request.POST.get(name, "")[:20_000] for name in ("ruling", "lines", "reading_reason"))
        try:
            effective_texts.correct_instructions(ruling, lines, user=user, reason=reason)
        except effective_texts.EffectiveError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, "The erratum is read in this way from now on.")
        return redirect(request.path)


def _basis(shown: CardPage) -> str:
    effective = shown.card["effective"]
    return effective["basis"] if effective else ""


def _errata(shown: CardPage) -> list[Any]:
    effective = shown.card["effective"]
    return list(effective["errata"]) if effective else []


def _lines(ruling: str) -> str:
    """How an erratum is read; nothing, if it is not in force any more."""
    try:
        return effective_texts.instructions_of(ruling)[1]
    except effective_texts.EffectiveError:
        return ""
