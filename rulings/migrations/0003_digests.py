"""A digest may share the address of the document it sums up; a game has a colour."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

IS_DIGEST = Q(authority="digest")


class Migration(migrations.Migration):
    dependencies = [("rulings", "0002_append_only")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="colour",
            field=models.CharField(
                blank=True, max_length=7, validators=[django.core.validators.RegexValidator("^#[0-9a-f]{6}\\Z")]
            ),
        ),
        migrations.RemoveConstraint(model_name="document", name="document_slug_unique_in_game"),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(
                condition=~IS_DIGEST, fields=("game", "slug"), name="document_slug_unique_in_game"
            ),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(
                condition=IS_DIGEST, fields=("game", "slug"), name="digest_slug_unique_in_game"
            ),
        ),
        migrations.CreateModel(
            name="Summary",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "digest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="summaries", to="rulings.change"
                    ),
                ),
                (
                    "revision",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="summary", to="rulings.revision"
                    ),
                ),
            ],
            options={"verbose_name_plural": "summaries"},
        ),
    ]
