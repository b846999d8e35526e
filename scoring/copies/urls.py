from django.urls import path

from scoring.copies import views

urlpatterns = [
    path("concours/<int:pk>/copies/", views.copies, name="copies"),
    path("concours/<int:pk>/copies/etat/", views.copies_state, name="copies-state"),
    path("concours/<int:pk>/copies/dossier/", views.folder_add, name="copies-folder"),
    path("concours/<int:pk>/copies/ordinateur/", views.program_pair, name="copies-pair"),
    path("concours/<int:pk>/copies/adresse/", views.program_add, name="copies-program"),
    path("concours/<int:pk>/copies/<int:place>/enlever/", views.place_remove, name="copies-remove"),
    path("concours/<int:pk>/continuer/", views.take_over, name="take-over"),
    path("concours/<int:pk>/lignes/<str:left>/", views.left_settle, name="left-line"),
    path("clubs/<int:club>/second/", views.second, name="second-computer"),
    path("t/relais/<str:identity>/", views.relay, name="phone-relay"),
    path("t/relais/<str:identity>/aller/", views.relay_go, name="phone-relay-go"),
]
