// Show the entries kept on a telephone in words, to be read aloud when they can no longer be sent.

export const PREFIX = /^d\d+-/;
// The entries that a telephone brought along from another computer, until its table is open here.
export const ARRIVED = "dix-arrived";

export function outboxName(access) {
  return `dix-outbox-${access}`;
}

export function draftName(access) {
  return `dix-draft-${access}`;
}

export function notesName(access) {
  return `dix-notes-${access}`;
}

export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

// One donne, with what was typed in it.
export function donneText(at, fields) {
  return `${at}: ${Object.entries(fields).map(([name, value]) => `${name.replace("points_", "")} ${value}`).join(", ")}`;
}

function sheetText(fields) {
  const said = [];
  for (let at = 1; at <= Number(fields.rows); at += 1) {
    const own = Object.entries(fields).filter(([name]) => name.startsWith(`d${at}-`));
    said.push(donneText(at, Object.fromEntries(own.map(([name, value]) => [name.replace(PREFIX, ""), value]))));
  }
  return said.join("; ");
}

export function totalsText(figures) {
  return `NS ${figures.points_NS}, EO ${figures.points_EO}`;
}

// An entry of the outbox, *where* being the name of its table.
export function entryText(one, where) {
  const what = one.kind === "donnes" ? sheetText(one.figures) : totalsText(one.figures);
  return `${where}: ${what}${one.receipt ? ` (${one.receipt})` : ""}`;
}

// The text to be shown to the table de marque, with what to do with it before.
export function toCopy(word, text) {
  const place = document.createElement("p");
  const code = document.createElement("code");
  code.textContent = text;
  place.append(`${word} `, code);
  return place;
}
