"""Template tags for pages in Markdown: links with whole addresses, and wordings whose references are such links."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.http import HttpRequest
from django.template.context import RequestContext
from django.template.defaultfilters import stringfilter

from rulings.diffing.words import Operation
from rulings.read_model.records.rulings import Span
from rulings.read_model.wording import SITE
from rulings.selectors.citations import escape

register = template.Library()
MARKS = {Operation.EQUAL: "", Operation.DELETE: "~~", Operation.INSERT: "**"}
escaped = register.filter("escaped", stringfilter(escape))


@register.filter
def nested(depth: int) -> str:
    """What an item of a nested list is indented by."""
    return "    " * depth


@register.simple_tag(takes_context=True)
def link(context: RequestContext, label: object, path: str) -> str:
    """A link to another page."""
    request: HttpRequest = context["request"]
    return f"[{escape(str(label))}]({request.build_absolute_uri(path)})"


@register.simple_tag(takes_context=True)
def said(context: RequestContext, ruling: Any) -> str:
    """The text of a ruling."""
    return str(ruling["markdown"].replace(SITE, _site(context)))


@register.simple_tag(takes_context=True)
def said_in_short(context: RequestContext, ruling: Any) -> str:
    """What the digest says of a ruling, as a quotation above its own wording."""
    if not ruling["short"]:
        return ""
    text = ruling["short"]["markdown"].replace(SITE, _site(context))
    return "\n".join(f"> {line}".rstrip() for line in f"In short, in our words: {text}".split("\n"))


@register.filter
def marked(spans: Iterable[Span]) -> str:
    """A difference: what was taken out is struck through, and what was put in is strong."""
    return "".join(_marked(span) for span in spans)


def _site(context: RequestContext) -> str:
    """The address of the site, without a slash behind it."""
    request: HttpRequest = context["request"]
    return request.build_absolute_uri("/").rstrip("/")


def _marked(span: Span) -> str:
    """Marks stand at words: around each line, without its outer spaces."""
    mark = MARKS[Operation(span["operation"])]
    lines = []
    for line in span["text"].split("\n"):
        words = line.strip()
        before, after = line[: len(line) - len(line.lstrip())], line[len(line.rstrip()) :]
        lines.append(f"{before}{mark}{escape(words)}{mark}{after}" if words else line)
    return "\n".join(lines)
