// A tap lays a card: in the trick, in the hand, as the card in dispute, or in the tricks before a fault. Without this
// script the lists do the same.
import { refill, request } from "../tournament/baseline.js";

const form = document.getElementById("trick-form");
const laying = form.querySelector(".laying");
const hand = form.querySelector(".hand");
const places = [...form.querySelectorAll("[data-place]")].slice(0, Number(form.querySelector("[data-cards]").dataset.cards));
const played = form.elements.played;
let asked = 0;

laying.hidden = false;
hand.classList.add("tapped");
const boxes = [...hand.querySelectorAll("input")];
const target = () => form.elements.lay.value;
const held = new Set(boxes.filter((box) => box.checked).map((box) => box.value));

function free(card) {
  for (const place of [...places, played]) if (place.value === card) place.value = "";
  held.delete(card);
}

function lay(card) {
  const where = target();
  const there = where === "hand" ? held.has(card) : where === "played" ? played.value === card : places.some((place) => place.value === card);
  free(card);
  if (there) return;
  if (where === "hand") held.add(card);
  else if (where === "played") played.value = card;
  else {
    const place = places.find((one) => !one.value);
    if (place) place.value = card;
  }
}

// A card shows where it lies: its place in the trick, in the hand, or in dispute.
function show() {
  for (const box of boxes) {
    const place = places.findIndex((one) => one.value === box.value);
    box.checked = held.has(box.value);
    const label = box.closest("label");
    label.dataset.lies = place >= 0 ? String(place + 1) : played.value === box.value ? "?" : "";
  }
}

async function ask() {
  const turn = ++asked;
  const values = new URLSearchParams(new FormData(form));
  values.delete("lay");
  try {
    const answer = await request(`${location.pathname}?${values}`, { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok || turn !== asked) return;
    document.getElementById("trick-answer").outerHTML = await answer.text();
    history.replaceState(null, "", `${location.pathname}?${values}`);
  } catch {
    // The button asks again; what stood there was of other cards.
    if (turn === asked) refill(document.getElementById("trick-answer"));
  }
}

hand.addEventListener("change", (event) => {
  lay(event.target.value);
  show();
  ask();
});
form.addEventListener("change", (event) => {
  if (event.target === form.elements.rule_set) {
    form.requestSubmit(); // another game may have other tricks and another atout
  } else if (event.target.name !== "lay" && !hand.contains(event.target)) {
    if (event.target.value) held.delete(event.target.value);
    show();
    ask();
  }
});
show();

// The tricks before a fault: a tap lays the card in the next free place, or takes it back.
const incident = document.getElementById("incident-form");
const pad = incident.querySelector(".card-pad");
const RELOADS = ["rule_set", "kind", "trick"]; // other games, faults and tricks have other fields

incident.addEventListener("change", (event) => {
  if (RELOADS.includes(event.target.name)) incident.requestSubmit();
});

if (pad) {
  const earlier = [...incident.querySelectorAll(".earlier-trick")];
  const slots = earlier.flatMap((trick) => [...trick.querySelectorAll(":scope > select")]);
  const shown = () => {
    for (const face of pad.querySelectorAll("button")) {
      const at = earlier.findIndex((trick) => [...trick.querySelectorAll(":scope > select")].some((slot) => slot.value === face.value));
      face.dataset.lies = at >= 0 ? String(at + 1) : "";
      face.setAttribute("aria-pressed", String(at >= 0));
    }
  };
  pad.hidden = false;
  pad.addEventListener("click", (event) => {
    const face = event.target.closest("button");
    if (!face) return;
    const there = slots.find((slot) => slot.value === face.value);
    const place = there || slots.find((slot) => !slot.value);
    if (place) place.value = there ? "" : face.value;
    shown();
  });
  incident.addEventListener("change", shown);
  shown();
}
