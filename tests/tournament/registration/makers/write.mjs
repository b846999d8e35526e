// Write the table of a JSON file as SheetJS or exceljs does: node write.mjs PROGRAM KIND TABLE FILE
import { readFileSync, writeFileSync } from "node:fs";

const [program, kind, table, file] = process.argv.slice(2);
const rows = JSON.parse(readFileSync(table, "utf8"));
const ERRORS = { "#N/A": 0x2a, "#DIV/0!": 0x07 };

// A cell is a value, or what JSON has no value for: {date: days}, {hour: days}, {error: text}.
const sheetjs = (cell) => {
  if (cell === null) return { t: "z" };
  if (typeof cell === "boolean") return { t: "b", v: cell };
  if (typeof cell === "number") return { t: "n", v: cell };
  if (typeof cell === "string") return { t: "s", v: cell };
  if ("error" in cell) return { t: "e", v: ERRORS[cell.error], w: cell.error };
  return "date" in cell ? { t: "n", v: cell.date, z: "dd/mm/yyyy" } : { t: "n", v: cell.hour, z: "hh:mm" };
};

if (program === "sheetjs") {
  const xlsx = (await import("xlsx")).default;
  const sheet = { "!ref": xlsx.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: Math.max(...rows.map((cells) => cells.length)) - 1 } }) };
  rows.forEach((cells, r) => cells.forEach((cell, c) => (sheet[xlsx.utils.encode_cell({ r, c })] = sheetjs(cell))));
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, sheet, "Inscrits");
  writeFileSync(file, xlsx.write(book, { type: "buffer", bookType: kind }));
} else {
  const exceljs = (await import("exceljs")).default;
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet("Inscrits");
  rows.forEach((cells, r) =>
    cells.forEach((cell, c) => {
      const made = sheet.getCell(r + 1, c + 1);
      if (cell !== null && typeof cell === "object" && !("error" in cell)) {
        made.value = cell.date ?? cell.hour;
        made.numFmt = "date" in cell ? "dd/mm/yyyy" : "hh:mm";
      } else {
        made.value = cell;
      }
    }),
  );
  await (kind === "csv" ? book.csv.writeFile(file) : book.xlsx.writeFile(file));
}
