"""For those who watch the site: whether it is alive, whether it is ready, and figures."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rulings.selectors.site import checks, metrics
from rulings_site.proxies import visitor_address

WAIT = "10"


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """That this process answers."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Whether the database, the migrations and the disk are as they should be, and whether the index is up to date."""
    found = checks()
    is_ready = all(check.is_right for check in found if check.is_needed)
    response = JsonResponse(
        {"ready": is_ready, "checks": {one.name: {"ok": one.is_right, "detail": one.said} for one in found}},
        status=200 if is_ready else 503,
    )
    if not is_ready:
        response["Retry-After"] = WAIT
    return response


@never_cache
@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus: for this machine, or for those who know the token."""
    if not _may_see(request):
        return HttpResponse("Set METRICS_TOKEN, and send it as “Authorization: Bearer …”.\n", status=403)
    return HttpResponse(metrics(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _may_see(request: HttpRequest) -> bool:
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if settings.METRICS_TOKEN and constant_time_compare(token, settings.METRICS_TOKEN):
        return True
    try:
        return ipaddress.ip_address(visitor_address(request)).is_loopback
    except ValueError:
        return False
