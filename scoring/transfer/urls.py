from django.urls import path

from scoring.transfer import views

urlpatterns = [
    path("concours/<int:pk>/emporter/", views.transfer_out, name="transfer-out"),
    path("concours/<int:pk>/emporter/fichier/", views.transfer_file, name="transfer-file"),
    path("clubs/<int:club>/emporter/", views.transfer_all, name="transfer-all"),
    path("reprendre/", views.transfer_in, name="transfer-in"),
    path("reprendre/<int:received_pk>/", views.transfer_preview, name="transfer-preview"),
]
