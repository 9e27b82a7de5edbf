"""The Django app."""

from importlib import import_module

from django.apps import AppConfig

DESK = ("catalogue", "corrections", "editions", "searching")


class RulingsConfig(AppConfig):
    name = "rulings"

    def ready(self) -> None:
        """Register the admin; not on import, because the site it is registered with is one of its modules."""
        for module in DESK:
            import_module(f"rulings.admin.{module}")
