// Enter in an answer reads the list again with it; importing stays a click of its own, meant for that.
import { instead } from "./baseline.js";

const form = document.getElementById("import-form");
form?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.tagName !== "INPUT" || event.target.type !== "text") return;
  instead(event, () => form.requestSubmit(form.elements.namedItem("look")));
});
