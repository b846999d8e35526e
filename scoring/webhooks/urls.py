from django.urls import path

from scoring.webhooks import views

urlpatterns = [
    path("concours/<int:pk>/liaisons/", views.webhooks, name="webhooks"),
    path("concours/<int:pk>/liaisons/<int:webhook_pk>/", views.webhook, name="webhook"),
    path("concours/<int:pk>/liaisons/<int:webhook_pk>/secret/", views.webhook_secret, name="webhook-secret"),
    path("concours/<int:pk>/liaisons/<int:webhook_pk>/essai/", views.webhook_test, name="webhook-test"),
    path("concours/<int:pk>/liaisons/<int:webhook_pk>/retirer/", views.webhook_remove, name="webhook-remove"),
    path(
        "concours/<int:pk>/liaisons/<int:webhook_pk>/messages/<int:number>/",
        views.webhook_again,
        name="webhook-again",
    ),
]
