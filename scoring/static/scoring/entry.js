// The line of fields: type table, points, Enter, next. Without this script the same form works in two steps.
(() => {
  "use strict";
  const root = document.getElementById("entry");
  const byId = (id) => document.getElementById(id);
  const FETCH = { "X-Requested-With": "fetch" };
  const CAMPS = ["NS", "EO"];
  const POLL = 4000;
  const REMIND = 60000; // after three minutes without a word the others see nobody at the table
  let known = { tables: {}, teams: {} };
  let waiting = null; // keys typed while a line is being recorded: they belong to the next one
  let filled = null; // the total that the server filled in, as long as nobody typed over it
  let touched = false; // whether anything was typed over what is recorded
  let timer = 0;
  let asked = 0;
  let typing = "";
  let toldAt = 0;

  const form = () => byId("entry-form");
  const field = (name) => form() && form().elements[name];
  const readKnown = () => { known = JSON.parse(byId("entry-data").textContent); };

  function tableTyped() {
    const text = field("table").value.trim().toLowerCase();
    const team = text.match(/^(?:e|é|eq|éq|equipe|équipe|team|t)[.\s]*(\d{1,5})$/);
    const number = team ? known.teams[Number(team[1])] : /^\d{1,5}$/.test(text) ? Number(text) : undefined;
    return number !== undefined && known.tables[number] ? String(number) : "";
  }

  function showTeams() {
    const number = tableTyped();
    const table = known.tables[number];
    for (const camp of CAMPS) byId(`team-${camp}`).textContent = table ? table[camp] : "";
    byId("entry-terms").textContent = table ? table.terms : "";
    byId("entry-terms").hidden = !(table && table.terms);
    if (table && table.typist) say("wait", root.dataset.typist.replace("{who}", table.typist).replace("{table}", number));
    else if (table && table.recorded && !field("base_version").value) say("wait", root.dataset.recorded.replace("{table}", number).replace("{figures}", table.recorded));
    else say("", "");
  }

  function say(state, text) {
    const place = byId("entry-check");
    place.className = "entry-check";
    place.textContent = text;
    if (state && text) place.classList.add(state);
  }

  function post(url, values) {
    const body = new FormData();
    body.set("csrfmiddlewaretoken", field("csrfmiddlewaretoken").value);
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    return fetch(url, { method: "POST", body, headers: FETCH, keepalive: true });
  }

  function tellTyping(number) {
    if (number === typing) return;
    if (typing) post(root.dataset.typing, { table: typing, typing: "no" }).catch(() => {});
    typing = number;
    toldAt = Date.now();
    if (number) post(root.dataset.typing, { table: number }).catch(() => {});
  }

  function checkSoon() {
    clearTimeout(timer);
    timer = setTimeout(check, 120);
  }

  async function check() {
    if (!CAMPS.some((camp) => field(`points_${camp}`).value.trim())) return;
    const turn = ++asked;
    const values = new URLSearchParams({ table: tableTyped() || "0", base_version: field("base_version").value });
    for (const name of ["points", "belotes", "capots"]) {
      for (const camp of CAMPS) {
        const full = `${name}_${camp}`;
        if (!(filled && filled.name === full)) values.set(full, field(full).value);
      }
    }
    let answer;
    try {
      answer = await read(values);
      if (answer.fill) fill(answer.fill);
      if (filled && !answer.said) {
        values.set(filled.name, filled.value);
        answer = await read(values);
      }
    } catch {
      return; // the server controls again when the line is recorded
    }
    if (turn === asked) say(answer.state, answer.said);
  }

  async function read(values) {
    const answer = await fetch(`${root.dataset.check}?${values}`, { headers: FETCH });
    if (!answer.ok) throw new Error(answer.status);
    return answer.json();
  }

  function fill(totals) {
    for (const [camp, total] of Object.entries(totals)) {
      const place = field(`points_${camp}`);
      const ours = filled && filled.name === place.name;
      if (place.value.trim() && !ours) return;
      place.value = total;
      filled = { name: place.name, value: String(total) };
      if (document.activeElement === place) place.select();
      return;
    }
    if (filled) {
      field(filled.name).value = "";
      filled = null;
    }
  }

  function focusOn(name) {
    field(name).focus();
    field(name).select();
  }

  function enterIn(name) {
    if (name === "table") {
      const number = tableTyped();
      if (!number) return record(); // the server says what is wrong
      if (known.tables[number].recorded && !field("base_version").value) return open(number);
      tellTyping(number);
      return focusOn("points_NS");
    }
    const correcting = Boolean(field("base_version").value);
    if (name === "points_NS" && (correcting || !field("points_EO").value.trim())) return focusOn("points_EO");
    if (name === "points_NS" && filled && filled.name === "points_EO") return focusOn("points_EO");
    if (correcting && !touched) {
      focusOn("points_NS");
      return say("wait", root.dataset.same);
    }
    return record();
  }

  function swap(html) {
    const opened = Boolean(root.querySelector("details[open]"));
    root.innerHTML = html;
    const details = root.querySelector("details");
    if (details) details.open = opened;
    filled = null;
    touched = looksWrong();
    readKnown();
    const first = root.querySelector("[autofocus]") || field("table");
    if (first) {
      first.focus();
      if (first.value) first.select();
    }
  }

  // What the server had to say of a line is what the next Enter is about, as if it had been typed.
  const looksWrong = () => root.querySelector(".errorlist, .entry-check.wait") !== null;

  // What quick hands typed before this script came is typed.
  function begin() {
    readKnown();
    if (!form()) return;
    const early = [...form().elements].filter((place) => place.matches("input:not([type=hidden])") && place.value !== place.defaultValue);
    touched = early.length > 0 || looksWrong();
    if (early.includes(field("table"))) showTeams();
    if (early.length) checkSoon();
    if (field("base_version").value) tellTyping(tableTyped());
  }

  async function open(number) {
    const answer = await hold(fetch(`${root.dataset.round}?table=${number}`, { headers: FETCH }));
    if (answer) {
      swap(await answer.text());
      tellTyping(number);
      replay();
    }
  }

  async function record() {
    clearTimeout(timer);
    waiting = waiting || [];
    if (CAMPS.some((camp) => !field(`points_${camp}`).value.trim())) await check(); // the other total may follow
    asked++;
    const answer = await hold(fetch(form().action, { method: "POST", body: new FormData(form()), headers: FETCH }));
    if (!answer) return;
    if (answer.headers.get("X-Entry") === "effects") return form().submit(); // something moves: asked on a page of its own
    if (answer.redirected && !answer.url.includes("/saisie/")) return location.assign(answer.url);
    swap(await answer.text());
    if (answer.headers.get("X-Entry") === "done") {
      typing = "";
      replay();
    } else {
      waiting = null; // something is to be looked at first: nothing may be typed over it blindly
    }
  }

  // While the server answers, keys are kept; when it cannot, the line stays as it is and says so.
  async function hold(request) {
    waiting = waiting || [];
    form().setAttribute("aria-busy", "true");
    try {
      const answer = await request;
      if (answer.ok) return answer;
    } catch { /* said below */ }
    waiting = null;
    form().removeAttribute("aria-busy");
    say("bad", root.dataset.away);
    return null;
  }

  function replay() {
    const keys = waiting || [];
    waiting = null;
    for (let i = 0; i < keys.length; i++) {
      const place = document.activeElement;
      if (!place || !place.name) return;
      if (keys[i] === "Enter") {
        enterIn(place.name);
        if (waiting) { // this one goes to the server too: what follows waits for it
          waiting = keys.slice(i + 1);
          return;
        }
        continue;
      }
      if (keys[i] === "Backspace") {
        place.value = place.value.slice(0, -1);
      } else {
        const from = place.selectionStart ?? place.value.length;
        place.setRangeText(keys[i], from, place.selectionEnd ?? from, "end");
      }
      place.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  root.addEventListener("input", (event) => {
    const name = event.target.name;
    if (!name || event.target.form !== form()) return;
    if (name === "table") {
      showTeams();
      return;
    }
    touched = true;
    if (filled && filled.name === name) filled = null;
    if (/^(points|belotes|capots)_/.test(name)) checkSoon();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (waiting) {
      if (event.key === "Enter" || event.key === "Backspace" || event.key.length === 1) {
        waiting.push(event.key);
        event.preventDefault();
      }
      return;
    }
    if (!form()) return;
    if (event.key === "Escape") {
      event.preventDefault();
      return open("");
    }
    if (event.key === "Enter" && event.target.form === form() && event.target.name) {
      event.preventDefault();
      enterIn(event.target.name);
    }
  });

  root.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!waiting) record();
  });

  window.addEventListener("pagehide", () => tellTyping(""));

  setInterval(async () => {
    const place = byId("entry-tables");
    if (document.hidden || waiting || place.contains(document.activeElement)) return;
    if (typing && Date.now() - toldAt > REMIND) {
      toldAt = Date.now();
      post(root.dataset.typing, { table: typing }).catch(() => {});
    }
    try {
      const answer = await fetch(root.dataset.tables, { headers: FETCH });
      if (!answer.ok || waiting) return;
      const opened = Boolean(place.querySelector("details[open]"));
      place.innerHTML = await answer.text();
      place.querySelector("details").open = opened;
      readKnown();
    } catch { /* the lists stay as they were */ }
  }, POLL);

  begin();
})();
