"""Know communes that somebody wrote in small letters, in which small words stand as they do in a sentence."""

import re

from tournament import names

# Behind « sur » stands a river or the sea, behind « en » a region: « arrive en retard » and « sur place » are no communes.
_WATERS = (
    "seine marne loire oise saone rhone isere vilaine sarthe mayenne erdre sevre vienne indre cher allier dordogne lot tarn garonne"
    " adour gave aude orb herault aube yonne moselle meuse meurthe sambre somme aisne ain arve orne vire touques eure risle mer lys"
    " scarpe escaut charente boutonne creuse gartempe loir maine aulne odet blavet rance semoy ill doubs loue ognon drome ardeche"
    " durance verdon var argens ouveze gardon ceze layon thouet huisne braye avre iton bresle canche authie aa deule cure serein"
    " armancon besbre sioule arroux bourbince reyssouze veyle bourbre guiers fier lac yon vie lay sorgue vanne ource tille vingeanne"
    " ornain saulx chiers orge yvette essonne juine remarde bievre mauldre epte andelle dives odon seulles douve selune couesnon"
    " aven laita scorff oust isac semnon don meu isole elorn aure"
)
_REGIONS = (
    "bresse provence velay laye auxois forez royans diois vercors josas brie parisis france thelle auge caux bray vexin champagne"
    " barrois woevre argonne santerre ponthieu artois pevele weppes baroeul puisaye morvan beaujolais lyonnais jarez bugey genevois"
    " montagne plaine vallee retz mauges gatine bocage cotentin bessin perche gatinais beauce sologne berry touraine anjou saumurois"
    " quercy perigord agenais albret armagnac bigorre bearn chalosse marsan couserans minervois corbieres camargue crau comtat"
    " gevaudan combraille planeze livradois bourbonnais auvergne bretagne normandie picardie lorraine alsace savoie dombes"
)
_ON_WATER = re.compile(rf"(?:\w+ )+sur (?:la |l |le )?(?:{'|'.join(_WATERS.split())})")
_IN_REGION = re.compile(rf"(?:\w+ )+en (?:{'|'.join(_REGIONS.split())})")
_SAINT = re.compile(r"(?:(?:le|la|les) )?(?:saint|sainte|st|ste) \w+(?: \w+){0,4}")


def is_small_commune(text: str) -> bool:
    """Return whether *text*, in small letters, surely is a commune.
    >>> [is_small_commune(text) for text in ("nogent sur marne", "aix-en-provence", "sainte marie aux mines", "la roche-sur-yon")]
    [True, True, True, True]
    >>> [is_small_commune(text) for text in ("mange sur place", "arrive en retard", "table en bois", "saint", "nort")]
    [False, False, False, False, False]
    """
    said = names.spelling(text)
    return any(pattern.fullmatch(said) for pattern in (_ON_WATER, _IN_REGION, _SAINT))
