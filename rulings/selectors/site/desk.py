"""The start page of the editors' desk."""

from dataclasses import dataclass

from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import Count, Q, QuerySet

from importers.resolving import Status
from rulings.models import (
    Change,
    Document,
    Edition,
    MistakeReport,
    Reference,
    ShownCard,
    ShownRuling,
    SiteState,
    UnansweredSearch,
)
from rulings.read_model.state import site_state

MOST = 8


@dataclass(frozen=True)
class StartPage:
    """What editors look at first."""

    # Documents with references that do not lead to exactly one thing, and how many.
    open_documents: QuerySet[Document]
    unanswered: QuerySet[UnansweredSearch]
    reports: QuerySet[MistakeReport]
    published: QuerySet[Edition]
    log: QuerySet[LogEntry]
    state: SiteState
    database: str
    rulings: int
    cards: int


def start_page() -> StartPage:
    """The state of the desk and of the site."""
    editions = Edition.objects.select_related("document__game")
    in_force = Q(rulings__changes__in=Change.objects.in_force())
    is_open = Q(rulings__changes__references__status__in=[Status.UNRESOLVED, Status.AMBIGUOUS])
    open_documents = Document.objects.shown().filter(in_force, is_open).select_related("game", "current")
    return StartPage(
        open_documents=open_documents.annotate(count=Count("rulings__changes__references")).order_by("-count"),
        reports=MistakeReport.objects.filter(is_done=False)[:MOST],
        unanswered=UnansweredSearch.objects.order_by("-count", "-last_asked_at")[:MOST],
        published=editions.filter(published_at__isnull=False).order_by("-published_at")[:MOST],
        log=LogEntry.objects.select_related("user", "content_type").order_by("-action_time")[:MOST],
        state=site_state(),
        database=connection.vendor,
        rulings=ShownRuling.objects.count(),
        cards=ShownCard.objects.count(),
    )


def open_references(document: Document) -> QuerySet[Reference]:
    """The references of a document in force that do not lead to exactly one thing."""
    in_force = Reference.objects.filter(change__in=Change.objects.in_force(), change__ruling__document=document)
    return in_force.exclude(status=Status.RESOLVED).select_related("change__revision", "change__ruling__document__game")


def editable_at(address: str) -> tuple[str, int] | None:
    """What can be changed of a public page: the name of the desk's page for it, and the key of the entry."""
    path = address.split("?")[0].strip("/")
    parts = path.split("/")
    if "\x00" in path:
        return None
    if len(parts) == 4 and parts[1] == "cards":
        row = ShownCard.objects.filter(path=f"{parts[0]}/{parts[2]}/{parts[3]}").first()
        return ("card_change", row.pk) if row else None
    ruling = ShownRuling.objects.filter(path=path).first()
    return ("ruling_correct", ruling.pk) if ruling else None
