"""The admin, with the editors' desk as its site."""

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    default_site = "rulings.admin.site.Desk"
