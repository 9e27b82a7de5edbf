"""Who may do what: every view of the desk asks here."""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, QueryDict


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was filled in with; none if it is only shown."""
    return request.POST if request.method == "POST" else None


def require(request: HttpRequest, permission: str, *, post: bool = False) -> User:
    """The user, if they have a permission; nothing is changed by a mere look."""
    user = request.user
    if not isinstance(user, User) or not user.has_perm(permission) or (post and request.method != "POST"):
        raise PermissionDenied
    return user
