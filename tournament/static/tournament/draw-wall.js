// The wall: as big as the screen allows, page after page, by table and by name in turn.

const SECONDS = 9;
const BIGGEST = 88;
const room = document.querySelector("[data-wall]");
let pages = [];
let shown = 0;
let timer = 0;

// The biggest letters with which `count` lines fit, or the smallest that can be read from afar, on several pages.
function measure(section, count) {
  const width = room.clientWidth;
  const height = window.innerHeight - section.getBoundingClientRect().top - 24;
  const smallest = Math.max(16, Math.round(window.innerWidth / 62));
  for (let size = BIGGEST; ; size -= 2) {
    const last = size <= smallest;
    const columns = Math.max(1, Math.floor(width / (section.dataset.width * size)));
    const rows = Math.max(1, Math.floor(height / (section.dataset.lines * size)));
    if (last || columns * rows >= count) return { size, columns, rows, room: columns * rows };
  }
}

function lay() {
  const sections = [...room.querySelectorAll("[data-list]")];
  pages = [];
  for (const section of sections) {
    for (const other of sections) other.hidden = other !== section;
    const lines = [...section.querySelectorAll("li")];
    const fit = measure(section, lines.length);
    const count = Math.ceil(lines.length / fit.room);
    const each = Math.ceil(lines.length / count);
    const list = section.querySelector("ul");
    const columns = Math.min(fit.columns, Math.ceil(each / fit.rows));
    list.style.setProperty("--size", `${fit.size}px`);
    list.style.setProperty("--columns", columns);
    list.style.setProperty("--rows", Math.ceil(each / columns));
    for (let page = 0; page < count; page += 1) {
      pages.push({ section, lines: lines.slice(page * each, (page + 1) * each), page, count });
    }
  }
  shown = Math.min(shown, Math.max(pages.length - 1, 0));
  show();
}

function show() {
  if (!pages.length) return;
  const { section, lines, page, count } = pages[shown];
  for (const other of room.querySelectorAll("[data-list]")) other.hidden = other !== section;
  for (const line of section.querySelectorAll("li")) line.hidden = !lines.includes(line);
  const from = lines[0].dataset.key.trim();
  const to = lines[lines.length - 1].dataset.key.trim();
  const range = count > 1 ? ` · ${from} → ${to} · ${page + 1}/${count}` : "";
  room.querySelector("[data-where]").textContent = section.dataset.title + range;
}

function turn() {
  shown = pages.length ? (shown + 1) % pages.length : 0;
  show();
}

function start() {
  clearInterval(timer);
  lay();
  timer = setInterval(turn, SECONDS * 1000);
}

room.addEventListener("live:changed", () => {
  shown = 0;
  start();
});
window.addEventListener("resize", lay);
document.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowRight" && event.key !== " ") return;
  event.preventDefault();
  start();
  turn();
});
start();
