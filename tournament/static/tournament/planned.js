// An hour that was counted from the fields of a form does not hold once one of them is changed: this is said at once,
// until it is changed back. `data-stale-with` finds the fields.
for (const note of document.querySelectorAll("[data-stale-with]")) {
  const stale = !note.hidden;
  const differs = (field) => field.options
    ? field.selectedIndex !== Math.max([...field.options].findIndex((option) => option.defaultSelected), 0)
    : field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  const look = () => { note.hidden = !stale && ![...document.querySelectorAll(note.dataset.staleWith)].some(differs); };
  for (const kind of ["input", "change", "reset"]) document.addEventListener(kind, () => setTimeout(look));
  look();
}
