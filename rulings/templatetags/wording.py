"""Template tags for the wording of rulings; built in to every template."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from importers.references import shown_text
from rulings.models import Change, Edition
from rulings.selectors.wording import address_at, render_text, render_title

register = template.Library()
register.filter("shown_text", shown_text)


@register.filter
def text_as_html(change: Change, at: Edition | None = None) -> SafeString:
    """The text of a ruling with its references as links, to today's rulings or to those of an edition."""
    return mark_safe(render_text(change, at=at))  # noqa: S308 - sanitised there


@register.filter
def title_as_html(change: Change, at: Edition | None = None) -> SafeString:
    """The title of a ruling with its references as links."""
    return mark_safe(render_title(change, at=at))  # noqa: S308 - escaped there


@register.simple_tag
def ruling_address(change: Change, at: Edition | None = None) -> str:
    """The address of a ruling today, or as it stood in an edition."""
    return address_at(change.ruling, at)
