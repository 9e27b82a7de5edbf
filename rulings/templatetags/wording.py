"""Template tags for the wording of rulings; built in to every template."""

from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from importers.folding import fold_title
from importers.references import shown_text
from rulings.diffing.replacements import Replacement, find_replacements
from rulings.models import Card, Change, Edition, Reference
from rulings.selectors.plain import plain_title
from rulings.selectors.timing import without_answer
from rulings.selectors.wording import (
    address_at,
    render_summary,
    render_text,
    render_title,
    summary_of,
)

register = template.Library()
register.filter(plain_title)


@register.filter
def text_as_html(change: Change, at: Edition | None = None) -> SafeString:
    """The text of a ruling with its references as links, to today's rulings or to those of an edition."""
    return mark_safe(render_text(change, at=at))  # noqa: S308 - sanitised there


@register.filter
def title_as_html(change: Change, at: Edition | None = None) -> SafeString:
    """The title of a ruling with its references as links."""
    return mark_safe(render_title(change, at=at))  # noqa: S308 - escaped there


@register.inclusion_tag("_in_short.html")
def in_short(change: Change) -> dict[str, str]:
    """What the digest says of a ruling, above its own wording; and of which edition, if it is another one."""
    summary = summary_of(change)
    if summary is None:
        return {}
    label = summary.digest.edition.label
    html = mark_safe(render_summary(summary))  # noqa: S308 - sanitised there
    authority = change.revision.get_authority_display() if change.revision and change.revision.text else ""
    return {"html": html, "as_of": label if label != change.edition.label else "", "authority": authority}


@register.filter
def printed_for(change: Change, card: Card | None) -> list[Card]:
    """The cards that a ruling names, if a card that it is shown for only shares their title."""
    named = [reference.card for reference in subjects(change) if reference.card]
    return [] if card is None or card in named else named


@register.filter
def first_card(change: Change) -> Card | None:
    """The first card that a ruling is about and that is known."""
    return next((reference.card for reference in subjects(change) if reference.card), None)


@register.simple_tag
def listed_name(change: Change) -> str:
    """The name of the card that a listing is about; the title of one that is about several."""
    names = {reference.card.name for reference in subjects(change) if reference.card}
    title = plain_title(change.revision.title) if change.revision else ""
    is_misprinted = len(names) == 1 and fold_title(title) not in map(fold_title, names)
    return names.pop() if is_misprinted else title


@register.filter
def replacements(change: Change) -> list[Replacement]:
    """What an erratum replaces and by what, where it prints both."""
    is_erratum = change.ruling.kind == "erratum" and change.revision is not None
    return find_replacements(shown_text(change.revision.text)) if is_erratum and change.revision else []


@register.filter
def action_as_html(change: Change, at: Edition | None = None) -> SafeString:
    """What an action does, without what it says of attacks of opportunity."""
    return mark_safe(without_answer(render_text(change, at=at)))  # noqa: S308 - sanitised there


@register.filter
def subjects(change: Change) -> list[Reference]:
    """The cards that a ruling is about, found or not."""
    return [reference for reference in change.references.all() if reference.place == Reference.Place.SUBJECT]


@register.filter
def if_it_stands_in(edition: Edition | None, change: Change) -> Edition | None:
    """An edition, if a ruling is read in it."""
    return edition if edition and change.edition_id == edition.pk else None


@register.simple_tag
def search_address(query: str, narrowing: dict[str, str], number: int) -> str:
    """The address of a page of results."""
    parameters = {"q": query, **{name.removesuffix("_name"): value for name, value in narrowing.items() if value}}
    return f"{reverse('search')}?{urlencode({**parameters, 'page': number})}"


@register.simple_tag
def ruling_address(change: Change, at: Edition | None = None) -> str:
    """The address of a ruling today, or as it stood in an edition."""
    return address_at(change.ruling, at)
