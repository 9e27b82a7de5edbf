"""What helps a search: players' words, players' questions, and the searches that found nothing."""

from django.db import models
from django.db.models import Q

from rulings.models.catalogue import Game
from rulings.models.rulings import Ruling


class Synonym(models.Model):
    """A phrase that players use, with the words that the documents say instead."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="synonyms", null=True, blank=True, help_text="Empty: every game."
    )
    phrase = models.CharField(max_length=100, help_text="What players write, for example: graveyard")
    meanings = models.CharField(max_length=400, help_text="What the documents say, separated by commas: discard pile")

    class Meta:
        ordering = ["phrase"]
        constraints = [
            models.UniqueConstraint(fields=["game", "phrase"], name="synonym_unique_in_game"),
            models.UniqueConstraint(fields=["phrase"], condition=Q(game=None), name="synonym_unique_in_general"),
        ]

    def __str__(self) -> str:
        return f"{self.phrase} → {self.meanings}"

    @property
    def meaning_list(self) -> list[str]:
        return [meaning.strip() for meaning in self.meanings.split(",") if meaning.strip()]


class Phrasing(models.Model):
    """How a player might ask for a ruling; searched like its text, never shown."""

    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="phrasings")
    words = models.CharField(max_length=300)

    class Meta:
        ordering = ["ruling", "pk"]
        constraints = [models.UniqueConstraint(fields=["ruling", "words"], name="phrasing_unique_in_ruling")]

    def __str__(self) -> str:
        return self.words


class UnansweredSearch(models.Model):
    """A search that found nothing that fits, and how often; who searched is not kept."""

    query = models.CharField(max_length=200, unique=True)
    count = models.PositiveIntegerField("found nothing", default=1)
    # How often something was found, nothing of it opened, and asked again in other words.
    asked_again = models.PositiveIntegerField(default=0)
    last_asked_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "unanswered searches"
        ordering = ["-last_asked_at"]

    def __str__(self) -> str:
        return self.query
