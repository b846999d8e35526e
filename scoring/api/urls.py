from django.urls import path

from scoring.api import clock, draws, entry, evening, exports, journal, proposals, rulings, standings

urlpatterns = [
    path("concours/<int:pk>/evening/", evening.Evening.as_view(), name="evening"),
    path("concours/<int:pk>/close/", evening.Close.as_view(), name="close"),
    path("concours/<int:pk>/reopen/", evening.Reopen.as_view(), name="reopen"),
    path("concours/<int:pk>/prizes/", evening.Prizes.as_view(), name="prizes"),
    path("concours/<int:pk>/palmares/", evening.Palmares.as_view(), name="palmares"),
    path("concours/<int:pk>/clock/", clock.Clock.as_view(), name="clock"),
    path("concours/<int:pk>/parties/<int:number>/clock/start/", clock.ClockStart.as_view(), name="clock-start"),
    path("concours/<int:pk>/parties/<int:number>/clock/stop/", clock.ClockStop.as_view(), name="clock-stop"),
    path("concours/<int:pk>/parties/<int:number>/clock/set/", clock.ClockSet.as_view(), name="clock-set"),
    path("concours/<int:pk>/parties/<int:number>/clock/all-ready/", clock.AllReady.as_view(), name="clock-all-ready"),
    path("concours/<int:pk>/parties/<int:number>/cutoff/", clock.Cutoff.as_view(), name="cutoff"),
    path("concours/<int:pk>/parties/<int:number>/cutoff/cancel/", clock.CutoffBack.as_view(), name="cutoff-cancel"),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/seat/", clock.TableSeat.as_view(), name="table-seat"
    ),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/played/",
        clock.TablePlayed.as_view(),
        name="table-played",
    ),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/answer-call/",
        clock.TableAnswer.as_view(),
        name="table-answer-call",
    ),
    path("concours/<int:pk>/tirages/", draws.Draws.as_view(), name="draws"),
    path("concours/<int:pk>/tirages/next/", draws.DrawNext.as_view(), name="draw-next"),
    path("concours/<int:pk>/tirages/<int:draw>/", draws.DrawOne.as_view(), name="draw"),
    path("concours/<int:pk>/tirages/<int:draw>/publish/", draws.DrawPublish.as_view(), name="draw-publish"),
    path("concours/<int:pk>/tirages/<int:draw>/cancel/", draws.DrawCancel.as_view(), name="draw-cancel"),
    path("concours/<int:pk>/tirages/<int:draw>/swap/", draws.DrawSwap.as_view(), name="draw-swap"),
    path("concours/<int:pk>/tirages/<int:draw>/late/", draws.DrawLate.as_view(), name="draw-late"),
    path("concours/<int:pk>/tirages/<int:draw>/catch-up/", draws.DrawCatchUp.as_view(), name="draw-catch-up"),
    path("concours/<int:pk>/phases/", draws.Phases.as_view(), name="phases"),
    path("concours/<int:pk>/tirages/<int:draw>/minutes/", draws.DrawMinutes.as_view(), name="draw-minutes"),
    path("concours/<int:pk>/parties/", entry.Rounds.as_view(), name="rounds"),
    path("concours/<int:pk>/parties/change/", draws.PartiesChange.as_view(), name="parties-change"),
    path("concours/<int:pk>/parties/<int:number>/tables/", entry.RoundTables.as_view(), name="tables"),
    path("concours/<int:pk>/parties/<int:number>/tables/<int:table>/", entry.TableOne.as_view(), name="table"),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/sheets/", entry.TableSheets.as_view(), name="sheets"
    ),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/typing/", entry.TableTyping.as_view(), name="typing"
    ),
    path("concours/<int:pk>/parties/<int:number>/desk/", proposals.DeskOne.as_view(), name="desk"),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/read-again/",
        proposals.ReadAgain.as_view(),
        name="read-again",
    ),
    path("concours/<int:pk>/cases/", rulings.Cases.as_view(), name="cases"),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/rulings/",
        rulings.TableRulings.as_view(),
        name="rulings",
    ),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/swap-camps/",
        rulings.TableSwap.as_view(),
        name="swap-camps",
    ),
    path(
        "concours/<int:pk>/parties/<int:number>/tables/<int:table>/exchange/",
        rulings.TableExchange.as_view(),
        name="exchange",
    ),
    path("concours/<int:pk>/totals/check/", entry.TotalsCheck.as_view(), name="totals-check"),
    path("concours/<int:pk>/totals/complete/", entry.TotalsComplete.as_view(), name="totals-complete"),
    path("concours/<int:pk>/donnes/check/", entry.DonnesCheck.as_view(), name="donnes-check"),
    path("concours/<int:pk>/overrides/", entry.Overrides.as_view(), name="overrides"),
    path("concours/<int:pk>/standings/", standings.Standings.as_view(), name="standings"),
    path("concours/<int:pk>/standings/redo/", standings.StandingsRedo.as_view(), name="standings-redo"),
    path("concours/<int:pk>/standings/<int:number>/", standings.Why.as_view(), name="why"),
    path("concours/<int:pk>/workbooks/", exports.Workbooks.as_view(), name="workbooks"),
    path("concours/<int:pk>/workbooks/<int:workbook>/", exports.WorkbookFile.as_view(), name="workbook"),
    path("concours/<int:pk>/journal/", journal.Journal.as_view(), name="journal"),
    path("concours/<int:pk>/journal/check/", journal.JournalCheck.as_view(), name="journal-check"),
    path("jobs/<uuid:job>/", exports.JobOne.as_view(), name="job"),
    path("jobs/<uuid:job>/retry/", exports.JobRetry.as_view(), name="job-retry"),
    path("public/<slug:slug>/", standings.PublicConcours.as_view(), name="public-concours"),
    path("public/<slug:slug>/clock/", clock.PublicClock.as_view(), name="public-clock"),
    path("public/<slug:slug>/standings/", standings.PublicStandings.as_view(), name="public-standings"),
    path("public/<slug:slug>/teams/<int:number>/", standings.PublicTeam.as_view(), name="public-team"),
    path("public/<slug:slug>/tables/", standings.PublicTables.as_view(), name="public-tables"),
    path("public/<slug:slug>/phases/", draws.PublicPhases.as_view(), name="public-phases"),
    path("public/<slug:slug>/tirages/", draws.PublicDraws.as_view(), name="public-draws"),
    path("public/<slug:slug>/tirages/<int:number>-<int:draw>/", draws.PublicMinutes.as_view(), name="public-minutes"),
]
