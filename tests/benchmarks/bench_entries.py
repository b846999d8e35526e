"""Measure each input at a quarter, a half and the whole of its limit: the work grows as the length (docs/limits.md)."""

import io
import json
import random
import time
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from rest_framework.throttling import SimpleRateThrottle

from deploy.settings import BODY_LIMIT
from scoring.models import Mark, ScoreSheet
from tests.deploy.pages import make_evening
from tests.support.api import BASE
from tournament import names
from tournament.api.strict import TOKENS
from tournament.models import Player, Table, Team, TeamMember

pytestmark = pytest.mark.django_db
SHARES = (4, 2, 1)  # of the limit
# Four times as much may cost four times as much; what a busy machine adds is doubled. Quadratic work is sixteen times.
MOST = 8.0
# Below this a request's own cost is larger than that of what it brings, and says nothing.
NOTHING = 0.05


@pytest.fixture
def hall(monkeypatch):
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)
    evening = make_evening()
    client = evening.client("organiser", raise_request_exception=False)
    pk, slug = evening.tournament.pk, evening.tournament.slug

    def send(address: str, body: object) -> Callable[[], int]:
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        return lambda: client.generic("POST", BASE + address, text, content_type="application/json").status_code

    def form(name: str, data: dict, *args) -> Callable[[], int]:
        return lambda: client.post(reverse(name, args=args), data).status_code

    def preview(lines: str) -> Callable[[], int]:
        def post_and_look() -> int:
            body = json.dumps({"pasted": "joueur 1;joueur 2\n" + lines})
            answer = client.post(BASE + concours + "imports/", body, content_type="application/json")
            assert answer.status_code == 201, answer.content[:200]
            return client.get(reverse("import-preview", args=[pk, answer.json()["id"]])).status_code

        return post_and_look

    def page(address: str, **more) -> Callable[[], int]:
        return lambda: client.get(address, **more).status_code

    def photo(side: int) -> Callable[[], int]:
        file = io.BytesIO()
        Image.frombytes("RGB", (side, side), random.Random(1).randbytes(3 * side * side)).save(file, "PNG")
        file.seek(0)
        sheet = evening.names["table"]

        def post() -> int:
            file.seek(0)
            file.name = "p.png"
            return client.post(reverse("photo-add", args=[pk, 1, sheet]), {"photo": file}).status_code

        return post

    def score(versions: int) -> Callable[[], int]:
        """Type the score of a table that has so many versions."""
        table = Table.objects.filter(round__tournament=pk, round__number=1).earliest("number")
        ScoreSheet.objects.filter(table=table).delete()
        sheets = ScoreSheet.objects.bulk_create(
            ScoreSheet(
                table=table,
                version=version,
                kind="totals",
                state="validated" if version == versions else "replaced",
                counted=version == versions,
                key=f"version-{version:010}",
                receipt="AAAA",
                content={"totals": {"NS": 1944, "EO": 0}},
                at=timezone.now(),
            )
            for version in range(1, versions + 1)
        )
        Mark.objects.bulk_create(
            Mark(sheet=sheet, camp=camp, points=points)
            for sheet in sheets
            for camp, points in (("NS", 1944), ("EO", 0))
        )
        form_of = {"table": table.number, "base_version": versions, "reason": "relue", "key": "x" * 20}
        return form("entry-round", form_of | {"points_NS": 1044, "points_EO": 900}, pk, 1)

    def team(others: int) -> Callable[[], int]:
        """Register a team beside so many."""
        club = evening.tournament.club
        Team.objects.filter(tournament=pk, number__gt=1_000).delete()
        teams = Team.objects.bulk_create(
            Team(tournament=evening.tournament, number=1_000 + number, present=True) for number in range(1, others + 1)
        )
        people = [f"{given} Nom{number}" for number in range(others) for given in ("Jean", "Anne")]
        players = Player.objects.bulk_create(Player(club=club, name=name, key=names.key(name)) for name in people)
        TeamMember.objects.bulk_create(
            TeamMember(team=teams[at // 2], player=player, position=at % 2 + 1) for at, player in enumerate(players)
        )
        return lambda: send(concours + "teams/", {"players": ["Zoé Unique", "Zéphir Seul"], "confirm_twin": True})()

    concours = f"concours/{pk}/"
    rows = "".join
    return {
        "a JSON object of many keys": lambda n: send("session/", "{" + ",".join(f'"{k}":1' for k in range(n)) + "}"),
        "a JSON key twice": lambda n: send("session/", "{" + ",".join(f'"{k}":1' for k in [*range(n), 0]) + "}"),
        "a long JSON list": lambda n: send(concours + "teams/", {"players": ["Ann"] * n}),
        "a long JSON text": lambda n: send(concours + "teams/", {"players": ["é" * n, "Bob"]}),
        "many donnes in JSON": lambda n: send(concours + "donnes/check/", {"donnes": [{"preneur": "NS"}] * n}),
        "many fields of a form": lambda n: form("login", {f"f{k}": "x" for k in range(n)}),
        "a long field of a form": lambda n: form("door", {"player_1": "a\u0301" * n, "player_2": "Bob"}, pk),
        "a list whose rows share a name": lambda n: preview(rows(f"Jean {k};Partenaire\n" for k in range(n))),
        "a list of equal rows": lambda n: preview("Jean Le Bon;Partenaire\n" * n),
        "a photo": photo,
        "a score of many versions": score,
        "a team beside many": team,
        "a name at the log-in": lambda n: form("login", {"username": "x" * n, "password": "y"}),
        "a typed code": lambda n: form("public-code", {"code": "4F7K" * n}, slug),
        "a search": lambda n: page(reverse("door", args=[pk]), data={"q": "ab " * n}),
        "a query of many names": lambda n: page(f"/p/{slug}/?" + "&".join(f"q{k}=1" for k in range(n))),
        "the number of a public page": lambda n: page(f"/p/{slug}/", data={"page": "9" * n}),
        "a long address": lambda n: page("/p/" + "a" * n + "/"),
        "cookies": lambda n: page("/p/" + slug + "/", HTTP_COOKIE="; ".join(f"c{k}=1" for k in range(n))),
        "a header of languages": lambda n: page(f"/p/{slug}/", HTTP_ACCEPT_LANGUAGE="fr;q=0.1," * n),
    }


# The largest that is let in: bytes that the limit allows, or what 256 kB of head can hold; of rows a fifth, for time.
LARGEST = {
    "a JSON object of many keys": TOKENS - 2,
    "a JSON key twice": TOKENS - 3,
    "a long JSON list": TOKENS - 5,
    "a long JSON text": BODY_LIMIT // 8,
    "many donnes in JSON": TOKENS // 4 - 2,
    "many fields of a form": 1_999,
    "a long field of a form": BODY_LIMIT // 12,
    "a list whose rows share a name": 2_000,
    "a list of equal rows": 2_000,
    "a photo": 1_600,
    "a score of many versions": 199,
    "a team beside many": 9_000,
    "a name at the log-in": BODY_LIMIT // 2,
    "a typed code": BODY_LIMIT // 8,
    "a search": 60_000,
    "a query of many names": 25_000,
    "the number of a public page": 200_000,
    "a long address": 200_000,
    "cookies": 25_000,
    "a header of languages": 25_000,
}


def seconds(act: Callable[[], object]) -> float:
    """The least processor time of three times."""
    took = []
    for _ in range(3):
        cache.clear()
        begun = time.process_time()
        act()
        took.append(time.process_time() - begun)
    return min(took)


def grows(costs: list[float]) -> float:
    """How many times dearer the whole is than its quarter."""
    return costs[-1] / max(costs[0], NOTHING)


@pytest.mark.parametrize("name", LARGEST)
def test_what_comes_in_costs_what_its_length_costs(name, hall):
    costs, states = [], []
    for share in SHARES:
        # A photo of half the side has a quarter of the points.
        act = hall[name](int(LARGEST[name] / (share**0.5 if name == "a photo" else share)))
        states.append(act())
        costs.append(seconds(act))
    print(f"{name:34} {' '.join(f'{cost:7.3f} s' for cost in costs)}  answered {states}, {grows(costs):.1f} times")
    assert all(state < 500 for state in states)
    assert grows(costs) < MOST


def test_quadratic_work_is_seen():
    def quadratic(n: int) -> None:
        pairs = list(range(n))
        for place in range(0, n, 10):
            dict.fromkeys(pairs[:place])

    assert grows([seconds(lambda n=n: quadratic(n)) for n in (8_000, 16_000, 32_000)]) > MOST
