"""What is offered while somebody types: pages that it names, cards, sections, and the rulings that fit best."""

from dataclasses import dataclass

from importers.references import shown_text
from rulings.models import Change
from rulings.selectors.jumping import Jump
from rulings.selectors.searching import search

MOST = 8
SHORTEST = 2
MOST_RULINGS = 5


@dataclass(frozen=True)
class Suggestion:
    """A line below the search box."""

    kind: str
    title: str
    detail: str
    url: str


def complete(typed: str, *, game: str = "") -> list[Suggestion]:
    """The best few pages for what has been typed so far, each once."""
    if len(typed) < SHORTEST:
        return []
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
    offered += [_ruling(result.change) for result in page.results[:MOST_RULINGS]]
    by_url = {suggestion.url: suggestion for suggestion in reversed(offered)}
    return [one for one in offered if by_url.get(one.url) is one][:MOST]


def _jump(jump: Jump) -> Suggestion:
    return Suggestion("page", jump.title, jump.detail, jump.url)


def _ruling(change: Change) -> Suggestion:
    document = change.ruling.document
    detail = f"{document.game.name}, {document.title} {change.edition.label}"
    return Suggestion(change.ruling.kind, shown_text(str(change.revision)), detail, change.ruling.get_absolute_url())
