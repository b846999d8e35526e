// Write beside a field, in our words, why its form cannot be sent: the browser's bubble is in the words
// and the language of the browser, and goes after a moment. Nor is a text cut at its longest, typed or pasted, as a
// browser does without a word: how many characters are left is said before the end, and how many are too many after it.
import { instead } from "./baseline.js";

const { needed, reason, box, left, over } = document.querySelector("script[data-needed]").dataset;
const KINDS = ["[type=text]", "[type=search]", ":not([type])"].map((kind) => `input[maxlength]${kind}:not([inputmode=numeric]):not(.figure-input)`);
const TEXTS = ["textarea[maxlength]", ...KINDS].join(", ");
const SHORTEST = 60; // a code, a figure or a telephone number is none of words
const NEAR = 20; // so many characters before the end it is said
let focused = false;
let made = 0; // notes so far: each has an id

function sentence(field) {
  if (!field.validity.valueMissing) return field.validationMessage;
  if (field.type === "checkbox") return box;
  return field.name === "reason" ? reason : needed;
}

function noteOf(field) {
  const next = field.nextElementSibling;
  return next?.matches("[data-needed-note]") ? next : null;
}

// A note beside a field is read out with it, whenever one comes back to it.
function describe(field, change) {
  const ids = change((field.getAttribute("aria-describedby") || "").split(" ").filter(Boolean));
  if (ids.length) field.setAttribute("aria-describedby", ids.join(" "));
  else field.removeAttribute("aria-describedby");
}

function tell(field, words, className, role) {
  let note = noteOf(field);
  if (!note) {
    note = document.createElement("span");
    note.dataset.neededNote = "";
    note.id = `needed-note-${(made += 1)}`;
    field.after(note);
    describe(field, (ids) => [...ids, note.id]);
  }
  note.className = className;
  note.setAttribute("role", role);
  if (note.textContent !== words) note.textContent = words;
}

// The browser's own end goes, ours is told.
function takeOver(field) {
  if (field.maxLength < SHORTEST || !field.matches(TEXTS)) return;
  field.dataset.longest = field.maxLength;
  field.removeAttribute("maxlength");
}

function toldOfLength(field) {
  if (!field.dataset.longest) return false;
  const rest = Number(field.dataset.longest) - [...field.value].length;
  field.setCustomValidity(rest < 0 ? over.replace("{n}", -rest) : "");
  if (rest < 0) tell(field, field.validationMessage, "field-error", "alert");
  else if (rest <= NEAR) tell(field, left.replace("{n}", rest), "help small", "status");
  return rest <= NEAR;
}

document.addEventListener("invalid", (event) => {
  instead(event, () => tellMissing(event.target));
}, true);

function tellMissing(field) {
  tell(field, sentence(field), "field-error", "alert");
  field.setAttribute("aria-invalid", "true");
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (focused) return;
  focused = true;
  field.focus();
  setTimeout(() => (focused = false));
}

document.addEventListener("input", (event) => {
  const field = event.target;
  const note = noteOf(field);
  if (!toldOfLength(field) && note) {
    describe(field, (ids) => ids.filter((id) => id !== note.id));
    note.remove();
  }
  if (field.validity?.customError) field.setAttribute("aria-invalid", "true");
  else if (note) field.removeAttribute("aria-invalid");
});

document.addEventListener("focusin", (event) => takeOver(event.target));
document.addEventListener("dragover", (event) => takeOver(event.target));
for (const field of document.querySelectorAll(TEXTS)) takeOver(field);
