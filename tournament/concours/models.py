from collections.abc import Mapping

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from rules import RULE_SETS
from rules.local_words import Words
from tournament.clubs.models import Club
from tournament.concours.money import Fee, Priced, prices
from tournament.finals.formula import KNOCK_OUT, POOLS, Formula, formula_of
from tournament.tirages import TIRAGES


class KeptTournaments(models.Manager["Tournament"]):
    """Concours that were not removed: a removed one exists for nobody until it is restored."""

    def get_queryset(self) -> models.QuerySet["Tournament"]:
        return super().get_queryset().filter(removed_at=None)


class Tournament(models.Model):
    """One concours and its settings, frozen at the first published draw.

    The row is also the lock of the concours: every act takes it first, and moves `journal_number` on by one.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=40, unique=True, help_text="address of the public pages; cannot be guessed")
    date = models.DateField()
    place = models.CharField(max_length=80, blank=True)
    preset = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    role: str | None  # of the account that asks, once `access.tournament_for` has let it in

    # The rule set (a key of rules.RULE_SETS) and its options (docs/rules.md 1).
    rule_set = models.CharField(max_length=40, default="ffb-classique")
    rule_options = models.JSONField(default=dict)
    parties = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(20)])
    parties_fixed = models.BooleanField(default=False, help_text="it ends after `parties`, its finals played or not")
    knock_out_tie = models.CharField(max_length=8, default="best_cut", help_text="who goes on after equal totals")
    changed_results = models.CharField(max_length=8, default="stays", help_text="another winner after the next draw")

    # How tables are drawn (keys of tournament.tirages.TIRAGES).
    first_method = models.CharField(max_length=24, default="sort")
    next_method = models.CharField(max_length=24, default="classement")
    phases = models.JSONField(default=list, blank=True, help_text="what follows the parties common to all: finals …")
    draw_options = models.JSONField(default=dict)

    # How teams are ranked: keys of scoring.ranking.CRITERIA, in order.
    criteria = models.JSONField(default=list)
    origin_teams = models.PositiveSmallIntegerField(default=0, help_text="the best of a club that count; 0: no ranking")
    origin_by = models.CharField(max_length=8, default="points", help_text="what is added up of them: points or ranks")

    # An exempt team marks 0, half of the partie's points, its own mean, or a flat number.
    exempt_policy = models.CharField(max_length=8, default="half")
    exempt_points = models.PositiveIntegerField(default=0)
    exempt_wins = models.BooleanField(default=False, help_text="the exempt partie counts as won")
    forfeit_points = models.PositiveIntegerField(default=0, help_text="for the team present at a forfeit table")

    counts_when = models.CharField(max_length=12, default="typist", help_text="what makes a score count: COUNTS_WHEN")

    # Faults and what they cost: [{"label", "way", "points", "from_fault", "article"}], ways those of PENALTY_WAYS.
    penalties = models.JSONField(default=list, blank=True)
    # The most that a partie's winner and loser keep, from a partie on: {"from": 3, "winner": 1280, "loser": 664}.
    caps = models.JSONField(default=dict, blank=True)
    missed_policy = models.CharField(max_length=8, default="zero", help_text="a partie missed: MISSED_POLICIES")
    leavers = models.CharField(max_length=8, default="last", help_text="where who leaves is ranked: LEAVERS")
    # Concours made before there was a choice: every match stands.
    pool_leavers = models.CharField(max_length=16, default="stand", help_text="the matches of who leaves its pool")
    excluded_policy = models.CharField(max_length=8, default="kept", help_text="its opponents: EXCLUDED_POLICIES")

    # The clock; 0 for no limit.
    ready_minutes = models.PositiveSmallIntegerField(default=10, help_text="after which an absent team has lost")
    partie_minutes = models.PositiveSmallIntegerField(default=60, help_text="after which the last donnes are imposed")
    cutoff_donnes = models.PositiveSmallIntegerField(default=2, help_text="donnes still to play then")

    max_teams = models.PositiveIntegerField(default=0, help_text="places; who comes later waits for one; 0: no limit")
    fee_cents = models.PositiveIntegerField(default=0)
    fee_per = models.CharField(max_length=8, default="team", help_text="whom the fee is of: team or player")
    reductions = models.JSONField(default=list, help_text="of the fee, one a line: “Jeune : 3 €”")
    sales = models.JSONField(default=list, help_text="what the till sells, one a line: “Repas 20 h : 12 €”")
    club_means = models.JSONField(default=list, help_text="means of payment that the club names")
    tills = models.JSONField(default=list, help_text="their names; empty: there is one")
    lots = models.JSONField(default=list, help_text="prizes as text, in the order of the ranking")
    # Concours made before there was a choice: a team has every prize that it has won.
    prize_rule = models.CharField(max_length=8, default="every", help_text="one prize for each team: PRIZE_RULES")
    prizes_chosen = models.BooleanField(default=False, help_text="each chooses among what is left of the ranking's")
    prizes_last_first = models.BooleanField(default=False, help_text="called from the last to the first")
    public = models.BooleanField(default=True, help_text="the public pages are open")
    names_online = models.BooleanField(default=False, help_text="names on public pages outside the hall")
    listed = models.BooleanField(default=False, help_text="in the public list of the site's concours")
    commune = models.CharField(
        max_length=60, blank=True, default="", help_text="postal code and commune, for the calendar: 44170 Nozay"
    )
    # Concours made as one series share a key; `series_day` is the day that was planned, also after another was chosen.
    series = models.CharField(max_length=12, blank=True, default="")
    series_day = models.DateField(null=True, blank=True)
    hold_ranking = models.BooleanField(default=False, help_text="the last ranking is kept for the prize giving")
    is_demo = models.BooleanField(default=False)
    # Registration from home: from so many days before the day of the concours, 0 for never, until an hour of one of them.
    entries_days = models.PositiveSmallIntegerField(default=0, help_text="before the concours it opens; 0: never")
    entries_end_days = models.PositiveSmallIntegerField(default=0, help_text="before the concours it closes")
    entries_end_hour = models.PositiveSmallIntegerField(default=18, help_text="of that day; 24: its end")
    entries_contact = models.CharField(max_length=8, default="none", help_text="what is asked: ENTRY_CONTACTS")
    entries_consent = models.CharField(max_length=200, blank=True, default="", help_text="empty: the usual sentence")
    # Conditions of registration.
    entry_members = models.BooleanField(default=False, help_text="members of the club alone")
    entry_age_from = models.PositiveSmallIntegerField(
        default=0, help_text="reached in the year of the concours; 0: any"
    )
    entry_age_to = models.PositiveSmallIntegerField(default=0, help_text="0: any")
    entry_category = models.CharField(max_length=8, default="all", help_text="ENTRY_CATEGORIES")
    entry_qualified = models.CharField(max_length=8, default="no", help_text="QUALIFIED_AS")
    answer_end_days = models.PositiveSmallIntegerField(default=7, help_text="before the concours, of who is qualified")
    answer_days = models.PositiveSmallIntegerField(default=3, help_text="for who steps in")
    model_name = models.CharField(
        max_length=60, blank=True, default="", help_text="under which its settings are offered for new concours"
    )
    rehearsal = models.BooleanField(default=False, help_text="played to learn: it counts for nothing beside itself")

    # The message to the hall.
    hall_message = models.CharField(max_length=120, blank=True, default="", help_text="on walls and telephones")
    hall_message_until = models.DateTimeField(null=True, blank=True, help_text="null: until it is taken away")
    ranking_shown_at = models.DateTimeField(null=True, blank=True, help_text="the ranking held back was shown then")

    closed_at = models.DateTimeField(null=True, blank=True, help_text="the palmarès was published then")
    removed_at = models.DateTimeField(null=True, blank=True, help_text="put away then; kept until it is purged")
    changed_at = models.DateTimeField(null=True, blank=True, help_text="when the last journal line was written")
    journal_number = models.PositiveIntegerField(default=0)
    journal_hash = models.CharField(max_length=64, default="", blank=True)
    keys = models.JSONField(default=dict, blank=True, help_text="where it was taken in: tournament.journal.keys")
    epoch = models.CharField(max_length=24, blank=True, default="", help_text="its home: tournament.journal.epochs")
    copied_at = models.DateTimeField(
        null=True, blank=True, help_text="a copy of what another computer has, as it was then; null: here is its home"
    )

    objects = KeptTournaments()
    every = models.Manager["Tournament"]()

    class Meta:
        ordering = ["-date", "-id"]
        indexes = [
            models.Index(fields=["date"], name="tournament_date"),
            models.Index(fields=["date", "id"], condition=Q(listed=True), name="tournament_listed"),
            models.Index(fields=["commune", "date"], condition=Q(listed=True), name="tournament_listed_commune"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(parties__gte=1, parties__lte=20), name="parties_1_to_20"),
            models.CheckConstraint(condition=Q(exempt_points__lte=99999), name="exempt_points_in_range"),
            models.CheckConstraint(condition=Q(forfeit_points__lte=99999), name="forfeit_points_in_range"),
            models.CheckConstraint(condition=Q(fee_cents__lte=1_000_000), name="fee_in_range"),
            models.CheckConstraint(condition=Q(max_teams__lte=99_999), name="places_in_range"),
            models.CheckConstraint(
                condition=Q(
                    ready_minutes__lte=120, partie_minutes__lte=600, cutoff_donnes__gte=1, cutoff_donnes__lte=30
                ),
                name="clock_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def marked_name(self) -> str:
        """Return the name of the concours as files say it: a rehearsal is called one."""
        return _("%(name)s (rehearsal)") % {"name": self.name} if self.rehearsal else self.name

    @property
    def ranking_held(self) -> bool:
        """Return whether walls and telephones do not show the ranking of the last partie yet."""
        return self.hold_ranking and self.ranking_shown_at is None

    @property
    def message_stays(self) -> bool:
        """Return whether a message to the hall stands that no time ends."""
        return bool(self.hall_message) and self.hall_message_until is None

    @property
    def hall_message_ends(self) -> int | None:
        """Return when the message goes, in ms since 1970 as telephones count; None: it stays until it is taken away."""
        return round(self.hall_message_until.timestamp() * 1000) if self.hall_message_until else None

    @property
    def message_over(self) -> bool:
        """Return whether the time of the message to the hall is over: it is shown no more."""
        return self.hall_message_until is not None and self.hall_message_until <= timezone.now()

    @property
    def singles(self) -> bool:
        """Return whether people enter one by one: mêlée, escalier, comptoir."""
        if self.next_method in TIRAGES and TIRAGES[self.next_method].seats == "players":
            return True
        return self.rule_set in RULE_SETS and not RULE_SETS[self.rule_set].partners

    @property
    def words(self) -> Words:
        """Return the words in which its pages speak: those of its club; of persons where people enter one by one."""
        return self.club.words._replace(singles=self.singles)

    @property
    def formula(self) -> Formula:
        """Return what its settings say of the course of the evening."""
        return formula_of(
            first_method=self.first_method,
            next_method=self.next_method,
            draw_options=self.draw_options,
            phases=self.phases,
            parties=self.parties,
            parties_fixed=self.parties_fixed,
            equal_totals=self.knock_out_tie,
        )

    @property
    def has_phases(self) -> bool:
        """Return whether there are pools or a bracket to show."""
        return bool(self.phases) or self.has_pools or self.has_brackets

    @property
    def has_pools(self) -> bool:
        """Return whether any of its parties are played in pools."""
        return POOLS in self.formula.methods

    @property
    def has_brackets(self) -> bool:
        """Return whether any of its parties are those of a knock-out."""
        return KNOCK_OUT in self.formula.methods

    def forfeit_points_in(self, limits: Mapping[str, int | None]) -> int:
        """Return what is marked against an absent team in a partie with *limits* of its own: its share of the usual points.

        >>> Tournament(forfeit_points=1100, rule_options={"limite_donnes": 12}).forfeit_points_in({"limite_donnes": 18})
        1650
        """
        return min(self._in_proportion(self.forfeit_points, limits, donnes_to=10), 99_999)

    def partie_minutes_in(self, limits: Mapping[str, int | None]) -> int:
        """Return after how long the last donnes of a partie with *limits* of its own may be imposed; 0 for never.

        >>> Tournament(partie_minutes=40, rule_options={"limite_donnes": 8}).partie_minutes_in({"limite_donnes": 12})
        60
        """
        return min(self._in_proportion(self.partie_minutes, limits, donnes_to=1), 600)

    def _in_proportion(self, usual: int, limits: Mapping[str, int | None], *, donnes_to: int) -> int:
        """Return the share of *usual* for a partie with *limits* of its own, rounded *donnes_to* where donnes end it."""
        for limit, to in (("limite_donnes", donnes_to), ("limite_points", 1)):
            own, every = limits.get(limit), self.rule_options.get(limit)
            if own and every:
                return round(usual * own / every / to) * to
        return usual

    @property
    def fee(self) -> Fee:
        """Return what taking part costs."""
        off = {one.name: one.cents for one in prices(self.reductions).values()}
        return Fee(self.fee_cents, self.fee_per == "player", self.singles, off)

    @property
    def items(self) -> dict[str, Priced]:
        """Return what its till sells, by name."""
        return prices(self.sales)

    @property
    def donnes(self) -> int | None:
        """Return the donnes of a partie, or None where a partie ends by points alone."""
        return self.rule_options.get("limite_donnes")


class Prize(models.Model):
    """A prize of a concours: for whom it is, what it is, its value and who gives it.

    `line` is the same as a line of text: it stands among the `lots` of the concours, in whose order prizes are shown.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="for good: it may stand on the prize itself")
    line = models.CharField(max_length=255)
    what = models.CharField(max_length=255)
    award = models.CharField(max_length=8, blank=True, help_text="a word of lot_lines; empty: for whom is asked")
    first = models.PositiveSmallIntegerField(default=0, help_text="of the ranks or places that have one each; 0: none")
    last = models.PositiveSmallIntegerField(default=0)
    phase = models.PositiveSmallIntegerField(default=0, help_text="of its bracket")
    of = models.CharField(max_length=60, blank=True, help_text="the category or commune")
    value_cents = models.PositiveIntegerField(default=0, help_text="0: not said")
    giver = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="prize_number_once_per_tournament"),
            models.CheckConstraint(condition=Q(number__gte=1), name="prize_number_from_1"),
            models.CheckConstraint(condition=Q(last__gte=models.F("first")), name="prize_places_in_order"),
            models.CheckConstraint(condition=Q(value_cents__lte=10_000_000), name="prize_value_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} no. {self.number}"
