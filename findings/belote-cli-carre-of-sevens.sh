#!/usr/bin/env bash
# belote-cli 4.9.6: four sevens are a carré worth nothing that beats every sequence: the other camp's cinquante of 50 points is not
# counted, and nobody marks. Three sevens leave it its 50. Its own rules name no carré of sevens or eights.
# Who meets it: a player who checks an annonce with it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install belote-cli==4.9.6
venv/bin/python - <<'PY'
from belote.deck import Card, Rank, Suit
from belote.scoring import Seat, detect_carres, detect_sequences, get_declaration_points, resolve_declarations

SOUTH_AND_NORTH, EAST_AND_WEST = 0, 1
sevens = tuple(Card(suit, Rank.SEVEN) for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
cinquante = tuple(Card(Suit.HEARTS, rank) for rank in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING))


def counted(south):
    hands = {Seat.SOUTH: south, Seat.EAST: cinquante, Seat.NORTH: (), Seat.WEST: ()}
    held = {
        seat: {"sequences": detect_sequences(hand), "carres": detect_carres(hand), "belote": False}
        for seat, hand in hands.items()
    }
    found = resolve_declarations(held, Suit.CLUBS, Seat.EAST)
    points = [
        get_declaration_points([*found.ns_sequences, *found.ns_carres]),
        get_declaration_points([*found.ew_sequences, *found.ew_carres]),
    ]
    print(south, "camp that counts:", found.scoring_team, "worth:", points[found.scoring_team])
    return found.scoring_team, points[found.scoring_team]


assert counted(sevens) == (SOUTH_AND_NORTH, 0)
assert counted(sevens[:3]) == (EAST_AND_WEST, 50)
PY
