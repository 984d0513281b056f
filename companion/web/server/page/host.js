/* The host: what otherwise the table's screen does. */

import { ask } from "./connection.js";
import { button, byId, icon, make, say, the } from "./elements.js";
import { fill } from "./list.js";
import { draw, page } from "./state.js";
import { language, words } from "./words.js";

const SURE_MS = 4000; // within this a second touch leaves the game

/** @typedef {HostRequest["do"]} What */
/** @typedef {import("./list.js").Entry<PageKey>} KeyEntry */

let stage = ""; // whether a game can begin: then the keys unfold by themselves
let ending = 0; // a timer: until it ends a second touch leaves the game

/**
 * @param {What} what
 * @param {string} key
 */
function hostAsks(what, key) {
  const number = (page.frame && page.frame.number) || "";
  ask((id) => ({ host: { do: what, key, number, id } }), false);
}

/** @param {(one: PageKey) => What} what */
const small = (what) => (/** @type {KeyEntry} */ entry) => {
  const one = entry.one;
  const key = button(one.key);
  if (one.icon) key.append(icon(one.icon));
  key.append(make("span", "", one.label));
  key.onclick = () => { if (!entry.one.closed) hostAsks(what(entry.one), entry.one.key); };
  const item = make("li");
  item.append(key);
  return item;
};

/** @param {PageKey} one */
const smallFace = (one) => [language, one.key, one.label, one.icon];

/**
 * @param {HTMLElement} item
 * @param {PageKey} one
 */
function dressSmall(item, one) {
  for (const key of item.querySelectorAll("button")) {
    key.className = one.chosen ? "chosen" : "";
    key.setAttribute("aria-pressed", String(Boolean(one.chosen)));
    key.setAttribute("aria-disabled", String(Boolean(one.closed)));
  }
}

/** @param {import("./list.js").Entry<PageArrival>} entry */
function arrival({ one }) {
  const row = make("li", "line");
  const letIn = button("admit:" + one.signs.map((sign) => sign.icon).join(" "));
  const text = make("span", "words", one.name);
  text.append(make("span", "second", one.wish));
  const signs = make("span", "signs");
  for (const sign of one.signs) signs.append(icon(sign.icon || ""), make("span", "unseen", sign.text));
  letIn.append(signs, text);
  letIn.onclick = () => hostAsks("admit", String(one.id));
  const away = button("away:" + one.id);
  away.append(words.away);
  away.onclick = () => hostAsks("away", String(one.id));
  row.append(letIn, away);
  return row;
}

/** @param {import("./list.js").Entry<PageLine>} entry */
function line({ one }) {
  const row = make("li", "line");
  if (one.icon) row.append(icon(one.icon));
  if (one.label) row.append(make("span", "words", one.label));
  row.append(make("b"), make("ul", "keys"));
  return row;
}

/** @param {What} what */
const dressLine = (what) => (/** @type {HTMLElement} */ row, /** @type {PageLine} */ one) => {
  for (const value of row.querySelectorAll("b")) {
    value.hidden = !one.value;
    value.textContent = one.value || "";
  }
  for (const keys of row.querySelectorAll("ul")) fill(keys, one.keys || [], smallFace, small(() => what), dressSmall);
};

/** @param {PageFrame} frame */
export function drawHost(frame) {
  const host = frame.state === "table" ? frame.host : null;
  byId("hosting").hidden = !host;
  const now = host ? String(Boolean(host.opens)) : "";
  if (now !== stage) the("hosting", HTMLDetailsElement).open = Boolean(host && host.opens);
  stage = now;
  if (!host) return;
  const arrivals = host.arrivals || [];
  say("hosting-title", words.host + (arrivals.length ? " (" + arrivals.length + ")" : ""));
  fill(byId("arrivals"), arrivals, (one) => [language, one], arrival);
  byId("everybody").hidden = !host.opens;
  say("everybody", words.everybody);
  byId("everybody").className = host.everybody ? "chosen" : "";
  byId("everybody").setAttribute("aria-pressed", String(Boolean(host.everybody)));
  const tabs = host.tabs || [];
  byId("right-title").hidden = !tabs.length;
  say("right-title", words.right);
  fill(byId("tabs"), tabs, smallFace, small((one) => (one.chosen ? "close" : "look")), dressSmall);
  const open = tabs.filter((one) => one.chosen).map((one) => one.key);
  const what = host.opens ? "set_up" : "correct";
  const lineFace = (/** @type {PageLine} */ one, /** @type {number} */ at) => [language, what, open, at, one.label, one.icon];
  fill(byId("lines"), host.lines || [], lineFace, line, dressLine(what));
  byId("end").hidden = !host.leaves;
  say("end", ending ? words.sure : words.leaves);
}

byId("everybody").onclick = () => {
  const host = page.frame && page.frame.host;
  hostAsks(host && host.everybody ? "alone" : "everybody", "");
};
byId("end").onclick = () => {
  if (ending) {
    clearTimeout(ending);
    ending = 0;
    hostAsks("leave", "");
  } else {
    ending = setTimeout(() => { ending = 0; draw(); }, SURE_MS);
    draw();
  }
};
