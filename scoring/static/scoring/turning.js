// The pages of a wall one after the other: by themselves, or by hand with the space bar and the arrows. They stand still
// while paused, and from the start where the screen asks for no motion.

import { instead } from "../tournament/baseline.js";

const SECONDS = 9;

// `count` says how many pages there are now, `show` shows the one at a place; returns how to go to a place, and how to
// show the present one again after the pages were laid anew.
export function turning(count, show) {
  let place = 0;
  let timer = 0;
  let paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const button = document.querySelector("[data-wall-pause]");

  function go(to) {
    const pages = count();
    place = pages ? (to + pages) % pages : 0;
    show(place);
    clearInterval(timer);
    if (!paused) timer = setInterval(() => go(place + 1), SECONDS * 1000);
  }

  function pause(yes) {
    paused = yes;
    if (button) button.setAttribute("aria-pressed", paused);
    go(place);
  }

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("button") && event.key === " ") return;
    const by = { ArrowRight: 1, " ": 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    instead(event, () => go(place + by));
  });
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", paused);
    button.addEventListener("click", () => pause(!paused));
  }
  return { go, again: () => go(Math.min(place, Math.max(count() - 1, 0))) };
}
