"""Build entries and whole seasons of all kinds."""

from hypothesis import strategies as st

from scoring.ranking.results import LOST, WON
from scoring.seasons.scales import KINDS, EveningEntry, Scale
from scoring.seasons.table import TIES, SeasonEvening, SeasonRules


def entry(who: int, evening: int, points: int = 0, rank: int = 1, **more) -> EveningEntry:
    return EveningEntry((who,), evening, points, rank, **more)


scales = st.builds(
    Scale,
    kind=st.sampled_from(list(KINDS)),
    ranks=st.lists(st.integers(0, 30), max_size=5).map(lambda ranks: tuple(sorted(ranks, reverse=True))),
    beyond=st.just(0),
    presence=st.integers(0, 5),
    final_won=st.integers(0, 5),
    final_lost=st.integers(0, 3),
)
rules = st.builds(
    SeasonRules,
    scale=scales,
    best=st.integers(0, 4),
    minimum=st.integers(0, 3),
    one_a_day=st.booleans(),
    ties=st.lists(st.sampled_from(list(TIES)), unique=True).map(tuple),
)
evenings = st.builds(
    lambda days, weights: [
        SeasonEvening(key, day, weight) for key, (day, weight) in enumerate(zip(days, weights, strict=True))
    ],
    st.lists(st.integers(1, 4), min_size=6, max_size=6).map(sorted),
    st.lists(st.sampled_from([1, 1, 1, 2, 3]), min_size=6, max_size=6),
)


@st.composite
def seasons(draw, people: int = 5) -> tuple[list[EveningEntry], list[SeasonEvening], SeasonRules]:
    found = [
        EveningEntry(
            (who,),
            key,
            points=draw(st.integers(-3, 40)),
            rank=draw(st.integers(1, 6)),
            conceded=draw(st.integers(0, 40)),
            donnes=draw(st.integers(0, 4)),
            results=draw(st.text("wdl-", max_size=3)),
            final=draw(st.sampled_from(["", WON, LOST])),
        )
        for who in range(people)
        for key in range(6)
        if draw(st.booleans())
    ]
    return found, draw(evenings), draw(rules)
