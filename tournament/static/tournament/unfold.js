// A link to a fold, or to what stands in one, opens it: browsers only scroll to it.
function unfold(hash) {
  const target = hash.length > 1 && document.getElementById(hash.slice(1));
  if (!target || !target.closest("details")) return;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView();
}

// A link pressed twice changes no address, but its fold may have been closed meanwhile.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href*='#']");
  if (link && link.hash === location.hash) unfold(link.hash);
});
addEventListener("hashchange", () => unfold(location.hash));
unfold(location.hash);
