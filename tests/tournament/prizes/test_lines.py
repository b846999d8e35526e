"""Lines of prizes: what a pasted line says, and what is asked."""

import pytest
from hypothesis import given, strategies as st

from tests.support.phases import set_up
from tests.support.refusals import refuses
from tournament.concours.lot_lines import cents_of, in_one_line, line_of, split_details
from tournament.concours.lots import lots_of, read_one
from tournament.concours.services import change_settings
from tournament.errors import TournamentError
from tournament.models import JournalEntry, Prize, Tournament
from tournament.prizes import services
from tournament.prizes.selectors import prize_list

LETTERS = st.text("abcdéàç 0123456789'-/&.", min_size=1, max_size=40).map(lambda text: " ".join(text.split()))


@given(LETTERS.filter(bool), st.integers(0, 999_999), LETTERS.filter(lambda text: text and cents_of(text) is None))
def test_what_is_written_is_what_is_read(what, cents, giver):
    line = line_of("1er", what, cents, giver)
    read, details = split_details(line.partition(":")[2].strip())
    assert (read, details.value_cents) == (what, cents)
    assert details.giver == giver


@pytest.mark.parametrize(
    ("line", "what", "cents", "giver"),
    [
        ("1er : jambon (50 €, Boucherie Morel)", "jambon", 5000, "Boucherie Morel"),
        ("1er : jambon (Boucherie Morel, 50€)", "jambon", 5000, "Boucherie Morel"),
        ("1er : jambon (valeur 12,50 €)", "jambon", 1250, ""),
        ("1er : jambon (offert par la boucherie Morel)", "jambon", 0, "la boucherie Morel"),
        ("1er : vin (rosé)", "vin (rosé)", 0, ""),
        ("1er : vin (rosé) (8 €)", "vin (rosé)", 800, ""),
        ("1er : bon d’achat (1 250 euros ; Super Sec)", "bon d’achat", 125_000, "Super Sec"),
    ],
)
def test_value_and_giver_stand_in_brackets_at_the_end(line, what, cents, giver):
    _what, details = split_details(line.partition(":")[2].strip())
    assert (_what, details.value_cents, details.giver) == (what, cents, giver)


@pytest.mark.parametrize(
    ("pasted", "line"),
    [
        ("1. Jambon", "1 : Jambon"),
        ("2) Canard", "2 : Canard"),
        ("3ème prix – vin", "3 : vin"),
        ("1er\tJambon\t50 €\tBoucherie Morel", "1er : Jambon (50 €, Boucherie Morel)"),
        ("2 jambons", "2 jambons"),
        ("  ", ""),
    ],
)
def test_lists_from_elsewhere_are_lines_too(pasted, line):
    assert in_one_line(pasted) == line


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "award", "places", "of"),
    [
        ("1re équipe féminine : un bouquet", "category", [1], "women"),
        ("Première dame : un bouquet", "category", [1], "women"),
        ("Féminine : un bouquet", "category", [1], "women"),
        ("2e équipe féminine : chocolats", "category", [2], "women"),
        ("1re à 3e équipe mixte : vin", "category", [1, 2, 3], "mixed"),
        ("First mixed team: wine", "category", [1], "mixed"),
        ("Meilleure équipe de Saint-Gobain : coupe", "commune", [1], "Saint-Gobain"),
        ("Best team from Casson: cup", "commune", [1], "Casson"),
        ("Les plus jeunes ensemble : bonbons", "youngest", [1], ""),
        ("Youngest together: sweets", "youngest", [1], ""),
        ("La plus jeune équipe : bonbons", "youngest", [1], ""),
        ("Plus jeune joueur : bonbons", "", [], ""),
        ("Le plus jeune : bonbons", "", [], ""),
        ("Benjamine : bonbons", "", [], ""),
        ("Youngest player: sweets", "", [], ""),
        ("Tiré au sort parmi les présents : panier", "drawn", [1], ""),
        ("3 tirés au sort : panier", "drawn", [1, 2, 3], ""),
        ("Drawn among those present: a basket", "drawn", [1], ""),
        ("3e et 4e : chocolats", "rank", [3, 4], ""),
        ("6ème et 7ème : un saucisson", "rank", [6, 7], ""),
        ("Lot mystère", "", [], ""),
        ("Lot mystère : panier", "", [], ""),
        ("Avant-dernier : un livre", "", [], ""),
        ("1re équipe de la consolante : vin", "", [], ""),
        ("1er de la commune : coupe", "", [], ""),
        ("1er du club : coupe", "", [], ""),
        ("Meilleure équipe de la partie 3 : vin", "", [], ""),
        ("1re équipe de la poule A : vin", "", [], ""),
        ("1re équipe de la commune de Tourville : vin", "commune", [1], "Tourville"),
    ],
)
def test_for_whom_a_line_is(line, award, places, of):
    read = read_one(Tournament(club_id=1, parties=4), line)
    assert (read.award, list(read.places), read.of) == (award, places, of)


@pytest.mark.django_db
@pytest.mark.parametrize("line", ["Plus jeune joueur : bonbons", "Le plus jeune : bonbons", "Youngest player: sweets"])
def test_the_youngest_player_is_known_where_everybody_enters_alone(line):
    alone = Tournament(club_id=1, parties=4, first_method="melee", next_method="melee")
    assert read_one(alone, line).award == "youngest"


@pytest.mark.django_db
def test_a_pasted_list_makes_prizes_and_asks_for_whom_the_others_are():
    tournament = set_up("4x12-points", 4)
    lines = [
        "1er : jambon (50 €, Boucherie Morel)",
        "2e : vin (8 €, boucherie  MOREL)",
        "Lot mystère",
        "",
        "4e : un livre",
    ]
    added = services.add_prizes(tournament_id=tournament.pk, lines=lines, by=None)
    tournament.refresh_from_db()
    shown = prize_list(tournament)
    assert added == [1, 2, 3, 4] and [lot.what for lot in shown.lots.asked] == ["Lot mystère"]
    assert {place: lot.what for lot in shown.lots.by_rank for place in lot.places} == {
        1: "jambon",
        2: "vin",
        4: "un livre",
    }
    assert (shown.cents, [(line.giver, line.cents) for line in shown.givers]) == (
        5800,
        [("Boucherie Morel", 5800), ("", 0)],
    )
    # A line is never in the journal: it may name a person.
    assert "Morel" not in str(list(JournalEntry.objects.values_list("before", "after")))
    assert services.rank_prizes(tournament_id=tournament.pk, by=None) == [3]
    tournament.refresh_from_db()
    assert {place: lot.number for lot in lots_of(tournament).by_rank for place in lot.places} == {
        1: 1,
        2: 2,
        3: 3,
        4: 4,
    }
    with pytest.raises(TournamentError, match="aucun lot"):
        services.rank_prizes(tournament_id=tournament.pk, by=None)


@pytest.mark.django_db
def test_a_prize_is_changed_keeps_its_number_and_is_taken_off():
    tournament = set_up("4x12-points", 4, lots=["Jambon", "Canard", "Vin"])
    change = {"tournament_id": tournament.pk, "by": None}
    changed = services.change_prize(number=2, whom="1re équipe féminine", value_cents=4000, giver="Anne", **change)
    assert (changed.number, changed.award, changed.of, changed.what, changed.value_cents) == (
        2,
        "category",
        "women",
        "Canard",
        4000,
    )
    tournament.refresh_from_db()
    assert tournament.lots == ["1er : Jambon", "1re équipe féminine : Canard (40 €, Anne)", "3e : Vin"]
    for wrong, code in (
        ({"whom": "tartempion"}, "prize_whom"),
        ({"what": ""}, "prize_what"),
        ({"whom": "", "what": "2e : vin"}, "prize_what"),
        ({"number": 9, "what": "x"}, "prize_unlisted"),
        ({"value_cents": -1}, "setting_range"),
        ({"giver": "x" * 61}, "text_long"),
    ):
        with refuses(code):
            services.change_prize(**{"number": 1} | wrong | change)
    services.remove_prizes(tournament_id=tournament.pk, numbers=[1], by=None)
    tournament.refresh_from_db()
    assert [(lot.number, lot.what) for lot in lots_of(tournament).all] == [(2, "Canard"), (3, "Vin")]
    assert services.add_prizes(tournament_id=tournament.pk, lines=["1er : coupe"], by=None) == [4]


@pytest.mark.django_db
def test_the_list_of_an_earlier_version_keeps_its_ranks_when_it_is_changed():
    tournament = set_up("4x12-points", 4, lots=["Jambon", "3e : Canard", "Vin", "Livre"])
    Prize.objects.all().delete()
    before = {place: lot.what for lot in lots_of(Tournament.objects.get()).by_rank for place in lot.places}
    assert before == {1: "Jambon", 3: "Canard", 2: "Vin", 4: "Livre"}
    services.add_prizes(tournament_id=tournament.pk, lines=["Lot mystère"], by=None)
    after = lots_of(Tournament.objects.get())
    assert {place: lot.what for lot in after.by_rank for place in lot.places} == before and after.apart == [
        "Lot mystère"
    ]


@pytest.mark.django_db
def test_a_prize_of_which_the_settings_say_another_value_is_the_same():
    """It keeps its number, and with it its draw and its photo; other words are another prize."""
    drawn = "Tiré au sort : "
    tournament = set_up("4x12-points", 4, lots=[f"{drawn}panier", f"{drawn}panier (20 €)", f"{drawn}livre"])

    def numbers(*lines):
        change_settings(tournament_id=tournament.pk, changes={"lots": list(lines)}, by=None)
        return [(lot.number, lot.what, lot.value_cents) for lot in lots_of(Tournament.objects.get()).all]

    assert numbers(f"{drawn}livre (5 €, Anne)", f"{drawn}panier (20 €)", f"{drawn}panier (50 €)") == [
        (3, "livre", 500),
        (2, "panier", 2000),
        (1, "panier", 5000),
    ]
    assert numbers(f"{drawn}roman (5 €, Anne)", f"{drawn}panier (20 €)") == [(4, "roman", 500), (2, "panier", 2000)]
