from django.urls import path

from scoring.history import views

urlpatterns = [
    path("concours/<int:pk>/journal/", views.journal, name="journal"),
]
