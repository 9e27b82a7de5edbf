"""The Django app."""

from importlib import import_module

from django.apps import AppConfig

from rulings import converters

DESK = ("catalogue", "corrections", "editions", "effective", "log", "readers", "searching")


class RulingsConfig(AppConfig):
    name = "rulings"

    def ready(self) -> None:
        """Register the admin; not on import, because the site it is registered with is one of its modules."""
        converters.register()
        for module in DESK:
            import_module(f"rulings.admin.{module}")
