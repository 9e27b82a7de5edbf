"""Who works on a draft, where it stands, and what people at the desk say to each other about it."""

import logging
from collections import defaultdict
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from rulings.models import Comment, Edition, Handover
from rulings.services import accounts, mailing, manuscripts, reviewing
from rulings.services.manuscripts import EditError, locked_draft

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Standing:
    """A draft as the start page shows it."""

    edition: Edition
    handover: Handover
    done: int
    total: int


def handover_of(edition: Edition) -> Handover:
    """Where a draft stands; in work by nobody, if nobody said anything."""
    return Handover.objects.filter(edition=edition).select_related("owner", "by").first() or Handover(edition=edition)


def take_over(edition: Edition, *, user: User) -> None:
    """Let somebody who takes in a draft own it, if nobody does."""
    Handover.objects.get_or_create(edition=edition, defaults={"owner": user, "by": user})


@transaction.atomic
def move_on(edition: Edition, stage: str, *, user: User) -> None:
    """Say where a draft stands: ready for somebody who may publish it, or sent back to its owner."""
    edition = locked_draft(edition)
    if stage not in Handover.Stage.values:
        raise EditError("A draft is in work, ready, or sent back.")
    if stage == Handover.Stage.BACK and not may_send_back(edition, user):
        raise EditError("Only its owner, or somebody who may publish it, sends a draft back.")
    if stage == Handover.Stage.READY and manuscripts.read_edition(edition).errors:
        raise EditError("The text has mistakes: put them right before you hand it over.")
    done, total = reviewing.progress_of(edition)
    if stage == Handover.Stage.READY and done < total:
        raise EditError(f"{total - done} of {total} decisions are missing: decide them before you hand it over.")
    Handover.objects.update_or_create(
        edition=edition,
        defaults={"stage": stage, "by": user},
        create_defaults={"stage": stage, "by": user, "owner": user},
    )
    accounts.note(user, edition, f"says: {Handover.Stage(stage).label}")
    if stage == Handover.Stage.READY:
        mailing.tell_of_ready(edition, user=user)


def may_send_back(edition: Edition, user: User) -> bool:
    """Whether somebody may take a draft back from those who publish it."""
    return handover_of(edition).owner in (None, user) or user.has_perm("rulings.publish_edition")


@transaction.atomic
def comment(edition: Edition, text: str, *, key: str = "", user: User) -> None:
    """Say something about a draft, or about one thing of it."""
    if not text.strip():
        raise EditError("Write something first.")
    edition = locked_draft(edition)
    Comment.objects.create(edition=edition, key=key, text=text.strip()[:2000], user=user)
    accounts.note(user, edition, f"commented: {text.strip()[:80]}")


def comments_by_key(edition: Edition) -> dict[str, list[Comment]]:
    """What was said about single changes of a draft."""
    found: dict[str, list[Comment]] = defaultdict(list)
    for one in edition.comments.exclude(key="").select_related("user"):
        found[one.key].append(one)
    return found


def standings() -> list[Standing]:
    """All drafts, those that wait for a publisher first."""
    drafts = Edition.objects.filter(state=Edition.State.DRAFT).select_related("document__game", "document__current")
    found = [Standing(one, handover_of(one), *_progress(one)) for one in drafts.order_by("-imported_at")]
    return sorted(found, key=lambda one: one.handover.stage != Handover.Stage.READY)


def _progress(edition: Edition) -> tuple[int, int]:
    """How much of a draft is decided; a draft that cannot be read any more must not hide the others."""
    try:
        return reviewing.progress_of(edition)
    except Exception:
        logger.exception("The progress of %s cannot be worked out.", edition)
        return 0, 0
