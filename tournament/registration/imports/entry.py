"""A row of a list as it was read, and what is said about it."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Say:
    """One thing to tell about a row: a code, and what its sentence is filled with."""

    code: str
    params: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """One row, or several blank ones. `kind`: team, title, header, total, blank.

    `problems` stop a team from being registered until somebody answers them; `questions` until somebody ticks it or
    types the names; `notes` only say what was understood.
    `paid`: True the whole fee, False nothing, or cents. `of_row`: the row of the sheet, where that of the entry is
    numbered on because two people stand in it. `origin_2`: the commune of the second, before both are one person each.
    `partner_row`: where the partner stands, when other lines stand between.
    """

    row: int
    kind: str
    players: tuple[str, ...] = ("", "")
    number: int | None = None
    origin: str = ""
    category: str = ""
    paid: bool | int = False
    paid_by: str = ""
    phone: str = ""
    phone_2: str = ""
    remark: str = ""
    team_name: str = ""
    text: str = ""
    last_row: int | None = None
    problems: tuple[Say, ...] = ()
    questions: tuple[Say, ...] = ()
    notes: tuple[Say, ...] = ()
    origin_2: str = ""
    of_row: int | None = None
    partner_row: int | None = None

    @property
    def rows(self) -> tuple[int, ...]:
        """Return every row that was read for this one."""
        between = range(self.row, (self.last_row or self.row) + 1)
        return (*between, self.partner_row) if self.partner_row else tuple(between)

    @property
    def line(self) -> int:
        """Return the number of the row as the list shows it."""
        return self.of_row or self.row
