"""A document as a strip: its rulings in their order, shaded by what last touched each of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import orjson
from django.utils.translation import ngettext

from rulings.models import ShownRuling
from rulings.read_model import addresses
from rulings.selectors.documents.contents import LISTED
from rulings.selectors.documents.reading import Reading, editions_of

# In units of the picture; and how many shades there are, the newest the strongest.
WIDTH, SHADES = 700, 5


@dataclass(frozen=True)
class Stretch:
    """Rulings in a row that the same edition touched last."""

    x: float
    width: float
    shade: int
    url: str
    said: str


@dataclass(frozen=True)
class Strip:
    stretches: list[Stretch]
    # What touched how many of them last, the newest first, with its shade.
    legend: list[tuple[str, int, int]]
    width: int = WIDTH


def strip_of(reading: Reading, *, number: int = 1) -> Strip | None:
    """The strip of the edition in force, as far as a page of its contents; none where one thing touched everything."""
    if reading.at is not None:
        return None
    rows = ShownRuling.objects.filter(document=reading.document["pk"]).order_by("position")
    page = rows.values_list("path", "tag", "history")[(number - 1) * LISTED : number * LISTED]
    places = [(path, tag, orjson.loads(history)) for path, tag, history in page]
    titles = [one["title"] for one in editions_of(reading.document)]
    if len(titles) > 1:
        touched = [(path, history[0]["edition_title"] if history else "") for path, _, history in places]
        order = titles
    else:
        touched = [(path, tag) for path, tag, _ in places]
        order = sorted({tag for _, tag in touched if tag}, key=_version, reverse=True)
    counts = Counter(by for _, by in touched)
    if len(counts) < 2:
        return None
    shades = {by: max(1, SHADES - place) for place, by in enumerate(one for one in order if one in counts)}
    legend = [(by, counts[by], shade) for by, shade in shades.items()]
    return Strip(list(_stretches(touched, shades)), legend)


def _stretches(touched: Sequence[tuple[str, str]], shades: dict[str, int]) -> Iterator[Stretch]:
    unit, x = WIDTH / len(touched), 0.0
    for by, run in groupby(touched, key=lambda pair: pair[1]):
        paths = [path for path, _ in run]
        width = round(unit * len(paths), 2)
        count = len(paths)
        told = ngettext("%(count)s ruling", "%(count)s rulings", count) % {"count": count}
        said = f"{by}: {told}" if by else told
        yield Stretch(round(x, 2), width, shades.get(by, 0), addresses.path(paths[0]), said)
        x += width


def _version(tag: str) -> list[int]:
    """By the numbers of "v1.10"."""
    return [int(part) for part in "".join(sign if sign.isdigit() else " " for sign in tag).split()]
