"""Write the table of a JSON file as xlsxwriter or xlwt does: python write.py PROGRAM TABLE FILE.

xlsxwriter.xlsx (3.3.1) and xlwt.xls (1.3.0) beside this script were made so, for neither program is one of the project's.
The table is what `as_json` of test_import_makers.py makes of its rows.
"""

import json
import sys
from pathlib import Path


def main(program: str, table: str, file: str) -> None:
    """Write the file."""
    rows = json.loads(Path(table).read_text("utf-8"))
    if program == "xlsxwriter":
        import xlsxwriter

        book = xlsxwriter.Workbook(file)
        sheet = book.add_worksheet("Inscrits")
        styles = {kind: book.add_format({"num_format": code}) for kind, code in FORMATS.items()}
        write = {bool: sheet.write_boolean, str: sheet.write_string}
    else:
        import xlwt

        book = xlwt.Workbook(encoding="utf-8")
        sheet = book.add_sheet("Inscrits")
        styles = {kind: xlwt.easyxf(num_format_str=code) for kind, code in FORMATS.items()}
        write = {}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if isinstance(cell, dict):
                ((kind, value),) = cell.items()
                if kind != "error":
                    sheet.write(row, column, value, styles[kind])
                elif program == "xlsxwriter":
                    sheet.write_formula(row, column, "=NA()", None, value)
                else:
                    sheet.row(row).set_cell_error(column, ERRORS[value])
            elif cell is not None:
                write.get(type(cell), sheet.write)(row, column, cell)
    book.close() if program == "xlsxwriter" else book.save(file)


ERRORS = {"#N/A": 0x2A, "#DIV/0!": 0x07}
FORMATS = {"date": "dd/mm/yyyy", "hour": "hh:mm"}

if __name__ == "__main__":
    main(*sys.argv[1:])
