"""The pages of a concours as a whole: home, new, settings, règlement; who may open them; nothing typed is lost."""

import datetime
import html
import re

import pytest
from django import forms
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from rules import ARTICLES, RULE_SETS, anchor, complete_options
from tests.support.accounts import account
from tests.support.counts import spread
from tests.support.html import laid_out
from tests.support.paper import sheets_of
from tournament.concours.forms import ConcoursForm
from tournament.concours.presets import PRESETS
from tournament.concours.reglement import reglement_of
from tournament.concours.selectors import public_address
from tournament.concours.services import change_settings, create_tournament, remove_tournament, settings_of
from tournament.finals.words import phase_heading, phase_title
from tournament.models import Club, Membership, Round, Team, Tournament

pytestmark = pytest.mark.django_db
HALL = {"REMOTE_ADDR": "192.168.1.20"}
ROLES = ("organiser", "scorer", "referee", "reader")


@pytest.fixture
def club():
    return Club.objects.create(name="Amicale de Casson")


@pytest.fixture
def people(club):
    """One account for each role, a stranger, and the organiser of another club."""
    others = {"stranger": account("stranger"), "elsewhere": account("elsewhere", Club.objects.create(name="Autre"))}
    return {role: account(role, club, role) for role in ROLES} | others


@pytest.fixture
def concours(club, people) -> Tournament:
    return create_tournament(
        club=club,
        preset="4x12-points",
        name="Concours d’automne",
        date=timezone.localdate(),
        place="Salle des fêtes",
        by=people["organiser"],
    )


def fields_of(page) -> dict[str, object]:
    """The form of a page as a browser would send it untouched."""
    data = {}
    for bound in page.context["form"]:
        value, tick = bound.value(), bound.widget_type == "checkbox"
        if bound.field.disabled or value is None or (tick and not value):
            continue
        data[bound.html_name] = "on" if tick else value
    return data


def choosing(page, rule_set: str) -> dict[str, object]:
    """The form of a page as a browser would send it once another game is chosen."""
    return fields_of(page) | {"rules_shown": page.context["form"].rule_set.id, "rules": rule_set}


# --- Who may open what --------------------------------------------------------------------------------------------------

EXPECTED = {
    "concours-settings": {"organiser": 200, "scorer": 403, "referee": 403, "reader": 403, "stranger": 404, "elsewhere": 404},
    "reglement": {"organiser": 200, "scorer": 200, "referee": 200, "reader": 200, "stranger": 404, "elsewhere": 404},
}  # fmt: skip


@pytest.mark.parametrize("name", EXPECTED)
def test_each_role_opens_what_is_its_own(client, concours, people, name):
    address = reverse(name, args=[concours.pk])
    seen = {}
    for who, user in people.items():
        client.force_login(user)
        seen[who] = client.get(address).status_code
    assert seen == EXPECTED[name]
    client.logout()
    assert client.get(address).status_code == 302


def test_only_an_organiser_makes_a_concours(client, people):
    for who, user in people.items():
        client.force_login(user)
        expected = 200 if who in ("organiser", "elsewhere") else 403
        assert client.get(reverse("concours-plan")).status_code == expected, who
        data = {"name": "X", "date": "2026-11-20"}
        answer = client.post(reverse("concours-new") + "?preset=4x12-points", data)
        assert answer.status_code == expected, who
    assert not Tournament.objects.exists()


def test_a_wrong_role_is_told_so(client, concours, people):
    client.force_login(people["reader"])
    assert (
        "Ce compte n’ouvre pas cette page"
        in client.get(reverse("concours-settings", args=[concours.pk])).content.decode()
    )


def test_settings_open_on_the_laptop_only_and_the_public_reglement_everywhere(client, concours, people):
    client.force_login(people["organiser"])
    for address in (reverse("concours-settings", args=[concours.pk]), reverse("concours-new")):
        assert client.get(address, **HALL).status_code == 403
    client.logout()
    public = reverse("public-reglement", args=[concours.slug])
    assert client.get(public).status_code == 200
    concours.public = False
    concours.save()
    assert client.get(public).status_code == 404


# --- Home ---------------------------------------------------------------------------------------------------------------


def test_the_settings_name_the_document_of_an_option_and_no_key_of_the_bibliography(client, concours, people):
    client.force_login(people["organiser"])
    page = client.get(reverse("concours-settings", args=[concours.pk])).content.decode()
    assert "Vide\u00a0: pas de limite. («\u00a0Règles officielles de la Belote\u00a0», 10.4.1)" in page
    assert "(choix du programme)" in page and not re.search(r"\((S\d |D\d)", page)


def test_each_phase_is_a_fold_that_says_what_is_set_and_opens_where_something_is_wrong(client, club, people):
    tournament = create_tournament(
        club=club, preset="4x12-finales", name="Finales", date=timezone.localdate(), by=people["organiser"]
    )
    client.force_login(people["organiser"])
    address = reverse("concours-settings", args=[tournament.pk])

    def folds(page):
        found = re.findall(r'<details class="folded settings-phase"( open)?>\s*<summary>(.*?)</summary>', page, re.S)
        return [(bool(opened), " ".join(re.sub("<[^>]+>", " ", said).split())) for opened, said in found]

    shown = client.get(address)
    first, second, third = folds(shown.content.decode())
    assert first[1].startswith("1. Finales des 8 premières du classement à partir de la partie : 5 ·")
    assert third == (False, "3. pas utilisée") and not first[0] and not second[0]
    form = shown.context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    refused = client.post(address, typed | {"phase_2": "77"})
    assert [opened for opened, _said in folds(refused.content.decode())] == [False, True, False]


def test_home_lists_ones_own_concours_the_present_before_the_past(client, concours, people, club):
    today = timezone.localdate()
    for days, name in ((-40, "Ancien"), (7, "Prochain"), (-1, "Hier soir")):
        create_tournament(
            club=club, preset="3x20", name=name, date=today + datetime.timedelta(days=days), by=people["organiser"]
        )
    client.force_login(people["reader"])
    page = client.get("/")
    assert [t.name for t in page.context["current"]] == ["Hier soir", "Concours d’automne", "Prochain"]
    assert [t.name for t in page.context["past"]] == ["Ancien"]
    assert reverse("concours-plan") not in page.content.decode()
    client.force_login(people["elsewhere"])
    page = client.get("/")
    assert not page.context["current"]
    assert reverse("concours-plan") in page.content.decode()


@pytest.mark.parametrize("several", [False, True])
def test_a_past_concours_names_its_club_where_there_are_several(client, people, club, several):
    """Its column took the width of a telephone from the names of the concours."""
    day = timezone.localdate() - datetime.timedelta(days=40)
    create_tournament(club=club, preset="3x20", name="Ancien", date=day, by=people["organiser"])
    if several:
        other = Club.objects.create(name="Voisins")
        Membership.objects.create(user=people["organiser"], club=other, role="organiser")
    client.force_login(people["organiser"])
    listed = client.get("/").text.split('id="past"')[1].split("</table>")[0]
    assert (club.name in listed) == several


def test_the_links_of_each_club_name_it(client, people, club):
    Membership.objects.create(user=people["organiser"], club=Club.objects.create(name="Voisins"), role="organiser")
    client.force_login(people["organiser"])
    home = laid_out(client.get(reverse("home")).text)
    links = re.findall(r'<a href="/clubs/[^"]*">([^<]+)</a>', home)
    assert len(links) == len(set(links)) == 10
    lines = re.findall(r'<p class="toolbar">(.*?)</p>', home.partition('<footer class="small">')[2], re.DOTALL)
    assert [re.findall(r'href="/([\w-]+)/', line) for line in lines] == [
        ["clubs"] * 4,
        ["clubs"] * 4,
        ["mot-de-passe", "second-facteur"],
    ], "a line for each club, and one for the account"


def test_nothing_of_the_demonstration_is_taken_away_and_once_removed_its_club_is_not_shown(client, people, club):
    """Its club had as many links as one's own, for good: « Devenir le second ordinateur de Club de démonstration »."""
    demo = Club.objects.create(name="Montre")
    Membership.objects.create(user=people["organiser"], club=demo, role="organiser")
    today = timezone.localdate()
    shown = create_tournament(club=demo, preset="3x20", name="Démo", date=today, by=None, is_demo=True)
    client.force_login(people["organiser"])
    transfer = [reverse("transfer-all", args=[one.pk]) for one in (club, demo)]
    seasons = reverse("seasons", args=[demo.pk])
    page = client.get("/").text
    assert (transfer[0] in page, transfer[1] in page, seasons in page) == (True, False, True)
    remove_tournament(tournament_id=shown.pk, by=people["organiser"])
    create_tournament(club=club, preset="3x20", name="Soirée", date=today, by=None)
    page = client.get("/").text
    assert (transfer[0] in page, transfer[1] in page, seasons in page) == (True, False, False)
    create_tournament(club=demo, preset="3x20", name="Essai", date=today, by=None)
    page = client.get("/").text
    assert transfer[1] in page and seasons in page, "somebody plays there after all"


def test_home_reads_the_same_number_of_times_however_many_concours(
    client, concours, people, club, django_assert_max_num_queries
):
    for number in range(12):
        create_tournament(
            club=club, preset="3x20", name=f"Concours {number}", date=timezone.localdate(), by=people["organiser"]
        )
    client.force_login(people["organiser"])
    with django_assert_max_num_queries(6):
        client.get("/")


def test_the_demonstration_stands_after_every_real_concours_and_has_no_focus(client, concours, people, club):
    day = timezone.localdate() - datetime.timedelta(days=1)
    create_tournament(club=club, preset="3x20", name="Démo", date=day, by=None, is_demo=True)
    client.force_login(people["organiser"])
    page = client.get("/")
    assert [t.name for t in page.context["current"]] == ["Concours d’automne", "Démo"]
    concours.delete()
    text = client.get("/").content.decode()
    assert text.count("autofocus") == 1
    assert text.index("autofocus") < text.index("Démo")


def test_a_new_concours_takes_everything_but_the_teams_from_an_earlier_one(client, concours, people, club):
    """Settings that would follow from others (penalties, the forfeit) stay as the earlier concours had them."""
    given = {
        "fee_cents": 1250, "lots": ["Jambon"], "max_teams": 40, "forfeit_points": 777, "parties": 5,
        "penalties": [{"label": "Signe", "way": "instead", "points": 10, "from_fault": 1, "article": ""}],
    }  # fmt: skip
    change_settings(tournament_id=concours.pk, changes=given, by=None)
    concours.refresh_from_db()
    Tournament.objects.filter(pk=concours.pk).update(preset="a preset of an earlier version")
    client.force_login(people["organiser"])
    assert f"?comme={concours.pk}" in client.get(reverse("concours-plan")).content.decode()
    address = f"{reverse('concours-new')}?comme={concours.pk}"
    page = client.get(address)
    assert page.context["form"]["name"].value() == ""
    client.post(address, fields_of(page) | {"name": "Printemps", "date": "2027-03-20"})
    made = Tournament.objects.get(name="Printemps")
    own = {"name": "Printemps", "date": datetime.date(2027, 3, 20)}
    assert settings_of(made) == settings_of(concours) | own
    assert not made.teams.exists()
    client.force_login(people["elsewhere"])
    assert client.get(address).status_code == 404


# --- Removed ------------------------------------------------------------------------------------------------------------


def test_a_removed_concours_is_found_by_nobody_until_it_is_restored(client, concours, people):
    client.force_login(people["organiser"])
    remove = reverse("concours-remove", args=[concours.pk])
    assert "Rien n’est effacé" in client.get(remove).content.decode()
    client.post(remove)
    for address in ("concours", "concours-settings", "door", "reglement", "concours-remove"):
        assert client.get(reverse(address, args=[concours.pk])).status_code == 404, address
    for address in ("public-reglement", "public-standings", "public-wall", "public-code"):
        assert client.get(reverse(address, args=[concours.slug])).status_code == 404, address
    home = client.get("/")
    assert not home.context["current"]
    assert list(home.context["removed"]) == [concours]
    client.post(reverse("concours-restore", args=[concours.pk]))
    assert client.get(reverse("concours", args=[concours.pk])).status_code == 200
    assert client.post(reverse("concours-restore", args=[concours.pk])).status_code == 404
    acts = ["create_tournament", "remove_tournament", "restore_tournament"]
    assert list(concours.journal.values_list("act", flat=True)) == acts


def test_a_concours_whose_tables_may_be_playing_goes_only_with_a_second_tick(client, concours, people):
    Round.objects.create(tournament=concours, number=1, state="published")
    client.force_login(people["organiser"])
    remove = reverse("concours-remove", args=[concours.pk])
    refused = client.post(remove)
    assert refused.status_code == 422
    assert "peut-être en train de jouer" in refused.content.decode()
    assert Tournament.objects.filter(pk=concours.pk).exists()
    client.post(remove, {"while_played": "on"})
    assert not Tournament.objects.filter(pk=concours.pk).exists()


def test_a_concours_is_erased_only_by_its_name_typed_again(client, concours, people):
    client.force_login(people["organiser"])
    purge = reverse("concours-purge", args=[concours.pk])
    assert client.post(purge, {"name": concours.name}).status_code == 404  # not removed yet
    remove_tournament(tournament_id=concours.pk, by=None)
    assert client.post(purge, {"name": "automne"}).status_code == 422
    assert client.post(purge, {"name": ""}).status_code == 422
    assert Tournament.every.filter(pk=concours.pk).exists()
    client.post(purge, {"name": "concours D'AUTOMNE"})
    assert not Tournament.every.exists()


def test_an_account_without_club_is_told_what_to_do(client, people):
    client.force_login(people["stranger"])
    assert "aucun club" in client.get("/").content.decode()


# --- New ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", spread(4, PRESETS))
def test_a_name_is_all_that_must_be_typed(client, people, preset):
    client.force_login(people["organiser"])
    address = f"{reverse('concours-new')}?preset={preset}"
    page = client.get(address)
    assert page.context["form"]["date"].value() == timezone.localdate()
    answer = client.post(address, fields_of(page) | {"name": "Concours de la Saint-Martin"})
    tournament = Tournament.objects.get()
    assert answer.url == reverse("concours", args=[tournament.pk])
    settings = PRESETS[preset].settings
    assert (tournament.parties, tournament.rule_set) == (settings["parties"], settings["rule_set"])
    assert tournament.donnes == settings["rule_options"].get("limite_donnes")
    assert tournament.criteria == list(settings["criteria"])
    assert tournament.forfeit_points == settings["forfeit_points"]


def test_the_cards_show_every_preset(client, people):
    client.force_login(people["organiser"])
    page = client.get(reverse("concours-plan")).content.decode()
    assert all(f"?preset={key}" in page for key in PRESETS)


def test_what_was_typed_comes_back_with_a_sentence(client, people):
    client.force_login(people["organiser"])
    address = f"{reverse('concours-new')}?preset=4x12-points"
    typed = fields_of(client.get(address)) | {
        "name": "Concours gardé",
        "option_limite_donnes": "",
        "lots": "Jambon\nPanier garni",
        "fee": "14,50",
    }
    page = client.post(address, typed)
    assert page.status_code == 200
    text = page.content.decode()
    assert "Une partie doit avoir une fin" in text
    for kept in ("Concours gardé", "Panier garni", "14,50"):
        assert kept in text
    assert not Tournament.objects.exists()


def test_a_folded_group_opens_where_it_has_an_error(client, people):
    client.force_login(people["organiser"])
    address = f"{reverse('concours-new')}?preset=4x12-points"
    page = client.post(address, fields_of(client.get(address)) | {"name": "X", "criterion_2": "points"})
    opened = {group.title: group.open for group in page.context["form"].groups}
    assert [title for title, is_open in opened.items() if is_open] == ["Le classement"]
    assert "deux fois" in page.content.decode()


def test_closed_groups_say_what_is_in_them_and_a_plain_evening_shows_no_phases(client, people):
    client.force_login(people["organiser"])
    groups = {}
    for preset in ("4x12-points", "4x12-finales"):
        page = client.get(f"{reverse('concours-new')}?preset={preset}")
        groups[preset] = {str(group.title): group.summary for group in page.context["form"].groups}
    plain, finals = groups["4x12-points"], groups["4x12-finales"]
    assert list(plain)[0] == "Participation et lots"
    assert all(plain.values())
    assert plain["Finales, tableau principal, consolante"] == "aucune"
    assert "5" in finals["Finales, tableau principal, consolante"]
    assert "Total des points" in plain["Le classement"]
    assert plain["Le chronomètre"] in page.content.decode().replace("&#x27;", "'")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_closed_group_says_nothing_twice(preset):
    """Name each phase by its title, and each choice in words that stand without a label too long for the line."""
    tournament = Tournament(**PRESETS[preset].settings)
    groups = ConcoursForm(start=settings_of(tournament)).groups
    for group in groups:
        words = group.summary.split(" · ")
        assert len(set(words)) == len(words), group.summary
    for phase in tournament.formula.phases[1:]:
        assert any(phase_heading(phase, "fr") in group.summary for group in groups), (
            f"who plays “{phase_title(phase, 'fr')}”"
        )


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_each_value_of_a_closed_group_is_said_with_its_setting(preset, lang):
    """Read every part of a summary alone: the label of a tick, a line by its title, else a label and its value."""
    with translation.override(lang):
        settings = PRESETS[preset].settings | {
            "fee_cents": 1450,
            "lots": ["Jambon", "Panier"],
            "parties_fixed": True,
            "exempt_wins": True,
            "hold_ranking": True,
            "caps": {"from": 2, "winner": 1200, "loser": 900},
        }
        form = ConcoursForm(start=settings)
        ticks = {str(field.label) for field in form if isinstance(field.field, forms.BooleanField)}
        summaries = {str(group.title): group.summary.replace("\u00a0", " ").split(" · ") for group in form.groups}
        fee = list(summaries.values())[0]
        titles = [line.title for group in form.groups for line in group.lines if line.title]
        plain = {_("none"), _("nothing yet")}
    said = [(title, words) for title, parts in summaries.items() for words in parts]
    unlabelled = [
        (title, words)
        for title, words in said
        if ":" not in words and words not in ticks | plain and not words.startswith(tuple(titles))
    ]
    assert not unlabelled
    doubled = [words for _title, words in said if words.split(":")[0].strip() in ticks - {words}]
    assert not doubled
    assert fee == (
        [
            "Participation, en euros : 14,50 €",
            "Participation due par : chaque équipe",
            "Nombre de lots : 2",
            "Plusieurs lots pour une équipe : les garde tous",
        ]
        if lang == "fr"
        else [
            "Fee, in euros: 14.50 €",
            "The fee is for: each team",
            "Number of prizes: 2",
            "A team that has won several prizes: has all of them",
        ]
    )


def test_a_closed_group_names_a_long_setting_shortly_and_leaves_out_what_counts_for_nothing():
    groups = ConcoursForm(start=PRESETS["4x12-finales"].settings).groups
    summaries = " · ".join(group.summary for group in groups).replace("\u00a0", " ")
    assert "Égalité en élimination directe : le gagnant d’une donne de plus" in summaries
    assert "Pour une partie manquée : rien" in summaries
    assert "Séparation des clubs" not in summaries, "teams of one club may meet"
    phases = next(group for group in groups if group.title == "Finales, tableau principal, consolante")
    finals, others = (line.summary for line in phases.lines if line.in_use)
    assert "les perdants" in finals
    assert "les perdants" not in others, "nobody is beaten there"


@pytest.mark.parametrize("fee", ["14,50", "14.50", "14,50 €", "14,50€"])
def test_euros_are_read_with_a_comma_or_a_point(client, people, fee):
    client.force_login(people["organiser"])
    address = f"{reverse('concours-new')}?preset=4x12-points"
    client.post(address, fields_of(client.get(address)) | {"name": "X", "fee": fee})
    assert Tournament.objects.get().fee_cents == 1450


def test_what_is_left_to_pay_is_said_of_each_reduction_once(client, people, concours):
    """« Jeunes : 10 € » is ten euros less, and most who write it mean the price."""
    client.force_login(people["organiser"])
    address = reverse("concours-settings", args=[concours.pk])
    typed = fields_of(client.get(address)) | {"fee": "14", "reductions": "Jeunes : 10 €"}
    said = "Réduction « Jeunes » d’un joueur : 4 € à payer au lieu de 14 €."
    saved = laid_out(client.post(address, typed, follow=True).text)
    saved = saved.replace("\u00a0", " ").replace("\u202f", " ")
    assert said in saved and "10 €, est-ce le prix à payer ? La réduction est alors de 4 € : corrigez-la." in saved
    again = client.post(address, typed | {"place": "Foyer"}, follow=True).text
    assert "au lieu de" not in again


@pytest.mark.parametrize("fee", ["14,50", "14,50 €", "14,50\u00a0€"])
def test_a_form_that_comes_back_says_the_euros_once(client, people, fee):
    """Beside the folded title of a refused form stood « 14,50 € € »."""
    client.force_login(people["organiser"])
    address = f"{reverse('concours-new')}?preset=4x12-points"
    answer = client.post(address, fields_of(client.get(address)) | {"name": "", "fee": fee})
    assert answer.status_code in (200, 422)
    assert "\u00a0: 14,50\u00a0€ ·" in answer.text and "€\u00a0€" not in answer.text


def test_a_prize_in_money_is_kept_with_a_neutral_note(client, people):
    client.force_login(people["organiser"])
    address = f"{reverse('concours-new')}?preset=4x12-points"
    data = fields_of(client.get(address)) | {"name": "X", "lots": "Un chèque de 50 €"}
    said = [str(message) for message in client.post(address, data, follow=True).context["messages"]]
    assert any("L. 320-1" in sentence for sentence in said)
    concours = Tournament.objects.get()
    assert concours.lots == ["Un chèque de 50 €"]
    settings = reverse("concours-settings", args=[concours.pk])
    data = fields_of(client.get(settings)) | {"name": "Y"}
    again = [str(message) for message in client.post(settings, data, follow=True).context["messages"]]
    assert not any("L. 320-1" in sentence for sentence in again), "it was said when the prize was typed"


def test_someone_of_two_clubs_chooses_and_the_demonstration_comes_last(client, people, club):
    demo = Club.objects.create(name="A la démonstration")
    Membership.objects.create(user=people["organiser"], club=demo, role="organiser")
    create_tournament(
        club=demo, preset="3x20", name="Démo", date=timezone.localdate(), by=people["organiser"], is_demo=True
    )
    client.force_login(people["organiser"])
    address = f"{reverse('concours-new')}?preset=3x20"
    page = client.get(address)
    assert page.context["form"]["club"].value() == club.pk
    client.post(address, fields_of(page) | {"name": "Là-bas", "club": demo.pk})
    assert Tournament.objects.get(name="Là-bas").club == demo


def test_nobody_puts_a_concours_into_a_club_that_is_not_his(client, people, club):
    client.force_login(people["elsewhere"])
    address = f"{reverse('concours-new')}?preset=3x20"
    client.post(address, fields_of(client.get(address)) | {"name": "X", "club": club.pk})
    assert Tournament.objects.get().club.name == "Autre"


# --- Settings -----------------------------------------------------------------------------------------------------------


def test_settings_change_and_an_untouched_form_changes_nothing(client, concours, people):
    client.force_login(people["organiser"])
    address = reverse("concours-settings", args=[concours.pk])
    data = fields_of(client.get(address))
    client.post(address, data)
    concours.refresh_from_db()
    assert concours.journal_number == 1
    client.post(address, data | {"option_arrondi": "True", "criterion_3": "", "draw_club_apart": "soft"})
    concours.refresh_from_db()
    assert concours.rule_options["arrondi"] is True
    assert concours.criteria == ["points", "wins"]
    assert concours.draw_options["club_apart"] == "soft"


def test_once_people_play_the_page_says_why_and_a_page_opened_before_changes_what_still_may(client, concours, people):
    client.force_login(people["organiser"])
    address = reverse("concours-settings", args=[concours.pk])
    opened_before = fields_of(client.get(address))
    Round.objects.create(tournament=concours, number=1, state="published")
    page = client.get(address)
    assert "Un tirage est publié" in page.content.decode()
    told = client.post(address, opened_before | {"parties": 6, "name": "Autre nom"}, follow=True)
    assert "Non modifié, car un tirage est publié\u00a0: parties." in told.content.decode()
    concours.refresh_from_db()
    assert (concours.parties, concours.name) == (4, "Autre nom")
    told = client.post(address, fields_of(page) | {"name": "Un autre"}, follow=True)
    concours.refresh_from_db()
    assert concours.name == "Un autre" and "Non modifié" not in told.content.decode()


PENALTY = {"label": "Cartes montrées", "points": "81", "way": "on_top", "from_fault": "2", "article": "art. 9"}


def test_the_code_of_penalties_is_lines_of_the_form(client, concours, people):
    client.force_login(people["organiser"])
    address = reverse("concours-settings", args=[concours.pk])
    page = client.get(address)
    data = fields_of(page)
    assert data["penalty_1_points"] == 162 and "penalty_4_label" not in {k for k, v in data.items() if v}
    data |= {f"penalty_4_{part}": value for part, value in PENALTY.items()} | {
        "penalty_2_label": "",
        "penalty_2_points": "",
    }
    data |= {"caps_from": "3", "caps_winner": "1280", "caps_loser": "664", "leavers": "ranked", "ready_minutes": "12"}
    assert client.post(address, data).status_code == 302
    concours.refresh_from_db()
    assert [line["label"] for line in concours.penalties] == [
        page.context["form"]["penalty_1_label"].value(), page.context["form"]["penalty_3_label"].value(), "Cartes montrées",
    ]  # fmt: skip
    assert concours.penalties[2] == PENALTY | {"points": 81, "from_fault": 2}
    assert (concours.caps, concours.leavers, concours.ready_minutes) == (
        {"from": 3, "winner": 1280, "loser": 664},
        "ranked",
        12,
    )


def test_a_wrong_penalty_or_cap_is_said_beside_its_line_and_its_group_opens(client, concours, people):
    client.force_login(people["organiser"])
    address = reverse("concours-settings", args=[concours.pk])
    data = fields_of(client.get(address))
    # The first line is emptied: the second, without points, is the first of those handed on.
    wrong = {"penalty_1_label": "", "penalty_1_points": "", "penalty_2_points": ""}
    form = client.post(address, data | wrong).context["form"]
    assert form.errors["penalty_2_label"] and [group.title for group in form.groups if group.open] == ["Pénalités"]
    form = client.post(address, data | {"caps_from": "2", "caps_winner": "500"}).context["form"]
    assert "remplissez les trois cases" in str(form.errors["caps_from"])
    concours.refresh_from_db()
    assert concours.journal_number == 1


# --- Another game -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", spread(3, RULE_SETS))
def test_every_game_can_be_played_by_a_club_with_its_own_options(client, people, rule_set):
    client.force_login(people["organiser"])
    address = f"{reverse('concours-new')}?preset={'escalier' if rule_set == 'escalier' else '4x12-points'}"
    assert f'<option value="{rule_set}"' in client.get(address).content.decode()
    first = client.get(address)
    page = client.post(address, choosing(first, rule_set))
    asked = {name.removeprefix("option_") for name in page.context["form"].fields if name.startswith("option_")}
    assert asked == set(RULE_SETS[rule_set].options)
    client.post(address, choosing(page, rule_set) | {"name": "Concours"})
    tournament = Tournament.objects.get()
    filled = first.context["form"].initial
    shared = {name: value for name in asked if (value := filled.get(f"option_{name}")) is not None}
    expected = complete_options(rule_set, shared) | ({"limite_points": None} if "limite_donnes" in shared else {})
    assert (tournament.rule_set, tournament.rule_options) == (rule_set, expected)
    reglement = client.get(reverse("reglement", args=[tournament.pk]))
    assert reglement.status_code == 200
    page = laid_out(reglement.content.decode())
    assert RULE_SETS[rule_set].source in page
    cited = {sentence.article for section in reglement_of(tournament) for sentence in section.sentences}
    for article in cited & set(ARTICLES):
        assert f'{reverse("public-sources")}#{anchor(article)}">' in page, "one may look up what it says"


def test_the_game_of_a_concours_is_changed_in_its_settings_until_it_is_drawn(client, people, club):
    client.force_login(people["organiser"])
    tournament = create_tournament(
        club=club, preset="4x12-points", name="Concours", date=datetime.date(2026, 11, 20), by=None
    )
    address = reverse("concours-settings", args=[tournament.pk])
    page = client.post(address, choosing(client.get(address), "comptoir"))
    typed = choosing(page, "comptoir") | {"option_base": "coinche", "option_decompte": "annonces"}
    assert client.post(address, typed).status_code == 302
    tournament.refresh_from_db()
    assert tournament.rule_set == "comptoir"
    assert (tournament.rule_options["base"], tournament.rule_options["decompte"]) == ("coinche", "annonces")
    page = client.get(address)
    assert fields_of(page)["option_decompte"] == "annonces"
    # An escalier has tables of its own: the draw must go with it.
    refused = client.post(address, choosing(client.post(address, choosing(page, "escalier")), "escalier"))
    assert "chacun joue pour soi" in refused.content.decode()


def test_the_club_writes_how_it_marks_in_its_own_words(client, people, club):
    client.force_login(people["organiser"])
    tournament = create_tournament(
        club=club, preset="coinche-4x1000", name="C", date=datetime.date(2026, 11, 20), by=None
    )
    address = reverse("concours-settings", args=[tournament.pk])
    typed = choosing(client.get(address), "coinche") | {
        "option_decompte": "club",
        "option_marque_club": "Un  jeton par pli\nCinq pour un capot",
    }
    assert client.post(address, typed).status_code == 302
    tournament.refresh_from_db()
    assert tournament.rule_options["marque_club"] == "Un jeton par pli Cinq pour un capot"
    page = client.get(reverse("reglement", args=[tournament.pk])).content.decode()
    assert page.count("Un jeton par pli Cinq pour un capot.") == 1
    too_long = client.post(address, typed | {"option_marque_club": "jeton " * 200})
    assert too_long.status_code == 200 and too_long.context["form"].errors["option_marque_club"]


def test_no_scale_is_kept_nor_said_beside_the_marks_of_the_club(client, people, club):
    client.force_login(people["organiser"])
    day = datetime.date(2026, 11, 20)
    tournament = create_tournament(club=club, preset="coinche-4x2000-contrat", name="C", date=day, by=None)
    address = reverse("concours-settings", args=[tournament.pk])
    first = client.get(address)
    assert "les choix du barème ne comptent pas" in first.content.decode()
    assert "Contrat chuté" in str([group.summary for group in first.context["form"].groups])
    typed = choosing(first, "coinche") | {"option_decompte": "club", "option_chute": "162", "phase_1": "x"}
    refused = client.post(address, typed)
    assert refused.status_code == 200, "a fault elsewhere"
    said = str([group.summary for group in refused.context["form"].groups])
    assert "Contrat chuté" not in said and "Surcoinche" not in said
    assert fields_of(refused)["option_chute"] == "162", "what was chosen is not lost"
    assert client.post(address, typed | {"phase_1": ""}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.rule_options == RULE_SETS["coinche"].complete({"decompte": "club", "limite_points": 2000})


TYPED = {
    "name": "Mêlée de la Sainte-Catherine",
    "place": "Foyer rural",
    "fee": "5,50",
    "lots": "Un jambon\nUn panier",
    "option_limite_donnes": "8",
    "hold_ranking": "on",
}


def test_a_game_chosen_without_its_own_button_is_shown_before_anything_is_saved(client, people, concours):
    client.force_login(people["organiser"])
    made = concours.journal_number
    for address in (
        reverse("concours-new") + "?preset=melee&teams=24&end=19:20",
        reverse("concours-settings", args=[concours.pk]),
    ):
        before = Tournament.objects.count()
        shown = client.post(address, choosing(client.get(address), "coinche") | TYPED)
        form = shown.context["form"]
        assert shown.status_code == 200 and form.rule_set.id == "coinche" and not form.errors
        assert "Rien n’est encore enregistré" in shown.content.decode() and "Coinche" in shown.content.decode()
        assert "fin vers 19:20" not in shown.content.decode(), "it was counted for the other game"
        assert Tournament.objects.count() == before
        concours.refresh_from_db()
        assert concours.journal_number == made
        held = fields_of(shown)
        assert {name: held[name] for name in TYPED} == TYPED and "option_limite_points" not in held
        assert client.post(address, choosing(shown, "coinche")).status_code == 302
        saved = Tournament.objects.latest("pk") if "preset" in address else Tournament.objects.get(pk=concours.pk)
        assert (saved.rule_set, saved.name, saved.fee_cents) == ("coinche", TYPED["name"], 550)
        assert (saved.rule_options["limite_donnes"], saved.rule_options["limite_points"]) == (8, None)
        assert {line["points"] for line in saved.penalties} == {160}, "the usual code of the game chosen"


def test_the_button_of_the_game_saves_nothing_and_goes_back_to_the_first_game(client, people, concours):
    client.force_login(people["organiser"])
    address = reverse("concours-settings", args=[concours.pk])
    typed = {"name": "", "penalty_4_label": "Retard", "penalty_4_points": "50"}
    other = client.post(address, choosing(client.get(address), "departement-contree") | typed | {"change_rules": ""})
    assert other.context["form"].rule_set.id == "departement-contree" and not other.context["form"].errors
    back = client.post(address, choosing(other, "ffb-classique"))
    assert back.context["form"].rule_set.id == "ffb-classique" and "Rien n’est encore" in back.content.decode()
    same = client.post(address, choosing(back, "ffb-classique") | {"change_rules": ""})
    held = fields_of(same)
    assert same.status_code == 200 and held["penalty_4_label"] == "Retard" and held["option_limite_donnes"] == "12"
    assert client.post(address, choosing(same, "ffb-classique") | {"name": "Printemps"}).status_code == 302
    concours.refresh_from_db()
    assert [line["label"] for line in concours.penalties][3:] == ["Retard"]
    other = client.post(address, choosing(client.get(address), "departement-contree"))
    assert fields_of(other)["penalty_4_label"] == "Retard", "a code of the club's own stays with another game"


# --- The règlement on paper -----------------------------------------------------------------------------------------------


LONGEST = {
    "fee_cents": 1450,
    "lots": [f"Un panier garni n° {number} offert par le club" for number in range(1, 31)],
    "criteria": ["wins", "points", "difference", "direct", "buchholz", "match_points"],
    "rule_options": {"limite_points": 3000, "sans_atout_tout_atout": True},
    "draw_options": {"club_apart": "soft"},
    "penalties": [
        {"label": f"Faute n° {number} du barème du club, dite en peu de mots", "points": 162, "from_fault": 2}
        for number in range(1, 9)
    ],
    "caps": {"from": 3, "winner": 1280, "loser": 664},
    "missed_policy": "exempt",
    "leavers": "ranked",
    "excluded_policy": "forfeit",
}


@pytest.mark.slow
@pytest.mark.parametrize("overrides", [{}, LONGEST], ids=["as it is", "longest"])
def test_the_reglement_fits_one_sheet(live_server, browser_page, tmp_path, club, overrides):
    page, paper, sheets = browser_page(), tmp_path / "reglement.pdf", {}
    for preset in PRESETS:
        said = dict(overrides)
        if PRESETS[preset].settings["rule_set"] != "ffb-classique":
            said.pop("rule_options", None)
        tournament = create_tournament(
            club=club,
            preset=preset,
            name="Grand concours d’automne de la Saint-Martin",
            date=datetime.date(2026, 11, 20),
            place="Salle polyvalente Jean-Moulin",
            by=None,
            overrides=said,
        )
        page.goto(live_server.url + reverse("public-reglement", args=[tournament.slug]))
        sheets[preset] = sheets_of(page, paper)
    # The longest may take both sides of the sheet, in larger letters.
    assert len(sheets) == len(PRESETS)
    assert {preset: count for preset, count in sheets.items() if count > (2 if overrides else 1)} == {}


# --- Where telephones look ------------------------------------------------------------------------------------------------


def test_the_address_for_telephones_is_never_localhost(rf, settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "salle.local", "192.168.1.7"]
    for asked in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        assert public_address(rf.get("/", HTTP_HOST=asked), "/p/abc/") == "http://192.168.1.7:8000/p/abc/"
    assert public_address(rf.get("/", HTTP_HOST="192.168.1.7:8000"), "/p/abc/") == "http://192.168.1.7:8000/p/abc/"
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "salle.local"]
    assert public_address(rf.get("/", HTTP_HOST="localhost:8000"), "/p/abc/") is None


def test_another_game_keeps_the_teams_that_were_planned_and_an_earlier_concours_has_its_own(client, club, people):
    client.force_login(people["organiser"])
    address = reverse("concours-new") + "?preset=poules-4&teams=26&parties=7&start=14:00&minutes=5,5&end=22:15"
    other = client.post(address, choosing(client.get(address), "departement-contree"))
    assert other.context["form"]["parties"].value() == "7" and "26 équipes" in other.content.decode()
    assert 'value="26" data-planned-teams' in other.content.decode()
    action = html.unescape(
        re.search(r'<form method="post" action="([^"]*)" class="settings"', other.content.decode())[1]
    )
    assert client.post(action, choosing(other, "departement-contree") | {"name": "Printemps"}).status_code == 302
    made = Tournament.objects.latest("pk")
    assert made.rule_set == "departement-contree"
    Team.objects.create(tournament=made, number=1, name="Une seule")
    again = client.get(reverse("concours-new") + f"?comme={made.pk}").content.decode()
    assert 'value="1" data-planned-teams' in again


def test_a_refused_form_does_not_tell_the_end_that_was_planned_for_other_donnes(client, club, people):
    client.force_login(people["organiser"])
    address = reverse("concours-new") + "?preset=poules-4&teams=33&end=23:25"
    stale = re.compile(r'<strong role="status" data-stale-form="[^>]*"( hidden)?>')
    page = client.get(address)
    assert "fin vers 23:25" in page.content.decode() and stale.search(page.content.decode())[1]
    form = page.context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    for donnes, hidden in (("10", " hidden"), ("12", None)):
        refused = client.post(address, typed | {"name": "", "option_limite_donnes": donnes})
        assert refused.context["form"].errors and stale.search(refused.content.decode())[1] == hidden
