"""The settings of a concours as a form. What is allowed together is the service's to say."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules import RULE_SETS, RuleSet
from tournament.criteria import CRITERIA
from tournament.errors import TournamentError
from tournament.models import Club, Tournament
from tournament.phases import WHO
from tournament.presets import (
    COUNTS_WHEN,
    EXCLUDED_POLICIES,
    EXEMPT_POLICIES,
    LEAVERS,
    MISSED_POLICIES,
    PENALTY_WAYS,
    Preset,
    usual_penalties,
)
from tournament.services.concours import (
    ALWAYS,
    CLOCK,
    DRAW_OPTIONS,
    MAX_PARTIES,
    MAX_PENALTIES,
    MAX_PHASES,
    MOST_CAP,
    MOST_FAULTS,
    MOST_PENALTY_POINTS,
    MOST_TEAMS,
    PENALTY_TEXT,
    PHASE_OPTIONS,
    SIZES,
    WHILE_PLAYING,
)
from tournament.tirages import TIRAGES

CRITERIA_LINES = 6
# Empty lines shown below those of the code of penalties.
SPARE_PENALTIES = 2
PENALTY_PARTS = ("label", "points", "way", "from_fault", "article")
CAPS = ("from", "winner", "loser")

DRAW_OPTION_WORDS = {
    "rematch": (
        gettext_lazy("Two teams meet again"),
        {"never": gettext_lazy("never"), "least": gettext_lazy("as seldom as possible")},
    ),
    "club_apart": (
        gettext_lazy("Teams of the same club or commune"),
        {
            "no": gettext_lazy("may meet"),
            "soft": gettext_lazy("are kept apart where possible"),
            "hard": gettext_lazy("never meet"),
        },
    ),
    "apart_when": (
        gettext_lazy("This holds"),
        {"always": gettext_lazy("for all the parties"), "first": gettext_lazy("for the first partie only")},
    ),
    "table_one": (
        gettext_lazy("Table 1 is"),
        {
            "auto": gettext_lazy("as the method has it"),
            "top": gettext_lazy("that of the first ones"),
            "lot": gettext_lazy("drawn by lot like the others"),
        },
    ),
    "third_place": (
        gettext_lazy("In a knock-out of all, those beaten in the semi-finals"),
        {"no": gettext_lazy("have finished"), "yes": gettext_lazy("play for the third place beside the final")},
    ),
}

# The form's groups: title, and the fields in it; the first is open, the others folded.
OPEN = ("club", "name", "date", "place", "max_teams", "parties", "option_limite_donnes")


class Group:
    """Some fields of the form under one title, *lines* of fields below them; open where something has to be mended."""

    def __init__(
        self, form: forms.Form, title: str, names: list[str], *, lines: list[list[str]] = (), help_text: str = ""
    ) -> None:
        self.title = title
        self.help_text = help_text
        self.fields = [form[name] for name in names if name in form.fields]
        self.lines = [[form[name] for name in line] for line in lines]
        every = [*self.fields, *(field for line in self.lines for field in line)]
        may_change = [not field.field.disabled for field in every]
        # Where most is fixed, what can still be changed is shown at once.
        self.open = any(field.errors for field in every) or (form.frozen and any(may_change))


class ConcoursForm(forms.Form):
    """Everything an organiser can set. *source* is the Preset or the Tournament whose values it begins with."""

    name = forms.CharField(label=gettext_lazy("Name of the concours"), max_length=80)
    date = forms.DateField(label=gettext_lazy("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    place = forms.CharField(
        label=gettext_lazy("Place"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("Salle des fêtes")}),
    )
    max_teams = forms.IntegerField(
        label=gettext_lazy("Number of places"),
        min_value=1,
        max_value=MOST_TEAMS,
        required=False,
        help_text=gettext_lazy("Who comes once they are taken is on the waiting list. Empty: no limit."),
    )
    parties = forms.IntegerField(label=gettext_lazy("Parties"), min_value=1, max_value=MAX_PARTIES)
    first_method = forms.ChoiceField(label=gettext_lazy("First partie"))
    next_method = forms.ChoiceField(label=gettext_lazy("Following parties"))
    exempt_policy = forms.ChoiceField(
        label=gettext_lazy("With an odd number of teams, the exempt team marks"),
        choices=lambda: list(EXEMPT_POLICIES.items()),
    )
    exempt_points = forms.IntegerField(
        label=gettext_lazy("Number of points fixed beforehand"),
        min_value=0,
        required=False,
        help_text=gettext_lazy("Only counts where that is the rule chosen."),
    )
    exempt_wins = forms.BooleanField(label=gettext_lazy("The exempt partie counts as won"), required=False)
    forfeit_points = forms.IntegerField(
        label=gettext_lazy("Points of a team whose opponents do not come or give up"),
        min_value=0,
        required=False,
        help_text=gettext_lazy(
            "With another number of donnes they follow in proportion, unless you type another figure."
        ),
    )
    missed_policy = forms.ChoiceField(
        label=gettext_lazy("A team that comes late, or is away for a partie, marks for it"),
        choices=lambda: list(MISSED_POLICIES.items()),
    )
    leavers = forms.ChoiceField(
        label=gettext_lazy("A team that leaves before the end is ranked"), choices=lambda: list(LEAVERS.items())
    )
    excluded_policy = forms.ChoiceField(
        label=gettext_lazy("When a team is excluded, those it has met keep"),
        choices=lambda: list(EXCLUDED_POLICIES.items()),
    )
    caps_from = forms.IntegerField(
        label=gettext_lazy("Caps: from partie"),
        min_value=1,
        max_value=MAX_PARTIES,
        required=False,
        help_text=gettext_lazy("Against parties given away. Empty: there are none."),
    )
    caps_winner = forms.IntegerField(
        label=gettext_lazy("the winner keeps at most"), min_value=1, max_value=MOST_CAP, required=False
    )
    caps_loser = forms.IntegerField(
        label=gettext_lazy("the loser keeps at most"), min_value=0, max_value=MOST_CAP, required=False
    )
    ready_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes after which a team that is not ready has lost the partie"),
        min_value=CLOCK["ready_minutes"][0],
        max_value=CLOCK["ready_minutes"][1],
        help_text=gettext_lazy("0: nobody waits by the clock."),
    )
    partie_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes after which the last donnes may be imposed"),
        min_value=CLOCK["partie_minutes"][0],
        max_value=CLOCK["partie_minutes"][1],
        help_text=gettext_lazy("0: a partie takes the time it takes."),
    )
    cutoff_donnes = forms.IntegerField(
        label=gettext_lazy("Donnes still to play then"),
        min_value=CLOCK["cutoff_donnes"][0],
        max_value=CLOCK["cutoff_donnes"][1],
        help_text=gettext_lazy("Proposed to you when the time comes; you may announce another number."),
    )
    counts_when = forms.ChoiceField(
        label=gettext_lazy("A score counts when"),
        choices=lambda: list(COUNTS_WHEN.items()),
        help_text=gettext_lazy("Players propose their score from their telephones in every case."),
    )
    fee = forms.DecimalField(
        label=gettext_lazy("Fee for each team, in euros"),
        min_value=0,
        max_value=1000,
        decimal_places=2,
        required=False,
        localize=True,
        help_text=gettext_lazy("An accounting note for the door; no prize is computed from it."),
    )
    lots = forms.CharField(
        label=gettext_lazy("Prizes, one on each line, the first prize first"),
        required=False,
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    public = forms.BooleanField(
        label=gettext_lazy("Players may read tables and ranking on their telephones"), required=False
    )
    names_online = forms.BooleanField(
        label=gettext_lazy("Names are shown on these pages outside the hall as well"),
        required=False,
        help_text=gettext_lazy("Only if the players were told when they registered. Otherwise initials are shown."),
    )

    def __init__(
        self, *args, source: Preset | Tournament, clubs: list[Club] = (), rule_set: str = "", **kwargs
    ) -> None:
        """*rule_set* is the game chosen instead of that of *source*."""
        self.source = source
        self.frozen = False
        self._penalty_places: list[int] = []  # the lines handed on, in order
        self.rule_set = RULE_SETS.get(rule_set, RULE_SETS[source.rule_set])
        self.criteria_lines = range(1, max(CRITERIA_LINES, len(source.criteria)) + 1)
        self.penalty_lines = range(
            1, min(len(penalties_of(source, self.rule_set)) + SPARE_PENALTIES, MAX_PENALTIES) + 1
        )
        super().__init__(*args, initial=initial_values(source, self.rule_set) | kwargs.pop("initial", {}), **kwargs)
        lang = get_language() or "fr"
        if len(clubs) > 1:
            self.fields["club"] = forms.TypedChoiceField(
                label=_("Club"), choices=[(club.pk, club.name) for club in clubs], coerce=int
            )
        methods = [(key, method.label(lang)) for key, method in TIRAGES.items()]
        for setting in ("first_method", "next_method"):
            self.fields[setting].choices = methods
        self._add_phases([(key, label) for key, label in methods if TIRAGES[key].seats == "teams"])
        for name, spec in self.rule_set.options.items():
            self.fields[f"option_{name}"] = option_field(spec, lang)
        for option, (label, values) in DRAW_OPTION_WORDS.items():
            self.fields[f"draw_{option}"] = forms.ChoiceField(label=label, choices=list(values.items()))
        self.fields["draw_size"] = forms.IntegerField(
            label=_("Teams in a pool, players at an escalier table"),
            min_value=SIZES[0],
            max_value=SIZES[1],
            required=False,
        )
        criteria = [("", "—")] + [(key, wording.label) for key, wording in CRITERIA.items()]
        for line in self.criteria_lines:
            label = _("First of all") if line == 1 else _("If equal, then (%(line)s)") % {"line": line}
            self.fields[f"criterion_{line}"] = forms.ChoiceField(label=label, choices=criteria, required=line == 1)
        self._add_penalties()
        self.order_fields(["club", "name"])
        for field in self.fields.values():
            field.widget.attrs.setdefault("autocomplete", "off")

    def _add_phases(self, methods: list[tuple[str, str]]) -> None:
        """The lines for what follows the parties common to all; a line without a first partie is none."""
        for line in range(1, MAX_PHASES + 1):
            self.fields[f"phase_{line}"] = forms.IntegerField(
                label=_("from partie"),
                min_value=2,
                max_value=MAX_PARTIES,
                required=False,
                help_text=_("Empty: there is none."),
            )
            self.fields[f"phase_{line}_method"] = forms.ChoiceField(
                label=_("drawn by"), choices=methods, initial="elimination"
            )
            self.fields[f"phase_{line}_who"] = forms.ChoiceField(
                label=_("played by"), choices=list(WHO.items()), initial="first"
            )
            self.fields[f"phase_{line}_count"] = forms.IntegerField(
                label=_("how many teams"), min_value=0, max_value=9999, required=False
            )
            self.fields[f"phase_{line}_parties"] = forms.IntegerField(
                label=_("for so many parties"),
                min_value=1,
                max_value=MAX_PARTIES,
                required=False,
                help_text=_("Empty: to its end."),
            )
            self.fields[f"phase_{line}_placement"] = forms.ChoiceField(
                label=_("places in the bracket or the pools"),
                choices=[("", _("as usual")), ("classement", _("by ranking")), ("lot", _("by lot"))],
                required=False,
            )
            self.fields[f"phase_{line}_size"] = forms.IntegerField(
                label=_("teams in a pool"), min_value=SIZES[0], max_value=SIZES[1], required=False
            )
            self.fields[f"phase_{line}_third_place"] = forms.BooleanField(
                label=_("match for the third place"), required=False
            )

    def _add_penalties(self) -> None:
        """The lines of the code of penalties; a line without a fault is none."""
        for line in self.penalty_lines:
            name = f"penalty_{line}"
            self.fields[f"{name}_label"] = forms.CharField(label=_("Fault"), max_length=PENALTY_TEXT, required=False)
            self.fields[f"{name}_points"] = forms.IntegerField(
                label=_("Points"), min_value=0, max_value=MOST_PENALTY_POINTS, required=False
            )
            self.fields[f"{name}_way"] = forms.ChoiceField(
                label=_("Marked"), choices=list(PENALTY_WAYS.items()), initial="instead"
            )
            self.fields[f"{name}_from_fault"] = forms.IntegerField(
                label=_("From fault no."), min_value=1, max_value=MOST_FAULTS, required=False
            )
            self.fields[f"{name}_article"] = forms.CharField(
                label=_("Article"), max_length=PENALTY_TEXT, required=False
            )

    def _penalties(self) -> list[dict[str, object]]:
        """The code typed. A line of which only a part is filled in is handed on, for the service to say what it lacks."""
        found = []
        self._penalty_places.clear()
        for line in self.penalty_lines:
            typed = {part: self.cleaned_data[f"penalty_{line}_{part}"] for part in PENALTY_PARTS}
            if typed["label"].strip() or typed["points"] is not None or typed["article"].strip():
                found.append(typed | {"from_fault": typed["from_fault"] or 1})
                self._penalty_places.append(line)
        return found

    def _caps(self) -> dict[str, int]:
        typed = {part: self.cleaned_data[f"caps_{part}"] for part in CAPS}
        return {part: value for part, value in typed.items() if value is not None}

    def _draw_options(self) -> dict[str, str]:
        """What was chosen, an option that is left as usual and was never said staying unsaid."""
        typed = {option: self.cleaned_data[f"draw_{option}"] for option in DRAW_OPTION_WORDS}
        said = self.source.draw_options
        return {option: value for option, value in typed.items() if option in said or value != DRAW_OPTIONS[option][0]}

    def _phases(self) -> list[dict[str, object]]:
        typed = self.cleaned_data
        phases = []
        for line in range(1, MAX_PHASES + 1):
            if not typed[f"phase_{line}"]:
                continue
            method = typed[f"phase_{line}_method"]
            phase = {
                "start": typed[f"phase_{line}"],
                "method": method,
                "who": typed[f"phase_{line}_who"],
                "count": typed[f"phase_{line}_count"] or 0,
                "parties": typed[f"phase_{line}_parties"] or 0,
                "options": {
                    option: typed[f"phase_{line}_{option}"]
                    for option in PHASE_OPTIONS
                    if option in TIRAGES[method].options and typed[f"phase_{line}_{option}"]
                },
            }
            phases.append(phase | ({"third_place": True} if typed[f"phase_{line}_third_place"] else {}))
        return phases

    @cached_property
    def groups(self) -> list[Group]:
        """The folded groups of fields, in the order of an evening."""
        lines = [f"criterion_{line}" for line in self.criteria_lines]
        options = [name for name in self.fields if name.startswith("option_") and name not in self._open]
        draws = ["first_method", "next_method", *(f"draw_{option}" for option in DRAW_OPTION_WORDS), "draw_size"]
        return [
            Group(self, _("The marque"), options),
            Group(self, _("The draw"), draws),
            *(
                Group(
                    self,
                    _("Phase %(line)s: finals, main table, consolante") % {"line": line},
                    [name for name in self.fields if name == f"phase_{line}" or name.startswith(f"phase_{line}_")],
                )
                for line in range(1, MAX_PHASES + 1)
            ),
            Group(self, _("The ranking"), lines),
            Group(
                self,
                _("Exempt team, absent team"),
                ["exempt_policy", "exempt_points", "exempt_wins", "forfeit_points"],
            ),
            Group(
                self,
                _("Late, away, left, excluded; caps"),
                ["missed_policy", "leavers", "excluded_policy", *(f"caps_{part}" for part in CAPS)],
            ),
            Group(
                self,
                _("Penalties"),
                [],
                lines=[[f"penalty_{line}_{part}" for part in PENALTY_PARTS] for line in self.penalty_lines],
                help_text=_(
                    "The points go to the other camp, on a line of their own beside the score. 0 points: a warning. "
                    "“From fault no. 2”: the first one is a warning. The referee may decide otherwise."
                ),
            ),
            Group(self, _("The clock"), list(CLOCK)),
            Group(self, _("The scores"), ["counts_when"]),
            Group(self, _("Fee and prizes"), ["fee", "lots"]),
            Group(self, _("Telephones and names"), ["public", "names_online"]),
        ]

    @cached_property
    def first_group(self) -> Group:
        """What is always seen."""
        return Group(self, "", self._open)

    @property
    def _open(self) -> list[str]:
        """The fields always seen: how a partie ends is one of them, by donnes or by points."""
        points = self.rule_set.options.get("limite_points")
        usual = ("option_base",) + (("option_limite_points",) if points and points.default else ())
        return [*OPEN, *usual]

    def _rule_options(self) -> dict[str, object]:
        """The options typed; those of a base that is not the one played count for nothing."""
        typed = {name: self.cleaned_data[f"option_{name}"] for name in self.rule_set.options}
        base = typed.get("base")
        return {
            name: value
            for name, value in typed.items()
            if not self.rule_set.options[name].bases or base in self.rule_set.options[name].bases
        }

    def freeze(self, *, closed: bool) -> None:
        """Show the play's settings without letting them be changed; after the palmarès nearly all."""
        self.frozen = True
        free = ALWAYS if closed else WHILE_PLAYING
        for name, field in self.fields.items():
            field.disabled = name not in free

    def settings(self) -> dict[str, object]:
        """What was typed, as the settings of a concours. The form must be valid."""
        typed = self.cleaned_data
        chosen = [typed[f"criterion_{line}"] for line in self.criteria_lines]
        plain = ("name", "date", "place", "parties", "first_method", "next_method", "exempt_policy", "exempt_wins")
        plain += ("counts_when", "missed_policy", "leavers", "excluded_policy", *CLOCK)
        return {setting: typed[setting] for setting in (*plain, *ALWAYS)} | {
            "rule_set": self.rule_set.id,
            "rule_options": self._rule_options(),
            "phases": self._phases(),
            "draw_options": self._draw_options() | ({"size": typed["draw_size"]} if typed["draw_size"] else {}),
            "criteria": [criterion for criterion in chosen if criterion],
            "exempt_points": typed["exempt_points"] or 0,
            "forfeit_points": typed["forfeit_points"] or 0,
            "penalties": self._penalties(),
            "caps": self._caps(),
            "max_teams": typed["max_teams"] or 0,
            "fee_cents": int((typed["fee"] or Decimal(0)) * 100),
            "lots": typed["lots"].splitlines(),
        }

    def refuse(self, error: TournamentError) -> None:
        """Put the service's *error* beside the field it speaks of."""
        places = {"criteria": "criterion_1", "fee_cents": "fee", "penalties": "penalty_1_label"}
        # The service counts the lines that are filled in, the form all of them.
        places |= {f"penalty_{place}": f"penalty_{line}_label" for place, line in enumerate(self._penalty_places, 1)}
        wanted = (places.get(error.field, error.field), f"option_{error.field}", f"draw_{error.field}")
        self.add_error(next((name for name in wanted if name in self.fields), None), str(error))


def initial_values(source: Preset | Tournament, rules: RuleSet) -> dict[str, object]:
    """The values of a preset or a concours under the form's names, with the usual options of *rules* if it is another."""
    same = rules.id == source.rule_set
    said = source.rule_options if same else {}
    options = {name: said.get(name, spec.default) for name, spec in rules.options.items()}
    draw = {f"draw_{option}": source.draw_options.get(option, DRAW_OPTIONS[option][0]) for option in DRAW_OPTION_WORDS}
    direct = ("name", "date", "place", "parties", "first_method", "next_method", "exempt_policy", "exempt_points")
    direct += ("exempt_wins", "forfeit_points", "counts_when", "public", "names_online")
    direct += ("missed_policy", "leavers", "excluded_policy", *CLOCK)
    return {
        **{setting: getattr(source, setting) for setting in direct if hasattr(source, setting)},
        **{f"option_{name}": value for name, value in options.items()},
        **draw,
        "draw_size": source.draw_options.get("size"),
        **{
            name: value
            for line, phase in enumerate(source.phases, 1)
            for name, value in (
                (f"phase_{line}", phase["start"]),
                (f"phase_{line}_method", phase["method"]),
                (f"phase_{line}_who", phase["who"]),
                (f"phase_{line}_count", phase.get("count") or None),
                (f"phase_{line}_parties", phase.get("parties") or None),
                (f"phase_{line}_third_place", phase.get("third_place", False)),
                *((f"phase_{line}_{option}", phase.get("options", {}).get(option)) for option in PHASE_OPTIONS),
            )
        },
        **{f"criterion_{line}": criterion for line, criterion in enumerate(source.criteria, 1)},
        **{
            f"penalty_{line}_{part}": penalty[part]
            for line, penalty in enumerate(penalties_of(source, rules), 1)
            for part in PENALTY_PARTS
        },
        **{f"caps_{part}": source.caps.get(part) for part in CAPS},
        "max_teams": source.max_teams or None,
        "fee": Decimal(source.fee_cents) / 100 if source.fee_cents else None,
        "lots": "\n".join(source.lots),
    }


def penalties_of(source: Preset | Tournament, rules: RuleSet) -> list[dict[str, object]]:
    """The code of penalties of *source*, or the usual one of *rules* where another game than its own is chosen."""
    if rules.id == source.rule_set:
        return source.penalties
    base = rules.options.get("base")
    return usual_penalties(rules.id, base and base.default)


def rule_set_choices() -> list[tuple[str, str]]:
    """Every game that can be played, by its title."""
    return [(key, rules.title(get_language() or "fr")) for key, rules in RULE_SETS.items()]


def option_field(spec, lang: str) -> forms.Field:
    """A field for one option of a rule set: a number where it is one, else a choice among its allowed values."""
    help_text = _("Article %(article)s.") % {"article": spec.article}
    if spec.kind == "int":
        if spec.nullable:
            help_text = _("Empty: no limit.") + f" {help_text}"
        return forms.IntegerField(
            label=spec.label(lang), min_value=spec.minimum, required=not spec.nullable, help_text=help_text
        )
    by_text = {str(value): value for value in spec.choices}
    return forms.TypedChoiceField(
        label=spec.label(lang),
        choices=[(text, spec.choice_label(value, lang)) for text, value in by_text.items()],
        coerce=by_text.get,
        help_text=help_text,
    )


def stale_fields(form: ConcoursForm, posted: Mapping[str, str]) -> Iterator[str]:
    """The fields sent by a page opened before they were frozen: a browser never sends those it shows as fixed."""
    return (name for name, field in form.fields.items() if field.disabled and name in posted)
