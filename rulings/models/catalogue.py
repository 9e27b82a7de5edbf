"""The catalogue: games, their card sets and packs, and the cards in them."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, When
from django.urls import reverse


class GameQuerySet(models.QuerySet["Game"]):
    def shown(self) -> "GameQuerySet":
        """Games with something to read: a published document or a catalogued card."""
        from rulings.models.sources import Document

        published = Document.objects.published().filter(game=OuterRef("pk"))
        catalogued = Card.objects.filter(card_set__game=OuterRef("pk"), catalogued=True)
        return self.filter(Exists(published) | Exists(catalogued))


class Game(models.Model):
    """A card game; everything else belongs to one."""

    name = models.CharField(max_length=200, unique=True)
    slug = models.SlugField(max_length=80, unique=True)
    short_name = models.CharField(max_length=40, blank=True)
    # What its pages and badges are tinted with: "#1d5c4a".
    colour = models.CharField(max_length=7, blank=True, validators=[RegexValidator(r"^#[0-9a-f]{6}\Z")])
    # How many different titles of the restricted list a deck may have; none: the documents do not say.
    restricted_titles = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.slug])


class DeckLimit(models.Model):
    """What a game allows in a deck, and where that is written."""

    class Kind(models.TextChoices):
        COPIES = "copies", "at most so many copies of a title"
        SMALLEST = "smallest", "at least so many cards in a deck"
        LARGEST = "largest", "at most so many cards in a deck"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="limits")
    kind = models.CharField(max_length=20, choices=Kind)
    amount = models.PositiveSmallIntegerField()
    # Only for cards of a type: "Conspiracy"; empty: for all.
    card_type = models.CharField(max_length=80, blank=True)
    # "Core Set rulebook, deck construction"; and the address of the ruling, if a document here says so.
    source = models.CharField(max_length=200)
    address = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["game", "kind", "card_type"]
        constraints = [
            models.UniqueConstraint(fields=["game", "kind", "card_type"], name="deck_limit_unique_in_game"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.amount}"


class CardSet(models.Model):
    """A cycle, deluxe box or edition of cards; may hold packs."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="card_sets")
    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=80)
    position = models.PositiveIntegerField(default=0)
    # The edition that made it by naming it; none: it was there before, or came from a file or an editor.
    made_by = models.ForeignKey("Edition", on_delete=models.SET_NULL, related_name="+", null=True, blank=True)

    class Meta:
        ordering = ["position", "name"]
        constraints = [models.UniqueConstraint(fields=["game", "slug"], name="card_set_slug_unique_in_game")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("card-set", args=[self.game.slug, self.slug])


class Pack(models.Model):
    """A smaller release within a card set."""

    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="packs")
    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=80)
    position = models.PositiveIntegerField(default=0)
    # The edition that made it by naming it; none: it was there before, or came from a file or an editor.
    made_by = models.ForeignKey("Edition", on_delete=models.SET_NULL, related_name="+", null=True, blank=True)

    class Meta:
        ordering = ["position", "name"]
        constraints = [models.UniqueConstraint(fields=["card_set", "slug"], name="pack_slug_unique_in_set")]

    def __str__(self) -> str:
        return self.name


class Alias(models.Model):
    """Another name of a card set, or of a pack within it: "CS", "Core"."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="aliases")
    name = models.CharField(max_length=200)
    # The name as names are compared.
    folded = models.CharField(max_length=600)
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="aliases")
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="aliases", null=True, blank=True)

    class Meta:
        verbose_name_plural = "aliases"
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["game", "folded"], name="alias_unique_in_game")]

    def __str__(self) -> str:
        return self.name


class Term(models.Model):
    """What a list, a keyword or a term of a game means, in a line of ours, with its source."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="terms")
    name = models.CharField(max_length=100)
    slug = models.SlugField(max_length=80)
    forms = models.JSONField(default=list, blank=True, help_text="Other ways in which card texts write it")
    # Of a list: which one, and for which way of playing.
    list_name = models.CharField("list", max_length=20, blank=True)
    format = models.CharField(max_length=40, blank=True)
    says = models.CharField(max_length=200)
    source = models.CharField(max_length=200, help_text="Where the rules say so")
    address = models.CharField(max_length=300, blank=True, help_text="The ruling of this site that says so")

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["game", "slug"], name="term_unique_in_game")]

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"


class CardQuerySet(models.QuerySet["Card"]):
    def shown(self) -> "CardQuerySet":
        """Catalogued cards, and those that a ruling of a published edition is about."""
        from rulings.models.rulings import Reference

        about = Reference.objects.filter(card=OuterRef("pk"), place="subject", change__edition__state="published")
        return self.filter(Q(catalogued=True) | Exists(about))

    def in_order(self) -> "CardQuerySet":
        """Set by set; within a set by number, and what has none comes last."""
        unnumbered = Case(When(number="", then=1), default=0)
        return self.order_by("card_set__position", "card_set__name", unnumbered, "number_order", "name")


class Card(models.Model):
    """One title in a card set, with its collector number as printed."""

    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="cards")
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="cards", null=True, blank=True)
    number = models.CharField(max_length=40, blank=True)
    # The digits of the number, to sort by.
    number_order = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=200)
    # The name as names are compared: what finds the other printings of a title.
    folded_name = models.CharField(max_length=600, db_index=True)
    # The last part of its address: "F110-hound-of-tindalos".
    slug = models.CharField(max_length=120)
    # What tells cards of one title apart: "The Waitress".
    subtitle = models.CharField(max_length=200, blank=True)
    card_type = models.CharField(max_length=80, blank=True)
    # What its catalogue knows it by: "01016", or a GUID.
    external_id = models.CharField(max_length=80, blank=True, db_index=True)
    # What is printed on it next to its text: cost, traits, statistics; as importers/catalogues/records.py names them.
    facts = models.JSONField(default=dict, blank=True)
    # False: known only because a document names it.
    catalogued = models.BooleanField(default=False)
    # The edition that made it by naming it; none: it was there before, or came from a file or an editor.
    made_by = models.ForeignKey("Edition", on_delete=models.SET_NULL, related_name="+", null=True, blank=True)

    objects = CardQuerySet.as_manager()

    class Meta:
        ordering = ["card_set", "number_order", "name"]
        constraints = [
            models.UniqueConstraint(fields=["card_set", "slug"], name="card_slug_unique_in_set"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("card", args=[self.card_set.game.slug, self.card_set.slug, self.slug])


class CardText(models.Model):
    """What a card says on paper, from a catalogue."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, primary_key=True, related_name="printed")
    # In our own form: Markdown, with icons in square brackets.
    text = models.TextField(blank=True)
    back_text = models.TextField(blank=True)
    # The row as it came.
    original = models.JSONField(default=dict, blank=True)
    # When the catalogue's maker worked errata into the text, as far as he says so.
    corrected_on = models.DateField(null=True, blank=True)
    # The catalogue, and when its text was taken over.
    catalogue = models.CharField(max_length=200)
    imported_on = models.DateField()

    def __str__(self) -> str:
        return f"text of {self.card_id}"
