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
