"""Inputs of a referee's acts, and of swaps and exchanges."""

from typing import Annotated

from scoring.corrections.inputs import Corrects
from scoring.referee import rulings
from scoring.sheets.inputs import Absent, Camp, Key, Reason, SheetTold, TableNumber, VersionNumber
from tournament.concours.structured import PENALTY_WAYS
from tournament.inputs import LEFT_OUT
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger


class RulingInput(Corrects):
    """A decision. `kind` says which of the others it takes.

    keep: `version`. correct: `sheet`. cancel_donne, donne_back: `donne`, and `sheet` where totals count. penalty:
    `team`, `label`, `way`, `points` (0: a warning), `donne` or `sheet` where it takes a donne of a sheet that counts,
    `to_camp` where more than two camps sit there. penalty_back: `penalty`. forfeit: `absent`. exclusion: `team`,
    `forfeit`. `seen` is the number of the table's last ruling that the referee knew, 0 for none; `base_version` the
    version that counted. `draws` and `effects`: what becomes of the tirages that would be others.
    """

    kind: Annotated[str, StrictChoice(choices=list(rulings.RULING_KINDS))]
    seen: Annotated[int, StrictInteger(min_value=0, max_value=9_999)]
    base_version: VersionNumber | None = None
    reason: Reason
    article: Annotated[str, CleanText(max_length=rulings.LABEL_LENGTH, allow_blank=True)] = ""
    version: VersionNumber = LEFT_OUT
    donne: Annotated[int, StrictInteger(min_value=1, max_value=200)] = LEFT_OUT
    team: TableNumber = LEFT_OUT
    label: Annotated[str, CleanText(max_length=rulings.LABEL_LENGTH)] = LEFT_OUT
    way: Annotated[str, StrictChoice(choices=list(PENALTY_WAYS))] = LEFT_OUT
    points: Annotated[int, StrictInteger(min_value=0, max_value=rulings.HIGHEST_POINTS)] = LEFT_OUT
    to_camp: Camp = LEFT_OUT
    penalty: Annotated[int, StrictInteger(min_value=1, max_value=9_999)] = LEFT_OUT
    absent: Absent = LEFT_OUT
    forfeit: bool = LEFT_OUT
    sheet: SheetTold = LEFT_OUT


class TakeOffInput(Corrects):
    """The version that counts and is taken off, and the reason."""

    base_version: VersionNumber
    reason: Reason


class CampsInput(TakeOffInput):
    """The version whose camps were mixed up, and the reason; `key` is made by the device, once for each swap."""

    key: Key


class ExchangeInput(CampsInput):
    """The other table of the partie, and the version that counts there; null where it has none yet."""

    other: TableNumber
    other_version: VersionNumber | None


class ExcludeInput(Corrects):
    """`from_round`: the first partie that the team does not play; null or left out: the next. `draws` and `effects`: what
    becomes of the tirages that would be others.
    """

    from_round: Annotated[int, StrictInteger(min_value=1, max_value=21)] | None = LEFT_OUT
    reason: Reason


class ReadmitInput(Corrects):
    """The reason; `draws` and `effects`: what becomes of the tirages that would be others."""

    reason: Reason
