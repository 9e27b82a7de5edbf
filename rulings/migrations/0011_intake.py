"""Intake: layouts and original files of sources, recipes, formats of lists, further lines, and what was checked."""

from importlib import import_module

from django.db import migrations, models

history = import_module("rulings.migrations.0009_whole_editions")


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0010_read_model"),
    ]

    operations = [
        # Adding columns rebuilds tables on SQLite, which drops their triggers.
        migrations.RunPython(history.release, history.protect),
        migrations.AddField(
            model_name="change",
            name="is_marked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="change",
            name="more_lines",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="change",
            name="page",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="document",
            name="recipe",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="edition",
            name="gates",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="edition",
            name="recipe",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="ruling",
            name="format",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="source",
            name="layout",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="source",
            name="original",
            field=models.BinaryField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="finding",
            name="kind",
            field=models.CharField(
                choices=[
                    ("letters restored", "letters restored"),
                    ("lost icon marked", "lost icons marked"),
                    ("lines moved", "lines moved to where they belong"),
                    ("set corrected", "errata moved to the right set"),
                    ("heading joined", "headings joined"),
                    ("set aside", "lines set aside"),
                    ("column named", "columns of tables named"),
                    ("leftover", "lines without a place"),
                    ("warning", "remarks"),
                ],
                max_length=20,
            ),
        ),
        migrations.RunPython(history.protect, history.release),
    ]
