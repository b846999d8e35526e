"""The addresses of all packages."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.decorators.http import conditional_page, require_POST
from django.views.i18n import set_language

from deploy.hosting import host_clubs
from deploy.laptop import closing, connection, copies, pairing, restoring
from deploy.web import api, health, retention
from tournament.api.base import urls
from tournament.page_access import public_page, with_methods
from tournament.public_addresses import addressed

choose_language = public_page(require_POST(set_language))


@public_page
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers that ask for the icon at its traditional address."""
    return redirect(static("tournament/icon.svg"))


api_v1: list[URLPattern | URLResolver] = [
    path("", include("tournament.api_urls")),
    path("", include("scoring.api_urls")),
    *urls(api, closing, host_clubs),
    path("schema/", conditional_page(api.Schema.as_view()), name="schema"),
    path("docs/", api.docs, name="docs"),
]

pages = [
    path("favicon.ico", favicon, name="favicon"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("connection/", connection.connection, name="connection"),
    path("clubs/", host_clubs.host_clubs, name="host-clubs"),
    path("clubs/<int:club>/fermer/", host_clubs.host_club_close, name="host-club-close"),
    path("clubs/<int:club>/cacher/", host_clubs.host_club_hide, name="host-club-hide"),
    path("clubs/<int:club>/rouvrir/", host_clubs.host_club_reopen, name="host-club-reopen"),
    path("clubs/<int:club>/confier/", host_clubs.host_club_hand_over, name="host-club-hand-over"),
    path("fermer/", closing.close, name="program-close"),
    path("copie/", copies.program_copy, name="program-copy"),
    path("copie/remettre/", restoring.program_restore, name="program-restore"),
    path("copie/remettre/voir/", restoring.program_restore_preview, name="program-restore-preview"),
    path("copie/remise/", restoring.program_restored, name="program-restored"),
    addressed("kept", retention.kept),
    path("pair/", pairing.pair, name="pair"),
    path("pair/dismiss/", pairing.dismiss, name="pair-dismiss"),
    path("pair/enter/", pairing.enter, name="pair-enter"),
]

urlpatterns = [
    path("", include("scoring.urls")),
    path("language/", choose_language, name="set_language"),
    *map(with_methods, pages),
    path("api/v1/", include((api_v1, "api"))),
    re_path(r"^api(?:/.*)?$", api.not_found, name="api-not-found"),
    path("admin/", admin.site.urls),
    path("", include("tournament.urls")),
]

handler400 = "deploy.web.errors.bad_request"
handler403 = "deploy.web.errors.forbidden"
handler404 = "deploy.web.errors.not_found"
handler500 = "deploy.web.errors.server_error"
