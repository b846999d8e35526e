// The door at the speed of people coming in: Enter chains the fields, regulars are proposed as one types, and the
// cursor is on player 1 again as soon as a team is sent. Without scripts the same form is sent whole.

import { ACT_MS, beforeLeaving, fieldsOf, instead, onSubmit, refill, request } from "./baseline.js";

const form = () => document.getElementById("door-form");
const field = (name) => form()?.elements.namedItem(name);
// One name where everybody enters alone, and where a person comes without a partner; else two.
const alone = () => field("alone")?.checked;
const names = () => (alone() ? ["player_1"] : ["player_1", "player_2"]).map(field).filter(Boolean);
// Empties each field that this door has of what was said of one team, not of the next one.
const clear = () => {
  for (const name of ["player_1", "player_2", "number", "origin", "category"]) if (field(name)) field(name).value = "";
  for (const name of ["alone", "paid"]) if (field(name)) field(name).checked = false;
  if (field("present")) field("present").checked = field("present").defaultChecked;
};

// Enter: from a name to the next, from the last required one to registration --------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.closest?.("#door-form")) return;
  if (event.target.tagName === "BUTTON") return;
  instead(event, () => goOnFrom(event.target));
});

function goOnFrom(here) {
  if (pickActive(here)) return;
  const empty = names().find((input) => !input.value.trim());
  if (here.name === "player_1" && empty?.name !== "player_1" && field("player_2") && !alone()) return field("player_2").focus();
  // Enter again where a partner's name would stand: is this person alone?
  if (empty) return (empty === here && empty.name === "player_2" ? field("alone") : empty).focus();
  form().requestSubmit();
}

// Remove the message of an earlier act when the next one is sent.
const forget = () => document.querySelector(".notices")?.remove();

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") forget();
});

// A line leaves when Enter is pressed and its fields are empty at once: what is typed next belongs to the next team. The
// lines go one after the other, in the order they were typed; one that is refused comes back as a card of its own above
// the line, so that neither the cursor nor what is being typed moves.
let sent = Promise.resolve();
let onTheirWay = 0;
let paper = 0;

const held = () => document.getElementById("door-held");
const saidOf = (values) => ["player_1", "player_2"].map((name) => values.get(name)?.trim()).filter(Boolean).join(" / ");

function notice(text) {
  const said = document.createElement("p");
  said.className = "notice error";
  said.setAttribute("role", "alert");
  said.textContent = text;
  return said;
}

// Show what waits on this page alone, and ask before the page is left.
function showWaiting() {
  const waiting = document.getElementById("door-waiting");
  waiting.hidden = !onTheirWay;
  waiting.querySelector("span").textContent = onTheirWay;
}

beforeLeaving(() => onTheirWay || held()?.childElementCount);

onSubmit(document, (line, button) => {
  if (line.id !== "door-form" && !line.matches(".door-held")) return false;
  const values = new URLSearchParams(fieldsOf(line, button));
  const card = line.id === "door-form" ? null : line;
  const action = button && button.hasAttribute("formaction") ? button.formAction : line.action;
  if (!card) {
    closeList();
    document.getElementById("door-check").textContent = "";
    document.getElementById("door-twin")?.remove();
    for (const error of form().querySelectorAll(".field-error, .notice.error")) error.remove();
    for (const input of form().querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    clear(); // last: a script that failed before leaves the line whole to the browser
    field("player_1").focus();
  } else if (card.dataset.sent) {
    return;
  } else {
    card.dataset.sent = "1";
  }
  onTheirWay += 1;
  showWaiting();
  sent = sent.then(() => register(action, values, card));
});

async function register(action, values, card) {
  try {
    const answer = await request(action, { method: "POST", headers: { "HX-Request": "true" }, body: values }, ACT_MS);
    const away = answer.headers.get("HX-Redirect");
    if (away) return leave(away);
    if (!answer.ok && answer.status !== 422) throw new Error(answer.status);
    forget();
    const text = await answer.text();
    if (answer.status === 422) hold(text, card);
    else {
      takeOff(card);
      htmx.swap(document.getElementById("door-said"), text, { swapStyle: "innerHTML" });
      // The answer brings the whole list, the new team in it: an earlier search is over, one being typed goes on.
      const search = document.getElementById("door-search");
      if (document.activeElement === search) htmx.trigger(search, "search");
      else search.value = "";
    }
  } catch {
    lose(values, card);
  } finally {
    onTheirWay -= 1;
    showWaiting();
  }
}

// Leaves for another page once nothing is left on this one that it would lose.
function leave(address) {
  if (onTheirWay > 1 || held()?.childElementCount || names().some((input) => input.value)) {
    return refill(document.getElementById("door-said"), notice(form().dataset.changed));
  }
  onTheirWay = 0;
  location.assign(address);
}

function hold(text, card) {
  const parsed = document.createElement("template");
  parsed.innerHTML = text;
  const again = parsed.content.querySelector(".door-held");
  // Each card has its own fields: a label and a reason belong to the one beside them.
  paper += 1;
  for (const part of again.querySelectorAll("[id], [for], [aria-describedby]")) {
    for (const name of ["id", "for", "aria-describedby"]) if (part.hasAttribute(name)) part.setAttribute(name, `${part.getAttribute(name)}-${paper}`);
  }
  const here = card?.contains(document.activeElement);
  if (card) card.replaceWith(again);
  else held().append(again);
  if (here) again.querySelector("input:not([type=hidden])")?.focus();
}

function takeOff(card) {
  if (!card) return;
  const here = card.contains(document.activeElement);
  card.remove();
  if (here) (held().querySelector("input:not([type=hidden])") ?? field("player_1")).focus();
}

// The server did not answer: the line is kept with what it holds, and is sent again by its own button.
function lose(values, card) {
  if (card) {
    delete card.dataset.sent;
    if (!card.querySelector(".door-unsent")) {
      const said = notice(form().dataset.unsent);
      said.classList.add("door-unsent");
      card.prepend(said);
    }
    return;
  }
  const kept = document.createElement("form");
  kept.className = "notice error door-held";
  kept.method = "post";
  kept.action = form().action;
  kept.append(notice(`${saidOf(values)} : ${form().dataset.unsent}`));
  for (const [name, value] of values) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    kept.append(input);
  }
  const again = document.createElement("button");
  again.textContent = form().dataset.again;
  kept.append(again);
  held().append(kept);
}

document.addEventListener("click", (event) => {
  const card = event.target.closest?.("[data-put-aside]")?.closest(".door-held");
  if (card) takeOff(card);
});

document.addEventListener("htmx:afterSwap", () => {
  const next = document.getElementById("door-next");
  if (next && field("number")) field("number").placeholder = next.dataset.number;
  next?.remove();
});

// The answer is about the names of the request; the line may have been sent while it was on its way.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "door-check") return;
  const asked = event.detail.requestConfig.parameters;
  event.detail.shouldSwap = event.detail.shouldSwap && names().every((input) => input.value === (asked[input.name] ?? ""));
});

// Regulars of the club ---------------------------------------------------------------------------------------------

const list = document.createElement("ul");
list.id = "door-regulars";
list.className = "door-regulars";
list.setAttribute("role", "listbox");
list.hidden = true;
let listFor = null;
let active = -1;
let timer = 0;
let asked = 0;

function closeList() {
  clearTimeout(timer);
  asked += 1;
  list.hidden = true;
  active = -1;
  listFor?.setAttribute("aria-expanded", "false");
  listFor?.removeAttribute("aria-activedescendant");
  listFor = null;
}

async function propose(input) {
  const mine = ++asked;
  const typed = input.value.trim();
  if (typed.length < 2) return closeList();
  let players = [];
  try {
    const answer = await request(`${form().dataset.suggest}?${new URLSearchParams({ q: typed })}`, { headers: { Accept: "application/json" } });
    if (answer.ok) players = (await answer.json()).players;
  } catch {
    // Without the server there is nobody to propose; typing goes on.
  }
  if (mine !== asked || document.activeElement !== input) return;
  if (!players.length || (players.length === 1 && players[0].name === input.value)) return closeList();
  openList(input, players);
}

function openList(input, players) {
  refill(
    list,
    ...players.map((player, index) => {
      const item = document.createElement("li");
      item.id = `door-regular-${index}`;
      item.setAttribute("role", "option");
      item.dataset.name = player.name;
      item.dataset.origin = player.origin;
      item.dataset.partner = player.partner;
      item.append(player.name);
      const known = [player.origin, player.needs].filter(Boolean).join(" · ");
      if (known) {
        const beside = document.createElement("small");
        beside.textContent = known;
        item.append(beside);
      }
      item.addEventListener("pointerdown", (event) => instead(event, () => pick(input, item)));
      return item;
    }),
  );
  input.after(list);
  listFor = input;
  active = -1;
  list.hidden = false;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "true");
}

function move(step) {
  const items = [...list.children];
  active = (active + step + items.length + 1) % (items.length + 1);
  // One place more than there are proposals: none of them, what was typed stays.
  if (active === items.length) active = -1;
  items.forEach((item, index) => item.setAttribute("aria-selected", String(index === active)));
  if (active < 0) return listFor.removeAttribute("aria-activedescendant");
  items[active].scrollIntoView({ block: "nearest" });
  listFor.setAttribute("aria-activedescendant", items[active].id);
}

function pick(input, item) {
  input.value = item.dataset.name;
  if (item.dataset.origin && !field("origin").value) field("origin").value = item.dataset.origin;
  closeList();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  closeList();
  const other = input.name === "player_1" && field("player_2");
  (other || input).focus();
  // The partner that he has most is one click away.
  if (other && !other.value && item.dataset.partner) {
    openList(other, [{ name: item.dataset.partner, origin: "", needs: form().dataset.usualPartner, partner: "" }]);
  }
}

function pickActive(input) {
  if (list.hidden || listFor !== input || active < 0) return false;
  pick(input, list.children[active]);
  return true;
}

// Names without accents or case, as the server compares them.
const bare = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const fits = (name, typed) => bare(typed).every((word) => bare(name).some((part) => part.startsWith(word)));

document.addEventListener("input", (event) => {
  if (!event.target.matches?.("[data-regulars]")) return;
  // The proposals still on the screen answered an earlier text: those that do not fit this one go with the key.
  if (!list.hidden && [...list.children].some((item) => !fits(item.dataset.name, event.target.value))) closeList();
  clearTimeout(timer);
  timer = setTimeout(propose, 120, event.target);
});

document.addEventListener("keydown", (event) => {
  if (list.hidden || event.target !== listFor) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    instead(event, () => move(event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Escape") {
    instead(event, closeList);
  } else if (event.key === "Tab") {
    if (active >= 0) pickActive(event.target);
    else closeList();
  }
});

document.addEventListener("focusout", (event) => {
  if (event.target === listFor) closeList();
});

// The one team found is brought into view, under the box where one types.
document.addEventListener("htmx:afterSettle", (event) => {
  const rows = document.querySelectorAll("#door-rows > tr");
  if (event.detail.target?.id !== "door-list" || rows.length !== 1) return;
  rows[0].scrollIntoView({ block: "nearest" });
});

// The search box marks: Enter for present, + for paid ------------------------------------------------------------------

// A key is about what was typed before it, not about what the list shows by then: the server finds the team. The marks
// leave one after the other, however fast they come, and none takes a mark away.
let marked = Promise.resolve();

async function mark(search, typed, kind) {
  const said = document.getElementById("door-said");
  try {
    const token = form().elements.namedItem("csrfmiddlewaretoken").value;
    const answer = await request(search.dataset.mark, {
      method: "POST",
      headers: { "HX-Request": "true", "X-CSRFToken": token },
      body: new URLSearchParams({ typed, kind, paid_by: field("paid_by")?.value ?? "", till: field("till")?.value ?? "" }),
    }, ACT_MS);
    const away = answer.headers.get("HX-Redirect");
    if (away) return location.assign(away);
    if (!answer.ok) throw new Error(answer.status);
    htmx.swap(said, await answer.text(), { swapStyle: "innerHTML" });
    htmx.trigger(search, "search");
  } catch {
    said.prepend(notice(`${typed} : ${search.dataset.unsent}`));
  }
}

document.addEventListener("keydown", (event) => {
  const search = event.target;
  if (search.id !== "door-search" || (event.key !== "Enter" && event.key !== "+")) return;
  instead(event, () => {
    const typed = search.value.trim();
    if (!typed || !search.dataset.mark || event.repeat) return;
    search.select();
    marked = marked.then(() => mark(search, typed, event.key === "+" ? "paid" : "present"));
  });
});

// The acts under « More » lie over the list: they close as a menu does, by Escape or by a press elsewhere.
const more = document.querySelector(".door-more");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !more?.open || !more.contains(event.target)) return;
  instead(event, () => {
    more.open = false;
    more.querySelector("summary").focus();
  });
});

document.addEventListener("pointerdown", (event) => {
  if (more?.open && !more.contains(event.target)) more.open = false;
});
