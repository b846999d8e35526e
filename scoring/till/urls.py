from django.urls import path

from scoring.till import views

urlpatterns = [
    path("concours/<int:pk>/caisse/", views.till, name="till"),
    path("concours/<int:pk>/caisse/encaisser/", views.till_sell, name="till-sell"),
    path("concours/<int:pk>/caisse/regler/", views.till_pay, name="till-pay"),
    path("concours/<int:pk>/caisse/mouvement/", views.till_money, name="till-money"),
    path("concours/<int:pk>/caisse/corriger/<int:number>/", views.till_correct, name="till-correct"),
    path("concours/<int:pk>/caisse/compter/", views.till_count, name="till-count"),
    path("concours/<int:pk>/caisse/compte/", views.till_counted, name="till-counted"),
    path("concours/<int:pk>/caisse/feuille/", views.till_sheet, name="till-sheet"),
    path("clubs/<int:club>/caisse/", views.till_season, name="till-season"),
]
