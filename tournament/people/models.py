from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from tournament import names
from tournament.clubs.models import Club
from tournament.languages import AnyText
from tournament.people.naming import naming_choices

PERSON_CATEGORIES = {
    "": pgettext_lazy("person", "no category"),
    "women": pgettext_lazy("person", "woman"),
    "men": pgettext_lazy("person", "man"),
    "young": pgettext_lazy("person", "young"),
}


def person_category_choices() -> list[tuple[str, AnyText]]:
    """Return the categories of a person as (key, label); a function, so that a new one makes no migration."""
    return list(PERSON_CATEGORIES.items())


class Person(models.Model):
    """Store one person of a club over the years; each place in a team of its concours refers to it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people", db_index=False)
    name = models.CharField(max_length=60, blank=True, help_text="empty once it was erased")
    key = models.CharField(max_length=80, editable=False, help_text="names.key(name)")
    words = models.CharField(max_length=200, editable=False, help_text="names.searchable(name)")
    commune = models.CharField(max_length=60, blank=True)
    category = models.CharField(max_length=8, blank=True, choices=person_category_choices)
    fixed_table = models.PositiveIntegerField(null=True, blank=True, help_text="the table that it needs")
    needs = models.CharField(max_length=120, blank=True, help_text="what the door should know of it")
    phone = models.CharField(max_length=20, blank=True, help_text="only where the club writes it here")
    entered = models.BooleanField(default=False, help_text="by the club: it stays though no team refers to it")
    times = models.PositiveIntegerField(default=0, help_text="in how many teams, for the order in which it is found")
    told_apart = models.BooleanField(default=False, help_text="another person than those of its name")
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged", help_text="the same person"
    )
    member = models.BooleanField(default=False, help_text="of the club, as the club says")
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True, help_text="while a concours asks for ages")
    naming = models.CharField(max_length=8, blank=True, choices=naming_choices, help_text="what it says of its name")
    images = models.BooleanField(default=False, help_text="it agrees to be seen in pictures: free, never asked for")
    link = models.CharField(max_length=32, null=True, blank=True, unique=True, help_text="the secret of its own page")
    erased_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        indexes = [
            models.Index(fields=["club", "key"], name="person_by_key"),
            models.Index(fields=["club", "-times"], name="person_by_times"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(name="") | Q(erased_at__isnull=True), name="erased_person_has_no_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs: Any) -> None:
        self.set_keys()
        super().save(**kwargs)

    def set_keys(self) -> None:
        """Work out of the name under what it is compared and found; for rows that are written in bulk."""
        self.key, self.words = names.key(self.name)[:80], names.searchable(self.name)[:200]
