#!/usr/bin/env bash
# AdresseParser 1.0.9, made for French addresses: a commune with an apostrophe, ç or ÿ loses its postcode and its name, and the answer is
# 75001, Paris, Île-de-France: Pont-l'Abbé, Besançon, Saint-Jean-d'Angély, L'Haÿ-les-Roses. Nozay and Saint-Malo are read right.
# Who meets it: a club that counts where its players come from.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install AdresseParser==1.0.9 pandas==3.1.1
venv/bin/python -W ignore - <<'PY'
from AdresseParser import AdresseParser

PARIS = ("75001", "", "Paris")
EXPECTED = {
    "12 rue du Port 29120 Pont-l'Abbé": PARIS,
    "12 rue des Lilas 25000 Besançon": PARIS,
    "12 rue Haute 17400 Saint-Jean-d'Angély": PARIS,
    "12 rue Basse 94240 L'Haÿ-les-Roses": PARIS,
    "12 rue des Lilas 44170 Nozay": ("44170", "NOZAY", "Loire-Atlantique"),
    "12 rue Haute 35400 Saint-Malo": ("35400", "SAINT-MALO", "Ille-et-Vilaine"),
}
for address, expected in EXPECTED.items():
    read = AdresseParser().parse(address)
    found = read["code_postal"], read["ville"]["nom"], read["departement"]["nom"]
    print(address, "=>", found)
    assert found == expected
PY
