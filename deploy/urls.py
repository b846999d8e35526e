"""All addresses."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path, re_path
from django.views.decorators.http import require_GET, require_POST
from django.views.i18n import set_language

from deploy import api, health, pairing

choose_language = require_POST(set_language)
choose_language.public_page = True


@require_GET
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, for browsers that ask for it where no page named it."""
    return redirect(static("tournament/icon.svg"))


favicon.public_page = True

api_v1 = [
    path("", include("tournament.api.urls")),
    path("", include("scoring.api.urls")),
    path("schema/", api.Schema.as_view(), name="schema"),
    path("docs/", api.docs, name="docs"),
]

urlpatterns = [
    path("", include("scoring.urls")),
    path("favicon.ico", favicon, name="favicon"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("language/", choose_language, name="set_language"),
    path("pair/", pairing.pair, name="pair"),
    path("pair/dismiss/", pairing.dismiss, name="pair-dismiss"),
    path("pair/enter/", pairing.enter, name="pair-enter"),
    path("api/v1/", include((api_v1, "api"))),
    re_path(r"^api(?:/.*)?$", api.not_found, name="api-not-found"),
    path("admin/", admin.site.urls),
    path("", include("tournament.urls")),
]

handler400 = "deploy.errors.bad_request"
handler403 = "deploy.errors.forbidden"
handler404 = "deploy.errors.not_found"
handler500 = "deploy.errors.server_error"
