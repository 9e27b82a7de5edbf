"""The deck check; what is pasted is answered and forgotten."""

import codecs
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from rulings.selectors.cards import LONGEST_DECK, DeckError, check_deck, editions_to_check
from rulings.views.heads import Head

LONGEST_CHOICE = 300
# In bytes, with what a form puts around a file.
LARGEST_REQUEST = 5 * LONGEST_DECK
ABOUT = gettext_noop(
    "Paste a deck and see whether it is legal by the restricted and banned lists, every erratum and ruling that "
    "touches it on one sheet, and what changed for it between two editions."
)


# Nothing is kept and nobody is signed in: there is nothing that a forged form could do.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deck_check(request: HttpRequest) -> HttpResponse:
    """The form, and what is known about the deck that was pasted into it."""
    text, error, checked = "", "", None
    # From the page of a game, that game is chosen.
    chosen: dict[str, str] = {"game": request.GET.get("game", "")[:LONGEST_CHOICE]}
    if request.method == "POST":
        try:
            text = _pasted(request)
            chosen = {name: request.POST.get(name, "")[:LONGEST_CHOICE] for name in ("game", "edition", "since")}
            checked = check_deck(text, **chosen)
        except DeckError as refusal:
            error = str(refusal)
    context: dict[str, Any] = {
        "head": Head(gettext("Check a deck"), gettext(ABOUT), is_kept=checked is None),
        "text": text,
        "longest": LONGEST_DECK,
        "chosen": chosen,
        "choices": editions_to_check(),
        "error": error,
        "check": checked,
    }
    return render(request, "deck_check.html", context, status=422 if error else 200)


def _pasted(request: HttpRequest) -> str:
    """The text that was pasted, or that of the file that was chosen."""
    too_long = DeckError(
        gettext("This is longer than %(count)s characters: is it a deck list?") % {"count": f"{LONGEST_DECK:,}"}
    )
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_REQUEST:
        # Nothing of it is read.
        raise too_long
    uploaded = request.FILES.get("file")
    text = _decoded(uploaded.read()) if uploaded else request.POST.get("deck", "")
    if len(text) > LONGEST_DECK:
        raise too_long
    return text


def _decoded(data: bytes) -> str:
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if wide else "utf-8-sig", errors="replace")
