// The first field has the cursor before any key can come: the browser gives it with its first picture of the page, and on
// a busy computer a digit typed before that was lost, so that 34 became table 4.
const first = document.querySelector("[autofocus]");
if (first && document.activeElement === document.body && !location.hash) first.focus();
