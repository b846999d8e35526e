"""Know the words that stand above the columns of a list."""

import re
import unicodedata
from collections.abc import Iterable

# Titles and notes above a list are few; a header further down is no header.
HEADER_WITHIN = 40

# The words of a header without accents or case. Read in order: what says more stands before what says less.
_WORDS = (
    ("ignore", r"(e ?)?mail|courriel|adresse.*|date.*|heure.*|horodateur|licence.*"),
    ("first_1", r"prenom( du)?( joueur| j)? ?(1|a|un)"),
    ("first_2", r"prenom( du)?( joueur| j)? ?(2|b|deux)"),
    ("last_1", r"nom( du)?( joueur| j)? ?(1|a|un)"),
    ("last_2", r"nom( du)?( joueur| j)? ?(2|b|deux)"),
    ("first_2", r"prenom( du| de la| de)? ?(partenaire|coequipier|coequipiere|co equipier|equipier|conjoint)"),
    ("player_1", r"((nom (et )?prenom|prenom (et )?nom)( du)? ?)?(joueur|joueuse|j|equipier|equipiere|player)( n)? ?(1|a|un)"),
    ("player_1", r"(nom (et )?prenom|prenom (et )?nom)( du)? ?(1|a|un)|(premier|1er) (joueur|equipier)|(nom )?capitaine"),
    ("player_2", r"((nom (et )?prenom|prenom (et )?nom)( du)? ?)?(joueur|joueuse|j|equipier|equipiere|player)( n)? ?(2|b|deux)"),
    ("player_2", r"(nom (et )?prenom|prenom (et )?nom)( du)? ?(2|b|deux)|(deuxieme|second|2e|2eme) (joueur|equipier)"),
    ("player_2", r"((nom|nom (et )?prenom|prenom (et )?nom)( du| de la| de)? ?)?(partenaire|coequipier|coequipiere|co equipier|equipier|conjoint)"),
    ("both", r"(noms?( et prenoms?)?( des)? ?)?(joueurs|equipiers)|noms( et prenoms)?|composition.*"),
    ("team", r"noms? (de (l |la )?|d )?(equipes?|doublettes?|paires?)|team name"),
    ("first", r"prenoms?"),
    ("last", r"noms?|nom (et )?prenom|prenom (et )?nom|joueur|joueuse|player"),
    ("number", r"n|no|nr|num|numero|(no?|num|numero)( d| de l)? ?equipe|dossard|ordre|(no?|num|numero) ordre|number"),
    ("equipe", r"equipes?|doublettes?|eq|team"),
    ("category", r"cat|categories?|type|genre|sexe"),
    ("paid", r"(a )?payee?s?( .*)?|reglee?s?( .*)?|reglements?|paiements?|payements?|montant.*|encaisse|versements?|cheque|tarif|prix|euros?|inscription|droits?.*|acompte|paid"),
    ("phone", r"(n |no |num |numero )?(de )?(tel|telephones?|portables?|mobiles?|gsm|phone)( .*)?"),
    ("origin", r"club.*|commune.*|ville.*|villages?|asso|associations?|provenance|origine|localite|section"),
    ("remark", r"remarques?|observations?|obs|commentaires?|notes?|divers|infos?|informations?"),
)  # fmt: skip
_COMPILED = tuple((role, re.compile(pattern)) for role, pattern in _WORDS)


def folded(text: str) -> str:
    """Return *text* without accents, case or punctuation, its words in their order.
    >>> folded("N° d'équipe "), folded("Prénom 1")
    ('n d equipe', 'prenom 1')
    """
    text = text.replace("€", " euros ").replace("°", " ").replace("º", " ")
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[a-z0-9]+", bare))


def header_role(text: str) -> str | None:
    """Return the role that a header announces, or « first », « last », « equipe », « team » that other columns decide."""
    title = folded(text)
    return next((role for role, pattern in _COMPILED if title and pattern.fullmatch(title)), None)


def words_of_header(cells: Iterable[str]) -> int:
    """Return how many of *cells* are words of a header; 0 where most are none: a team may be called « Joueur »."""
    roles = [header_role(cell) for cell in cells if cell.strip()]
    announced = sum(role is not None for role in roles)
    return announced if announced * 2 >= len(roles) else 0
