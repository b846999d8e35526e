"""Functions that take acts of the journal back where the act that does it is no single one, or asks for more than their line.

An act is taken back by another act, which is journalled like any other: nothing of the journal is ever erased. What its
declaration names is done by that act (`tournament.journal.acts.Reverse`); the rest stands here.
"""

import secrets

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.evening import closing
from scoring.prizes import acts as prize_acts, services as prizes
from scoring.qualification import services as qualification
from scoring.referee import acts as referee, rulings
from scoring.rounds import services as rounds
from scoring.rounds.ties import standing_choice
from scoring.sheets import acts as sheets
from scoring.sheets.models import Ruling, ScoreSheet
from tournament.journal.acts import WrittenLine, facts
from tournament.registration import restoring, services as registration
from tournament.registration.models import Team
from tournament.rounds import acts as draw_acts, clock, partners, services as draws
from tournament.rounds.models import Draw, Table

# The modules whose acts take others back as their declarations say: where this one is loaded, so are they.
SERVICES = (closing, closing, registration, restoring, clock, partners, rounds, qualification)


def _table(line: WrittenLine, key: str = "table") -> Table:
    named = facts(line)
    return Table.objects.get(
        round__tournament=line.tournament_id, round__number=named["round"], number=named[key], round__state="published"
    )


def _version(table: Table) -> int | None:
    """Return the version of a table's sheet that counts."""
    return ScoreSheet.objects.filter(table=table, counted=True).values_list("version", flat=True).first()


@sheets.ENTER_SHEET.reverse
@sheets.CORRECT_SHEET.reverse
@sheets.VALIDATE_SHEET.reverse
@referee.RULE_KEEP.reverse
@referee.RULE_CORRECT.reverse
@referee.RULE_FORFEIT.reverse
@referee.SWAP_CAMPS.reverse
def count_version_before(line: WrittenLine, by: User | None, reason: str) -> object:
    """Count the version again that counted before; where none did, the table awaits its sheet."""
    table = _table(line)
    counts = _version(table) or line.after["version"]
    if "version" in line.before:
        return rulings.put_back(
            table_id=table.pk, version=line.before["version"], base_version=counts, reason=reason, by=by
        )
    return rulings.withdraw_sheet(table_id=table.pk, base_version=counts, reason=reason, by=by)


@referee.RULE_EXCLUSION.reverse
def count_version_before_forfeit(line: WrittenLine, by: User | None, reason: str) -> object:
    """Count the version again that counted before the excluded team lost by forfeit; the exclusion itself stays."""
    if line.after.get("version") == line.before.get("version"):
        raise ScoringError(
            "undo_none", line=line.number, why=_("Take back the exclusion, which stands on a line of its own.")
        )
    return count_version_before(line, by, reason)


@referee.WITHDRAW_SHEET.reverse
def count_withdrawn_version(line: WrittenLine, by: User | None, reason: str) -> object:
    """Count the version again that was taken off."""
    return rulings.put_back(
        table_id=_table(line).pk, version=line.before["version"], base_version=None, reason=reason, by=by
    )


@referee.EXCHANGE_SHEETS.reverse
def exchange_sheets_back(line: WrittenLine, by: User | None, reason: str) -> object:
    """Exchange the sheets of the two tables once more."""
    here, there = _table(line), _table(line, "other_table")
    if _version(here) is None:
        here, there = there, here
    return rulings.exchange_sheets(
        table_id=here.pk,
        other_id=there.pk,
        key=secrets.token_urlsafe(16),
        base_version=_version(here) or 0,
        other_version=_version(there),
        reason=reason,
        by=by,
    )


@referee.RULE_CANCEL_DONNE.reverse
def count_donne(line: WrittenLine, by: User | None, reason: str) -> object:
    """Count a cancelled donne again."""
    return _rule_back(line, by, reason, kind="donne_back", fact="donne")


@referee.RULE_PENALTY.reverse
def take_penalty_back(line: WrittenLine, by: User | None, reason: str) -> object:
    """Take a penalty back."""
    return _rule_back(line, by, reason, kind="penalty_back", fact="penalty")


def _rule_back(line: WrittenLine, by: User | None, reason: str, *, kind: str, fact: str) -> object:
    table = _table(line)
    last = Ruling.objects.filter(table=table).order_by("-number").values_list("number", flat=True).first()
    context = rulings.RulingContext(
        table_id=table.pk, seen=last or 0, reason=reason, by=by, base_version=_version(table)
    )
    return rulings.rule(context, kind, {fact: line.after[fact]})


@draw_acts.MAKE_DRAW.reverse
@draw_acts.PUBLISH_DRAW.reverse
def cancel_draw(line: WrittenLine, by: User | None, reason: str) -> object:
    """Cancel the draw."""
    named = facts(line)
    draw = Draw.objects.get(round__tournament=line.tournament_id, round__number=named["round"], number=named["draw"])
    return draws.cancel_draw(draw_id=draw.pk, reason=reason, by=by)


@draw_acts.DRAW_PARTNERS.reverse
def part_teams(line: WrittenLine, by: User | None, reason: str) -> object:
    """Part all the teams of a drawing of partners."""
    return partners.part_teams(tournament_id=line.tournament_id, numbers=line.after["numbers"], by=by)


@sheets.SETTLE_TIE.check
def choice_stands(line: WrittenLine) -> object:
    """Raise ScoringError where the choice of who goes on does not stand any more."""
    named = facts(line)
    return standing_choice(line.tournament_id, named["round"], named["table"], named["team"])


@prize_acts.CALL_PRIZE.reverse
@prize_acts.GIVE_PRIZE.reverse
def return_prizes(line: WrittenLine, by: User | None, reason: str) -> object:
    """Take back a call: what it handed over goes, what was handed over before is again."""
    if "handed" not in line.after:
        raise ScoringError("prize_moved")
    return prizes.return_prizes(
        tournament_id=line.tournament_id,
        number=_number(line),
        before=line.before["handed"],
        after=line.after["handed"],
        by=by,
    )


@prize_acts.MISS_PRIZE.reverse
def not_absent(line: WrittenLine, by: User | None, reason: str) -> object:
    """Put a team back in its turn of the call, or as absent, as it was before."""
    return prizes.miss_prize(tournament_id=line.tournament_id, number=_number(line), absent=line.before["away"], by=by)


def _number(line: WrittenLine) -> int:
    """Return the number of the team that *line* names."""
    return Team.objects.values_list("number", flat=True).get(pk=line.after["team"])
