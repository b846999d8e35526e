// A table that is not open any more: everything that this telephone still keeps of it, to be read aloud.

import { donneText, draftName, entryText, load, notesName, outboxName, toCopy, totalsText } from "./phone-kept.js";

const place = document.getElementById("phone-kept");
const { access, copy, donne } = place.dataset;
const outbox = load(outboxName(access)) || [];
const notes = load(notesName(access)) || {};
const figures = load(draftName(access))?.figures;
const where = outbox.find((one) => one.where)?.where || Object.values(notes).find((one) => one.where)?.where || "";

const texts = outbox.map((one) => entryText(one, one.where || where));
for (const [at, one] of Object.entries(notes)) if (!one.back) texts.push(`${one.where || where}, ${donne} ${donneText(at, one.fields)}`);
if (figures && Object.values(figures).some((value) => value.trim())) texts.push(totalsText(figures));
place.hidden = !texts.length;
place.append(...texts.map((text) => toCopy(copy, text)));

// The table is forgotten (see my-team.js), and its concours asks for the code of the next one.
try {
  const known = Object.keys(localStorage).find((key) => key.startsWith("dix-table-") && localStorage.getItem(key) === location.pathname);
  if (known) {
    localStorage.removeItem(known);
    const next = document.querySelector("[data-next-code]");
    next.querySelector("a").href = `/p/${known.replace("dix-table-", "")}/code/`;
    next.hidden = false;
  }
} catch {
  // a browser that keeps nothing: the square of the sheet leads there as well
}
