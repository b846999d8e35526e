#!/usr/bin/env bash
# xlsx2csv 0.8.6: where a column of points is shown as « 1 944 pts » by its format, 0" pts", the .csv holds the format, "0"" pts""",
# on every line and no number at all; donnes become « 27onnes », the day that 1 944 would be. « 1 944 € » is read right: the format
# of a number with d, h, m, s or y in its words is taken for that of a date.
# Who meets it: whoever turns the scores of another evening into a .csv.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv venv && venv/bin/pip -q install xlsx2csv==0.8.6 xlsxwriter==3.3.1
venv/bin/python - <<'PY'
import csv

import xlsxwriter
from xlsx2csv import Xlsx2csv

FORMATS = ('0" pts"', '0" donnes"', '0" €"')
book = xlsxwriter.Workbook("scores.xlsx")
sheet = book.add_worksheet("Scores")
for line, points in enumerate((1944, 980)):
    for column, shown in enumerate(FORMATS):
        sheet.write_number(line, column, points, book.add_format({"num_format": shown}))
book.close()
Xlsx2csv("scores.xlsx", outputencoding="utf-8").convert("scores.csv")
with open("scores.csv", newline="", encoding="utf-8") as file:
    read = list(csv.reader(file))
for line in read:
    print(line)
assert read == [['0" pts"', '0" 27onnes"', "1944"], ['0" pts"', '0" 06onnes"', "980"]]
PY
