from django.urls import path

from scoring.undo import views

urlpatterns = [
    path("concours/<int:pk>/derniers-actes/", views.last_acts, name="undo"),
    path("concours/<int:pk>/derniers-actes/<int:line>/", views.take_back, name="undo-line"),
]
