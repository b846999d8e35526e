"""Share a client of the API that speaks JSON, accounts, and the routes as the URLconf has them."""

import json
from collections.abc import Callable, Iterator

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from scoring.models import Delivery, HandedPrize, Mark, PrizeDraw, PrizeTurn, ScoreSheet, Webhook
from tests.support.accounts import PASSWORD, account  # noqa: F401  (those of a client)
from tournament.models import (
    Club,
    Draw,
    ImportDraft,
    Job,
    JournalEntry,
    Membership,
    Player,
    Prize,
    RecoveryCode,
    Round,
    Seat,
    SecondFactor,
    Table,
    Team,
    TeamMember,
    Tournament,
)

BASE = "/api/v1/"


class Api(Client):
    """A client of the API: addresses without /api/v1/, bodies as JSON; `raw` sends bytes as they are."""

    def ask(self, address: str, **query):
        return self.get(BASE + address, query)

    def send(self, address: str, data: object = None, method: str = "POST", **more):
        body = json.dumps({} if data is None else data)
        return self.generic(method, BASE + address, body, content_type="application/json", **more)

    def raw(self, address: str, body: bytes, content_type: str = "application/json", **more):
        return self.generic("POST", BASE + address, body, content_type=content_type, **more)


def api_for(user) -> Api:
    client = Api()
    client.force_login(user)
    return client


def routes() -> Iterator[tuple[str, URLPattern]]:
    """(address with its converters, pattern) of every route under /api/v1/."""
    top = next(one for one in get_resolver().url_patterns if isinstance(one, URLResolver) and one.namespace == "api")

    def below(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, URLPattern]]:
        for one in resolver.url_patterns:
            address = prefix + str(one.pattern)
            if isinstance(one, URLResolver):
                yield from below(one, address)
            else:
                yield address, one

    return below(top, "")


def is_problem(answer) -> bool:
    """Return whether an answer has the one shape of a refusal."""
    told = json.loads(answer.content)
    return (
        answer["Content-Type"] == "application/problem+json"
        and set(told) == {"type", "title", "status", "detail", "code", "message", "params", "article"}
        and (told["status"], told["detail"]) == (answer.status_code, told["message"])
    )


# --- One act, by the page and by the API --------------------------------------------------------------------------------

# Numbers of rows, which a database gives once and never again.
_ROW_NUMBERS = ("team", "players", "teams", "at", "closed_at", "removed_at", "webhook")


def _without_row_numbers(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_row_numbers(one) for key, one in value.items() if key not in _ROW_NUMBERS}
    return [_without_row_numbers(one) for one in value] if isinstance(value, list) else value


def state() -> dict[str, list]:
    """All that an act can change, without the numbers of rows and the moments."""
    tables = {
        "clubs": (Membership, ("user__username", "user__first_name", "user__is_active", "club", "club__second_factor_required", "role")),
        "factors": (SecondFactor, ("user__username", "last_step", "wrong")),
        "recovery": (RecoveryCode, ("factor__user__username",)),
        "words": (Club, ("name", "donne_word", "team_word")),
        "concours": (
            Tournament,
            tuple(
                field.name
                for field in Tournament._meta.concrete_fields
                if field.name not in ("id", "slug", "journal_hash", "changed_at", "created_at", "closed_at", "ranking_shown_at")
            ),
        ),
        "players": (Player, ("name", "key", "phone")),
        "teams": (Team, ("number", "name", "origin", "category", "present", "paid_cents", "fixed_table", "first_round", "withdrawn_from", "excluded", "waiting", "remark")),
        "members": (TeamMember, ("team__number", "position", "player__name")),
        "rounds": (Round, ("number", "state")),
        "draws": (Draw, ("round__number", "number", "state", "minutes", "seed_origin", "changes", "reason", "by")),
        "tables": (Table, ("round__number", "number", "typist")),
        "seats": (Seat, ("round__number", "team__number", "table__number", "camp")),
        "sheets": (ScoreSheet, ("table__number", "version", "kind", "state", "counted", "content", "check_code", "override", "reason", "by")),
        "marks": (Mark, ("sheet__table__number", "sheet__version", "camp", "points", "belotes", "capots")),
        "journal": (JournalEntry, ("number", "act", "before", "after", "reason", "by_number")),
        "prizes": (PrizeTurn, ("number", "card", "card_rank", "cut", "years")),
        "handed": (HandedPrize, ("slot", "number", "instead", "what", "chosen", "typed")),
        "drawn": (PrizeDraw, ("prize",)),
        "lots": (Prize, ("number", "line", "what", "award", "first", "last", "value_cents", "giver")),
        "told": (Webhook, ("url", "events", "active", "off_because", "failures")),
        "messages": (Delivery, ("number", "journal_number", "event", "state", "attempts")),
        "jobs": (Job, ("kind", "state", "args", "by")),
        "lists": (ImportDraft, ("file_name", "written", "sheets", "layout", "answers", "by")),
    }  # fmt: skip
    found = {}
    for name, (model, fields) in tables.items():
        rows = [_without_row_numbers(row) for row in model.objects.values(*fields)]
        found[name] = sorted(json.dumps(row, sort_keys=True, default=str) for row in rows)
    found["open"] = [str(tournament.closed_at is None) for tournament in Tournament.objects.order_by("pk")]
    return found


def what(do: Callable[[], object]) -> tuple[dict[str, list], int]:
    """Return the rows after *do*, which is then undone, and the status of its answer."""
    with transaction.atomic():
        answer = do()
        after = state()
        transaction.set_rollback(True)
    return after, answer.status_code


def assert_same(page: Callable[[], object], api: Callable[[], object]) -> None:
    """The act changes something, and the same by the page and by the API."""
    before = state()
    by_page, page_status = what(page)
    by_api, api_status = what(api)
    assert page_status in (200, 302), page_status
    assert api_status in (200, 201, 202, 204), api_status
    assert by_page != before, "the page did nothing"
    for name in by_page:
        assert by_api[name] == by_page[name], (name, set(by_api[name]) ^ set(by_page[name]))
