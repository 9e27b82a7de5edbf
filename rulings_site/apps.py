"""The admin, with the editors' desk as its site."""

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    default_site = "rulings.admin.site.Desk"

    def ready(self) -> None:
        super().ready()
        from rulings_site import checks  # noqa: F401 - registers them
