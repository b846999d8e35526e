"""Acts of the import: keep a list that was read, keep what was answered to its preview, register it whole or not."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from typing import cast

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from tournament import names
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.ledger import booking as ledger
from tournament.ledger.models import MOST_CENTS
from tournament.registration import acts, line_up, selectors as roster, services as registration
from tournament.registration.imports.columns import ROLES
from tournament.registration.imports.models import ImportDraft
from tournament.registration.imports.reading import Book
from tournament.registration.imports.selectors import (
    ALL_SHEETS,
    PlanLine,
    book_of,
    layout_of,
    plan_import,
    sheets_to_choose,
    still_true,
)
from tournament.registration.models import Player, Team

# A preview left open over night is of no use in the morning, and holds people's names and telephones.
KEPT_FOR = datetime.timedelta(hours=12)
_ANSWERS = ("take", "player_1", "player_2", "number", "origin", "shown")


def start_import(*, tournament_id: int, book: Book, file_name: str, by: User) -> ImportDraft:
    """Store *book* for its preview, in the place of what this account was importing here; registers nobody."""
    sheets = [asdict(sheet) for sheet in book.sheets]
    with transaction.atomic():
        tournament = lock_open_tournament(tournament_id)
        ImportDraft.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
        ImportDraft.objects.filter(tournament=tournament, by=by).delete()
        return ImportDraft.objects.create(
            tournament=tournament,
            by=by,
            file_name=names.clean(file_name)[-120:],
            written=book.written[:40],
            sheets=sheets,
        )


def set_layout(
    *, draft_id: int, sheet: int | None, header: int | None, roles: Sequence[str] | None, by: User
) -> ImportDraft:
    """Read the list otherwise: another sheet, another header row (0: none), other roles for its columns.

    What is None is guessed. Raises TournamentError import_gone, import_layout.
    """
    draft = _own_draft(draft_id, by)
    book = book_of(draft)
    layout: dict[str, object] = {}
    if sheet is not None:
        if not 0 <= sheet < len(book.sheets) and not (sheet == ALL_SHEETS and sheets_to_choose(draft, book)):
            raise TournamentError("import_layout", field="sheet")
        layout["sheet"] = sheet
    if header is not None:
        layout["header"] = header
    if roles is not None:
        draft.layout = layout
        width = len(layout_of(draft, book)[2].roles)
        if len(roles) != width or not set(roles) <= set(ROLES):
            raise TournamentError("import_layout", field="roles")
        taken = [role for role in roles if role not in ("ignore", "remark", "paid", "phone")]
        if len(set(taken)) < len(taken):
            raise TournamentError("import_role_twice", field="roles")
        layout["roles"] = list(roles)
    draft.layout, draft.answers = layout, {}
    return _kept(draft, "layout", "answers")


def set_surname_first(*, draft_id: int, players: str, first: bool, by: User) -> ImportDraft:
    """Note that in the names of *players* (1, 2, or 12 for a column of both) the family name stands *first*, or last.

    Raises TournamentError import_gone, import_layout.
    """
    draft = _own_draft(draft_id, by)
    if players not in ("1", "2", "12"):
        raise TournamentError("import_layout", field="roles")
    chosen = draft.layout.get("surname_first", {}) | dict.fromkeys(players, first)
    draft.layout = draft.layout | {"surname_first": chosen}
    return _kept(draft, "layout")


def answer_import(*, draft_id: int, answers: Mapping[int, Mapping[str, object]], by: User) -> ImportDraft:
    """Store the organiser's answers for each row: `take`, `player_1`, `player_2`, `number`, `origin`, and the doubts
    `shown`.

    Raises TournamentError import_gone.
    """
    draft = _own_draft(draft_id, by)
    draft.answers = {
        str(row): {key: value for key, value in answer.items() if key in _ANSWERS} for row, answer in answers.items()
    }
    return _kept(draft, "answers")


def import_teams(*, draft_id: int, seen: str, present: bool = False, by: User) -> list[Team]:
    """Register every row of the draft that is taken, all or none, with one line in the journal.

    A team of one who came alone gets the partner that its line tells. The last of the new ones are on the waiting list where they are more than the places left.

    *seen* is `ImportPlan.seen` of the preview that was agreed to. Raises TournamentError: import_gone; import_changed
    where the teams have changed since; import_unsettled where a row taken lacks something; import_nothing; closed;
    too_late.
    """
    draft = _own_draft(draft_id, by)
    # A long list takes seconds to plan: nobody's score waits for that. Under the lock it only has to be true still.
    plan = plan_import(draft)
    with transaction.atomic():
        tournament = lock_open_tournament(draft.tournament_id)
        locked = _locked_draft(draft)
        first_round = registration.joining_round(tournament)
        if (
            plan.seen != seen
            or not still_true(plan, tournament)
            or (locked.layout, locked.answers)
            != (
                draft.layout,
                draft.answers,
            )
        ):
            raise TournamentError("import_changed")
        if plan.sheet_place is None:
            raise TournamentError("import_sheet")
        if plan.columns_unsure:
            raise TournamentError("import_columns")
        if plan.unsettled:
            raise TournamentError("import_unsettled", rows=", ".join(str(line.entry.line) for line in plan.unsettled))
        if not plan.taken:
            raise TournamentError("import_nothing")
        new = [line for line in plan.taken if not line.completes]
        registration.check_number_of_teams(tournament.teams.count() + len(new))
        waiting = roster.newcomers_waiting(tournament, len(new))
        till = ledger.checked_till(tournament, "")
        surnames = plan.surnames_first
        teams = _write(tournament, new, surnames, present=present, first_round=first_round, waiting=waiting)
        after = {
            "teams": [team.pk for team in teams],
            "numbers": [team.number for team in teams],
            "present": present,
            "first_round": first_round,
        }
        let_in = _let_in(new)
        after |= {"let_in": [line.number for line in new if _let_in([line])]} if let_in else {}
        payments_of = [line for team in teams for line in ledger.payment_lines(team, {}, till)]
        after |= {"movements": ledger.book(tournament, payments_of, by)} if payments_of else {}
        after |= {"waiting": [team.number for team in teams if team.waiting]} if waiting else {}
        if teams:
            journal.write(tournament, acts.IMPORT_TEAMS, by, after=after, reason=let_in)
        completed = [_complete(tournament, line, by) for line in plan.taken if line.completes]
        locked.delete()
    return [*teams, *completed]


def _let_in(lines: Sequence[PlanLine]) -> str:
    """Return why some of *lines* play all the same that the conditions refuse; empty where they refuse none."""
    refused = any("row_not_admitted" in line.doubts for line in lines)
    return gettext("Let in all the same: ticked in the list") if refused else ""


def _complete(tournament: Tournament, line: PlanLine, by: User) -> Team:
    """Add to the team of one who came alone the partner that *line* tells. A name that was typed in the preview stands so,
    else as the club has it.
    """
    team = tournament.teams.get(number=cast(int, line.completes))
    [there] = [member.player for member in team.members.select_related("player")]
    written = {roster.player_key(name): name for name in line.players}
    typed = {roster.player_key(name) for name in {*line.players} - {*line.entry.players}}
    partner = next(key for key in written if key != there.key)
    [known] = registration.known_players(tournament, [written[partner]])
    players = [written[key] if key in typed else before.name for key, before in ((there.key, there), (partner, known))]
    reason = gettext("Partner found, as the list says")
    return registration.change_team(team_id=team.pk, players=players, reason=reason, let_in=_let_in([line]), by=by)


@transaction.atomic
def drop_import(*, draft_id: int, by: User) -> None:
    """Forget the list; nobody was registered from it."""
    ImportDraft.objects.filter(pk=draft_id, by=by).delete()


def _own_draft(draft_id: int, by: User) -> ImportDraft:
    draft = ImportDraft.objects.select_related("tournament").filter(pk=draft_id, by=by).first()
    if draft is None:
        raise TournamentError("import_gone")
    return draft


def _locked_draft(draft: ImportDraft) -> ImportDraft:
    """Lock the row of *draft* and return it without its sheets. Raises TournamentError import_gone."""
    locked = ImportDraft.objects.select_for_update(of=("self",)).defer("sheets").filter(pk=draft.pk).first()
    if locked is None:
        raise TournamentError("import_gone")
    return locked


@transaction.atomic
def _kept(draft: ImportDraft, *fields: str) -> ImportDraft:
    """Save *fields* of a draft that may have been imported or dropped meanwhile. Raises TournamentError import_gone."""
    _locked_draft(draft)
    draft.save(update_fields=fields)
    return draft


def _write(
    tournament: Tournament,
    lines: Sequence[PlanLine],
    surnames_first: Sequence[bool | None],
    *,
    present: bool,
    first_round: int,
    waiting: int,
) -> list[Team]:
    """Write all the teams, the last *waiting* of them on the waiting list; always the same number of queries."""
    players = _players(tournament, lines, surnames_first)
    teams = Team.objects.bulk_create(
        Team(
            tournament=tournament,
            number=cast(int, line.number),
            name=line.entry.team_name[: line_up.NAME_LENGTH],
            origin=line.origin[: registration.ORIGIN_LENGTH],
            category=line.entry.category,
            present=present,
            alone=(alone := not tournament.singles and not all(line.players)),
            paid_cents=(paid := _paid(line.entry.paid, tournament.fee.owed(alone=alone))),
            paid_by=line.entry.paid_by if paid is not None else "",
            remark=line.entry.remark[: registration.REMARK_LENGTH],
            first_round=first_round,
            waiting=place >= len(lines) - waiting,
        )
        for place, line in enumerate(lines)
    )
    registration.seat_lists(tournament, list(zip(teams, players, strict=True)))
    return teams


def _paid(paid: bool | int, fee_cents: int) -> int | None:
    if paid is True:
        return fee_cents
    return paid if paid and paid <= MOST_CENTS else None


def _players(
    tournament: Tournament, lines: Sequence[PlanLine], surnames_first: Sequence[bool | None]
) -> list[list[Player]]:
    """Find the players of each row, saved, with the telephone that the list gives and the place of their family name."""
    players = registration.known_players(tournament, [name for line in lines for name in line.players if name])
    every = iter(players)
    pairs = [list(islice(every, sum(map(bool, line.players)))) for line in lines]
    changed = []
    for line, pair in zip(lines, pairs, strict=True):
        named = [(name, of_list) for name, of_list in zip(line.players, line.entry.players, strict=True) if name]
        for player, (name, of_list), first in zip(pair, named, surnames_first, strict=False):
            # A spelling just typed stands before the older one of the club; that of the list where it has accents more.
            typed = name != of_list
            before = player.name, player.surname_first
            if typed and player.name != name:
                player.name, player.surname_first = name, None
            elif names.has_lost_accents(player.name, name):
                player.name = name
            if not typed and first is not None and names.spelling(player.name) == names.spelling(name):
                player.surname_first = first
            if player.pk and before != (player.name, player.surname_first):
                changed.append(player)
    Player.objects.bulk_update(changed, ["name", "surname_first"], batch_size=200)
    # Where a list has one telephone for a team it is the first player's.
    phoned = [
        (player, phone)
        for line, pair in zip(lines, pairs, strict=True)
        for player, phone in zip(pair, (line.entry.phone, line.entry.phone_2), strict=False)
        if phone
    ]
    for player, phone in phoned:
        player.phone = phone
    Player.objects.bulk_update([player for player, _phone in phoned if player.pk], ["phone"], batch_size=200)
    Player.objects.bulk_create(player for player in players if player.pk is None)
    return pairs
