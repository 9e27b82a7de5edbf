"""The desk: what was decided, by whom and when; what a review shows; reasons for what is ours and for withdrawals."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

history = import_module("rulings.migrations.0009_whole_editions")


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0011_intake"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # Adding columns rebuilds tables on SQLite, which drops their triggers.
        migrations.RunPython(history.release, history.protect),
        migrations.RemoveField(
            model_name="manuscript",
            name="accepted",
        ),
        migrations.AddField(
            model_name="card",
            name="made_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="rulings.edition",
            ),
        ),
        migrations.AddField(
            model_name="cardset",
            name="made_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="rulings.edition",
            ),
        ),
        migrations.AddField(
            model_name="change",
            name="reason",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="edition",
            name="withdrawal_reason",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="manuscript",
            name="basis",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="manuscript",
            name="marks",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="manuscript",
            name="review",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="pack",
            name="made_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="rulings.edition",
            ),
        ),
        migrations.CreateModel(
            name="Verdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=300)),
                (
                    "act",
                    models.CharField(
                        choices=[("accepted", "Accepted"), ("rejected", "Rejected"), ("edited", "Edited")],
                        max_length=10,
                    ),
                ),
                ("mark", models.CharField(max_length=16)),
                ("said", models.CharField(blank=True, max_length=16)),
                ("reason", models.TextField(blank=True)),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="verdicts", to="rulings.edition"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [models.UniqueConstraint(fields=("edition", "key"), name="verdict_unique")],
            },
        ),
        migrations.RunPython(history.protect, history.release),
    ]
