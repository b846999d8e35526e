from django.urls import path

from scoring.qualification import views

urlpatterns = [
    path("concours/<int:pk>/qualifies/", views.qualified, name="qualified"),
    path("concours/<int:pk>/qualifies/classements/", views.qualified_rankings, name="qualified-rankings"),
    path("concours/<int:pk>/qualifies/appeler/", views.qualified_call, name="qualified-call"),
    path("concours/<int:pk>/qualifies/inviter/", views.qualified_invite, name="qualified-invite"),
    path("concours/<int:pk>/qualifies/<int:place>/", views.qualified_answer, name="qualified-answer"),
]
