// A part of a phase that means nothing with its method, or for those who play it, is left out while it is empty: what is
// filled in is never hidden, since it would be refused without being seen, unless it is ignored then (`data-ignored`).
// `data-depends` names the field that decides, `data-fits` the values with which the part counts.
for (const part of document.querySelectorAll("[data-depends]")) {
  const decides = part.form.elements[part.dataset.depends], fits = part.dataset.fits.split(",");
  const empty = () => part.type === "checkbox" ? !part.checked : part.options ? !part.selectedIndex : !Number(part.value);
  const look = () => { part.closest(".field").hidden = !fits.includes(decides.value) && ("ignored" in part.dataset || empty()); };
  for (const field of [decides, part]) field.addEventListener("change", look);
  look();
}
