"""All addresses of the site; rulings/urls.py has them."""

from django.contrib import admin
from django.urls import include, path

from rulings.api import api

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    path("", include("rulings.urls")),
]

handler404 = "rulings.views.errors.page_not_found"
handler500 = "rulings.views.errors.server_error"
