// Listeners and small helpers for Chromium 80, the oldest browser of docs/devices.md.
//
// The law of our scripts: what a script does instead of the browser comes first, `preventDefault` last. A script that
// fails, for whatever reason, so leaves the form to the browser, which sends it as a page without scripts would.

let pressed = null; // the button of a submit, which Chromium 80 does not name in the event

document.addEventListener("click", (event) => {
  pressed = event.target.closest("button, input[type=submit]");
  setTimeout(() => { pressed = null; });
}, true);

const buttonOf = (event) => event.submitter || (pressed && pressed.form === event.target ? pressed : null);

// Send *form* as the browser does, with the name and the address of *button*.
function sendPlainly(form, button) {
  if (button && button.name) {
    const hidden = document.createElement("input");
    hidden.type = "hidden";
    hidden.name = button.name;
    hidden.value = button.value;
    form.appendChild(hidden);
  }
  if (button && button.hasAttribute("formaction")) form.action = button.formAction;
  HTMLFormElement.prototype.submit.call(form);
}

// Do *act* instead of what the browser does at *event*, unless *act* fails or returns false. *late* follows an act that
// fails after it has waited for something, when the browser cannot go on by itself any more.
export function instead(event, act, late = () => {}) {
  let done;
  try {
    done = act();
  } catch (error) {
    console.error(error);
    return;
  }
  if (done === false) return;
  if (done instanceof Promise) done.catch((error) => { console.error(error); late(); });
  event.preventDefault();
}

// Call act(form, button) for each form that is sent within *root*; where it fails, the browser sends the form.
export function onSubmit(root, act) {
  root.addEventListener("submit", (event) => {
    const form = event.target;
    const button = buttonOf(event);
    instead(event, () => act(form, button), () => sendPlainly(form, button));
  });
}

// The fields of *form* with the button that sends it.
export function fieldsOf(form, button) {
  const fields = new FormData(form);
  if (button && button.name) fields.append(button.name, button.value);
  return fields;
}

// Put *children* in the place of all that *place* holds.
export function refill(place, ...children) {
  place.textContent = "";
  place.append(...children);
}

// Have the browser ask before the page is left while *unsaved* says that something would be lost.
export function beforeLeaving(unsaved) {
  addEventListener("beforeunload", (event) => {
    if (!unsaved()) return;
    event.returnValue = ""; // Chromium 80 asks only where this is set
    event.preventDefault();
  });
}

export const isShown = (place) => place.getClientRects().length > 0;

// The part of the page under a finger or a key that is down.
export const isPressed = (place) => [...document.querySelectorAll(":active")].some((one) => place.contains(one));
