"""A season of the club of an evening, with somebody in its table."""

from scoring.models import KeptEvening, Season
from scoring.ranking import FIGURES
from scoring.seasons import services
from scoring.seasons.keeping import EveningRow, columns_of
from tournament.models import Person, TeamMember, Tournament


def season_with(tournament: Tournament) -> dict[str, object]:
    """Make a season in which *tournament* counts, and return what its addresses name."""
    member = TeamMember.objects.filter(team__tournament=tournament).order_by("team__number", "position").first()
    person = Person.objects.create(club=tournament.club, name=member.player.name)
    TeamMember.objects.filter(pk=member.pk).update(person=person)
    season = services.make_season(
        club_id=tournament.club_id, by=None, name="Challenge", evenings=[(tournament.pk, 1)], ties=["points"]
    )
    tournament.refresh_from_db()
    columns = columns_of([EveningRow(member.team_id, 1, 1000, 944, 12, "w", 0, "", "")])
    KeptEvening.objects.create(
        tournament=tournament, journal_number=tournament.journal_number, figures=FIGURES, columns=columns
    )
    return {"season": season.pk, "season_slug": season.slug, "who": str(person.pk), "evening": tournament.pk}


def season_put_away(tournament: Tournament) -> int:
    """Make a season of the club of *tournament* and put it away."""
    made: Season = services.make_season(club_id=tournament.club_id, by=None, name="Autre challenge")
    return services.remove_season(season_id=made.pk, by=None).pk
