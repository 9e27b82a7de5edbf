"""All addresses of the site; rulings/urls.py has them."""

from django.urls import include, path

urlpatterns = [path("", include("rulings.urls"))]

handler404 = "rulings.views.errors.page_not_found"
handler500 = "rulings.views.errors.server_error"
