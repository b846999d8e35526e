from django.urls import path

from scoring.prizes import views

urlpatterns = [
    path("concours/<int:pk>/palmares/", views.prizes, name="prizes"),
    path("concours/<int:pk>/palmares/ordre/", views.prize_order, name="prize-order"),
    path("concours/<int:pk>/palmares/appel/<int:number>/", views.prize_turn, name="prize-turn"),
    path("concours/<int:pk>/palmares/tirage/", views.prize_draw, name="prize-draw"),
    path("concours/<int:pk>/palmares/ages/", views.prize_years, name="prize-years"),
    path("concours/<int:pk>/palmares/pourquoi/", views.prize_why, name="prize-why"),
    path("concours/<int:pk>/palmares/affiche/", views.palmares_poster, name="palmares-poster"),
    path("concours/<int:pk>/palmares/diplomes/", views.palmares_diplomas, name="palmares-diplomas"),
    path("concours/<int:pk>/palmares/journal/", views.palmares_newspaper, name="palmares-newspaper"),
    path("concours/<int:pk>/lots/<int:number>/photo/", views.prize_photo, name="prize-photo"),
    path("concours/<int:pk>/lots/<int:number>/garder-photo/", views.prize_photo_add, name="prize-photo-add"),
    path("p/<slug:slug>/mur/lots/", views.wall_prizes, name="wall-prizes"),
]
