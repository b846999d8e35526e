// A part of the page that asks again by itself does not change while something in it is pressed: the click would be lost.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.elt.getAttribute("hx-trigger")?.startsWith("every") && detail.target.matches(":has(:active)")) detail.shouldSwap = false;
});
