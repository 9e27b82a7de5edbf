"""The journal: every request has an id, which its answer, its lines in the log and the page of an error carry."""

import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from rulings_site.proxies import visitor_address

HEADER = "X-Request-ID"
# What a proxy of ours may hand on.
HANDED_ON = re.compile(r"[\w-]{8,64}")
# What a record of Python's logging has by itself; everything else was said with it.
USUAL = {*vars(logging.makeLogRecord({})), "message", "request_id", "request"}

access = logging.getLogger("access")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


class JournalMiddleware:
    """Gives each request its id, and writes down what was answered where ACCESS_LOG is set."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.PROXIES else ""
        request.id = given if HANDED_ON.fullmatch(given) else secrets.token_hex(8)  # type: ignore[attr-defined]
        token, begun = _request_id.set(request.id), time.perf_counter()  # type: ignore[attr-defined]
        try:
            response = self.get_response(request)
            response[HEADER] = request.id  # type: ignore[attr-defined]
            said = {
                "method": request.method,
                "path": request.get_full_path(),
                "status": response.status_code,
                "ms": round((time.perf_counter() - begun) * 1000),
                "address": visitor_address(request),
            }
            access.info("%(method)s %(path)s %(status)s %(ms)s ms", said, extra=said)
            return response
        finally:
            _request_id.reset(token)


class RequestFilter(logging.Filter):
    """Puts the id of the request into each line that is written while it is answered."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = _request_id.get() or "-"
        return True


class JsonFormatter(logging.Formatter):
    """A line of the log as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
