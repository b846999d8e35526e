// The wall: as big as the screen allows, page after page, by table and by name in turn.

import { turning } from "./turning.js";

const BIGGEST = 88;
const GAP = 40;
const room = document.querySelector("[data-wall]");
const wall = turning(() => pages.length, show);
let pages = [];

// How wide a line is, in letters' heights, so that all but the few longest names are whole.
function natural(section) {
  const list = section.querySelector("ul");
  list.classList.add("measuring");
  const widths = [...list.children].map((line) => line.offsetWidth).sort((a, b) => a - b);
  list.classList.remove("measuring");
  const most = widths[Math.floor((widths.length - 1) * 0.95)];
  return Math.min(widths[widths.length - 1], most * 1.2) / 20 + 0.3;
}

// The biggest letters, down to the smallest read from afar, with which `count` lines fit; how many do with those.
function measure(section, width, count) {
  const height = window.innerHeight - section.getBoundingClientRect().top - 24;
  const most = Math.max(2, ...[...section.querySelectorAll("li")].map((line) => line.querySelectorAll(".camp").length));
  const tall = (section.dataset.lines * most) / 2; // a table of two camps has two lines, one of the escalier up to six
  const smallest = Math.max(15, Math.floor(window.innerWidth / 70));
  for (let size = BIGGEST; ; size -= 1) {
    const columns = Math.max(1, Math.floor((room.clientWidth + GAP) / (width * size + GAP)));
    const rows = Math.max(1, Math.floor(height / (tall * size)));
    const whole = width * size <= room.clientWidth;
    if (size <= smallest || (whole && columns * rows >= count)) return { size, columns, rows, room: columns * rows };
  }
}

// What is still too long for its line is written smaller, then on two lines of half the height: nobody is cut off.
function fit(lines) {
  const named = lines.flatMap((line) => [...line.querySelectorAll(".camp, .who")]);
  for (const name of named) {
    name.classList.remove("long");
    name.style.fontSize = "";
  }
  const over = named.map((name) => name.scrollWidth / name.clientWidth);
  named.forEach((name, at) => {
    if (over[at] > 1.5) name.classList.add("long");
    else if (over[at] > 1) name.style.fontSize = `${0.98 / over[at]}em`;
  });
}

function lay() {
  const sections = [...room.querySelectorAll("[data-list]")];
  pages = [];
  for (const section of sections) {
    for (const other of sections) other.hidden = other !== section;
    const lines = [...section.querySelectorAll("li")];
    for (const line of lines) line.hidden = false;
    const width = natural(section);
    const count = Math.ceil(lines.length / measure(section, width, lines.length).room);
    const each = Math.ceil(lines.length / count);
    const fit = measure(section, width, each);
    const list = section.querySelector("ul");
    const columns = Math.min(fit.columns, Math.ceil(each / fit.rows));
    list.style.setProperty("--size", `${fit.size}px`);
    list.style.setProperty("--columns", columns);
    list.style.setProperty("--rows", Math.ceil(each / columns));
    for (let page = 0; page < count; page += 1) {
      pages.push({ section, lines: lines.slice(page * each, (page + 1) * each), page, count });
    }
  }
}

function show(place) {
  if (!pages.length) return;
  const { section, lines, page, count } = pages[place];
  for (const other of room.querySelectorAll("[data-list]")) other.hidden = other !== section;
  for (const line of section.querySelectorAll("li")) line.hidden = !lines.includes(line);
  fit(lines);
  const from = lines[0].dataset.key.trim();
  const to = lines[lines.length - 1].dataset.key.trim();
  const range = count > 1 ? ` · ${from} → ${to} · ${page + 1}/${count}` : "";
  room.querySelector("[data-where]").textContent = section.dataset.title + range;
}

room.addEventListener("live:changed", () => {
  lay();
  wall.go(0);
});
window.addEventListener("resize", () => {
  lay();
  wall.again();
});
lay();
wall.go(0);
