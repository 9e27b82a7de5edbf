"""The answer to a question, quoted from the ruling that gives it; only where words and meaning agree on it. And what a
label or a chart that a search names outright says."""

from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext

from importers.folding import fold
from importers.records import Authority, Kind
from rulings.diffing.answers import VERDICT, reversal
from rulings.models import ShownRuling
from rulings.read_model.rows import LONGEST_TITLE
from rulings.read_model.stored import rulings_in
from rulings.read_model.wording import LOST
from rulings.selectors.search.answers import Answer, dated
from rulings.selectors.search.fusing import Ranking
from rulings.selectors.search.results import SENTENCE_END, Jump, best_passage
from rulings.selectors.site.frames import document_frame

# How far a ruling must be ahead of the next one to be the answer, and to be probably the answer.
SURE, PROBABLE = 0.3, 0.12


def quoted_answer(ruling: Any, ranking: Ranking, terms: Collection[str]) -> Answer | None:
    """What the first ruling says, word for word; none if it is not certain enough that it answers."""
    if not ranking.agree or ranking.margin < PROBABLE:
        return None
    text = " ".join(ruling["plain"].replace("• ", "").split())
    words = _quoted(text, terms)
    # What a lost icon stood for may be what was asked.
    if not words or LOST in words or _is_added(ruling) or _is_contradicted(ruling):
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


def named_answers(jumps: Sequence[Jump]) -> list[Answer]:
    """What the one label or chart says that a search names outright."""
    labelled = [jump for jump in jumps if jump.labelled]
    if len(labelled) == 1:
        ruling = labelled[0].labelled
        said = best_passage(" ".join(ruling["plain"].replace("• ", "").split()), ())
        if said and LOST not in said:
            return [Answer(f"{labelled[0].title}: {said}", ruling["url"], source=_source(ruling))]
    charts = [jump for jump in jumps if jump.type == "chart"]
    return [Answer(f"{one.title}, {one.detail}", one.url) for one in charts] if len(charts) == 1 else []


def _quoted(text: str, terms: Collection[str]) -> str:
    """The passage that answers best; "Yes" or "No", where the ruling begins so, stays in front."""
    passage = best_passage(text, terms)
    first = SENTENCE_END.split(text)[0]
    if passage.startswith("… ") and VERDICT.match(first):
        return f"{first} {passage}"
    return passage


def _is_added(ruling: Any) -> bool:
    """Whether it is a note of somebody else in an official document."""
    document = document_frame(ruling["game"], ruling["document"])
    own = document["authority"] if document else Authority.UNOFFICIAL
    return bool(ruling["authority"] == Authority.UNOFFICIAL != own)


def _is_contradicted(ruling: Any) -> bool:
    """Whether the same question has been answered with Yes and with No."""
    same = ShownRuling.objects.filter(game__slug=ruling["game"], title=fold(ruling["plain_title"])[:LONGEST_TITLE])
    return any(reversal(other["plain"], ruling["plain"]) for other in rulings_in(same.order_by("pk")))


def _source(ruling: Any) -> str:
    """Where it is written: the game, the edition and its age, the label, and how much weight it carries."""
    is_ours = ruling["ours"] or ruling["authority"] == Authority.DIGEST
    weight = gettext("in our words") if is_ours else gettext(ruling["authority"])
    label = ruling["key"] or ("" if ruling["kind"] == Kind.QUESTION else ruling["plain_title"])
    document = document_frame(ruling["game"], ruling["document"])
    edition = dated(document["current"]) if document else ruling["edition_title"]
    since = gettext(", since %(edition)s") % {"edition": ruling["unchanged_since"]} if ruling["unchanged_since"] else ""
    reverses = gettext(", reverses what was official") if ruling["reverses_official"] else ""
    return f"{ruling['game_name']}, {edition}{f', {label}' if label else ''} ({weight}{since}{reverses})"
