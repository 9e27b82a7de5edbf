"""What pages of this site may not do in a browser."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Nothing here needs a camera, a place or a payment; the screen stays awake while a chart is followed.
NOT_USED = (
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
POLICY = ", ".join(f"{feature}=()" for feature in NOT_USED)


class PermissionsMiddleware:
    """Says so with every answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response
