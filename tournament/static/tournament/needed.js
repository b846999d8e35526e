// What is wrong with a field before its form is sent stands beside it, in our words: the browser's bubble is in the words
// and the language of the browser, and goes after a moment.
const { needed, reason, box } = document.querySelector("script[data-needed]").dataset;
let focused = false;

function sentence(field) {
  if (!field.validity.valueMissing) return field.validationMessage;
  if (field.type === "checkbox") return box;
  return field.name === "reason" ? reason : needed;
}

function noteOf(field) {
  const next = field.nextElementSibling;
  return next?.matches("[data-needed-note]") ? next : null;
}

document.addEventListener("invalid", (event) => {
  const field = event.target;
  event.preventDefault();
  let note = noteOf(field);
  if (!note) {
    note = document.createElement("span");
    note.className = "field-error";
    note.dataset.neededNote = "";
    note.setAttribute("role", "alert");
    field.after(note);
  }
  note.textContent = sentence(field);
  field.setAttribute("aria-invalid", "true");
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (focused) return;
  focused = true;
  field.focus();
  setTimeout(() => (focused = false));
}, true);

document.addEventListener("input", (event) => {
  const note = noteOf(event.target);
  if (!note) return;
  note.remove();
  event.target.removeAttribute("aria-invalid");
});
