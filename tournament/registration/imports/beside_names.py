"""Read what stands beside a name in its cell: a number, a commune, whether somebody paid or comes alone."""

import re

from tournament import names
from tournament.given_names import GIVEN_NAMES
from tournament.registration.imports.words import folded

TITLES = frozenset(
    "m mr mme mlle monsieur madame pere fils mere fille aine ainee cadet cadette junior jr senior".split()
)
_CAPITALS_FIRST = re.compile(r"[A-ZÀ-Þ][A-ZÀ-Þ' -]+ [A-ZÀ-Þ][a-zß-ÿ]+(?:-[A-ZÀ-Þ][a-zß-ÿ]+)*")  # « ROUX Thibault »
_TITLE = re.compile(
    r"^(?:m\.|mm\.|mr\.?|mmes?\.?|mesdames|messieurs|mlle\.?|monsieur|madame|mademoiselle)\s+", re.IGNORECASE
)
# The first sign of a name, of the own name of a team or of a stand-in of `lines`.
_BEGINS = r"(?=[^\W\d_]|[«\"“„(\ue000-\uf8ff])"
# Any sign before a line, but none that quotes, brackets, counts or announces a telephone; a letter in which a word
# processor has a bullet.
_BULLET = re.compile(
    r"(?:[^\w«\"“„'’(\[#+=☎☏✆📞📱\ue000-\uf8ff]|\+(?=\s)|(?<![^\W_])[oØüvq](?=\s+[A-ZÀ-Þ\d«]))+(?=[\w«\"“„(\[#\ue000-\uf8ff])"
)
_TEAM = r"(?:[ée]quipe|doublette|paire|bin[ôo]me)"
_LISTED = re.compile(
    rf"\s*(?:(?:{_TEAM}|[ée]q)\b[.\s]*)?(?:n\s*[°ºo.]?\s*|#\s*)?[(\[]?0*([1-9][0-9]{{0,4}})"
    rf"(?:\s*[)\].,:/°º–—-]+\s*(?:[–—•*·→-]\s*)?|\s+|(?=(?-i:[A-ZÀ-Þ]))){_BEGINS}",
    re.IGNORECASE,
)
# « Équipe deux : », « 2e équipe : »
_IN_WORDS = re.compile(
    rf"\s*(?:{_TEAM}\s+(?P<word>[^\W\d_]+)|(?P<figure>\d{{1,3}})\s?[eèrmn][a-zè]*\s+{_TEAM})\s*[:–-]+\s*", re.IGNORECASE
)
_FIGURES = "une deux trois quatre cinq six sept huit neuf dix onze douze".split()
# A letter in the place of a figure, « a) », « II. », or « l. » as a scanner reads « 1. »; « J. Roux » and « J. Pierre
# Roux » are men.
_LETTERED = re.compile(r"\s*(?:[A-Za-z]\)|(?:[a-z]|[A-LN-Z]|[IVX]{2,4})\.(?=\s))\s*(?=[^\W\d_]+[^\W\d_])")
# The day or the hour at which somebody registered or comes, or a box to be ticked, before his name.
_BEFORE_NAME = re.compile(
    rf"\s*(?:[-*•·–—]\s*)?(?:(?:(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])(?:/(?:20)?\d\d)?|(?:[01]?\d|2[0-3])(?:h(?:[0-5]\d)?|:[0-5]\d))\s*[-–—:,]?\s+|[\[(]\s*[xX✓✔]?\s*[\])]\s*){_BEGINS}"
)
# A licence or an address; a telephone has nine figures or ten.
_REFERENCE = re.compile(
    r"\s*(?:\(\s*(?:lic(?:ence)?s?\b[.\s:]*)?(?:n\s*[°ºo]\s*)?[a-z]{0,2}(?:\d{4,8}|\d{11,})[a-z]{0,2}\s*\)|[<(\[]\s*[^\s<>()@]+@[^\s<>()]+?\s*[>)\]])",
    re.IGNORECASE,
)
_PICTURE = "[\u2190-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]"
_PICTURES = re.compile(rf"^(?:{_PICTURE}|\s)+(?=[\w(«])(?!.*[☎☏✆📞📱])|(?:\s*{_PICTURE})+\s*$")
_BY = r"(?:ch[eè]ques?|chq|CB|cb|carte(?: bancaire)?|esp[eè]ces?|esp|liquide|virement)"
_SUM = r"\d{1,3}(?:[.,]\d\d?)?\s?(?:€|euros?|\$)"
# « PAYE » in capitals may be a surname.
_PAID = (
    rf"(?:{_SUM}[\s,:]+)?(?:(?:(?:pas|non|à|déjà)\s+)?(?:pay(?:é|e|er)e?s?|réglée?s?)|impayée?s?|(?-i:NP)|{_BY}|{_SUM})"
    rf"(?:[\s,+]+(?:par\s+|en\s+)?(?:{_BY}|{_SUM}))?"
)
_PAID_AFTER = re.compile(
    rf"(?:\s*[(\[]\s*(?:(?P<bracketed>(?i:{_PAID}))\s*[)\]])|\s+(?:[-–—:=]\s*)?(?P<paid>{_PAID})|\s*=\s*(?P<sum>\d{{1,3}}(?:[.,]\d\d?)?))\s*$"
)
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_PLACE_AFTER = re.compile(r"(?P<name>.*[^\W\d_].*?)\s*\(\s*(?P<place>[^()]*[^\W\d_][^()]*?)\s*\)\s*")
_ALONE = frozenset("seul seule sans cherche".split())
_NOBODY = re.compile(
    r"moi( m[eê]me)?|(a|en attente de|reste a) (confirmer|definir|trouver|preciser|venir|completer)|en attente|inconnue?|(aucune?|personne|rien)( (pour|encore) .*)?|neant|seule?|sans|xx+"
    r"|(je )?(ne )?sa(is|it) pas.*|pas encore.*|a voir|plus tard|n a|nc|pas de (partenaire|coequipier).*|ke?in partner|noch offen|none|nobody|tbd|tbc"
    r"|(il |elle )?(re)?cherche( .*)?|(sans |un |une |en attente d un |en attente de )?(partenaire|coequipiere?|binome|equipiere?)( .*)?"
)
_FREE_PLACE = re.compile(r"(place |equipe )?(libre|disponible|dispo|vacante?)s?")
_AGE = re.compile(r"\d{1,2} (?:ans|years?|jahre|anni)")
_CAPTAIN = frozenset("cap capitaine captain chef".split())
_NO_PLACE = frozenset("remplacant remplacante absent absente confirmer".split())
# Said of who comes, in the words of `names.spelling`, and by figures or names: a table, a meal, whose place it is.
_SAID = re.compile(
    r"(?:non |nouve(?:l|lle|au)x? )?(?:etudiant|debutant|benevole|adherent|invite|retraite|licencie|gratuit)e?s?"
    r"|(?:allergi|vegetari|vegan|diabeti|handicap)\w*(?: .*)?|halal|pmr|fauteuil\b.*|(?:a la )?(?:table|place|chaise)s? (?:n(?:o| o)? )?\d+\b.*|(?:sans|avec) (?:le |les |la |un |une |\w+ )?(?:repas|menus?|plats?|diner|dejeuner|plaisir)\b.*"
    r"|(?:remplac(?:ee?s? par|e|ante?|antes? de)|remplante?|rempl|supplante?|suppleante?|ex|a la place d[eu]?|au lieu d[eu]?|en remplacement d[eu]?) .+"
)
_COUNTED = re.compile(r"[1-9]\s*(?:x\s*)?[a-zà-ÿ]{4,}\b.*|[^€$]*\d\s?[€$].*")


def without_titles(players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names without « Mme » or « M. » before given names and surnames; a couple, or a surname alone, keeps them.
    >>> without_titles(("Mme Anne Morel", "M. Roux Jean")), without_titles(("M. Alain Robert", "Mme Robert"))
    (('Anne Morel', 'Roux Jean'), ('M. Alain Robert', 'Mme Robert'))
    """
    bare = tuple(_TITLE.sub("", name) for name in players)
    whole = all(
        " " in rest and (not GIVEN_NAMES.isdisjoint(names.spelling(rest).split(" ")) or _CAPITALS_FIRST.fullmatch(rest))
        for rest, name in zip(bare, players, strict=True)
        if rest != name
    )
    return bare if whole and len(set(bare)) == len(set(players)) else players


def is_title(word: str) -> bool:
    """Return whether *word* says who of several is meant, or how one is called: « fils », « Mme »."""
    return names.spelling(word) in TITLES


def is_remark(text: str) -> bool:
    """Return whether *text* beside a name says something of who comes, and no place: a table, dishes, whose place it is.
    >>> [is_remark(text) for text in ("Table n° 3", "2 choucroutes", "forfait 10 €", "étudiants", "remplaçante : Luce Roux", "père/fils")]
    [True, True, True, True, True, True]
    >>> [is_remark(text) for text in ("44 Nort", "Table-sur-Loir", "Avec-les-Bains", "Port Louis", "2 Alpes")]
    [False, False, False, False, False]
    """
    said = names.spelling(text)
    kin = " " in said and {*said.split()} - {"et"} <= TITLES
    return bool(kin or _SAID.fullmatch(said) or _COUNTED.fullmatch(text))


def unbracketed(text: str) -> str:
    """Return *text* without the brackets around the whole of it.
    >>> unbracketed("(Nort)"), unbracketed("Nort (44)")
    ('Nort', 'Nort (44)')
    """
    return re.sub(r"^\(([^()]*)\)$", r"\1", text)


def without_brackets(text: str) -> str:
    """Return *text* without what stands in brackets."""
    return _IN_BRACKETS.sub(" ", text)


def listed_number(text: str) -> tuple[int | None, str]:
    """Return the number that stands before a name in its own cell, and the name without it or a bullet.
    >>> listed_number("12) Roux Léa"), listed_number("N° 3 - Roux Léa"), listed_number("5Roux Léa"), listed_number("Roux Léa")
    ((12, 'Roux Léa'), (3, 'Roux Léa'), (5, 'Roux Léa'), (None, 'Roux Léa'))
    >>> listed_number("• 4/ Roux Léa"), listed_number("- Roux Léa"), listed_number("→ équipe n° 6 : Roux Léa")
    ((4, 'Roux Léa'), (None, 'Roux Léa'), (6, 'Roux Léa'))
    >>> listed_number("10/11 Roux Léa"), listed_number("- [x] Roux Léa")
    ((None, 'Roux Léa'), (None, 'Roux Léa'))
    >>> listed_number("o\\tRoux Léa"), listed_number("l. Roux Léa"), listed_number("b) Roux"), listed_number("II. Roux Léa")
    ((None, 'Roux Léa'), (None, 'Roux Léa'), (None, 'Roux'), (None, 'Roux Léa'))
    >>> listed_number("l. roux"), listed_number("L. Roux"), listed_number("M. Roux Léa"), listed_number("J. Pierre Roux")
    ((None, 'l. roux'), (None, 'L. Roux'), (None, 'M. Roux Léa'), (None, 'J. Pierre Roux'))
    >>> listed_number("2: Roux Léa"), listed_number("14:30 Roux Léa")
    ((2, 'Roux Léa'), (None, 'Roux Léa'))
    """
    if before := _BEFORE_NAME.match(text):
        text = text[before.end() :]
    if (said := _IN_WORDS.match(text)) and (said["figure"] or said["word"].lower() in _FIGURES):
        return int(said["figure"] or _FIGURES.index(said["word"].lower()) + 1), text[said.end() :]
    bullet = _BULLET.match(text)
    bare = text[bullet.end() :] if bullet else text
    if match := _LISTED.match(bare):
        return int(match[1]), bare[match.end() :]
    first, *others = bare[match.end() :].split() if (match := _LETTERED.match(bare)) else [""]
    listed = match is not None and (
        ")" in match[0]
        or (match[0].islower() and first[:1].isupper())
        or (any(map(names.begins_given, others)) and not names.begins_given(first))
    )
    return None, bare[match.end() :] if match and listed else bare


def is_listed(text: str) -> bool:
    """Return whether a bullet or a number stands before *text*.
    >>> is_listed("- Roux Léa"), is_listed("3. Roux Léa"), is_listed("Roux Léa")
    (True, True, False)
    """
    return listed_number(text) != (None, text)


def without_signs(text: str) -> str:
    """Return *text* without the pictures around its words, « ✅ », and without a licence or an address in brackets.
    >>> without_signs("Roux Léa ✅"), without_signs("❌ Roux Léa"), without_signs("✅")
    ('Roux Léa', 'Roux Léa', '✅')
    >>> without_signs("Roux Léa (0442187) / Petit Luc (lic. 44218A)"), without_signs("Léa Roux <lea@exemple.test>")
    ('Roux Léa / Petit Luc', 'Léa Roux')
    """
    if "(" in text or "@" in text:
        text = _REFERENCE.sub("", text)
    if text.isascii() or not any(c.isalpha() for c in text):
        return text
    return _PICTURES.sub("", text)


def paid_after(text: str) -> tuple[str, str]:
    """Return a name without the words of payment behind it, and these.
    >>> paid_after("Roux Léa payé"), paid_after("Roux Léa (pas payé)"), paid_after("PAYE Léa"), paid_after("Léa PAYE")
    (('Roux Léa', 'payé'), ('Roux Léa', 'pas payé'), ('PAYE Léa', ''), ('Léa PAYE', ''))
    >>> paid_after("Roux Léa (Chèque)"), paid_after("Roux Léa réglé CB"), paid_after("Roux Léa 12 €")
    (('Roux Léa', 'Chèque'), ('Roux Léa', 'réglé CB'), ('Roux Léa', '12 €'))
    """
    match = _PAID_AFTER.search(text)
    if match is None or not any(c.isalpha() for c in text[: match.start()]):
        return text, ""
    return text[: match.start()], match["paid"] or match["bracketed"] or match["sum"]


def is_alone(text: str) -> bool:
    """Return whether *text* says that somebody has no partner: « seule », « cherche une partenaire »."""
    return bool(_ALONE.intersection(re.findall(r"[a-z]+", folded(text))))


def is_nobody(text: str) -> bool:
    """Return whether *text* stands where a partner is still to be found, and is no name.
    >>> [is_nobody(text) for text in ("?", "à confirmer", "Partenaire à trouver", "cherche", "Paul Sans", "Luc Seul")]
    [True, True, True, True, False, False]
    """
    said = " ".join(re.findall(r"[a-z]+", folded(text)))
    unnamed = bool(text.strip()) and not any(c.isalpha() for c in text)
    return unnamed or is_free_place(text) or bool(_NOBODY.fullmatch(said))


def is_free_place(text: str) -> bool:
    """Return whether *text* stands where nobody has written himself down yet: « libre », « place disponible ».
    >>> is_free_place("LIBRE"), is_free_place("Libre Paul")
    (True, False)
    """
    return bool(_FREE_PLACE.fullmatch(" ".join(re.findall(r"[a-z]+", folded(text)))))


def place_after(text: str) -> tuple[str, str]:
    """Return a name without the club or commune in brackets behind it, and that; « (fils) », « (Louis) » and « (seul) » are none.
    >>> place_after("Roux Léa (Nort)"), place_after("Roux Jean (fils)"), place_after("Roux Jean (Louis)")
    (('Roux Léa', 'Nort'), ('Roux Jean (fils)', ''), ('Roux Jean (Louis)', ''))
    >>> place_after("Roux Léa (seule)"), place_after("Roux Jean (à confirmer)")
    (('Roux Léa', ''), ('Roux Jean (à confirmer)', ''))
    """
    match = _PLACE_AFTER.fullmatch(text)
    place = names.spelling(match["place"]) if match else ""
    if match and is_remark(match["place"]):
        return match["name"], match["place"]
    if not match or place in TITLES or place in GIVEN_NAMES or _NO_PLACE.intersection(place.split()):
        return text, ""
    if _ALONE.intersection(place.split()) or _AGE.fullmatch(place) or place in _CAPTAIN:
        return match["name"], ""
    return match["name"], match["place"]
