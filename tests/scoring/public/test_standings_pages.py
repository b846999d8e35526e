"""The kept ranking and the public pages: what the worker makes after an act, and what happens when it does not."""

import datetime
import html
import re
import threading
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.evening.closing import close_tournament
from scoring.models import RenderedPage, StandingsSnapshot
from scoring.public import pages as service, serving
from scoring.public.pages import refresh_pages
from scoring.public.serving import public_live, public_page
from scoring.standings.reading import evening
from scoring.standings.selectors import snapshot_alarm, snapshot_rows, standing
from tests.scoring import builders
from tests.support.accounts import account
from tests.support.html import laid_out
from tests.support.penalties import penalty
from tests.support.phases import play, set_up
from tournament.errors import TournamentError
from tournament.figures import ordinal
from tournament.models import Job, Membership, Player, Team, Tournament


@pytest.fixture
def tournament(db) -> Tournament:
    return builders.evening(teams=9, parties=2, missing=1)


@pytest.fixture
def organiser(client, django_user_model, tournament):
    user = account("organiser", tournament.club)
    client.force_login(user)
    return user


def test_the_job_after_an_act_makes_the_pages_that_somebody_looks_at(client, run_jobs):
    tournament = builders.evening(teams=120, parties=1, missing=2)
    assert run_jobs() == 1
    assert not RenderedPage.objects.exists(), "nobody has looked yet"
    kept = StandingsSnapshot.objects.get()
    assert (kept.journal_number, kept.after_round, kept.final) == (tournament.journal_number, 1, False)
    assert kept.rows == snapshot_rows(standing(tournament))
    client.get(public(tournament))
    client.get(public(tournament, "public-wall"), {"lang": "en"})
    looked_at = {"standings-1.fr": tournament.journal_number, "wall.en": tournament.journal_number}
    assert dict(RenderedPage.objects.values_list("name", "journal_number")) == looked_at
    first, second = tournament.rounds.get().tables.order_by("-number")[:2]
    builders.sheet(first, north=1000, east=944)
    run_jobs()
    assert dict(RenderedPage.objects.values_list("name", "journal_number")) == {
        name: number + 1 for name, number in looked_at.items()
    }
    RenderedPage.objects.filter(name="wall.en").update(asked_at=timezone.now() - service.LOOKED_AT)
    builders.sheet(second, north=1000, east=944)
    run_jobs()
    assert [*RenderedPage.objects.values_list("name", flat=True)] == ["standings-1.fr"]


def test_a_standing_that_nobody_looks_at_costs_few_queries(tournament):
    refresh_pages(tournament_id=tournament.pk)
    builders.sheet(tournament.rounds.get(number=2).tables.get(number=4), north=1000, east=944)
    with CaptureQueriesContext(connection) as queries:
        refresh_pages(tournament_id=tournament.pk)
    assert len(queries) <= 20, [query["sql"][:80] for query in queries]


def test_that_somebody_looks_is_noted_once_a_minute(client, tournament):
    client.get(public(tournament))
    for ago, noted in ((service.LOOKED_AT / 2, True), (datetime.timedelta(seconds=30), False)):
        RenderedPage.objects.update(asked_at=timezone.now() - ago)
        before = RenderedPage.objects.get().asked_at
        public_page.forget()
        client.get(public(tournament))
        assert (RenderedPage.objects.get().asked_at != before) == noted


def test_a_page_made_on_demand_is_not_kept_once_the_journal_went_on(client, tournament, monkeypatch):
    """The job of that line may have looked for pages before this one was there: it would stay behind."""
    known = serving.evening
    table = tournament.rounds.get(number=2).tables.get(number=4)

    def overtaken(pk):
        results = known(pk)
        if not table.sheets.exists():
            builders.sheet(table, north=1000, east=944)
            refresh_pages(tournament_id=pk)
        return results

    monkeypatch.setattr(serving, "evening", overtaken)
    assert "1 feuille attendue" in client.get(public(tournament)).text
    assert not RenderedPage.objects.exists()
    public_page.forget()
    assert "1 feuille attendue" not in client.get(public(tournament)).text
    assert RenderedPage.objects.get().journal_number == Tournament.objects.get().journal_number


def test_many_acts_are_rendered_once(run_jobs, monkeypatch):
    tournament = builders.evening(teams=8, parties=3)
    assert Job.objects.filter(kind="pages").count() == 1
    rendered = []
    monkeypatch.setattr(service, "render", lambda found, **kw: rendered.append(1) or iter([("standings-1.fr", "x")]))
    run_jobs()
    assert rendered == [1] and StandingsSnapshot.objects.get().journal_number == tournament.journal_number


def test_a_slow_worker_does_not_put_back_an_older_page(client, tournament, monkeypatch):
    client.get(public(tournament))
    refresh_pages(tournament_id=tournament.pk)
    old = evening(tournament.pk)
    builders.sheet(tournament.rounds.get(number=2).tables.get(number=4), north=1000, east=944)
    refresh_pages(tournament_id=tournament.pk)
    newer = dict(RenderedPage.objects.values_list("name", "html"))
    monkeypatch.setattr(service, "evening", lambda pk: old)
    assert refresh_pages(tournament_id=tournament.pk, force=True) is False
    assert dict(RenderedPage.objects.values_list("name", "html")) == newer


def test_a_page_carries_the_journal_line_it_stands_on(client, tournament):
    client.get(public(tournament))
    refresh_pages(tournament_id=tournament.pk)
    row = RenderedPage.objects.get(name="standings-1.fr")
    assert f'data-journal="{tournament.journal_number}"' in row.html
    assert row.journal_number == tournament.journal_number


def test_the_pages_of_teams_that_went_away_go_too(tournament):
    RenderedPage.objects.create(tournament=tournament, name="standings-7.fr", html="", etag="", journal_number=0)
    refresh_pages(tournament_id=tournament.pk)
    assert not RenderedPage.objects.filter(name="standings-7.fr").exists()


def test_a_changed_copy_is_found_both_are_shown_and_the_sheets_win(client, organiser, tournament, run_jobs):
    run_jobs()
    assert snapshot_alarm(evening(tournament.pk)) == []
    kept = StandingsSnapshot.objects.get()
    truth = kept.rows[0][2]
    kept.rows[0][2] = 99_999
    kept.save()
    (difference,) = snapshot_alarm(evening(tournament.pk))
    assert difference["kept"][1] == 99_999 and difference["sheets"][1] == truth
    page = client.get(reverse("standings", args=[tournament.pk])).content.decode()
    assert "99999 points" in page and f"{truth} points" in page and "La copie du classement diffère" in page

    client.post(reverse("standings-redo", args=[tournament.pk]))
    run_jobs()
    assert snapshot_alarm(evening(tournament.pk)) == []
    assert "diffère" not in client.get(reverse("standings", args=[tournament.pk])).content.decode()


def test_a_copy_of_another_journal_line_raises_no_alarm(tournament):
    refresh_pages(tournament_id=tournament.pk)
    StandingsSnapshot.objects.update(rows=[])
    builders.sheet(tournament.rounds.get(number=2).tables.get(number=4), north=1000, east=944)
    assert snapshot_alarm(evening(tournament.pk)) == []


def test_a_copy_of_an_earlier_version_raises_no_alarm_and_is_renewed_once(tournament, run_jobs):
    """« La copie du classement diffère » stood above an honest evening once an exclusion brought other points."""
    refresh_pages(tournament_id=tournament.pk)
    StandingsSnapshot.objects.update(rows=[], figures=service.FIGURES - 1)
    assert snapshot_alarm(evening(tournament.pk)) == []
    run_jobs()
    StandingsSnapshot.objects.update(rows=[], figures=service.FIGURES - 1)
    assert (service.renew_copies(), run_jobs(), service.renew_copies()) == (1, 1, 0)
    assert StandingsSnapshot.objects.get().rows == snapshot_rows(standing(tournament))


# The pages of the table de marque -------------------------------------------------------------------------------------


def test_without_any_worker_the_organiser_has_the_standing(client, organiser, tournament):
    page = client.get(reverse("standings", args=[tournament.pk])).content.decode()
    assert not StandingsSnapshot.objects.exists()
    assert "Classement après la partie 2 sur 4" in page and "Provisoire\u00a0: 1 feuille attendue" in page
    assert reverse("why", args=[tournament.pk, 9]) in page


def test_the_standing_of_an_earlier_partie(client, organiser, tournament):
    page = client.get(reverse("standings", args=[tournament.pk]), {"after": "1"}).content.decode()
    assert "Classement après la partie 1 sur 4" in page and "Provisoire" not in page
    for wrong in ("9", "-1", "x", "²", "1e9", "1" * 400):
        answer = client.get(reverse("standings", args=[tournament.pk]), {"after": wrong})
        assert answer.status_code == 200 and "après la partie 2" in answer.content.decode()


def test_before_any_score_there_is_a_next_thing_to_do(client, django_user_model):
    tournament = builders.concours(teams=4)
    client.force_login(account("organiser", tournament.club, "reader"))
    page = client.get(reverse("standings", args=[tournament.pk])).content.decode()
    assert "Rien à classer" in page and "<table" not in page
    assert client.get(reverse("why", args=[tournament.pk, 2])).status_code == 200
    assert client.get(reverse("print-standings", args=[tournament.pk])).status_code == 200


def test_why_and_paper(client, organiser, tournament):
    page = client.get(reverse("why", args=[tournament.pk, 3])).content.decode()
    assert "Pourquoi ce rang" in page and "Les critères sont pris dans l’ordre" in page
    assert client.get(reverse("why", args=[tournament.pk, 99])).status_code == 404
    paper = client.get(reverse("print-standings", args=[tournament.pk]), {"origin": "Casson"}).content.decode()
    assert "Casson" in paper and "Place ici" in paper


# Sign of a ranking, as pages write it → the beginning of the sentence that explains it.
SIGNS = {
    r'<td class="n rank">\d+<abbr': "« = » après un rang : égalité",
    r'<td class="n roomy exempt">': "Souligné : exempt.",
    r'<td class="n roomy absent">(<a [^>]*>)?–': "« – » : pas jouée.",
    r'<td class="n roomy pending">(<a [^>]*>)?…': "« … » : feuille attendue.",
    r"\*</td>": "« * » : avec une pénalité",
}


@pytest.mark.parametrize("case", ["plain", "equal", "exempt", "absent", "awaited", "penalty"])
def test_a_legend_explains_the_signs_of_its_page_and_no_other(client, django_user_model, case):
    tournament = builders.concours(teams=5 if case == "exempt" else 4, criteria=["points"])
    points = [(1, 1000, 2, 944), (3, 1000, 4, 944)] if case == "equal" else [(1, 1000, 2, 944), (3, 1200, 4, 744)]
    if case == "awaited":
        points[1] = (3, None, 4, None)
    if case == "absent":
        points.pop()
    builders.partie(tournament, 1, points, exempt=[5] if case == "exempt" else [])
    if case == "penalty":
        penalty(tournament, 1, 1)
    client.force_login(account("organiser", tournament.club))
    addresses = [reverse(name, args=[tournament.pk]) for name in ("standings", "print-standings", "whole-evening")]
    seen = set()
    for address in [*addresses, reverse("public-standings", args=[tournament.slug])]:
        page = laid_out(client.get(address).text).replace("\u00a0", " ")
        shown = {sign: bool(re.search(sign, page)) for sign in SIGNS}
        assert {sign: sentence in page for sign, sentence in SIGNS.items()} == shown, address
        seen |= {SIGNS[sign] for sign, there in shown.items() if there}
    told = dict(zip(("equal", "exempt", "absent", "awaited", "penalty"), SIGNS.values(), strict=True))
    assert (told[case] in seen) if case in told else not seen
    wall = client.get(reverse("public-wall", args=[tournament.slug])).text
    assert ("à égalité" in wall) == ("« = » après un rang : égalité" in seen)


def test_another_club_s_standing_does_not_exist(client, organiser, tournament):
    other = builders.evening(teams=4, parties=1)
    for name, arguments in (("standings", []), ("print-standings", []), ("why", [1])):
        assert client.get(reverse(name, args=[other.pk, *arguments])).status_code == 404
    assert client.post(reverse("standings-redo", args=[other.pk])).status_code == 404
    client.logout()
    assert client.get(reverse("standings", args=[tournament.pk])).status_code == 302


def test_names_are_text_wherever_they_stand(client, organiser, run_jobs):
    tournament = builders.evening(teams=4, parties=1)
    Membership.objects.create(user=organiser, club=tournament.club, role="organiser")
    Player.objects.filter(teams__tournament=tournament).update(name="<script>alert(1)</script>")
    run_jobs()
    for url in (
        reverse("standings", args=[tournament.pk]),
        reverse("why", args=[tournament.pk, 1]),
        reverse("public-standings", args=[tournament.slug]),
        reverse("public-team", args=[tournament.slug, 1]),
        reverse("public-wall", args=[tournament.slug]),
        reverse("public-standings", args=[tournament.slug]) + "?q=%3Cscript%3E",
    ):
        page = client.get(url, follow=True).content.decode()
        assert "<script>alert" not in page
        assert re.search(r"&lt;script&gt;", page)


# Telephones and the wall ----------------------------------------------------------------------------------------------


def public(tournament, name="public-standings", *arguments):
    return reverse(name, args=[tournament.slug, *arguments])


def test_the_page_of_a_thousand_teams_is_small_and_whole(client, db):
    tournament = builders.evening(teams=1000, parties=6, criteria=["wins", "points", "difference"])
    refresh_pages(tournament_id=tournament.pk)
    answer = client.get(public(tournament))
    assert len(answer.content) <= 60_000
    page = answer.content.decode()
    assert page.count("<tr") == 101 and "901–1000" in page
    tenth = client.get(public(tournament), {"page": "10"}).content.decode()
    assert tenth.count("<tr") == 101
    assert client.get(public(tournament), {"page": "11"}).status_code == 404
    for wrong in ("0", "x", "-1", "²", "99999"):
        assert client.get(public(tournament), {"page": wrong}).status_code == 404


def test_a_page_is_sent_once_and_then_confirmed(client, tournament):
    refresh_pages(tournament_id=tournament.pk)
    first = client.get(public(tournament))
    assert first.status_code == 200 and first["Cache-Control"] == "public, max-age=1, stale-while-revalidate=3"
    again = client.get(public(tournament), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    weak = client.get(public(tournament), headers={"If-None-Match": f'"other", W/{first["ETag"]}'})
    assert weak.status_code == 304
    packed = client.get(public(tournament), headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip" and packed["ETag"] != first["ETag"]
    assert len(packed.content) < len(first.content) / 2 and "Accept-Encoding" in packed["Vary"]
    assert "Set-Cookie" not in first.headers and not client.cookies

    builders.sheet(tournament.rounds.get(number=2).tables.get(number=4), north=1000, east=944)
    refresh_pages(tournament_id=tournament.pk)
    public_page.forget()
    changed = client.get(public(tournament), headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200 and changed["ETag"] != first["ETag"]


def test_a_kept_page_of_another_release_is_not_served(client, tournament):
    refresh_pages(tournament_id=tournament.pk)
    RenderedPage.objects.update(html="with files that are gone", etag="00000000-1")
    assert "Classement après la partie 2" in client.get(public(tournament)).content.decode()


def test_a_kept_page_of_other_figures_is_not_served(client, tournament, monkeypatch):
    """An upgrade that computes otherwise may change no file of a page, and nothing is done with an evening that is over."""
    client.get(public(tournament))
    RenderedPage.objects.update(html="ranked as before")
    public_page.forget()
    assert "ranked as before" in client.get(public(tournament)).text
    monkeypatch.setattr(service, "FIGURES", service.FIGURES + 1)
    service.release.cache_clear()
    public_page.forget()
    try:
        assert "Classement après la partie 2" in client.get(public(tournament)).text
    finally:
        service.release.cache_clear()


def test_before_the_worker_has_made_it_the_page_is_made_in_place(client, tournament):
    assert not RenderedPage.objects.exists()
    assert "Classement après la partie 2" in client.get(public(tournament)).content.decode()
    assert "Classement après la partie 2" in client.get(public(tournament, "public-wall")).content.decode()


def test_for_a_page_that_no_ranking_has_nothing_is_computed(client, tournament, monkeypatch):
    def computed(*_arguments):
        raise AssertionError("a whole ranking for a page that does not exist")

    monkeypatch.setattr(serving, "evening", computed)
    for page in (2, 3, 77, 9999, 0):
        assert client.get(f"/p/{tournament.slug}/?page={page}").status_code == 404


def test_a_page_that_is_slow_to_find_holds_up_no_other():
    let_go, begun = threading.Event(), threading.Event()

    def find(key, _known):
        if key == ("slow",):
            begun.set()
            let_go.wait(20)
        return key

    pages = serving.RecentValues(find)
    slow = threading.Thread(target=pages, args=("slow",))
    slow.start()
    begun.wait(20)
    stripe = hash(("slow",)) % serving.LOCKS
    other = next(str(n) for n in range(1000) if hash((str(n),)) % serving.LOCKS != stripe)
    assert pages(other) == (other,)
    let_go.set()
    slow.join()


class SecondLook:
    """Pages of which the second look-up lasts until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()
        self._looks = 0
        self.pages = serving.RecentValues(self._find)

    def _find(self, _key, _known) -> int:
        self._looks += 1
        if self._looks == 2:
            self.begun.set()
            self.let_go.wait(20)
        return self._looks


def test_a_page_that_nobody_asked_for_lately_is_not_sent_as_it_was_then(monkeypatch):
    """A process that the proxy had not asked for a while gave the second of two who came at once a page of ten seconds before."""
    look = SecondLook()
    assert look.pages("standing") == 1
    later = serving.monotonic() + 10
    monkeypatch.setattr(serving, "monotonic", lambda: later)
    with ThreadPoolExecutor() as visitors:
        first = visitors.submit(look.pages, "standing")
        look.begun.wait(20)
        asked = threading.Event()
        second = visitors.submit(lambda: asked.set() or look.pages("standing"))
        asked.wait(20)
        assert not wait([second], 0.1).done
        look.let_go.set()
        assert (first.result(20), second.result(20)) == (2, 2)


def test_while_a_page_is_looked_up_slowly_the_others_have_the_one_of_a_moment_ago(monkeypatch):
    look, now = SecondLook(), 1000.0
    monkeypatch.setattr(serving, "monotonic", lambda: now)
    assert look.pages("standing") == 1
    now += 1.5 * serving.MEMORY_SECONDS
    with ThreadPoolExecutor() as visitors:
        first = visitors.submit(look.pages, "standing")
        look.begun.wait(20)
        now += 10 * serving.MEMORY_SECONDS
        assert visitors.submit(look.pages, "standing").result(5) == 1
        look.let_go.set()
        assert first.result(20) == 2


def test_pages_that_are_asked_for_are_looked_up_at_once(monkeypatch):
    now, found, asked = 1000.0, [], []

    def unchanged(known):
        asked.append(set(known))
        return [key for key in known if key != ("wall",)]

    pages = serving.RecentValues(lambda key, _known: found.append(key[0]) or len(found), unchanged)
    monkeypatch.setattr(serving, "monotonic", lambda: now)
    assert [pages(name) for name in ("left", "ranking", "wall", "team")] == [1, 2, 3, 4]
    now += serving.ASKED_SECONDS - 1
    assert [pages(name) for name in ("ranking", "wall", "team")] == [2, 5, 4]
    now += 2
    assert [pages(name) for name in ("wall", "ranking", "team")] == [6, 2, 4]
    assert asked == [{("left",), ("ranking",), ("wall",), ("team",)}, {("ranking",), ("wall",), ("team",)}]
    assert found[4:] == ["wall", "wall"]


def test_what_was_looked_up_meanwhile_is_not_taken_back(monkeypatch):
    now, line = 1000.0, 1

    def unchanged(known):
        pages.forget()
        assert pages("ranking") == 2
        return list(known)

    pages = serving.RecentValues(lambda _key, _known: line)
    monkeypatch.setattr(serving, "monotonic", lambda: now)
    assert pages("ranking") == 1
    now, line = now + 1, 2
    pages._renew(unchanged)
    assert pages("ranking") == 2


def test_the_pages_of_two_concours_are_one_question(client, tournament, monkeypatch, django_assert_num_queries):
    now = serving.monotonic()
    monkeypatch.setattr(serving, "monotonic", lambda: now)
    other = builders.evening(teams=4, parties=1)
    addresses = [public(one, name) for one in (tournament, other) for name in ("public-standings", "public-wall")]
    before = [client.get(address).content for address in addresses]
    now += 1
    with django_assert_num_queries(1):
        assert [client.get(address).content for address in addresses] == before
    Team.objects.filter(tournament=other, number=1).update(name="Les Dix de Der")
    refresh_pages(tournament_id=other.pk, force=True)
    Tournament.objects.filter(pk=tournament.pk).update(public=False)
    now += 1
    assert [client.get(address).status_code for address in addresses] == [404, 404, 200, 200]
    assert all("Les Dix de Der" in client.get(address).text for address in addresses[2:])


def test_a_closed_page_is_not_there(client, tournament):
    refresh_pages(tournament_id=tournament.pk)
    Tournament.objects.update(public=False)
    for name, arguments in (("public-standings", []), ("public-wall", []), ("public-team", [1])):
        assert client.get(public(tournament, name, *arguments)).status_code == 404
    assert client.get("/p/no-such/").status_code == 404


def test_the_hall_s_wi_fi_reaches_the_public_pages_alone(client, organiser, tournament):
    phone = {"REMOTE_ADDR": "192.168.1.20"}
    for name, arguments in (("public-standings", []), ("public-wall", []), ("public-team", [1])):
        assert client.get(public(tournament, name, *arguments), **phone).status_code == 200
    assert client.get(reverse("standings", args=[tournament.pk]), **phone).status_code == 403


def test_my_team_by_number_and_by_name(client, tournament):
    assert client.get(public(tournament), {"q": " 7 "})["Location"] == public(tournament, "public-team", 7) + "#trouve"
    team = Team.objects.get(number=5)
    player = team.members.get(position=1).player
    player.name = "Zoé D'Aubigné"
    player.save()
    Team.objects.filter(number=5).update(name="Les Dix de Der")
    public_live.forget()
    assert (
        client.get(public(tournament), {"q": "dix der"})["Location"] == public(tournament, "public-team", 5) + "#trouve"
    )
    assert (
        client.get(public(tournament), {"q": "AUBIGNÉ"})["Location"] == public(tournament, "public-team", 5) + "#trouve"
    )
    for nobody in ("", "   ", "nobody", "99", "9" * 300, "٣", "<q>"):
        answer = client.get(public(tournament), {"q": nobody})
        assert answer.status_code == 200 and "Numéro ou nom introuvable" in answer.content.decode()
    assert "Les Dix de Der" in client.get(public(tournament, "public-team", 5)).content.decode()


def test_the_page_of_a_team_says_its_table_and_its_rank(client, db):
    tournament = builders.evening(teams=7, parties=1)
    builders.partie(tournament, 2, [(1, None, 2, None), (3, None, 4, None), (5, None, 6, None)], exempt=[7])
    page = client.get(public(tournament, "public-team", 3)).content.decode()
    assert "Maintenant\u00a0: partie\u00a02" in page and "Table 2" in page and "équipe 4" in page
    assert "Pourquoi ce rang" in page and "Classement après la partie 1" in page
    assert "Exempt pour cette partie" in client.get(public(tournament, "public-team", 7)).content.decode()
    assert client.get(public(tournament, "public-team", 8)).status_code == 404
    english = client.get(public(tournament, "public-team", 3), {"lang": "en"}).content.decode()
    assert "Why this rank" in english and 'lang="en"' in english


@pytest.mark.parametrize("language, words", [("", "Pourquoi ce rang"), ("?lang=en", "Why this rank")])
def test_the_script_of_a_team_asks_for_the_part_that_changes_alone(client, tournament, monkeypatch, language, words):
    """Players look at it all evening, and after each score it is made for each team that somebody looks at."""
    monkeypatch.setattr(serving, "MEMORY_SECONDS", 60)
    address = public(tournament, "public-team", 3)
    whole = client.get(f"{address}{language}").content.decode()
    asked_for = html.unescape(re.search('data-live="([^"]+)"', whole)[1])
    with CaptureQueriesContext(connection) as asked:
        part = client.get(f"{address}{asked_for}").content.decode()
    assert part.strip() in whole and words in part
    assert "<html" in whole and "<html" not in part
    assert not asked.captured_queries, "what the page of one team has read serves for all"


def test_names_outside_the_hall_only_where_the_organiser_says_so(client, tournament, settings):
    service.release.cache_clear()
    settings.EMBEDDED = False
    name = Player.objects.get(memberships__team__number=1, memberships__position=1).name
    Team.objects.filter(number=2).update(name="La famille Martin")
    refresh_pages(tournament_id=tournament.pk)
    pages = [
        public(tournament),
        public(tournament, "public-wall"),
        public(tournament, "public-team", 1),
        public(tournament) + "?q=m",
    ]
    for url in pages:
        page = client.get(url).content.decode().replace(tournament.club.name, "")  # it organises the event
        assert name not in page and "famille" not in page and "Casson" not in page, url
    assert "M. L. G." in client.get(public(tournament)).content.decode()

    Tournament.objects.update(names_online=True, journal_number=tournament.journal_number + 1)
    refresh_pages(tournament_id=tournament.pk)
    public_page.forget()
    assert name in client.get(public(tournament)).content.decode()
    service.release.cache_clear()


def test_the_wall_shows_every_team(client, db):
    tournament = builders.evening(teams=150, parties=1, missing=1)
    refresh_pages(tournament_id=tournament.pk)
    page = laid_out(client.get(public(tournament, "public-wall")).content.decode())
    assert page.count('<b class="wall-rank">') == 150
    assert "Provisoire\u00a0: 1 feuille attendue" in page and "Attendues\u00a0: table " in page


@pytest.mark.parametrize("criteria", [["wins", "difference", "points"], ["points", "wins", "difference"]])
def test_wall_and_small_phone_show_the_figures_that_decide_first(client, db, criteria):
    tournament = builders.evening(teams=4, parties=1, criteria=criteria)
    refresh_pages(tournament_id=tournament.pk)
    wall = client.get(public(tournament, "public-wall")).text.split("data-lines")[1]
    assert re.findall(r'class="wall-figure (\w+)"', wall)[:2] == criteria[:2]
    assert len(re.findall('class="wall-figure', wall)) == 2 * 4
    # A label too long for its column hangs out to the left, and reads from left to right all the same: « Diff. ».
    assert len(re.findall(r'class="wall-figure \w+"><bdi>', client.get(public(tournament, "public-wall")).text)) == 2
    head = laid_out(client.get(public(tournament)).text).split("<thead>")[1].split("</thead>")[0]
    columns = re.findall(r'<th class="n( roomy| snug)?" scope="col">([^<]+)</th>', head)[-3:]
    words = {"wins": "Gagnées", "difference": "Diff.", "points": "Points"}
    assert [label for room, label in columns if room != " roomy"] == [words[key] for key in criteria[:2]]


def test_after_the_end_a_team_reads_its_prize_and_no_table(client, db):
    tournament = builders.evening(teams=5, parties=4, lots=["Jambon", "Canard"])
    first = evening(tournament.pk).after().rows[0].number
    exempt = next(number for number in range(1, 6) if evening(tournament.pk).seat_now(number)[1] is None)
    shown = [reverse("public-team", args=[tournament.slug, number]) for number in (first, exempt)]
    assert "Votre lot" not in client.get(shown[0]).content.decode()
    close_tournament(tournament_id=tournament.pk, by=None)
    public_live.forget()
    assert "Votre lot\N{NO-BREAK SPACE}: Jambon" in client.get(shown[0]).content.decode()
    assert "rien à jouer" not in client.get(shown[1]).content.decode()


@pytest.mark.parametrize("missing", [1, 0])
def test_the_exempt_has_nothing_to_play_while_others_play_alone(client, db, missing):
    """Once every sheet of the last partie is in, its page said « Maintenant : partie 4 » beside « terminé »."""
    tournament = builders.evening(teams=5, parties=4, missing=missing)
    exempt = next(number for number in range(1, 6) if evening(tournament.pk).seat_now(number)[1] is None)
    page = client.get(reverse("public-team", args=[tournament.slug, exempt])).text
    assert ("rien à jouer" in page, "Maintenant" in page) == (bool(missing), bool(missing))


def test_before_the_first_score_the_page_of_telephones_shows_the_tables(client, db):
    tournament = builders.evening(teams=6, parties=1, missing=3)
    page = client.get(reverse("public-standings", args=[tournament.slug])).content.decode()
    assert page.count('class="place-list"') == 1 and page.count("table 3") == 2


@pytest.mark.parametrize(
    ("preset", "entrants", "parties"),
    [("4x12-points", 9, 4), ("poules-4", 10, 9), ("elimination", 9, 9), ("4x12-finales", 11, 9), ("melee", 11, 4)],
)
def test_after_the_palmares_every_telephone_shows_its_rank_and_its_lot(client, db, preset, entrants, parties):
    lots = ["Un jambon", "Un canard", "Un panier"]
    tournament = set_up(preset, entrants, lots=lots)
    for _partie in range(parties):
        try:
            play(tournament)
        except TournamentError:
            break
    close_tournament(tournament_id=tournament.pk, by=None)
    tournament.refresh_from_db()
    told = standing(tournament)
    assert told.final and len(told.rows) == entrants
    wall = client.get(reverse("wall-draw", args=[tournament.slug])).content.decode()
    assert "Toutes les parties sont jouées." in wall and 'data-list="tables"' not in wall
    for place, row in enumerate(told.rows):
        page = client.get(reverse("public-team", args=[tournament.slug, row.number])).content.decode()
        assert f'<span class="big-number">{ordinal(row.rank)}</span>' in page
        assert "Classement final" in page
        if place < len(lots) and not row.tied:
            assert f"Votre lot\N{NO-BREAK SPACE}: {lots[place]}" in page, (row.rank, row.number)
        elif place >= len(lots) and not row.tied:
            assert "Votre lot" not in page
