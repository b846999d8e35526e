from django.urls import path

from scoring.planner import views

urlpatterns = [
    path("concours/nouveau/formules/", views.concours_plan, name="concours-plan"),
    path("concours/nouveau/fin/", views.concours_plan_end, name="concours-plan-end"),
]
