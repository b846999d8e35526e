from django.urls import path

from scoring.workbook import views

urlpatterns = [
    path("concours/<int:pk>/classeur/", views.exports, name="exports"),
    path("concours/<int:pk>/classeur/faire/", views.export_ask, name="export-ask"),
    path("concours/<int:pk>/classeur/<int:export_pk>/", views.export_file, name="export-file"),
    path("travaux/<uuid:pk>/", views.job_progress, name="job-progress"),
    path("travaux/<uuid:pk>/reprendre/", views.job_retry, name="job-retry"),
]
