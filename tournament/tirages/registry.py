"""TIRAGES: every way of drawing, by the name requests use. A new one is a file and its line here."""

from tournament.tirages import (
    classement,
    elimination,
    escalier,
    gagnants,
    impairs_fixes,
    inscription,
    melee,
    poules,
    rotation,
    sort,
    toutes_rondes,
)
from tournament.tirages.model import Method

TIRAGES: dict[str, Method] = {
    module.METHOD.name: module.METHOD
    for module in (
        sort,
        inscription,
        classement,
        gagnants,
        impairs_fixes,
        rotation,
        toutes_rondes,
        poules,
        elimination,
        melee,
        escalier,
    )
}
