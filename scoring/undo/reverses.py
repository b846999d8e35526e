"""The reverse of each act of the journal, or the reason why it has none.

An act is taken back by another act, which is journalled like any other: nothing of the journal is ever erased.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from scoring.evening import hall
from scoring.evening.closing import reopen_tournament
from scoring.referee import rulings
from scoring.rounds import services as rounds
from scoring.sheets.models import Ruling, ScoreSheet
from tournament.journal.models import JournalEntry
from tournament.registration import restoring
from tournament.registration import services as registration
from tournament.rounds import clock, partners
from tournament.rounds import services as draws
from tournament.rounds.models import Draw, Table

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Reverse:
    """Describe how an act is taken back: by which `act`, given its line, who takes it back and why, and what that does.

    `role` is the right that it needs, `action` the words of the button. `corrects`: it may change a score that counts,
    so that its effects are shown first. `check` raises TournamentError where the act does not stand any more; without
    it, no later line may be about the same. `after_end`: it may be done once the palmarès is published. `written` is
    the act that it writes, where that takes back nothing else.
    """

    role: str
    does: "_StrPromise"
    act: Callable[[JournalEntry, User | None, str], object]
    corrects: bool = False
    action: "_StrPromise" = _("Take it back")
    check: Callable[[JournalEntry], object] | None = None
    after_end: bool = False
    written: str = ""


def _facts(line: JournalEntry) -> dict:
    return {**line.before, **line.after}


def _table(line: JournalEntry, key: str = "table") -> Table:
    facts = _facts(line)
    return Table.objects.get(
        round__tournament=line.tournament_id, round__number=facts["round"], number=facts[key], round__state="published"
    )


def _version(table: Table) -> int | None:
    """Return the version of a table's sheet that counts."""
    return ScoreSheet.objects.filter(table=table, counted=True).values_list("version", flat=True).first()


def _sheet_as_before(line: JournalEntry, by: User | None, reason: str) -> object:
    """Let the version count again that counted before; where none did, the table awaits its sheet."""
    table = _table(line)
    counts = _version(table) or line.after["version"]
    if "version" in line.before:
        return rulings.put_back(
            table_id=table.pk, version=line.before["version"], base_version=counts, reason=reason, by=by
        )
    return rulings.withdraw_sheet(table_id=table.pk, base_version=counts, reason=reason, by=by)


def _sheets_exchanged_back(line: JournalEntry, by: User | None, reason: str) -> object:
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


def _rule_back(kind: str, fact: str) -> Callable[[JournalEntry, User | None, str], object]:
    def act(line: JournalEntry, by: User | None, reason: str) -> object:
        table = _table(line)
        last = Ruling.objects.filter(table=table).order_by("-number").values_list("number", flat=True).first()
        context = rulings.RulingContext(
            table_id=table.pk, seen=last or 0, reason=reason, by=by, base_version=_version(table)
        )
        return rulings.rule(context, kind, {fact: line.after[fact]})

    return act


def _draw_cancelled(line: JournalEntry, by: User | None, reason: str) -> object:
    facts = _facts(line)
    draw = Draw.objects.get(round__tournament=line.tournament_id, round__number=facts["round"], number=facts["draw"])
    return draws.cancel_draw(draw_id=draw.pk, reason=reason, by=by)


def _presence_as_before(line: JournalEntry, by: User | None, reason: str) -> object:
    return registration.set_present(team_id=_facts(line)["team"], present=line.before["present"], by=by)


def _payment_as_before(line: JournalEntry, by: User | None, reason: str) -> object:
    names = ("paid_cents", "paid_by", "partner_cents", "partner_paid_by")
    paid = {name: line.before[name] for name in names if name in line.before}
    return registration.set_paid(team_id=_facts(line)["team"], by=by, **paid)


def _away_as_before(line: JournalEntry, by: User | None, reason: str) -> object:
    return registration.set_away(
        tournament_id=line.tournament_id,
        number=_facts(line)["number"],
        round_number=line.before["away_in"],
        by=by,
    )


def _choice(line: JournalEntry) -> dict[str, int]:
    """Return who was chosen to go on after equal totals, and where."""
    facts = _facts(line)
    return {"number": facts["round"], "table": facts["table"], "team": facts["team"]}


def _tie_open(line: JournalEntry) -> object:
    return rounds.standing_choice(line.tournament_id, **_choice(line))


def _tie_asked_again(line: JournalEntry, by: User | None, reason: str) -> object:
    return rounds.take_back_tie(tournament_id=line.tournament_id, **_choice(line), reason=reason, by=by)


def _of_team(act: Callable[..., object], *, reason: bool = False) -> Callable[[JournalEntry, User | None, str], object]:
    def done(line: JournalEntry, by: User | None, why: str) -> object:
        return act(team_id=_facts(line)["team"], by=by, **({"reason": why} if reason else {}))

    return done


def _of_clock(act: Callable[..., object]) -> Callable[[JournalEntry, User | None, str], object]:
    def done(line: JournalEntry, by: User | None, reason: str) -> object:
        return act(tournament_id=line.tournament_id, number=_facts(line)["round"], by=by)

    return done


_AS_BEFORE = Reverse(
    "score",
    _("The score that counted before counts again; where there was none, the table awaits its sheet."),
    _sheet_as_before,
    corrects=True,
    action=_("Take this score back"),
)
_DECISION_BACK = replace(_AS_BEFORE, action=_("Take this decision back"))
_CANCEL = Reverse("draw", _("The tables of this draw go; the draw can be made again."), _draw_cancelled)
_IS_REVERSE = _("This took something back. To have it again, do it again.")
_ASKS_SETTINGS = _("Set it again on the page of the settings.")
_ASKS_DOOR = _("Set it again on the page of registration.")
_ASKS_DRAW = _(
    "Exchange places on the page of the draw while it is not published. Later the draw can only be cancelled, before its "
    "first score."
)
_ASKS_CLOCK = _("Set it again on the page of the clock.")
_ASKS_PRIZES = _("Set it again on the page of the prizes.")
_ASKS_SITES = _("Set it again on the page of the sites that are told.")
_A_FACT = _("This says what happened in the hall: there is nothing to take back.")
_PHONE = _("A telephone of the table said this. Type the right score, or take off the one that counts.")

# Act of the journal → what takes it back, or why nothing does.
REVERSES: "Mapping[str, Reverse | _StrPromise]" = {
    "create_tournament": _("A concours made by mistake is removed on the page of its settings."),
    "remove_tournament": _("It is restored from the home page."),
    "restore_tournament": _("It is removed again on the page of its settings."),
    "seal_concours": _A_FACT,
    "make_token": _("A key is revoked on the page of the keys, beside the accounts."),
    "revoke_token": _(
        "A key that was revoked stays so. Make another one on the page of the keys, beside the accounts."
    ),
    "change_settings": _ASKS_SETTINGS,
    "change_parties": _("Change it again on the page of the draw: “Play one partie more, or fewer”."),
    "close_tournament": Reverse(
        "close",
        _("The ranking is open again, to be corrected and published once more."),
        lambda line, by, reason: reopen_tournament(tournament_id=line.tournament_id, by=by, reason=reason),
        after_end=True,
    ),
    "reopen_tournament": _IS_REVERSE,
    "show_message": Reverse(
        "score",
        _("The message is taken off walls and telephones."),
        lambda line, by, reason: hall.clear_message(tournament_id=line.tournament_id, by=by),
        after_end=True,
    ),
    "clear_message": _("Show the message again on the page of the evening."),
    "show_ranking": _("The hall has seen the ranking: it cannot be held back any more."),
    "add_webhook": _ASKS_SITES,
    "change_webhook": _ASKS_SITES,
    "renew_webhook_secret": _ASKS_SITES,
    "remove_webhook": _ASKS_SITES,
    "settle_prizes": _ASKS_PRIZES,
    "call_prize": _ASKS_PRIZES,
    "register_team": Reverse("register", _("The registration leaves the list."), _of_team(registration.delete_team)),
    "import_teams": Reverse(
        "register",
        _("All the registrations of this list leave it."),
        lambda line, by, reason: restoring.take_back_import(
            tournament_id=line.tournament_id, team_ids=line.after["teams"], by=by
        ),
    ),
    "take_back_import": _("Import the list again."),
    "change_team": _ASKS_DOOR,
    "unite_origins": _ASKS_DOOR,
    "draw_partners": Reverse(
        "register",
        _("All who were drawn together are alone again, each with number and payment."),
        lambda line, by, reason: partners.part_teams(
            tournament_id=line.tournament_id, numbers=line.after["numbers"], by=by
        ),
    ),
    "choose_partners": Reverse(
        "register", _("Both are alone again, each with number and payment."), _of_team(partners.part_team)
    ),
    "part_team": _IS_REVERSE,
    "set_present": Reverse("register", _("The presence is again as it was."), _presence_as_before),
    "set_all_present": _("Unmark on the page of registration those that are not there."),
    "set_paid": Reverse("register", _("The payment is again as it was."), _payment_as_before, after_end=True),
    "withdraw_team": Reverse(
        "register",
        _("Back in the concours, from the next draw on."),
        _of_team(registration.return_team),
        written="return_team",
    ),
    "return_team": _IS_REVERSE,
    "admit_team": _("Registered people who have a place keep it, and may leave on the page of registration."),
    "exclude_team": Reverse(
        "register",
        _("The exclusion is taken back."),
        _of_team(registration.take_back_exclusion, reason=True),
        written="take_back_exclusion",
    ),
    "take_back_exclusion": _IS_REVERSE,
    "delete_team": Reverse(
        "register",
        _("The registration is back with its number and its players."),
        lambda line, by, reason: restoring.restore_team(
            tournament_id=line.tournament_id, team_id=line.before["team"], by=by
        ),
        written="restore_team",
    ),
    "restore_team": _IS_REVERSE,
    "renumber_teams": _ASKS_DOOR,
    "make_draw": _CANCEL,
    "publish_draw": _CANCEL,
    "cancel_draw": _("Make the draw again: with the same cards or number it gives the same tables."),
    "swap_teams": _ASKS_DRAW,
    "seat_late_team": _ASKS_DRAW,
    "settle_tie": Reverse(
        "score",
        _("It is asked again who goes on."),
        _tie_asked_again,
        corrects=True,
        check=_tie_open,
        action=_("Ask again who goes on"),
    ),
    "void_tie": _("Say again who goes on, where the scores are typed."),
    "seat_catch_up": _ASKS_DRAW,
    "set_away": Reverse("register", _("The absence is again as it was."), _away_as_before),
    "start_clock": Reverse("rule", _("The clock is as if it had not been started."), _of_clock(clock.stop_clock)),
    "stop_clock": _ASKS_CLOCK,
    "set_clock": _ASKS_CLOCK,
    "impose_cutoff": Reverse(
        "rule",
        _("The last donnes are not announced any more."),
        _of_clock(clock.take_back_cutoff),
        written="take_back_cutoff",
    ),
    "take_back_cutoff": _IS_REVERSE,
    "record_cutoff_after": _ASKS_CLOCK,
    "all_ready": _A_FACT,
    "answer_call": _A_FACT,
    "enter_sheet": _AS_BEFORE,
    "correct_sheet": _AS_BEFORE,
    "validate_sheet": _AS_BEFORE,
    "withdraw_sheet": Reverse(
        "score",
        _("The score that was taken off counts again."),
        lambda line, by, reason: rulings.put_back(
            table_id=_table(line).pk, version=line.before["version"], base_version=None, reason=reason, by=by
        ),
        corrects=True,
        action=_("Let this score count again"),
    ),
    "propose_sheet": _PHONE,
    "confirm_sheet": _PHONE,
    "contest_sheet": _PHONE,
    "keep_late_sheet": _PHONE,
    "rule_keep": _DECISION_BACK,
    "rule_correct": _DECISION_BACK,
    "rule_forfeit": _DECISION_BACK,
    "rule_cancel_donne": Reverse(
        "rule",
        _("The donne counts again."),
        _rule_back("donne_back", "donne"),
        corrects=True,
        action=_("Let this donne count again"),
    ),
    "rule_donne_back": _IS_REVERSE,
    "rule_penalty": Reverse(
        "rule",
        _("The penalty is taken back."),
        _rule_back("penalty_back", "penalty"),
        corrects=True,
        action=_("Take this penalty back"),
    ),
    "rule_penalty_back": _IS_REVERSE,
    "rule_exclusion": _("Take back the exclusion, which stands on a line of its own."),
    "swap_camps": replace(_AS_BEFORE, action=_("Swap the camps back")),
    "exchange_sheets": Reverse(
        "score",
        _("Both sheets are again where they were."),
        _sheets_exchanged_back,
        corrects=True,
        action=_("Exchange the sheets back"),
    ),
    "keep_tables": _A_FACT,
    "add_photo": _("A photo stays as evidence; it counts for nothing."),
    "renew_table_codes": _("The former codes may be known to others: they stay closed."),
}
# Acts that leave what they are about as it was: another act about the same is taken back all the same.
LEAVES = {
    "confirm_sheet",
    "settle_tie",
    "void_tie",
    "keep_late_sheet",
    "add_photo",
    "answer_call",
    "keep_tables",
    "seal_concours",
    "all_ready",
    "record_cutoff_after",
    "settle_prizes",
    "call_prize",
    "add_webhook",
    "change_webhook",
    "renew_webhook_secret",
    "remove_webhook",
}
