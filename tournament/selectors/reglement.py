"""The règlement of a concours, written from its settings: what every player may know beforehand (S0 10.1.3, 10.3)."""

from itertools import accumulate

from django.utils import formats
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

import rules
from rules import Section, Sentence
from tournament.criteria import CRITERIA
from tournament.models import Tournament
from tournament.phases import KNOCK_OUT, has_places, phases_of
from tournament.presets import PENALTY_WAYS
from tournament.tirages import TIRAGES

# The whole must stay on one sheet of paper: the first lots are named, the others counted.
LOTS_LETTERS = 400

CHAMPIONSHIP = "S1 incidents D"
AMICABLE = "S1 incidents"
CARD_ORDER = "S0 3"
PRIVACY = "S1 §3"


def reglement_of(tournament: Tournament) -> list[Section]:
    """Every setting of *tournament* in full sentences, in the language of the moment. At most one query."""
    return [
        Section(_("Players") if tournament.singles else _("Teams"), _teams(tournament)),
        Section(_("Parties"), _parties(tournament)),
        *rules.reglement(tournament.rule_set, tournament.rule_options, get_language() or "fr"),
        Section(_("Draws"), _draws(tournament)),
        Section(_("Exempt player") if tournament.singles else _("Exempt team"), _exempt(tournament)),
        Section(_("Lateness, forfeit, departure"), _forfeit(tournament)),
        Section(_("Ranking"), _ranking(tournament)),
        Section(_("Incidents and referee"), _referee()),
        *([Section(_("Penalties"), _penalties(tournament))] if tournament.penalties else ()),
        Section(_("Prizes"), _lots(tournament)),
        Section(_("Names and pictures"), _names(tournament)),
    ]


def letters_in(sections: list[Section]) -> int:
    """How long a règlement is, which decides the size of its letters on paper."""
    return sum(len(sentence.text) + len(sentence.article) for section in sections for sentence in section.sentences)


def cited_sources(sections: list[Section]) -> list[tuple[str, str]]:
    """The documents that the sentences of *sections* cite: (S0, its title)."""
    keys = {sentence.article.split(" ")[0] for section in sections for sentence in section.sentences}
    return [(key, source.title) for key, source in rules.SOURCES.items() if key in keys]


def _say(text: str, article: str = "") -> Sentence:
    """One sentence, and the article it comes from ("" where the organiser alone decides)."""
    return Sentence(text, article)


def euros(cents: int) -> str:
    """*cents* as an amount: 14 € or 14,50 €."""
    return f"{formats.number_format(cents / 100, decimal_pos=2 if cents % 100 else 0)} €"


def _teams(tournament: Tournament) -> list[Sentence]:
    if tournament.fee_cents:
        share = (
            _("The share in the costs is %(fee)s for each player.")
            if tournament.singles
            else _("The share in the costs is %(fee)s for each team.")
        )
        fee = share % {"fee": euros(tournament.fee_cents)}
    else:
        fee = _("Taking part is free.")
    if tournament.singles:
        who = _("Everyone enters alone and has a number, by which he is called; the ranking is of persons.")
    else:
        who = _("The concours is played by teams of two players. Each team has a number, by which it is called.")
    if tournament.max_teams:
        places = _("There are %(places)s places; who comes later is on a waiting list, in the order of arrival.")
        full = [_say(places % {"places": tournament.max_teams})]
    else:
        full = []
    return [
        _say(who),
        *full,
        _say(fee),
        _say(
            _(
                "A team may change its players until the first draw is published; afterwards only for force majeure, "
                "as the organisers decide, on record."
            ),
            CHAMPIONSHIP,
        ),
        _say(
            {
                "zero": _("A team that comes later enters at the next partie; it marks nothing for those it missed."),
                "exempt": _(
                    "A team that comes later enters at the next partie; for those it missed it marks as much as an exempt "
                    "team, neither won nor lost."
                ),
            }[tournament.missed_policy]
        ),
    ]


def _parties(tournament: Tournament) -> list[Sentence]:
    donnes, points = (tournament.rule_options.get(limit) for limit in ("limite_donnes", "limite_points"))
    figures = {"parties": tournament.parties, "donnes": donnes, "points": points}
    if donnes and points:
        text = ngettext(
            "The concours is played in %(parties)s partie of %(donnes)s donnes or %(points)s points, whichever is "
            "reached first.",
            "The concours is played in %(parties)s parties of %(donnes)s donnes or %(points)s points, whichever is "
            "reached first.",
            tournament.parties,
        )
    elif donnes:
        text = ngettext(
            "The concours is played in %(parties)s partie of %(donnes)s donnes.",
            "The concours is played in %(parties)s parties of %(donnes)s donnes.",
            tournament.parties,
        )
    elif not points:
        text = ngettext(
            "The concours is played in %(parties)s partie.",
            "The concours is played in %(parties)s parties.",
            tournament.parties,
        )
    else:
        text = ngettext(
            "The concours is played in %(parties)s partie of %(points)s points.",
            "The concours is played in %(parties)s parties of %(points)s points.",
            tournament.parties,
        )
    return [
        _say(text % figures, "S0 10.4"),
        _say(
            _(
                "Both camps check the score sheet before handing it in. A sheet whose total is impossible under these "
                "rules is counted again with both camps."
            )
        ),
        _say(_counts_when(tournament)),
        *_clock(tournament),
    ]


def _clock(tournament: Tournament) -> list[Sentence]:
    """What happens when a partie lasts; nothing in a game that has no donnes to impose, or without a limit."""
    if not tournament.partie_minutes or tournament.rule_set == "escalier":
        return []
    text = ngettext(
        "A partie that lasts more than %(minutes)s minutes may be cut short by the organisers: they announce how many "
        "donnes are still to play, the one in hand counted (%(donnes)s donne as a rule). The higher total then wins; "
        "equal totals play one donne more.",
        "A partie that lasts more than %(minutes)s minutes may be cut short by the organisers: they announce how many "
        "donnes are still to play, the one in hand counted (%(donnes)s donnes as a rule). The higher total then wins; "
        "equal totals play one donne more.",
        tournament.cutoff_donnes,
    )
    return [_say(text % {"minutes": tournament.partie_minutes, "donnes": tournament.cutoff_donnes}, CHAMPIONSHIP)]


def _counts_when(tournament: Tournament) -> str:
    return {
        "typist": _("A score counts once the table de marque has typed it."),
        "two_readers": _("A score counts once two persons of the table de marque have read the same figures."),
        "both_camps": _(
            "A score counts once both camps have agreed to it, on their telephones or by signing the sheet."
        ),
    }[tournament.counts_when]


def _draws(tournament: Tournament) -> list[Sentence]:
    lang = get_language() or "fr"
    first, following = (TIRAGES[method].about(lang) for method in (tournament.first_method, tournament.next_method))
    rematch = {
        "never": _("Two teams never meet twice."),
        "least": _("Two teams meet again as seldom as possible."),
    }
    apart = {
        "no": _("Teams of the same club or commune may meet."),
        "soft": _("Teams of the same club or commune are kept apart where possible."),
        "hard": _("Teams of the same club or commune never meet."),
    }
    common, *others = phases_of(tournament)
    sentences = [_say(_("First partie: %(method)s") % {"method": first})]
    if tournament.first_method == tournament.next_method and tournament.parties > 1:
        sentences = [_say(_("All parties: %(method)s") % {"method": first})]
    elif common.stop > 2:
        sentences.append(_say(_("Following parties: %(method)s") % {"method": following}))
    sentences += [
        _say(
            _("From partie %(start)s, %(title)s: %(method)s")
            % {"start": phase.start, "title": phase.title, "method": TIRAGES[phase.method].about(lang)}
        )
        for phase in others
    ]
    third = [phase for phase in (common, *others) if phase.third_place and phase.method == KNOCK_OUT]
    if third:
        sentences.append(
            _say(_("Those beaten in the semi-finals play for the third place, beside the final."))
            if len(third) == len([phase for phase in (common, *others) if phase.method == KNOCK_OUT])
            else _say(
                _("%(title)s: those beaten in the semi-finals play for the third place, beside the final.")
                % {"title": ", ".join(str(phase.title) for phase in third)}
            )
        )
    if has_places(tournament):
        sentences.append(
            _say(
                _(
                    "In a knock-out, of two camps with as many points the one better placed before the partie goes on; "
                    "if still equal, the one with the lower number. A camp whose opponents are gone goes on."
                )
            )
        )
    elif tournament.parties > 1 and TIRAGES[tournament.next_method].seats == "teams":
        sentences.append(_say(rematch[tournament.draw_options.get("rematch", "never")]))
    kept_apart = apart[tournament.draw_options.get("club_apart", "no")]
    if tournament.draw_options.get("club_apart", "no") != "no" and tournament.draw_options.get("apart_when") == "first":
        kept_apart += " " + _("This holds for the first partie.")
    return [
        *sentences,
        _say(kept_apart),
        _say(_("Every draw is kept with its seed: anyone can draw it again and find the same tables.")),
    ]


def half_of_a_partie(tournament: Tournament) -> int:
    """Half of the points of a partie, belotes and capots apart."""
    donnes, points = (tournament.rule_options.get(limit) for limit in ("limite_donnes", "limite_points"))
    return 81 * donnes if donnes else (points or 0) // 2


def _who_rests(tournament: Tournament) -> str:
    """Who has no table in a partie, and how often."""
    if tournament.rule_set == "escalier":
        return _(
            "Tables are of 3 to 6 players, so that everyone plays every partie; whoever rests all the same is exempt."
        )
    if TIRAGES[tournament.next_method].seats == "players":
        return _(
            "Those whom the tables of four leave over are exempt from the partie; nobody is exempt twice while another "
            "who could be has not been."
        )
    if tournament.singles:
        return _(
            "When the number of players is odd, one of them is exempt from the partie; nobody is exempt twice while "
            "another who could be has not been."
        )
    return _(
        "When the number of teams is odd, one team is exempt from the partie; none is exempt twice while another that "
        "could be has not been."
    )


def _exempt(tournament: Tournament) -> list[Sentence]:
    marks = {
        "zero": _("It marks nothing for that partie."),
        "half": _("It marks half of the points of a partie, that is %(half)s points."),
        "mean": _("It marks the mean of the parties it really plays, to the nearest point."),
        "flat": _("It marks %(flat)s points."),
        "catch_up": _(
            "It plays a catch-up game against the first team to have finished that it has not met, which plays it for "
            "nothing; without one it marks half of the points of a partie, that is %(half)s points."
        ),
    }
    if tournament.exempt_policy == "relay":
        return [
            _say(
                _(
                    "When the number of teams is odd, as many teams as there are parties are drawn by lot with the first "
                    "one (A, B, C, D) and rest in turn, one at each partie. A and B make it up against each other after "
                    "partie 2, C and D after partie 4, so that all play as many parties."
                ),
                "ASCE 79 art. 6",
            )
        ]
    figures = {"half": half_of_a_partie(tournament), "flat": tournament.exempt_points}
    if tournament.exempt_wins:
        counts = _("Its partie counts as won.")
    else:
        counts = _("Its partie counts neither as won nor as lost.")
    if tournament.exempt_policy == "catch_up":
        counts = ""
    elif "match_points" in tournament.criteria and not tournament.exempt_wins:
        counts = _("It counts 2 match points, between those of a partie won and of a partie lost.")
    return [
        _say(_who_rests(tournament)),
        _say(f"{marks[tournament.exempt_policy] % figures} {counts}".strip()),
    ]


def _forfeit(tournament: Tournament) -> list[Sentence]:
    late = ngettext(
        "A team that is not ready %(minutes)s minute after the start has lost that partie.",
        "A team that is not ready %(minutes)s minutes after the start has lost that partie.",
        tournament.ready_minutes,
    )
    if not tournament.ready_minutes:
        late = _("A team that is not there when its partie is played has lost it, as the organisers decide.")
    leavers = {
        "last": _("A team that leaves before the end keeps its results and is ranked after all the others."),
        "ranked": _("A team that leaves before the end keeps its results and the rank that they give it."),
    }
    met = {
        "kept": _("those it has met keep what they marked against it."),
        "forfeit": _(
            "those it has met have won against it, with what they marked or %(points)s points, whichever is more, and it "
            "keeps nothing of these parties."
        )
        % {"points": tournament.forfeit_points},
    }
    return [
        _say(late % {"minutes": tournament.ready_minutes}, CHAMPIONSHIP),
        _say(
            (
                _("The absent player marks −%(points)s for that partie, the others 0.")
                if tournament.rule_set == "escalier"
                else _("The team present wins that partie and marks %(points)s points; the absent one marks nothing.")
            )
            % {"points": tournament.forfeit_points}
        ),
        _say(leavers[tournament.leavers]),
        _say(
            _("The organisers may exclude a team whose conduct disturbs the concours: it is ranked last;")
            + " "
            + met[tournament.excluded_policy],
            CHAMPIONSHIP,
        ),
    ]


def _ranking(tournament: Tournament) -> list[Sentence]:
    words = [CRITERIA[criterion].sentence for criterion in tournament.criteria if criterion in CRITERIA]
    sentences = [_say(_("Teams are ranked by %(criterion)s.") % {"criterion": words[0]})] if words else []
    if has_places(tournament):
        sentences.insert(
            0,
            _say(
                _(
                    "The ranking goes first by how far a team came: those of the finals or of the main table before the "
                    "others, and in a knock-out whoever went out later before whoever went out earlier."
                )
            ),
        )
    sentences += [_say(_("If still equal, by %(criterion)s.") % {"criterion": word}) for word in words[1:]]
    if tournament.caps:
        sentences.append(
            _say(
                _(
                    "From partie %(from)s on the winner of a partie keeps %(winner)s points at most and the loser "
                    "%(loser)s, whatever they marked."
                )
                % tournament.caps
            )
        )
    return [
        *sentences,
        _say(
            _(
                "Teams equal on all of this share the rank. For the prizes each of them draws a card and the highest "
                "chooses first, in the order ace, king, queen, jack, 10, 9, 8, 7."
            ),
            CARD_ORDER,
        ),
        _say(_("No final ranking is given while the result of a table is missing.")),
    ]


def _referee() -> list[Sentence]:
    return [
        _say(_("The two teams may agree among themselves to let an incident pass, or to annul the donne."), AMICABLE),
        _say(
            _("If they do not, play stops at that moment and a referee is called. His decision is final."),
            CHAMPIONSHIP,
        ),
        _say(
            _(
                "A score can be corrected until the prizes are called. Each correction and each decision is kept with "
                "its reason."
            )
        ),
    ]


def _penalties(tournament: Tournament) -> list[Sentence]:
    """The code of penalties: what each fault costs, from which fault, and how it is marked."""
    sentences = [
        _say(_("A penalty goes to the other camp, on a line of its own beside the score. Before it is due, a warning."))
    ]
    alike: dict[tuple, list[str]] = {}
    for line in tournament.penalties:
        cost = (line["points"], line["way"] if line["points"] else "", line["from_fault"], line["article"])
        alike.setdefault(cost, []).append(line["label"])
    for (points, way, first, article), labels in alike.items():
        told = {"faults": " ; ".join(labels), "points": points, "way": PENALTY_WAYS.get(way, "")}
        text = _("%(faults)s: %(points)s points, %(way)s") % told if points else _("%(faults)s: a warning") % told
        if points and first > 1:
            text += _(", from fault no. %(fault)s on") % {"fault": first}
        sentences.append(_say(f"{text}.", article))
    return sentences


def _lots(tournament: Tournament) -> list[Sentence]:
    sentences = [_say(_("The teams are called in the order of the ranking."))]
    if not tournament.lots:
        return [*sentences, _say(_("The prizes are shown in the hall before the first partie."))]
    named = [f"{rank}. {lot}" for rank, lot in enumerate(tournament.lots, 1)]
    kept = [lot for lot, letters in zip(named, accumulate(map(len, named)), strict=True) if letters <= LOTS_LETTERS]
    more = len(named) - len(kept)
    if more:
        kept.append(ngettext("%(count)s more prize", "%(count)s more prizes", more) % {"count": more})
    shown = " ; ".join(kept)
    return [*sentences, _say(_("Prizes: %(lots)s.") % {"lots": shown.rstrip(".")})]


def _names(tournament: Tournament) -> list[Sentence]:
    if not tournament.public:
        shown = _("The ranking is shown in the hall and not on the Internet.")
    elif tournament.names_online:
        shown = _("Tables and ranking are shown, with names, in the hall and on a page for telephones.")
    else:
        shown = _(
            "Tables and ranking are shown in the hall and on a page for telephones; outside the hall only initials "
            "are shown."
        )
    return [
        _say(
            _("Names and results are kept by %(club)s to run this concours.") % {"club": tournament.club.name}
            + " "
            + shown
        ),
        _say(
            _(
                "Every player may see what is kept about him, have it corrected or erased, and refuse to be named on "
                "the Internet: ask the organisers."
            ),
            PRIVACY,
        ),
        _say(_("Entering the concours gives no right over anybody's picture: that is asked apart.")),
    ]
