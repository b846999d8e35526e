// The line of fields: type table, points, Enter, next. Without this script the same form works in two steps.
import { ACT_MS, beforeLeaving, fieldsOf, focusOf, instead, onSubmit, refill, request } from "../tournament/baseline.js";

(() => {
  "use strict";
  const root = document.getElementById("entry");
  const byId = (id) => document.getElementById(id);
  const FETCH = { "X-Requested-With": "fetch" };
  const CAMPS = ["NS", "EO"];
  const UNSEEN = 400; // ms: whoever types on without such a pause has not read what the server said of the line
  const HAND = 2000; // ms: how long the lists stay as they are under a hand that moved there
  const NEXT_LINE = /^(?:e|é|eq|éq|equipe|équipe|team|t)?[.\s]*\d$/i;
  const REMIND = 60000; // after three minutes without a word the others see nobody at the table
  const KEPT = `aside ${root.dataset.round}`;
  let known = { number: 0, tables: {}, teams: {} };
  let waiting = null; // keys typed while a line is being recorded: they belong to the next one
  let filled = null; // the total that the server filled in, as long as nobody typed over it
  let touched = false; // whether anything was typed over what is recorded
  let timer = 0;
  let asked = 0;
  let owner = ""; // the table for which the figures in the fields were typed, or came back
  let offered = false; // whether the fields hold what both telephones said, and nothing was typed over it
  let refused = null; // the line that the server gave back, as long as its typist may not have seen it
  let onlyHere = false; // whether lines are set aside that the browser does not keep for the next page
  let aside = []; // lines that were given back while the next one was being typed
  let typing = "";
  let toldAt = 0;
  let handAt = 0;
  let view = { turn: 0, zoom: 1, x: 0, y: 0 };
  let unfolded = false;

  const form = () => byId("entry-form");
  const field = (name) => form() && form().elements[name];
  const readKnown = () => { known = JSON.parse(byId("entry-data").textContent); };

  function tableTyped(typed = field("table").value) {
    const text = typed.trim().toLowerCase();
    const team = text.match(/^(?:e|é|eq|éq|equipe|équipe|team|t)[.\s]*(\d{1,5})$/);
    const number = team ? known.teams[Number(team[1])] : /^\d{1,5}$/.test(text) ? Number(text) : undefined;
    return number !== undefined && known.tables[number] ? String(number) : "";
  }

  function showTeams() {
    const number = tableTyped();
    const table = known.tables[number];
    showPhoto(number, 0);
    for (const camp of CAMPS) byId(`team-${camp}`).textContent = table ? table[camp] : "";
    byId("entry-terms").textContent = table ? table.terms : "";
    byId("entry-terms").hidden = !(table && table.terms);
    showForfeit(table && table.forfeit);
    showLinks(table ? number : "");
    if (table && table.typist) say("wait", root.dataset.typist.replace("{who}", table.typist).replace("{table}", number));
    else if (table && table.recorded && !field("base_version").value) say("wait", root.dataset.recorded.replace("{table}", number).replace("{figures}", table.recorded));
    else say("", "");
  }

  // Say with the table's number that a team has left or is absent, before figures are typed.
  function showForfeit(forfeit) {
    const place = byId("entry-forfeit");
    place.hidden = !forfeit;
    place.querySelector("span").textContent = forfeit ? forfeit.said : "";
    place.querySelector("a").href = forfeit ? forfeit.address : "";
  }

  // Everything else that can be done with the table; its place is kept, so that nothing below moves.
  function showLinks(number) {
    const place = byId("entry-links");
    place.classList.toggle("unseen", !number);
    if (number) for (const link of place.querySelectorAll("[data-to]")) link.href = link.dataset.to.replace("/0/", `/${number}/`);
  }

  // The photo of the sheet stands below the fields of its table, to be turned, made larger and moved.
  function showPhoto(number, nth) {
    const place = byId("entry-photos");
    const all = (known.tables[number] && known.tables[number].photos) || [];
    place.hidden = !all.length;
    if (!all.length) return;
    const image = place.querySelector("img");
    Object.assign(place.dataset, { table: number, nth: nth % all.length });
    if (image.getAttribute("src") !== all[nth % all.length]) {
      image.src = all[nth % all.length];
      image.alt = place.dataset.alt.replace("{table}", number);
    }
    place.querySelector('[data-photo="next"]').hidden = all.length < 2;
    const frame = image.parentElement; // what stands above it differs: the names, the lines of the menu
    frame.style.setProperty("--top", `${Math.ceil(frame.getBoundingClientRect().top + window.scrollY)}px`);
    view = { turn: 0, zoom: 1, x: 0, y: 0 };
    lookAt(image);
  }

  function lookAt(image) {
    image.style.transform = `translate(${view.x}px, ${view.y}px) rotate(${view.turn}deg) scale(${view.zoom})`;
  }

  root.addEventListener("click", (event) => {
    const act = event.target.dataset.photo;
    if (!act) return;
    const place = byId("entry-photos");
    if (act === "next") return showPhoto(place.dataset.table, Number(place.dataset.nth) + 1);
    if (act === "turn") view.turn += 90;
    else view.zoom = Math.min(6, Math.max(0.5, view.zoom * (act === "larger" ? 1.4 : 1 / 1.4)));
    lookAt(place.querySelector("img"));
  });
  root.addEventListener("mousedown", (event) => event.target.closest(".entry-photos") && event.preventDefault()); // the field keeps the cursor
  root.addEventListener("pointermove", (event) => {
    if (!event.buttons || !event.target.closest(".photo-frame")) return;
    view.x += event.movementX;
    view.y += event.movementY;
    lookAt(byId("entry-photos").querySelector("img"));
  });

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
    return request(url, { method: "POST", body, keepalive: true }); // Chromium 80 sends no header of ours with keepalive
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
    const answer = await request(`${root.dataset.check}?${values}`, { headers: FETCH });
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

  const figures = () => ["points", "belotes", "capots"].some((name) => CAMPS.some((camp) => field(`${name}_${camp}`)?.value.trim()));

  // Another number in the field of the table: the figures are not its own. Those that were typed wait beside it.
  function leaveOwner() {
    const number = tableTyped();
    if (!owner || !number || number === owner || waiting) return;
    const text = field("table").value;
    const line = [...new FormData(form())].map(([name, value]) => [name, name === "table" ? owner : value]);
    if (touched && figures()) {
      aside.push({ line, why: reasonIn(root.innerHTML), unsent: !looksWrong(), recorded: recordedOrSeen(line) });
      keepAside();
    }
    blank();
    field("table").value = text;
    showTeams();
  }

  function enterIn(name) {
    if (name === "table") {
      leaveOwner();
      const number = tableTyped();
      if (!number) return record(); // the server says what is wrong
      if (known.tables[number].recorded && !field("base_version").value) return open(number);
      tellTyping(number);
      if (known.tables[number].agreed) offer(known.tables[number].agreed);
      return focusOn("points_NS");
    }
    const correcting = Boolean(field("base_version").value);
    if (name === "points_NS" && offered) return record();
    if (name === "points_NS" && (correcting || !field("points_EO").value.trim())) return focusOn("points_EO");
    if (name === "points_NS" && filled && filled.name === "points_EO") return focusOn("points_EO");
    if (correcting && !touched) {
      focusOn("points_NS");
      return say("wait", root.dataset.same);
    }
    return record();
  }

  // The figures of both telephones stand in the fields: Enter records them, a digit types over them.
  function offer(agreed) {
    if (CAMPS.some((camp) => field(`points_${camp}`).value.trim())) return;
    for (const camp of CAMPS) field(`points_${camp}`).value = agreed.points[camp];
    offered = true;
    owner = tableTyped();
    say("wait", agreed.said);
  }

  function swap(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    refill(root, ...fresh.getElementById("entry").childNodes);
    const change = fresh.getElementById("entry-change");
    if (change) learn(JSON.parse(change.textContent));
    begun();
  }

  // Take over what the server says of one table, unless the lists stand on a later line of the journal already.
  function learn({ number, table, ...now }) {
    if (number < known.number || !known.tables[table]) return;
    Object.assign(known.tables[table], now);
    const recorded = Object.values(known.tables).filter((one) => one.recorded).length;
    byId("entry-recorded").textContent = recorded;
    byId("entry-progress").value = recorded;
  }

  // The line is recorded: its receipt stands above an empty one. The lists follow when they ask next.
  function recorded({ said, ...change }) {
    typing = ""; // ended with the score
    learn(change);
    known.number = Math.max(known.number, change.number);
    blank();
    const place = byId("entry-said");
    place.className = `notice ${said.warning ? "warning" : "success"}`;
    place.textContent = said.success;
    if (!said.warning) return;
    const warning = document.createElement("strong");
    warning.textContent = said.warning;
    place.append(" ", warning);
  }

  // An empty line of its own key; the server is not asked.
  function blank() {
    const token = field("csrfmiddlewaretoken").value;
    form().replaceWith(byId("entry-blank").content.cloneNode(true));
    field("csrfmiddlewaretoken").value = token;
    field("key").value = crypto.randomUUID ? crypto.randomUUID() : [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    clearTimeout(timer);
    asked++;
    tellTyping("");
    begun();
  }

  function begun() {
    filled = null;
    offered = false;
    refused = null;
    touched = looksWrong();
    owner = form() && (figures() || field("base_version").value) ? tableTyped() : "";
    if (form()) showPhoto(tableTyped(), 0);
    const first = root.querySelector("[autofocus]") || field("table");
    if (first) {
      first.focus();
      if (first.value) first.select();
    }
  }

  const unfold = (lists) => { const details = lists.querySelector("details"); if (details) details.open = unfolded; };

  // The next Enter answers the server's question about a line, as if the line had been typed.
  const looksWrong = () => root.querySelector(".errorlist, .entry-check.wait") !== null;

  // Figures typed before this script was loaded count as typed.
  function begin() {
    readKnown();
    if (!form()) return;
    const early = [...form().elements].filter((place) => place.matches("input:not([type=hidden])") && place.value !== place.defaultValue);
    touched = early.length > 0 || looksWrong();
    if (early.includes(field("table"))) showTeams();
    if (figures() || field("base_version").value) owner = tableTyped();
    if (early.length) checkSoon();
    if (tableTyped()) tellTyping(tableTyped());
    showPhoto(tableTyped(), 0);
    const agreed = tableTyped() && known.tables[tableTyped()].agreed;
    offered = Boolean(agreed) && !early.length && CAMPS.every((camp) => field(`points_${camp}`).value === String(agreed.points[camp]));
    try {
      aside = JSON.parse(sessionStorage.getItem(KEPT) || "[]");
    } catch {
      aside = []; // a browser that keeps nothing
    }
    forgetScoresTakenOff();
  }

  async function open(number) {
    const answer = await hold(request(`${root.dataset.round}?table=${number}`, { headers: FETCH }));
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
    return send([...new FormData(form())]);
  }

  async function send(line) {
    const body = new FormData();
    for (const [name, value] of line) body.append(name, value);
    const answer = await hold(request(form().action, { method: "POST", body, headers: FETCH }, ACT_MS), line);
    if (!answer) return;
    const state = answer.headers.get("X-Entry");
    if (state === "effects") {
      if (typedAhead()) return setAside(line, root.dataset.moves);
      return form().submit(); // something moves: asked on a page of its own
    }
    if (answer.redirected && !answer.url.includes("/saisie/")) return location.assign(answer.url);
    if (state === "done") {
      const sent = tableTyped(Object.fromEntries(line).table);
      aside = aside.filter((one) => tableTyped(Object.fromEntries(one.line).table) !== sent); // its sheet is in
      keepAside();
      recorded(await answer.json());
      return replay();
    }
    const html = await answer.text();
    if (state === "open") {
      swap(html);
      typing = "";
      return replay();
    }
    if (typedAhead()) return setAside(line, reasonIn(html));
    swap(html); // something is to be looked at first: nothing may be typed over it blindly
    waiting = null;
    giveBack(line, reasonIn(html));
  }

  // While the server answers, keys are kept; when it cannot, the line stays as it is and says so.
  async function hold(sending, line) {
    waiting = waiting || [];
    form().setAttribute("aria-busy", "true");
    try {
      const answer = await sending;
      if (answer.ok) return answer;
    } catch { /* said below */ }
    form().removeAttribute("aria-busy");
    if (line && typedAhead()) {
      setAside(line, root.dataset.away);
      return null;
    }
    waiting = null;
    say("bad", root.dataset.away);
    if (line) giveBack(line, root.dataset.away);
    else field("table").select();
    return null;
  }

  const typedAhead = () => waiting !== null && waiting.some((key) => key === "Escape" || /^\d$/.test(key));

  function reasonIn(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    return [...fresh.querySelectorAll(".errorlist li, #entry-check")].map((place) => place.textContent.trim()).filter(Boolean).join(" ");
  }

  function giveBack(line, why) {
    refused = { line, why, keys: "", at: performance.now() };
  }

  // The typist is at the next line already: this one waits beside it, with its figures and what was said of it.
  function setAside(line, why, unsent = false) {
    const values = Object.fromEntries(line);
    if (CAMPS.some((camp) => values[`points_${camp}`].trim())) aside.push({ line, why, unsent, recorded: recordedOrSeen(line) });
    keepAside();
    while (waiting && waiting[0] === "Enter") waiting.shift(); // meant for the line that is gone
    blank();
    replay();
  }

  function keepAside() {
    onlyHere = aside.length > 0;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(aside));
      onlyHere = false;
    } catch {
      // a browser that keeps nothing: it asks before the page with these lines goes
    }
    showAside();
  }

  // A version that the line would correct is a recorded score, also where the list of tables does not have it yet.
  const recordedOrSeen = (line) => recordedFor(line) || Object.fromEntries(line).base_version;
  const recordedFor = (line) => known.tables[tableTyped(Object.fromEntries(line).table)]?.recorded || "";

  const figuresOf = (line) => CAMPS.map((camp) => Object.fromEntries(line)[`points_${camp}`]).join("–");

  // A score that was taken off its table since is no reason any more why the line waits; a line that another window has
  // recorded waits for nothing.
  function forgetScoresTakenOff() {
    aside = aside.filter((one) => recordedFor(one.line) !== figuresOf(one.line));
    for (const one of aside) {
      const recorded = recordedFor(one.line);
      if (one.recorded && !recorded) one.why = "";
      one.recorded = recorded;
    }
    keepAside();
  }

  function showAside() {
    const list = byId("entry-aside");
    list.hidden = !aside.length;
    refill(list, ...aside.map((one) => {
      const values = Object.fromEntries(one.line);
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.textContent = root.dataset.resume;
      button.addEventListener("click", () => resume(one));
      item.append(`${root.dataset.aside.replace("{table}", values.table).replace("{figures}", figuresOf(one.line))} ${one.why} `, button);
      return item;
    }));
  }

  function resume(one) {
    if (waiting) return;
    aside = aside.filter((other) => other !== one);
    const here = [...new FormData(form())];
    setAside(here, "", !looksWrong());
    for (const [name, value] of one.line) if (field(name)) field(name).value = value;
    if (one.unsent) {
      begun();
      touched = true;
      showTeams();
      focusOn("points_NS");
      return checkSoon();
    }
    send([...one.line.filter(([name]) => name !== "csrfmiddlewaretoken"), ["csrfmiddlewaretoken", field("csrfmiddlewaretoken").value]]);
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
      if (keys[i] === "Escape") {
        blank();
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
      field("opened").value = ""; // the figures of the table that was there wait aside: the server need not ask
      showTeams();
      return;
    }
    touched = true;
    owner = owner || tableTyped();
    if (filled && filled.name === name) filled = null;
    if (offered && /^points_/.test(name)) {
      offered = false;
      if (name === "points_NS") field("points_EO").value = "";
    }
    if (/^(points|belotes|capots)_/.test(name)) checkSoon();
  });

  root.addEventListener("focusout", (event) => {
    const next = event.relatedTarget?.name;
    if (event.target.name !== "table" || !next || event.relatedTarget.form !== form()) return;
    const before = form();
    leaveOwner();
    if (form() !== before) focusOn(next);
  });

  // A click into the field of the table takes the old number whole, as the keyboard does.
  root.addEventListener("mousedown", (event) => {
    if (event.target.name !== "table" || document.activeElement === event.target) return;
    instead(event, () => focusOn("table"));
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (waiting) {
      if (["Enter", "Backspace", "Escape"].includes(event.key) || event.key.length === 1) {
        waiting.push(event.key);
        event.preventDefault();
      }
      return;
    }
    if (!form()) return;
    instead(event, () => {
      if (refused && isNextLine(event)) {
        waiting = event.key === "Escape" ? [] : [...refused.keys];
        return setAside(refused.line, refused.why);
      }
      if (event.key === "Escape") return blank();
      if (event.key === "Enter" && event.target.form === form() && event.target.name) return enterIn(event.target.name);
      return false;
    }, giveBackForm);
  });

  // The script cannot go on: the browser sends the line as the page without it does.
  function giveBackForm() {
    waiting = null;
    form().submit();
  }

  // Return whether this key begins the next line: the typist goes on without having seen that this one came back.
  function isNextLine({ key, timeStamp }) {
    if (timeStamp - refused.at > UNSEEN) {
      refused = null;
      return false;
    }
    if (key === "Escape") return true;
    if (key.length !== 1) return false;
    refused.at = timeStamp;
    refused.keys += key;
    return NEXT_LINE.test(refused.keys);
  }

  onSubmit(root, () => (waiting ? undefined : record()));

  window.addEventListener("pagehide", () => tellTyping(""));
  beforeLeaving(() => onlyHere);

  setInterval(() => {
    if (typing && Date.now() - toldAt > REMIND) {
      toldAt = Date.now();
      post(root.dataset.typing, { table: typing }).catch(() => {});
    }
  }, REMIND / 4);

  // --- The live parts: they never change under a hand, nor take the field away ---

  const lists = byId("entry-tables");
  for (const kind of ["pointermove", "pointerdown", "keydown", "focusin"]) {
    lists.addEventListener(kind, () => { handAt = Date.now(); });
  }
  lists.addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault()); // the field keeps the cursor
  lists.addEventListener("toggle", (event) => { unfolded = event.target.open; }, true);

  document.addEventListener("live:changing", (event) => {
    if (event.target !== lists) return;
    unfold(event.detail);
    const { number } = JSON.parse(event.detail.querySelector("#entry-data").textContent);
    // An answer from before the score that was recorded here would take it off the lists again.
    if (number < known.number || Date.now() - handAt < HAND) event.preventDefault();
  });

  // Where the control that had the focus is gone from the lists, the next line is typed.
  const backToTable = () => { if (document.activeElement === lists && field("table")) field("table").focus(); };

  document.addEventListener("live:changed", (event) => {
    if (event.target !== lists) return;
    readKnown();
    forgetScoresTakenOff();
    backToTable();
  });

  // A page that was left open on the last partie goes on to the next one once that is drawn, unless something is typed.
  const onTheLast = !byId("entry-later");
  document.addEventListener("live:changed", () => {
    const later = byId("entry-later");
    if (later && onTheLast && form() && !waiting && !aside.length && !figures() && !field("table").value.trim()) location.replace(later.href);
  });

  // A button of the lists acts beside the line that is being typed, which stays as it is.
  onSubmit(document, (acting, button) => (acting.matches(".desk-act") ? actBeside(acting, button) : false));

  async function actBeside(acting, button) {
    const body = fieldsOf(acting, button);
    const giveBack = focusOf(lists);
    button.disabled = true;
    handAt = 0;
    try {
      const answer = await request(button.getAttribute("formaction") ?? acting.getAttribute("action"), { method: "POST", body }, ACT_MS);
      if (!answer.ok) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const notices = [...page.querySelectorAll(".notices .notice")];
      if (notices.length) {
        byId("entry-said").className = notices[0].className;
        byId("entry-said").textContent = notices.map((notice) => notice.textContent).join(" ");
      }
    } catch {
      say("bad", root.dataset.away);
    }
    button.disabled = false;
    giveBack(lists);
    backToTable();
  }

  begin();
})();
