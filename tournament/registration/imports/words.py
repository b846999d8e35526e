"""Read a cell as volunteers fill it in: numbers, amounts, "oui", "payé", categories."""

import re
import unicodedata

from tournament import names

_NUMBER = re.compile(
    r"(?:equipe|eq|team|paire|binome|doublette|table|mannschaft|paar|squadra|coppia|n|no|numero|num)?\s*[°º.:#-]?\s*0*([0-9]{1,5})(?:[.,]0+|\s*[.)])?",
    re.ASCII,
)
_AMOUNT = re.compile(
    r"(?:[€$]\s*)?([0-9]{1,5})(?:[.,]([0-9]{1,2})0*)?(?:[.,][-–—]+)?\s*(?:€|e|eur|euros?|\$(?: ?ca)?|cad|dollars?|chf|fr\.?|francs?)?",
    re.ASCII,
)
_YES = frozenset(
    "oui o x ok yes y ja si sim tak vrai true paye payee payes regle reglee regles cheque chq ch cb carte especes espece esp liquide comptant "
    "virement vir fait p".split()
)
_MEANS = {
    "cash": "especes espece esp liquide comptant",
    "cheque": "cheque cheques chq ch",
    "card": "cb carte carte bancaire",
    "other": "virement vir",
}
_MEANS_OF = {word: means for means, listed in _MEANS.items() for word in listed.split()}
_NO = frozenset(
    "non n np no nein nee nao nie faux false impaye impayee impayes impayees 0 rien a payer reste du".split()
) | {
    "a payer",
    "reste du",
    "pas encore",
    *(
        f"{no} {paid}"
        for no in ("non", "pas")
        for paid in "paye payee payes payees regle reglee regles reglees".split()
    ),
}
_CROSSES = frozenset("✗✘❌☒☐")
_BESIDE_MEANS = frozenset("par en n no numero bancaire le recu".split())
_MEANS_WORDS = re.compile(rf"\b(?:par |en )?(?:{'|'.join(_MEANS_OF)})\b")
_PAID_WORD = re.compile(r"^(?:deja )?(?:paye|regle)e?s?\b|\b(?:paye|regle)e?s?$")
# « 10 € (reste 4 €) »
_PARTLY = re.compile(r"(?P<paid>[^(,;]+)[(,;]\s*(?:il )?(?:reste|manque|doit|solde)\b.*")
_PAID_HEADING = re.compile(
    r"(?P<who>(?:equipes?|joueurs|ceux|ils) )?(?:qui )?(?:n )?(?P<have>ont |deja )?(?P<no>pas |non |reste )?(?:(?:encore|deja|a) )?(?:payee?s?|reglee?s?|(?P<due>payer))"
)
_LEFT = re.compile(
    r"\b(?:reste|manque|doit|doivent|solde|moitie|partie|acompte|arrhes|sauf|pas|non|sur|pour|seul\w*|venir|paier\w+|lui|elle|un des)\b"
)
# An amount beside other words may be a part of what is due.
_AMOUNT_WITHIN = re.compile(r"\d ?(?:€|\$|e\b|eur)")
_OF_DAY = (
    r"\d{1,2}(?:er)? (?:\d{1,2}|janv|janvier|fevr?|fevrier|mars|avr|avril|mai|juin|juil|juillet|aout|sept|septembre|oct|octobre"
    r"|nov|novembre|dec|decembre)(?: \d{2,4})?"
)
# « virement du 12 11 »; « du 12 » may be what is owed.
_DAY = re.compile(rf"\b(?:le|du|au) {_OF_DAY}\b")
# Figures that are no amount: of a cheque, of a day.
_NUMBERED = re.compile(r"\b(?:(?:n|no|numero) \d+|le \d+(?: \d+){0,2})\b")
_CATEGORIES = {
    "women": "f fem feminin feminine femme femmes dame dames fille filles ff women",
    "mixed": "mixte mixtes mix mx fm hf mf mixed",
    "men": "h masc masculin masculine homme hommes garcon garcons hh mm men",
    "young": "j jeune jeunes junior juniors cadet cadets enfant enfants ado ados young",
}
_LETTERS_OF_CATEGORY = 3  # of what a bracket may hold besides: initials, a department
_CATEGORY = {word: key for key, listed in _CATEGORIES.items() for word in listed.split()}
_ERRORS = frozenset("#REF! #N/A #NAME? #NOM? #VALUE! #VALEUR! #DIV/0! #NUM! #NOMBRE! #NULL! #NUL!".split())


def folded(text: str) -> str:
    """Return *text* without accents, case or outer spaces; signs stay."""
    bare = names.clean(text).casefold()
    if bare.isascii():
        return bare
    return "".join(c for c in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(c))


def number_in(text: str) -> int | None:
    """Return the number in « 12 », « 012 », « N° 12 », « 12.0 »; None where there is none between 1 and 99999.
    >>> number_in("N° 07"), number_in("12."), number_in("12 bis"), number_in("0")
    (7, 12, None, None)
    """
    match = _NUMBER.fullmatch(folded(text))
    return int(match[1]) or None if match else None


def paid_in(text: str) -> bool | int | None:
    """Read a payment: True or False for yes or no, cents for an amount, None for anything else.
    >>> paid_in("chèque"), paid_in("non"), paid_in("14,00"), paid_in(""), paid_in("0"), paid_in("à voir")
    (True, False, 1400, False, False, None)
    >>> paid_in("€20"), paid_in("Oui (espèces)"), paid_in("Pas encore"), paid_in("40,00 $"), paid_in("7+7"), paid_in("2 x 7 €")
    (2000, True, False, 4000, 1400, 1400)
    >>> paid_in("payé chèque n° 0045871 CA"), paid_in("10 € (reste 4 €)"), paid_in("payé 8 € en chèque, reste 8")
    (True, 1000, None)
    >>> paid_in("payé 10 € par chèque, 4 € à venir"), paid_in("payé 1 chèque sur 2"), paid_in("payé en espèces le 12/11")
    (None, None, True)
    >>> paid_in("payé par virement du 12/11"), paid_in("réglé le 3 novembre"), paid_in("chèque dû 12"), paid_in("dû le 12/11")
    (True, True, None, False)
    """
    word = folded(text)
    if not word or word in "-–—/?.":
        return False
    if any(sign in text for sign in "✓✔☑✅") and len(re.findall(r"[^\W\d_]+", text)) < 2:
        return True
    if word.strip("\ufe0f") in _CROSSES:
        return False
    # « 14 € chèque »: the amount beside its means.
    if amount := _AMOUNT.fullmatch(_MEANS_WORDS.sub("", _PAID_WORD.sub("", word)).strip(" ,;:()") or word):
        return int(amount[1]) * 100 + int((amount[2] or "0").ljust(2, "0")) or False
    parts = re.split(r"\s*\+\s*", re.sub(r"^2\s*[x×*]\s*(.+)", r"\1+\1", word))
    if len(parts) > 1 and all(map(_AMOUNT.fullmatch, parts)):
        return sum(map(int, map(paid_in, parts))) or False  # type: ignore[arg-type]
    if (said := _PARTLY.fullmatch(word)) and (amount := _AMOUNT.fullmatch(said["paid"].strip())):
        return int(amount[1]) * 100 + int((amount[2] or "0").ljust(2, "0")) or False
    if _AMOUNT_WITHIN.search(word):
        return None
    word = _DAY.sub("", " ".join(re.findall(r"[a-z0-9]+", word))).strip()
    if _PAID_WORD.match(word) and means_in(word) and _pays_all(word):
        return True
    # « réglé par chèque n° 1234 », but not « à payer en espèces ».
    if word in _YES or (means_in(word) and all(w in _YES or w in _BESIDE_MEANS or w.isdigit() for w in word.split())):
        return True
    return False if word in _NO else None


def _pays_all(said: str) -> bool:
    """Return whether the words of a payment leave nothing to be paid: no part, nobody else, no figure that may be an amount."""
    return not _LEFT.search(said) and not any(map(str.isdigit, _NUMBERED.sub("", said)))


def paid_below(heading: str) -> bool | None:
    """Return whether a line between the teams says of those below it that they have paid; None where it says nothing of it.
    >>> paid_below("ONT PAYÉ :"), paid_below("N'ont pas payé"), paid_below("Équipes réglées"), paid_below("Ont payé 10 €")
    (True, False, True, None)
    >>> paid_below("À payer"), paid_below("PAYE"), paid_below("Règles"), paid_below("Payés")
    (False, None, None, True)
    """
    match = _PAID_HEADING.fullmatch(names.spelling(heading))
    # « Paye » is a surname, « Règles » heads something else.
    if match is None or not (any(match.groups()) or "payé" in heading.casefold()):
        return None
    return not (match["no"] or match["due"])


def means_in(text: str) -> str:
    """Return the means of payment that a cell names (cash, cheque, card, other), empty for none.
    >>> means_in("Chèque"), means_in("14 € CB"), means_in("oui")
    ('cheque', 'card', '')
    """
    return next((_MEANS_OF[word] for word in re.findall(r"[a-z]+", folded(text)) if word in _MEANS_OF), "")


def category_in(text: str) -> str | None:
    """Return the category of a word: women, mixed, men, young; None where it means none, or, as « M », two.
    >>> category_in("Féminine"), category_in("H"), category_in("M"), category_in("senior")
    ('women', 'men', None, None)
    """
    word = names.spelling(text.replace("/", ""))
    return _CATEGORY.get(word)


def category_beside(place: str) -> str:
    """Return the category that stands where a commune does, behind a name; "" for a commune.
    >>> category_beside("dames"), category_beside("Mixte"), category_beside("Évran"), category_beside("H")
    ('women', 'mixed', '', '')
    """
    return (category_in(place) or "") if len(place) > _LETTERS_OF_CATEGORY else ""


def is_formula(text: str) -> bool:
    """Return whether the cell computes instead of saying."""
    return text.lstrip().startswith("=")


def is_error(text: str) -> bool:
    """Return whether the cell holds a spreadsheet's error."""
    return text.strip().upper() in _ERRORS
