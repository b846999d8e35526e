// The pages of a wall one after the other: by themselves, or by hand with the space bar and the arrows. They stand still
// while paused, and from the start where the screen asks for no motion.
//
// On the screen that shows several walls in turn (wall-evening.js) a wall says when it is laid and when it was read.

import { instead } from "../tournament/baseline.js";

const SECONDS = 9;
const SECONDS_A_LINE = 0.3; // somebody looks for his own line
const SECONDS_A_LETTER = 0.06; // of a message to the hall
const inTurn = window.parent !== window;

// How long the page that is shown takes to be read, in seconds.
function reading() {
  const lines = [...document.querySelectorAll("[data-lines] li, [data-list] li, .pool tr, .tree-match")];
  const shown = lines.filter((line) => line.getClientRects().length);
  const message = document.querySelector(".hall-message");
  const letters = message && !message.hidden ? message.textContent.length : 0;
  return Math.max(SECONDS, 5 + SECONDS_A_LINE * shown.length) + SECONDS_A_LETTER * letters;
}

function tell(word) {
  if (inTurn) window.parent.postMessage(word, location.origin);
}

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
    if (!paused) timer = setInterval(() => step(1), (inTurn ? reading() : SECONDS) * 1000);
    tell("wall:laid");
  }

  function step(by) {
    if (place + by >= count()) tell("wall:read");
    go(place + by);
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
    instead(event, () => step(by));
  });
  // A clock or a message above the lines may come once they are laid: they are laid anew, as when the window changes.
  let above = 0;
  setInterval(() => {
    const head = document.querySelector(".wall-above");
    if (!head || head.offsetHeight === above) return;
    above = head.offsetHeight;
    window.dispatchEvent(new Event("resize"));
  }, 1000);
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", paused);
    button.addEventListener("click", () => pause(!paused));
  }
  return { go, again: () => go(Math.min(place, Math.max(count() - 1, 0))) };
}
