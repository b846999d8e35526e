from django.urls import path

from scoring.rounds.views import draws, hall
from tournament.public_addresses import addressed

urlpatterns = [
    path("concours/<int:pk>/tirages/", draws.draws, name="draws"),
    path("concours/<int:pk>/tirages/tirer/", draws.draw_make, name="draw-make"),
    path("concours/<int:pk>/tirages/parties/", draws.draw_parties, name="draw-parties"),
    path("concours/<int:pk>/tirages/travaux/<uuid:job>/", draws.draw_job, name="draw-job"),
    path("concours/<int:pk>/tirages/absence/", draws.draw_away, name="draw-away"),
    path("concours/<int:pk>/tirages/<int:draw_id>/rattrapage/", draws.draw_catch_up, name="draw-catch-up"),
    path("concours/<int:pk>/tirages/egalites/<int:number>/", draws.tie, name="tie"),
    path("concours/<int:pk>/phases/", draws.phases, name="phases"),
    addressed("public-phases", hall.public_phases),
    path("p/<slug:slug>/mur/phases/", hall.wall_phases, name="wall-phases"),
    path(
        "p/<slug:slug>/tirages/<int:number>-<int:draw>-<int:part>.json",
        hall.public_minutes_file,
        name="public-minutes-part",
    ),
    path("concours/<int:pk>/tirages/<int:draw_id>/", draws.draw, name="draw"),
    path("concours/<int:pk>/tirages/<int:draw_id>/publier/", draws.draw_publish, name="draw-publish"),
    path("concours/<int:pk>/tirages/<int:draw_id>/annuler/", draws.draw_cancel, name="draw-cancel"),
    path("concours/<int:pk>/tirages/<int:draw_id>/echanger/", draws.draw_swap, name="draw-swap"),
    path("concours/<int:pk>/tirages/<int:draw_id>/retard/", draws.draw_late, name="draw-late"),
    path("concours/<int:pk>/tirages/<int:draw_id>/imprimer/<slug:by>/", draws.print_draw, name="print-draw"),
    addressed("public-tables", hall.public_tables),
    addressed("public-minutes", hall.public_minutes),
    path("p/<slug:slug>/tirages/<int:number>-<int:draw>.json", hall.public_minutes_file, name="public-minutes-file"),
    path("p/<slug:slug>/mur/tirage/", hall.wall_draw, name="wall-draw"),
]
