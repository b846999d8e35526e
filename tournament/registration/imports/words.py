"""Read a cell as volunteers fill it in: names, amounts, "oui", "payé"."""

import re
import unicodedata
from collections.abc import Sequence

from tournament import names
from tournament.given_names import GIVEN_NAMES
from tournament.registration.imports.understanding.evidence import is_date

_APART = r"\s?[./_–—-]?\s?"
# Not « 05/10/2026 19:30 », which has as many figures.
_PHONE = re.compile(
    r"(?=[(+0367])(?<![\d+])(?:"
    rf"(?:\(?(?:\+|\b00)\s?33\)?{_APART}(?:\(?0\)?{_APART})?|\b33(?=[1-9]\d{{8}}\b)|\b(?=[67]\d{{8}}\b)|\(?\b0\)?)[1-9]\)?"
    rf"(?:(?:{_APART}\d\d){{4}}|(?:\s?\d){{8}})"
    r"|(?:\+|\b00)(?!33)[1-9](?:[\s./-]?\d){8,13})(?!\d|\s?[:h]\s?\d)"
)
# « port » in small letters or before a sign: « Jean PORT » is a man.
_PHONE_LABEL = (
    r"(?:(?:\b(?:t[ée]l[ée]?(?:ph(?:one)?)?s?|t[ée]?ph|portables?|(?-i:port)|port(?=\s?[.:])|mob(?:iles?)?|gsm|fixe"
    r"|[tp](?=\s?:))\b|\bn[°º]|[☎☏✆📞📱])[\s.:\ufe0f]{0,4})"
)
_BEFORE_PHONE = re.compile(rf"[\s,;:(/|–—-]{{0,4}}(?:\b(?:et|ou)\s+)?{_PHONE_LABEL}{{0,3}}\(?$", re.IGNORECASE)
_BEFORE_LENGTH = 40
_AFTER_PHONE = re.compile(rf"\)?(?:\s*\(\s*{_PHONE_LABEL}\))?", re.IGNORECASE)
_THEN_PARTNER = re.compile(r"\s*(?:[/&+–—-]|\bet\b)\s*[^\W\d_]", re.IGNORECASE)

_TITLES = frozenset(
    "m mr mme mlle monsieur madame pere fils mere fille aine ainee cadet cadette junior jr senior".split()
)
_TITLE = re.compile(r"^(?:m\.|mr\.?|mme\.?|mlle\.?|monsieur|madame|mademoiselle)\s+", re.IGNORECASE)
_NUMBER = re.compile(r"(?:equipe|eq|n|no|numero|num)?\s*[°º.:#-]?\s*0*([0-9]{1,5})(?:[.,]0+)?", re.ASCII)
_AMOUNT = re.compile(r"([0-9]{1,5})(?:[.,]([0-9]{1,2})0*)?\s*(?:€|e|eur|euros?)?", re.ASCII)
_YES = frozenset(
    "oui o x ok yes y ja si sim vrai true paye payee payes regle reglee regles cheque chq ch cb carte especes espece esp liquide "
    "virement vir fait p".split()
)
_MEANS = {
    "cash": "especes espece esp liquide",
    "cheque": "cheque cheques chq ch",
    "card": "cb carte carte bancaire",
    "other": "virement vir",
}
_MEANS_OF = {word: means for means, listed in _MEANS.items() for word in listed.split()}
_NO = frozenset("non n no nein nee nao faux false impaye impayee impayes impayees 0 rien a payer reste du".split()) | {
    "a payer",
    "reste du",
    *(
        f"{no} {paid}"
        for no in ("non", "pas")
        for paid in "paye payee payes payees regle reglee regles reglees".split()
    ),
}
_CROSSES = frozenset("✗✘❌☒☐")
_BESIDE_MEANS = frozenset("par en n no numero bancaire le recu".split())
_MEANS_WORDS = re.compile(rf"\b(?:par |en )?(?:{'|'.join(_MEANS_OF)})\b")
_CATEGORIES = {
    "women": "f fem feminin feminine femme femmes dame dames fille filles ff women",
    "mixed": "mixte mixtes mix mx fm hf mf mixed",
    "men": "h masc masculin masculine homme hommes garcon garcons hh mm men",
    "young": "j jeune jeunes junior juniors cadet cadets enfant enfants ado ados young",
}
_LETTERS_OF_CATEGORY = 3  # of what a bracket may hold besides: initials, a department
_CATEGORY = {word: key for key, listed in _CATEGORIES.items() for word in listed.split()}
_TOTAL = re.compile(
    r"(sous )?tota(l|ux)\b.*|somme\b.*|nombre( d.*)?|nb( d)?\b.*|effectif.*|recette.*|recapitulatif.*|(\d+ )?(equipes?|inscrits?)( .*)?"
)
# The lines between the messages of a chat or below a post.
_CHATTER = re.compile(
    r"j aime|repondre|auteur|commentaires?|les plus pertinents|tous les commentaires|voir (plus|la traduction|les \d+ reponses?)|modifie|like|reply"
    r"|\d+ ?(h|j|min|sem|d|w)|medias? omis|media omitted|(image|video) absente|ce message a ete supprime|(ok )?(c est )?note|(ok|merci|super|top)( .{0,9})?"
)
_HEADING = re.compile(
    r"(?:la )?(?:liste(?! d attente)|listing|concours|tournoi|inscriptions?|inscrits|participants?|joueu(?:rs|ses)|engages|feuille|soiree|melee|"
    r"list|players|teams|entries|evening)\b.*"
)
_PAIR = re.compile(r"\s*(?:[/&;\n|]|\+(?!\d))\s*|\s+(?:et|avec)\s+|\s+[-–—]+\s+|\s*,\s*", re.IGNORECASE)
_FREE = re.compile(r"[/&«“\"]|\)\s*[^\s,]|\+(?!\d)|:\s|\b[ée]quipe\b|\s(?:et|avec|[-–—]+)\s", re.IGNORECASE)
_COUPLE = re.compile(
    r"(?P<he>m|mr|monsieur)(?P<dot>\.?)\s*(?:et|&|/)\s*(?P<she>mme|madame)\.?\s+(?P<names>.+)", re.IGNORECASE
)
# The first sign of a name, of the own name of a team or of a stand-in of `lines`.
_BEGINS = r"(?=[^\W\d_]|[«\"“„(\ue000-\uf8ff])"
# Any sign before a line, but none that quotes, brackets, counts or announces a telephone.
_BULLET = re.compile(r"(?:[^\w«\"“„'’(\[#+=☎☏✆📞📱\ue000-\uf8ff]|\+(?=\s))+(?=[\w«\"“„(\[#\ue000-\uf8ff])")
_LISTED = re.compile(
    r"\s*(?:(?:[ée]quipe|[ée]q)\b[.\s]*)?(?:n\s*[°ºo.]?\s*|#\s*)?[(\[]?0*([1-9][0-9]{0,4})"
    rf"(?:\s*[)\].,:/°º–—-]+\s*(?:[–—•*·→-]\s*)?|\s+|(?=(?-i:[A-ZÀ-Þ]))){_BEGINS}",
    re.IGNORECASE,
)
_PICTURE = "[\u2190-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]"
_PICTURES = re.compile(rf"^(?:{_PICTURE}|\s)+(?=[\w(«])(?!.*[☎☏✆📞📱])|(?:\s*{_PICTURE})+\s*$")
# « PAYE » in capitals may be a surname.
_PAID_AFTER = re.compile(
    r"(?P<name>.*?[^\W\d_].*?)(?:\s*[(\[]\s*|\s+(?:[-–—:]\s*)?)"
    r"(?P<paid>(?:(?:pas|non|à)\s+)?(?:pay(?:é|e|er)e?s?|réglée?s?)|impayée?s?)\s*[)\]]?\s*"
)
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_PLACE_AFTER = re.compile(r"(?P<name>.*[^\W\d_].*?)\s*\(\s*(?P<place>[^()]*[^\W\d_][^()]*?)\s*\)\s*")
_ALONE = frozenset("seul seule sans cherche".split())
_NOBODY = re.compile(
    r"(a|en attente de|reste a) (confirmer|definir|trouver|preciser|venir|completer)|en attente|inconnue?|aucune?|personne|neant|seule?|sans|xx+"
    r"|(il |elle )?(re)?cherche( .*)?|(sans |un |une |en attente d un |en attente de )?(partenaire|coequipiere?|binome|equipiere?)( .*)?"
)
_NO_PLACE = frozenset("remplacant remplacante absent absente confirmer".split())
# Before a given name they make a commune: « Port Louis », « La Roche Bernard ».
_PLACE_WORDS = frozenset("saint sainte st ste port fort mont pont bourg chateau villa ville la les".split())
_DAY = r"(?:demain|ce soir|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
_MAIL_END = (
    r"cordialement|(?:bien|tres) (?:cordialement|amicalement)|sinceres? salutations|salutations|amicalement|amities|bises|bisous|bien a (?:vous|toi)"
    rf"|bonne (?:soiree|journee|reception|fin|semaine|nuit)|bon (?:week end|weekend|{_DAY}|courage|apres midi)"
    rf"|a (?:tres )?bientot|a (?:plus|{_DAY})|regards|kenavo|(?:best|kind) regards|see you|thank you|thanks|merci"
)
_MAIL_TEXT = re.compile(
    r"(?:voici|voila|ci joint|ci dessous|veuillez|comme convenu|suite a|en piece jointe|envoye (?:de|depuis) mon|envoye a partir"
    r"|je (?:te|t|vous|suis|serai|confirme|reste|m)|j ai|j espere|nous (?:sommes|serons|vous|avons)|here (?:is|are)|sent from|please"
    rf"|bonjour|bonsoir|salut|coucou|hello|dear|chere?s?|madame monsieur|{_MAIL_END})\b.*"
)
# Small letters: « EST Luc » is a man.
_VERB = re.compile(
    r"(?<![\w'’-])(?:est|sont|étai(?:t|ent)|ser(?:a|ai|as|ez|ons|ont|ait|aient)|suis|sommes|êtes|ont|av(?:ait|aient|ez|ons)"
    r"|aur(?:a|ai|ont|ait|aient)|a(?= [a-zà-ÿ]{3})|peu(?:t|x|vent)|pou(?:vez|rra|rront|rrait|rriez|rrais)"
    r"|veu(?:t|x|lent)|voud(?:rait|rais|raient)|vien(?:t|nent|dra|dront)|arriv(?:e|ent|era|eront|erai)|fau(?:t|dra|drait)"
    r"|doi(?:t|vent)|dev(?:ra|ront)|jou(?:e|ent|era|eront)|demand(?:e|ent|er|era)|souhait(?:e|ent|erait)|préfèr(?:e|ent)"
    r"|mang(?:e|ent|era|eront)|pren(?:d|nent|dra|dront)|paiera|paieront|rest(?:e|ent|era|eront)|[Pp]ens(?:er|ez)|gard(?:er|ez)"
    r"|prév(?:oir|oyez)|not(?:er|ez)|merci|svp|stp|ne)(?![\w-])|(?<![\w'’])(?:[nmtsjc]|qu)['’](?=[a-zà-ÿ])"
)
_SMALL_WORD = re.compile(
    r"(?<![\w'’-])(?:à|aux?|chez|dans|en|pour|sur|par|que|qui|sans|pas|près|vers|lui|leur|elles?|ils?|on|nous|vous|je|mais|car|donc"
    r"|puis|une?|son|sa|ses|mon|ma|mes|notre|nos|votre|femme|mari|épouse|amie?|voisine?|copain|copine|collègue|frère|sœur|table|place|besoin|fauteuil|entrée|confirmer|partenaire|équipes?)(?![\w-])"
)
_MAIL_FIELD = re.compile(r"\s*(?:de|from|à|to|cc|objet|sujet|subject|date|envoyé(?: le)?|sent)\s*:.*", re.IGNORECASE)
_ERRORS = frozenset("#REF! #N/A #NAME? #NOM? #VALUE! #VALEUR! #DIV/0! #NUM! #NOMBRE! #NULL! #NUL!".split())


def folded(text: str) -> str:
    """Return *text* without accents, case or outer spaces; signs stay."""
    bare = unicodedata.normalize("NFKD", names.clean(text).casefold())
    return "".join(c for c in bare if not unicodedata.combining(c))


def number_in(text: str) -> int | None:
    """Return the number in « 12 », « 012 », « N° 12 », « 12.0 »; None where there is none between 1 and 99999.
    >>> number_in("N° 07"), number_in("12 bis"), number_in("0")
    (7, None, None)
    """
    match = _NUMBER.fullmatch(folded(text))
    return int(match[1]) or None if match else None


def paid_in(text: str) -> bool | int | None:
    """Read a payment: True or False for yes or no, cents for an amount, None for anything else.
    >>> paid_in("chèque"), paid_in("non"), paid_in("14,00"), paid_in(""), paid_in("0"), paid_in("à voir")
    (True, False, 1400, False, False, None)
    """
    word = folded(text)
    if not word or word in "-–—/?.":
        return False
    if any(sign in text for sign in "✓✔☑✅") and len(re.findall(r"[^\W\d_]+", text)) < 2:
        return True
    if word.strip("\ufe0f") in _CROSSES:
        return False
    # « 14 € chèque »: the amount beside its means.
    if amount := _AMOUNT.fullmatch(_MEANS_WORDS.sub("", word).strip(" ,;:()") or word):
        return int(amount[1]) * 100 + int((amount[2] or "0").ljust(2, "0")) or False
    word = " ".join(re.findall(r"[a-z0-9]+", word))
    # « réglé par chèque n° 1234 », but not « à payer en espèces ».
    if word in _YES or (means_in(word) and all(w in _YES or w in _BESIDE_MEANS or w.isdigit() for w in word.split())):
        return True
    return False if word in _NO else None


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
    word = " ".join(re.findall(r"[a-z0-9]+", folded(text).replace("/", "")))
    return _CATEGORY.get(word)


def category_beside(place: str) -> str:
    """Return the category that stands where a commune does, behind a name; "" for a commune.
    >>> category_beside("dames"), category_beside("Mixte"), category_beside("Évran"), category_beside("H")
    ('women', 'mixed', '', '')
    """
    return (category_in(place) or "") if len(place) > _LETTERS_OF_CATEGORY else ""


def without_titles(players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names without « Mme » or « M. » before given names and surnames; a couple, or a surname alone, keeps them.
    >>> without_titles(("Mme Anne Morel", "M. Roux Jean")), without_titles(("M. Alain Robert", "Mme Robert"))
    (('Anne Morel', 'Roux Jean'), ('M. Alain Robert', 'Mme Robert'))
    """
    bare = tuple(_TITLE.sub("", name) for name in players)
    whole = all(
        " " in rest and not GIVEN_NAMES.isdisjoint(names.spelling(rest).split(" "))
        for rest, name in zip(bare, players, strict=True)
        if rest != name
    )
    return bare if whole and len(set(bare)) == len(set(players)) else players


def phone_in(text: str) -> str:
    """Return a French number in pairs, the 0 or + that a spreadsheet took put back; other numbers as they are.
    >>> phone_in("612345678"), phone_in("+33 (0)6.12.34.56.78"), phone_in("33612345678"), phone_in("poste 12")
    ('06 12 34 56 78', '06 12 34 56 78', '06 12 34 56 78', '')
    """
    if is_date(text):
        return ""
    figures = re.sub(r"[^0-9+]", "", text)
    figures = re.sub(r"^(?:\+|00)?330?(?=[1-9][0-9]{8}$)|^(?=[1-9][0-9]{8}$)", "0", figures)
    if re.fullmatch(r"0[1-9][0-9]{8}", figures):
        return " ".join(figures[i : i + 2] for i in range(0, 10, 2))
    figures = re.sub(r"^00", "+", figures)
    return figures if re.fullmatch(r"\+?[0-9]{8,15}", figures) else ""


def phone_spans(text: str) -> list[tuple[int, int, str]]:
    """Return the telephones in *text*, each with where it begins and ends with the signs and words that announce it."""
    spans: list[tuple[int, int, str]] = []
    for found in _PHONE.finditer(text):
        least = max(found.start() - _BEFORE_LENGTH, spans[-1][1] if spans else 0)
        before, after = _BEFORE_PHONE.search(text, least, found.start()), _AFTER_PHONE.match(text, found.end())
        start, end = before.start() if before else found.start(), after.end() if after else found.end()
        # « (Nort, 06 …) »: the bracket is that of the commune.
        if text[start:end].count(")") > text[start:end].count("("):
            end = found.end()
        elif ")" in text[end:] and text[start:end].count("(") > text[start:end].count(")"):
            start = text.index("(", start) + 1
        spans.append((start, end, phone_in(found[0])))
    return spans


def phones_beside(name: str) -> tuple[str, list[str]]:
    """Return *name* without the telephones written beside it, and these.
    >>> phones_beside("Jean Morel, tél. 06 10 20 30 40 (Casson)"), phones_beside("Marie +33611213141"), phones_beside("Louis 14")
    (('Jean Morel (Casson)', ['06 10 20 30 40']), ('Marie', ['06 11 21 31 41']), ('Louis 14', []))
    """
    spans = phone_spans(name)
    bare = name
    for start, end, _phone in reversed(spans):
        bare = f"{bare[:start]} {bare[end:]}"
    return (" ".join(bare.split()) if spans else name), [phone for _start, _end, phone in spans]


def plain_phones(text: str) -> str:
    """Return *text* with its telephones in pairs and without the signs and words that announce them.

    None of their signs then looks like one that stands between two players.
    >>> plain_phones("Jean Morel - tél : +33 6/10/20/30/40 / Marie Durand"), plain_phones("06.10.20.30.40 - Jean Morel")
    ('Jean Morel 06 10 20 30 40 / Marie Durand', '06 10 20 30 40 Jean Morel')
    """
    for start, end, phone in reversed(phone_spans(text)):
        before, after = text[:start].rstrip(), text[end:]
        after = after.lstrip(" ") if before else after.lstrip(" \n,;:/|–—-")
        text = " ".join(filter(None, (before, phone, after)))
    return text


def join_phones(line: str) -> str:
    """Return *line* without the commas that stand before the telephone of the first of two players.
    >>> join_phones("Jean Morel, tél : 06 10 20 30 40 / Marie Durand, 06 11 21 31 41")
    'Jean Morel tél : 06 10 20 30 40 / Marie Durand, 06 11 21 31 41'
    """
    then = -1  # where a telephone begins behind which the partner stands
    for start, end, _phone in reversed(phone_spans(line)):
        if end == then or _THEN_PARTNER.match(line, end):
            then = start
            line = line[:start] + re.sub(r"^\s*,", "", line[start:])
    return line


def is_phone(text: str) -> bool:
    """Return whether *text* is nothing but telephone numbers and the words that announce them.
    >>> is_phone("612345678"), is_phone("Tél. : 06 10 20 30 40"), is_phone("Marie 06 10 20 30 40")
    (True, True, False)
    """
    rest, phones = phones_beside(text)
    return bool(phones or phone_in(text)) and not any(c.isalpha() for c in rest)


def are_two_people(first: str, second: str) -> bool:
    """Return whether both texts look like names of people, and none like a commune: one surname, or given names.
    >>> are_two_people("Loïc Tanguy", "Gaël Tanguy"), are_two_people("Mme Lefèvre", "M. Dupont")
    (True, True)
    >>> are_two_people("Ducasse", "Michel"), are_two_people("Roux Jean", "Port Louis"), are_two_people("Roux Jean", "Belval")
    (False, False, False)
    """
    people = [listed_number(phones_beside(text)[0])[1] for text in (first, second)]
    if not all(map(may_be_somebody, people)):
        return False
    return bool(names.common_surname(*people)) or all(map(names_somebody, people))


def may_be_somebody(person: str) -> bool:
    """Return whether *person* has as many words as a name, and does not begin as communes do."""
    groups = names.bare_groups(person)
    return 2 <= len(groups) <= 4 and names.spelling(groups[0]).split(" ")[0] not in _PLACE_WORDS


def names_somebody(person: str) -> bool:
    """Return whether *person* is surely one: a title, a known given name, or a surname alone in capitals.
    >>> [names_somebody(text) for text in ("Roux Jean", "Haude KERBRAT", "Port Louis", "Haude Kerbrat", "LE FOLGOËT")]
    [True, True, False, False, False]
    """
    if not may_be_somebody(person):
        return False
    groups = names.bare_groups(person)
    if names.spelling(groups[0]) in _TITLES or names.begins_given(groups[0]) or names.begins_given(groups[-1]):
        return True
    capitals = [names.in_capitals(group) for group in groups]
    return any(capitals) and not all(capitals)


def is_title(word: str) -> bool:
    """Return whether *word* says who of several is meant, or how one is called: « fils », « Mme »."""
    return names.spelling(word) in _TITLES


def is_given_name(text: str) -> bool:
    """Return whether *text* is one known given name alone: « Yann », « Jean-Pierre »."""
    return len(text.split()) == 1 and names.begins_given(text)


def unbracketed(text: str) -> str:
    """Return *text* without the brackets around the whole of it.
    >>> unbracketed("(Nort)"), unbracketed("Nort (44)")
    ('Nort', 'Nort (44)')
    """
    return re.sub(r"^\(([^()]*)\)$", r"\1", text)


def without_brackets(text: str) -> str:
    """Return *text* without what stands in brackets."""
    return _IN_BRACKETS.sub(" ", text)


def is_prose(text: str) -> bool:
    """Return whether *text* has a verb or a small word that stands in no name; what is in brackets may say anything.
    >>> [is_prose(text) for text in ("Yvonne Prigent est malade", "près de l'entrée", "Marc de la Tour", "EST Luc", "Léa (à voir)")]
    [True, True, False, False, False]
    """
    bare = without_brackets(text)
    return bool(_VERB.search(bare) or _SMALL_WORD.search(bare))


def _names_two(line: str) -> bool:
    """Return whether « et » joins two people in *line*: a sentence about them may be all that is written of a team."""
    for part in re.split(r"[,:]\s+", line):
        first, *others = re.split(r"\s+et\s+", part, maxsplit=1)
        if others and names_somebody(first) and names_somebody(" ".join(names.bare_groups(others[0])[:2])):
            return True
    return False


def _is_sentence(line: str) -> bool:
    """Return whether *line* says something with a verb, or ends with a stop after several words and joins nobody."""
    bare = without_brackets(line)
    if re.search(r"\b(?:seule?|cherche|sans (?:partenaire|co))", bare, re.IGNORECASE):
        return False
    ended = re.search(r"[.!?…]\s*$", line) and len(line.split()) >= 5 and not re.search(r" (?:et|avec|[-–—]) ", line)
    return bool(_VERB.search(bare) or ended)


def is_mail_text(cells: Sequence[str]) -> bool:
    """Return whether the line is the text of a mail around the list: a greeting, an introduction, an end.
    >>> [is_mail_text([line]) for line in ("Bonjour Monique", "Merci, Jojo", "Les équipes de Belval :", "À bientôt")]
    [True, True, True, True]
    >>> [is_mail_text([line]) for line in ("Bonjour Paul / Martin Luc", "3. Merci Paul", "Bonnefoy Luc", "Roux A : Petit L")]
    [False, False, False, False]
    """
    line = ", ".join(cell.strip() for cell in cells if cell.strip())
    said = " ".join(re.findall(r"[a-z0-9]+", folded(line)))
    if _CHATTER.fullmatch(said):
        return True
    pair = split_pair(line)
    # « Bonjour » and « Cher » are surnames too, though seldom.
    two = re.search(r"[/&|+;]", line) or (len(pair) == 2 and are_two_people(*pair))
    if two or listed_number(line)[0] is not None or (_names_two(line) and not _MAIL_FIELD.fullmatch(line)):
        return False
    if _MAIL_FIELD.fullmatch(line) or line.endswith(":") or _MAIL_TEXT.fullmatch(said):
        return True
    return _is_sentence(line)


def ends_mail(text: str) -> bool:
    """Return whether *text* is the end of a mail, below which who wrote it stands: « Cordialement », « À bientôt »."""
    said = " ".join(re.findall(r"[a-z0-9]+", folded(text)))
    return not text.endswith(":") and bool(re.match(rf"(?:{_MAIL_END})\b", said))


def is_total(text: str) -> bool:
    """Return whether *text* begins a line that counts the others."""
    return bool(_TOTAL.fullmatch(" ".join(re.findall(r"[a-z0-9]+", folded(text)))))


def is_heading(text: str) -> bool:
    """Return whether *text* says what a list is, and names nobody; a waiting list is asked about.
    >>> is_heading("Liste mêlée du 25 nov."), is_heading("LISTER Jean")
    (True, False)
    """
    return bool(_HEADING.fullmatch(" ".join(re.findall(r"[a-z0-9]+", folded(text)))))


def is_formula(text: str) -> bool:
    """Return whether the cell computes instead of saying."""
    return text.lstrip().startswith("=")


def is_error(text: str) -> bool:
    """Return whether the cell holds a spreadsheet's error."""
    return text.strip().upper() in _ERRORS


def shared_surname(first: str, second: str) -> tuple[str, str, bool] | None:
    """Return two names of which one has given its surname to the other, and whether that is sure; None where neither has.

    >>> shared_surname("DUPONT Jean", "Marie"), shared_surname("Jean", "Marie Dupont")
    (('DUPONT Jean', 'DUPONT Marie', True), ('Jean Dupont', 'Marie Dupont', True))
    >>> shared_surname("DUPONT Jean", "MARTIN"), shared_surname("Le Goff Yann", "Odile")
    (None, ('Le Goff Yann', 'Le Goff Odile', True))
    """
    whole, alone = (first, second) if len(second.split()) == 1 else (second, first)
    if len(alone.split()) != 1 or len(whole.split()) < 2:
        return None
    groups = names.name_groups(whole)
    if len(groups) < 2:  # « Le Garvel »
        return None
    capitals = [names.in_capitals(group) for group in groups]
    given = names.spelling(alone).split(" ")[0] in GIVEN_NAMES or alone.rstrip(".").casefold() in _TITLES
    if any(capitals) and not all(capitals):
        if names.in_capitals(alone):
            return None
        surname, last, sure = " ".join(g for g, c in zip(groups, capitals, strict=True) if c), not capitals[0], True
    else:
        ends = [names.spelling(group).split(" ")[0] in GIVEN_NAMES for group in (groups[0], groups[-1])]
        # « Dupont Jean et Marie »: as it is written most often, unless the given names tell otherwise.
        last = ends[0] and not ends[1] if ends[0] != ends[1] else whole is second
        surname, sure = (" ".join(groups[1:]) if last else " ".join(groups[:-1])) or whole, given and ends[0] != ends[1]
    named = f"{alone} {surname}" if last else f"{surname} {alone}"
    return (whole, named, sure) if whole is first else (named, whole, sure)


def couple(text: str) -> list[str]:
    """Return the two names of « M. et Mme … » where a given name stands there; empty where the surname stands alone.
    >>> couple("M. et Mme Alain ROBERT"), couple("M. et Mme Robert"), couple("Alain et Marie Robert")
    (['M. Alain ROBERT', 'Mme ROBERT'], [], [])
    """
    match = _COUPLE.fullmatch(text.strip())
    return _couple(match) if match else []


def _couple(couple: re.Match[str]) -> list[str]:
    parts = [part for part in _PAIR.split(couple["names"]) if part.strip()]
    if len(parts) == 2:
        return parts
    groups = names.name_groups(couple["names"])
    capitals = [names.in_capitals(group) for group in groups]
    given = [names.spelling(group).split(" ")[0] in GIVEN_NAMES for group in groups]
    if any(capitals) and not all(capitals):
        surname = [group for group, capital in zip(groups, capitals, strict=True) if capital]
    elif given[0] or not given[-1]:
        surname = groups[1:] if given[0] else []
    else:
        surname = groups[:-1]
    whole = f"{couple['he']}{couple['dot']} {couple['names']}"
    return [whole, f"{couple['she']} {' '.join(surname)}"] if surname else []


def listed_number(text: str) -> tuple[int | None, str]:
    """Return the number that stands before a name in its own cell, and the name without it or a bullet.
    >>> listed_number("12) Roux Léa"), listed_number("N° 3 - Roux Léa"), listed_number("5Roux Léa"), listed_number("Roux Léa")
    ((12, 'Roux Léa'), (3, 'Roux Léa'), (5, 'Roux Léa'), (None, 'Roux Léa'))
    >>> listed_number("• 4/ Roux Léa"), listed_number("- Roux Léa"), listed_number("→ équipe n° 6 : Roux Léa")
    ((4, 'Roux Léa'), (None, 'Roux Léa'), (6, 'Roux Léa'))
    """
    bullet = _BULLET.match(text)
    bare = text[bullet.end() :] if bullet else text
    match = _LISTED.match(bare)
    return (int(match[1]), bare[match.end() :]) if match else (None, bare)


def without_signs(text: str) -> str:
    """Return *text* without the pictures before and behind its words: « ✅ ».
    >>> without_signs("Roux Léa ✅"), without_signs("❌ Roux Léa"), without_signs("✅")
    ('Roux Léa', 'Roux Léa', '✅')
    """
    if text.isascii() or not any(c.isalpha() for c in text):
        return text
    return _PICTURES.sub("", text)


def paid_after(text: str) -> tuple[str, str]:
    """Return a name without the words of payment behind it, and these.
    >>> paid_after("Roux Léa payé"), paid_after("Roux Léa (pas payé)"), paid_after("PAYE Léa"), paid_after("Léa PAYE")
    (('Roux Léa', 'payé'), ('Roux Léa', 'pas payé'), ('PAYE Léa', ''), ('Léa PAYE', ''))
    """
    match = _PAID_AFTER.fullmatch(text)
    return (match["name"], match["paid"]) if match else (text, "")


def is_alone(text: str) -> bool:
    """Return whether *text* says that somebody has no partner: « seule », « cherche une partenaire »."""
    return bool(_ALONE.intersection(re.findall(r"[a-z]+", folded(text))))


def is_nobody(text: str) -> bool:
    """Return whether *text* stands where a partner is still to be found, and is no name.
    >>> [is_nobody(text) for text in ("?", "à confirmer", "Partenaire à trouver", "cherche", "Paul Sans", "Luc Seul")]
    [True, True, True, True, False, False]
    """
    said = " ".join(re.findall(r"[a-z]+", folded(text)))
    return bool(text.strip() and not any(c.isalpha() for c in text)) or bool(_NOBODY.fullmatch(said))


def place_after(text: str) -> tuple[str, str]:
    """Return a name without the club or commune in brackets behind it, and that; « (fils) », « (Louis) » and « (seul) » are none.
    >>> place_after("Roux Léa (Nort)"), place_after("Roux Jean (fils)"), place_after("Roux Jean (Louis)")
    (('Roux Léa', 'Nort'), ('Roux Jean (fils)', ''), ('Roux Jean (Louis)', ''))
    >>> place_after("Roux Léa (seule)"), place_after("Roux Jean (à confirmer)")
    (('Roux Léa', ''), ('Roux Jean (à confirmer)', ''))
    """
    match = _PLACE_AFTER.fullmatch(text)
    place = names.spelling(match["place"]) if match else ""
    if not match or place in _TITLES or place in GIVEN_NAMES or _NO_PLACE.intersection(place.split()):
        return text, ""
    if _ALONE.intersection(place.split()):
        return match["name"], ""
    return match["name"], match["place"]


def is_free(text: str) -> bool:
    """Return whether signs stand in *text* by which a line is read, and no columns: what joins two, or names a team.
    >>> is_free("Roux Léa / Petit Luc, Nort"), is_free("« Les As » : Roux Léa, Petit Luc"), is_free("Roux Léa, Petit Luc")
    (True, True, False)
    """
    return bool(_FREE.search(plain_phones(text)))


def split_pair(text: str) -> list[str]:
    """Return the names of a team written in one cell; what has not two parts is one name.
    >>> split_pair("Dupont Jean / Martin Paul"), split_pair("Jean-Pierre Roux"), split_pair("Ducasse, Michel")
    (['Dupont Jean', 'Martin Paul'], ['Jean-Pierre Roux'], ['Ducasse', 'Michel'])
    >>> split_pair("M. et Mme DUPONT Jean et Marie"), split_pair("M. et Mme Alain ROBERT")
    (['DUPONT Jean', 'Marie'], ['M. Alain ROBERT', 'Mme ROBERT'])
    """
    text = plain_phones(text)
    if named := couple(text):
        return named
    parts = [part for part in _PAIR.split(text.strip()) if part.strip()]
    return parts if len(parts) == 2 else [text.strip()]
