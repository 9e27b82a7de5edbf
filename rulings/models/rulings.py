"""Rulings, their wording over the editions, and what they refer to."""

from django.db import models
from django.db.models import Case, F, Q, When
from django.urls import reverse

from importers.citing import Origin
from importers.records import Authority, ChangeKind, Kind, ListName, Scope
from importers.resolving import Status
from importers.targets import Target
from rulings.models.catalogue import Card
from rulings.models.sources import Document, Edition, choices

ORIGINS = {Origin.PRINTED.value: "printed in the document", Origin.FOUND.value: "found automatically"}


class Ruling(models.Model):
    """One thing a document says, with a permanent address; its wording is in its revisions."""

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField(max_length=20, choices=choices(Kind))
    scope = models.CharField(max_length=20, choices=choices(Scope), blank=True)
    list_name = models.CharField(max_length=20, choices=choices(ListName), blank=True)
    # Of a listing: the way of playing that it holds for; empty: all of them.
    format = models.CharField(max_length=40, blank=True)
    slug = models.CharField(max_length=120)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["document", "slug"], name="ruling_slug_unique_in_document"),
            models.CheckConstraint(
                condition=Q(kind="erratum", scope__in=["card", "general", "rulebook"])
                | (~Q(kind="erratum") & Q(scope="")),
                name="ruling_has_scope_if_erratum",
            ),
            models.CheckConstraint(
                condition=Q(kind="listing", list_name__in=["restricted", "banned"])
                | (~Q(kind="listing") & Q(list_name="")),
                name="ruling_is_on_list_if_listing",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["erratum", "listing", "clarification", "question", "step"]),
                name="ruling_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.document} {self.slug}"

    def get_absolute_url(self) -> str:
        return reverse("ruling", args=[self.document.game.slug, self.document.slug, self.slug])


class Revision(models.Model):
    """The wording of one ruling, from the edition that introduced it on. Never updated, never deleted."""

    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="revisions")
    # The edition that introduced it.
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="revisions")
    # The printed label: "2.11", "ST.3".
    key = models.CharField(max_length=40, blank=True)
    title = models.TextField()
    text = models.TextField(blank=True)
    heading_path = models.JSONField(default=list)
    # The cards it is about, as printed: [{"name", "set", "pack", "number"}]
    cards = models.JSONField(default=list, blank=True)
    version_tag = models.CharField(max_length=40, blank=True)
    reverses_official = models.BooleanField(default=False)
    authority = models.CharField(max_length=20, choices=choices(Authority))
    # Of a step: how deep it is nested, and the window that opens after it.
    depth = models.PositiveSmallIntegerField(default=0)
    window_after = models.CharField(max_length=200, blank=True)
    # Of a digest: what is shown in short next to the official text, and a remark of ours.
    short = models.TextField(blank=True)
    note = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ruling", "edition"], name="revision_unique_in_edition"),
            models.CheckConstraint(
                condition=Q(authority__in=[word.value for word in Authority]), name="revision_authority_known"
            ),
            models.CheckConstraint(condition=~Q(title=""), name="revision_has_title"),
        ]
        indexes = [models.Index(fields=["key"], name="revision_by_key")]

    def __str__(self) -> str:
        return f"({self.key}) {self.title}" if self.key else self.title


class ChangeQuerySet(models.QuerySet["Change"]):
    def in_published_editions(self) -> "ChangeQuerySet":
        return self.filter(edition__state=Edition.State.PUBLISHED)

    def in_force(self) -> "ChangeQuerySet":
        """What stands in the newest edition of each document that is shown."""
        shown = Document.objects.shown()
        return self.filter(edition__in=shown.values("current"), revision__isnull=False)

    def standing(self) -> "ChangeQuerySet":
        """All but the removals: what an edition contains."""
        return self.filter(revision__isnull=False)

    def as_corrected_last(self) -> "ChangeQuerySet":
        """Of an edition that we have corrected, only what stands in the last correction."""
        same = Q(corrects=models.OuterRef("edition")) | Q(corrects=models.OuterRef("edition__corrects"))
        later = Edition.objects.published().filter(same, position__gt=models.OuterRef("edition__position"))
        return self.exclude(models.Exists(later))

    def news(self) -> "ChangeQuerySet":
        """All but what stayed the same."""
        return self.exclude(kind=ChangeKind.SAME)

    def heaviest_first(self) -> "ChangeQuerySet":
        """Official before unofficial before digest, then in the order of the documents."""
        weights = [
            When(revision__authority=value, then=weight)
            for weight, value in enumerate([word.value for word in Authority])
        ]
        return self.order_by(Case(*weights, output_field=models.IntegerField()), "ruling__document", "position")

    def with_ruling(self) -> "ChangeQuerySet":
        """Fetch what it takes to show and address each ruling."""
        return self.select_related("revision", "ruling__document__game", "edition")


class Change(models.Model):
    """What an edition did to a ruling, and which revision is in force from it on. Never updated, never deleted."""

    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="changes")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="changes")
    kind = models.CharField(max_length=20, choices=choices(ChangeKind))
    # None when the ruling was removed.
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="changes", null=True)
    # The revision in force before; none when the ruling was added.
    previous = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="next_changes", null=True)
    # The place in the edition, and the lines of its source.
    position = models.PositiveIntegerField()
    first_line = models.PositiveIntegerField(null=True)
    last_line = models.PositiveIntegerField(null=True)
    # Lines that belong to it and stand elsewhere: [[first, last]]; and the page of the file, where it has pages.
    more_lines = models.JSONField(default=list, blank=True)
    page = models.PositiveIntegerField(null=True)
    # Whether the source marks it as changed.
    is_marked = models.BooleanField(default=False)
    # Of a correction of ours: why, for readers.
    reason = models.TextField(blank=True)

    objects = ChangeQuerySet.as_manager()

    class Meta:
        ordering = ["edition", "position"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "ruling"], name="change_unique_in_edition"),
            models.CheckConstraint(
                condition=Q(kind="added", revision__isnull=False, previous__isnull=True)
                | Q(kind__in=["reworded", "moved"], revision__isnull=False, previous__isnull=False)
                | Q(kind="removed", revision__isnull=True, previous__isnull=False)
                | Q(kind="same", revision=F("previous"), previous__isnull=False),
                name="change_kind_agrees_with_revisions",
            ),
            models.CheckConstraint(
                condition=Q(first_line=None, last_line=None) | Q(last_line__gte=F("first_line")),
                name="change_lines_in_order",
            ),
        ]
        indexes = [models.Index(fields=["edition", "position"], name="change_by_place")]

    def __str__(self) -> str:
        return f"{self.edition}: {self.kind} {self.ruling.slug}"


class Summary(models.Model):
    """A wording in short: what the digest of its document says in the same place. Written again when either changes."""

    revision = models.OneToOneField(Revision, on_delete=models.PROTECT, related_name="summary")
    digest = models.ForeignKey(Change, on_delete=models.PROTECT, related_name="summaries")

    class Meta:
        verbose_name_plural = "summaries"

    def __str__(self) -> str:
        return f"{self.revision} in short"


class Reference(models.Model):
    """A link from a revision, as it is read in one edition, to a card or to another ruling."""

    class Place(models.TextChoices):
        """Where a revision refers: in the cards it is about, in its title, or in its text."""

        SUBJECT = "subject"
        TITLE = "title"
        TEXT = "text"

    change = models.ForeignKey(Change, on_delete=models.PROTECT, related_name="references")
    origin = models.CharField(max_length=20, choices=ORIGINS, default=Origin.PRINTED)
    status = models.CharField(max_length=20, choices=choices(Status))
    leads_to = models.CharField(max_length=20, choices=choices(Target))
    place = models.CharField(max_length=20, choices=Place)
    # In a title or text: from which character to which.
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    # What the text shows, and the card or label that it names.
    label = models.TextField()
    target = models.TextField()
    position = models.PositiveIntegerField(default=0)
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="references", null=True, blank=True)
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="cited_by", null=True, blank=True)

    class Meta:
        ordering = ["change", "position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="resolved", leads_to="card", card__isnull=False, ruling__isnull=True)
                | Q(status="resolved", leads_to="ruling", card__isnull=True, ruling__isnull=False)
                | Q(status__in=["ambiguous", "unresolved"], card__isnull=True, ruling__isnull=True),
                name="reference_leads_somewhere_if_resolved",
            ),
            models.CheckConstraint(
                condition=Q(place="subject", start=None, end=None) | Q(place__in=["title", "text"], end__gt=F("start")),
                name="reference_has_a_range_if_in_text",
            ),
            models.CheckConstraint(condition=Q(origin__in=["printed", "found"]), name="reference_origin_known"),
            models.UniqueConstraint(fields=["change", "position"], name="reference_position_unique"),
        ]

    def __str__(self) -> str:
        return self.label
