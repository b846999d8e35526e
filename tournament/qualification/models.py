from django.db import models
from django.db.models import Q

from tournament.concours.models import Tournament
from tournament.languages import AnyText
from tournament.people.models import Person
from tournament.qualification.answers import ANSWERS


def answer_choices() -> list[tuple[str, AnyText]]:
    """Return the answers as (key, label); a function, so that a new one makes no migration."""
    return list(ANSWERS.items())


class QualifyingRanking(models.Model):
    """A ranking that brings its first *places* to a final: of another concours, or of a season (its key)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="qualifying")
    number = models.PositiveSmallIntegerField(help_text="in which order the rankings call")
    concours = models.ForeignKey(Tournament, null=True, on_delete=models.SET_NULL, related_name="qualifies_for")
    season = models.PositiveBigIntegerField(null=True)
    places = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(places__gte=1, places__lte=999), name="qualifying_places_in_range")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} no. {self.number}"


class QualifiedPlace(models.Model):
    """A place in a final that a person, or two as a team, was called to, and what was answered.

    It stays when the ranking is corrected: nobody loses a place unseen.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="qualified", db_index=False)
    ranking = models.ForeignKey(QualifyingRanking, on_delete=models.CASCADE, related_name="qualified")
    rank = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="qualified")
    partner = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="qualified_beside")
    team = models.BooleanField(default=False, help_text="two are called together")
    steps_in = models.BooleanField(default=False, help_text="for one of the first who does not come")
    answer = models.CharField(max_length=8, blank=True, choices=answer_choices)
    answer_by = models.DateField(help_text="the last day for the answer")

    class Meta:
        ordering = ["ranking__number", "rank", "pk"]
        indexes = [models.Index(fields=["tournament", "answer"], name="qualified_of")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.person_id}"

    @property
    def persons(self) -> list[Person]:
        """Return the persons who have it, those for whom they stand where they were brought together; erased ones left out."""
        standing = [one.merged_into or one for one in (self.person, self.partner) if one is not None]
        return [one for one in standing if one.erased_at is None]

    @property
    def gone(self) -> bool:
        """Return whether nobody is there any more who could come: a person was erased."""
        return len(self.persons) < (2 if self.team else 1)

    @property
    def who(self) -> tuple[int, ...]:
        """Return the keys of its persons in their order; of one who is gone those that are left."""
        return tuple(sorted(one.pk for one in self.persons))
