// The second computer of the hall: this page knows it while the first one lives. When that falls silent it is asked whether
// the concours goes on there now; then the telephone goes there by itself, with all that it has not sent.

import { request } from "../tournament/baseline.js";
import { PREFIX, draftName, load, notesName, outboxName } from "./phone-kept.js";

const EVERY_MS = 4000;
const byId = (id) => document.getElementById(id);
const { access } = byId("phone-outbox").dataset;
const link = byId("phone-elsewhere");

// Return the donnes that the first computer has received, as noted here: no copy has them. Their sequence, in seconds,
// is below that of whatever a telephone notes.
function shownDonnes() {
  const sequence = Math.floor(Number(byId("phone-running").dataset.mark) / 1000);
  const notes = {};
  for (const { name, value } of document.querySelectorAll("#running-form li input[type=hidden]")) {
    const at = parseInt(name.slice(1), 10);
    if (!notes[at]) notes[at] = { fields: {}, back: false, key: `donne-that-was-shown-${at}-${sequence}`, sequence, tries: 0, at: 0 };
    notes[at].fields[name.replace(PREFIX, "")] = value;
  }
  return notes;
}

// Return all that is kept here, as the part of an address: letters and digits alone.
function carried() {
  const outbox = (load(outboxName(access)) || []).filter((one) => ["waiting", "sent"].includes(one.state));
  const notes = { ...shownDonnes(), ...load(notesName(access)) };
  for (const one of Object.values(notes)) delete one.receivedAt;
  const bytes = new TextEncoder().encode(JSON.stringify({ outbox, notes, draft: load(draftName(access)) }));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

async function tryThere() {
  const { address, identity, token } = byId("phone-second").dataset;
  link.hidden = true;
  if (!address || byId("phone-away").hidden || document.hidden) return;
  try {
    const answer = await request(`${address}/t/relais/${identity}/`, { mode: "cors", credentials: "omit", cache: "no-store" });
    const there = await answer.json();
    if (there.home && byId("phone-away").hidden === false) location.replace(`${address}${there.address}#${token}.${carried()}`);
  } catch {
    // It is dead too, or came after this page was loaded, which may then not ask it: a person may still go there.
    link.querySelector("a").href = `${address}/t/relais/${identity}/aller/#${token}.${carried()}`;
    link.hidden = false;
  }
}

setInterval(tryThere, EVERY_MS);
