from django.urls import path

from scoring.views import draws, exports

urlpatterns = [
    path("concours/<int:pk>/classeur/", exports.exports, name="exports"),
    path("concours/<int:pk>/classeur/faire/", exports.export_ask, name="export-ask"),
    path("concours/<int:pk>/classeur/<int:export_pk>/", exports.export_file, name="export-file"),
    path("travaux/<uuid:pk>/", exports.job_progress, name="job-progress"),
    path("travaux/<uuid:pk>/reprendre/", exports.job_retry, name="job-retry"),
    path("concours/<int:pk>/tirages/", draws.draws, name="draws"),
    path("concours/<int:pk>/tirages/tirer/", draws.draw_make, name="draw-make"),
    path("concours/<int:pk>/tirages/parties/", draws.draw_parties, name="draw-parties"),
    path("concours/<int:pk>/tirages/<int:draw_id>/", draws.draw, name="draw"),
    path("concours/<int:pk>/tirages/<int:draw_id>/publier/", draws.draw_publish, name="draw-publish"),
    path("concours/<int:pk>/tirages/<int:draw_id>/annuler/", draws.draw_cancel, name="draw-cancel"),
    path("concours/<int:pk>/tirages/<int:draw_id>/echanger/", draws.draw_swap, name="draw-swap"),
    path("concours/<int:pk>/tirages/<int:draw_id>/retard/", draws.draw_late, name="draw-late"),
    path("concours/<int:pk>/tirages/<int:draw_id>/imprimer/<slug:by>/", draws.print_draw, name="print-draw"),
    path("p/<slug:slug>/tables/", draws.public_tables, name="public-tables"),
    path("p/<slug:slug>/tirages/", draws.public_minutes, name="public-minutes"),
    path("p/<slug:slug>/tirages/<int:number>-<int:draw>.json", draws.public_minutes_file, name="public-minutes-file"),
    path("p/<slug:slug>/mur/tirage/", draws.wall_draw, name="wall-draw"),
]
