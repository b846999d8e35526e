// The sheet donne by donne: after each field the server marks what is there; Enter goes to the next field.
import { instead, refill, request } from "../tournament/baseline.js";

(() => {
  "use strict";
  const form = document.getElementById("donnes-form");
  const FETCH = { "X-Requested-With": "fetch" };
  const camps = [...form.querySelectorAll("tfoot strong")].map((place) => place.id.slice("total-".length));
  const filled = new Map(); // name of a field → the total the server put there, as long as nobody typed over it
  const touched = new Set();
  const explained = new Map(); // row → what its last cell shows
  const manches = Boolean(form.querySelector("table.manches"));
  let timer = 0;
  let asked = 0;
  let told = false;

  const cell = (row, name) => row.querySelector(`[data-out="${name}"]`);

  function typedOnly() {
    const body = new FormData(form);
    for (const name of filled.keys()) body.set(name, "");
    body.set("act", "check");
    return body;
  }

  async function check() {
    const turn = ++asked;
    const said = document.getElementById("donnes-said");
    let answer;
    try {
      const response = await request(location.href, { method: "POST", body: typedOnly(), headers: FETCH });
      if (!response.ok) throw new Error(response.status);
      answer = await response.json();
    } catch {
      said.textContent = form.dataset.wrong;
      return;
    }
    if (turn !== asked) return;
    said.textContent = answer.said;
    for (const row of form.querySelectorAll("tbody tr")) show(row, row.id.slice("donne-".length), answer);
    for (const camp of camps) document.getElementById(`total-${camp}`).textContent = answer.total[camp];
    document.getElementById("pot").textContent = answer.pot || "";
  }

  function show(row, number, answer) {
    const result = answer.rows[number];
    // A row being typed is not yet wrong: it is said once something follows it, or the field is left.
    const being = row.contains(document.activeElement) && !touched.has(number);
    const error = being ? "" : answer.errors[number] || "";
    row.classList.toggle("wrong", Boolean(error));
    cell(row, "issue").textContent = result ? result.issue : "";
    cell(row, "pot").textContent = (result && result.pot) || "";
    for (const camp of camps) {
      cell(row, camp).textContent = result ? result.marks[camp] : "";
      fill(form.elements[`d${number}-points_${camp}`], result, camp);
    }
    const why = cell(row, "why");
    const wrongly = { "aria-invalid": "true", "aria-describedby": why.id };
    for (const place of row.querySelectorAll("[aria-invalid]")) for (const name of Object.keys(wrongly)) place.removeAttribute(name);
    if (error) {
      const wrong = form.elements[`d${number}-${answer.wrong[number]}`];
      if (wrong) for (const [name, value] of Object.entries(wrongly)) wrong.setAttribute(name, value);
      const strong = document.createElement("strong");
      strong.className = "wrong-text";
      strong.textContent = error;
      refill(why, strong);
      explained.delete(number);
    } else if (explained.get(number) !== (result ? result.why : "")) {
      // Keep a part that is open to be read, as long as nothing in it changes.
      explained.set(number, result ? result.why : "");
      why.innerHTML = explained.get(number);
    }
  }

  function fill(place, result, camp) {
    if (!place) return;
    const ours = filled.has(place.name);
    if (result && result.points && camp in result.points && (ours || !place.value.trim())) {
      place.value = result.points[camp];
      filled.set(place.name, result.points[camp]);
      if (document.activeElement === place) place.select();
    } else if (!result && ours) {
      place.value = "";
      filled.delete(place.name);
    }
  }

  function fields() {
    return [...form.querySelectorAll("tbody input, tbody select")].filter((place) => place.offsetParent);
  }

  form.addEventListener("input", (event) => {
    const place = event.target;
    if (!place.dataset.donne && !place.name.startsWith("cut_") && !("check" in place.dataset)) return;
    filled.delete(place.name);
    if (!told) {
      told = true;
      const body = new FormData();
      body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
      body.set("table", form.dataset.table);
      request(form.dataset.typing, { method: "POST", body, headers: FETCH }).catch(() => {});
    }
    clearTimeout(timer);
    timer = setTimeout(check, 150);
  });

  form.addEventListener("focusout", (event) => {
    const row = event.target.closest("tbody tr");
    if (!row || row.contains(event.relatedTarget)) return;
    const number = row.id.slice("donne-".length);
    if ([...row.querySelectorAll("input, select")].some((place) => place.value)) touched.add(number);
    clearTimeout(timer);
    timer = setTimeout(check, 50);
  });

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.dataset.donne || event.ctrlKey) return;
    instead(event, () => goOnFrom(event.target));
  });

  function goOnFrom(here) {
    const all = fields();
    const number = Number(here.dataset.donne);
    const name = here.dataset.field;
    // Points or tricks of one camp suffice: the other follows, so Enter there goes past it.
    const passed = here.value === "passe";
    const rest = all.slice(all.indexOf(here) + 1);
    const next = (name.startsWith("points_") && here.value.trim()) || passed
      ? all.find((place) => Number(place.dataset.donne) > number)
      : name === "plis_NS" && here.value.trim() && !manches ? rest.find((place) => place.dataset.field !== "plis_EO") : rest[0];
    if (next) next.focus();
    else form.querySelector('button[value="save"]').focus();
  }

  window.addEventListener("pagehide", () => {
    if (!told) return;
    const body = new FormData();
    body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    body.set("table", form.dataset.table);
    body.set("typing", "no");
    request(form.dataset.typing, { method: "POST", body, keepalive: true }).catch(() => {});
  });

  // Quick hands may have begun before this script came: what they typed is marked, and the cursor stays with them.
  const early = (place) => place.matches("select")
    ? place.selectedIndex !== Math.max([...place.options].findIndex((option) => option.defaultSelected), 0)
    : place.value !== place.defaultValue;
  if (fields().some(early)) check();
  if (!form.contains(document.activeElement)) (form.querySelector("[aria-invalid], .wrong input, .wrong select") || fields()[0]).focus();
})();
