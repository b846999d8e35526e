// The door at the speed of people coming in: Enter chains the fields, regulars are proposed as one types, and the
// cursor is on player 1 again as soon as a team is sent. Without scripts the same form is sent whole.

const form = () => document.getElementById("door-form");
const field = (name) => form()?.elements.namedItem(name);
// One name where everybody enters alone, else two.
const names = () => ["player_1", "player_2"].map(field).filter(Boolean);
// Puts a value into each field that this door has.
const fill = (values) => {
  for (const name of ["player_1", "player_2", "number", "origin", "category"]) {
    if (field(name)) field(name).value = values[name] ?? "";
  }
};

// Enter: from a name to the next, from the last required one to registration --------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.closest?.("#door-form")) return;
  if (event.target.tagName === "BUTTON") return;
  event.preventDefault();
  if (pickActive(event.target)) return;
  const empty = names().find((input) => !input.value.trim());
  if (event.target.name === "player_1" && empty?.name !== "player_1" && field("player_2")) return field("player_2").focus();
  if (empty) return empty.focus();
  form().requestSubmit();
});

// What the page said of an earlier act goes with the next one.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") document.querySelector(".notices")?.remove();
});

// What is typed after Enter belongs to the next team: the line is emptied as soon as its values have left.
let sent = null;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id !== "door-form") return;
  if (sent) return event.preventDefault();
  sent = event.detail.xhr;
  closeList();
  fill({});
  document.getElementById("door-check").replaceChildren();
  document.getElementById("door-twin")?.remove();
  field("player_1").focus();
});

document.addEventListener("htmx:afterRequest", (event) => {
  // A form that was replaced by the answer no longer says whose request it was.
  if (event.detail.xhr === sent) sent = null;
});

document.addEventListener("htmx:sendError", (event) => restore(event));
document.addEventListener("htmx:responseError", (event) => restore(event));

// The server did not take it: what was typed comes back, unless the next team has been begun.
function restore(event) {
  if (event.detail.elt?.id !== "door-form" || names().some((input) => input.value)) return;
  fill(event.detail.requestConfig.parameters);
  const said = document.createElement("p");
  said.className = "notice error";
  said.setAttribute("role", "alert");
  said.textContent = form().dataset.unsent;
  document.getElementById("door-check").replaceChildren(said);
}

document.addEventListener("htmx:afterSwap", (event) => {
  const next = document.getElementById("door-next");
  if (next && field("number")) {
    field("number").placeholder = next.dataset.number;
    for (const error of form().querySelectorAll(".field-error, .notice.error")) error.remove();
    for (const input of form().querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    next.remove();
  }
  if (event.target.id === "door-form") {
    // A refusal: what was typed is there again, the cursor where it is wrong.
    const wrong = form().querySelector("[aria-invalid]") ?? field("confirm") ?? field("player_1");
    wrong.focus();
    wrong.select?.();
  }
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
    const answer = await fetch(`${form().dataset.suggest}?${new URLSearchParams({ q: typed })}`, { headers: { Accept: "application/json" } });
    if (answer.ok) players = (await answer.json()).players;
  } catch {
    // Without the server there is nobody to propose; typing goes on.
  }
  if (mine !== asked || document.activeElement !== input) return;
  if (!players.length || (players.length === 1 && players[0].name === input.value)) return closeList();
  list.replaceChildren(
    ...players.map((player, index) => {
      const item = document.createElement("li");
      item.id = `door-regular-${index}`;
      item.setAttribute("role", "option");
      item.dataset.name = player.name;
      item.dataset.origin = player.origin;
      item.append(player.name);
      if (player.origin) {
        const origin = document.createElement("small");
        origin.textContent = player.origin;
        item.append(origin);
      }
      item.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        pick(input, item);
      });
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
  if (input.name === "player_1" && field("player_2")) field("player_2").focus();
  else input.focus();
}

function pickActive(input) {
  if (list.hidden || listFor !== input || active < 0) return false;
  pick(input, list.children[active]);
  return true;
}

document.addEventListener("input", (event) => {
  if (!event.target.matches?.("[data-regulars]")) return;
  clearTimeout(timer);
  timer = setTimeout(propose, 120, event.target);
});

document.addEventListener("keydown", (event) => {
  if (list.hidden || event.target !== listFor) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    event.preventDefault();
    closeList();
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
    const answer = await fetch(search.dataset.mark, {
      method: "POST",
      headers: { "HX-Request": "true", "X-CSRFToken": token },
      body: new URLSearchParams({ typed, kind }),
    });
    const away = answer.headers.get("HX-Redirect");
    if (away) return location.assign(away);
    if (!answer.ok) throw new Error(answer.status);
    htmx.swap(said, await answer.text(), { swapStyle: "innerHTML" });
    htmx.trigger(search, "search");
  } catch {
    const lost = document.createElement("p");
    lost.className = "notice error";
    lost.setAttribute("role", "alert");
    lost.textContent = `${typed} : ${search.dataset.unsent}`;
    said.prepend(lost);
  }
}

document.addEventListener("keydown", (event) => {
  const search = event.target;
  if (search.id !== "door-search" || (event.key !== "Enter" && event.key !== "+")) return;
  event.preventDefault();
  const typed = search.value.trim();
  if (!typed || !search.dataset.mark || event.repeat) return;
  search.select();
  marked = marked.then(() => mark(search, typed, event.key === "+" ? "paid" : "present"));
});
