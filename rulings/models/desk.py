"""The editors' desk: the text of a draft as it is being worked on, and addresses that lead elsewhere now."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from rulings.models.catalogue import Card, CardSet, Game
from rulings.models.sources import Edition


class Manuscript(models.Model):
    """What editors made of a draft: its text in the house format, and what they have decided."""

    edition = models.OneToOneField(Edition, on_delete=models.CASCADE, related_name="manuscript")
    # Empty while nothing has been edited: then the source speaks for itself.
    text = models.TextField(blank=True)
    # Counts the saves, so that two editors notice each other.
    version = models.PositiveIntegerField(default=0)
    edited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    edited_at = models.DateTimeField(auto_now=True)
    # The first lines of leftovers that were given to a ruling.
    assigned = models.JSONField(default=list, blank=True)
    # What the review shows, worked out once for a basis: derived, and disposable. By its key, what was seen of each
    # change and alarm.
    review = models.JSONField(null=True, blank=True)
    marks = models.JSONField(default=dict, blank=True)
    basis = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.edition}, version {self.version}"


class Handover(models.Model):
    """Where the work on a draft stands: whose it is, and whether it waits for somebody who may publish it."""

    class Stage(models.TextChoices):
        WORK = "in work", "in work"
        READY = "ready", "ready for publishing"
        BACK = "sent back", "sent back"

    edition = models.OneToOneField(Edition, on_delete=models.CASCADE, related_name="handover")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.WORK)
    # Who said so last, and when.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True)
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.edition}: {self.stage}"


class Comment(models.Model):
    """What somebody at the desk says to the others, about a draft or one thing of it."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="comments")
    # The change or alarm that it is about; empty: the draft.
    key = models.CharField(max_length=300, blank=True)
    text = models.TextField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return self.text[:60]


class ReleaseNote(models.Model):
    """What an edition brought, for players; drafted by us, and edited by hand."""

    edition = models.OneToOneField(Edition, on_delete=models.CASCADE, related_name="release_note")
    text = models.TextField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.edition}: note"


class Announcement(models.Model):
    """An edition that is out, and not here yet: its readers are told, until it is published here."""

    document = models.OneToOneField("Document", on_delete=models.CASCADE, related_name="announcement")
    label = models.CharField(max_length=60)
    date = models.DateField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )

    def __str__(self) -> str:
        return f"{self.document} {self.label}"


class Confirmation(models.Model):
    """That somebody has looked at a ruling which cites another one, since that one changed: it still holds."""

    ruling = models.ForeignKey("Ruling", on_delete=models.CASCADE, related_name="confirmations")
    # The wording of what it cites, as it was seen.
    cited = models.ForeignKey("Revision", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ruling", "cited"], name="confirmation_unique")]

    def __str__(self) -> str:
        return f"{self.ruling} still holds with {self.cited}"


class MistakeReport(models.Model):
    """What a reader thinks is wrong on a page; no account, and nothing of theirs is kept but their words."""

    address = models.CharField(max_length=300)
    # What stood there, and in which edition.
    words = models.TextField(blank=True)
    edition_label = models.CharField(max_length=200, blank=True)
    message = models.TextField()
    at = models.DateTimeField(auto_now_add=True)
    is_done = models.BooleanField("done", default=False)

    class Meta:
        ordering = ["is_done", "-at"]

    def __str__(self) -> str:
        return f"{self.address}: {self.message[:60]}"


class Verdict(models.Model):
    """What an editor decided about one thing of a draft; it stays with the edition, for the next one to remember."""

    class Act(models.TextChoices):
        ACCEPTED = "accepted"
        REJECTED = "rejected"
        EDITED = "edited"

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="verdicts")
    # A change, an alarm, or an edited ruling.
    key = models.CharField(max_length=300)
    act = models.CharField(max_length=10, choices=Act)
    # What was seen, and what the source says of it: they change with the wording.
    mark = models.CharField(max_length=16)
    said = models.CharField(max_length=16, blank=True)
    # Why, for readers: of what is ours.
    reason = models.TextField(blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["edition", "key"], name="verdict_unique")]

    def __str__(self) -> str:
        return f"{self.key}: {self.act}"


class CardAlias(models.Model):
    """Another name under which documents cite a card: misspelt, or as it was known before a merge."""

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=200)
    # As documents cite it with that name; empty: as the card's own.
    set_name = models.CharField(max_length=200, blank=True)
    number = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name_plural = "card aliases"
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["card", "name", "set_name", "number"], name="card_alias_unique")]

    def __str__(self) -> str:
        return self.name


class FormerAddress(models.Model):
    """Where a card or set used to be, and what it was merged into."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="former_addresses")
    set_slug = models.CharField(max_length=80)
    # Empty: the address of the set itself.
    card_slug = models.CharField(max_length=120, blank=True)
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="former_addresses", null=True)
    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="former_addresses", null=True)

    class Meta:
        verbose_name_plural = "former addresses"
        constraints = [
            models.UniqueConstraint(fields=["game", "set_slug", "card_slug"], name="former_address_unique"),
            models.CheckConstraint(
                condition=Q(card__isnull=False, card_set=None) | Q(card=None, card_set__isnull=False),
                name="former_address_leads_somewhere",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game.slug}/{self.set_slug}/{self.card_slug}"
