"""Compresses what is sent, unless it is compressed already."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSED = ("application/gzip", "application/zip")


class CompressionMiddleware(GZipMiddleware):
    """Django's, but for files that are archives themselves."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a response."""
        if response.get("Content-Type", "").startswith(COMPRESSED):
            return response
        return super().process_response(request, response)
