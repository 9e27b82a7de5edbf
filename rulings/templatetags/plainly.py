"""Template tags for pages in Markdown: links with whole addresses, and wordings whose references are such links."""

from collections.abc import Iterable

from django import template
from django.http import HttpRequest
from django.template.context import RequestContext
from django.template.defaultfilters import stringfilter

from rulings.diffing.words import Operation, Span
from rulings.models import Change, Edition
from rulings.selectors.citing import SPECIAL
from rulings.selectors.wording import address_at, markdown_text, summary_of

register = template.Library()
MARKS = {Operation.EQUAL: "", Operation.DELETE: "~~", Operation.INSERT: "**"}


@register.filter
@stringfilter
def escaped(text: str) -> str:
    """A text in which Markdown sees nothing but words."""
    return SPECIAL.sub(r"\\\1", text)


@register.filter
def nested(depth: int) -> str:
    """What an item of a nested list is indented by."""
    return "    " * depth


@register.simple_tag(takes_context=True)
def link(context: RequestContext, label: object, path: str) -> str:
    """A link to another page."""
    request: HttpRequest = context["request"]
    return f"[{escaped(str(label))}]({request.build_absolute_uri(path)})"


@register.simple_tag(takes_context=True)
def said(context: RequestContext, change: Change, at: Edition | None = None) -> str:
    """The text of a ruling."""
    request: HttpRequest = context["request"]
    return markdown_text(change, at=at or None, site=request.build_absolute_uri("/").rstrip("/"))


@register.simple_tag(takes_context=True)
def said_in_short(context: RequestContext, change: Change) -> str:
    """What the digest says of a ruling, as a quotation above its own wording."""
    summary = summary_of(change)
    if summary is None:
        return ""
    text = said(context, summary.digest) or escaped(str(summary.digest.revision))
    return "\n".join(f"> {line}".rstrip() for line in f"In short, in our words: {text}".split("\n"))


@register.simple_tag(takes_context=True)
def whole_address(context: RequestContext, change: Change, at: Edition | None = None) -> str:
    """The address of a ruling, with the site's name."""
    request: HttpRequest = context["request"]
    return request.build_absolute_uri(address_at(change.ruling, at or None))


@register.filter
def marked(spans: Iterable[Span]) -> str:
    """A difference: what was taken out is struck through, and what was put in is strong."""
    return "".join(_marked(span) for span in spans)


def _marked(span: Span) -> str:
    """Marks stand at words: around each line, without its outer spaces."""
    mark = MARKS[span.operation]
    lines = []
    for line in span.text.split("\n"):
        words = line.strip()
        before, after = line[: len(line) - len(line.lstrip())], line[len(line.rstrip()) :]
        lines.append(f"{before}{mark}{escaped(words)}{mark}{after}" if words else line)
    return "\n".join(lines)
