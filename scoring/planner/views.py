"""The first page of a new concours: what each way to play gives for the teams expected."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.views.decorators.http import require_GET

from scoring.errors import ScoringError
from scoring.planner.forms import PlanForm
from scoring.planner.selectors import planned_evening, usual_teams
from tournament.clubs.selectors import clubs_of
from tournament.concours.presets import PRESET_GROUPS, PRESETS
from tournament.concours.selectors import earlier_concours
from tournament.page_access import PageRequest, laptop_only


@laptop_only
@login_required
@require_GET
def concours_plan(request: PageRequest) -> HttpResponse:
    """Show the presets in groups, each with its end, tables and rests; and the parties that fit between two hours."""
    if not clubs_of(request.user, "settings"):
        raise PermissionDenied
    names = list(PlanForm.base_fields)
    usual = {name: PlanForm.base_fields[name].initial for name in names} | {"teams": usual_teams(request.user)}
    form = PlanForm({name: request.GET.get(name, usual[name]) for name in names})
    evening = None
    if form.is_valid():
        try:
            evening = planned_evening(request.user, **form.arguments())
        except ScoringError as error:
            form.add_error(error.field, str(error))
    if evening:
        form.fields["minutes"].widget.attrs["placeholder"] = number_format(evening.donne.mid, decimal_pos=1)
    planned = {one.key: one for one in evening.presets} if evening else {}
    groups = [
        (title, [(key, preset, planned.get(key)) for key, preset in PRESETS.items() if preset.group == group])
        for group, title in PRESET_GROUPS.items()
    ]
    context = {"form": form, "groups": groups, "evening": evening, "earlier": earlier_concours(request.user)}
    return render(request, "scoring/planner/concours_plan.html", context)
