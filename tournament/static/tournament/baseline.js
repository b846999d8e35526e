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

export const SILENCE_MS = 8000;
export const ACT_MS = 30000; // of what a computer of the hall writes when it has much to do

// fetch(), for at most *limit*: where a network swallows every word a browser waits for minutes, and tells a page nothing.
export function request(address, options, limit = SILENCE_MS) {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), limit);
  return fetch(address, { ...options, signal: abort.signal });
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

// The signs of a control among its neighbours: its kind, name, address and words, and the hidden fields of its form.
function signOf(control) {
  const unseen = control.form ? [...control.form.querySelectorAll("[type=hidden]:not([name=csrfmiddlewaretoken])")] : [];
  const own = [control.localName, control.name, control.getAttribute("href"), control.textContent.trim()];
  return [...own, control.form && control.form.action, ...unseen.map((one) => `${one.name}=${one.value}`)].join("\n");
}

// Return the act that gives the focus back once *place*, which may have it, is changed for *fresh*: to the control of the
// same id, or that does the same; where it is gone, to the part itself, so that no other act is done by the next Enter.
export function focusOf(place) {
  const focused = document.activeElement;
  if (!place.contains(focused)) return () => {};
  const { id } = focused;
  const sign = signOf(focused);
  return (fresh) => {
    if (document.activeElement && document.activeElement !== document.body) return; // it is elsewhere by now
    const controls = [...fresh.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]")];
    const same = controls.find((one) => (id ? one.id === id : signOf(one) === sign));
    if (!same) fresh.tabIndex = -1;
    (same || fresh).focus({ preventScroll: true });
  };
}

export const isShown = (place) => place.getClientRects().length > 0;

// The part of the page under a finger or a key that is down.
export const isPressed = (place) => [...document.querySelectorAll(":active")].some((one) => place.contains(one));
