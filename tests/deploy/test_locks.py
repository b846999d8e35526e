"""Every lock of the program, and the test that shows what happens without it: a new one needs its control.

A control lets two acts meet at the worst place with the guard off, and something breaks: so the test with the guard on
proves the guard, not luck.
"""

import ast
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import Error, connection, transaction
from django.db.models import F, QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Delivery, RenderedPage, RunningDonne, StandingsSnapshot, Webhook
from scoring.phones import services
from scoring.public import pages
from scoring.transfer import services as transfer
from scoring.transfer.file import read_concours, write_concours
from scoring.webhooks import delivery, services as hooks
from scoring.webhooks.messages import EVENTS
from scoring.webhooks.sending import Answer
from tests.scoring import builders
from tests.scoring.phones.builders import phone
from tests.scoring.races import between, refusals, unguarded
from tests.support.api import PASSWORD, account
from tests.support.rulings import type_in
from tests.support.sources import trees
from tournament.clubs import logging_in, second_factor, services as accounts
from tournament.concours import hosting
from tournament.concours.services import purge_tournament, remove_tournament
from tournament.jobs import services as jobs
from tournament.models import (
    ApiToken,
    Club,
    ClubEntry,
    HostAct,
    Job,
    LoginAttempt,
    Membership,
    RecoveryCode,
    SecondFactor,
    Table,
    Tournament,
)
from tournament.people import services as people
from tournament.people.services import PersonFields
from tournament.registration.services import register_team
from tournament.tokens import services as tokens

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]
ROOT = Path(__file__).resolve().parents[2]
HERE = "tests/deploy/test_locks.py::test_without_its_lock_it_breaks"

# Where a row, a file or the database is locked, or a unique constraint caught, and the positive control of it.
CONTROLS = {
    "deploy.lock._try": "tests/deploy/test_serve.py::test_without_the_lock_all_that_start_at_once_hold_the_data",
    "deploy.database.sqlite.base.DatabaseWrapper._start_transaction_under_autocommit": "tests/deploy/test_pairs.py::test_without_the_locks_two_acts_break_the_journal",
    "scoring.phones.services._locked_devices": HERE,
    "scoring.public.pages.refresh_pages": HERE,
    "scoring.transfer.services.locked_comparison": HERE,
    "scoring.webhooks.delivery._give_up_old": HERE,
    "scoring.webhooks.services._locked": HERE,
    "scoring.webhooks.services._make_of": HERE,
    "scoring.webhooks.delivery._record": HERE,
    "tournament.clubs.second_factor.renew_recovery_codes": HERE,
    "tournament.clubs.services._create_user": "tests/tournament/clubs/test_accounts.py::test_one_account_made_twice_at_one_moment_is_made_once",
    "tournament.clubs.services._locked": HERE,
    "tournament.clubs.services.choose_first_password": HERE,
    "tournament.clubs.logging_in.count_try": HERE,
    "tournament.clubs.services.create_first_organiser": HERE,
    "tournament.concours.hosting._locked": HERE,
    "tournament.concours.lock._locked": "tests/deploy/test_pairs.py::test_without_the_locks_two_acts_break_the_journal",
    "tournament.jobs.services._waiting_equal": HERE,
    "tournament.jobs.services.enqueue_each": HERE,
    "tournament.people.services._lock_concours": HERE,
    "tournament.people.services.lock_club": HERE,
    "tournament.registration.imports.services._locked_draft": "tests/tournament/registration/test_races_registration.py::test_without_the_lock_of_the_draft_the_answer_breaks",
    "tournament.registration.services._locked_clubs": "tests/tournament/registration/test_races_registration.py::test_without_the_lock_of_the_players_the_registration_breaks",
    "tournament.tokens.answers._claim": "tests/deploy/test_api_programs.py::test_two_at_once_with_one_key_are_one",
    "tournament.tokens.services.make_token": HERE,
    "tournament.tokens.services.revoke_token": HERE,
}  # fmt: skip


# An UPDATE locks the rows that its condition finds, without a word of it in the code.
BY_CONDITION = {"scoring.public.pages.refresh_pages"}


def places() -> Iterator[str]:
    """Yield each function that takes a lock or catches what a unique constraint refuses, by its dotted name."""
    for path, tree in trees("tournament", "scoring", "deploy", naming="|".join([*TAKES, "IntegrityError"])):
        if "migrations" not in path.parts:
            yield from _within(tree, ".".join(path.relative_to(ROOT).with_suffix("").parts))


def _within(tree: ast.AST, name: str) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _within(node, f"{name}.{node.name}")
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKES:
            yield name
        if isinstance(node, ast.ExceptHandler) and node.type is not None and "IntegrityError" in ast.dump(node.type):
            yield name
        yield from _within(node, name)


TAKES = {
    "select_for_update",
    "flock",
    "locking",
    "_start_transaction_under_autocommit",
}


def test_each_lock_has_its_control():
    found = set(places()) | BY_CONDITION
    assert found == set(CONTROLS), (found - set(CONTROLS), set(CONTROLS) - found)
    for control in set(CONTROLS.values()):
        path, test = control.split("::")
        assert f"def {test}(" in (ROOT / path).read_text("utf-8"), control
    for name in (name for name, control in CONTROLS.items() if control == HERE):
        assert name in RACES, name


# --- The controls -----------------------------------------------------------------------------------------------------


class Race(NamedTuple):
    """Two acts, where the first waits for the second, and what tells from their answers that they broke something."""

    at: tuple[object, str]
    first: Callable[[], object]
    second: Callable[[], object]
    broken: Callable[[list], bool]


def both_did(given: list) -> bool:
    return not refusals(given)


def first_organisers(monkeypatch) -> Race:
    def comes(name: str) -> Callable[[], object]:
        return lambda: accounts.create_first_organiser(club_name="Le club", name=name, password=PASSWORD)

    return Race((accounts, "_create_user"), comes("Anne Albe"), comes("Bob Bor"), both_did)


def counted_tries(monkeypatch) -> Race:
    LoginAttempt.objects.create(account="a" * 64, address="203.0.113.9", last_at=timezone.now())

    def act() -> None:
        logging_in.count_try(account="a" * 64, address="203.0.113.9")

    return Race((LoginAttempt, "save"), act, act, lambda _given: LoginAttempt.objects.get().failures != 2)


def spent_links(monkeypatch) -> Race:
    user = account("odile")
    *_before, secret, _end = accounts.first_password_link(user).split("/")

    def act() -> object:
        return accounts.choose_first_password(account=user.pk, token=secret, password=PASSWORD)

    return Race((accounts, "change_password"), act, act, both_did)


def last_organisers(monkeypatch) -> Race:
    club = Club.objects.create(name="Le club")
    first, second = (Membership.objects.get(user=account(name, club)) for name in ("anne", "bob"))

    def leaves(membership: Membership) -> Callable[[], object]:
        return lambda: accounts.change_role(membership_id=membership.pk, role="reader", by=membership.user)

    return Race((Membership, "save"), leaves(first), leaves(second), both_did)


def renewed_codes(monkeypatch) -> Race:
    user = account("odile")
    factor = SecondFactor.objects.create(user=user, key="A" * 32, begun_at=timezone.now(), confirmed_at=timezone.now())
    second_factor._make_recovery_codes(factor)
    monkeypatch.setattr(second_factor, "check_code", lambda **_given: None)

    def act() -> object:
        return second_factor.renew_recovery_codes(request=None, user=user, code="")

    return Race((accounts, "new_password"), act, act, lambda _given: RecoveryCode.objects.count() != 10)


def closed_clubs(monkeypatch) -> Race:
    club, by = Club.objects.create(name="Le club"), account("maintainer")

    def act() -> object:
        return hosting.close_club(club_id=club.pk, by=by)

    return Race((Club, "save"), act, act, lambda _given: HostAct.objects.count() != 1)


def last_tokens(monkeypatch) -> Race:
    club = Club.objects.create(name="Le club")
    by = account("odile", club)
    monkeypatch.setattr(tokens, "MOST", 1)

    def makes(name: str) -> Callable[[], object]:
        given = {"scopes": ["reading"], "concours": None, "ends_on": timezone.localdate(), "by": by}
        return lambda: tokens.make_token(club=club, name=name, **given)

    return Race((tokens, "_digest"), makes("un"), makes("deux"), both_did)


def revoked_tokens(monkeypatch) -> Race:
    club = Tournament.objects.get(pk=builders.concours(teams=4).pk).club
    by = account("odile", club)
    day = timezone.localdate()
    token, _secret = tokens.make_token(club=club, name="un", scopes=["reading"], concours=None, ends_on=day, by=by)

    def act() -> object:
        return tokens.revoke_token(token_id=token.pk, by=by)

    def twice(_given: list) -> bool:
        return Tournament.objects.get().journal.filter(act="revoke_token").count() != 1

    return Race((ApiToken, "save"), act, act, twice)


def told(*, messages: int = 0) -> Webhook:
    """An address that is told of two sheets, and *messages* that wait for it."""
    tournament = builders.seated(2, parties=1)
    address = "http://127.0.0.1:9/"
    hook = hooks.add_webhook(tournament_id=tournament.pk, url=address, events=list(EVENTS), by=None)
    for number in range(1, messages + 1):
        Delivery.objects.create(webhook=hook, number=number, journal_number=number, event="x", body="{}", attempts=1)
    return hook


def made_messages(monkeypatch) -> Race:
    hook = told()
    type_in(Table.objects.first(), 1000)

    def act() -> object:
        return hooks._make_of(hook.pk)

    return Race((hooks, "_write"), act, act, lambda given: any(isinstance(one, Error) for one in given))


FAILED = Answer(None, "timeout", "", 1)


def counted_failures(monkeypatch) -> Race:
    hook = told(messages=2)
    first, second = (lambda row=row: delivery._record(row, FAILED) for row in Delivery.objects.order_by("number"))
    return Race((Webhook, "save"), first, second, lambda _given: Webhook.objects.get(pk=hook.pk).failures != 2)


def switched_on(monkeypatch) -> Race:
    """An address is switched on again while the sender counts a failure of it."""
    hook = told(messages=1)
    Webhook.objects.filter(pk=hook.pk).update(active=False)

    def change() -> object:
        given = {"tournament_id": hook.tournament_id, "webhook_id": hook.pk, "by": None}
        return hooks.change_webhook(**given, active=True)

    def record() -> object:
        return delivery._record(Delivery.objects.get(), FAILED)

    # Without the lock the failure that came in between is forgotten.
    return Race((Webhook, "save"), change, record, lambda _given: Webhook.objects.get().failures != 1)


def left_on(monkeypatch) -> Race:
    """An address that took nothing for a day is switched off while the organiser changes what it is told."""
    hook = told(messages=1)
    Delivery.objects.update(since=timezone.now() - delivery.OLDEST - timedelta(hours=1))

    def change() -> object:
        given = {"tournament_id": hook.tournament_id, "webhook_id": hook.pk, "by": None}
        return hooks.change_webhook(**given, events=list(EVENTS)[:1])

    return Race((Webhook, "save"), change, delivery._give_up_old, lambda _given: Webhook.objects.get().active)


def late_pages(monkeypatch) -> Race:
    """A quicker worker makes the page that somebody looks at from a later line."""
    tournament = builders.evening(teams=4, parties=1)
    RenderedPage.objects.create(tournament=tournament, name="wall.fr", journal_number=0)

    def make() -> object:
        return pages.refresh_pages(tournament_id=tournament.pk)

    def make_later() -> object:
        with transaction.atomic():
            Tournament.objects.update(journal_number=F("journal_number") + 1)
        return make()

    def older(_given: list) -> bool:
        rows = tournament.pages.values_list("journal_number", flat=True)
        return min(rows) < StandingsSnapshot.objects.get().journal_number

    return Race((pages, "page_etag"), make, make_later, older)


def noted_donnes(monkeypatch) -> Race:
    """Let a telephone say the next thing while the first still arrives."""
    builders.seated(2, parties=1)
    device = phone(Table.objects.get(number=1), "NS")

    def says(sequence: int) -> Callable[[], object]:
        return lambda: services.note_donne(
            device=device, number=1, key=f"key-{sequence}".ljust(20, "k"), sequence=sequence, content={}
        )

    says(1)()
    return Race((RunningDonne, "save"), says(2), says(3), lambda _given: RunningDonne.objects.get().sequence != 3)


class Act:
    """An act that asks for a job and then writes what the job is to see."""

    @staticmethod
    def write(tournament: Tournament) -> None:
        Tournament.objects.filter(pk=tournament.pk).update(place="written")


def asked_jobs(monkeypatch) -> Race:
    """A worker begins the job that an act wants to serve for it too, before the act has ended."""
    enqueue = jobs.enqueue
    return _asked(lambda tournament: enqueue("pages", tournament=tournament, once=True))


def asked_jobs_of_many(monkeypatch) -> Race:
    return _asked(lambda tournament: jobs.enqueue_each("pages", [tournament]))


def _asked(ask: Callable[[Tournament], object]) -> Race:
    tournament = builders.concours(teams=4)
    job = jobs.enqueue("pages", tournament=tournament)

    def act() -> None:
        with transaction.atomic():
            ask(tournament)
            Act.write(tournament)

    def work() -> str:
        with transaction.atomic():
            Job.objects.filter(pk=job.pk, state="queued").update(state="running")
        return Tournament.objects.get().place

    def unseen(given: list) -> bool:
        return given[1] != "written" and not Job.objects.filter(state="queued").exists()

    return Race((Act, "write"), act, work, unseen)


def given_links(monkeypatch) -> Race:
    """Two acts about people want the same next line of the journal of the club."""
    club = Club.objects.create(name="Le club")
    names: list[PersonFields] = [{"name": "Anne Albe"}, {"name": "Bob Bor"}]
    first, second = (
        lambda person=person: people.give_link(club_id=club.pk, person_id=person.pk, by=None)
        for person in people.enter_people(club_id=club.pk, people=names, by=None)
    )
    return Race((ClubEntry, "save"), first, second, lambda given: any(isinstance(one, Error) for one in given))


def corrected_names(monkeypatch) -> Race:
    """A name is corrected while a team comes in: both want the next line of the concours."""
    tournament = builders.concours(teams=4)
    team = register_team(tournament_id=tournament.pk, players=["Aimé Bon", "Bob Cru"], by=None)
    person = team.members.get(position=1).person

    def correct() -> object:
        return people.correct_person(club_id=tournament.club_id, person_id=person.pk, name="Aimée Bon", by=None)

    def register() -> object:
        return register_team(tournament_id=tournament.pk, players=["Zoé Dur", "Yves Eau"], by=None)

    return Race((people, "_rename"), correct, register, lambda given: any(isinstance(one, Error) for one in given))


def taken_in(monkeypatch) -> Race:
    """Two take the same file in."""
    tournament = builders.evening(teams=4, parties=1)
    file = read_concours(write_concours(tournament.pk).content)
    remove_tournament(tournament_id=tournament.pk, while_played=True, by=None)
    purge_tournament(tournament_id=tournament.pk, name=tournament.name, by=None)
    club = Club.objects.create(name="Le club")
    by = account("odile", club)

    def act() -> object:
        return transfer.take_in(file=file, club=club, by=by)

    return Race((transfer, "write_rows"), act, act, lambda _given: Tournament.objects.count() != 1)


RACES: dict[str, Callable[[pytest.MonkeyPatch], Race]] = {
    "scoring.phones.services._locked_devices": noted_donnes,
    "scoring.public.pages.refresh_pages": late_pages,
    "scoring.transfer.services.locked_comparison": taken_in,
    "scoring.webhooks.delivery._give_up_old": left_on,
    "scoring.webhooks.services._locked": switched_on,
    "scoring.webhooks.services._make_of": made_messages,
    "scoring.webhooks.delivery._record": counted_failures,
    "tournament.clubs.second_factor.renew_recovery_codes": renewed_codes,
    "tournament.clubs.services._locked": last_organisers,
    "tournament.clubs.services.choose_first_password": spent_links,
    "tournament.clubs.logging_in.count_try": counted_tries,
    "tournament.clubs.services.create_first_organiser": first_organisers,
    "tournament.concours.hosting._locked": closed_clubs,
    "tournament.jobs.services._waiting_equal": asked_jobs,
    "tournament.jobs.services.enqueue_each": asked_jobs_of_many,
    "tournament.people.services._lock_concours": corrected_names,
    "tournament.people.services.lock_club": given_links,
    "tournament.tokens.services.make_token": last_tokens,
    "tournament.tokens.services.revoke_token": revoked_tokens,
}


@pytest.mark.parametrize("name", RACES)
def test_with_its_lock_it_holds(name, monkeypatch):
    race = RACES[name](monkeypatch)
    given = between(monkeypatch, race.at, race.first, race.second)
    assert not [one for one in given if isinstance(one, Error)], "neither waits for the other for ever"
    assert not race.broken(given)


@pytest.mark.parametrize("name", RACES)
def test_without_its_lock_it_breaks(name, monkeypatch):
    race = RACES[name](monkeypatch)
    unguarded(monkeypatch)
    monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **_how: self.all())
    assert race.broken(between(monkeypatch, race.at, race.first, race.second))


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks the whole file, in no order")
@pytest.mark.parametrize("act", ["a token of the whole club", "a token of a concours", "a registration"])
def test_a_concours_is_locked_before_its_club(act):
    """Let two acts never wait for each other: who held the club first waited for the concours, whose holder for the club."""
    concours = builders.concours(teams=4)
    by = account("odile", concours.club)
    with CaptureQueriesContext(connection) as asked:
        if act == "a registration":
            register_team(tournament_id=concours.pk, players=["Aimé Bon", "Bob Cru"], by=by)
        else:
            chosen = None if "whole" in act else [concours.pk]
            day = timezone.localdate()
            tokens.make_token(club=concours.club, name="un", scopes=["reading"], concours=chosen, ends_on=day, by=by)
    told = [query["sql"] for query in asked if "FOR NO KEY UPDATE" in query["sql"]]
    locked = [re.search(r'FROM "tournament_(\w+)"', sql)[1] for sql in told]
    assert "club" in locked
    assert "tournament" in locked[: locked.index("club")]
