"""The pages of the desk on which an edition is published or withdrawn."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from rulings.admin.progress import Outcome, streamed
from rulings.admin.site import number, require
from rulings.models import Edition
from rulings.selectors.documents import note_of
from rulings.services import comparing, handing_over, manuscripts, publishing, reviewing
from rulings.services.publishing import Basis, PublishingError
from rulings.services.state import Progress

# Up to so many rulings, publishing takes seconds.
SHORT_WORK = 1_200


class PublishPages:
    """What the desk of editions shows of the last step."""

    def _page(self, request: HttpRequest, name: str, edition: Edition | None, **context: Any) -> HttpResponse:
        raise NotImplementedError

    def publish(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """A last summary; then publish. What would be lost or made is confirmed by typing the edition's name."""
        user = require(request, "rulings.publish_edition")
        edition = find_edition(pk)
        if edition.state != Edition.State.DRAFT:
            messages.error(request, f"{edition} is {edition.state}.")
            return redirect(address("change", edition))
        stops = comparing.stops_of(edition)
        done, total = reviewing.progress_of(edition)
        needs_another = settings.SECOND_PERSON and handing_over.handover_of(edition).owner == user
        if request.method == "POST" and needs_another:
            messages.error(request, "Nothing was published: on this site, somebody else must publish your draft.")
        elif request.method == "POST" and done < total:
            messages.error(request, f"Nothing was published: {total - done} of {total} decisions are missing.")
        elif request.method == "POST":
            if not stops or request.POST.get("confirmed", "").strip() == edition.label:
                version, current, decided = (
                    number(request.POST.get(name)) for name in ("version", "current", "decided")
                )
                basis = Basis(version, current or None, decided)
                return self._publish(request, edition, basis, user, note=request.POST.get("note", ""))
            messages.error(request, f"Nothing was published: type “{edition.label}” to confirm what is said below.")
        review = reviewing.review(edition)
        kept = [item.record for item in review.items if not item.is_rejected and not item.ours]
        ours: list[Any] = [
            {**item.record, "reason": item.our_reason} for item in review.items if item.is_rejected or item.ours
        ]
        context = {
            "review": review,
            "basis": publishing.basis_of(edition),
            "stops": stops,
            "note": note_of(kept, ours) if edition.document.current_id else "",
        }
        return self._page(request, "publish", edition, title=f"Publish {edition}", **context)

    def _publish(
        self, request: HttpRequest, edition: Edition, basis: Basis, user: User, *, note: str
    ) -> HttpResponseBase:
        def work(progress: Progress) -> Outcome:
            try:
                published, plan = publishing.publish(edition, basis=basis, user=user, progress=progress, note=note)
            except PublishingError as error:
                return str(error), address("publish", edition)
            return f"{published} is published: {plan}.", address("change", published)

        if len(manuscripts.read_edition(edition).rulings) > SHORT_WORK:
            return streamed(f"Publishing {edition}", work)
        sentence, where = work(lambda step: None)
        (messages.error if where == address("publish", edition) else messages.success)(request, sentence)
        return redirect(where)

    def withdraw(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Take the newest edition back, for a reason that readers see."""
        user = require(request, "rulings.publish_edition", post=True)
        edition = find_edition(pk)
        reason = request.POST.get("reason", "").strip()
        if not reason:
            messages.error(request, "Nothing was withdrawn: say why, for readers.")
            return redirect(address("change", edition))
        try:
            restored = publishing.withdraw(edition, user=user, reason=reason)
        except PublishingError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, f"{edition} was withdrawn. In force now: {restored or 'nothing'}.")
        return redirect(address("change", edition))


def find_edition(pk: int) -> Edition:
    """An edition with what the desk shows of it."""
    editions = Edition.objects.select_related("document__game", "document__current", "source")
    return get_object_or_404(editions, pk=pk)


def address(view: str, edition: Edition) -> str:
    """The address of a page of the desk."""
    return reverse(f"admin:rulings_edition_{view}", args=[edition.pk])
