"""The read model: what readers see, worked out when something is published. Derived, and disposable.

`record` is JSON of the shapes in rulings/read_model/records/; the other columns are what rows are found by.
"""

from django.db import models
from django.db.models import Q

from rulings.models.catalogue import Card, CardSet, Game, Pack
from rulings.models.rulings import Ruling
from rulings.models.sources import Document, Edition


class Shown(models.Model):
    """What all rows have in common."""

    record = models.TextField()
    # Of all columns: rows of which nothing changed are not written again.
    digest = models.CharField(max_length=32)

    class Meta:
        abstract = True


class ShownGame(Shown):
    """A game that has something to show: its counts, menu, editions and sets."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="shown")
    path = models.CharField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    short_name = models.CharField(max_length=40)

    def __str__(self) -> str:
        return self.path


class ShownDocument(Shown):
    """A document of which an edition is in force; not a digest of one that is here itself."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, primary_key=True, related_name="shown")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    path = models.CharField(max_length=200, unique=True)

    def __str__(self) -> str:
        return self.path


class ShownEdition(Shown):
    """A published edition with its outline."""

    edition = models.OneToOneField(Edition, on_delete=models.CASCADE, primary_key=True, related_name="shown")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField()
    outline = models.TextField()

    class Meta:
        indexes = [models.Index(fields=["document", "position"], name="shown_edition_by_place")]

    def __str__(self) -> str:
        return str(self.pk)


class ShownRuling(Shown):
    """A ruling in force, ready to be shown, found, exported and indexed."""

    ruling = models.OneToOneField(Ruling, on_delete=models.CASCADE, primary_key=True, related_name="shown")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    # Its id: "game/document/ruling".
    path = models.CharField(max_length=400, unique=True)
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    scope = models.CharField(max_length=20)
    list_name = models.CharField(max_length=20)
    authority = models.CharField(max_length=20)
    # Official before unofficial before digest.
    weight = models.PositiveSmallIntegerField()
    # The label and the title as they are compared, and the version tag as printed.
    label = models.CharField(max_length=80)
    title = models.CharField(max_length=200)
    tag = models.CharField(max_length=40)
    # What editions did to it, newest first.
    history = models.TextField()

    class Meta:
        indexes = [
            models.Index(fields=["document", "position"], name="shown_ruling_by_place"),
            models.Index(fields=["label"], name="shown_ruling_by_label"),
            models.Index(fields=["title"], name="shown_ruling_by_title"),
            models.Index(fields=["game", "kind"], name="shown_ruling_by_kind"),
            models.Index(fields=["document", "position"], name="shown_ruling_by_tag", condition=~Q(tag="")),
        ]

    def __str__(self) -> str:
        return self.path


class ShownCard(Shown):
    """A card with its statuses, and which rulings are about it, or mention it."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, primary_key=True, related_name="shown")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="+")
    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="+", null=True)
    # Its id: "game/set/card".
    path = models.CharField(max_length=400, unique=True)
    # The first printing of the same card: cards of one title are not always the same.
    first_printing = models.BigIntegerField(default=0, db_index=True)
    external_id = models.CharField(max_length=80, default="")
    folded_name = models.CharField(max_length=600)
    letter = models.CharField(max_length=4)
    # The number as it is compared, and what cards are ordered by.
    number = models.CharField(max_length=40)
    number_order = models.PositiveIntegerField()
    is_unnumbered = models.BooleanField()
    set_order = models.PositiveIntegerField()
    pack_order = models.IntegerField()
    is_banned = models.BooleanField()
    is_restricted = models.BooleanField()
    has_errata = models.BooleanField()
    is_changed = models.BooleanField()
    # Rulings by what they are to the card: {"errata": [ruling, …], "listings", "others", "mentions"}
    rulings = models.TextField()
    history = models.TextField()

    class Meta:
        indexes = [
            models.Index(fields=["game", "folded_name", "set_order", "number_order"], name="shown_card_by_name"),
            models.Index(
                fields=["card_set", "pack_order", "is_unnumbered", "number_order", "folded_name"],
                name="shown_card_by_place",
            ),
            models.Index(fields=["folded_name"], name="shown_card_by_title"),
            models.Index(fields=["number_order"], name="shown_card_by_number"),
            models.Index(fields=["external_id"], name="shown_card_by_id", condition=~Q(external_id="")),
        ]

    def __str__(self) -> str:
        return self.path
