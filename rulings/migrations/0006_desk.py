"""The editors' desk: manuscripts of drafts, corrections of imports, former addresses."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Adding columns may have rebuilt the table of editions, and dropped its triggers.
history = import_module("rulings.migrations.0002_append_only")


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0005_findings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="edition",
            options={
                "ordering": ["document", "position"],
                "permissions": [("publish_edition", "Can publish, correct and withdraw editions")],
            },
        ),
        migrations.AddField(
            model_name="edition",
            name="corrects",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="corrections",
                to="rulings.edition",
            ),
        ),
        migrations.AddField(
            model_name="edition",
            name="reason",
            field=models.TextField(blank=True),
        ),
        migrations.CreateModel(
            name="Manuscript",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(blank=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("edited_at", models.DateTimeField(auto_now=True)),
                ("accepted", models.JSONField(blank=True, default=list)),
                ("assigned", models.JSONField(blank=True, default=list)),
                (
                    "edited_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "edition",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="manuscript", to="rulings.edition"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FormerAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("set_slug", models.CharField(max_length=80)),
                ("card_slug", models.CharField(blank=True, max_length=120)),
                (
                    "card",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_addresses",
                        to="rulings.card",
                    ),
                ),
                (
                    "card_set",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_addresses",
                        to="rulings.cardset",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="former_addresses", to="rulings.game"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "former addresses",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "set_slug", "card_slug"), name="former_address_unique"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("card__isnull", False), ("card_set", None)),
                            models.Q(("card", None), ("card_set__isnull", False)),
                            _connector="OR",
                        ),
                        name="former_address_leads_somewhere",
                    ),
                ],
            },
        ),
        migrations.RunPython(history.protect, history.release),
    ]
