"""Acts on the seasons of a club: make one, change its rules, choose its evenings, put it away."""

import secrets
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, cast

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.seasons import acts
from scoring.seasons.models import Season, SeasonConcours
from scoring.seasons.rules import RULES, whole_rules
from scoring.seasons.scales import RANK
from tournament import names
from tournament.clubs.models import Club
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.journal import services as journal
from tournament.journal.acts import Act, WrittenLine
from tournament.journal.models import ClubEntry
from tournament.people.models import Person
from tournament.people.services import lock_club

NAME_LENGTH = 60
MOST = 200  # seasons of a club, those put away too
MOST_EVENINGS = 400  # of a season
OWN = ("name", "by_pair", "public", "names_online")  # columns of the row; all else are rules

MOST_CUTS = 100  # of cards, in a season

Weighted = Sequence[tuple[int, int]]  # (concours, how often it counts)
Cut = Sequence[Sequence[int]]  # persons or pairs, the best card first


@transaction.atomic
def make_season(*, club_id: int, by: User | None, name: str, evenings: Weighted = (), **settings: Any) -> Season:
    """Make a season of a club, with the concours that count from the start.

    Raises TournamentError `club_closed`; ScoringError `season_name`, `seasons_many`, and as `change_season` and
    `choose_evenings`.
    """
    club = lock_club(club_id)
    if Season.objects.filter(club=club).count() >= MOST:
        raise ScoringError("seasons_many", most=MOST)
    season = unsaved(club, {"name": name, **settings})
    season.save()
    _note(season, acts.MAKE_SEASON, by, after={"by_pair": season.by_pair, **season.rules})
    if evenings:
        _choose(season, evenings, by)
    return season


def unsaved(club: Club | None, settings: dict[str, Any]) -> Season:
    """Return a season with these *settings*, not saved yet. Raises ScoringError as `make_season`."""
    season = Season(club=club, slug=secrets.token_urlsafe(9).lower().replace("_", "-"))
    _set(season, settings)
    return season


@acts.CHANGE_SEASON.service
@transaction.atomic
def change_season(*, season_id: int, by: User | None, **settings: Any) -> Season:
    """Change the rules of a season; what is left out stays. Its table is another one from then on.

    Raises TournamentError `club_closed`; ScoringError `season_name`, `season_ranks`, `season_put_away`.
    """
    season = _lock(season_id)
    before = settings_of(season)
    _set(season, settings)
    after = settings_of(season)
    changed = [key for key in after if after[key] != before[key]]
    if not changed:
        return season
    season.save()
    # The journal holds no names; that of a season is no person's.
    _note(
        season,
        acts.CHANGE_SEASON,
        by,
        before={key: before[key] for key in changed},
        after={key: after[key] for key in changed},
    )
    return season


def settings_of(season: Season) -> dict[str, Any]:
    """Return all that `change_season` changes, as it is."""
    return {name: getattr(season, name) for name in OWN} | whole_rules(season.rules)


@acts.CHOOSE_EVENINGS.service
@transaction.atomic
def choose_evenings(*, season_id: int, by: User | None, evenings: Weighted) -> Season:
    """Choose the concours that count in a season, before or after they are played, and how often each counts.

    All that is not among *evenings* counts no more. Raises TournamentError `club_closed`; ScoringError
    `season_put_away`, `season_evening` for one that is not of the club, `season_rehearsal`, `season_evenings_many`.
    """
    season = _lock(season_id)
    _choose(season, evenings, by)
    return season


def _choose(season: Season, evenings: Weighted, by: User | None) -> None:
    wanted = dict(evenings)
    if len(wanted) > MOST_EVENINGS:
        raise ScoringError("season_evenings_many", field="evenings", most=MOST_EVENINGS)
    known = {one.pk: one for one in Tournament.every.filter(club=season.club_id, pk__in=wanted)}
    if unknown := [pk for pk in wanted if pk not in known]:
        raise ScoringError("season_evening", field="evenings", read=", ".join(map(str, sorted(unknown))))
    if rehearsal := next((one for one in known.values() if one.rehearsal), None):
        raise ScoringError("season_rehearsal", field="evenings", name=rehearsal.name)
    if any(not 1 <= weight <= 9 for weight in wanted.values()):
        raise ScoringError("season_weight", field="evenings")
    before = dict(season.concours.order_by("tournament").values_list("tournament", "weight"))
    if before == wanted:
        return
    season.concours.exclude(tournament__in=wanted).delete()
    SeasonConcours.objects.bulk_create(
        [SeasonConcours(season=season, tournament_id=pk, weight=weight) for pk, weight in wanted.items()],
        update_conflicts=True,
        unique_fields=["season", "tournament"],
        update_fields=["weight"],
    )
    _note(
        season,
        acts.CHOOSE_EVENINGS,
        by,
        before={"evenings": sorted(before.items())},
        after={"evenings": sorted(wanted.items())},
    )
    # Their copies are made by the worker; until then a reader computes them.
    for pk in sorted(wanted.keys() - before.keys()):
        if known[pk].removed_at is None:
            jobs.enqueue("pages", tournament=known[pk], args={"force": True})


@acts.CUT_CARDS.service
@transaction.atomic
def cut_cards(
    *, season_id: int, by: User | None, order: Cut | None = None, cards: Collection[Cut] | None = None
) -> Season:
    """Note the *order* that the cards gave to equals, the best first: of persons, or of pairs. The last cut decides.

    *cards*: all the cuts of the season, in place of those there are. Raises TournamentError `club_closed`; ScoringError
    `season_put_away`, `season_card`.
    """
    season = _lock(season_id)
    # Those cut before stay as they are, though people were taken off the list since, or pairs are ranked instead.
    new = [[sorted(who) for who in cut] for cut in ([] if order is None else [order])]
    whole = [*(season.cards if cards is None else cards), *new]
    persons = {pk for cut in new for who in cut for pk in who}
    size = 2 if season.by_pair else 1
    if (
        Person.objects.filter(club=season.club_id, pk__in=persons).count() != len(persons)
        or any(len(set(who)) != size for cut in new for who in cut)
        or any(len(cut) < 2 or len(set(map(tuple, cut))) != len(cut) for cut in new)
        or len(whole) > MOST_CUTS
    ):
        raise ScoringError("season_card", field="order")
    before, season.cards = season.cards, whole
    if before == whole:
        return season
    season.save(update_fields=["cards"])
    _note(season, acts.CUT_CARDS, by, before={"cards": before}, after={"cards": whole})
    return season


@acts.REMOVE_SEASON.service
@transaction.atomic
def remove_season(*, season_id: int, by: User | None) -> Season:
    """Put a season away: its pages are there for nobody until it is brought back; its concours stay as they are."""
    season = _lock(season_id)
    season.removed_at = timezone.now()
    season.save(update_fields=["removed_at"])
    _note(season, acts.REMOVE_SEASON, by)
    return season


@acts.RESTORE_SEASON.service
@transaction.atomic
def restore_season(*, season_id: int, by: User | None) -> Season:
    """Bring a season back that was put away. Raises TournamentError `club_closed`; ScoringError `season_not_away`."""
    season = _lock(season_id, away=True)
    season.removed_at = None
    season.save(update_fields=["removed_at"])
    _note(season, acts.RESTORE_SEASON, by)
    return season


REVERSIBLE = {act.key: act for act in (acts.CHANGE_SEASON, acts.CHOOSE_EVENINGS, acts.CUT_CARDS)}


@transaction.atomic
def take_back(*, season_id: int, number: int, by: User | None) -> Season:
    """Take back the act of line *number* of the club's journal: what it changed is again as it was before.

    Raises ScoringError `season_line` where it is not of this season or a later act of the same kind stands on it.
    """
    season = _lock(season_id)
    lines = ClubEntry.objects.filter(club=season.club_id, act__in=REVERSIBLE, after__season=season.pk)
    line = lines.filter(number=number).first()
    if line is None or lines.filter(act=line.act, number__gt=number).exists():
        raise ScoringError("season_line", number=number)
    REVERSIBLE[line.act].take_back(cast("WrittenLine", line), by, "")
    season.refresh_from_db()
    return season


def _lock(pk: int, *, away: bool = False) -> Season:
    """Lock the club of a season, and return the season. Raises Season.DoesNotExist and as the acts say."""
    club = lock_club(Season.objects.values_list("club", flat=True).get(pk=pk))
    season = Season.objects.get(pk=pk)
    season.club = club
    if (season.removed_at is not None) != away:
        raise ScoringError("season_not_away" if away else "season_put_away")
    return season


def _set(season: Season, settings: dict[str, Any]) -> None:
    """Set columns and rules of *season*; the row keeps only what differs from the usual."""
    for name in OWN:
        if name in settings:
            setattr(season, name, settings[name])
    season.name = names.clean(season.name)
    if not season.name or len(season.name) > NAME_LENGTH:
        raise ScoringError("season_name", field="name", most=NAME_LENGTH)
    rules = whole_rules(season.rules) | {name: settings[name] for name in RULES if name in settings}
    if rules["scale"] == RANK and not rules["ranks"]:
        raise ScoringError("season_no_ranks", field="ranks")
    if rules["ranks"] and any(after > before for before, after in pairwise([*rules["ranks"], rules["beyond"]])):
        raise ScoringError("season_ranks", field="ranks")
    season.rules = {name: value for name, value in rules.items() if value != RULES[name]}


def _note(season: Season, act: Act, by: User | None, *, before: Any = None, after: Any = None) -> None:
    """Write the line of *act* into the journal of the club."""
    journal.write_club(season.club_id, act, by, before=before or {}, after={"season": season.pk, **(after or {})})
