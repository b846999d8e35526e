"""Read the columns that have no title of their own: one is merged over several, or nobody wrote one."""

from collections.abc import Sequence
from itertools import pairwise

from tournament.registration.imports import beside_names, prose, telephones, words
from tournament.registration.imports.understanding.assignment import are_people
from tournament.registration.imports.understanding.evidence import weigh

_OF_ONE = ("player_1", "player_2", "last")
_SECOND_PHONE = ("phone", "player_2", "last_2", "first_2")  # roles behind which the partner's telephone stands


def with_merged(
    announced: list[str | None], columns: Sequence[Sequence[str]], titles: Sequence[str], *, singles: bool
) -> list[str | None]:
    """Read two columns below one title as the family name and the first name of a player, or the telephones of both; one
    without a title that says something and names nobody as a remark.
    """
    kept = [*announced]
    for place, (role, (one, other)) in enumerate(zip(announced, pairwise(columns), strict=False)):
        if "".join(titles[place + 1 : place + 2]).strip():
            continue
        if titles and announced[place + 1] is None and _are_remarks(other):
            kept[place + 1] = "remark"
        left, right = weigh(one), weigh(other)
        filled = [cell for cell in other if cell.strip()]
        if role in _SECOND_PHONE and filled and all(map(telephones.is_phone, filled)):
            kept[place + 1] = "phone" if singles else "phone_2"
        if role == "paid" and filled and all(words.paid_in(cell) is not None for cell in filled):
            kept[place + 1] = "paid"
        if role == "origin" and not right.plain and left.plain == "figures":
            kept[place : place + 2] = ["ignore", "origin"]
        elif role == "origin" and not singles and not right.plain and {*one} & {*filled}:
            kept[place + 1] = "origin_2"
        if role in _OF_ONE and min(left.one_word, right.one_word) > 0.6 and max(left.given, right.given) > 0.4:
            of_player = role.replace("player", "") if role != "last" else ""
            both = [f"last{of_player}", f"first{of_player}"]
            kept[place : place + 2] = both[::-1] if left.given > right.given else both
    return kept


def _are_remarks(column: Sequence[str]) -> bool:
    said = [cell.rstrip(" !.") for cell in column if cell.strip()]
    return (
        2 * sum(beside_names.is_remark(cell) or prose.is_prose(cell) for cell in said) > len(said)
        and not weigh(said).given
    )


def with_players(
    announced: list[str | None], columns: Sequence[Sequence[str]], titles: Sequence[str]
) -> list[str | None]:
    """Read the columns without a title beside « Joueurs » as those of its other players, where people stand in them."""
    people = [
        place
        for place, role in enumerate(announced)
        if role == "both" or (role in ("team", "equipe") and are_people(columns[place]))
    ]
    if not people:
        return announced
    first = last = people[0]
    while (
        last + 1 < len(columns) and not "".join(titles[last + 1 : last + 2]).strip() and are_people(columns[last + 1])
    ):
        last += 1
    beside = ["player_1", "player_2", *["more"] * (last - first - 1)]
    return [*announced[:first], *beside, *announced[last + 1 :]] if last > first else announced
