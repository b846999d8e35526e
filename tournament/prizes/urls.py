from django.urls import path

from tournament.prizes import views

urlpatterns = [
    path("concours/<int:pk>/lots/", views.prize_list_page, name="prize-list"),
    path("concours/<int:pk>/lots/ajouter/", views.prize_add, name="prize-add"),
    path("concours/<int:pk>/lots/rangs/", views.prize_rank, name="prize-rank"),
    path("concours/<int:pk>/lots/<int:number>/", views.prize_change, name="prize-change"),
    path("concours/<int:pk>/lots/<int:number>/retirer/", views.prize_remove, name="prize-remove"),
    path("concours/<int:pk>/lots/merci/", views.prize_thanks, name="prize-thanks"),
]
