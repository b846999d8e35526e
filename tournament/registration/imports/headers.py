"""Know the words that stand above the columns of a list."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tournament import names
from tournament.registration.imports.understanding.evidence import is_no_more, kind_of

# Titles and notes above a list are few; a header further down is no header.
HEADER_WITHIN = 40

# The words of a header without accents or case. Read in order: what says more stands before what says less.
_WORDS = (
    ("ignore", r"droits? (\w+ ){0,3}images?.*|(souhaitez|acceptez|consentez) .*|(j )?accepte .*|consentement.*|rgpd.*"),
    ("ignore", r"(montant|sommes?|total|prix|tarif|participation|inscription) (.* )?(due?s?|(a|reste) (payer|regler|encaisser|percevoir|verser)( .*)?)"),
    ("state", r"date (d |de |du |de l )?(annul|desist|rembours|abandon)\w*"),
    ("ignore", r"(19|20)\d\d|(e ?)?mail|courriel|adresse.*|date.*|heure.*|horodateur|licence.*|partenaires? habituel(le)?s?|usual partners?"),
    ("first_1", r"prenom( du)?( joueur| j)? ?(1|a|un)"),
    ("first_2", r"prenom( du)?( joueur| j)? ?(2|b|deux)"),
    ("last_1", r"nom( du)?( joueur| j)? ?(1|a|un)"),
    ("last_2", r"nom( du)?( joueur| j)? ?(2|b|deux)"),
    ("first_2", r"prenom( du| de la| de)? ?partenaire"),
    ("player_1", r"((nom (et )?prenom|prenom (et )?nom)( du)? ?)?(joueur|j)( n)? ?(1|a|un)"),
    ("player_1", r"(nom (et )?prenom|prenom (et )?nom)( du)? ?(1|a|un)|(nom )?capitaine|chef d equipe|captain|kapitan|titulaire|monsieur|messieurs|hommes?|lui|nord|north"),
    ("player_2", r"((nom (et )?prenom|prenom (et )?nom)( du)? ?)?(joueur|j)( n)? ?(2|b|deux)"),
    ("player_2", r"(nom (et )?prenom|prenom (et )?nom)( du)? ?(2|b|deux)|madame|dames?|femmes?|elle|sud|south"),
    ("player_2", r"((nom|nom (et )?prenom|prenom (et )?nom)( du| de la| de)? ?)?partenaire"),
    ("both", r"(noms?( et prenoms?)?( des)? ?)?(joueurs|equipiers|membres)|noms( et prenoms)?|composition.*"),
    ("team", r"noms? (de (l |la )?|des |du |d )?(equipes?|doublettes?|paires?|binomes?)|team name"),
    ("first", r"prenoms?"),
    ("last", r"noms?|nom (et )?prenom|prenom (et )?nom|joueur|joueuse|player|qui"),
    ("number", r"n|no|nr|num|numero|(no?|num|numero)( d| de l| de)? ?(equipe|eq|doublette|paire|binome)|dossard|ordre|(no?|num|numero) ordre|number"),
    ("more", r"(nom du |nom )?(joueur|j) ?(n )?([3-9]|c|d|trois|quatre)"),
    ("equipe", r"(equipe|table|doublette|team) (n|no|num|numero)|(equipes?|equipages?|doublettes?|paires?|binomes?)( (inscrit|engage)e?s?)?|adversaires?( [12ab])?|eq|team|pairs?|coppi[ae]|paare?|parejas?"),
    ("category", r"cat|categories?|type|genre|sexe"),
    ("means", r"cheques?|especes|cb|carte( bancaire)?|virements?|liquide"),
    ("paid", r"p ?a ?f|((belote|coinche|contree|concours|tournoi|equipe|inscription) )?(a )?payee?s?( .*)?|reglee?s?( .*)?|reglements?|(paiements?|payements?)( (recu|fait|effectue)s?)?|sommes?( (payee|versee|recue)s?)?|montant.*|encaisse|verse(e?s?|ments?)|mises?|euros mise|participation( .*)?|tarif|prix|(\d+ )?euros?|inscription|droits?.*|acompte( .*)?|paid"),
    ("phone_2", r"(numero (de )?)?(tel|telephones?|portables?|mobiles?|cell(ulaires?)?|phone)( .*)? (partenaire|partner|binome|(joueur|j) ?2)"),
    ("phone", r"contacts?|joignable( au)?|(n |no |num |numero )?(de )?(tel|telephones?|portables?|mobiles?|cell(ulaires?)?|gsm|phone|fixe)( .*)?"),
    ("origin", r"(lib(elle)? )?club.*|commune.*|municipalites?|ville.*|villages?|asso|associations?|provenance|origine|localite|section|hameaux?|quartier|paroisse|canton|site|de|(cp|code postal|npa) (et )?(ville|commune|lieu|localite)"),
    ("remark", r"((qui|que|quoi|j|je|tu|vous|on) )*(apportes?|apportez|apportera|amenez?|ramenez?)( (quoi|un|une|du|des|de la|a|pour) ?.*)?|a apporter|remarques?|observations?|obs|commentaires?|notes?|divers|infos?|informations?"),
)  # fmt: skip
# Titles with more around them than their word, and those of other languages; read where the whole title says nothing.
_WITHIN = (
    ("ignore", r"^(pris|prise|inscrite?|saisie?|recue?|note|notee|enregistree?|taken|entered) (par|by)\b|\b(payeur|payer|nee? (e )?le|acheteur|acquereur|buyer|facturation|billing|responsable (?=\w)|urgence|naissance|birth|compte|login|username"
               r"|user name|password|passwort|mot de passe|identifiant|pseudo|nickname|surnom|alias|company|structure|tarif|attendee list)\b"),
    ("state", r"\b(statut|status|etat|state|estado|stato)\b|^situation$"),
    ("state", r"^((joue|participe|vient|viendra|presente?s?|inscrite?)( (a|au|a la|pour la|pour le))?( (la |le )?(belote|coinche|contree|concours|tournoi))?|belote|coinche|contree|concours|tournoi)$"),
    ("state", r"^(inscription|participation|presence|equipe|reservation|demande)s? (validee?|confirmee?|acceptee?)s?$|^(validee?|confirmee?|confirmation)s?$"),
    ("order", r"\b(reference|ref|numero|n|no|id)( de| de la)? (commande|order|reservation|transaction)\b|\border (id|number|no|ref\w*)\b|^order$"),
    ("ignore", r"\b(commande|billet|ticket|order|civilite|titre|salutation|anrede|title|gender|mail|email|licen[cs]e)\b"),
    ("player_2", r"^(?=.*\b(nom|name|joueur)\b).*\b(partenaire|partner)\b|^partenaire nom"),
    ("team", r"\b(teamnaam|team ?name|mannschaft(sname)?|squadra|druzyna|nome da equipe|nombre del equipo)\b"),
    ("whole", r"^(noms? et prenoms?|prenoms? et noms?)\b|^capitaine nom|\b(full|complete) name\b|^noms? complets?$|\bnom(e|bre) (completo|y apellidos?)\b"
              r"|\b(voor|vor) ?(en|und) (achter|nach)name?\b|^(player|participant|attendee) name$|^(participante?|adherente?|attendee|entrant|inscrit e)$|^(фио|участник|игрок)$|^(deelnemer|teilnehmer|spieler|speler|jogador|jugador|giocatore|gracz|zawodnik|uczestnik|partecipante|concorrente)( in)?$|^imie i nazwisko$|^nazwisko i imie$"),
    ("first", r"^prenoms?\b|\b(first|given) ?name\b|^(vorname|voornaam|nombres?|nome proprio|primeiro nome|imie|имя)$"),
    ("last", r"^nom (du |de la |de l )?(de famille|participante?|adherente?|licenciee?|joueu(?:r|se)|usuel|d usage|de naissance)\b|\b(last|family) ?name\b|\bsurname\b|^(nachname|familienname"
             r"|achternaam|familienaam|apellidos?|sobrenome|apelido|cognome|nazwisko|фамилия|name|naam|nome)$"),
    ("phone", r"\b(telephone|tel|portable|mobile|phone|telefon|telefoon|telefono|telefone|handy|телефон)\b"),
    ("player_2", r"^(partner( ?in)?|mitspieler( ?in)?|(fait|font) equipe avec.*|accompagnee?( e)? (de|par)( .*)?|(je|nous|vous) (viens|venez|venons|joue|jouez|jouons)( \w+){0,2} avec.*|(joue|vient|inscrite?) avec( .*)?|avec( qui( .*)?)?|binome|parceir[oa]|companer[oa]|compagn[oa])$"),
    ("remark", r"^(comments?|bemerkung(en)?|anmerkung(en)?|uwagi|kommentar|opmerking(en)?|observac\w+|note)$"),
    ("order", r"^(code|groupe?|(code|id|numero de) (equipe|groupe|team)|team id)$"),
    ("origin", r"\blieux?\b|^(miejscowosc|miasto|klub|circolo|societa|localidade|concelho)$"),
    ("table", r"^tables?$"),
    ("number", r"^(lfd|lp|nr|poz)( nr)?$"),
    ("origin", r"^nom d(u club|e la ville|e la commune)$|^(localidad|comune|wohnort|gemeinde|gemeente)$"),
    ("origin", r"\bquel(le)? (club|commune|ville|village)\b|\bou (habitez|venez|residez|viens|habites?)\b|^(habite|reside|demeure)(nt)?( a)?$|^(club|commune|ville)\b|^(city|town|verein|ort|stadt|plaats|woonplaats|vereniging|cidade|ciudad|citta|город|клуб)$"),
    ("paid", r"^(montant( (du )?tarif)?|(startgeld )?bez(ahlt)?|betaald|pago|pagado|pagat[ao]|(quota )?versat[ao]|(wpisowe )?(oplacone|zaplacone))$"),
)  # fmt: skip
_COMPILED_WITHIN = tuple((role, re.compile(pattern)) for role, pattern in _WITHIN)
# The signs that programs write for a letter that they could not.
_LOST_ACCENT = re.compile(r"(?<=[^\W\d_])[_?\ufffd](?=[^\W\d_]|$)")
# The owner of a column says nothing of what it holds, nor does a question; beside a bracket the words before it say more.
_WHOSE = re.compile(
    r"\b(?:quel(?:le)?s? (?:est|sont) )?(?:votre|vos|notre|nos|mon|son|sa|your|my) |^quel(?:le)?s? (?:est|sont) (?:le |la |les |l )?| (?:vous|moi)$"
)
# Each player by one word, whatever the list calls him: « Prénom participant 2 », « Nom de l'équipier ».
_PLAYER = re.compile(
    r"(?:\b(?:du|de la|de l|de) )?\b(?:joueuse|(?:co ?)?equipiere?|participante?|membre|personne|inscrite?|adherente?|player|spieler(?: in)?|speler|jogador|jugador|giocatore)(?= (?:n )?(?:[1-9]\b|[a-d](?: (?:pre)?nom|$)))"
)
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")  # « NomJoueur1 »
_YEAR = re.compile(r"(?<=\w) (?:19|20)\d\d$")
_OF_TWO = re.compile(r"\b(?:co ?)?equipiere?\b|\bconjointe?\b")
_BRACKET = re.compile(r"\([^()]*\)")
# A ticket office counts the questions that a club adds: « Champ complémentaire 2 Commune ».
_FIELD = re.compile(
    r"^\s*champs? (?:compl[ée]mentaires?|additionnels?|suppl[ée]mentaires?)(?:\s*n?[°º]?\s*\d{1,2})?[\s:.–-]*(?=[^\W\d_])",
    re.IGNORECASE,
)
# « Joueur·se 1 »
_INCLUSIVE = re.compile(r"(?<=\w)[·•‧.](?:e|se|ne|rice|trice|euse|i?ère)(?:[·•‧.]?s)?\b", re.IGNORECASE)
_QUESTION = re.compile(
    r"\?|\boù\b|^\s*ou\b|\bquel(?:le)?s?\b|\b(?:votre|vos)\b|\b(?:where|which|your)\b", re.IGNORECASE
)
_IN_BRACKET = re.compile(r"\(([^()]+)\)")
_LAST_PART = re.compile(r"(?::| - )([^:]+?)$")
_PLURAL = re.compile(r"(?<=\w{3})s\b")
_AND = frozenset("et and und en y e i".split())
_OTHER_NAME = {"first": "last", "last": "first"}
_NAMES = frozenset("first last whole first_1 first_2 last_1 last_2 player_1 player_2 both team equipe".split())
_COMPILED = tuple((role, re.compile(pattern)) for role, pattern in _WORDS)
# Each title of a first name or a family name holds one of these.
_NAMED = re.compile("nom|na[ma]|joueu|player|imie|nazwisk|apell?id|имя|фамил")


def folded(text: str) -> str:
    """Return *text* without accents, case or punctuation, its words in their order.
    >>> folded("N° d'équipe "), folded("Prénom 1")
    ('n d equipe', 'prenom 1')
    """
    return names.spelling(re.sub("[€$]", " euros ", text).replace("°", " ").replace("º", " "))


@lru_cache(maxsize=4_096)
def header_role(text: str) -> str | None:
    """Return the role that a header announces, or « first », « last », « equipe », « team », « means » that other columns decide.
    >>> [header_role(title) for title in ("Nom payeur", "Prénom participant", "Nachname", "Référence commande", "T_l_phone")]
    ['ignore', 'first', 'last', 'order', 'phone']
    """
    text = _INCLUSIVE.sub("", _FIELD.sub("", text))
    title = title_words(text)
    if text.strip() == "#":
        return "number"
    if not title or len(title) > 80:
        return None
    if re.search(r"\bpayeur|\bpayer\b", title) and title.startswith(("nom", "prenom", "name", "email", "telephone")):
        return "ignore"
    outside = title_words(_BRACKET.sub(" ", text))
    role = (
        _whole_role(title)
        or (_whole_role(outside) if outside != title else None)
        or _of_which(title)
        or _role_within(title)
    )
    if role is None and (behind := _LAST_PART.search(text.rstrip(": "))):
        # « Champ additionnel : Commune », « Address 1 - City »
        return header_role(behind[1])
    role = role or _whole_role(_PLURAL.sub("", title))
    role = role or _asked_for(text)
    if role is None and _LOST_ACCENT.search(text):
        # Most accents of French titles stand on an « e »: « Pr_nom », « T?l?phone ».
        return header_role(_LOST_ACCENT.sub("e", text))
    if role is None and is_no_more(text):
        return "state"
    told = role is not None and role.endswith(("last", "_1", "_2"))
    return "last" if role == "whole" or (not told and _is_whole_name(title)) else role


def title_words(text: str) -> str:
    """Return the words of *text* that say what a column holds, each player by one word.
    >>> title_words("PrenomJoueur2"), title_words("DateNaiss")
    ('prenom joueur2', 'date naiss')
    >>> title_words("Quel est le prénom de votre coéquipier ?"), title_words("Nom de la participante 2")
    ('prenom de partenaire', 'nom joueur 2')
    """
    title = _YEAR.sub("", folded(_CAMEL.sub(" ", text)))
    return _OF_TWO.sub("partenaire", _PLAYER.sub("joueur", _numbered(_WHOSE.sub("", title))))


def _asked_for(text: str) -> str | None:
    """Return the role that a bracket names behind a question, of a place or a telephone: « Où logez-vous ? (commune) »."""
    inside = _IN_BRACKET.search(text)
    if inside is None or not _QUESTION.search(_BRACKET.sub(" ", text)):
        return None
    role = _whole_role(folded(inside[1]))
    return role if role in ("origin", "phone") else None


_ORDINAL = re.compile(
    r"(?P<before>(?:(?!joueu).)*?)(?:(?:du|de la|le|la) )?(?:(?P<one>1ere?|1re|premiere?)|(?:2eme|2e|2nde?|deuxieme|seconde?)) (?:joueu(?:r|se)|equipiere?)"
)


def _numbered(title: str) -> str:
    """Return *title* with the player counted by a figure: « prenom du 1er joueur » is « prenom joueur 1 »."""
    match = _ORDINAL.fullmatch(title) if "joueu" in title or "quipier" in title else None
    return f"{match['before']}joueur {1 if match['one'] else 2}" if match else title


_WHICH = re.compile(r"(?P<stem>.*?\w)(?: joueur)? ?(?:in )?(?P<which>[12ab])")
_OF_PLAYER = re.compile(r"joueur (?P<which>[12ab]) (?P<stem>.*\w)")
_OF_PARTNER = re.compile(
    r"(?P<before>(?:partner(?: ?in| s)?|mitspielers?|parceir[oa]|companer[oa]|compagn[oa]) )?(?P<stem>.*?\w)"
    r"(?P<behind> (?:(?:des|der|of|del?|van|do|du|de la) )?(?:partners?(?: ?in)?|mitspielers?|parceir[oa]|companer[oa]|compagn[oa]))?"
)


def _of_which(title: str) -> str | None:
    """Return the role of a title of one of two players in any language: « Cognome 1 », « Spieler/in 2 », « Vorname Partner »."""
    match, partner = _WHICH.fullmatch(title) or _OF_PLAYER.fullmatch(title), _OF_PARTNER.fullmatch(title)
    role, place = (_role(match["stem"]), {"1": 1, "a": 1, "2": 2, "b": 2}[match["which"]]) if match else (None, 0)
    if partner and (partner["before"] or partner["behind"]):
        role, place = _role(partner["stem"]), 2
    if role in ("first", "last"):
        return f"{role}_{place}"
    return f"player_{place}" if role == "whole" else None


_OF_WEB = re.compile(r"\b(?:web|internet|url|www)\b")
# Of several languages « nome » is the given name where a title of its own has the family name.
_FAMILY_NAME, _NAME = re.compile(r"(cognome|sobrenome|apelido|apellidos?)\b"), re.compile(r"(nome|nombre)( [12ab])?")


def roles_of(titles: Sequence[str]) -> list[str | None]:
    """Return the role that each of *titles* announces, as `header_role`, beside the others.
    >>> roles_of(["Cognome 1", "Nome 1"]), roles_of(["Nome", "Cidade"])
    (['last_1', 'first_1'], ['last', 'origin'])
    """
    roles = [header_role(title) for title in titles]
    said = [folded(title) for title in titles]
    if any(map(_FAMILY_NAME.match, said)):
        roles = [
            role.replace("last", "first").replace("player", "first") if role and _NAME.fullmatch(title) else role
            for role, title in zip(roles, said, strict=True)
        ]
    if "site" in said and any(map(_OF_WEB.search, said)):
        # The address of a page.
        roles[said.index("site")] = None
    return roles


def _whole_role(title: str) -> str | None:
    return next((role for role, pattern in _COMPILED if pattern.fullmatch(title)), None)


@lru_cache(maxsize=4_096)
def _role(title: str) -> str | None:
    return _whole_role(title) or _role_within(title)


def _role_within(title: str) -> str | None:
    return next((role for role, pattern in _COMPILED_WITHIN if pattern.search(title)), None)


def _is_whole_name(title: str) -> bool:
    """Return whether *title* announces a family name and a first name one behind the other: « Nachname Vorname »."""
    words = [word for word in title.split() if word not in _AND]
    if len(words) > 4:
        return False
    # Each name of a long list is asked too: the words behind it only where those before it are a title.
    cuts = (
        [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))] if _NAMED.search(title) else []
    )
    return any(_role(behind) == other for before, behind in cuts if (other := _OTHER_NAME.get(_role(before) or "")))


def words_of_header(cells: Iterable[str]) -> int:
    """Return how many of *cells* are words of a header; 0 where most are none: a team may be called « Joueur ».

    Names of people announced beside something else are enough, whatever other columns the list has; then no cell of the
    row may hold figures alone or an address.
    """
    filled = [cell for cell in cells if cell.strip()]
    roles = [header_role(cell) for cell in filled]
    announced = sum(role is not None for role in roles)
    titles = all(
        role or kind_of(cell) in ("words", "prose", "code", "courtesy") and "@" not in cell
        for cell, role in zip(filled, roles, strict=True)
    )
    if titles and announced >= 2 and _NAMES.intersection(filter(None, roles)):
        return announced
    return announced if announced * 2 >= len(roles) else 0
