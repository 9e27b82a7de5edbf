"""Whom the site tells of a new edition: the chat of a community, by a webhook."""

import secrets

from django.db import models

from rulings.models.sources import Document, Edition


def new_secret() -> str:
    """A key that a webhook's messages are signed with."""
    return secrets.token_hex(32)


class Webhook(models.Model):
    """An address that is told when an edition of a document is published."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="webhooks")
    address = models.URLField(max_length=500, help_text="https://… of the chat, such as a channel of Discord or Slack")
    secret = models.CharField(max_length=100, default=new_secret, help_text="Messages are signed with it.")
    is_active = models.BooleanField("active", default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "address"], name="one_webhook_for_an_address")]

    def __str__(self) -> str:
        return f"{self.document}: {self.address}"


class Delivery(models.Model):
    """That a webhook is to be told of an edition, and what came of it."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="+")
    attempts = models.PositiveSmallIntegerField(default=0)
    # When to try again; empty when it is delivered, or given up.
    due_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["webhook", "edition"], name="told_once_of_an_edition")]
        indexes = [models.Index(fields=["due_at"], name="delivery_due")]

    def __str__(self) -> str:
        return f"{self.edition} to {self.webhook.address}"
