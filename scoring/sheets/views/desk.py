"""The table de marque: what waits, what is typed, what is read again, what is contested, what is missing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scoring.sheets.desk import desk_of
from scoring.sheets.entry import read_again, start_typing
from scoring.sheets.forms.entry import new_key
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import figures_text, published_rounds
from scoring.sheets.views.entry import may_score, table_or_404
from tournament.concours.access import tournament_for
from tournament.concours.settings import BY_NAME
from tournament.errors import TournamentError
from tournament.page_access import PageRequest


@login_required
@never_cache
@require_GET
def desk(request: PageRequest, pk: int) -> HttpResponse:
    """Show the tables of the partie being played, or of ?partie=, by what is to be done with them."""
    tournament = tournament_for(request.user, pk)
    rounds = published_rounds(tournament)
    if not rounds:
        return render(request, "scoring/sheets/entry_nothing.html", {"tournament": tournament, "section": "entry"})
    asked = request.GET.get("partie", "")
    round_ = next((round_ for round_ in rounds if str(round_.number) == asked), None if asked else rounds[-1])
    if round_ is None:
        raise Http404
    context = {
        "tournament": tournament,
        "section": "entry",
        "rounds": rounds,
        "round": round_,
        "desk": desk_of(round_, viewer=request.user, now=timezone.now()),
        "counts_when": BY_NAME["counts_when"].kind.words(tournament.counts_when, {}),
        "may_score": may_score(tournament),
        "key": new_key(),
    }
    return render(request, "scoring/sheets/_desk.html" if request.htmx else "scoring/sheets/desk.html", context)


@login_required
@require_POST
def take(request: PageRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Take a table to type it. It is shown to the others and falls free by itself after three minutes."""
    tournament = tournament_for(request.user, pk, "score")
    seated = table_or_404(tournament, number, table)
    if not start_typing(table_id=seated.pk, by=request.user):
        messages.warning(request, _("Somebody else is typing this table. You may go on: nothing is lost."))
    return redirect(f"{reverse('entry-round', args=[pk, number])}?table={table}")


@login_required
@require_POST
def read(request: PageRequest, pk: int, sheet_pk: int) -> HttpResponse:
    """Record that the figures were read again and are the same; or that both camps signed the paper."""
    tournament = tournament_for(request.user, pk, "score")
    sheets = ScoreSheet.objects.select_related("table__round")
    sheet = get_object_or_404(sheets, pk=sheet_pk, table__round__tournament=tournament)
    try:
        confirmed = read_again(
            sheet_id=sheet.pk,
            key=request.POST.get("key", "")[:64],
            by=request.user,
            signed=request.POST.get("signed") == "yes",
        )
    except TournamentError as error:
        messages.error(request, str(error))
    else:
        params = {"table": sheet.table.number, "recorded": figures_text(confirmed)}
        text = _("Table %(table)s: %(recorded)s counts.") if confirmed.counted else _("Table %(table)s: read again.")
        messages.success(request, text % params)
    return redirect(f"{reverse('desk', args=[pk])}?partie={sheet.table.round.number}")
