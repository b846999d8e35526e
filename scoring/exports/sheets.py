"""What the workbook holds: one function per sheet, from plain rows to a Page. The order here is that of the tabs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.exports import columns as shared
from scoring.exports import phases
from scoring.exports.publications import publications
from scoring.exports.workbook import Column, Page
from scoring.models import SHEET_STATES, Penalty
from scoring.selectors import export
from scoring.selectors.draws import method_label
from scoring.selectors.evening import called, prizes_of
from scoring.selectors.export import SheetLine, TeamLine, local
from scoring.selectors.journal import lines_of
from scoring.selectors.rulings import RulingLine
from scoring.selectors.standings import Evening, evening
from scoring.standings import ABSENT, EXEMPT, FORFEIT, PENDING, Result, Row
from scoring.standings.results import WON
from tournament.criteria import CRITERIA
from tournament.models import CATEGORIES, Draw, Tournament
from tournament.models.draws import DRAW_STATES, SEED_ORIGINS
from tournament.presets import PENALTY_WAYS
from tournament.selectors.reglement import reglement_of

CAMPS = ("NS", "EO")


@dataclass(frozen=True)
class Source:
    """All that the sheets are made of, read once in a constant number of queries."""

    tournament: Tournament
    evening: Evening
    teams: dict[int, TeamLine]
    seats: dict[int, list[tuple[int | None, int | None, str, int]]]
    sheets: list[SheetLine]
    draws: list[Draw]
    penalties: list[Penalty]
    decisions: list[RulingLine]
    authors: dict[int, str]

    @property
    def by_number(self) -> dict[int, TeamLine]:
        """Team number → its line."""
        return {team.number: team for team in self.teams.values()}

    @property
    def results(self) -> dict[tuple[int, int, str], Result]:
        """(partie, table, camp) → what counts of it, where a sheet does."""
        evening = self.evening
        return {
            (evening.played_in(team, partie), result.table, result.camp): result
            for team, seated in evening.seated.items()
            for partie, result in seated.items()
            if result is not None and result.kind != PENDING
        }

    @property
    def beyond_sheets(self) -> bool:
        """Whether anything else than sheets has its part in the points: penalties, caps, an exclusion."""
        tournament = self.evening.tournament
        excluded = tournament.excluded_policy == "forfeit" and any(team.excluded for team in self.teams.values())
        return bool(self.evening.faults or tournament.caps or excluded)


def read(tournament: Tournament) -> Source:
    """The source of *tournament*'s workbook."""
    return Source(
        tournament=tournament,
        evening=evening(tournament.pk),
        teams=export.teams(tournament),
        seats=export.seats(tournament),
        sheets=export.sheets(tournament),
        draws=export.draws(tournament),
        penalties=export.penalties(tournament),
        decisions=export.decisions(tournament),
        authors=export.authors(tournament),
    )


def pages(source: Source) -> list[Page]:
    """The workbook's pages, in the language of the moment."""
    return [
        concours(source),
        teams(source),
        *(tirage(source, number) for number in source.evening.rounds),
        minutes(source),
        *phases.whole_minutes(source),
        scores(source),
        *(standing(source, number) for number in source.evening.rounds),
        *phases.phases(source),
        prizes(source),
        *publications(source),
        overrides(source),
        rulings(source),
        journal(source),
        house_rules(source),
    ]


def _euros(cents: int | None) -> float | None:
    return None if cents is None else cents / 100


def _yes(value: bool) -> str:
    return _("yes") if value else _("no")


def concours(source: Source) -> Page:
    """The concours at a glance: what was played, who came, what was taken at the door."""
    tournament, listed = source.tournament, [team for team in source.teams.values() if not team.waiting]
    paid = [team.paid_cents for team in source.teams.values() if team.paid_cents is not None]
    rows = [
        (_("Concours"), tournament.name, None),
        (_("Club"), tournament.club.name, None),
        (_("Date"), tournament.date.strftime("%d/%m/%Y"), None),
        (_("Place"), tournament.place, None),
        (_("Parties"), None, tournament.parties),
        (_("Donnes in a partie"), None, tournament.donnes),
        (_("Ranking"), ", ".join(str(CRITERIA[key].label) for key in tournament.criteria), None),
        *zip(
            _door_words(tournament),
            [None] * 5,
            (
                len(listed),
                sum(team.present and team.withdrawn_from is None for team in listed),
                sum(team.withdrawn_from is not None and not team.excluded for team in listed),
                sum(team.excluded for team in listed),
                len(paid),
            ),
            strict=True,
        ),
        (_("Taken at the door (€)"), None, sum(paid) / 100),
        (_("Sheets received"), None, sum(sheet.counted for sheet in source.sheets)),
        (_("Controls passed over"), None, sum(bool(sheet.check_code) for sheet in source.sheets)),
        (_("Warnings and penalties"), None, sum(penalty.cancelled_at is None for penalty in source.penalties)),
        (_("Last line of the journal"), source.evening.tournament.journal_hash, source.evening.journal_number),
    ]
    columns = [Column(_("What"), width=30), Column(_("Words"), "lines", 66), Column(_("Figure"), "general", 14)]
    return Page(_("Concours"), tournament.name, columns, rows)


def _door_words(tournament: Tournament) -> tuple[str, str, str, str, str]:
    """What is counted at the door: registered, present, left, excluded, paid."""
    if tournament.singles:
        return (
            _("Players registered"), _("Players present"), _("Players that left"), _("Players excluded"),
            _("Players that paid"),
        )  # fmt: skip
    return _("Teams registered"), _("Teams present"), _("Teams that left"), _("Teams excluded"), _("Teams that paid")


def teams(source: Source) -> Page:
    """Every registered team, as at the door."""
    singles = source.tournament.singles
    players = [_("Name")] if singles else [_("Player 1"), _("Player 2")]
    columns = [
        Column(_("No."), "number", 6),
        *(Column(heading, width=26) for heading in players),
        Column(_("Club or commune"), width=24),
        Column(_("Category"), width=12),
        Column(_("Present"), width=9),
        Column(_("Paid"), "money", 12),
        Column(_("Fixed table"), "number", 9),
        Column(_("First partie"), "number", 9),
        Column(_("Left from partie"), "number", 10),
        Column(_("Excluded"), width=9),
        Column(_("Warnings"), "number", 10),
        Column(_("Penalties"), "number", 10),
        Column(_("Remark"), "lines", 30),
    ]
    standing = [fault for fault in source.penalties if fault.cancelled_at is None]
    warnings = Counter(fault.team.number for fault in standing if not fault.points)
    penalties = Counter(fault.team.number for fault in standing if fault.points)

    def rows() -> Iterator[tuple]:
        for team in source.teams.values():
            names = (*team.players, "", "")[: len(players)]
            category = str(CATEGORIES.get(team.category, team.category)) if team.category else ""
            present = _("waiting list") if team.waiting else _yes(team.present)
            yield (
                team.number, *names, team.origin, category, present, _euros(team.paid_cents),
                team.fixed_table, team.first_round, team.withdrawn_from, _("yes") if team.excluded else None,
                warnings.get(team.number), penalties.get(team.number), team.remark,
            )  # fmt: skip

    tab, title = (_("Players"), _("Registered players")) if singles else (_("Teams"), _("Registered teams"))
    return Page(tab, title, columns, rows(), landscape=True)


def tirage(source: Source, number: int) -> Page:
    """Who sat where in one partie."""
    entrant = shared.entrant(source.tournament)[0]
    columns = [
        Column(_("Table"), "number", 8),
        entrant,
        Column(_("North-South"), width=42),
        entrant,
        Column(_("East-West"), width=42),
    ]
    tables: dict[int, dict[str, list[TeamLine]]] = {}
    exempt = []
    for table, _table_id, camp, team_id in source.seats.get(number, []):
        if table is None:
            exempt.append(source.teams[team_id])
        else:
            tables.setdefault(table, {}).setdefault(camp, []).append(source.teams[team_id])
    if any(len(teams) > 1 or camp not in CAMPS for camps in tables.values() for camp, teams in camps.items()):
        return _tirage_of_singles(source, number, tables, exempt)
    rows = [
        (table, *(value for camp in CAMPS for team in camps.get(camp, [None]) for value in _number_and_names(team)))
        for table, camps in tables.items()
    ]
    rows += [(None, team.number, team.names, None, _("exempt")) for team in exempt]
    return Page(_("Draw %(number)s") % {"number": number}, _("Draw of partie %(number)s") % {"number": number},
                columns, rows, landscape=True)  # fmt: skip


def _number_and_names(team: TeamLine | None) -> tuple[int | None, str]:
    return (team.number, team.names) if team else (None, "")


def _tirage_of_singles(
    source: Source, number: int, tables: dict[int, dict[str, list[TeamLine]]], exempt: list[TeamLine]
) -> Page:
    """Who sat where where people enter alone: one line for each."""
    columns = [
        Column(_("Table"), "number", 8),
        Column(_("Camp"), width=8),
        *shared.entrant(source.tournament),
    ]
    rows = [
        (table, camp, team.number, team.names)
        for table, camps in tables.items()
        for camp, teams in camps.items()
        for team in teams
    ]
    rows += [(None, _("exempt"), team.number, team.names) for team in exempt]
    return Page(_("Draw %(number)s") % {"number": number}, _("Draw of partie %(number)s") % {"number": number},
                columns, rows)  # fmt: skip


def minutes(source: Source) -> Page:
    """Every tirage that was made, the cancelled ones too, with what it takes to compute it again."""
    columns = [
        *shared.draw(),
        Column(_("Method"), width=24),
        Column(_("Seed"), width=26),
        Column(_("Seed from"), width=20),
        Column(_("Fingerprint"), width=20),
        Column(_("Best possible"), width=11),
        Column(_("Rematches"), width=16),
        Column(_("Changed by hand"), "number", 10),
        *shared.author(),
        Column(_("Why it was cancelled"), "lines", 34),
    ]
    rows = [
        (
            draw.round.number, draw.number, str(DRAW_STATES[draw.state]), method_label(told["method"]),
            told.get("seed", ""), str(SEED_ORIGINS[draw.seed_origin]), told.get("fingerprint", ""),
            _yes(bool(told.get("optimal"))),
            ", ".join("-".join(map(str, pair)) for pair in told.get("rematches", [])),
            len(draw.changes), source.authors.get(draw.by_id, ""), local(draw.created_at), draw.reason,
        )
        for draw in source.draws
        for _phase, told in draw.parts
    ]  # fmt: skip
    return Page(_("Minutes"), _("Minutes of the draws"), columns, rows, landscape=True)


def _camp_columns(camp: str, beyond: bool, *, singles: bool) -> list[Column]:
    """What a sheet says of a camp; with *beyond*, what is added to its points and what then counts: they add up."""
    added = [
        Column(_("Penalties %(camp)s") % {"camp": camp}, "signed", 10),
        Column(_("Cap, exclusion %(camp)s") % {"camp": camp}, "signed", 11),
        Column(_("Counted %(camp)s") % {"camp": camp}, "figure", 9),
    ]
    who = _("Player %(camp)s") if singles else _("Team %(camp)s")
    return [
        Column(who % {"camp": camp}, "number", 9),
        Column(_("Names %(camp)s") % {"camp": camp}, width=32),
        Column(_("Points %(camp)s") % {"camp": camp}, "figure", 9),
        Column(_("Belotes %(camp)s") % {"camp": camp}, "number", 9),
        Column(_("Capots %(camp)s") % {"camp": camp}, "number", 9),
        *(added if beyond else ()),
    ]


def scores(source: Source) -> Page:
    """Every version of every sheet: figures, author, control; for the one that counts, what counts in the end."""
    seated = _seated(source)
    if any(camp not in CAMPS for camps in seated.values() for camp in camps):
        return _scores_of_players(source, seated)
    beyond, counted = source.beyond_sheets, source.results
    columns = [
        *shared.table(),
        *(column for camp in CAMPS for column in _camp_columns(camp, beyond, singles=source.tournament.singles)),
        *_version_columns(),
    ]

    def rows() -> Iterator[tuple]:
        for sheet in source.sheets:
            camps = seated[sheet.table_id]
            figures = [
                value
                for camp in CAMPS
                for value in (
                    *camps.get(camp, (None, "")),
                    *sheet.marks.get(camp, (None, None, None)),
                    *(_beyond(counted.get((sheet.round, sheet.table, camp)), sheet.counted) if beyond else ()),
                )
            ]
            yield (sheet.round, sheet.table, *figures, *_version(source, sheet))

    return Page(_("Scores"), _("Score sheets, every version"), columns, rows(), landscape=True)


def _scores_of_players(source: Source, seated: dict[int, dict[str, tuple[int, str]]]) -> Page:
    """The same where each plays for himself: a line for each player of a sheet."""
    beyond, counted = source.beyond_sheets, source.results
    columns = [
        *shared.table(),
        Column(_("Camp"), width=8),
        *shared.entrant(source.tournament, width=32),
        Column(_("Points"), "figure", 9),
        *(
            (
                Column(_("Of which penalties"), "signed", 10),
                Column(_("Of which caps, exclusions"), "signed", 12),
                Column(_("Counted"), "figure", 9),
            )
            if beyond
            else ()
        ),
        *_version_columns(),
    ]
    rows = [
        (
            sheet.round, sheet.table, camp, *player, sheet.marks.get(camp, (None,))[0],
            *(_beyond(counted.get((sheet.round, sheet.table, camp)), sheet.counted) if beyond else ()),
            *_version(source, sheet),
        )
        for sheet in source.sheets
        for camp, player in sorted(seated[sheet.table_id].items())
    ]  # fmt: skip
    return Page(_("Scores"), _("Score sheets, every version"), columns, rows, landscape=True)


def _version_columns() -> list[Column]:
    """What is told of a version of a sheet beside its figures."""
    return [
        Column(_("Counts"), width=8),
        Column(_("Version"), "number", 8),
        Column(_("State"), width=12),
        *shared.author(),
        Column(_("Receipt"), width=10),
        Column(_("Control"), width=20),
        Column(_("Passed over because"), "lines", 30),
        Column(_("Why this version"), "lines", 30),
    ]


def _version(source: Source, sheet: SheetLine) -> tuple:
    return (
        _yes(sheet.counted), sheet.version, str(SHEET_STATES[sheet.state]), source.authors.get(sheet.by, ""),
        local(sheet.at), sheet.receipt, _control(sheet), sheet.override, sheet.reason,
    )  # fmt: skip


def _beyond(result: Result | None, counted: bool) -> tuple[int | None, int | None, int | None]:
    """What penalties, and then caps and exclusions, add to the points of the sheet, and what they come to."""
    if result is None or not counted:
        return (None, None, None)
    return (result.penalty or None, (result.awarded - result.capped) or None, result.points)


def _control(sheet: SheetLine) -> str:
    if sheet.kind == "forfeit":
        return _("forfeit")
    return _("fails: %(code)s") % {"code": sheet.check_code} if sheet.check_code else _("right")


def _seated(source: Source) -> dict[int, dict[str, tuple[int, str]]]:
    """Table id → camp → its number and names; of two singles the first one's number, both names."""
    seated: dict[int, dict[str, tuple[int, str]]] = {}
    for listed in source.seats.values():
        for _number, table_id, camp, team_id in listed:
            if table_id is not None:
                camps, team = seated.setdefault(table_id, {}), source.teams[team_id]
                first = camps.get(camp)
                camps[camp] = (first[0], f"{first[1]} + {team.number} {team.names}") if first else (
                    team.number, team.names,
                )  # fmt: skip
    return seated


def standing(source: Source, number: int) -> Page:
    """The ranking after one partie, with each criterion and each partie's points, which add up to the sum of points."""
    beyond = source.beyond_sheets
    told = source.evening.after(number)
    rounds = [played for played in source.evening.rounds if played <= number]
    columns = [
        Column(_("Rank"), "number", 7),
        *shared.entrant(source.tournament),
        *(Column(str(CRITERIA[key].short), "figure", 11) for key in told.criteria),
        *(Column(_("Partie %(number)s") % {"number": played}, "figure", 10) for played in rounds),
        *(
            (
                Column(_("Of which penalties"), "signed", 10),
                Column(_("Of which caps, exclusions"), "signed", 12),
            )
            if beyond
            else ()
        ),
        Column(_("Exempt"), "number", 8),
        Column(_("Note"), width=22),
    ]
    names = source.by_number

    def rows() -> Iterator[tuple]:
        for row in told.rows:
            points = {
                result.round: None if result.kind in (ABSENT, PENDING) and not result.points else result.points
                for result in row.results
            }
            penalties = sum(result.penalty for result in row.results)
            others = sum(result.awarded - result.capped for result in row.results)
            yield (
                row.rank, row.number, names[row.number].names, *(row.values.get(key) for key in told.criteria),
                *(points.get(played) for played in rounds), *((penalties or None, others or None) if beyond else ()),
                row.exempt_count or None, _note(row),
            )  # fmt: skip

    title = _("Standings after partie %(number)s") % {"number": number}
    if told.missing:
        awaited = ngettext(
            "%(title)s (provisional, %(missing)s table missing)",
            "%(title)s (provisional, %(missing)s tables missing)",
            told.missing,
        )
        title = awaited % {"title": title, "missing": told.missing}
    return Page(_("Standings %(number)s") % {"number": number}, title, columns, rows(), landscape=True)


def _note(row: Row) -> str:
    notes = []
    if row.excluded:
        notes.append(pgettext("team", "excluded"))
    elif row.withdrawn:
        notes.append(_("left"))
    if row.tied:
        notes.append(_("equal"))
    notes += [
        _("exempt in partie %(number)s") % {"number": result.round} for result in row.results if result.kind == EXEMPT
    ]
    for result in row.results:
        if result.kind == FORFEIT:
            said = (
                _("won by forfeit in partie %(number)s") if result.outcome == WON else _("forfeit in partie %(number)s")
            )
            notes.append(said % {"number": result.round})
    return ", ".join(notes)


def prizes(source: Source) -> Page:
    """The call list: who has a lot, and who is equal to the last of them. Empty while no ranking is final."""
    columns = [
        Column(_("Rank"), "number", 7),
        *shared.entrant(source.tournament),
        Column(_("Points"), "figure", 11),
        Column(_("Prize"), "lines", 40),
    ]
    rows = [
        (call.row.rank, call.row.number, call.name, call.row.points, call.lot)
        for call in called(prizes_of(source.tournament))
    ]
    return Page(_("Palmarès and prizes"), _("Calling the prizes"), columns, rows)


def overrides(source: Source) -> Page:
    """Every failed control that somebody passed over, and why."""
    columns = [
        *shared.table(),
        Column(_("Version"), "number", 8),
        Column(_("Points NS"), "figure", 10),
        Column(_("Points EO"), "figure", 10),
        Column(_("Control"), width=24),
        Column(_("Reason given"), "lines", 44),
        *shared.author(),
    ]
    rows = [
        (
            sheet.round, sheet.table, sheet.version, *(sheet.marks.get(camp, (None,))[0] for camp in CAMPS),
            sheet.check_code, sheet.override, source.authors.get(sheet.by, ""), local(sheet.at),
        )
        for sheet in source.sheets
        if sheet.check_code
    ]  # fmt: skip
    return Page(_("Controls passed over"), _("Controls passed over"), columns, rows, landscape=True)


def rulings(source: Source) -> Page:
    """Every warning, penalty and other decision of a referee, those taken back too."""
    columns = [
        *shared.table(),
        Column(_("Players") if source.tournament.singles else _("Teams"), width=14),
        Column(_("What"), width=20),
        shared.entrant(source.tournament)[0],
        Column(_("Fault, decision"), "lines", 40),
        Column(_("Way"), "lines", 26),
        Column(_("Points"), "figure", 9),
        Column(_("To camp"), width=9),
        Column(_("Donne"), "number", 8),
        Column(_("Article"), width=16),
        Column(_("Reason"), "lines", 34),
        *shared.author(),
        Column(_("Counts"), width=8),
        Column(_("Taken back because"), "lines", 30),
        Column(_("Taken back by"), width=18),
        Column(_("Taken back on"), "moment", 19),
    ]
    at_table: dict[int, list[int]] = {}
    for listed in source.seats.values():
        for _table, table_id, _camp, team_id in listed:
            at_table.setdefault(table_id, []).append(source.teams[team_id].number)

    def teams(table_id: int) -> str:
        return " – ".join(map(str, at_table.get(table_id, ())))

    told = [
        (
            fault.table.round.number, fault.table.number, teams(fault.table_id),
            _("penalty") if fault.points else _("warning"), fault.team.number, fault.label,
            str(PENALTY_WAYS.get(fault.way, fault.way)) if fault.points else "", fault.points, fault.to_camp,
            fault.donne, fault.article, fault.reason, source.authors.get(fault.by_id, ""), local(fault.at),
            _yes(fault.cancelled_at is None), fault.cancel_reason, source.authors.get(fault.cancelled_by_id, ""),
            local(fault.cancelled_at),
        )
        for fault in source.penalties
    ]  # fmt: skip
    told += [
        (
            line.round, line.table, teams(line.ruling.table_id), line.kind,
            line.ruling.team.number if line.ruling.team else None, line.text, "", None, "", line.ruling.donne,
            line.article, line.reason, line.who, local(line.at), "", "", "", None,
        )
        for line in source.decisions
    ]  # fmt: skip
    rows = sorted(told, key=lambda row: (row[0], row[1], row[13]))
    return Page(
        _("Penalties and decisions"), _("Penalties and decisions of the referees"), columns, rows, landscape=True
    )


def journal(source: Source) -> Page:
    """Every act in words, with the hash that chains it to the one before."""
    columns = [
        Column(_("Line"), "number", 7),
        Column(_("When"), "moment", 19),
        Column(_("By"), width=18),
        Column(_("Act"), width=24),
        Column(_("Where"), "lines", 34),
        Column(_("Before"), "lines", 34),
        Column(_("After"), "lines", 44),
        Column(_("Reason"), "lines", 28),
        Column(_("Hash"), "clipped", 18),
    ]

    def rows() -> Iterator[tuple]:
        for line in lines_of(source.tournament, export.journal(source.tournament)):
            before = ", ".join(
                _("%(label)s:") % {"label": change.label} + f" {change.before}"
                for change in line.changes
                if change.before
            )
            after = ", ".join(
                _("%(label)s:") % {"label": change.label} + f" {change.after}"
                for change in line.changes
                if change.after
            )
            entry = line.entry
            yield (
                entry.number, local(entry.at), line.who, line.title, line.where, before, after, entry.reason, entry.hash,
            )  # fmt: skip

    return Page(_("Journal"), _("Journal: every act, in order"), columns, rows(), landscape=True)


def house_rules(source: Source) -> Page:
    """The règlement as it was set for this concours, each sentence with its article."""
    rows = [
        (section.title, sentence, article)
        for section in reglement_of(source.tournament)
        for sentence, article in section.sentences
    ]
    columns = [Column(_("Subject"), width=26), Column(_("Rule"), "lines", 90), Column(_("Article"), width=18)]
    return Page(_("House rules"), _("House rules of this concours"), columns, rows)
