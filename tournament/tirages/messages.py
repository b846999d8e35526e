"""The sentences of the draws, in French and in English (docs/tirages.md 8)."""

from collections.abc import Iterable
from typing import Any

from rules.sentences import text, texts

KINDS = texts(
    {
        "object": ("un objet {…}", "an object {…}"),
        "list": ("une liste […]", "a list […]"),
        "text": ("un texte", "a text"),
        "number": ("un nombre entier", "a whole number"),
    }
)
# The matches of the round before, by the key of that round.
ROUNDS_BEFORE = texts(
    {
        "half": ("demi-finales", "semi-finals"),
        "quarter": ("quarts de finale", "quarter-finals"),
        "eighth": ("huitièmes de finale", "last 16 matches"),
        "sixteenth": ("seizièmes de finale", "last 32 matches"),
        "cadrage": ("matchs de cadrage", "first round matches"),
        "": ("matchs du tour précédent", "matches of the round before"),
    }
)
STAGES = {
    "half": ("demi-finale", "semi-final"),
    "quarter": ("quart de finale", "quarter-final"),
    "eighth": ("huitième de finale", "last 16"),
    "sixteenth": ("seizième de finale", "last 32"),
}
# Why two meet in such a match: by the bracket alone, by their seeds, or by seeds that keep others apart.
STAGE_REASONS = {
    "": (", d'après le tableau", ", as the bracket says"),
    "_seeds": (", têtes de série n° {seed_a} et n° {seed_b}", ", seeds {seed_a} and {seed_b}"),
    "_apart": (
        ", têtes de série n° {seed_a} et n° {seed_b}, celles qui se sont déjà rencontrées étant éloignées",
        ", seeds {seed_a} and {seed_b}, those that have met being kept apart",
    ),
}
OTHERS = text("{count} autres", "{count} others")
AND = text(" et ", " and ")

SENTENCES = texts(
    {
        # A request that is no draw
        "not_json": (
            "Ce n'est pas du JSON lisible ({why}). Il faut un objet avec method, round, seed, options, entrants.",
            "This is not readable JSON ({why}). Expected: an object with method, round, seed, options, entrants.",
        ),
        "not_utf8": ("Le texte n'est pas en UTF-8.", "The text is not UTF-8."),
        "unreadable": (
            "Impossible de lire « {path} ». Est-il là, et ce compte a-t-il le droit de le lire ?",
            "Cannot read “{path}”. Is it there, and may this account read it?",
        ),
        "key_twice": ("La clé « {key} » est écrite deux fois.", "The key “{key}” is written twice."),
        "not_a_number": ("{got} n'est pas un nombre.", "{got} is not a number."),
        "not_an_object": ("Il faut un objet {{…}} (reçu : {got}).", "An object {{…}} is needed (got: {got})."),
        "missing_key": ("Il manque « {key} ».", "“{key}” is missing."),
        "unknown_key": (
            "Clé inconnue : « {key} ». Clés connues : {known}.",
            "Unknown key: “{key}”. Known keys: {known}.",
        ),
        "unknown_method": ("Méthode inconnue : {got}. Méthodes : {known}.", "Unknown method: {got}. Methods: {known}."),
        "unknown_value": (
            "« {key} » : {got} n'existe pas. Valeurs possibles : {known}.",
            "“{key}”: there is no {got}. Possible values: {known}.",
        ),
        "wrong_type": ("« {key} » : il faut {wanted} (reçu : {got}).", "“{key}”: {wanted} is needed (got: {got})."),
        "out_of_bounds": (
            "« {key} » : il faut un nombre de {low} à {high}.",
            "“{key}”: a number from {low} to {high} is needed.",
        ),
        "too_long": ("« {key} » : {high} caractères au plus.", "“{key}”: {high} characters at most."),
        "not_text": ("« {key} » : ce texte ne s'écrit pas en UTF-8.", "“{key}”: this text cannot be written in UTF-8."),
        "how_many": (
            "{got} équipe(s) : il en faut de {low} à {high}.",
            "{got} team(s): from {low} to {high} are needed.",
        ),
        "number_twice": ("Deux équipes portent le n° {number}.", "Two teams have no. {number}."),
        "twice_in_list": ("« {key} » : un numéro est écrit deux fois.", "“{key}”: a number is written twice."),
        "met_itself": (
            "« {key} » : l'équipe {number} s'y trouve elle-même.",
            "“{key}”: team {number} is in its own list.",
        ),
        "not_entered": ("« {key} » : l'équipe {number} n'est pas inscrite.", "“{key}”: team {number} is not entered."),
        "third_place": (
            "« {key} » : {got} équipe(s). La petite finale se joue à deux, à la partie de la finale.",
            "“{key}”: {got} team(s). Two teams play the third-place match, in the partie of the final.",
        ),
        "two_by_two": (
            "« {key} » : {got} équipe(s). Ces matchs se jouent à deux, et une équipe n'a qu'une table.",
            "“{key}”: {got} team(s). Such matches are played two by two, and a team has one table only.",
        ),
        "not_a_result": ("« {key} » : ce n'est pas le résultat d'un tirage.", "“{key}”: this is no result of a draw."),
        "seated_twice": ("L'équipe {number} est assise deux fois.", "Team {number} is seated twice."),
        "too_few_players": (
            "{got} joueur(s) : cette méthode en demande au moins {low}.",
            "{got} player(s): this method needs at least {low}.",
        ),
        "still_in": (
            "{groups} sont au même endroit du tableau : leur match n'a pas encore donné de gagnant.",
            "{groups} are at the same place of the bracket: their match has no winner yet.",
        ),
        "not_in_bracket": (
            "{groups} : hors du tableau. Une équipe ne peut pas y entrer après le premier tirage.",
            "{groups}: not in the bracket. No team can enter after the first draw.",
        ),
        "round_beyond": (
            "Partie {round} : le tirage n'en prévoit que {last}.",
            "Round {round}: the draw holds only {last}.",
        ),
        "usage": (
            "Usage : python -m tournament.tirages draw|replay [--lines] FICHIER (ou -)",
            "Usage: python -m tournament.tirages draw|replay [--lines] FILE (or -)",
        ),
        # A draw that cannot exist
        "alone": (
            "Impossible : l'équipe {groups} ne peut plus jouer contre personne.",
            "Impossible: team {groups} has no opponent left.",
        ),
        "all_met": (
            "Impossible : {groups} se sont toutes déjà rencontrées (ou doivent être séparées) et ne peuvent jouer que "
            "contre {others} : {need} adversaires à trouver, {there} possible(s).",
            "Impossible: {groups} have all met each other (or must be kept apart) and may only play {others}: {need} "
            "opponents to find, {there} possible.",
        ),
        "all_met_alone": (
            "Impossible : {groups} se sont toutes déjà rencontrées (ou doivent être séparées), et aucune autre équipe ne "
            "peut jouer contre elles.",
            "Impossible: {groups} have all met each other (or must be kept apart), and no other team may play them.",
        ),
        "odd_groups": (
            "Impossible : ces groupes, chacun d'un nombre impair, ne peuvent jouer qu'entre eux ou contre {others} : "
            "{groups}. Il reste une équipe seule dans chacun, soit {need}, pour {there} adversaire(s) possible(s).",
            "Impossible: these groups, each of an odd number, may only play among themselves or {others}: {groups}. One "
            "team of each is left alone, {need} in all, for {there} possible opponent(s).",
        ),
        "odd_groups_alone": (
            "Impossible : ces groupes, chacun d'un nombre impair, ne peuvent jouer qu'entre eux : {groups}. Il reste une "
            "équipe seule dans chacun.",
            "Impossible: these groups, each of an odd number, may only play among themselves: {groups}. One team of each "
            "is left alone.",
        ),
        "same_table": (
            "Impossible : {groups} demandent toutes la table {table}. Deux équipes au plus peuvent y jouer.",
            "Impossible: {groups} all ask for table {table}. At most two teams can play there.",
        ),
        "rematches": (
            "Impossible sans revanche : {groups} se rencontreraient de nouveau. Choisissez « le moins de revanches ».",
            "Impossible without a rematch: {groups} would meet again. Choose “fewest rematches”.",
        ),
        "clubs": (
            "Impossible en séparant les clubs : {groups} se rencontreraient.",
            "Impossible with clubs apart: {groups} would meet.",
        ),
        "fixed": (
            "Impossible : avec cette méthode, {groups} ne peuvent pas toutes garder leur table. Retirez la table fixe de l'une "
            "d'elles, sur sa page.",
            "Impossible: with this method {groups} cannot all keep their table. Take the fixed table of one of them away, on "
            "its page.",
        ),
        "relay": (
            "Le relais demande un nombre pair de parties et au moins autant d'équipes : {parties} parties, {got} équipes.",
            "The relay needs an even number of parties and at least as many teams: {parties} parties, {got} teams.",
        ),
        "different": (
            "Ce procès-verbal ne redonne pas son résultat : {keys} diffère(nt).",
            "These minutes do not give their result again: {keys} differ(s).",
        ),
        # The reason of each table
        "neighbours": ("{a} contre {b} : voisines au classement.", "{a} v {b}: neighbours in the ranking."),
        "in_order": ("{a} contre {b} : dans l'ordre d'inscription.", "{a} v {b}: in order of registration."),
        "met": ("{a} contre {b} : {x} et {y} se sont déjà rencontrées.", "{a} v {b}: {x} and {y} have met."),
        "make_up": (
            "{a} contre {b} : {x} et {y} se rencontrent pour rattraper leur repos.",
            "{a} v {b}: {x} and {y} meet to make up for their rests.",
        ),
        "club": (
            "{a} contre {b} : {x} et {y} sont du même club ou de la même commune.",
            "{a} v {b}: {x} and {y} are of the same club or commune.",
        ),
        "fixed_tables": (
            "{a} contre {b} : {x} et {y} ont chacune leur table fixe.",
            "{a} v {b}: {x} and {y} each have a fixed table.",
        ),
        "asked_table": (
            "{a} contre {b} : toutes deux demandent la table {table}.",
            "{a} v {b}: both ask for table {table}.",
        ),
        "same_cost": (
            "{a} contre {b} : même somme d'écarts, tables plus serrées.",
            "{a} v {b}: same sum of gaps, closer tables.",
        ),
        "kept_open": (
            "{a} contre {b} : les tables sont choisies pour que les parties suivantes puissent se jouer, jusqu'à la {until}.",
            "{a} v {b}: the tables are chosen so that the rounds to come can be played, up to round {until}.",
        ),
        "rematch": (
            "{a} contre {b} : déjà rencontrées ; aucun tirage ne fait moins de {count} revanche(s).",
            "{a} v {b}: they have met; no draw has fewer than {count} rematch(es).",
        ),
        "rematch_kept": ("{a} contre {b} : déjà rencontrées.", "{a} v {b}: they have met."),
        "club_met": (
            "{a} contre {b} : même club ou même commune ; on ne peut pas mieux séparer.",
            "{a} v {b}: same club or commune; unavoidable.",
        ),
        "lot": ("{a} contre {b} : tirées au sort.", "{a} v {b}: drawn by lot."),
        "planned": ("{a} contre {b} : partie {round} de la rotation.", "{a} v {b}: round {round} of the rotation."),
        "planned_gone": (
            "{a} contre {b} : {gone}, l'adversaire prévu de {who}, n'est pas là.",
            "{a} v {b}: {gone}, planned against {who}, is not here.",
        ),
        "planned_again": (
            "{a} contre {b} : la rotation est refaite pour les équipes présentes.",
            "{a} v {b}: the rotation is made again for the teams here.",
        ),
        "planned_tables": (
            "{a} contre {b} : la rotation est refaite, deux équipes à table fixe s'y rencontreraient.",
            "{a} v {b}: the rotation is made again: two teams that keep their tables would meet in it.",
        ),
        "planned_ahead": (
            "{a} contre {b} : la rotation est refaite, pour que les parties annoncées puissent toutes se jouer.",
            "{a} v {b}: the rotation is made again, so that all the parties announced can be played.",
        ),
        "bracket": ("{a} contre {b} : leur place dans le tableau.", "{a} v {b}: their place in the bracket."),
        "bracket_lot": (
            "{a} contre {b} : leur place dans le tableau, tirée au sort.",
            "{a} v {b}: their place in the bracket, drawn by lot.",
        ),
        "bracket_seeds": (
            "{a} contre {b} : têtes de série n° {seed_a} et n° {seed_b} du tableau.",
            "{a} v {b}: seeds {seed_a} and {seed_b} of the bracket.",
        ),
        "bracket_lot_clubs": (
            "{a} contre {b} : leur place dans le tableau, tirée au sort, ceux d'un même club ou d'une même commune éloignés.",
            "{a} v {b}: their place in the bracket, drawn by lot with those of one club or commune apart.",
        ),
        "bracket_met": (
            "{a} contre {b} : leur place dans le tableau ; par leur classement, {x} et {y} se seraient rencontrées de nouveau.",
            "{a} v {b}: their place in the bracket; by rank {x} and {y} would have met again.",
        ),
        "bracket_apart": (
            "{a} contre {b} : leur place dans le tableau, choisie pour que celles qui se sont déjà rencontrées n'y soient pas proches.",
            "{a} v {b}: their place in the bracket, changed to keep apart those that have met.",
        ),
        "winners": (
            "{a} contre {b} : match {match} du tour, entre les vainqueurs des {before} {one} et {other}.",
            "{a} v {b}: match {match} of the round, between the winners of {before} {one} and {other}.",
        ),
        "winners_sixteenth": (
            "{a} contre {b} : seizième de finale {match}, entre les vainqueurs des {before} {one} et {other}.",
            "{a} v {b}: match {match} of the last 32, between the winners of {before} {one} and {other}.",
        ),
        "winners_eighth": (
            "{a} contre {b} : huitième de finale {match}, entre les vainqueurs des {before} {one} et {other}.",
            "{a} v {b}: match {match} of the last 16, between the winners of {before} {one} and {other}.",
        ),
        "winners_quarter": (
            "{a} contre {b} : quart de finale {match}, entre les vainqueurs des {before} {one} et {other}.",
            "{a} v {b}: quarter-final {match}, between the winners of {before} {one} and {other}.",
        ),
        "winners_half": (
            "{a} contre {b} : demi-finale {match}, entre les vainqueurs des {before} {one} et {other}.",
            "{a} v {b}: semi-final {match}, between the winners of {before} {one} and {other}.",
        ),
        "winners_final": (
            "{a} contre {b} : la finale, entre les vainqueurs des deux demi-finales.",
            "{a} v {b}: the final, between the winners of the two semi-finals.",
        ),
        "third": ("{a} contre {b} : la petite finale (3e place).", "{a} v {b}: the third-place match."),
        "beside": ("{a} contre {b} : un match de classement.", "{a} v {b}: a match for a place."),
        "late_pair": (
            "{a} contre {b} : arrivées après le tirage des poules, sans place libre.",
            "{a} v {b}: they came after the draw of the pools, where no place is free.",
        ),
        "bracket_moved": (
            "{a} contre {b} : leur place dans le tableau. {who} quitte la table {asked} pour ce match.",
            "{a} v {b}: their place in the bracket. {who} leaves table {asked} for this match.",
        ),
        "bracket_final": ("{a} contre {b} : la finale.", "{a} v {b}: the final."),
        **{
            f"bracket_{stage}{suffix}": (
                f"{{a}} contre {{b}} : {french}{how[0]}.",
                f"{{a}} v {{b}}: {english}{how[1]}.",
            )
            for stage, (french, english) in STAGES.items()
            for suffix, how in STAGE_REASONS.items()
        },
        "pool": ("{a} contre {b} : tour {round} de la poule {pool}.", "{a} v {b}: turn {round} of pool {pool}."),
        "many": ("{a} contre {b} : par tirage au sort.", "{a} v {b}: by lot."),
        "many_new": (
            "{a} contre {b} : par tirage au sort, personne ne s'y est déjà rencontré.",
            "{a} v {b}: by lot, nobody here has sat with another before.",
        ),
        "many_again": (
            "{a} contre {b} : par tirage au sort ; {again} ont déjà joué à la même table.",
            "{a} v {b}: by lot; {again} have sat at one table before.",
        ),
        "many_ranked": (
            "{a} contre {b} : rangs {low} à {high} du classement.",
            "{a} v {b}: ranks {low} to {high}.",
        ),
        "exempt_last": (
            "{a} exempte : la moins bien classée parmi les moins souvent exemptes, parties manquées comprises ({count} fois).",
            "{a} sits out: the lowest ranked of those exempt least often, parties missed included ({count} times).",
        ),
        "exempt_drawn": (
            "{a} exempt par le sort, entre {equals} à égalité parmi les moins souvent exempts, parties manquées comprises "
            "({count} fois).",
            "{a} sits out: by lot among {equals} equal teams, of those exempt least often, parties missed included "
            "({count} times).",
        ),
        "exempt_possible": (
            "{a} exempte : un tirage est possible sans elle, mais pas sans {others}.",
            "{a} sits out: without it a draw exists, which is not true of {others}.",
        ),
        "exempt_open": (
            "{a} exempte : sans elle, les parties suivantes peuvent se jouer jusqu'à la {until} ; pas sans {others}.",
            "{a} sits out: without it the rounds to come can be played up to round {until}; not so without {others}.",
        ),
        "exempt_number": (
            "{a} exempte : la dernière inscrite des moins souvent exemptes, parties manquées comprises ({count} fois).",
            "{a} sits out: the last registered of those exempt least often, parties missed included ({count} times).",
        ),
        "exempt_equal_number": (
            "{a} exempte : la moins bien classée des moins souvent exemptes, parties manquées comprises ({count} fois) ; "
            "à égalité, le numéro le plus grand.",
            "{a} sits out: the lowest ranked of those exempt least often, parties missed included ({count} times); "
            "among equals, the highest number.",
        ),
        "exempt_rest": ("{a} se repose cette partie.", "{a} rests this round."),
        "exempt_turn": (
            "{a} exempte : les équipes sont en nombre impair, chacune se repose une fois.",
            "{a} sits out: the teams are an odd number, each sits out once.",
        ),
        "exempt_odd": (
            "{a} exempte : les équipes sont en nombre impair, et elle est des moins souvent exemptes, parties manquées "
            "comprises ({count} fois).",
            "{a} sits out: the teams are an odd number, and it is one of those exempt least often, parties missed included "
            "({count} times).",
        ),
        "exempt_plan": (
            "{a} sans table : personne ne peut jouer contre elle à ce tour du plan.",
            "{a} has no table: nobody can play it at this turn of the plan.",
        ),
        "exempt_pool": (
            "{a} exempte : la poule {pool} est en nombre impair, chacune s'y repose une fois.",
            "{a} sits out: pool {pool} is an odd number, each sits out once there.",
        ),
        "exempt_pool_over": (
            "{a} exempte : la poule {pool} a joué tous ses matchs.",
            "{a} sits out: pool {pool} has played all its matches.",
        ),
        "exempt_no_place": (
            "{a} exempte : pas de place libre dans une poule.",
            "{a} sits out: no free place in a pool.",
        ),
        "exempt_lot": (
            "{a} ne joue pas cette partie : par tirage au sort parmi les moins souvent exempts, parties manquées comprises ({count} fois).",
            "{a} does not play this round: by lot among those exempt least often, parties missed included ({count} times).",
        ),
        "exempt_through": (
            "{a} passe sans jouer : il n'y a plus d'adversaire en face.",
            "{a} goes on without playing: no opponent is left on the other side.",
        ),
        "exempt_bye": (
            "{a} exempte du cadrage : place tirée au sort dans le tableau.",
            "{a} has a bye: its place in the bracket was drawn by lot.",
        ),
        "exempt_bye_seed": (
            "{a} exempte du cadrage : n° {seed} dans l'ordre des têtes de série ; les {byes} premiers en sont exempts.",
            "{a} has a bye: seed no. {seed}; byes go to the first {byes}.",
        ),
        "exempt_bye_apart": (
            "{a} exempte du cadrage : sa place dans le tableau, choisie pour éloigner celles d'une même poule.",
            "{a} has a bye: its place in the bracket keeps those of one pool apart.",
        ),
        "exempt_gone": (
            "{a} sans table : son adversaire de ce tour, {gone}, n'est pas là.",
            "{a} has no table: its opponent of this turn, {gone}, is not here.",
        ),
    }
)


def sentence(reason: str, lang: str = "fr", **params: Any) -> str:
    """Return the sentence for *reason* with its *params*, in French or English."""
    return SENTENCES[reason].say(lang, **{name: _words(name, value, lang) for name, value in params.items()})


def _words(name: str, value: Any, lang: str) -> Any:
    if name == "wanted":
        return KINDS[value].in_lang(lang)
    if name == "before":
        return ROUNDS_BEFORE[value].in_lang(lang)
    return listed(value, lang) if isinstance(value, list | tuple) else value


def listed(items: Iterable[Any], lang: str = "fr") -> str:
    """Return a list of numbers in words: « 1, 2 et 5 »."""
    words = [str(item) if not isinstance(item, list | tuple) else "-".join(map(str, item)) for item in items]
    if len(words) > 12:
        words = [*words[:11], OTHERS.say(lang, count=len(words) - 11)]
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + AND.in_lang(lang) + words[-1]
