"""What is offered while somebody types: pages that it names, cards, sections, and the rulings that fit best."""

from dataclasses import dataclass

from importers.folding import fold
from rulings.models import Change, Edition
from rulings.selectors.jumping import Jump
from rulings.selectors.names import ruling_titles
from rulings.selectors.plain import plain_title
from rulings.selectors.searching import search
from rulings.selectors.state import site_state
from rulings.selectors.wording import address_at

MOST = 8
SHORTEST = 2
SHORTEST_PREFIX = 3
MOST_RULINGS = 5
# The kinds of suggestions that what is typed names.
NAMED = ("page", "card")


@dataclass(frozen=True)
class Suggestion:
    """A line below the search box."""

    kind: str
    title: str
    detail: str
    url: str


def complete(typed: str, *, game: str = "", first: str = "") -> list[Suggestion]:
    """The best few pages for what has been typed so far, each once; of one game, or those of one game first."""
    if len(typed) < SHORTEST:
        return []
    if first:
        near, far = complete(typed, game=first), complete(typed)
        # A card of another game still goes before what only has the same words.
        named = [one for one in (*near, *far) if one.kind in NAMED]
        return list({one.url: one for one in (*named, *near, *far)}.values())[:MOST]
    page = search(typed, game=game)
    offered = [_jump(jump) for jump in page.jumps]
    offered += [
        Suggestion(
            "card",
            card.name,
            " ".join(filter(None, (card.card_set.game.name + ",", card.card_set.name, card.number))),
            card.get_absolute_url(),
        )
        for card in page.cards
    ]
    offered += [_ruling(change) for change in _with_titles(typed, game)]
    offered += [_ruling(result.change, result.at) for result in page.results[:MOST_RULINGS]]
    by_url = {suggestion.url: suggestion for suggestion in reversed(offered)}
    return [one for one in offered if by_url.get(one.url) is one][:MOST]


def _jump(jump: Jump) -> Suggestion:
    return Suggestion("page", plain_title(jump.title), jump.detail, jump.url)


def _with_titles(typed: str, game: str) -> list[Change]:
    """The sections and questions whose titles have these words, the last of them perhaps unfinished."""
    *whole, last = fold(typed).split() or [""]
    if len(last) < SHORTEST_PREFIX:
        return []
    wanted = [f" {word} " for word in whole] + [f" {last}"]
    titles = ruling_titles(site_state().generation, game)
    found = [pks[0] for title, pks in titles.items() if all(part in f" {title} " for part in wanted)]
    return list(Change.objects.filter(pk__in=found[:MOST]).with_ruling())


def _ruling(change: Change, at: Edition | None = None) -> Suggestion:
    document = change.ruling.document
    kind = change.ruling.get_list_name_display() or change.ruling.get_kind_display()
    title = plain_title(f"{change.revision.key} {change.revision.title}".strip()) if change.revision else ""
    detail = f"{kind}, {document.game.name} {change.edition.title}"
    return Suggestion(change.ruling.kind, title, detail, address_at(change.ruling, at))
