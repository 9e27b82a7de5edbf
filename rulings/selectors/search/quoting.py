"""The answer to a question, quoted from the ruling that gives it; only where words and meaning agree on it."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext

from importers.records import Authority, Kind
from rulings.diffing.answers import VERDICT
from rulings.read_model.wording import LOST
from rulings.selectors.search.answers import Answer
from rulings.selectors.search.fusing import Ranking
from rulings.selectors.search.results import SENTENCE_END, best_passage

# How far a ruling must be ahead of the next one to be the answer, and to be probably the answer.
SURE, PROBABLE = 0.3, 0.12


def quoted_answer(ruling: Any, ranking: Ranking, terms: Collection[str]) -> Answer | None:
    """What the first ruling says, word for word; none if it is not certain enough that it answers."""
    if not ranking.agree or ranking.margin < PROBABLE:
        return None
    text = " ".join(ruling["plain"].replace("• ", "").split())
    words = _quoted(text, terms)
    # What a lost icon stood for may be what was asked.
    if not words or LOST in words:
        return None
    return Answer(
        words,
        ruling["url"],
        is_sure=ranking.margin >= SURE,
        source=_source(ruling),
        is_quoted=True,
        is_ours=bool(ruling["ours"]),
        # "Yes" answers what was asked there, which may be put the other way round here.
        asked=ruling["plain_title"] if ruling["kind"] == Kind.QUESTION else "",
    )


def _quoted(text: str, terms: Collection[str]) -> str:
    """The passage that answers best; "Yes" or "No", where the ruling begins so, stays in front."""
    passage = best_passage(text, terms)
    first = SENTENCE_END.split(text)[0]
    if passage.startswith("… ") and VERDICT.match(first):
        return f"{first} {passage}"
    return passage


def _source(ruling: Any) -> str:
    """Where it is written: the game, the edition, the label, and how much weight it carries."""
    is_ours = ruling["ours"] or ruling["authority"] == Authority.DIGEST
    weight = gettext("in our words") if is_ours else gettext(ruling["authority"])
    label = ruling["key"] or ("" if ruling["kind"] == Kind.QUESTION else ruling["plain_title"])
    return f"{ruling['game_name']}, {ruling['edition_title']}{f', {label}' if label else ''} ({weight})"
