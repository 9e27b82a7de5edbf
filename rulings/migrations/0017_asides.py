from importlib import import_module

from django.db import migrations, models

history = import_module("rulings.migrations.0009_whole_editions")


class Migration(migrations.Migration):
    dependencies = [("rulings", "0016_deck_limits")]

    operations = [
        migrations.AddField(model_name="revision", name="short", field=models.TextField(blank=True)),
        migrations.AddField(model_name="revision", name="note", field=models.TextField(blank=True)),
        migrations.RunPython(history.protect, history.release),
    ]
