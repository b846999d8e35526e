"""Departments of France for the map of the calendar: number, name, about where its middle is. No network, no tiles."""

import re
from dataclasses import dataclass

# Number, name, latitude and longitude of about its middle. Those overseas have a place beside the map.
_ROWS = """
01 Ain 46.1 5.35; 02 Aisne 49.56 3.56; 03 Allier 46.39 3.19; 04 Alpes-de-Haute-Provence 44.1 6.24
05 Hautes-Alpes 44.66 6.26; 06 Alpes-Maritimes 43.94 7.12; 07 Ardèche 44.75 4.42; 08 Ardennes 49.62 4.64
09 Ariège 42.92 1.5; 10 Aube 48.3 4.16; 11 Aude 43.1 2.41; 12 Aveyron 44.28 2.68
13 Bouches-du-Rhône 43.54 5.09; 14 Calvados 49.1 -0.36; 15 Cantal 45.05 2.67; 16 Charente 45.72 0.2
17 Charente-Maritime 45.78 -0.67; 18 Cher 47.06 2.49; 19 Corrèze 45.36 1.88; 2A Corse-du-Sud 41.86 8.99
2B Haute-Corse 42.39 9.21; 21 Côte-d’Or 47.42 4.77; 22 Côtes-d’Armor 48.44 -2.86; 23 Creuse 46.09 2.02
24 Dordogne 45.1 0.74; 25 Doubs 47.17 6.36; 26 Drôme 44.68 5.17; 27 Eure 49.11 1.0
28 Eure-et-Loir 48.39 1.37; 29 Finistère 48.26 -4.06; 30 Gard 43.99 4.18; 31 Haute-Garonne 43.36 1.17
32 Gers 43.69 0.45; 33 Gironde 44.83 -0.58; 34 Hérault 43.58 3.37; 35 Ille-et-Vilaine 48.15 -1.64
36 Indre 46.78 1.58; 37 Indre-et-Loire 47.26 0.69; 38 Isère 45.26 5.58; 39 Jura 46.73 5.7
40 Landes 43.97 -0.78; 41 Loir-et-Cher 47.62 1.43; 42 Loire 45.73 4.17; 43 Haute-Loire 45.13 3.81
44 Loire-Atlantique 47.36 -1.68; 45 Loiret 47.91 2.34; 46 Lot 44.62 1.6; 47 Lot-et-Garonne 44.37 0.46
48 Lozère 44.52 3.5; 49 Maine-et-Loire 47.39 -0.56; 50 Manche 49.08 -1.33; 51 Marne 48.95 4.24
52 Haute-Marne 48.11 5.23; 53 Mayenne 48.15 -0.66; 54 Meurthe-et-Moselle 48.79 6.16; 55 Meuse 48.99 5.38
56 Morbihan 47.85 -2.81; 57 Moselle 49.04 6.66; 58 Nièvre 47.12 3.5; 59 Nord 50.45 3.22
60 Oise 49.41 2.43; 61 Orne 48.62 0.13; 62 Pas-de-Calais 50.49 2.29; 63 Puy-de-Dôme 45.73 3.14
64 Pyrénées-Atlantiques 43.26 -0.76; 65 Hautes-Pyrénées 43.05 0.16; 66 Pyrénées-Orientales 42.6 2.52
67 Bas-Rhin 48.67 7.55; 68 Haut-Rhin 47.86 7.27; 69 Rhône 45.87 4.64; 70 Haute-Saône 47.64 6.09
71 Saône-et-Loire 46.64 4.54; 72 Sarthe 47.99 0.22; 73 Savoie 45.48 6.44; 74 Haute-Savoie 46.03 6.43
75 Paris 48.86 2.34; 76 Seine-Maritime 49.66 1.03; 77 Seine-et-Marne 48.63 2.93; 78 Yvelines 48.81 1.84
79 Deux-Sèvres 46.56 -0.32; 80 Somme 49.96 2.28; 81 Tarn 43.79 2.17; 82 Tarn-et-Garonne 44.09 1.28
83 Var 43.46 6.22; 84 Vaucluse 44.01 5.19; 85 Vendée 46.67 -1.3; 86 Vienne 46.56 0.46
87 Haute-Vienne 45.89 1.24; 88 Vosges 48.2 6.38; 89 Yonne 47.84 3.56; 90 Territoire_de_Belfort 47.63 6.93
91 Essonne 48.52 2.24; 92 Hauts-de-Seine 48.85 2.25; 93 Seine-Saint-Denis 48.92 2.48; 94 Val-de-Marne 48.78 2.47
95 Val-d’Oise 49.08 2.13; 971 Guadeloupe 45.1 -4.4; 972 Martinique 44.5 -4.4; 973 Guyane 43.9 -4.4
974 La_Réunion 43.3 -4.4; 976 Mayotte 42.7 -4.4
"""
# The outline of the country, (latitude, longitude) from Dunkerque round by the east; then that of Corsica.
_FRANCE = """
51.05 2.4; 50.7 3.1; 50.3 4.1; 49.9 4.8; 49.55 5.5; 49.45 6.4; 49.15 6.9; 49.05 7.7; 48.97 8.2; 48.3 7.7; 47.6 7.58
47.45 7.0; 46.9 6.45; 46.4 6.1; 46.2 6.15; 46.42 6.8; 45.95 7.0; 45.4 7.15; 45.1 6.65; 44.6 7.0; 44.15 7.65; 43.78 7.5
43.55 7.05; 43.2 6.65; 43.05 6.0; 43.3 5.3; 43.4 4.6; 43.55 4.05; 43.25 3.4; 42.9 3.05; 42.45 3.15; 42.4 2.2; 42.6 1.6
42.75 0.8; 42.7 0.0; 43.05 -1.3; 43.38 -1.77; 44.1 -1.3; 45.0 -1.2; 45.55 -1.05; 46.15 -1.2; 46.5 -1.8; 47.1 -2.1
47.3 -2.5; 47.55 -3.1; 47.85 -4.3; 48.05 -4.7; 48.4 -4.75; 48.7 -3.9; 48.85 -3.1; 48.55 -2.6; 48.65 -1.5; 49.1 -1.6
49.7 -1.9; 49.65 -1.25; 49.35 -1.1; 49.3 -0.2; 49.5 0.1; 49.85 0.8; 50.15 1.5; 50.85 1.6
"""
_CORSICA = "43.0 9.4; 42.6 9.5; 42.0 9.55; 41.4 9.25; 41.6 8.8; 42.1 8.6; 42.5 8.75; 42.7 9.25"
WIDTH, HEIGHT = 640, 600
_POSTAL_CODE = re.compile(r"(\d{2})(\d)\d\d\b")


def on_map(latitude: float, longitude: float) -> tuple[int, int]:
    """Return the place on the map of a point of the earth: a degree of longitude is shorter here than one of latitude."""
    return round((longitude + 5.2) * 42.5), round((51.3 - latitude) * 60)


@dataclass(frozen=True)
class Department:
    """A department, its place on the map, and between which texts its postal codes stand."""

    code: str
    name: str
    x: int
    y: int

    @property
    def postal_codes(self) -> tuple[str, str]:
        """Return from which postal code on its own are, and before which.

        >>> DEPARTMENTS["09"].postal_codes, DEPARTMENTS["2A"].postal_codes, DEPARTMENTS["974"].postal_codes
        (('09', '10'), ('200', '202'), ('974', '975'))
        """
        if self.code in _OF_CORSICA:
            return _OF_CORSICA[self.code]
        return self.code, f"{int(self.code) + 1:0{len(self.code)}}"


_OF_CORSICA = {"2A": ("200", "202"), "2B": ("202", "21")}


def _read(text: str) -> dict[str, Department]:
    read = {}
    for row in text.replace("\n", ";").split(";"):
        if row.strip():
            code, name, latitude, longitude = row.split()
            read[code] = Department(code, name.replace("_", " "), *on_map(float(latitude), float(longitude)))
    return read


def _outline(text: str) -> str:
    points = (point.split() for point in text.replace("\n", ";").split(";") if point.strip())
    return " ".join(",".join(map(str, on_map(float(latitude), float(longitude)))) for latitude, longitude in points)


DEPARTMENTS = _read(_ROWS)
OUTLINES = (_outline(_FRANCE), _outline(_CORSICA))


def department_of(commune: str) -> Department | None:
    """Return the department of a commune that is written with its postal code; None where there is none.

    >>> [found and found.name for found in map(department_of, ("44170 Nozay", "20090 Ajaccio", "97400 Saint-Denis", "Nozay"))]
    ['Loire-Atlantique', 'Corse-du-Sud', 'La Réunion', None]
    """
    code = _POSTAL_CODE.match(commune)
    if code is None:
        return None
    first, third = code.groups()
    if first == "20":
        return DEPARTMENTS["2A" if third in "01" else "2B"]
    return DEPARTMENTS.get(first) or DEPARTMENTS.get(first + third)
