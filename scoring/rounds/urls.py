from django.urls import path

from scoring.rounds import views
from tournament.public_addresses import addressed

urlpatterns = [
    path("concours/<int:pk>/tirages/", views.draws, name="draws"),
    path("concours/<int:pk>/tirages/tirer/", views.draw_make, name="draw-make"),
    path("concours/<int:pk>/tirages/parties/", views.draw_parties, name="draw-parties"),
    path("concours/<int:pk>/tirages/travaux/<uuid:job>/", views.draw_job, name="draw-job"),
    path("concours/<int:pk>/tirages/absence/", views.draw_away, name="draw-away"),
    path("concours/<int:pk>/tirages/<int:draw_id>/rattrapage/", views.draw_catch_up, name="draw-catch-up"),
    path("concours/<int:pk>/tirages/egalites/<int:number>/", views.tie, name="tie"),
    path("concours/<int:pk>/phases/", views.phases, name="phases"),
    addressed("public-phases", views.public_phases),
    path("p/<slug:slug>/mur/phases/", views.wall_phases, name="wall-phases"),
    path(
        "p/<slug:slug>/tirages/<int:number>-<int:draw>-<int:part>.json",
        views.public_minutes_file,
        name="public-minutes-part",
    ),
    path("concours/<int:pk>/tirages/<int:draw_id>/", views.draw, name="draw"),
    path("concours/<int:pk>/tirages/<int:draw_id>/publier/", views.draw_publish, name="draw-publish"),
    path("concours/<int:pk>/tirages/<int:draw_id>/annuler/", views.draw_cancel, name="draw-cancel"),
    path("concours/<int:pk>/tirages/<int:draw_id>/echanger/", views.draw_swap, name="draw-swap"),
    path("concours/<int:pk>/tirages/<int:draw_id>/retard/", views.draw_late, name="draw-late"),
    path("concours/<int:pk>/tirages/<int:draw_id>/imprimer/<slug:by>/", views.print_draw, name="print-draw"),
    addressed("public-tables", views.public_tables),
    addressed("public-minutes", views.public_minutes),
    path("p/<slug:slug>/tirages/<int:number>-<int:draw>.json", views.public_minutes_file, name="public-minutes-file"),
    path("p/<slug:slug>/mur/tirage/", views.wall_draw, name="wall-draw"),
]
