"""Template tags for what surrounds the wording: addresses, menus, citations, and the data for search engines."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import segno
from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.context import RequestContext
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JSONCatalog

from rulings.read_model.addresses import edition_id
from rulings.selectors.citations import Citation, Embed, Shared, cite, share_card, share_ruling
from rulings.selectors.documents import change_bar, life_line
from rulings.selectors.site import announcements
from rulings.services.pictures import digest_of

register = template.Library()
register.filter("id_of", edition_id)
register.simple_tag(life_line)
register.simple_tag(change_bar)
# What could end a script element early, or begin another one.
UNSAFE_IN_SCRIPTS = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


@register.simple_tag(takes_context=True)
def canonical(context: RequestContext) -> str:
    """The address under which a page is known."""
    request: HttpRequest = context["request"]
    # The other forms of a page are known by the page's address.
    path = re.sub(r"(?:/index)?\.md$", "/", request.path)
    asked = request.META["QUERY_STRING"]
    if path != request.path and asked:
        return request.build_absolute_uri(f"{path}?{asked}")
    return request.build_absolute_uri(context["head"].address(path))


@register.simple_tag
def languages() -> list[dict[str, Any]]:
    """The languages of the interface, each by its own name."""
    return [{"code": code, "name": name, "is_chosen": code == get_language()} for code, name in settings.LANGUAGES]


@register.simple_tag
def script_words() -> str:
    """What scripts say, in the language of the page, as JSON; nothing in English, which is what they are written in."""
    if get_language() == settings.LANGUAGE_CODE:
        return ""
    catalog = JSONCatalog(domain="djangojs", packages=None)
    catalog.translation = DjangoTranslation(get_language(), domain="djangojs", localedirs=settings.LOCALE_PATHS)
    return mark_safe(json.dumps(catalog.get_catalog(), ensure_ascii=False).translate(UNSAFE_IN_SCRIPTS))  # noqa: S308


@register.simple_tag(takes_context=True)
def absolute(context: RequestContext, path: str) -> str:
    """An address of this site with its scheme and host."""
    request: HttpRequest = context["request"]
    return request.build_absolute_uri(path)


@register.simple_tag(takes_context=True)
def absolute_url(context: RequestContext, name: str, *args: str) -> str:
    """The address of a page by its name, with scheme and host."""
    request: HttpRequest = context["request"]
    return request.build_absolute_uri(reverse(name, args=args))


@register.simple_tag(takes_context=True)
def absolute_static(context: RequestContext, path: str) -> str:
    """The address of a static file, with scheme and host."""
    request: HttpRequest = context["request"]
    return request.build_absolute_uri(static(path))


@register.simple_tag(takes_context=True)
def embed_code(context: RequestContext, title: str, path: str) -> str:
    """The HTML that shows a card or a ruling on the page of another site."""
    request: HttpRequest = context["request"]
    return render_to_string("_embed_code.html", {"embed": Embed(title, path)}, request).strip()


@register.simple_tag(takes_context=True)
def other_forms(context: RequestContext) -> dict[str, str]:
    """The addresses of a page as data and as Markdown; none where it has no such forms."""
    request: HttpRequest = context["request"]
    match = request.resolver_match
    if match is None or not match.url_name or not getattr(context.get("head"), "has_forms", False):
        return {}
    asked = f"?{request.META['QUERY_STRING']}" if request.META["QUERY_STRING"] else ""
    try:
        return {form: reverse(f"{match.url_name}.{form}", kwargs=match.kwargs) + asked for form in ("json", "md")}
    except NoReverseMatch:
        return {}


@register.simple_tag(takes_context=True)
def structured_data(context: RequestContext) -> SafeString:
    """What a page is, in the words of schema.org."""
    head, request = context["head"], context["request"]
    url = request.build_absolute_uri(head.address(request.path))
    page = {"@type": "WebPage", "name": head.title, "description": head.description, "url": url, **head.thing}
    graph: list[dict[str, Any]] = [page]
    if head.trail:
        steps = [*head.trail, (head.title, head.address(request.path))]
        items = [
            {"@type": "ListItem", "position": place, "name": name, "item": request.build_absolute_uri(path)}
            for place, (name, path) in enumerate(steps, 1)
        ]
        graph.append({"@type": "BreadcrumbList", "itemListElement": items})
    data = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False)
    return mark_safe(data.translate(UNSAFE_IN_SCRIPTS))  # noqa: S308 - nothing in it can end the script


@register.simple_tag(takes_context=True)
def citation(context: RequestContext, ruling: Any) -> Citation:
    """How to cite a ruling."""
    request: HttpRequest = context["request"]
    return cite(ruling, site=request.build_absolute_uri("/").rstrip("/"))


@register.simple_tag(takes_context=True)
def shared(context: RequestContext, thing: Any) -> Shared:
    """A card or a ruling to send to somebody."""
    request: HttpRequest = context["request"]
    share = share_ruling if "plain_title" in thing else share_card
    return share(thing, site=request.build_absolute_uri("/").rstrip("/"))


@register.simple_tag(takes_context=True)
def picture(context: RequestContext, thing: Any, path: str) -> str:
    """The address of the picture of a card or a ruling; another one when its words are others."""
    request: HttpRequest = context["request"]
    version = digest_of(shared(context, thing))[:8]
    return request.build_absolute_uri(f"{reverse('picture', args=[path.strip('/')])}?{version}")


@register.simple_tag(takes_context=True)
def code_to_scan(context: RequestContext, path: str) -> SafeString:
    """An address of this site as squares that a phone reads."""
    request: HttpRequest = context["request"]
    code = segno.make(request.build_absolute_uri(path), error="m", micro=False)
    drawn = code.svg_inline(scale=5, border=3, omitsize=True, light="#fff", svgclass="code-to-scan", lineclass=None)
    # Squares and nothing else: segno writes them.
    return mark_safe(drawn)  # noqa: S308


@register.simple_tag(takes_context=True)
def with_parameters(context: RequestContext, **changes: Any) -> str:
    """This address with some parameters changed; empty ones are left out, as is the number of a first page."""
    request: HttpRequest = context["request"]
    kept = {name: request.GET[name] for name in request.GET if name != "page"}
    wanted = {**kept, **changes}
    shown = {name: str(value) for name, value in wanted.items() if value not in ("", None, 1)}
    return f"{request.path}?{urlencode(shown)}" if shown else request.path


@register.simple_tag
def announced(document: dict[str, Any]) -> dict[str, Any] | None:
    """The edition of a document that is out and not here yet, if somebody has announced one."""
    return announcements().get(document["id"])
