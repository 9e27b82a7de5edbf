"""Documents and their editions: where the rulings come from."""

from enum import StrEnum

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from importers.records import Authority
from rulings.models.catalogue import Game


def choices(words: type[StrEnum]) -> dict[str, str]:
    """The words of an enum, as a field offers them; how much weight a document carries reads in small letters."""
    return {word.value: word.value if words is Authority else word.value.capitalize() for word in words}


# The label of an edition of a document that prints none.
UNLABELLED = "unlabelled"
IS_DIGEST = Q(authority=Authority.DIGEST)


class DocumentQuerySet(models.QuerySet["Document"]):
    def published(self) -> "DocumentQuerySet":
        """Documents of which an edition is in force."""
        return self.filter(current__isnull=False)

    def shown(self) -> "DocumentQuerySet":
        """Published documents; not the digest of one that is here itself."""
        itself = Document.objects.published().exclude(IS_DIGEST).filter(game=OuterRef("game"), slug=OuterRef("slug"))
        return self.published().exclude(IS_DIGEST & Exists(itself))

    def at(self, game: str, slug: str) -> "DocumentQuerySet":
        """What shares an address: a document, and behind it its digest."""
        at_address = self.filter(game__slug=game, slug=slug).select_related("game", "current")
        return at_address.alias(comes_last=IS_DIGEST).order_by("comes_last")

    def locked(self, pk: int) -> "Document":
        """One document, for the transaction that changes its editions; others wait for it.

        What belongs to it is fetched afterwards: a join could still show it as it was before the wait.
        """
        return self.select_for_update().get(pk=pk)


class Document(models.Model):
    """Something that rules are printed in, over the years; or a digest of it, which stands in for it at its address."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="documents")
    title = models.CharField(max_length=200)
    slug = models.SlugField(max_length=80)
    authority = models.CharField(max_length=20, choices=choices(Authority))
    # How its editions are read, as an editor left it (TOML); empty: as the site ships it, or by a format.
    recipe = models.TextField(blank=True)
    # The edition in force: the newest published one.
    current = models.ForeignKey("Edition", on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ["title"]
        constraints = [
            models.UniqueConstraint(fields=["game", "slug"], condition=~IS_DIGEST, name="document_slug_unique_in_game"),
            models.UniqueConstraint(fields=["game", "slug"], condition=IS_DIGEST, name="digest_slug_unique_in_game"),
            models.CheckConstraint(
                condition=Q(authority__in=[word.value for word in Authority]), name="document_authority_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.title}{' digest' if self.is_digest else ''}"

    def get_absolute_url(self) -> str:
        return reverse("document", args=[self.game.slug, self.slug])

    @property
    def is_digest(self) -> bool:
        return self.authority == Authority.DIGEST


class Source(models.Model):
    """A file as it came, kept permanently; apart from its edition, so that no page fetches a whole document."""

    name = models.CharField(max_length=255)
    text = models.TextField()
    # Of a PDF or a web page: how its lines are set, and the file itself.
    layout = models.JSONField(null=True, blank=True)
    original = models.BinaryField(null=True, blank=True)
    # Of the file's bytes.
    sha256 = models.CharField(max_length=64, db_index=True)
    received_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class EditionQuerySet(models.QuerySet["Edition"]):
    def published(self) -> "EditionQuerySet":
        return self.filter(state=Edition.State.PUBLISHED)


class Edition(models.Model):
    """One published version of a document, with the source it was read from."""

    class State(models.TextChoices):
        DRAFT = "draft"
        PUBLISHED = "published"
        WITHDRAWN = "withdrawn"

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="editions")
    label = models.CharField(max_length=60)
    slug = models.CharField(max_length=80)
    date = models.DateField(null=True, blank=True)
    state = models.CharField(max_length=20, choices=State, default=State.DRAFT)
    # The order of publication within the document; none for a draft.
    position = models.PositiveIntegerField(null=True, blank=True)
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="editions")
    # The name of the importer that reads the source.
    format_name = models.CharField(max_length=40)
    # The recipe that the source was read by, as it was then.
    recipe = models.TextField(blank=True)
    # What was checked when the source was read: lines kept, words unchanged, and whether it reads back the same.
    gates = models.JSONField(default=dict, blank=True)
    # What the document says of its own origin.
    origin = models.TextField(blank=True)
    # Of a correction of ours: the edition whose import it corrects, and why.
    corrects = models.ForeignKey("self", on_delete=models.PROTECT, related_name="corrections", null=True, blank=True)
    reason = models.TextField(blank=True)
    # What an editor decided about pairs: [{"old": slug, "line": first line of the new one, "same": bool}]
    decisions = models.JSONField(default=list, blank=True)
    imported_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    # Why it was withdrawn, for readers.
    withdrawal_reason = models.TextField(blank=True)

    objects = EditionQuerySet.as_manager()

    class Meta:
        ordering = ["document", "position"]
        permissions = [("publish_edition", "Can publish, correct and withdraw editions")]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "slug"], condition=Q(state="published"), name="edition_slug_unique_when_published"
            ),
            models.UniqueConstraint(fields=["document", "position"], name="edition_position_unique_in_document"),
            models.CheckConstraint(
                condition=Q(state="draft", position=None, published_at=None, withdrawn_at=None)
                | Q(state="published", position__isnull=False, published_at__isnull=False, withdrawn_at=None)
                | Q(
                    state="withdrawn",
                    position__isnull=False,
                    published_at__isnull=False,
                    withdrawn_at__isnull=False,
                ),
                name="edition_state_agrees_with_its_dates",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.document} {self.slug if self.corrects_id else self.label}"

    def get_absolute_url(self) -> str:
        return reverse("edition", args=[self.document.game.slug, self.document.slug, self.slug])

    def is_of(self, document: Document) -> bool:
        """Whether it is an edition of a document, or of the digest at the same address."""
        own = self.document
        return own.pk == document.pk or (own.game_id, own.slug) == (document.game_id, document.slug)

    @property
    def version(self) -> str:
        """The label as people read it; empty where the document prints none."""
        return "" if self.label == UNLABELLED else self.label

    @property
    def title(self) -> str:
        """The document and the version: "FAQ 3.2"."""
        return f"{self.document.title} {self.version}".strip()


class Finding(models.Model):
    """Something that reading an edition's source came upon: a repair, lines that had no place, a doubt."""

    class Kind(models.TextChoices):
        LETTERS = "letters restored", "letters restored"
        ICON = "lost icon marked", "lost icons marked"
        MOVE = "lines moved", "lines moved to where they belong"
        SET = "set corrected", "errata moved to the right set"
        HEADING = "heading joined", "headings joined"
        ASIDE = "set aside", "lines set aside"
        COLUMN = "column named", "columns of tables named"
        LEFTOVER = "leftover", "lines without a place"
        WARNING = "warning", "remarks"

    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="findings")
    kind = models.CharField(max_length=20, choices=Kind)
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()
    # What stands in the source, and what was made of it or is to be said about it.
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)

    class Meta:
        ordering = ["edition", "first_line", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(last_line__gte=models.F("first_line")), name="finding_lines_in_order"),
        ]
        indexes = [models.Index(fields=["edition", "first_line"], name="finding_by_line")]

    def __str__(self) -> str:
        return f"{self.edition}, line {self.first_line}: {self.kind}"
