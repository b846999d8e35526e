"""The first page of a new concours: what each way to play gives for the teams expected, and what a changed one gives."""

from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format, time_format
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.planner.forms import USUAL_END, PlanForm
from scoring.planner.selectors import PlannedPreset, planned_concours, planned_evening, usual_teams
from tournament.clubs.selectors import clubs_of
from tournament.concours.access import tournament_for
from tournament.concours.forms import ConcoursForm
from tournament.concours.kinds import Values
from tournament.concours.presets import PRESET_GROUPS, PRESETS, Preset
from tournament.concours.selectors import club_models, earlier_concours
from tournament.concours.services import settings_of
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, laptop_only, post_only
from tournament.page_acts import figure_in


@laptop_only
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
    # A new concours leads back here with what was asked.
    plan = urlencode({name: value for name in names if (value := form.data[name])})
    planned = {one.key: one for one in evening.presets} if evening else {}
    groups = [
        (
            title,
            [_choice(key, planned.get(key), form, plan) for key, preset in PRESETS.items() if preset.group == group],
        )
        for group, title in PRESET_GROUPS.items()
    ]
    context = {"form": form, "groups": groups, "evening": evening, "earlier": earlier_concours(request.user)}
    context["models"], context["plan"] = club_models(request.user), plan
    if evening:
        context["fitting"] = [
            (one, _new_address("4x12-points", plan, parties=one.parties, donnes=one.donnes, teams=evening.teams))
            for one in evening.fitting
        ]
    return render(request, "scoring/planner/concours_plan.html", context)


def _choice(
    key: str, planned: PlannedPreset | None, form: PlanForm, plan: str
) -> tuple[Preset, PlannedPreset | None, str]:
    """Return the preset, the evening that it gives, and the address where a concours is made of it."""
    asked: dict[str, object] = {}
    if planned:
        asked = {"teams": planned.entrants, "parties": planned.most, "end": time_format(planned.ends[1], "H:i")}
        asked |= {name: value for name in ("start", "minutes") if (value := form[name].value())}
    return PRESETS[key], planned, _new_address(key, plan, **asked)


def _new_address(preset: str, plan: str, **asked: object) -> str:
    return f"{reverse('concours-new')}?{urlencode({'preset': preset, **asked, 'plan': plan}, safe=':')}"


@laptop_only
@post_only
def concours_plan_end(request: PageRequest) -> JsonResponse:
    """State how many parties the form of a new concours gives, as it stands, and when the evening then ends.

    Its name and its day, which change nothing there, may still be missing. Nothing is said while anything else is.
    """
    if not clubs_of(request.user, "settings"):
        raise PermissionDenied
    asked = {name: request.GET.get(name) or PlanForm.base_fields[name].initial for name in PlanForm.base_fields}
    hours = PlanForm(asked | {"end": USUAL_END})
    typed = request.POST.copy()
    typed["name"] = typed.get("name") or "-"
    typed["date"] = typed.get("date") or str(timezone.localdate())
    start = {"name": "", "date": None, "place": "", **_start_of(request)}
    form = ConcoursForm(typed, start=start, rule_set=request.POST.get("rules_shown", ""))
    if not (form.is_valid() and hours.is_valid()):
        return JsonResponse({"planned": ""})
    known = hours.arguments()
    entrants, hour, pace = known["teams"], known["start"], known["donne_seconds"]
    try:
        concours = planned_concours(
            request.user, start, form.settings(), entrants=entrants, start=hour, donne_seconds=pace
        )
    except TournamentError:
        return JsonResponse({"planned": ""})
    text = (
        _("Planned: %(teams)s players, the end about %(end)s.")
        if concours.singles
        else _("Planned: %(teams)s teams, the end about %(end)s.")
    )
    words = text % {"teams": concours.entrants, "end": f"{concours.end:%H:%M}"}
    return JsonResponse({"planned": words, "announced": " ".join(concours.announcements)})


def _start_of(request: PageRequest) -> Values:
    """Return the settings that a new concours begins with: those of an earlier one, else of a preset."""
    key, like = request.GET.get("preset", ""), request.GET.get("comme", "")
    if like:
        return settings_of(tournament_for(request.user, figure_in(like) or 0, "settings"))
    return PRESETS[key if key in PRESETS else next(iter(PRESETS))].settings
