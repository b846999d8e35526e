"""Make people of the teams of past evenings.

Two places of one name are one person where the commune or the partner is the same too, and never within one evening.
All others stay apart: the page of people proposes them, and the club says yes.
"""

import unicodedata
from collections import defaultdict

from django.db import migrations

SAINTS = {"saint": "st", "sainte": "ste"}
LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
CATEGORY = {"women": "women", "men": "men", "young": "young"}
BATCH = 400


def spelling(text):
    folded = unicodedata.normalize("NFKD", text.casefold().translate(LETTERS))
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    return "".join(c if c.isalnum() else " " for c in bare).split()


def place_key(text):
    return " ".join(sorted(SAINTS.get(word, word) for word in spelling(text)))


def searchable(name):
    words = spelling(name)
    return "".join(f" {word}" for word in [*words, *map("".join, zip(words, words[1:]))])[:200]


class Known:
    """Hold what is known of one person while the places of its name are read, the oldest first."""

    def __init__(self):
        self.members, self.evenings, self.communes, self.partners, self.last = [], set(), set(), set(), None

    def agreement(self, place):
        if place["evening"] in self.evenings:
            return 0
        return (place["commune"] in self.communes) + bool(place["partners"] & self.partners)

    def add(self, place):
        self.members.append(place["pk"])
        self.evenings.add(place["evening"])
        self.communes |= {place["commune"]} - {""}
        self.partners |= place["partners"]
        self.last = place

    def take(self, other):
        self.members += other.members
        self.evenings |= other.evenings
        self.communes |= other.communes
        self.partners |= other.partners
        if (other.last["date"], other.last["pk"]) > (self.last["date"], self.last["pk"]):
            self.last = other.last


def told_apart(places):
    """Return the people of *places*, all of one name in one club, the oldest first."""
    people = []
    for place in places:
        agreeing = [(known.agreement(place), known) for known in people]
        best = max((agreement for agreement, _known in agreeing), default=0)
        same = [known for agreement, known in agreeing if agreement == best] if best else []
        evenings = [evening for known in same for evening in known.evenings]
        if not same or len(evenings) > len(set(evenings)):
            people.append(Known())
            people[-1].add(place)
            continue
        for other in same[1:]:
            same[0].take(other)
            people.remove(other)
        same[0].add(place)
    return people


def make_people(apps, schema_editor):
    Member = apps.get_model("tournament", "TeamMember")
    Person = apps.get_model("tournament", "Person")
    formed = apps.get_model("tournament", "FormedTeam").objects.values_list("team", "singles")
    # A team of two who came alone has the communes of both: each has the one it came with.
    alone = {
        (team, single["player"]): single["fields"].get("origin", "") for team, singles in formed for single in singles
    }
    fields = ("pk", "team", "player", "player__key", "player__name", "team__tournament", "team__tournament__club",
              "team__tournament__date", "team__origin", "team__category")  # fmt: skip
    named = Member.objects.filter(person=None, team__tournament__rehearsal=False)
    rows = list(named.order_by("team__tournament__date", "team__tournament", "pk").values_list(*fields))
    keys = defaultdict(set)
    for _pk, team, _player, key, *_rest in rows:
        keys[team].add(key)
    by_name = defaultdict(list)
    for pk, team, player, key, name, evening, club, date, origin, category in rows:
        origin = alone.get((team, player), origin)
        place = {"pk": pk, "evening": evening, "date": date, "commune": place_key(origin), "origin": origin,
                 "name": name, "partners": keys[team] - {key}, "category": CATEGORY.get(category, "")}  # fmt: skip
        by_name[club, key].append(place)
    new, members = [], []
    for (club, key), places in by_name.items():
        for known in told_apart(places):
            last = known.last
            new.append(Person(club_id=club, name=last["name"], key=key, words=searchable(last["name"]),
                              commune=last["origin"], category=last["category"],
                              times=len(known.members)))  # fmt: skip
            members.append(known.members)
    Person.objects.bulk_create(new, batch_size=BATCH)
    # One plain statement for all the places: many thousands in a few seconds.
    pairs = [(person.pk, pk) for person, own in zip(new, members) for pk in own]
    with schema_editor.connection.cursor() as cursor:
        for start in range(0, len(pairs), 10 * BATCH):
            cursor.executemany(
                f"UPDATE {Member._meta.db_table} SET person_id = %s WHERE id = %s",  # noqa: S608
                pairs[start : start + 10 * BATCH],
            )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0029_people")]

    operations = [migrations.RunPython(make_people, migrations.RunPython.noop, elidable=True)]
