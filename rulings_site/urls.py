"""All addresses of the site; rulings/urls.py has them."""

from django.contrib import admin
from django.urls import include, path, re_path

from rulings.api import api
from rulings.api.problems import nothing_here
from rulings_site.renewal import of_another_release

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    re_path("^api/", nothing_here),
    path("static/<path:path>", of_another_release),
    path("", include("rulings.urls")),
]

handler404 = "rulings.views.errors.page_not_found"
handler500 = "rulings.views.errors.server_error"
