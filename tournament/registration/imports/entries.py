"""Sort the rows of a sheet into teams, titles, totals and empty ones, and note what is odd about each."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournament import names
from tournament.registration.imports import beside_names, persons, poll, prose, states, telephones, threads, words
from tournament.registration.imports.books.struck import NAME_STRUCK
from tournament.registration.imports.columns import Layout
from tournament.registration.imports.entry import Entry, Say
from tournament.registration.imports.headers import folded, header_role
from tournament.registration.imports.joining import joined, of_orders, of_partners, one_by_one, unbroken
from tournament.registration.imports.plausible import with_doubts
from tournament.registration.imports.reading import Worksheet
from tournament.registration.imports.team_cells import TeamCells
from tournament.registration.imports.understanding.assignment import NAME_ROLES
from tournament.registration.imports.understanding.evidence import is_body, is_date, is_no_more, kind_of, weigh

_MOST_SHOWN, _MOST_HEADING = 200, 60
_LEAST_HEAD = 5  # letters of what a page says above its list
_MOST_SIGNED = 3  # lines below the end of a mail: a name, an office, an address
# An office, or an address: of a house, of a town by its number, of a page.
_OF_SIGNATURE = re.compile(
    r"^(?:(?:le|la|l|pour|votre|vice|co|et) )*(?:president|secretaire|secretariat|tresori|responsable|organisat|bureau|comite|amicale|club|association"
    r"|mairie|maire|adjointe?)\w*\b|^\d{1,4}(?: (?:bis|ter))? (?:rue|avenue|av|place|chemin|allee|impasse|route|bd|boulevard|lieu|quai|square)\b"
    r"|^(?:rue|avenue|place|chemin|allee|impasse|route|boulevard|lieu dit) |\b\d{5}\b|\bwww\b|\bhttps?\b"
)
_AT_THE_DOOR = re.compile(r"\b(?:presen|control|scan|pointe|arriv|venu)")
_NO = frozenset(("non", "no", "nein", "nee", "nao", "n"))
_DITTO = re.compile(r"[-–—\s]*(?:[\"″〃»]+|''|idem|dito|id)[.\s–—-]*", re.IGNORECASE)
_PARTED = re.compile(r"([^\W\d_][^,/&\d]*?)\s*,\s+([^\W\d_][^,/&\d]*)")
_Line = tuple[int, int, tuple[str, ...]]  # its first row, its last one and its cells
_PRICE = re.compile(
    r"\W*\d+(?:[.,]\d\d)?\s*(?:€|euros?|\$)\W*(?:(?:par|la|le|l)\W+)?(?:joueu\w+|[ée]quipe|personne|doublette|paire|t[êe]te)s?\W*",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s*\(\s*\d{1,3} (?:[ée]quipe|joueur|doublette|paire|inscrit|personne)s?\s*\)\s*$", re.IGNORECASE
)
_COUNT = re.compile(r"[^:=/]*[:=]\s*\d{1,3}|[^=]+\s=\s[^=]+|https?://\S+|\*+\s*[=:]?\s*[a-zà-ÿ][^A-ZÀ-Þ*]*")


def read_entries(sheet: Worksheet, layout: Layout, *, singles: bool = False) -> list[Entry]:
    """Return every row of *sheet* read as *layout* says, blank ones between them included, in order.

    With *singles* a row is one person, and one with two names is two of them.
    """
    entries: list[Entry] = []
    header = next((cells for number, cells in sheet.rows if number == layout.header), None)
    previous, writers = 0, dict(sheet.writers)
    # Each line of a thread is one of its messages.
    lines = [(number, number, cells) for number, cells in sheet.rows] if writers else unbroken(sheet.rows)
    lines = _without_dittos(lines, layout.columns("origin"))
    for role in ("player_1", "player_2", "both"):
        for place in layout.columns(role):
            lines = _without_commas(lines, place, pairs=role == "both")
    for number, last, cells in lines:
        if number > previous + 1:
            entries.append(Entry(row=previous + 1, last_row=number - 1, kind="blank"))
        previous = last
        entry = _entry(number, cells, layout, header, singles)
        if writers:
            entry = _of_message(entry, cells[0], writers.get(number, ""), singles)
        entries.append(entry if last == number else replace(entry, last_row=last))
    entries = _without_page_heads(_with_payments(_with_telephones(entries)), sheet, layout.header)
    entries = _without_headings(_without_signature(entries), dict(sheet.rows))
    if not singles:
        entries = of_partners(sheet, entries if layout.order is None else of_orders(sheet, entries, layout.order))
        entries = joined(entries)
    entries = [
        replace(entry, questions=(Say("titles", {"read": entry.text[:80]}),), problems=())
        if entry.kind == "team" and entry.row in layout.titles and not writers
        else entry
        for entry in entries
    ]
    title = header[layout.state] if header and layout.state is not None and layout.state < len(header) else ""
    entries = _marked(_with_states(sheet, _with_ticks(entries), layout, title), dict(sheet.marks))
    for place in layout.columns("comes"):
        entries = poll.of_day(sheet, entries, place, "".join((header or ())[place : place + 1]))
    if layout.sure:
        # Else it is asked first which columns hold the names.
        entries = with_doubts(entries)
    return one_by_one(entries) if singles else entries


def _without_dittos(lines: Iterable[_Line], places: Sequence[int]) -> list[_Line]:
    """Return the lines with what stands above in the place of a ditto mark, in the columns at *places*."""
    whole, above = [], dict[int, str]()
    for number, last, cells in lines:
        for place in places:
            if place < len(cells) and _DITTO.fullmatch(cells[place]):
                cells = (*cells[:place], above.get(place, ""), *cells[place + 1 :])
            elif place < len(cells):
                above[place] = cells[place]
        whole.append((number, last, cells))
    return whole


def _without_commas(lines: list[_Line], place: int, *, pairs: bool) -> list[_Line]:
    """Return the lines without the comma of a column of which most cells have one: between a family name and a first
    name, one of which is known, or of *pairs* between two people, many of whom surely are.
    """
    cells_of = [cells[place].strip() if place < len(cells) else "" for _number, _last, cells in lines]
    parted = [match.groups() for cell in cells_of if "," in cell and (match := _PARTED.fullmatch(cell))]
    if pairs:
        enough = 0.4 * len(parted) <= sum(persons.are_two_people(*names) for names in parted)
    else:
        enough = any(persons.is_given_name(first) for _family, first in parted)
        enough = enough and not any(persons.are_two_people(*names) for names in parted)
    # One of them is the title.
    if not enough or 2 * len(parted) < len([cell for cell in cells_of if cell]):
        return lines
    instead = r"\1 / \2" if pairs else r"\1 \2"
    return [
        (number, last, (*cells[:place], _PARTED.sub(instead, cell), *cells[place + 1 :]) if cell else cells)
        for (number, last, cells), cell in zip(lines, cells_of, strict=True)
    ]


def _of_message(entry: Entry, text: str, writer: str, singles: bool) -> Entry:
    """Return the row of a message, which may mean its writer too; what is not sure is one question for all the thread.

    Without a *writer* it is no message.
    """
    if not writer:
        return Entry(row=entry.row, kind="title", text=entry.text)
    pair = entry.kind == "team" and len(entry.players) == 2 and all(entry.players)
    if pair and not entry.questions and not entry.problems:
        players = entry.players
    else:
        players = threads.players_in(text, writer)
        if not players and entry.kind == "team" and any(map(persons.names_somebody, entry.players)):
            players = entry.players
    if not players:
        return Entry(row=entry.row, kind="title", text=entry.text)
    if players != entry.players:
        entry = Entry(row=entry.row, kind="team", text=entry.text)
    if singles:
        players = tuple(filter(None, players))
    elif pair and players == entry.players and not entry.questions:
        return entry
    asked = Say("of_message", {"writer": writer, "read": text[:80], "names": names.together(players)})
    return replace(entry, players=players, questions=(asked,), problems=())


def _with_ticks(entries: list[Entry]) -> list[Entry]:
    """Return the rows, a 1 read as a tick where no other amount was paid: some programs write what is ticked as 1 and 0."""
    if {entry.paid for entry in entries if not isinstance(entry.paid, bool)} != {100}:
        return entries
    return [replace(entry, paid=True) if entry.paid == 100 else entry for entry in entries]


def _with_states(sheet: Worksheet, entries: list[Entry], layout: Layout, title: str) -> list[Entry]:
    """Return the rows, each team asked about of which the list says that it is cancelled, refunded or waiting, in a column
    or in a heading above it, or « non » under *title*. Who is ticked nevertheless is a team as the list says, though it stands on two lines.
    """
    column = layout.state
    paid = [cell for place in layout.columns("paid") for _row, cells in sheet.rows for cell in cells[place : place + 1]]
    owed = {cell for cell in paid if "attente" in folded(cell)}  # the money is waited for
    # A long list has few texts of which most stand in many of its cells.
    texts = Counter(cell for _row, cells in sheet.rows for cell in {*cells})
    booked, entries = _without_booked(sheet, entries, {text for text in texts if states.may_be_booked(text)})
    gone = {cell for cell in texts.keys() - booked if states.is_no_show(cell.strip()) or states.is_replaced(cell)}
    gone |= (
        {cell for cell, often in texts.items() if 2 * often <= len(sheet.rows) and states.says_away(cell)}
        - booked
        - owed
    )
    said_in = {row: next((cell for cell in cells if cell in gone), "") if gone else "" for row, cells in sheet.rows}
    of_column = {
        row: cells[column]
        for row, cells in sheet.rows
        if column is not None and column < len(cells) and cells[column] not in booked
    }
    if is_no_more(title):
        # « Forfait » above a cross, « Liste d'attente » above a rank; above most lines it is a price.
        marked = {row: title for row, said in of_column.items() if _is_mark(said)}
        of_column = marked if 2 * len(marked) < len(entries) else {}
    if _AT_THE_DOOR.search(folded(title)) and all(folded(said) in (*_NO, folded(title)) for said in of_column.values()):
        # Nobody has come yet.
        of_column = {}
    of_column |= {row: f"{title} : {said}" for row, said in of_column.items() if folded(said) in _NO}
    told = {row: names.clean(of_column.get(row, "") or said) for row, said in said_in.items()}
    asked, heading = list[Entry](), ""
    for entry in entries:
        # Above all teams « Complet » says why the list is closed.
        pair = all(entry.players[1:]) and len(entry.players) > 1 and not entry.questions
        full = not pair and states.is_full(entry.text) and any(above.kind == "team" for above in asked)
        full = full or folded(entry.text) == "non"
        if entry.kind == "title" or full or (entry.kind == "team" and _heads_a_state(entry)):
            # « Légende : X = annulé » heads nothing.
            begun = any(above.kind == "team" for above in asked)
            heads = is_no_more(entry.text) or (begun and states.says_away(entry.text[:_MOST_HEADING]))
            heading = entry.text if full or (heads and "=" not in entry.text) else ""
            entry = Entry(row=entry.row, kind="title", text=entry.text)
        said = [said for row in entry.rows if (said := told.get(row) or heading) and (said is heading or _stops(said))]
        if entry.kind == "team" and said:
            others = (say for say in entry.questions if say.code not in ("two_lines", "state"))
            told_beside = [say for say in entry.questions if say.code == "state"]
            entry = replace(entry, questions=(*(told_beside or [Say("state", {"read": said[0][:40]})])[:1], *others))
        asked.append(entry)
    return _said_elsewhere(asked)


def _said_elsewhere(entries: list[Entry]) -> list[Entry]:
    """Return the rows, each team asked about of which another line says that it does not come: « Annulé : A / B » below."""
    said = {
        _people(entry): say
        for entry in entries
        for say in entry.questions
        if say.code == "state" and all(entry.players)
    }
    return [
        replace(entry, questions=(said[_people(entry)], *entry.questions))
        if said and entry.kind == "team" and _people(entry) in said and said[_people(entry)] not in entry.questions
        else entry
        for entry in entries
    ]


def _people(entry: Entry) -> frozenset[str]:
    return frozenset(map(names.key, entry.players))


def _without_booked(sheet: Worksheet, entries: list[Entry], booked: set[str]) -> tuple[set[str], list[Entry]]:
    """Return the texts « RESERVE » that stand for « réservé », and the rows without a question about them: at least half of
    the teams say it. Where fewer do they are teams of reserve.
    """
    saying = {row for row, cells in sheet.rows if booked.intersection(cells)} if booked else set()
    teams = [entry for entry in entries if entry.kind == "team"]
    told = sum(not saying.isdisjoint(entry.rows) or any(map(_asks_whether_booked, entry.questions)) for entry in teams)
    if 2 * told < max(len(teams), 1):
        return set(), entries
    kept = [
        replace(entry, questions=tuple(say for say in entry.questions if not _asks_whether_booked(say)))
        for entry in entries
    ]
    return booked, kept


def _asks_whether_booked(question: Say) -> bool:
    return question.code == "state" and states.may_be_booked(str(question.params["read"]))


def _is_mark(said: str) -> bool:
    """Return whether a cell says yes to its title, by a sign, a word, a figure or the day: « x », « oui », « 12/11/2026 »."""
    return bool(words.paid_in(said)) or is_date(said) or (len(said.strip()) == 1 and said.strip().isalpha())


def _stops(said: str) -> bool:
    return (
        is_no_more(said)
        or states.is_no_show(said)
        or states.says_away(said)
        or states.is_replaced(said)
        or folded(said.rpartition(":")[2]) in _NO
    )


def _heads_a_state(entry: Entry) -> bool:
    """Return whether a line of one cell says what became of those below it: « Liste d'attente », « Remplaçants »."""
    alone = [name for name in entry.players if name]
    title = names.clean(alone[0]) if len(alone) == 1 else ""
    return bool(title) and entry.text.startswith(title) and (is_no_more(title) or states.says_away(title))


def _marked(entries: list[Entry], marks: Mapping[int, str]) -> list[Entry]:
    """Return the rows, each team asked about of which a line is hidden, struck out or coloured away in the workbook."""
    if not marks:
        return entries
    asked = []
    for entry in entries:
        found = [marks[row] for row in entry.rows if row in marks] if entry.kind == "team" else []
        codes = dict.fromkeys(filter(None, (_code_of(mark, entry.players) for mark in found)))
        asked.append(replace(entry, questions=(*entry.questions, *map(Say, codes))))
    return asked


def _code_of(mark: str, players: Sequence[str]) -> str:
    """Return the code of what *mark* asks about these players; where single cells are struck out, whether all of the players
    stand in them, or one; empty where none does: a remark or a payment was struck out.
    """
    if not mark.startswith(NAME_STRUCK):
        return mark
    said = [set(names.spelling(text).split()) for text in mark.removeprefix(NAME_STRUCK).split("\n")]
    struck = [any(text and {*names.spelling(name).split()} <= text for text in said) for name in players if name]
    return "struck" if all(struck) else "name_struck" if any(struck) else ""


def _with_telephones(entries: list[Entry]) -> list[Entry]:
    """Return the rows, the telephone that stands on a line of its own taken to the team above."""
    kept: list[Entry] = []
    for entry in entries:
        above = kept[-1] if kept else entry
        alone = entry.kind == "title" and above.kind == "team" and not above.phone and telephones.is_phone(entry.text)
        if alone and above.rows[-1] == entry.row - 1:
            phone = (telephones.phones_beside(entry.text)[1] or [telephones.phone_in(entry.text)])[0]
            kept[-1] = replace(above, phone=phone, last_row=entry.row)
        else:
            kept.append(entry)
    return kept


def _with_payments(entries: list[Entry]) -> list[Entry]:
    """Return the rows, those below « Ont payé » as paid, down to the next heading."""
    kept, paid = list[Entry](), False
    for entry in entries:
        below = words.paid_below(entry.text) if entry.kind in ("title", "team") and not all(entry.players) else None
        if below is not None or entry.kind == "title":
            paid, entry = bool(below), Entry(row=entry.row, kind="title", text=entry.text)
        kept.append(replace(entry, paid=entry.paid or paid) if entry.kind == "team" else entry)
    return kept


def _without_page_heads(entries: list[Entry], sheet: Worksheet, header: int | None) -> list[Entry]:
    """Return the rows, those as titles that stand above the header too: a long list says on each of its pages whose it is."""
    heads = {
        folded(first) for row, cells in sheet.rows if header is not None and row < header for first in _first(cells)
    }
    heads = {head for head in heads if len(head) > _LEAST_HEAD}
    if not heads:
        return entries
    again = {row for row, cells in sheet.rows if any(folded(first) in heads for first in _first(cells))}
    return [
        Entry(row=entry.row, kind="title", text=entry.text)
        if entry.kind == "team" and entry.row in again and (entry.questions or entry.problems)
        else entry
        for entry in entries
    ]


def _first(cells: Sequence[str]) -> list[str]:
    """Return the first cell that is filled, alone in a list; an empty one where none is."""
    return [cell for cell in cells if cell.strip()][:1]


def _without_signature(entries: list[Entry]) -> list[Entry]:
    """Return the rows with the one name below the end of a mail as its text: it is who wrote it, with an office behind."""
    end = max(
        (place for place, entry in enumerate(entries) if entry.kind == "title" and prose.ends_mail(entry.text)),
        default=0,
    )
    below = [place for place in range(end, len(entries)) if entries[place].kind == "team"]
    above = [entry for entry in entries[:end] if entry.kind == "team"]
    most = _MOST_SIGNED if len(above) > 1 and all(all(entry.players) for entry in above) else 1
    if not end or not above or not 0 < len(below) <= most or not _are_signature(entries[end + 1 : below[-1] + 1]):
        return entries
    signed = [entries[place] for place in below if not _is_office(entries[place].text)]
    if all(
        line.number is None and not line.problems and not line.remark and sum(map(bool, line.players)) == 1
        for line in signed
    ):
        for place in below:
            entries[place] = Entry(
                row=entries[place].row, kind="title", text=entries[place].text, last_row=entries[place].last_row
            )
    return entries


def _are_signature(lines: Sequence[Entry]) -> bool:
    """Return whether *lines* hold one name, and besides only offices, an address or a telephone; « PS » begins more teams."""
    others = [line for line in lines if any(map(str.isalpha, line.text)) and not _is_office(line.text)]
    return len(others) <= 1 and all(line.kind == "team" for line in others)


def _is_office(text: str) -> bool:
    """Return whether *text* is an office, an address or a telephone, and no name: « Maire Luc » is a man."""
    said = _OF_SIGNATURE.search(folded(text)) and not any(map(names.begins_given, names.bare_groups(text)))
    return bool(said) or "@" in text or telephones.is_phone(text)


def _without_headings(entries: list[Entry], rows: Mapping[int, Sequence[str]]) -> list[Entry]:
    """Return the rows, those that head some others as titles, « NORT » above three teams: of a text with bullets or numbers
    the lines that have none and hold no given name, of a table the lines of one cell that alone are in capitals.
    """
    teams = [entry for entry in entries if entry.kind == "team"]
    listed = {entry.row for entry in teams if len(rows[entry.row]) == 1 and beside_names.is_listed(rows[entry.row][0])}
    beside = [entry for entry in teams if len(entry.players) == 2 and all(entry.players) and len(rows[entry.row]) > 1]
    if not listed and not any(names.in_capitals(name) for entry in beside for name in entry.players):
        listed = {entry.row for entry in (teams if beside else ()) if not names.in_capitals(entry.text)}
    pairs = {entry.row for entry in teams if len(entry.players) == 2 and all(entry.players)}
    # « Amicale de Nort » above the teams of each club.
    clubs = {entry.row for entry in teams if is_body(entry.text)} if teams and is_body(teams[0].text) else set()
    if len(listed) < 2 or len(listed) * 2 <= len(teams):
        listed = set()
    if not (listed or clubs):
        return entries
    apart = not any(all(entry.players) for entry in teams if entry.row in listed)
    kept = []
    for place, entry in enumerate(entries):
        below = entries[place + 1].row if place + 1 < len(entries) else None
        counted = bool(_COUNTED.search(entry.text))
        # « Papy et Mamie » above two people is the name of their team.
        short = apart and all(len(name.split()) == 1 for name in entry.players)
        one = (
            entry.kind == "team"
            and entry.row not in listed
            and (short or _COUNTED.sub("", entry.text) in entry.players)
        )
        heads = one and below in listed and (counted or not weigh([entry.text]).given)
        if heads or (entry.row in clubs and below in pairs):
            entry = Entry(row=entry.row, kind="title", text=entry.text)
        kept.append(entry)
    return kept


def _entry(number: int, cells: tuple[str, ...], layout: Layout, header: Sequence[str] | None, singles: bool) -> Entry:
    text = _shown(cells)
    if number == layout.header or (header is not None and _same_words(cells, header)):
        return Entry(row=number, kind="header", text=text)
    if layout.header is not None and number < layout.header:
        return Entry(row=number, kind="title", text=text)
    # In columns a greeting may be a surname.
    # Beside an address, a date, a figure or « Mme » a sentence is a remark.
    filled = [cell for cell in cells if cell.strip()]
    in_columns = header is not None or any(kind_of(cell) not in ("words", "prose", "code") for cell in filled)
    if (not in_columns or len(filled) == 1) and prose.is_mail_text(_names_in(cells, layout) or cells):
        return Entry(row=number, kind="title", text=text)
    cells_of = TeamCells(cells, layout, singles)
    # A player may be called Total; a line that counts has no two names.
    named = all(any(c.isalpha() for c in player) and not player[0].isdigit() for player in cells_of.players)
    named = named and not (singles and prose.is_total(cells_of.players[0]) and not weigh(cells_of.players).given)
    # « Équipe 3 » beside a name is its number.
    named = named or (cells_of.number is not None and any(map(_may_be_named, cells_of.players)))
    if not named and not cells_of.team_name and _counts_others(cells, cells_of.players):
        return Entry(row=number, kind="total", text=text)
    # A number, a letter or an address alone, « Places restantes : 3 », « vert = payé », « Avec plaisir ! »
    if (
        len(filled) == 1
        and (
            len(text) == 1
            or not any(c.isalpha() for c in text)
            or (text[:5].lower() in ("avec ", "sans ") and beside_names.is_remark(text.rstrip(" !.")))
            or _COUNT.fullmatch(text)
            or _PRICE.fullmatch(text)
        )
        and not weigh(filled).given
    ):
        return Entry(row=number, kind="title", text=text)
    if len(filled) == 1 and not cells_of.are_people and (prose.is_heading(filled[0]) or _names_columns(filled[0])):
        return Entry(row=number, kind="title", text=text)
    # No name at all: a title between the teams, unless its number says that it was meant to be one of them.
    if not any(cells_of.players) and (cells_of.number is None or any(map(beside_names.is_free_place, filled))):
        return Entry(row=number, kind="title", text=text)
    return cells_of.entry(number, text)


def _names_in(cells: Sequence[str], layout: Layout) -> list[str]:
    """Return what stands in the columns of the names, where several have some: a sentence beside them is a remark."""
    places = (place for role in NAME_ROLES for place in layout.columns(role) if place < len(cells))
    found = [cells[place] for place in places if cells[place].strip()]
    return found if len(found) > 1 else []


def _shown(cells: Sequence[str]) -> str:
    """Return the beginning of a row as it is shown; of a wide one no more cells are read than that takes."""
    shown: list[str] = []
    room = _MOST_SHOWN
    for cell in filter(str.strip, cells):
        if room <= 0:
            break
        shown.append(names.clean(cell))
        room -= len(shown[-1]) + 3
    return " · ".join(shown)[:_MOST_SHOWN]


def _same_words(cells: Iterable[str], header: Sequence[str]) -> bool:
    cells = tuple(cells)
    return len(cells) == len(header) and all(
        folded(cell) == folded(title) for cell, title in zip(cells, header, strict=True)
    )


def _may_be_named(player: str) -> bool:
    return any(c.isalpha() for c in player) and not prose.is_total(player)


def _names_columns(text: str) -> bool:
    """Return whether *text* says what stands in each line: « Joueurs / Commune », « N° Nom Prénom Nom Prénom Payé »."""
    said = persons.split_pair(text)
    titles = text.split()
    return (len(said) == 2 and all(map(header_role, said))) or (len(titles) > 2 and all(map(header_role, titles)))


def _counts_others(cells: Sequence[str], players: Iterable[str]) -> bool:
    first = next((cell for cell in cells if cell.strip()), "")
    return prose.is_total(first) or any(prose.is_total(player) for player in players if player)
