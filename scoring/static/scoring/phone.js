// A table on a telephone, where the Wi-Fi comes and goes.
//
// An entry gets its key when it begins and is kept in the browser's own storage before it is sent. It is sent again
// after 1, 2, 5, 10, 30 seconds and whenever the network or the page comes back; the key sees to it that the server
// takes it once. Nothing typed is lost by a reload, a dead server or a closed concours.

const RETRY_MS = [1000, 2000, 5000, 10000, 30000];
const EVERY_MS = 2500;
const GIVE_UP_MS = 8000;
const FETCH = { "X-Requested-With": "fetch" };

const byId = (id) => document.getElementById(id);
const form = byId("phone-form");
const box = byId("phone-outbox");
const live = byId("phone-live");
const words = box.dataset;
const FIGURES = [...form.querySelectorAll("input[inputmode]")].map((input) => input.name);
const OUTBOX = `dix-outbox-${words.access}`;
const DRAFT = `dix-draft-${words.access}`;

let outbox = [];
let draft = null;
let keeps = true;
let timer = null;
let sending = false;
let asking = 0;

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function load(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    keeps = true;
  } catch {
    keeps = false;
  }
  byId("phone-keep").hidden = keeps;
}

// --- The entry being typed ---

function typed() {
  return Object.fromEntries(FIGURES.map((name) => [name, form.elements[name].value]));
}

function begin() {
  if (!draft) draft = { key: newKey(), sequence: Date.now() };
  draft.figures = typed();
  keep(DRAFT, draft);
}

function restore(figures) {
  for (const [name, value] of Object.entries(figures)) if (form.elements[name]) form.elements[name].value = value;
  byId("phone-entry").open = true;
}

async function check() {
  const turn = ++asking;
  const place = byId("phone-check");
  try {
    const answer = await fetch(`${words.check}?${new URLSearchParams(typed())}`, { headers: FETCH });
    if (!answer.ok || turn !== asking) return;
    const { state, said } = await answer.json();
    place.className = `entry-check ${state}`;
    place.textContent = said;
  } catch {
    place.textContent = ""; // the server looks at it again when it arrives
  }
}

let soon = null;
form.addEventListener("input", () => {
  begin();
  clearTimeout(soon);
  soon = setTimeout(check, 150);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const figures = typed();
  if (!Object.values(figures).some((value) => value.trim())) return;
  begin();
  outbox.push({ key: draft.key, sequence: draft.sequence, figures, state: "waiting", tries: 0, receipt: "", said: "" });
  draft = null;
  keep(OUTBOX, outbox);
  keep(DRAFT, null);
  form.reset();
  for (const name of FIGURES) form.elements[name].value = "";
  byId("phone-check").textContent = "";
  byId("phone-entry").open = false;
  show();
  send();
});

// --- The outbox ---

function show() {
  box.replaceChildren(
    ...outbox.map((one) => {
      const line = document.createElement("li");
      const state = document.createElement("span");
      const good = one.state === "received" || one.state === "validated";
      state.className = `state ${good ? "ok" : one.state === "waiting" || one.state === "sent" ? "wait" : "bad"}`;
      const word = one.state === "gone" ? "refused" : one.state;
      state.textContent = words[`word${word[0].toUpperCase()}${word.slice(1)}`] +
        (one.receipt && one.state === "received" ? ` ${one.receipt}` : "");
      const theirs = words.camp === "NS" ? "EO" : "NS";
      const figures = document.createElement("b");
      figures.textContent = ` ${one.figures[`points_${words.camp}`]} – ${one.figures[`points_${theirs}`]} `;
      line.append(state, figures);
      if (one.said) {
        const said = document.createElement("p");
        said.textContent = one.said;
        line.append(said);
      }
      if (one.state === "gone" || one.state === "late") {
        const copy = document.createElement("p");
        const text = document.createElement("code");
        text.textContent = `${words.tables}: NS ${one.figures.points_NS}, EO ${one.figures.points_EO}` +
          (one.receipt ? ` (${one.receipt})` : "");
        copy.append(`${words.copy} `, text);
        line.append(copy);
      }
      return line;
    }),
  );
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
  keep(OUTBOX, outbox);
  show();
  if (answered) {
    look();
    send();
  }
}

// Whether the server has said its last word on an entry.
async function deliver(one) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.set("key", one.key);
  body.set("sequence", one.sequence);
  for (const [name, value] of Object.entries(one.figures)) body.set(name, value);
  const abort = new AbortController();
  const limit = setTimeout(() => abort.abort(), GIVE_UP_MS);
  let answer;
  let told = {};
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: FETCH, signal: abort.signal });
    if ((answer.headers.get("Content-Type") || "").includes("json")) told = await answer.json();
  } catch {
    return false;
  } finally {
    clearTimeout(limit);
  }
  one.said = told.message || "";
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
    if (!draft) { // to be mended: the same figures, a new entry
      restore(one.figures);
      begin();
      outbox.splice(outbox.indexOf(one), 1);
      say(one.said, "error");
    }
    return true;
  }
  return false; // a server that starts, a queue that is full, a page that is too old
}

function say(text, kind) {
  const place = byId("phone-said");
  place.hidden = !text;
  place.className = `notice ${kind}`;
  place.textContent = text;
}

// --- The state of the table ---

let looking = false;

async function look() {
  if (looking || document.hidden) return;
  looking = true;
  try {
    const answer = await fetch(live.dataset.url, { headers: FETCH, cache: "no-store" });
    if (answer.status === 404) return;
    if (!answer.ok) throw new Error(answer.status);
    byId("phone-away").hidden = true;
    swap(await answer.text());
  } catch {
    byId("phone-away").hidden = false;
  } finally {
    looking = false;
  }
}

function swap(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("phone-state");
  const shown = byId("phone-state");
  if (!fresh) return;
  const same = (node) => node.textContent.replace(/\s+/g, " ");
  const version = (node) => node.querySelector("[name=version]")?.value;
  if (same(fresh) !== same(shown) || version(fresh) !== version(shown)) shown.replaceWith(fresh);
  byId("phone-entry").hidden = fresh.dataset.state === "counted" && !draft;
  if (fresh.dataset.state !== "counted") return;
  let changed = false;
  for (const one of outbox) {
    if (one.state === "received" && one.receipt === fresh.dataset.receipt) {
      one.state = "validated";
      changed = true;
    }
  }
  if (changed) {
    keep(OUTBOX, outbox);
    show();
  }
}

live.addEventListener("submit", async (event) => {
  event.preventDefault();
  const place = event.target;
  const body = new FormData(place, event.submitter);
  for (const button of place.querySelectorAll("button")) button.disabled = true;
  try {
    const answer = await fetch(place.action, { method: "POST", body, headers: FETCH });
    const told = await answer.json();
    say(told.message, answer.ok ? "success" : "error");
    await look();
  } catch {
    byId("phone-away").hidden = false;
  }
  for (const button of place.querySelectorAll("button")) button.disabled = false;
});

outbox = load(OUTBOX) || [];
draft = load(DRAFT);
keep(`dix-try-${words.access}`, 1);
if (draft && draft.figures) restore(draft.figures);
show();
send();
const again = () => {
  if (document.hidden) return;
  send();
  look();
};
for (const name of ["online", "focus", "pageshow"]) window.addEventListener(name, again);
document.addEventListener("visibilitychange", again);
setInterval(look, EVERY_MS + Math.random() * 500);
