/* The secret of the session. It is kept where all pages of this phone find it, and in this page's own history entry:
   that outlives a reload also where there is no storage (a private window, a full one). */

const KEY = "infernal-companion-session";
let ours = ""; // the secret that was sent last

/** The secret that this page knows; "": none. */
export function kept() {
  let found = "";
  try {
    found = localStorage.getItem(KEY) || "";
  } catch (fault) {
    found = "";
  }
  return found || (history.state || {}).session || ours;
}

/** The secret that is sent now. */
export function take() {
  ours = kept();
  return ours;
}

/** @param {string} session */
export function keep(session) {
  ours = session;
  history.replaceState({ session }, "", "/");
  try {
    localStorage.setItem(KEY, session);
  } catch (fault) {
    return; // the history entry has it
  }
}

/** Forget the secret that was sent last. */
export function throwAway() {
  const session = ours;
  ours = "";
  history.replaceState(null, "", "/");
  try {
    // Another page of this phone may have a newer one.
    if (localStorage.getItem(KEY) === session) localStorage.removeItem(KEY);
  } catch (fault) {
    return;
  }
}

/** The token of a code that was scanned; it does not stay in the address. */
export function scanned() {
  const found = location.hash.slice(1);
  // A code that is scanned into an open page is a history entry of its own, without the state of the one before.
  if (found) history.replaceState(ours ? { session: ours } : history.state, "", "/");
  return found;
}

/**
 * Have the address hold a token: what is put on a home screen now has it.
 * @param {string} token
 */
export function handOver(token) {
  history.replaceState(history.state, "", "/#" + token);
}
