"""Agreement of the settings of a concours with each other."""

from rules import RULE_SETS
from tournament.concours.kinds import Values
from tournament.errors import TournamentError
from tournament.finals.formula import KNOCK_OUT
from tournament.tirages import TIRAGES

ESCALIER = "escalier"  # the one draw that seats each for himself


def check_ages(settings: Values) -> None:
    """Refuse ages that nobody has."""
    if settings["entry_age_to"] and settings["entry_age_from"] > settings["entry_age_to"]:
        raise TournamentError("entry_ages", field="entry_age_to", lowest=settings["entry_age_from"])


def check_entries(settings: Values) -> None:
    """Refuse a registration from home that closes before it opens."""
    if settings["entries_days"] and settings["entries_end_days"] > settings["entries_days"]:
        raise TournamentError("entries_window", field="entries_end_days", days=settings["entries_days"])


def check_methods(settings: Values) -> None:
    """Refuse draws that seat otherwise than each other, or otherwise than the game is played."""
    first, following = settings["first_method"], settings["next_method"]
    seats = {TIRAGES[method].seats for method in (first, following)}
    # A mêlée seats two singles in a camp, an escalier each for himself: the two cannot follow each other either.
    if len(seats) > 1 or (seats == {"players"} and first != following):
        raise TournamentError("methods_mixed", field="first_method")
    game = RULE_SETS[settings["rule_set"]]
    for field in ("first_method", "next_method"):
        method = settings[field]
        if not game.partners and game.two_camps and TIRAGES[method].seats == "players":
            raise TournamentError("method_of_two", field=field)
        if game.two_camps == (method == ESCALIER):
            raise TournamentError("method_of_game", field=field)


def check_relay(settings: Values) -> None:
    """Refuse the relay of odd teams where the parties do not make whole relays."""
    if settings["exempt_policy"] == "relay" and (settings["parties"] % 2 or settings["phases"]):
        raise TournamentError("relay_parties", field="exempt_policy", parties=settings["parties"])


def check_play_offs(settings: Values) -> None:
    """Refuse a consolante of a knock-out whose beaten all play for their places: nobody would be left for it."""
    mains = [(settings["next_method"], settings["draw_options"].get("play_offs"))]
    for line, phase in enumerate(settings["phases"], 1):
        main = next((play_offs for method, play_offs in reversed(mains) if method == KNOCK_OUT), None)
        if phase["who"] == "beaten" and main == "all":
            raise TournamentError("consolante_play_offs", field=f"phase_{line}")
        mains.append((phase["method"], phase.get("play_offs")))
