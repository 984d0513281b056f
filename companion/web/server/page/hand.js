/* The phone in the hand: kept lit, and on its home screen. */

import { ask } from "./connection.js";
import { byId, say } from "./elements.js";
import { words } from "./words.js";

/** What keeps the screen lit, where the browser can: it needs a certificate. @type {{ release: () => unknown } | null} */
let light = null;

/**
 * A phone with a seat stays lit; a browser lets go of it whenever the page is hidden.
 * @param {string} seat
 */
async function stayLit(seat) {
  if (!navigator.wakeLock) return;
  if (!seat || document.hidden) {
    if (light) light.release();
    light = null;
  } else if (!light) {
    light = { release: () => {} };
    try {
      light = await navigator.wakeLock.request("screen");
    } catch (fault) {
      light = null; // a nearly empty battery
    }
  }
}

/** The browser has let go of what keeps it lit. */
export function unlit() {
  light = null;
}

/** The app of a home screen: nothing more is to be put there. */
function isApp() {
  const phone = /** @type {Navigator & { standalone?: boolean }} */ (navigator); // an iPhone's
  return Boolean(phone.standalone) || window.matchMedia("(display-mode: standalone)").matches;
}

/** @param {string} seat */
export function drawHand(seat) {
  byId("home").hidden = !seat || isApp();
  say("home", words.home);
  say("lit", seat ? (navigator.wakeLock ? words.awake : words.sleeps) : "");
  stayLit(seat);
}

/* An iPhone's home screen opens the address of this moment, with a storage of its own: a token in it takes the seat
   along. */
byId("home").onclick = () => ask((id) => ({ hand_on: { id } }), false);
