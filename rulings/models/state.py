"""The state of the whole site: a counter that grows whenever what it shows changes."""

from django.db import models
from django.db.models import Q


class SiteState(models.Model):
    """One row; its generation and time are the validators of every page."""

    generation = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="site_state_is_one_row")]

    def __str__(self) -> str:
        return f"generation {self.generation}"
