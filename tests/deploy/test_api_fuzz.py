"""Cases that nobody thought of, made from the schema and sent to the program itself: never a 500, always the schema."""

import datetime
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from rest_framework.throttling import SimpleRateThrottle

from deploy.wsgi import application
from tests.scoring import builders
from tests.support.api import BASE, Api, account, api_for
from tests.support.counts import TORTURE, some, tries
from tournament.clubs import policy
from tournament.jobs import services as jobs
from tournament.models import Club, Draw, Membership, Team
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.services import start_import
from tournament.rounds import services as draws
from tournament.tokens.services import make_token

pytestmark = pytest.mark.django_db(transaction=True)
# Of each operation, made rightly and made wrongly, and each sent by eight callers: 200 000 on both engines.
CASES = tries(1, 79, hosted=9)
PARTS = 8 if TORTURE else 3  # so that both cores have some of it, and `make test` one
SECONDS = 20  # far more than any act takes, on a machine that does other things too


@dataclass(frozen=True)
class Caller:
    """The sender of a case: the cookies and headers of a session or of another program's key."""

    cookies: dict[str, str]
    headers: dict[str, str]


@pytest.fixture
def hall(monkeypatch):
    """The organiser in mid-evening, the other callers who send the same, and the numbers that are worth trying."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)
    tournament = builders.concours(teams=9)
    odile = account("odile", tournament.club)
    sylvie = account("sylvie", tournament.club, "scorer")
    rene, remi = account("rene", tournament.club, "referee"), account("remi", tournament.club, "reader")
    stranger = account("other", Club.objects.create(name="Another club"))
    drawn = draws.make_draft(tournament_id=tournament.pk, number=1, ranks=[], method="sort", seed="R♥", by=odile)
    draws.publish_draw(draw_id=drawn.pk, by=odile)
    draft = start_import(
        tournament_id=tournament.pk,
        book=read_pasted("n;joueur 1;joueur 2\n50;Aimé Bon;Bob Cru\n"),
        file_name="",
        by=odile,
    )
    job = jobs.enqueue("workbook", tournament=tournament, by=odile)
    sessions = [session_of(api_for(user)) for user in (odile, sylvie, rene, remi, stranger)]
    programs = [program_of(tournament.club, scopes, odile) for scopes in (list(policy.SCOPES), ["reading"])]
    others = [*sessions[1:], *programs, Caller({}, {})]
    known = {
        "id": tournament.pk,  # what the schema calls pk
        "club": tournament.club_id,
        "account": Membership.objects.get(user=sylvie).pk,
        "team": Team.objects.first().pk,
        "draw": Draw.objects.get().pk,
        "slug": tournament.slug,
        "number": 1,
        "table": 1,
        "draft": draft.pk,
        "job": str(job.pk),
    }
    return sessions[0], others, known


def program_of(club: Club, scopes: Sequence[str], by: User) -> Caller:
    """The caller that is another program with a key for *scopes*."""
    ends_on = datetime.date.today() + datetime.timedelta(days=90)
    _token, key = make_token(club=club, name=" ".join(scopes), scopes=scopes, concours=None, ends_on=ends_on, by=by)
    return Caller({}, {"Authorization": f"Bearer {key}"})


def session_of(api: Api) -> Caller:
    """The caller who is logged in with *api*."""
    token = api.ask("session/").json()["csrf_token"]
    return Caller({key: cookie.value for key, cookie in api.cookies.items()}, {"X-CSRFToken": token})


def from_the_laptop(environ: dict, start_response):
    """The whole program, limit of bodies and middleware included."""
    return application(environ | {"REMOTE_ADDR": "127.0.0.1"}, start_response)


# Acts that end the session of the test, or the concours that is tried.
APART = ("Session_delete", "Session_post", "OwnPassword_post", "Close_post")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_generated_case_breaks_it(part, hall, record_property):
    # Loaded by the one process that needs it: every other would start half a second later.
    import schemathesis

    organiser, others, known = hall
    document = Api().get(BASE + "schema/", {"format": "json"}).json()
    schema = schemathesis.openapi.from_dict(document)
    schema.app = from_the_laptop
    tried = cases = 0
    for found in list(schema.get_all_operations())[part::PARTS]:
        operation = found.ok()
        if operation.definition.raw["operationId"] not in APART:
            cases += try_operation(operation, organiser, others, known, turn=tried)
            tried += 1
    record_property("operations of the API", tried)
    record_property("generated cases", cases)
    assert tried > 60 / PARTS


def try_operation(operation, organiser: Caller, others: list[Caller], known: dict, *, turn: int) -> int:
    """Try cases of one operation, right and wrong ones, at addresses that exist; return how many were sent.

    Each is sent by the organiser, then by another caller in turn, in `make torture` by all, since making a case costs more
    than its answer: who may not do it is refused as the schema says.
    """
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

    sent = 0
    for mode in some((GenerationMode.POSITIVE, GenerationMode.NEGATIVE), turn=turn, quick=1):

        @settings(
            max_examples=CASES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def attempt(case) -> None:
            nonlocal sent
            for name in case.path_parameters or {}:
                if name in known:
                    case.path_parameters[name] = known[name]
            for caller in (organiser, *(others if TORTURE else [others[(turn + sent // 2) % len(others)]])):
                sent += 1
                answer = case.call(cookies=caller.cookies, headers=caller.headers)
                assert answer.elapsed < SECONDS, answer.elapsed
                case.validate_response(
                    answer, checks=[not_a_server_error, status_code_conformance, response_schema_conformance]
                )

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                attempt()
            except Unsatisfiable:
                continue  # an address where nothing can be sent wrongly
    return sent
