"""The way back: which rulings cite a ruling."""

from collections import defaultdict
from collections.abc import Iterable

from rulings.models import Change, Edition


def citing(ruling_ids: Iterable[int], *, at: Edition | None = None) -> dict[int, list[Change]]:
    """For each of some rulings, those that refer to it, each once: in force, or in an edition."""
    changes = at.changes.standing() if at else Change.objects.in_force()
    found = changes.filter(references__ruling__in=list(ruling_ids))
    cited: dict[int, dict[int, None]] = defaultdict(dict)
    for change_id, ruling_id in found.values_list("pk", "references__ruling"):
        cited[change_id][ruling_id] = None
    by_ruling: dict[int, list[Change]] = defaultdict(list)
    for change in Change.objects.filter(pk__in=cited).with_ruling().order_by("ruling__document", "position"):
        for ruling_id in cited[change.pk]:
            by_ruling[ruling_id].append(change)
    return by_ruling
