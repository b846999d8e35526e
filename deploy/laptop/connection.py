"""Answer an open page that asks every few seconds whether it still knows what it shows.

Whatever the page, its device may lose its pairing, its account the session or the role, the laptop its power. The page
then says so and greys what it shows (tournament/static/tournament/connection.js).
"""

from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from deploy.laptop import pairing
from deploy.laptop.network import is_loopback
from tournament.clubs.views import next_address
from tournament.concours.access import tournament_for
from tournament.page_access import public_page


@public_page
@never_cache
def connection(request: HttpRequest) -> JsonResponse:
    """Answer why the page at `next`, of the concours with the number `concours` if any, may no more be seen; "": it may."""
    here = not settings.EMBEDDED or is_loopback(request.META.get("REMOTE_ADDR", ""))
    if not here and not pairing.is_paired(request):
        return _ended(request, _("This device is no longer paired."), _("Type the code"), "pair-enter")
    if not request.user.is_authenticated:
        return _ended(request, _("You are no longer logged in."), _("Log in"), "login")
    concours = request.GET.get("concours", "")
    try:
        if concours.isascii() and concours.isdecimal():
            tournament_for(request.user, int(concours[:18]))
    except (Http404, PermissionDenied):
        return _ended(request, _("Your account may no longer open this concours."), _("To the first page"), "home")
    return JsonResponse({"message": ""})


def _ended(request: HttpRequest, message: str, act: str, page: str) -> JsonResponse:
    address = reverse(page)
    if page != "home":
        address += "?" + urlencode({"next": next_address(request)})
    return JsonResponse({"message": message, "act": act, "address": address})
