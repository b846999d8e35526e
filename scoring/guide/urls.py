from django.urls import path

from scoring.guide import views

urlpatterns = [
    path("aide/", views.help_index, name="help"),
    path("aide/a-propos/", views.about, name="about"),
    path("aide/accessibilite/", views.accessibility, name="accessibility"),
    path("aide/images/<slug:picture>.png", views.help_picture, name="help-picture"),
    path("aide/page/<slug:page>/", views.help_page, name="help-page"),
    path("aide/pour/<slug:role>/", views.help_role, name="help-role"),
    path("aide/<slug:task>/", views.help_task, name="help-task"),
]
