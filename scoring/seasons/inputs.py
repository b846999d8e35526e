"""Inputs of the acts on seasons."""

from typing import Annotated

from scoring.seasons.scales import KINDS
from scoring.seasons.table import TIES
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger

SeasonName = Annotated[str, CleanText(max_length=60)]
SeasonPoints = Annotated[int, StrictInteger(min_value=0, max_value=9999)]
EveningCount = Annotated[int, StrictInteger(min_value=0, max_value=400)]
ScaleKind = Annotated[str, StrictChoice(choices=list(KINDS))]
TieKey = Annotated[str, StrictChoice(choices=list(TIES))]
Weight = Annotated[int, StrictInteger(min_value=1, max_value=9)]


class ChosenEveningInput(Declared):
    """A concours that counts, `weight` times: 2 for a final evening that counts double."""

    concours: int
    weight: Weight = 1


class SeasonRulesInput(Declared):
    """Rules of a season. `best` 0: all evenings count; `ranks` from the first rank on; `origins`: the best of a commune."""

    by_pair: bool = LEFT_OUT
    public: bool = LEFT_OUT
    names_online: bool = LEFT_OUT
    scale: ScaleKind = LEFT_OUT
    won: SeasonPoints = LEFT_OUT
    drawn: SeasonPoints = LEFT_OUT
    lost: SeasonPoints = LEFT_OUT
    ranks: list[SeasonPoints] = LEFT_OUT
    beyond: SeasonPoints = LEFT_OUT
    presence: SeasonPoints = LEFT_OUT
    final_won: SeasonPoints = LEFT_OUT
    final_lost: SeasonPoints = LEFT_OUT
    best: EveningCount = LEFT_OUT
    minimum: EveningCount = LEFT_OUT
    one_a_day: bool = LEFT_OUT
    origins: EveningCount = LEFT_OUT
    ties: list[TieKey] = LEFT_OUT


class SeasonChangeInput(SeasonRulesInput):
    """Rules of a season; what is left out stays. `best` 0: all evenings count; `ranks` from the first rank on."""

    name: SeasonName = LEFT_OUT


class SeasonInput(SeasonRulesInput):
    """A season to be made, with the concours that count from the start."""

    name: SeasonName
    evenings: list[ChosenEveningInput] = LEFT_OUT


class EveningsInput(Declared):
    """All the concours that count from now on."""

    evenings: list[ChosenEveningInput]


class CardsInput(Declared):
    """The order that the cards gave to equals, the best first: of persons `[[12], [15]]`, or of pairs `[[12, 15], …]`."""

    order: list[list[int]]
