"""Template tags for the wording of rulings; built in to every template."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from rulings.models import Change, Edition, Revision
from rulings.selectors.documents import address_at
from rulings.selectors.wording import render_text, render_title, without_brackets

register = template.Library()


@register.filter
def as_html(revision: Revision) -> SafeString:
    """The text of a revision, with its references as links."""
    return mark_safe(render_text(revision))  # noqa: S308 - sanitised there


@register.filter
def title_as_html(revision: Revision) -> SafeString:
    """The title of a revision, with its references as links."""
    return mark_safe(render_title(revision))  # noqa: S308 - escaped there


@register.filter
def title_as_text(revision: Revision) -> str:
    """The title of a revision, to be a link itself."""
    return without_brackets(revision.title)


register.filter("without_brackets", without_brackets)


@register.simple_tag
def ruling_address(change: Change, edition: Edition | None = None) -> str:
    """The address of a ruling today, or as it stood in an edition."""
    return address_at(change, edition)
