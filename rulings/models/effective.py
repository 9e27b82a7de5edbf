"""Effective texts: errata as instructions, and what editors decided about the result."""

from django.conf import settings
from django.db import models

from rulings.models.catalogue import Card
from rulings.models.rulings import Revision


class ErratumInstruction(models.Model):
    """One thing that an erratum does to a card, as it was read, or as an editor corrected it."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="instructions")
    position = models.PositiveSmallIntegerField()
    # The fields of rulings/effective/instructions.py: Instruction.
    content = models.JSONField()
    # Of an editor: why it was corrected, by whom, and when; empty: as it was read.
    reason = models.TextField(blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["revision", "position"]
        constraints = [
            models.UniqueConstraint(fields=["revision", "position"], name="instruction_position_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.content.get('kind', '')} of {self.revision_id}"


class EffectiveDecision(models.Model):
    """What an editor decided about the effective text of a card; it holds while text and errata stay the same."""

    class Decision(models.TextChoices):
        CONFIRMED = "confirmed"
        CORRECTED = "corrected"
        REFUSED = "refused"

    card = models.OneToOneField(Card, on_delete=models.CASCADE, related_name="effective_decision")
    decision = models.CharField(max_length=20, choices=Decision)
    # CORRECTED: the text as the editor wrote it.
    text = models.TextField(blank=True)
    reason = models.TextField()
    # Of the printed text and the errata that were seen.
    basis = models.CharField(max_length=32)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.decision}: {self.card}"
