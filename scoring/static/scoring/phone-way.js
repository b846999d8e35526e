// The token of a QR stands after the “#” of the address: no server, proxy or log sees it there. It is sent as a form is.
// Behind it stands what a telephone had not sent when it left another computer (phone-second.js).

import { ARRIVED } from "./phone-kept.js";

const [token, carried] = location.hash.slice(1).split(".");
if (token) {
  history.replaceState(null, "", location.pathname);
  if (carried) {
    try {
      const bytes = Uint8Array.from(atob(carried.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
      localStorage.setItem(ARRIVED, JSON.stringify({ token, ...JSON.parse(new TextDecoder().decode(bytes)) }));
    } catch {
      // nothing that our page wrote, or a browser that keeps nothing
    }
  }
  const form = document.querySelector("form");
  form.elements.token.value = token;
  form.submit();
}
