"""The state of the whole site: which database this is, and what it shows now."""

import secrets

from django.db import models
from django.db.models import Q


def new_token() -> str:
    """A name for a state that no other state, here or elsewhere, has."""
    return secrets.token_hex(8)


class SiteState(models.Model):
    """One row. Index, caches, validators and downloads carry its key, and what has another key is not used."""

    # Which history this is: renewed when a backup or an archive is loaded.
    identity = models.CharField(max_length=32, default=new_token)
    # What is shown: renewed with every change.
    token = models.CharField(max_length=32, default=new_token)
    # Counts the changes, for people.
    generation = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)
    # The last changes, oldest first: [[key, [documents whose rulings changed]]]; the index catches up by them.
    recent = models.JSONField(default=list, blank=True)
    # Which shape the rows of the read model have; another release may need another one.
    shown_format = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="site_state_is_one_row")]

    def __str__(self) -> str:
        return f"generation {self.generation}"

    @property
    def key(self) -> str:
        """The name of this state."""
        return f"{self.identity}-{self.token}"
