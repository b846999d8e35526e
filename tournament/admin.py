"""Django's own tables, for the maintainer alone: clubs, who belongs to them, and a look at what is stored.

Nobody needs them for an evening. Concours are looked at only: changed here, they would change without journal.
"""

from collections.abc import Iterable

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.clubs import second_factor
from tournament.clubs.models import Club, LoginAttempt, Membership, SecondFactor
from tournament.concours.models import Tournament


def _log_in(request: HttpRequest, extra_context: dict | None = None) -> HttpResponse:
    """Show the one log-in page, whose tries are counted."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


admin.site.login = _log_in  # type: ignore[method-assign]


class MembershipInline(admin.TabularInline):
    model = Membership
    autocomplete_fields = ["user"]
    extra = 1


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "created_at"]
    search_fields = ["name"]
    # Its words are chosen from lists, on its own page; closed and hidden it is by acts that are noted.
    fields = ["name", "second_factor_required"]
    inlines = [MembershipInline]

    def save_related(self, request: HttpRequest, form: ModelForm, formsets: Iterable, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        second_factor.enforce(form.instance)


class LookedAtAdmin(admin.ModelAdmin):
    """Rows that nobody adds or changes here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Tournament)
class TournamentAdmin(LookedAtAdmin):
    list_display = ["name", "club", "date", "preset", "closed_at"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]
    date_hierarchy = "date"

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(LoginAttempt)
class LoginAttemptAdmin(LookedAtAdmin):
    """To be deleted where someone waits for nothing."""

    list_display = ["address", "failures", "last_at"]


@admin.register(SecondFactor)
class SecondFactorAdmin(LookedAtAdmin):
    """To be deleted for someone who has lost telephone and recovery codes."""

    fields = ["user", "confirmed_at"]
    list_display = ["user", "confirmed_at"]
    list_select_related = ["user"]
    search_fields = ["user__username", "user__first_name"]

    def delete_model(self, request: HttpRequest, obj: SecondFactor) -> None:
        second_factor.take_off(user=obj.user)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        for factor in queryset.select_related("user"):
            second_factor.take_off(user=factor.user)
