"""How many restricted titles a deck may have; the games that were loaded before get what fixtures/games.toml says."""

from django.db import migrations, models

KNOWN = {"call-of-cthulhu": 1, "warhammer-invasion": 1}


def fill_in(apps, schema_editor):
    for slug, titles in KNOWN.items():
        apps.get_model("rulings", "Game").objects.filter(slug=slug).update(restricted_titles=titles)


class Migration(migrations.Migration):
    dependencies = [("rulings", "0007_card_aliases")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="restricted_titles",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]
