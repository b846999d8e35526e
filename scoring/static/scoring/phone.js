// A table on a telephone, where the Wi-Fi comes and goes.
//
// An entry gets its key when it begins and is kept in the browser's own storage before it is sent. It is sent again
// after 1, 2, 5, 10, 30 seconds and whenever the network or the page comes back; the key sees to it that the server
// takes it once. Nothing typed is lost by a reload, a dead server, a closed concours or another tab of the same table.
//
// The sheet donne by donne: each donne leaves by itself as it is noted; the proposal carries them all once more.

import { SILENCE_MS, fieldsOf as sentFields, focusOf, instead, onSubmit, refill, request } from "../tournament/baseline.js";
import { ARRIVED, PREFIX, donneText, draftName, entryText, load, notesName, outboxName, toCopy } from "./phone-kept.js";

const RETRY_MS = [1000, 2000, 5000, 10000, 30000];
const EVERY_MS = 2500;
const PHOTO_MS = 60000;
const FETCH = { "X-Requested-With": "fetch" };

const byId = (id) => document.getElementById(id);
const form = byId("phone-form");
const box = byId("phone-outbox");
const live = byId("phone-live");
const words = box.dataset;
const donne = byId("donne-form");
const FIGURES = form ? [...form.querySelectorAll("input[inputmode]")].map((input) => input.name) : [];
const OUTBOX = outboxName(words.access);
const DRAFT = draftName(words.access);
const NOTES = notesName(words.access);

let outbox = [];
let notes = {}; // number → a donne noted here that the page does not show as received yet
let looks = 0; // how often the page asked how things stand
let number = Number(donne.dataset.first);
let touched = false; // whether something is typed in the donne
let latest = 0; // the highest sequence seen, so that a wrong clock puts nothing in the wrong order
let draft = null;
const unkept = new Set(); // what the browser did not keep the last time, as when its storage is full
const known = new Set(); // the keys of all entries and donnes that this page ever had
let timer = null;
let sending = false;
let asking = 0;

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function newSequence() {
  latest = Math.max(Date.now(), latest + 1);
  return latest;
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    unkept.delete(name);
  } catch {
    unkept.add(name);
  }
  byId("phone-keep").hidden = !unkept.size;
}

function keepOutbox() {
  takeIn();
  keep(OUTBOX, outbox);
}

function keepNotes() {
  takeIn();
  keep(NOTES, notes);
}

// Take what another tab of this table has kept and this page never had, since one that is closed sends nothing; tells
// whether there was any. The later of two accounts of a donne holds, as on the server.
function takeIn() {
  for (const one of [...outbox, ...Object.values(notes)]) known.add(one.key);
  const entries = (load(OUTBOX) || []).filter((one) => !known.has(one.key));
  const donnes = Object.entries(load(NOTES) || {}).filter(([, one]) => !known.has(one.key) && !received(one));
  outbox.push(...entries.map((one) => (one.action ? one : { ...one, action: form?.action, kind: "totals" })));
  for (const [at, one] of donnes) if (!notes[at] || notes[at].sequence < one.sequence) notes[at] = one;
  for (const one of [...entries, ...donnes.map(([, one]) => one)]) known.add(one.key);
  return entries.length + donnes.length > 0;
}

// --- The entry being typed ---

function typed() {
  const figures = Object.fromEntries(FIGURES.map((name) => [name, form.elements[name].value]));
  const lost = form.elements.litige_lost;
  if (lost.checked && !byId("phone-lost").hidden) figures.litige_lost = "on";
  const winner = form.elements.winner.value;
  if (winner && !byId("phone-winner").hidden) figures.winner = winner;
  return figures;
}

function begin() {
  if (!draft) draft = { key: newKey(), sequence: newSequence() };
  draft.figures = typed();
  keep(DRAFT, draft);
}

// *refusal*: why the server refused these figures, said beside them until they change.
function restore(figures, refusal = "") {
  if (!form) return;
  for (const [name, value] of Object.entries(figures)) if (FIGURES.includes(name)) form.elements[name].value = value;
  form.elements.litige_lost.checked = Boolean(figures.litige_lost);
  if (figures.winner) {
    byId("phone-winner").hidden = false;
    form.elements.winner.value = figures.winner;
  }
  check(refusal);
  byId("phone-entry").open = true;
}

async function check(refusal = "") {
  const turn = ++asking;
  const place = byId("phone-check");
  try {
    const answer = await request(`${words.check}?${new URLSearchParams(typed())}`, { headers: FETCH });
    if (!answer.ok || turn !== asking) return;
    const { state, said, ask, who } = await answer.json();
    place.className = `entry-check ${refusal ? "bad" : state}`;
    place.textContent = refusal || said;
    askLost(Boolean(ask));
    askWinner(who || []);
  } catch {
    place.textContent = refusal; // the server looks at it again when it arrives
  }
}

// Only where the control says that nothing else explains the totals.
function askLost(ask) {
  byId("phone-lost").hidden = !ask;
  if (!ask) form.elements.litige_lost.checked = false;
}

// Only where both totals leave it open, and only the answers that they leave.
function askWinner(answers) {
  byId("phone-winner").hidden = !answers.length;
  for (const choice of form.elements.winner) {
    const open = answers.includes(choice.value);
    choice.parentNode.hidden = !open;
    if (!open) choice.checked = false;
  }
}

let soon = null;
if (form) form.addEventListener("input", () => {
  begin();
  clearTimeout(soon);
  soon = setTimeout(() => check(), 150);
});

if (form) onSubmit(form, () => {
  const figures = typed();
  if (!Object.values(figures).some((value) => value.trim())) return;
  clearTimeout(soon);
  asking += 1; // a question still open is about figures that have left
  begin();
  takeIn();
  // Another tab, or this page as it was before "back", may have sent this draft already: other figures are another entry.
  const sent = outbox.find((one) => one.key === draft.key);
  const same = sent && JSON.stringify(sent.figures) === JSON.stringify(figures);
  if (sent && !same) draft = { key: newKey(), sequence: newSequence() };
  if (!same) post({ key: draft.key, sequence: draft.sequence, figures, action: form.action, kind: "totals" });
  draft = null;
  keep(DRAFT, null);
  form.reset();
  for (const name of FIGURES) form.elements[name].value = "";
  byId("phone-check").textContent = "";
  askLost(false);
  askWinner([]);
  byId("phone-entry").open = false;
  show();
  send();
});

// --- The sheet donne by donne ---

function donneFields() {
  const fields = {};
  for (const [name, value] of new FormData(donne)) if (PREFIX.test(name) && value !== "") fields[name.replace(PREFIX, "")] = value;
  return fields;
}

function fillDonne(fields) {
  for (const place of donne.elements) {
    if (!PREFIX.test(place.name)) continue;
    const value = fields[place.name.replace(PREFIX, "")] ?? "";
    if (place.type === "radio") place.checked = place.value === value;
    else place.value = value;
    if (place.inputMode === "numeric") place.placeholder = "";
  }
}

function withPrefix(at, fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`d${at}-${name}`, value]));
}

// The fields of a donne as they stand: noted here, or already with the server.
function fieldsOf(at) {
  if (notes[at]) return notes[at].back ? {} : notes[at].fields;
  const fields = {};
  for (const place of live.querySelectorAll(`#running-form input[name^="d${at}-"]`)) fields[place.name.replace(PREFIX, "")] = place.value;
  return fields;
}

function doneHere() {
  let done = Number(byId("phone-running").dataset.done || 0);
  while (notes[done + 1] && !notes[done + 1].back) done += 1;
  while (notes[done] && notes[done].back) done -= 1;
  return done;
}

// The donne to offer: the one to be mended, else the next one, unless the partie is over.
function nextDonne() {
  const { wrong, most } = byId("phone-running").dataset;
  if (wrong && !notes[wrong]) return Number(wrong);
  const passed = Object.values(notes).filter((one) => one.fields.preneur === "passe").length;
  return Math.max(1, Math.min(doneHere() + 1, most ? Number(most) + passed : Infinity));
}

function openDonne(at) {
  const done = doneHere();
  const cards = donne.querySelector("[data-cards]");
  const dealt = cards?.dataset.cards.split("|") ?? [];
  number = Math.min(at, Math.max(done, nextDonne()), dealt.length || Infinity);
  touched = false;
  if (cards) cards.textContent = dealt[number - 1];
  fillDonne(number <= done ? fieldsOf(number) : {});
  donne.querySelector("[data-number]").textContent = number;
  donne.querySelector("[data-back]").hidden = number !== done;
  donne.querySelector("[data-next]").hidden = number > done || nextDonne() <= done;
  byId("donne-check").textContent = "";
  byId("donne-check").className = "entry-check";
}

async function checkDonne() {
  const turn = ++asking;
  const place = byId("donne-check");
  const asked = new URLSearchParams({ number, ...withPrefix(number, donneFields()) });
  try {
    const answer = await request(`${words.donneCheck}?${asked}`, { headers: FETCH });
    if (!answer.ok || turn !== asking) return;
    const { state, said, points } = await answer.json();
    place.className = `entry-check ${state}`;
    place.textContent = said;
    for (const [camp, value] of Object.entries(points)) {
      const field = [...donne.elements].find((one) => one.name.replace(PREFIX, "") === `points_${camp}`);
      if (field) field.placeholder = field.value ? "" : value;
    }
  } catch {
    place.textContent = ""; // the server looks at it again when the sheet is proposed
  }
}

donne.addEventListener("input", () => {
  touched = true;
  clearTimeout(soon);
  soon = setTimeout(checkDonne, 150);
});

onSubmit(donne, (_form, button) => {
  const back = Boolean(button) && button.name === "act";
  const fields = back ? {} : donneFields();
  if (!back && !Object.keys(fields).length) return;
  notes[number] = { fields, back, where: words.tables, key: newKey(), sequence: newSequence(), tries: 0, at: Date.now() };
  const before = number;
  showOr(() => delete notes[before]);
  keepNotes();
  say("", "");
  openDonne(nextDonne());
  sendNotes();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-donne]");
  if (!link) return;
  instead(event, () => {
    openDonne(link.dataset.donne === "next" ? nextDonne() : Number(link.dataset.donne));
    byId("phone-donne").open = true;
    byId("phone-donne").scrollIntoView({ block: "start" });
  });
});

let noting = false;
let noteTimer = null;

const received = (one) => "receivedAt" in one;

function dropReceived(asked) {
  for (const [at, one] of Object.entries(notes)) if (received(one) && one.receivedAt < asked) delete notes[at];
  keepNotes();
}

async function sendNotes() {
  const at = Object.keys(notes).map(Number).filter((one) => !notes[one].gone && !received(notes[one])).sort((one, other) => one - other)[0];
  if (at === undefined || noting) return;
  noting = true;
  clearTimeout(noteTimer);
  const one = notes[at];
  const fields = { number: at, key: one.key, sequence: one.sequence, act: one.back ? "back" : "note", ...withPrefix(at, one.fields) };
  // A wrong donne is refused while its player still looks at it, and kept to be mended once it comes late.
  if (one.late || one.tries || Date.now() - one.at > SILENCE_MS) fields.late = "1";
  const { answer, told } = await sendOff(donne.action, fields);
  noting = false;
  if (answer && (answer.status === 404 || answer.status === 410)) { // nobody takes it any more: it stays here
    if (notes[at] === one) one.gone = true;
    keepNotes();
    if (told.code !== "table_gone") say(told.message || "", "error");
    show();
    sendNotes();
    return;
  }
  const refused = answer && !answer.ok && told.code && [400, 422].includes(answer.status);
  if (refused && told.code === "donne_refused" && notes[at] === one && (touched || Object.keys(notes).some((other) => Number(other) > at))) {
    one.late = true; // a later donne is begun already
    sendNotes();
    return;
  }
  if (answer && (answer.ok || refused)) {
    // The server's version counts until the page has asked again: an answer on its way may be older than the note.
    if (notes[at] === one && answer.ok) one.receivedAt = looks;
    else if (notes[at] === one) delete notes[at];
    keepNotes();
    if (refused) {
      if (!touched && answer.status === 422) {
        openDonne(at);
        if (number === at) fillDonne(one.fields);
        touched = number === at;
        byId("phone-donne").open = true;
      }
      say(told.message, "error");
    }
    show();
    await look();
    sendNotes();
    return;
  }
  one.tries += 1;
  noteTimer = setTimeout(sendNotes, RETRY_MS[Math.min(one.tries, RETRY_MS.length) - 1]);
}

function proposeSheet(place) {
  const fields = {};
  for (const input of place.querySelectorAll("li input[type=hidden]")) fields[input.name] = input.value;
  const rows = doneHere();
  for (const [at, one] of Object.entries(notes)) {
    for (const name of Object.keys(fields)) if (name.startsWith(`d${at}-`)) delete fields[name];
    Object.assign(fields, withPrefix(at, one.fields));
  }
  post({ key: newKey(), sequence: newSequence(), figures: { ...fields, rows }, action: place.action, kind: "donnes" });
}

// --- The outbox ---

function post(entry) {
  const one = { ...entry, where: words.tables, state: "waiting", tries: 0, receipt: "", said: "" };
  outbox.push(one);
  showOr(() => outbox.splice(outbox.indexOf(one), 1));
  keepOutbox();
  send();
}

function waitingNote(at) {
  const line = document.createElement("li");
  const state = document.createElement("span");
  const { gone, back, fields } = notes[at];
  state.className = `state ${gone ? "bad" : "wait"}`;
  state.textContent = gone ? words.wordRefused : words.wordWaiting;
  const points = document.createElement("b");
  if (!back && words.pair) points.textContent = ` ${pointsOf(fields, Number(words.sum))}`;
  line.append(state, ` ${words.wordDonne} ${at}`, points);
  if (gone && !back) line.append(toCopy(words.copy, `${words.tables}, ${words.wordDonne} ${donneText(at, fields)}`));
  return line;
}

// The points typed for us and for them; those of the other camp are what is left of a donne, "…" where that is not known.
function pointsOf(fields, sum = 0) {
  const camps = [words.camp, words.camp === "NS" ? "EO" : "NS"];
  const typed = camps.map((camp) => fields[`points_${camp}`] || "");
  const left = (points) => (/^\d+$/.test(points) && Number(points) <= sum ? String(sum - points) : "…");
  return typed.map((points, at) => points || left(typed[1 - at])).join(" – ");
}

// The points counted on our side and on theirs, those of the donnes that wait for the Wi-Fi included; "" where those of
// one are not known. What the règlement makes of them comes with the answer.
function countedSoFar() {
  const done = Number(byId("phone-running").dataset.done || 0);
  const waiting = Object.entries(notes).filter(([, one]) => !received(one) && !one.back && one.fields.preneur !== "passe");
  if (!waiting.length || waiting.some(([at]) => Number(at) <= done)) return "";
  const pairs = waiting.map(([, one]) => pointsOf(one.fields, Number(words.sum)).split(" – ").map(Number));
  pairs.push([...live.querySelectorAll("#running-form .phone-totals dd")].map((place) => Number(place.textContent.replace(/\D/g, ""))));
  const total = [0, 1].map((side) => pairs.reduce((all, pair) => all + (pair.length ? pair[side] : 0), 0));
  return total.some(Number.isNaN) ? "" : total.join(" – ");
}

function totalLine(total) {
  const line = document.createElement("li");
  const points = document.createElement("b");
  points.textContent = total;
  line.append(`${words.wordSoFar} `, points, ` ${words.wordToCome}`);
  return line;
}

function show() {
  still(() => refill(
    box,
    ...Object.keys(notes).filter((at) => !received(notes[at])).map(waitingNote),
    ...[words.pair && words.sum && countedSoFar()].filter(Boolean).map(totalLine),
    ...outbox.map((one) => {
      const line = document.createElement("li");
      const state = document.createElement("span");
      const good = one.state === "received" || one.state === "validated";
      state.className = `state ${good ? "ok" : one.state === "waiting" || one.state === "sent" ? "wait" : "bad"}`;
      const word = one.state === "gone" ? "refused" : one.state;
      state.textContent = words[`word${word[0].toUpperCase()}${word.slice(1)}`] +
        (one.receipt && one.state === "received" ? ` ${one.receipt}` : "");
      const figures = document.createElement("b");
      figures.textContent = one.kind === "donnes" ? ` ${words.wordSheet} `
        : ` ${pointsOf(one.figures)} `;
      line.append(state, figures);
      if (one.said) {
        const said = document.createElement("p");
        said.textContent = one.said;
        line.append(said);
      }
      if (one.state === "gone" || one.state === "late") {
        line.append(toCopy(words.copy, entryText(one, words.tables)));
      }
      return line;
    }),
  ));
}

// An entry that cannot be shown is sent by the browser as the plain form: *forget* it here, so that it leaves once.
function showOr(forget) {
  try {
    show();
  } catch (error) {
    forget();
    throw error;
  }
}

function next() {
  return outbox.find((one) => one.state === "waiting" || one.state === "sent");
}

async function send() {
  const one = next();
  if (!one || sending) return;
  sending = true;
  clearTimeout(timer);
  one.state = "sent";
  show();
  const answered = await deliver(one);
  sending = false;
  if (!answered) {
    one.state = "waiting";
    timer = setTimeout(send, RETRY_MS[Math.min(one.tries, RETRY_MS.length - 1)]);
    one.tries += 1;
  }
  keepOutbox();
  show();
  if (answered) {
    // The page is asked anew; until its answer is here, it does not deny what has just come in.
    if (one.state === "received") live.querySelector(".phone-nothing")?.remove();
    look();
    send();
  }
}

// The server's answer to *fields*, {} where it did not answer.
async function sendOff(action, fields) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", donne.elements.csrfmiddlewaretoken.value);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  try {
    const answer = await request(action, { method: "POST", body, headers: FETCH });
    const json = (answer.headers.get("Content-Type") || "").includes("json");
    return { answer, told: json ? await answer.json() : {} };
  } catch {
    return {};
  }
}

// Return whether the server has answered an entry for good.
async function deliver(one) {
  const { answer, told } = await sendOff(one.action, { ...one.figures, key: one.key, sequence: one.sequence });
  if (!answer) return false;
  forgetRefusal();
  // The state of the line says that it came in, and under which number; a table that is gone stands above, once for all.
  const plain = answer.ok && told.state !== "disputed";
  one.said = plain || told.code === "table_gone" ? "" : told.message || "";
  if (answer.ok) {
    one.state = "received";
    one.receipt = told.receipt;
    return true;
  }
  if (answer.status === 409 && told.code === "late") {
    one.state = "late";
    one.receipt = told.receipt;
    return true;
  }
  if (answer.status === 410 || answer.status === 404) {
    one.state = "gone";
    return true;
  }
  if ((answer.status === 422 || answer.status === 400) && told.code) {
    one.state = "refused";
    if (one.kind === "donnes") { // its donnes are still there to be mended
      outbox.splice(outbox.indexOf(one), 1);
      say(one.said, "error");
    } else if (!draft) { // to be mended: the same figures, a new entry
      restore(one.figures, one.said);
      begin();
      outbox.splice(outbox.indexOf(one), 1);
    }
    return true;
  }
  return false; // a server that starts, a queue that is full, a page that is too old
}

let saidOf = ""; // the part of the page to whose act the answer stands

// The refusal of an entry is past once another one is answered.
function forgetRefusal() {
  if (byId("phone-said").classList.contains("error")) say("", "");
}

function say(text, kind, part = "") {
  saidOf = part;
  const place = byId("phone-said");
  place.hidden = !text;
  place.className = `notice ${kind}`;
  place.textContent = text;
}

// --- The state of the table ---

const ALIVE_MS = 60000; // after which the table de marque would think that this telephone is gone

let looking = false;
let gone = false; // this table is not open any more: it is asked for again only as somebody comes back to the page
let seen = {}; // what the news said when this page last asked, and when that was

// On a site all telephones ask how far the concours is, the same small answer for all, and for their table once it changed.
async function glance() {
  if (gone) return false;
  if (!live.dataset.news || document.hidden || looking) return look();
  let mark = null;
  try {
    const answer = await request(live.dataset.news, { cache: "no-cache" });
    if (answer.ok) {
      const told = await answer.json();
      mark = `${told.acts} ${told.tables[words.access]}`;
    } else if (answer.status !== 404) throw new Error(answer.status); // 404: no concours of all, but still that of this table
  } catch {
    return away();
  }
  const at = Date.now();
  if ((mark === null || mark !== seen.mark || at - seen.at > ALIVE_MS) && (await look())) seen = { mark, at };
}

function away() {
  seen = {};
  byId("phone-away").hidden = false;
  document.body.classList.add("lost");
  return false;
}

async function look() {
  if (looking || document.hidden) return false;
  looking = true;
  const asked = ++looks;
  try {
    const answer = await request(live.dataset.url, { headers: FETCH, cache: "no-store" });
    gone = answer.status === 404;
    byId("phone-gone").hidden = !gone;
    document.body.classList.toggle("lost", !answer.ok);
    if (!gone && !answer.ok) throw new Error(answer.status);
    byId("phone-away").hidden = true;
    if (gone) return true;
    const html = await answer.text();
    dropReceived(asked);
    still(() => swap(html));
    return true;
  } catch {
    return away();
  } finally {
    looking = false;
  }
}

// Changes above the fields must not move them away under a finger that is coming down.
function still(change) {
  const place = [byId("phone-donne"), byId("phone-entry")].find((one) => one?.open && one.getClientRects().length);
  const top = place?.getBoundingClientRect().top;
  change();
  if (place?.getClientRects().length) window.scrollBy({ top: place.getBoundingClientRect().top - top, behavior: "instant" });
}

function swap(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("phone-state");
  if (!fresh) return;
  const before = byId("phone-state").dataset.state;
  const said = (node) => `${node.dataset.mark || ""} ${node.textContent.replace(/\s+/g, " ")}`;
  for (const part of page.querySelectorAll("[data-part]")) {
    const shown = byId(part.id);
    // Leave alone a field that somebody is typing in.
    if (said(part) !== said(shown) && !(shown.contains(document.activeElement) && document.activeElement.matches("input"))) {
      const open = shown.querySelector("details[open]") !== null;
      const giveBack = focusOf(shown);
      shown.replaceWith(part);
      // "The referee is called" is true until he has decided.
      if (part.id === saidOf) say("", "");
      if (open) part.querySelector("details")?.setAttribute("open", "");
      giveBack(part);
      if (part.id === "phone-running") running();
    }
  }
  const counted = fresh.dataset.state === "counted";
  // Answers given while the sheet was contested end once the referee has decided.
  if (counted && before === "disputed") say("", "");
  if (byId("phone-entry")) byId("phone-entry").hidden = counted && !draft;
  byId("phone-donne").hidden = counted;
  if (form) {
    const summary = byId("phone-entry").querySelector("summary");
    summary.textContent = fresh.dataset.state === "none" ? summary.dataset.first : summary.dataset.other;
  }
  // Contested, the table stops and calls the referee; agreed, it hands in its sheet. No empty form asks for more, and
  // what was begun stays.
  if (["disputed", "agreed"].includes(fresh.dataset.state) && before !== fresh.dataset.state) {
    if (form && !draft) byId("phone-entry").open = false;
    if (!touched) byId("phone-donne").open = false;
  }
  if (fresh.dataset.state !== "counted") return;
  let changed = false;
  const shownFigures = fresh.querySelector(".phone-figures")?.textContent.trim();
  for (const one of outbox) {
    // Another version counts: ours does not, unless it says the same.
    const same = one.receipt === fresh.dataset.receipt || (one.figures && pointsOf(one.figures) === shownFigures);
    const counts = same ? "validated" : "replaced";
    if (["received", "validated", "replaced"].includes(one.state) && one.state !== counts) {
      one.state = counts;
      one.said = "";
      changed = true;
    }
  }
  if (changed) {
    keepOutbox();
    show();
  }
}

// After our sheet changed: the next donne is offered, unless one is being typed.
function running() {
  latest = Math.max(latest, Number(live.querySelector("[data-next-sequence]")?.value || 0));
  if (touched) return;
  openDonne(nextDonne());
  if ("over" in byId("phone-running").dataset) byId("phone-donne").open = false;
}

onSubmit(document, (place, button) => {
  const part = place.closest("[data-part]")?.id;
  if (!part) return false;
  return place.id === "running-form" ? proposeSheet(place) : act(place, button, part);
});

async function act(place, pressed, part) {
  const body = sentFields(place, pressed);
  const giveBack = focusOf(byId(part)); // a button that is no more to be pressed loses the focus
  for (const button of place.querySelectorAll("button")) button.disabled = true;
  try {
    const answer = await request(place.action, { method: "POST", body, headers: FETCH });
    const told = await answer.json();
    await look();
    say(told.message, answer.ok ? "success" : "error", part);
  } catch {
    say(words.wordNotDone, "error", part);
  }
  for (const button of place.querySelectorAll("button")) button.disabled = false;
  giveBack(byId(part));
}

// --- The photo of the paper ---

const LONGEST = 1600;

// The photo made small on the telephone: it leaves in a second instead of a minute. One that cannot be read here
// leaves as it is.
async function scaled(file) {
  try {
    const picture = await createImageBitmap(file);
    const part = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * part);
    canvas.height = Math.round(picture.height * part);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.8))) || file;
  } catch {
    return file;
  }
}

const photo = byId("photo-form");
onSubmit(photo, async () => {
  const place = byId("photo-said");
  const button = photo.querySelector("button");
  button.disabled = true;
  try {
    const body = new FormData(photo);
    body.set("photo", await scaled(photo.elements.photo.files[0]), "photo.jpg");
    const answer = await request(photo.action, { method: "POST", body, headers: FETCH }, PHOTO_MS);
    place.textContent = (await answer.json()).message;
    if (answer.ok) photo.reset();
  } catch {
    place.textContent = words.wordWrongPhoto;
  }
  button.disabled = false;
});

// Everything that this telephone had not sent when it left another computer goes on from here, under the same keys.
function unpack() {
  const brought = load(ARRIVED);
  if (!brought) return;
  const known = new Set((load(OUTBOX) || []).map((one) => one.key));
  const there = (brought.outbox || []).filter((one) => one.key && one.action && !known.has(one.key));
  const moved = there.map((one) => ({ ...one, action: new URL(one.action, location).pathname.replace(/\/t\/\d+\//, `/t/${words.access}/`), state: "waiting" }));
  keep(OUTBOX, [...(load(OUTBOX) || []), ...moved]);
  keep(NOTES, { ...(brought.notes || {}), ...(load(NOTES) || {}) });
  if (brought.draft && !load(DRAFT)) keep(DRAFT, brought.draft);
  localStorage.removeItem(ARRIVED);
}

byId("phone-still").remove();
unpack();
takeIn(); // not the donnes that were received: this page was made after they came
draft = load(DRAFT);
keep(`dix-try-${words.access}`, 1);
// Keep what was typed or tapped before this script was loaded.
const early = Object.fromEntries(Object.entries(typed()).filter(([name, value]) => value !== form.elements[name].defaultValue));
if (draft && draft.figures) restore({ ...draft.figures, ...early });
else if (Object.keys(early).length) begin();
show();
send();
const tapped = [...donne.elements].some((place) =>
  PREFIX.test(place.name) && (place.checked !== place.defaultChecked || (place.matches("input:not([type=radio])") && place.value !== place.defaultValue)));
touched = tapped && nextDonne() === number;
running();
if (location.search.includes("donne=")) openDonne(Number(donne.dataset.first));
sendNotes();
const again = () => {
  if (document.hidden) return;
  if (takeIn()) show();
  send();
  sendNotes();
  look();
};
for (const name of ["online", "focus", "pageshow"]) window.addEventListener(name, again);
document.addEventListener("visibilitychange", again);
setInterval(glance, EVERY_MS + Math.random() * 500);
