// An hour that was counted from the fields of a form does not hold once one of them is changed: it is asked for again
// (`data-planned`, with the form as it stands and the teams of `data-planned-teams`); where nobody can tell, or nobody is
// asked, it is said at once that it does not hold, until the field is changed back. One that is not there is asked for.
// `data-stale-form` finds the form; `data-stale-names`, if there, how its fields begin. What has no name, as a button, is
// no field.
import { request } from "./baseline.js";

for (const note of document.querySelectorAll("[data-stale-form]")) {
  const form = document.querySelector(note.dataset.staleForm), names = (note.dataset.staleNames ?? "").split(",");
  const planned = document.querySelector("[data-planned]"), teams = document.querySelector("[data-planned-teams]");
  const announced = document.querySelector("[data-announced]"), first = planned?.textContent, firstAnnounced = announced?.textContent;
  const counts = (field) => field.name && names.some((name) => field.name.startsWith(name));
  const differs = (field) => field.options
    ? field.selectedIndex !== Math.max([...field.options].findIndex((option) => option.defaultSelected), 0)
    : field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  let stale = !note.hidden || first?.trim() === "", asked = 0, pause;
  const ask = async () => {
    const mine = ++asked, address = new URL(planned.dataset.planned, location);
    address.searchParams.set("teams", teams.value);
    const answer = await request(address, { method: "POST", body: new FormData(form) }).catch(() => null);
    const told = answer?.ok ? await answer.json() : {};
    if (mine !== asked) return;
    note.hidden = Boolean(told.planned);
    planned.hidden = !told.planned;
    if (told.planned) planned.textContent = told.planned;
    if (announced && told.planned) { announced.textContent = told.announced; announced.closest(".notice").hidden = !told.announced; }
  };
  const look = () => {
    const changed = stale || [...form.elements, ...(teams ? [teams] : [])].some((field) => (field === teams || counts(field)) && differs(field));
    clearTimeout(pause);
    if (planned && changed) { pause = setTimeout(ask, 250); return; }
    asked++;
    note.hidden = !changed;
    if (planned) { planned.hidden = false; planned.textContent = first; }
    if (announced) { announced.textContent = firstAnnounced; announced.closest(".notice").hidden = false; }
  };
  for (const kind of ["input", "change", "reset"]) document.addEventListener(kind, () => setTimeout(look));
  look();
}
