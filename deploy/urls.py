"""All addresses."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from deploy import health, pairing

set_language.public_page = True

urlpatterns = [
    path("", include("scoring.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("language/", set_language, name="set_language"),
    path("pair/", pairing.pair, name="pair"),
    path("pair/dismiss/", pairing.dismiss, name="pair-dismiss"),
    path("pair/enter/", pairing.enter, name="pair-enter"),
    path("admin/", admin.site.urls),
    path("", include("tournament.urls")),
]

handler400 = "deploy.errors.bad_request"
handler403 = "deploy.errors.forbidden"
handler404 = "deploy.errors.not_found"
handler500 = "deploy.errors.server_error"
