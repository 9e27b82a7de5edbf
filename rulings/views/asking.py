"""What the addresses of pages may ask for behind the question mark."""

from django.http import HttpRequest

LONGEST = 80


def text(request: HttpRequest, name: str, *, length: int = LONGEST) -> str:
    """A parameter as text, without what no text has."""
    return request.GET.get(name, "").replace("\x00", "")[:length].strip()


def page_number(request: HttpRequest) -> int:
    """Which page is asked for; the first, if that is no number."""
    number = request.GET.get("page", "1")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 1
