// A part of the page that asks again by itself does not change while something in it is pressed: the click would be lost.
import { isPressed } from "./baseline.js";

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.elt.getAttribute("hx-trigger")?.startsWith("every") && isPressed(detail.target)) detail.shouldSwap = false;
});
