// The wall of pools and brackets: as big as the screen allows; what it cannot hold at once is shown page after page.

import { turning } from "./turning.js";

const BIGGEST = 30;
const WHOLE = 19; // letters smaller than this are hardly read at the back: better several pages
const SMALLEST = 14;
const room = document.querySelector("[data-wall]");
const where = document.querySelector("[data-where]");
const wall = turning(() => pages.length, show);
let pages = [];

function height() {
  return window.innerHeight - room.getBoundingClientRect().top - window.scrollY - 16;
}

function wideEnough() {
  return [...room.querySelectorAll(".scroll-x:not([hidden])")].every((one) => one.scrollWidth <= one.clientWidth + 1);
}

function fits() {
  return wideEnough() && room.scrollHeight <= height();
}

// What stays together on a page: a bracket, or a pool. Each is under the title of its phase.
function units() {
  return [...room.querySelectorAll(".phase")].flatMap((phase) =>
    [...phase.querySelectorAll(".pool, .scroll-x")].map((part) => ({ phase, part })),
  );
}

function only(chosen) {
  for (const phase of room.querySelectorAll(".phase")) {
    phase.hidden = !chosen.some((unit) => unit.phase === phase);
  }
  for (const { part } of units()) part.hidden = !chosen.some((unit) => unit.part === part);
  for (const round of room.querySelectorAll(".bracket-round")) round.hidden = false;
}

// The rounds of a bracket that are over give way to those being played, down to the last three.
function shorten(bracket) {
  const rounds = [...bracket.querySelectorAll(".bracket-round")];
  for (const round of rounds.slice(0, -3)) {
    if (fits() || round.querySelector(".match:not(.bye):not(:has(.won))")) return;
    round.hidden = true;
  }
}

function size(pixels) {
  document.documentElement.style.fontSize = `${pixels}px`;
  room.style.setProperty("--wall-height", `${height()}px`);
}

// The pages at the present size: as many units as fit on each; a bracket larger than the screen, part by part.
function cut() {
  const found = [];
  let page = [];
  for (const unit of units()) {
    only([...page, unit]);
    if (page.length && !fits()) {
      found.push({ units: page, from: 0, whole: true });
      page = [];
      only([unit]);
    }
    page.push(unit);
    if (page.length > 1 || fits()) continue;
    shorten(unit.part);
    if (fits()) {
      found.push({ units: page, from: 0, whole: true });
    } else {
      const wide = wideEnough();
      const step = height() * 0.8;
      const parts = Math.max(1, Math.ceil((room.scrollHeight - height() * 0.2) / step));
      for (let part = 0; part < parts; part += 1) found.push({ units: page, from: part * step, whole: false, wide });
    }
    page = [];
  }
  if (page.length) found.push({ units: page, from: 0, whole: true });
  return found;
}

function open(page) {
  only(page.units);
  if (page.units.length === 1) shorten(page.units[0].part);
}

// Few units on a page are shown bigger than what the fullest page allows.
function grow(page, least) {
  page.size = least;
  for (let pixels = BIGGEST; page.whole && pixels > least; pixels -= 1) {
    size(pixels);
    open(page);
    if (fits()) {
      page.size = pixels;
      return;
    }
  }
}

function lay() {
  room.classList.remove("paged");
  pages = [];
  if (!units().length) return;
  let pixels = BIGGEST;
  for (; pixels > SMALLEST; pixels -= 1) {
    size(pixels);
    pages = cut();
    if (pages.length === 1 && pages[0].whole) break;
    if (pixels <= WHOLE && pages.length <= 10 && pages.every((page) => page.whole || page.wide)) break;
  }
  size(pixels);
  pages = cut();
  for (const page of pages) grow(page, pixels);
  room.classList.add("paged");
}

function show(place) {
  if (!pages.length) return;
  const page = pages[place];
  room.scrollTop = 0;
  size(page.size);
  open(page);
  room.scrollTop = page.from;
  for (const wide of room.querySelectorAll(".scroll-x")) wide.scrollLeft = wide.scrollWidth;
  where.textContent = pages.length > 1 ? `${place + 1}/${pages.length}` : "";
}

function again() {
  lay();
  wall.again();
}

room.addEventListener("live:changed", again);
window.addEventListener("resize", again);
again();
