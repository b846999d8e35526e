"""Put a season into words: its rules, the lines of its table, and why somebody has a rank."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from scoring.ranking.origins import Ranked, rank_origins
from scoring.seasons.models import Season
from scoring.seasons.outlook import Need, SeasonOutlook, outlook
from scoring.seasons.rules import whole_rules
from scoring.seasons.scales import PER_DONNE, POINTS, RANK, RESULTS
from scoring.seasons.selectors import RUNNING, EveningOfSeason, SeasonStanding, key_of
from scoring.seasons.table import SeasonEvening, SeasonMove, SeasonRow, SeasonTable, Slot
from scoring.seasons.words import PARTS, TIES, figure
from tournament.figures import date_words
from tournament.names import place_key, place_spellings
from tournament.people.naming import Audience
from tournament.registration.models import CATEGORIES

SHOWN_EVENINGS = 12  # columns of the table: the latest ones


class SeasonCell(NamedTuple):
    """One evening of somebody in the table: `text` empty where it was not there; *dropped*: it is not among the best."""

    text: str = ""
    dropped: bool = False


class SeasonBoardLine(NamedTuple):
    """One line of the table in words. `key` names the person or pair in addresses; `rank` is 0 for none yet."""

    rank: int
    tied: bool
    key: str
    name: str
    total: str
    counted: int
    evenings: int
    cells: Sequence[SeasonCell]
    separated_by: str
    lacks: int


class SlotStory(NamedTuple):
    """An evening, or day, of somebody: what it brought line by line, and why it does not count where it does not."""

    title: str
    value: str
    lines: Sequence[str]
    dropped: str = ""


class SeasonWhy(NamedTuple):
    """The explanation of a rank, and of what one more evening would bring."""

    line: SeasonBoardLine
    slots: Sequence[SlotStory]
    neighbours: Sequence[str]
    stake: Sequence[str]


def rules_in_words(season: Season) -> list[str]:
    """Return the règlement of a season, a sentence a rule."""
    rules = whole_rules(season.rules)
    each = {
        POINTS: _("An evening brings its points."),
        PER_DONNE: _("An evening brings its points, divided by the donnes of its parties."),
        RESULTS: _(
            "A partie brings %(won)s when it is won, %(drawn)s when it is drawn, %(lost)s when it is lost; nothing when "
            "exempt, unless that counts as won."
        )
        % rules,
        RANK: _("The rank of the evening brings, from the first on: %(ranks)s; from there on %(beyond)s.")
        % {"ranks": ", ".join(map(str, rules["ranks"])), "beyond": rules["beyond"]},
    }
    bonus = [
        (rules["presence"], _("Being there brings %(n)s more.")),
        (rules["final_won"], _("Winning the final brings %(n)s more.")),
        (rules["final_lost"], _("Losing the final brings %(n)s more.")),
    ]
    lines = [each[rules["scale"]], *(text % {"n": value} for value, text in bonus if value)]
    lines.append(
        ngettext("The best evening counts.", "The best %(n)s evenings count.", rules["best"]) % {"n": rules["best"]}
        if rules["best"]
        else _("All evenings count.")
    )
    if rules["one_a_day"]:
        lines.append(_("The concours of one day, afternoon and evening, are one evening."))
    # Question: what a player has who was replaced in mid evening; no règlement that we know says it, and the parties of a
    # rank cannot be shared out. An organiser who wants the evening for the one who left keeps that name in the team.
    lines.append(
        _(
            "An evening counts whole for the players entered at its end; one who was replaced, or whose team was "
            "excluded, has nothing of it."
        )
    )
    if rules["minimum"]:
        text = ngettext("A rank needs %(n)s evening.", "A rank needs %(n)s evenings.", rules["minimum"])
        lines.append(text % {"n": rules["minimum"]})
    if rules["origins"]:
        text = ngettext(
            "Communes are ranked by the best of each.",
            "Communes are ranked by the total of the best %(n)s of each.",
            rules["origins"],
        )
        lines.append(text % {"n": rules["origins"]})
    if rules["ties"]:
        ties = ", ".join(str(TIES[key]) for key in rules["ties"])
        lines.append(_("Between equals decide, in this order: %(ties)s.") % {"ties": ties})
    return lines


def board_lines(
    standing: SeasonStanding,
    *,
    audience: Audience = Audience.ORGANISERS,
    category: str = "",
    columns: Sequence[EveningOfSeason] = (),
) -> list[SeasonBoardLine]:
    """Return the lines of the table, of one *category* with its own ranks; a cell for each of *columns*."""
    table = standing.table
    rows = table.in_category(category) if category else [(row.rank, row) for row in table.rows]
    return [_line(standing, row, rank, audience=audience, columns=columns) for rank, row in rows]


def columns_of(standing: SeasonStanding) -> list[EveningOfSeason]:
    """Return the evenings that have a column: the latest that have brought something."""
    return [one for one in standing.evenings if one.columns][-SHOWN_EVENINGS:]


class CommuneLine(NamedTuple):
    """A commune in the ranking of a season. `total` is in points of the season; one that `lacks` people has rank 0."""

    rank: int
    tied: bool
    name: str
    total: str
    exact: Fraction | int
    lacks: int


def commune_lines(standing: SeasonStanding) -> list[CommuneLine]:
    """Return the communes by their best people, or pairs, that have a rank; none where the season has no such ranking."""
    best = whole_rules(standing.season.rules)["origins"]
    if not best:
        return []
    table, communes = standing.table, standing.communes
    names = place_spellings(commune for commune in communes.values() if commune)
    ranked = [
        Ranked(row.who, row.rank, table.points(row.total), tuple({place_key(place) for place in places}))
        for row in table.rows
        if row.rank and (places := [communes[pk] for pk in row.who if communes.get(pk)])
    ]
    rows = rank_origins(ranked, best=best, by=POINTS)
    return [
        CommuneLine(row.rank, row.tied, names[row.origin][0], figure(row.total), row.total, row.lacks) for row in rows
    ]


def categories_of(standing: SeasonStanding) -> list[tuple[str, str]]:
    """Return the categories that somebody in the table has, as (key, label)."""
    there = {row.category for row in standing.table.rows} - {""}
    return [(key, str(label)) for key, label in CATEGORIES.items() if key in there]


def _line(
    standing: SeasonStanding, row: SeasonRow, rank: int, *, audience: Audience, columns: Sequence[EveningOfSeason] = ()
) -> SeasonBoardLine:
    table = standing.table
    by_slot = {slot.slot: SeasonCell(figure(table.points(slot.value))) for slot in row.counted}
    by_slot |= {slot.slot: SeasonCell(figure(table.points(slot.value)), dropped=True) for slot in row.dropped}
    return SeasonBoardLine(
        rank,
        row.tied,
        key_of(row.who),
        standing.name(row.who, audience=audience),
        figure(table.points(row.total)),
        len(row.counted),
        row.evenings,
        [by_slot.get(table.slot_of(one.of_table), SeasonCell()) for one in columns] if columns else (),
        row.separated_by,
        row.lacks,
    )


def why(standing: SeasonStanding, row: SeasonRow, *, audience: Audience = Audience.ORGANISERS) -> SeasonWhy:
    """Explain a rank to the last figure."""
    line = _line(standing, row, row.rank, audience=audience)
    slots = [_slot_story(standing, slot) for slot in row.counted]
    slots += [_slot_story(standing, slot, least=row.counted) for slot in row.dropped]
    return SeasonWhy(line, slots, _neighbours(standing, row, audience=audience), stakes(standing, row))


def _slot_story(standing: SeasonStanding, slot: Slot, *, least: Sequence[Slot] = ()) -> SlotStory:
    table = standing.table
    evenings = {one.pk: one for one in standing.evenings}
    there = [evenings[entry.evening] for entry in slot.entries]
    title = " + ".join(one.name for one in there) + f" · {date_words(there[0].date, 'j F Y')}"
    lines = []
    for line in table.lines(slot):
        word, part = PARTS[line.part.kind], line.part
        value = figure(part.value) if part.times == 1 else f"{part.times} × {figure(part.each)}"
        text = _("%(part)s: %(value)s") % {"part": word, "value": value}
        if part.kind == RANK:
            rank = next(entry.rank for entry in slot.entries if entry.evening == line.evening)
            text = _("rank %(rank)s: %(value)s") % {"rank": rank, "value": figure(part.value)}
        if line.weight > 1:
            text = _("%(text)s, counted %(weight)s times") % {"text": text, "weight": line.weight}
        lines.append(text)
    dropped = ""
    if least:
        smallest = min(one.value for one in least)
        dropped = ngettext(
            "does not count: %(count)s better evening does, with %(value)s",
            "does not count: %(count)s better evenings do, the least of them with %(value)s",
            len(least),
        ) % {"count": len(least), "value": figure(table.points(smallest))}
    return SlotStory(title, figure(table.points(slot.value)), lines, dropped)


def _neighbours(standing: SeasonStanding, row: SeasonRow, *, audience: Audience) -> list[str]:
    """State what separates a row from the ranks above and below it."""
    if not row.rank:
        return []
    ranked = [one for one in standing.table.rows if one.rank]
    same = [one for one in ranked if one.rank == row.rank]
    first = ranked.index(same[0])
    found = []
    if first > 0:
        found.append(_separated(standing, ranked[first - 1], same[0], ranked[first - 1], audience=audience))
    if len(same) > 1:
        names = ", ".join(standing.name(one.who, audience=audience) for one in same if one is not row)
        found.append(_("Equal on everything with %(names)s.") % {"names": names})
    if first + len(same) < len(ranked):
        below = ranked[first + len(same)]
        found.append(_separated(standing, same[0], below, below, audience=audience))
    return found


def _separated(
    standing: SeasonStanding, above: SeasonRow, below: SeasonRow, other: SeasonRow, *, audience: Audience
) -> str:
    table, key = standing.table, below.separated_by
    words = {"name": standing.name(other.who, audience=audience), "rank": other.rank}
    if key in TIES:
        figures = [one.values[key] for one in (above, below)]
        if key == "best":
            texts = [figure(table.points(value)) for value in figures]
        else:
            texts = [str(value) for value in figures]
        words |= {"criterion": str(TIES[key]), "above": texts[0], "below": texts[1]}
        if other is above:
            return _("Behind %(name)s (rank %(rank)s) by %(criterion)s: %(below)s against %(above)s.") % words
        return _("Before %(name)s (rank %(rank)s) by %(criterion)s: %(above)s against %(below)s.") % words
    words["gap"] = figure(table.points(above.total - below.total))
    if other is above:
        return _("%(gap)s behind %(name)s (rank %(rank)s).") % words
    return _("%(gap)s before %(name)s (rank %(rank)s).") % words


def stakes(standing: SeasonStanding, row: SeasonRow) -> list[str]:
    """State what the next evening would bring, the others staying where they are."""
    coming = standing.next_evening
    evening = coming.of_table if coming else SeasonEvening(0, 0)
    stake = outlook(standing.table, row, evening)
    where = _("in one more evening") if coming is None else _("in “%(name)s”") % {"name": coming.name}
    words = {"where": where, "lacks": stake.lacks}
    if stake.lacks:
        text = ngettext(
            "After the next evening %(lacks)s more is needed for a rank.",
            "After the next evening %(lacks)s more are needed for a rank.",
            stake.lacks,
        )
        return [text % words]
    lines = [
        _stake_of(standing.table, need, words, more=coming is not None and coming.state == RUNNING)
        for need in stake.needs
    ]
    if stake.replaces is not None and (kept := _replaced(standing, stake)):
        lines.append(kept)
    return lines


def _replaced(standing: SeasonStanding, stake: SeasonOutlook) -> str:
    """State which evening a better one pushes out."""
    assert stake.replaces is not None
    table = standing.table
    names = {one.pk: one.name for one in standing.evenings}
    title = " + ".join(names[entry.evening] for entry in stake.replaces.entries)
    value = figure(table.points(stake.replaces.value))
    return _("An evening that brings more than %(value)s takes the place of “%(title)s”.") % {
        "value": value,
        "title": title,
    }


def _stake_of(table: SeasonTable, need: Need, words: dict[str, object], *, more: bool) -> str:
    """State what is needed for a place, in the terms of the scale."""
    scale = table.rules.scale
    words = words | {"rank": need.rank}
    if need.ahead == 0:
        return _("Rank %(rank)s: being there is enough %(where)s.") % words
    if scale.kind == RANK:
        return _by_rank(table, need, words)
    words |= {"level": figure(table.points(need.level)), "ahead": figure(table.points(need.ahead))}
    if scale.kind == PER_DONNE:
        return _("Rank %(rank)s: more than %(level)s points per donne are needed %(where)s.") % words
    if scale.kind == RESULTS:
        text = _("Rank %(rank)s: %(ahead)s points for parties are needed %(where)s.") % words
    elif more:
        text = _("Rank %(rank)s: %(ahead)s points more are needed %(where)s.") % words
    else:
        text = _("Rank %(rank)s: %(ahead)s points are needed %(where)s.") % words
    # Where the evening counts double, no whole figure may make equal.
    equal = _("With %(level)s: equal.") % words
    return text if need.level == need.ahead else f"{text} {equal}"


def _by_rank(table: SeasonTable, need: Need, words: dict[str, object]) -> str:
    worst = table.rules.scale.worst_rank(Fraction(need.ahead, table.unit))
    if worst is None:
        level = table.rules.scale.worst_rank(Fraction(need.level, table.unit))
        if level:
            return _("Rank %(rank)s: place %(place)s is needed %(where)s, to be equal.") % (words | {"place": level})
        return _("Rank %(rank)s is out of reach %(where)s.") % words
    if worst == 0:
        return _("Rank %(rank)s: any place is enough %(where)s.") % words
    return _("Rank %(rank)s: place %(place)s or better is needed %(where)s.") % (words | {"place": worst})


class MoveLine(NamedTuple):
    """A move in words; a rank of 0 is none, a total of "" that of somebody who was not in the table."""

    name: str
    key: str
    rank_before: int
    rank: int
    before: str
    total: str


def move_lines(standing: SeasonStanding, found: Sequence[SeasonMove]) -> list[MoveLine]:
    """Return the moves in words."""
    return [
        MoveLine(
            standing.name(one.who),
            key_of(one.who),
            one.rank_before,
            one.rank,
            "" if one.before is None else figure(one.before),
            "" if one.total is None else figure(one.total),
        )
        for one in found
    ]
