// A telephone that comes from another computer was let in there for this camp: it is led on without being asked again.

import { ARRIVED, load } from "./phone-kept.js";

const form = document.querySelector("form");
const token = form.elements.token?.value;
if (token && load(ARRIVED)?.token === token && !document.querySelector(".notice.error")) {
  const buttons = form.querySelectorAll("button[name=camp]");
  if (buttons.length === 1) form.requestSubmit(buttons[0]);
}
