from django.urls import path

from scoring.guide import views
from tournament.public_addresses import addressed

urlpatterns = [
    path("aide/", views.help_index, name="help"),
    path("aide/a-propos/", views.about, name="about"),
    addressed("accessibility", views.accessibility),
    path("aide/images/<slug:picture>.png", views.help_picture, name="help-picture"),
    addressed("help-page", views.help_page),
    path("aide/pour/<slug:role>/", views.help_role, name="help-role"),
    path("aide/<slug:task>/", views.help_task, name="help-task"),
]
