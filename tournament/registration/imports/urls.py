from django.urls import path

from tournament.registration.imports import views

urlpatterns = [
    path("concours/<int:pk>/inscriptions/importer/", views.import_new, name="import-new"),
    path("concours/<int:pk>/inscriptions/importer/<int:draft_pk>/", views.import_preview, name="import-preview"),
    path("concours/<int:pk>/inscriptions/importer/<int:draft_pk>/colonnes/", views.import_layout, name="import-layout"),
    path("concours/<int:pk>/inscriptions/importer/<int:draft_pk>/laisser/", views.import_drop, name="import-drop"),
]
