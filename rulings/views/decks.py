"""The deck check; what is pasted is answered and forgotten."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from rulings.selectors.decks import DeckError, check_deck, editions_to_check
from rulings.views.heads import Head

LONGEST = 60_000
LONGEST_CHOICE = 300
ABOUT = (
    "Paste a deck and see whether it is legal by the restricted and banned lists, every erratum and ruling that "
    "touches it on one sheet, and what changed for it between two editions."
)


# Nothing is kept and nobody is signed in: there is nothing that a forged form could do.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deck_check(request: HttpRequest) -> HttpResponse:
    """The form, and what is known about the deck that was pasted into it."""
    chosen = {name: request.POST.get(name, "")[:LONGEST_CHOICE] for name in ("game", "edition", "since")}
    text, error, checked = "", "", None
    if request.method == "POST":
        try:
            text = _pasted(request)
            checked = check_deck(text, **chosen)
        except DeckError as refusal:
            error = str(refusal)
    context: dict[str, Any] = {
        "head": Head("Check a deck", ABOUT, is_kept=checked is None),
        "text": text,
        "chosen": chosen,
        "choices": editions_to_check(),
        "error": error,
        "check": checked,
        "at": checked.at if checked else None,
    }
    return render(request, "deck_check.html", context, status=422 if error else 200)


def _pasted(request: HttpRequest) -> str:
    """The text that was pasted, or that of the file that was chosen."""
    uploaded = request.FILES.get("file")
    if uploaded is None:
        text = request.POST.get("deck", "")
    else:
        text = uploaded.read(LONGEST + 1).decode("utf-8-sig", errors="replace")
    if len(text) > LONGEST:
        raise DeckError(f"This is longer than {LONGEST:,} characters: is it a deck list?")
    return text.replace("\x00", "")
