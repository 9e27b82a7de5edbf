"""Static files of another release: asked for while machines are renewed one after the other."""

import mimetypes
import re

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

# "css/site.0123456789ab.css"
HASHED = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")


@require_safe
def of_another_release(request: HttpRequest, path: str) -> HttpResponse:
    """What this release has under a name whose hash it does not know; not to be kept under that name."""
    plain = HASHED.sub("", path)
    if plain == path or ".." in path or not staticfiles_storage.exists(plain):
        raise Http404
    kind = mimetypes.guess_type(plain)[0] or "application/octet-stream"
    with staticfiles_storage.open(staticfiles_storage.url(plain).removeprefix(settings.STATIC_URL)) as file:
        return HttpResponse(file.read(), content_type=kind, headers={"Cache-Control": "no-store"})
