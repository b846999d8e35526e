// Keeps one part of a page as the organiser's computer has it: asks every two seconds, stops while hidden.

import { focusOf, request } from "../tournament/baseline.js";

const live = document.querySelector("[data-live]");
const offline = document.querySelector("[data-offline]");
const address = new URL(location.href);
address.searchParams.set("part", "live");
let etag = live.dataset.etag;
let failures = 0;

// Keep the parts that were opened, and how far each was scrolled.
function replace(part) {
  const slid = [...live.querySelectorAll(".scroll-x")].map((one) => one.scrollLeft);
  const opened = [...live.querySelectorAll("details")].map((one) => one.open);
  const giveBack = focusOf(live);
  live.innerHTML = part;
  live.querySelectorAll("details").forEach((one, place) => (one.open = opened[place] ?? one.open));
  live.querySelectorAll(".scroll-x").forEach((one, place) => (one.scrollLeft = slid[place] ?? 0));
  giveBack(live);
}

// A bracket that is slid sideways opens at its last round that is drawn; on a telephone the page is rolled until the first
// match of that round is in sight, which is halfway down a bracket.
const opened = [...live.querySelectorAll(".scroll-x")].filter((one) => one.querySelector(".tree")).map((one) => {
  const matches = [...one.querySelectorAll(".tree-match")].filter((match) => match.querySelector(".tree-caption"));
  const drawn = matches.flatMap((match) => [...match.querySelectorAll("rect")]);
  const left = Math.max(...drawn.map((match) => match.getBoundingClientRect().left), 0);
  const last = drawn.find((match) => match.getBoundingClientRect().left >= left - 1);
  one.scrollLeft += left - one.getBoundingClientRect().left - 4;
  return last;
});
if (opened[0] && matchMedia("(max-width: 60rem)").matches && !location.hash && !document.body.matches(".phases-wall")) {
  window.scrollBy(0, Math.max(0, opened[0].getBoundingClientRect().bottom + 16 - window.innerHeight));
}

async function look() {
  try {
    const answer = await request(address, { headers: { "If-None-Match": etag }, cache: "no-store" });
    if (answer.status === 200) {
      const part = await answer.text();
      etag = answer.headers.get("ETag");
      replace(part);
      live.dispatchEvent(new Event("live:changed", { bubbles: true }));
    }
    failures = answer.ok || answer.status === 304 ? 0 : failures + 1;
    if (!failures) document.dispatchEvent(new CustomEvent("server:time", { detail: answer.headers.get("Date") }));
  } catch {
    failures += 1;
  }
  const lost = failures >= 3;
  if (offline.hidden === lost) {
    offline.hidden = !lost;
    window.dispatchEvent(new Event("resize")); // a wall has less room below that line
  }
  document.body.classList.toggle("lost", lost);
}

async function loop() {
  if (!document.hidden) await look();
  // Telephones that woke together do not stay together.
  setTimeout(loop, 1700 + Math.random() * 600 + Math.min(failures, 5) * 1000);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
setTimeout(loop, 2000);
