"""Know the text around a list: sentences, greetings, headings and lines that count the others."""

import re
from collections.abc import Sequence

from tournament import names
from tournament.registration.imports.beside_names import listed_number, without_brackets
from tournament.registration.imports.persons import are_two_people, may_be_somebody, names_somebody, split_pair

_TOTAL = re.compile(
    r"(sous )?tota(l|ux)\b.*|somme\b.*|nombre( d.*)?|nb( d)?\b.*|effectif.*|recette.*|recapitulatif.*|(\d+ )?(equipes|inscrits?)( .*)?|\d+ equipe( .*)?|equipe( \d+)?|presents"
)
# The lines between the messages of a chat or below a post.
_CHATTER = re.compile(
    r"(?:j aime|repondre|auteur|admin\w*|moderateur|(?:super )?fan|nouveau membre|commentaires?|commenter|partager|partages?|envoyer|suivre|follow|share"
    r"|les plus pertinents|tous les commentaires|toutes les reactions|voir (?:plus|la traduction|les \d+ reponses?|plus de .*)|ecrire un commentaire"
    r"|modifie|like|reply|comment|\d+ ?(?:h|j|min|sem|d|w|an|ans)?|\d+ (?:commentaires?|partages?|reponses?|votes?|votants?|j aime|comments?|likes?)|medias? omis|media omitted"
    r"|(?:lun|mar|mer|jeu|ven|sam|dim)[a-z]* \d{1,2} [a-z]+ (?:\d{4} )?(?:a )?\d{1,2} (?:h )?\d{2}|vous avez envoye"
    r"|(?:forwarded|original) message|message (?:transfere|d origine|original)|debut du message .*|(?:garanti )?sans virus.*|virus free.*"
    r"|(?:image|video) absente|ce message a ete supprime|(?:ok )?(?:c est )?note|(?:ok|merci|super|top)(?: .{0,9})?|[a-z]+ a repondu.*)"
)
_HEADING = re.compile(
    r"(?:la )?(?:sondage|liste(?! d attente)|listing|concours|tournoi|inscriptions?|inscrits|doublettes|paires|binomes|triplettes|participants?|joueu(?:rs|ses)|engages|feuille|soiree|melee|titulaires|"
    r"list|players|teams|entries|evening)\b.*|plan de (?:la )?salle.*|(?:table|tour|poule|groupe|serie|salle|equipe|doublette|paire|binome) (?:(?:n (?:o )?|no )?\d+|[a-z])"
    r"|(?P<game>belote|coinche|contree) .*|salle (?:polyvalente|communale|municipale|omnisports?|des fetes)\b.*|(?:il )?reste(?:nt)? (?:encore )?\d+ places?\b.*"
    r"|(?:re)?cherch\w+ (?:un |une |des |leur )?(?:partenaires?|coequipiere?s?|equipiere?s?|binomes?)"
)
_DAY = r"(?:demain|ce soir|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
_MAIL_END = (
    r"cordialement|(?:bien|tres) (?:cordialement|amicalement)|sinceres? salutations|salutations|sportivement|amicalement|amities|bises|bisous|bien a (?:vous|toi)"
    rf"|bonne (?:soiree|journee|reception|fin|semaine|nuit)|bon (?:week end|weekend|{_DAY}|courage|apres midi)"
    rf"|a (?:tres )?bientot|a (?:plus|{_DAY})|regards|kenavo|(?:best|kind) regards|see you|thank you|thanks|merci"
)
_MAIL_TEXT = re.compile(
    r"(?:voici|voila|ci joint|ci dessous|veuillez|comme convenu|suite a|en piece jointe|envoye (?:de|depuis) mon|envoye a partir"
    r"|arrete (?:a|le|la) .*|(?:le|la) (?:president|tresori|secretaire)\w*"
    r"|je (?:te|t|vous|suis|serai|confirme|reste|m)|j ai|j espere|nous (?:sommes|serons|vous|avons)|here (?:is|are)|sent from|please"
    rf"|bonjour|bonsoir|salut|coucou|hello|dear|chere?s?|madame monsieur|(?:madame|monsieur) (?:l[ea]|l) (?:president|maire|secretaire|tresori|responsable)\w*|{_MAIL_END})\b.*"
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
_QUESTION = re.compile(
    r"[\s>]*(?:qui|que|quoi|quand|où|combien|comment|est-ce|d['’]autres?)\b[^/&+]*\?[\s?!]*$", re.IGNORECASE
)
_ELIDED = re.compile(r"[cjmnst]['’ ](?=[aeéèêhiouy])")
_CAPITAL = r"[A-ZÀ-Þ][\w'’-]*"
_SEVERAL = rf"{_CAPITAL}(?:[ ](?:{_CAPITAL}|(?:le|la|de|du|des)(?=[ ][A-ZÀ-Þ]))){{1,4}}"
_TWO = re.compile(rf"(?<![\w'’-])(?P<one>{_SEVERAL})\s*(?:\s(?:et|avec)\s|[/&+])\s*(?P<two>{_SEVERAL})")
_COMES = re.compile(
    r"\b(?:inscri(?:s|re|vez|vons)|je (?:viens|joue)|nous (?:venons|jouons)|on (?:vient|joue))\b", re.IGNORECASE
)
# Before the names of those who are to be registered.
_REQUEST = re.compile(
    r"\W*(?:(?:nouvelle |une )?(?:inscription|r[ée]servation|participation|engagement)s?(?:\s*(?:d['’]|:)\s*|\s+(?:(?:de|pour)\s+)?)"
    r"|(?:merci (?:de |d['’])|veuillez |pouvez[ -]vous |peux[ -]tu |je (?:voudrais|souhaite) )?(?:m['’])?"
    r"(?:inscri(?:re|s|vez)|not(?:er|ez)|ajout(?:er|ez|e)|r[ée]serv(?:er|ez))(?:[ -][nm]ous|[ -]moi)?\s+(?:pour\s+)?)"
    r"(?:(?:l['’]|une )[ée]quipe\s*(?:de\s|:)?\s*)?(?=\w)",
    re.IGNORECASE,
)
_GREETED = re.compile(r"^(?:bonjour|bonsoir|salut|coucou|hello|merci)\s+", re.IGNORECASE)
_MOST_OF_A_LINE = 4_000  # characters: a hundred teams
# Behind a dash a commune stands more often than a team.
_NEXT_TEAM = re.compile(
    r"\s*(?:;|//|\|{1,2})\s*|\s*,\s+(?=[^,;/&+|]+[/&+][^,;/&+|]+(?:,|$))|\s(?:contre|vs\.?)\s|\s[-–—]\s(?=[^/&+;]+[/&+][^/&+;]+$)"
)
_MAIL_FIELD = re.compile(r"\s*(?:de|from|à|to|cc|objet|sujet|subject|date|envoyé(?: le)?|sent)\s*:.*", re.IGNORECASE)


def is_prose(text: str) -> bool:
    """Return whether *text* has a verb or a small word that stands in no name; what is in brackets may say anything.
    >>> [is_prose(text) for text in ("Yvonne Prigent est malade", "près de l'entrée", "Marc de la Tour", "EST Luc", "Léa (à voir)")]
    [True, True, False, False, False]
    """
    bare = without_brackets(text)
    return bool(_VERB.search(bare) or _SMALL_WORD.search(bare))


def names_nobody(text: str) -> bool:
    """Return whether *text* is a sentence in small letters in which no given name stands: its writer has no partner yet.
    >>> [names_nobody(text) for text in ("Je cherche un partenaire", "on verra", "ma femme", "luc à confirmer", "aminata n'dour")]
    [True, True, True, False, False]
    """
    said = text.casefold()
    return (
        " " in text
        and text[1:] == text[1:].lower()
        and bool(_SMALL_WORD.match(said) or _ELIDED.match(said))
        and not any(names.begins_given(word) for word in said.split() if len(word) > 2)
    )


def _names_two(line: str) -> bool:
    """Return whether « et » joins two people in *line*: a sentence about them may be all that is written of a team."""
    for part in re.split(r"[,:]\s+", line):
        first, *others = re.split(r"\s+et\s+", part, maxsplit=1)
        if not others:
            continue
        second = " ".join(names.bare_groups(others[0])[:2])
        known = names_somebody(first) or names_somebody(second)
        # One of the two may have a first name that nobody knows; a sentence has small letters there.
        if known and all(may_be_somebody(name) and name[0].isupper() for name in (first, second)):
            return True
    return two_within(line) is not None


def pairs_in_one_line(line: str) -> list[str]:
    """Return the teams that somebody wrote one behind the other in *line*, or against each other; empty where none are.
    >>> pairs_in_one_line("Nos équipes : Roux Léa / Petit Luc ; Brun Guy et Noir Ida.")
    ['Roux Léa / Petit Luc', 'Brun Guy et Noir Ida']
    >>> pairs_in_one_line("1;Roux Léa / Petit Luc;Nort"), pairs_in_one_line("Roux Léa / Petit Luc")
    ([], [])
    >>> pairs_in_one_line("Table 1 : Roux Léa / Petit Luc - Brun Guy / Noir Ida"), pairs_in_one_line("Roux Léa / Petit Luc - Nort")
    (['Roux Léa / Petit Luc', 'Brun Guy / Noir Ida'], [])
    >>> pairs_in_one_line("Roux - Petit // Brun - Noir"), pairs_in_one_line("Roux Léa // Petit Luc, Nort")
    (['Roux - Petit', 'Brun - Noir'], [])
    """
    if len(line) > _MOST_OF_A_LINE:
        return []
    line = re.sub(r"(?<=\w{3})[.!] [^/&;,]*$", "", line)  # what is said behind the last one
    first, *others = [part.strip(" .") for part in _NEXT_TEAM.split(line) if part.strip(" .")] or [""]
    if not others:
        return []
    before, colon, behind = first.rpartition(": ")
    parts = [
        behind if colon and (is_prose(before) or is_heading(before) or len(before.split()) > 4) else first,
        *others,
    ]
    pairs = [split_pair(part) for part in parts]
    if any(len(pair) != 2 for pair in pairs):
        return []
    return parts if "//" in line or all(any(map(names_somebody, pair)) for pair in pairs) else []


def is_team_or_text(line: str) -> bool:
    """Return whether *line* holds one team and no columns, or no team at all: a greeting, a heading.
    >>> [is_team_or_text(line) for line in ("2) Roux Léa / Petit Luc", "Bonjour", "Belote samedi 5", "Roux Léa;Petit Luc", "Nort")]
    [True, True, True, False, False]
    """
    pair = split_pair(listed_number(line)[1])
    alone = is_heading(line) or (len(pair) == 2 and any(map(names_somebody, pair)))
    return is_mail_text([line]) or (alone and not re.search(r"[;|\t]", line))


def two_within(text: str) -> tuple[str, str] | None:
    """Return the two people whom a sentence names, each by a name and a surname with capitals; None where it names none.
    >>> two_within("Bonsoir tu peux noter Roux Léa et Luc Petit pour samedi ?")
    ('Roux Léa', 'Luc Petit')
    >>> two_within("Merci de prévenir Paul et Anne"), two_within("Vin et Fromage Blanc")
    (None, None)
    """
    for match in _TWO.finditer(text):
        first, second = _GREETED.sub("", match["one"]), match["two"]
        if all(map(may_be_somebody, (first, second))) and any(map(names_somebody, (first, second))):
            return first, second
    return None


def _is_sentence(line: str) -> bool:
    """Return whether *line* says something with a verb, or ends with a stop after several words and joins nobody."""
    bare = without_brackets(line)
    if re.search(r"\b(?:seule?|cherche|sans (?:partenaire|co))", bare, re.IGNORECASE):
        return False
    if _QUESTION.match(bare):
        return True
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
    said = names.spelling(line)
    if _CHATTER.fullmatch(said):
        return True
    pair = split_pair(line)
    # « Bonjour » and « Cher » are surnames too, though seldom.
    two = re.search(r"[/&|+;]", line) or (len(pair) == 2 and are_two_people(*pair))
    if two or listed_number(line)[0] is not None or (_names_two(line) and not _MAIL_FIELD.fullmatch(line)):
        return False
    if asks_to_play(line) and _has_given_name(line.partition(" ")[2]):
        return False
    if _MAIL_FIELD.fullmatch(line) or line.endswith(":") or _MAIL_TEXT.fullmatch(said):
        return True
    return _is_sentence(line)


def is_chatter(text: str) -> bool:
    """Return whether *text* is what a chat or a social network writes between the messages: « J'aime », « 3 j »."""
    said = names.spelling(text)
    return not said or bool(_CHATTER.fullmatch(said))


def ends_mail(text: str) -> bool:
    """Return whether *text* is the end of a mail, below which who wrote it stands: « Cordialement », « À bientôt »."""
    said = names.spelling(text)
    return not text.endswith(":") and bool(re.match(rf"(?:{_MAIL_END})\b", said))


def is_total(text: str) -> bool:
    """Return whether *text* begins a line that counts the others."""
    return bool(_TOTAL.fullmatch(names.spelling(text)))


def is_heading(text: str) -> bool:
    """Return whether *text* says what a list is, and names nobody; a waiting list is asked about.
    >>> is_heading("Liste mêlée du 25 nov."), is_heading("Table n° 3"), is_heading("LISTER Jean")
    (True, True, False)
    >>> is_heading("Inscription de Luc Roux et Anne Petit svp"), is_heading("Belote samedi 5"), is_heading("Belote Sylvie")
    (False, True, False)
    """
    parts = re.split(r"\s+(?:et|avec)\s+|[/&+]", text)
    if len(parts) > 1 and all(map(_has_given_name, parts[:2])):
        return False
    if (rest := without_request(text)) != text and names_somebody(rest):
        return False
    heading = _HEADING.fullmatch(names.spelling(text))
    return heading is not None and not (heading["game"] and any(map(names.begins_given, text.split()[1:])))


def asks_to_play(text: str) -> bool:
    """Return whether *text* says that somebody comes, or is to be registered."""
    return bool(_COMES.search(text))


def without_request(text: str) -> str:
    """Return *text* without the words that ask to register those whom it names.
    >>> without_request("> Inscription de Luc Roux"), without_request("Merci d'inscrire Luc Roux"), without_request("Inscriptions 2026")
    ('Luc Roux', 'Luc Roux', 'Inscriptions 2026')
    """
    match = _REQUEST.match(text)
    return text[match.end() :] if match and (text[match.end()].isupper() or text == text.lower()) else text


def _has_given_name(text: str) -> bool:
    return any(names.begins_given(word) for word in re.findall(r"[^\W\d_][\w'’-]{2,}", text) if word[0].isupper())
