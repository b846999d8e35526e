"""The names of the players of a team, as somebody types them."""

import unicodedata
from collections.abc import Sequence

from tournament import names
from tournament.errors import TournamentError

TEAM_SIZE = 2
NAME_LENGTH = 60
# No written language stacks more marks on a letter; beyond, the name would run over the lines around it.
MOST_MARKS_ON_A_LETTER = 4


def player_name(text: str, *, field: str = "players") -> str:
    """Clean the name of a player: at least one letter, at most 60 characters.

    Raises TournamentError player_name_missing, player_name_long, player_name_unreadable.
    """
    name = names.clean(text)
    if not any(c.isalpha() for c in name):
        raise TournamentError("player_name_missing", field=field, read=name)
    if len(name) > NAME_LENGTH:
        raise TournamentError("player_name_long", field=field, read=f"{name[:30]}…", length=len(name), most=NAME_LENGTH)
    marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > MOST_MARKS_ON_A_LETTER:
            raise TournamentError("player_name_unreadable", field=field)
    return name


def player_names(players: Sequence[str], *, singles: bool = False, alone: bool = False) -> list[str]:
    """Return the names of a whole team, each one good; with *singles*, of the one person who enters alone.

    With *alone* one name is enough where teams play: the partner is drawn or found later.

    Raises TournamentError, its `field` being player_1 or player_2.
    """
    filled = [text for text in players if names.clean(text)]
    if not filled:
        raise TournamentError("player_missing" if singles else "players_missing", field="player_1")
    if singles:
        if len(filled) > 1:
            raise TournamentError("single_expected", field="player_2", read=names.clean(filled[1])[:NAME_LENGTH])
        return [player_name(filled[0], field="player_1")]
    if alone and len(filled) == 1:
        return [player_name(filled[0], field="player_1")]
    if len(filled) < TEAM_SIZE:
        missing = next((i for i, text in enumerate(players) if not names.clean(text)), len(players))
        raise TournamentError(
            "partner_missing", field=f"player_{missing + 1}", read=names.clean(filled[0])[:NAME_LENGTH]
        )
    if len(players) > TEAM_SIZE:
        raise TournamentError("too_many_players", field="player_2", count=len(players))
    return [player_name(text, field=f"player_{i}") for i, text in enumerate(players, start=1)]
