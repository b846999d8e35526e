"""Find beside a name what a list says of the registration: cancelled, waiting, under reserve, or simply noted."""

import re
from dataclasses import dataclass

from tournament import names

# « Barré » is a surname.
_LEFT = (
    r"(?:(?:est|sont|a|ont|s['’ ]est|se sont) )?(?:annul[ée]{1,2}e?s?|d[ée]sist[ée]{1,2}e?s?|d[ée]sinscrite?s?|report[ée]{1,2}e?s?|retir[ée]{1,2}e?s?|supprim[ée]{1,2}e?s?|malades?|hospitalis[ée]{1,2}e?s?)"
    r"|annulations?|d[ée]sistements?|forfaits?|absente?s?|excus[ée]{1,2}e?s?|rembours[ée]{1,2}e?s?|ray[ée]{1,2}e?s?|(?:plus |pas |non |in)disponibles?"
    r"|ne (?:vient|viennent|viendra|viendront) (?:pas|plus)|cancell?ed|refunded|storniert"
)
_WAITS = r"(?:sur |en )?(?:la )?liste d['’ ]attente"
_GONE = (
    rf"{_LEFT}|{_WAITS}|(?:en )?attente|abs\.?|rempla[çc]ante?s?|suppl[ée]ante?s?|r[ée]servistes?|refus[ée]{{1,2}}e?s?"
    r"|(?:en |[ée]quipe de )?r[ée]serve(?: ?n?[°º]? ?\d{1,2})?|ne (?:peut|peuvent) (?:pas|plus)|plus l[àa]|pas l[àa]|waiting list"
)
_OPEN = (
    r"sous r[ée]serves?(?: de confirmation)?|[àa] conf(?:irmer|\.)?|(?:en attente de |non |pas |pas encore )confirm(?:ation|[ée]{1,2}e?s?)"
    r"|pas s[ûu]re?s?|peut[ -][êe]tre|en option|provisoires?|tbc|to be confirmed|unter vorbehalt"
)
_GOOD = (
    r"o\.?k\.?|confirm[ée]{1,2}e?s?|valid[ée]{1,2}e?s?|(?:c['’ ]est )?not[ée]{1,2}e?s?|inscrite?s?|vue?s?|pr[ée]sente?s?|arriv[ée]{1,2}e?s?"
    r"|c['’ ]est bon|oui|svp|stp|merci"
)
_ALONE = r"(?:est |vient |joue )?seule?|(?:re)?cherche(?: une?)?(?: partenaire| coéquipi[eè]re?| binôme)?|sans (?:partenaire|coéquipi[eè]re?|binôme)"
_ANY = rf"{_OPEN}|{_GONE}|{_GOOD}|{_ALONE}"
# The reason or the day behind: « annulé le 12/11 », but « forfait 10 € » is a price, and « remplaçant : Luc Roux » comes.
_TOLD = r"(?:le|la|du|ce|hier|depuis|par|pour|sur|en|n|num[ée]ro|rang|place|faute|(?:[àa] )?cause)\b|\d"
_BUT = r"(?!forfaits?\s+\d|rempl|suppl|r[ée]serv)"
_GONE_WHY = rf"{_BUT}(?:{_GONE})\s+(?={_TOLD})(?:\d{{1,2}}/\d{{1,2}}(?:/\d+)?|[^()\[\]/&+|;,\n])+"
_GONE_SAID = rf"{_BUT}(?:{_GONE})(?!\w)[^()\[\]]+"
# The signs between a name and the next one, or the end.
_BEHIND = r"[\s.!]*(?=$|[/&+|;,\n(\[]|\s[-–—]\s|\s(?:et|avec)\s)"
_BRACKETED = re.compile(rf"\s*[(\[]\s*(?P<said>{_ANY}|{_GONE_SAID}|\?{{1,3}})[\s.!]*[)\]]", re.IGNORECASE)
_PARTED = re.compile(rf"(?<=[\w)\]])\s*(?:[-–—:,]|-*[->=]>|→)\s*(?P<said>{_ANY}|{_GONE_WHY}){_BEHIND}", re.IGNORECASE)
# Behind a space alone a word with a capital may be a surname: « Marie Forfait ».
_SPACED = re.compile(rf"(?<=[\w)\]])(?:\s+(?P<said>{_ANY}|{_GONE_WHY}|O\.?K\.?|Ok)|\s*(?P<doubt>\?{{1,3}})){_BEHIND}")
_MARK = r"[*!#†]+"
_MARKED = re.compile(rf"(?<=[\w)])\s*(?P<said>{_MARK}){_BEHIND}")
_REMARK = re.compile(rf"{_MARK}|{_ALONE}", re.IGNORECASE)
_IN_CAPITALS = re.compile(rf"(?<=\w )(?P<said>{_OPEN}|{_GONE}){_BEHIND}", re.IGNORECASE)
_NUMBER = re.compile(r"\s*\d{1,3}\s*[.):/–-]+\s*")  # before the state: « 2) annulé - Roux Léa »
_BEFORE = re.compile(
    rf"^(?:{_NUMBER.pattern})?\s*(?:[(\[]\s*(?P<said>{_ANY})\s*[)\]]\s*[-–—:,]?|(?P<word>{_ANY})\s*[-–—:]|(?P<ok>ok)\s)\s*(?=\w)",
    re.IGNORECASE,
)
_NOTHING_ELSE = re.compile(rf"\s*(?:{_ANY})[\s:.!]*", re.IGNORECASE)
_GONE_SIGN, _OPEN_SIGN = "[❌🚫⛔✗✘❎]", "[❓❔⏳⌛🤔]"
_NOT_GOOD = re.compile(rf"{_GONE}|{_GONE_SAID}|{_OPEN}|\?+|{_GONE_SIGN}|{_OPEN_SIGN}", re.IGNORECASE)
_UNSURE = re.compile(rf"{_OPEN}|\?+|{_OPEN_SIGN}", re.IGNORECASE)
_SIGNS = re.compile(rf"{_GONE_SIGN}|{_OPEN_SIGN}")
# Pictures, but none that announces a telephone or stands before a line as a bullet.
_PICTURES = re.compile("[✅✔☑\ufe0f\u200d]|(?![📞📱📲])[\U0001f000-\U0001faff]")
_STRUCK = re.compile(r"\s*~(?P<text>[^~]{3,})~\s*|.*\u0336.*")
# One player struck out, and who plays instead: « ~Roux Léa~ Petit Luc ».
_STRUCK_BEFORE = re.compile(r"(?P<struck>~[^~\n]{3,}~)\s*(?:-?>|→|=>|par\b)?\s*(?=[^\W\d_])")
_STRUCK_WITHIN = re.compile(r"~(?=\S)([^~\n]{3,}?)(?<=\S)~")
# Words that begin with capitals, and none of which is said of a registration.
_NAME = re.compile(r"[A-ZÀ-Þ]\w*[a-zß-ÿ]\w*(?:[ '’-][A-ZÀ-Þ]\w*)*")
_BOLD = re.compile(r"(?<!\w)([*_])(?=\S)([^*_\n]{3,}?)(?<=\S)\1(?!\w)")


# Of such a cell: a great list has many cells.
_MOST_SIGNS, _FIRST_SIGNS = 40, frozenset("acdeéfhilmnoprsACDEÉFHILMNOPRS")
# Such a word may have behind it: since when, how, which place; « Forfait Luc » is a man, « Forfait 10 € » a price.
_SINCE = rf"(?:[\s,:(–-]+(?:{_TOLD}).*|\s*n[°º].*|\s*\((?!\d)[^()]*\)\W*)?"
_NO_SHOW = re.compile(
    rf"(?!forfaits?\s+\d)(?:{_LEFT}|{_WAITS})[\s.!]*{_SINCE}"
    # A rank alone behind it: « Réserve 2 repas » is an order of meals.
    + r"|(?-i:L\.?A\.?)\s*n?[°º]?\s*\d{1,2}|(?:en )?att(?:ente|\.)?\s*n?[°º]?\s*\d{1,2}|(?:[ée]quipe de )?r[ée]serves?(?:\s*n?[°º]?\s*\d{1,2})?|(?:rempla[çc]ante?s?|suppl[ée]ante?s?)(?:\s*n?[°º]?\s*\d{1,2})?",
    re.IGNORECASE,
)


_BOOKED = re.compile(r"\W*reserves?\W*", re.IGNORECASE)  # no accent, no rank behind it
_REPLACED = re.compile(r"\bremplac(?:ée?s?|é\(e\)|ee?s?) par\b", re.IGNORECASE)
# Below such a line stand those for whom no place was left: words of `names.spelling`.
_FULL = re.compile(
    r"(?:(?:(?:le |la |les )?(?:concours|tournoi|salle|liste|inscriptions?) (?:est |sont )?|nous sommes |on est |c est )?(?:complet|plein|clos|ferme)e?s?"
    r"(?: (?:en cas|si|a partir|depuis|merci|\d).*)?|(?:.* )?(?:(?:en cas de|si) desistements?|(?:si|plus de|plus aucune) (?:une )?places?)|au cas ou|au dela d\w* .*"
    r"|(?:equipes?|joueurs|doublettes?|a partir d ici|suite|ensuite) .*attente|(?:les )?(?:remplacant|suppleant)e?s? eventuel\w*)"
)
# The stems of what is said of somebody who may not come, in any form, beside anything else.
_AWAY = re.compile(
    r"(?<![\w'’-])(?:(?:annul|d[ée]sist|d[ée]sinscri|d[ée]command|absen[tc]|malade|souffrant|hospital|supprim|rembours|refund|cancel|excus[ée]"
    r"|abandon|d[ée]c[ée]d[ée]|indispo|storn|attente|forfait(?!s?\s+\d))\w*|(?:rayé|barré|reporté)e?s?(?!\w)|si (?:place|d[ée]sist\w*)"
    r"|(?:ne )?(?:vien|peu|ser|pourr|particip|jou)\w* (?:\w+ )?(?:pas|plus)(?!\w)|(?:plus|pas) (?:l[àa]|dispo\w*|libres?|de place)(?!\w))",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:non|pas|sans|not|aucune?|ni|si|d['’])\W*$", re.IGNORECASE)
_PERHAPS = r"\bsi (?:n[ée]cessaire|besoin)|\bif need be|\((?:oui|ok|yes)\)$"  # of a poll
_STATES = (
    ("refunded", re.compile(r"rembours|refund|erstattet", re.IGNORECASE)),
    ("unsure", re.compile(rf"(?:{_OPEN}|\?+|{_OPEN_SIGN}|{_REPLACED.pattern}|{_PERHAPS})", re.IGNORECASE)),
    (
        "waiting",
        re.compile(
            r"att(?:ente|\.|\b)|^(?:l\.?a|r|s)\.?\s*n?[°º]?\s*\d|wait|pending|rempla[çc]|suppl[ée]ant|r[ée]serv|warteliste|espera",
            re.IGNORECASE,
        ),
    ),
)


def state_of(said: str) -> str:
    """Return the state that a list says of somebody in whatever words: refunded, unsure, waiting, else not_coming.
    >>> [state_of(said) for said in ("Remboursée le 3", "sous réserve", "liste d'attente n° 2", "a annulé", "Belote : non")]
    ['refunded', 'unsure', 'waiting', 'not_coming', 'not_coming']
    >>> state_of("samedi 28 : Si nécessaire"), state_of("sam. 28 : (OK)")
    ('unsure', 'unsure')
    """
    found = (state for state, pattern in _STATES if pattern.search(said))
    return "waiting" if is_full(said) else next(found, "not_coming")


def is_full(text: str) -> bool:
    """Return whether a line between the teams says that all places are taken: those below it wait.
    >>> [is_full(text) for text in ("*** COMPLET ***", "Concours complet (32 équipes)", "En cas de désistement :", "Équipes complètes")]
    [True, True, True, False]
    """
    return bool(_FULL.fullmatch(names.spelling(text)))


def is_no_show(cell: str) -> bool:
    """Return whether a cell of any column says, and nothing else, that somebody does not come.
    >>> is_no_show("Excusée"), is_no_show("a annulé le 12/11"), is_no_show("refusé"), is_no_show("Forfait Luc")
    (True, True, False, False)
    >>> is_no_show("ne viennent plus (grippe)"), is_no_show("Excusée par Luc")
    (True, True)
    >>> is_no_show("LA 1"), is_no_show("Att. 2"), is_no_show("La 2e")
    (True, True, False)
    >>> is_no_show("Réserve 2"), is_no_show("Suppléants"), is_no_show("réservé"), is_no_show("réserve 2 repas")
    (True, True, False, False)
    >>> is_no_show("Équipe de réserve 2"), is_no_show("équipe de réserve")
    (True, True)
    """
    return cell[:1] in _FIRST_SIGNS and len(cell) < _MOST_SIGNS and bool(_NO_SHOW.fullmatch(cell))


def says_away(text: str) -> bool:
    """Return whether *text* says, among anything else, that somebody may not come; with a capital it may be a name.
    >>> [says_away(text) for text in ("annulent, malades", "ne viendront finalement pas", "Absents", "COMPLET : SI PLACE")]
    [True, True, True, True]
    >>> [says_away(text) for text in ("non annulé", "forfait 10 €", "Forfait Luc / Barré Zoé", "ne mange pas de porc")]
    [False, False, False, False]
    """
    plain = text.isupper() or text[1:] == text[1:].lower()
    return any((plain or said[0].islower()) and not _NOT.search(text[: said.start()]) for said in _AWAY.finditer(text))


def may_be_booked(text: str) -> bool:
    """Return whether *text* is « RESERVE », which a list with accents dropped says of each team: a place is kept for it.
    >>> may_be_booked("RESERVE"), may_be_booked("Réserve"), may_be_booked("RESERVE 2")
    (True, False, False)
    """
    return bool(_BOOKED.fullmatch(text))


def is_replaced(cell: str) -> bool:
    """Return whether a cell says that somebody plays in the place of another.
    >>> is_replaced("Brunet remplacé par Roux Léa"), is_replaced("ROY REMPLACÉ PAR MOREL"), is_replaced("Remplaçant : Roux Léa")
    (True, True, False)
    """
    return "emplac" in cell.casefold() and bool(_REPLACED.search(cell))


@dataclass(frozen=True)
class Said:
    """A text without the states that stood in it. `asked`: those by which a registration may not count; `marks`: what is
    kept as a remark.
    """

    text: str
    asked: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def unsure(self) -> bool:
        """Return whether all that is asked is whether somebody comes."""
        return all(_UNSURE.fullmatch(said) for said in self.asked)


def beside(text: str) -> Said:
    """Return *text* without the states beside its names, in brackets, behind a sign or as words in small letters.
    >>> beside("Roux Léa / ~Petit Luc~"), beside("~~Roux Léa~~").asked, beside("Roux Léa, vers ~20 h").asked
    (Said(text='Roux Léa / Petit Luc', asked=('~Petit Luc~',), marks=()), ('~Roux Léa~',), ())
    >>> beside("Roux Léa (sous réserve) / Petit Luc ok"), beside("Roux Léa - annulé")
    (Said(text='Roux Léa / Petit Luc', asked=('sous réserve',), marks=()), Said(text='Roux Léa', asked=('annulé',), marks=()))
    >>> beside("Marie Forfait"), beside("✅ Roux Léa"), beside("Roux Léa ❌"), beside("Roux Léa / à confirmer").text
    (Said(text='Marie Forfait', asked=(), marks=()), Said(text='Roux Léa', asked=(), marks=()), Said(text='Roux Léa', asked=('❌',), marks=()), 'Roux Léa / à confirmer')
    """
    if not text or (_NAME.fullmatch(text) and not text.endswith((" OK", " Ok"))) or _NOTHING_ELSE.fullmatch(text):
        return Said(text)
    found: list[str] = []

    def take(match: re.Match[str]) -> str:
        found.append(next(filter(None, match.groups())).strip())
        return (_NUMBER.match(match[0]) or [" "])[0]

    bare = text.replace("~~", "~")
    if not bare.isascii() or "~" in bare:
        if struck := _STRUCK.fullmatch(bare):
            found.append(bare.strip())
            bare = (struck["text"] or bare).replace("\u0336", "")
        for gone in _STRUCK_BEFORE.finditer(bare):
            found.append(gone["struck"])
        bare = _STRUCK_BEFORE.sub("", bare)
        for gone in _STRUCK_WITHIN.finditer(bare):
            found.append(gone[0])
        bare = _STRUCK_WITHIN.sub(r"\1", bare)
        for sign in _SIGNS.findall(bare):
            found.append(sign)
        bare = _PICTURES.sub(" ", _SIGNS.sub(" ", bare))
    bare = _BOLD.sub(r"\2", bare)
    bare = _BEFORE.sub(take, bare)
    words = text.split()
    shouted = len(words) > 2 and words[-1].isupper()
    for pattern in (_BRACKETED, _PARTED, _SPACED, *[_IN_CAPITALS] * shouted, _MARKED):
        bare = pattern.sub(take, bare)
    if not any(c.isalpha() for c in bare):
        return Said(text)
    if bare != text:
        bare = re.sub(r"[^\S\n]{2,}", " ", bare).strip()
    asked = [said for said in found if _NOT_GOOD.fullmatch(said) or "\u0336" in said or said[0] == "~"]
    marks = [said for said in found if _REMARK.fullmatch(said)]
    return Said(bare, tuple(dict.fromkeys(asked)), tuple(dict.fromkeys(marks)))
