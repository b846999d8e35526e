// The sheet donne by donne: after each field the server marks what is there; Enter goes to the next field.
(() => {
  "use strict";
  const form = document.getElementById("donnes-form");
  const FETCH = { "X-Requested-With": "fetch" };
  const CAMPS = ["NS", "EO"];
  const filled = new Map(); // name of a field → the total the server put there, as long as nobody typed over it
  const touched = new Set();
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
      const response = await fetch(location.href, { method: "POST", body: typedOnly(), headers: FETCH });
      if (!response.ok) throw new Error(response.status);
      answer = await response.json();
    } catch {
      said.textContent = form.dataset.wrong;
      return;
    }
    if (turn !== asked) return;
    said.textContent = "";
    for (const row of form.querySelectorAll("tbody tr")) show(row, row.id.slice("donne-".length), answer);
    for (const camp of CAMPS) document.getElementById(`total-${camp}`).textContent = answer.total[camp];
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
    for (const camp of CAMPS) {
      cell(row, camp).textContent = result ? result.marks[camp] : "";
      const place = form.elements[`d${number}-points_${camp}`];
      const ours = filled.has(place.name);
      if (result && result.points && (ours || !place.value.trim())) {
        place.value = result.points[camp];
        filled.set(place.name, result.points[camp]);
        if (document.activeElement === place) place.select();
      } else if (!result && ours) {
        place.value = "";
        filled.delete(place.name);
      }
    }
    const why = cell(row, "why");
    why.replaceChildren();
    if (error) {
      const strong = document.createElement("strong");
      strong.className = "wrong-text";
      strong.textContent = error;
      why.append(strong);
      return;
    }
    (result ? result.lines : []).forEach((line, i) => {
      const article = document.createElement("abbr");
      article.className = "muted nowrap";
      article.title = line.text;
      article.textContent = line.article;
      why.append(`${i ? " · " : ""}${line.camp} ${line.label} ${line.points} `, article);
    });
  }

  function fields() {
    return [...form.querySelectorAll("tbody input, tbody select")];
  }

  form.addEventListener("input", (event) => {
    const place = event.target;
    if (!place.dataset.donne) return;
    filled.delete(place.name);
    if (!told) {
      told = true;
      const body = new FormData();
      body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
      body.set("table", form.dataset.table);
      fetch(form.dataset.typing, { method: "POST", body, headers: FETCH }).catch(() => {});
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
    event.preventDefault();
    const all = fields();
    const here = event.target;
    const number = Number(here.dataset.donne);
    const name = here.dataset.field;
    // Points of one camp suffice: the other follows, so Enter there goes to the next donne.
    const passed = here.value === "passe";
    const next = name.startsWith("points_") || passed
      ? form.elements[`d${number + 1}-preneur`]
      : all[all.indexOf(here) + 1];
    if (next) next.focus();
    else form.querySelector('button[value="save"]').focus();
  });

  window.addEventListener("pagehide", () => {
    if (!told) return;
    const body = new FormData();
    body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    body.set("table", form.dataset.table);
    body.set("typing", "no");
    fetch(form.dataset.typing, { method: "POST", body, headers: FETCH, keepalive: true }).catch(() => {});
  });

  (form.querySelector(".wrong input") || form.elements["d1-preneur"]).focus();
})();
