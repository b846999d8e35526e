from django.urls import path

from scoring.qualification import views
from tournament.public_addresses import addressed

urlpatterns = [
    path("concours/<int:pk>/qualifies/", views.qualified, name="qualified"),
    path("concours/<int:pk>/qualifies/classements/", views.qualified_rankings, name="qualified-rankings"),
    path("concours/<int:pk>/qualifies/appeler/", views.qualified_call, name="qualified-call"),
    path("concours/<int:pk>/qualifies/inviter/", views.qualified_invite, name="qualified-invite"),
    path("concours/<int:pk>/qualifies/<int:place>/", views.qualified_answer, name="qualified-answer"),
    addressed("public-qualified", views.public_qualified_page),
]
