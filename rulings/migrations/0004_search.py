"""The thesaurus, players' phrasings, and the searches that found nothing."""

import django.db.models.deletion
from django.db import migrations, models

ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("rulings", "0003_digests")]

    operations = [
        migrations.CreateModel(
            name="UnansweredSearch",
            fields=[
                ("id", ID.clone()),
                ("query", models.CharField(max_length=200, unique=True)),
                ("count", models.PositiveIntegerField(default=1)),
                ("last_asked_at", models.DateTimeField(auto_now=True)),
            ],
            options={"verbose_name_plural": "unanswered searches", "ordering": ["-last_asked_at"]},
        ),
        migrations.CreateModel(
            name="Phrasing",
            fields=[
                ("id", ID.clone()),
                ("words", models.CharField(max_length=300)),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="phrasings", to="rulings.ruling"
                    ),
                ),
            ],
            options={
                "ordering": ["ruling", "pk"],
                "constraints": [models.UniqueConstraint(fields=("ruling", "words"), name="phrasing_unique_in_ruling")],
            },
        ),
        migrations.CreateModel(
            name="Synonym",
            fields=[
                ("id", ID.clone()),
                (
                    "phrase",
                    models.CharField(help_text="What players write, for example: graveyard", max_length=100),
                ),
                (
                    "meanings",
                    models.CharField(
                        help_text="What the documents say, separated by commas: discard pile", max_length=400
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty: every game.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="synonyms",
                        to="rulings.game",
                    ),
                ),
            ],
            options={
                "ordering": ["phrase"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "phrase"), name="synonym_unique_in_game"),
                    models.UniqueConstraint(
                        condition=models.Q(("game", None)), fields=("phrase",), name="synonym_unique_in_general"
                    ),
                ],
            },
        ),
    ]
