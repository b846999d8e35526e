// The second computer of the hall: this page knows it while the first one lives. When that falls silent it is asked whether
// the concours goes on there now; then the telephone goes there by itself, with all that it has not sent.

import { draftName, load, notesName, outboxName } from "./phone-kept.js";

const EVERY_MS = 4000;
const byId = (id) => document.getElementById(id);
const { access } = byId("phone-outbox").dataset;
const link = byId("phone-elsewhere");

// Return all that is kept here, as the part of an address: letters and digits alone.
function carried() {
  const outbox = (load(outboxName(access)) || []).filter((one) => ["waiting", "sent"].includes(one.state));
  const notes = Object.fromEntries(Object.entries(load(notesName(access)) || {}).filter(([, one]) => !("receivedAt" in one)));
  const bytes = new TextEncoder().encode(JSON.stringify({ outbox, notes, draft: load(draftName(access)) }));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

async function tryThere() {
  const { address, identity, token } = byId("phone-second").dataset;
  link.hidden = true;
  if (!address || byId("phone-away").hidden || document.hidden) return;
  try {
    const answer = await fetch(`${address}/t/relais/${identity}/`, { mode: "cors", credentials: "omit", cache: "no-store" });
    const there = await answer.json();
    if (there.home && byId("phone-away").hidden === false) location.replace(`${address}${there.address}#${token}.${carried()}`);
  } catch {
    // It is dead too, or came after this page was loaded, which may then not ask it: a person may still go there.
    link.querySelector("a").href = `${address}/t/relais/${identity}/aller/#${token}.${carried()}`;
    link.hidden = false;
  }
}

setInterval(tryThere, EVERY_MS);
