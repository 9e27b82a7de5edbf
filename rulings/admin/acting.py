"""What editors do to a draft with one click: about a change, an alarm, a pair, a leftover, or the draft itself."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from rulings.admin.publish_pages import address, find_edition
from rulings.admin.site import number, require
from rulings.models import Edition
from rulings.services import deciding, handing_over, manuscripts, reviewing
from rulings.services.manuscripts import ConflictError, EditError

# What parts the changes of a group in one field: a form has no room for thousands of fields.
BETWEEN = "\t"


class ActPages:
    """The address to which the buttons of a review post."""

    def act(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Do one thing to a draft: about a change, an alarm, a pair, a leftover or a reference."""
        user = require(request, "rulings.change_edition", post=True)
        edition = find_edition(pk)
        given = request.POST
        version = number(given.get("version"))
        key = given.get("key", "")
        pairs = [pair for value in given.getlist("seen") for pair in value.split(BETWEEN)]
        seen = [(one, mark) for one, _, mark in (pair.rpartition("#") for pair in pairs)]
        acts: dict[str, Callable[[], object]] = {
            "accept": lambda: deciding.accept(edition, seen, user=user),
            "reject": lambda: deciding.reject(edition, seen, reason=given.get("reason", ""), user=user),
            "undo": lambda: deciding.undo(edition, given.getlist("key") or [one for one, _ in seen], user=user),
            "again": lambda: deciding.decide_again(edition, user=user),
            "take-as": lambda: deciding.take_as(edition, key, version=version, user=user),
            "join": lambda: deciding.join(edition, old=given["old"], key=key, user=user),
            "split": lambda: deciding.split(edition, key, user=user),
            "stage": lambda: handing_over.move_on(edition, given["stage"], user=user),
            "comment": lambda: handing_over.comment(edition, given["text"], key=key, user=user),
            "assign": lambda: manuscripts.assign_leftover(
                edition, number(given["line"]), index=number(given["index"]), version=version, user=user
            ),
            "point": lambda: deciding.point(
                edition,
                number(given["index"]),
                label=given["label"],
                target=given["target"].strip(),
                version=version,
                user=user,
            ),
        }
        problem = ""
        try:
            acts[given["action"]]()
        except ConflictError as conflict:
            problem = f"{conflict} Nothing was overwritten: look at the draft as it is now."
        except EditError as error:
            problem = str(error)
        except (KeyError, IndexError):
            problem = "This could not be done: look at the draft again."
        if request.headers.get("Accept") == "application/json":
            return self._answer(edition, problem, user)
        (messages.error if problem else messages.success)(request, problem or "Done.")
        return redirect(f"{address('change', edition)}?{given.get('back', '')}#{given.get('place', '')}")

    def _answer(self, edition: Edition, problem: str, user: User) -> JsonResponse:
        """What a script needs to go on in place."""
        if problem:
            return JsonResponse({"problem": problem}, status=409)
        done, total = reviewing.progress_of(edition)
        return JsonResponse({"left": total - done, "by": user.get_username()})
