/* The lobby: who is there, who wants to come in. */

import { askFor } from "./connection.js";
import { button, byId, icon, make, say, the } from "./elements.js";
import { fill } from "./list.js";
import { markOf } from "./seats.js";
import { page } from "./state.js";
import { language, words } from "./words.js";

const WIDE = 960; // a page of so many px and more is a television's, or a computer's

let stage = ""; // whether it opens, and whether this page asks: then the keys unfold by themselves

/** @param {import("./list.js").Entry<PageSeat>} entry */
function freeSeat(entry) {
  const one = entry.one;
  const key = button(one.name);
  const text = make("span", "words", one.name);
  if (one.taken) text.append(make("span", "second", words.there));
  key.append(markOf(one) || "", text);
  key.onclick = () => askFor(one.name);
  const item = make("li");
  item.append(key);
  return item;
}

/** @param {import("./list.js").Entry<PageSeat>} entry */
function seated({ one }) {
  const made = make("li", "fact" + (one.taken ? " there" : ""));
  made.append(markOf(one) || "", make("span", "", one.name));
  if (one.taken) made.append(icon("phone", "tone-ok"), make("span", "unseen", words.there));
  return made;
}

/** @param {import("./list.js").Entry<PageSign>} entry */
function large({ one }) {
  const made = make("p");
  made.append(icon(one.icon || ""), make("span", "", one.text));
  return made;
}

/** @param {PageFrame} frame */
export function drawLobby(frame) {
  /** @type {PageLobby} */
  const lobby = frame.lobby || {};
  const waits = frame.state === "wait";
  const mine = frame.absent || "";
  const asks = page.fresh && frame.state === "table" && Boolean(frame.lobby) && !mine;
  byId("lobby").hidden = !(waits || lobby.opens);
  byId("come").hidden = !asks;
  say("lobby-title", waits ? frame.seat || "" : mine || words.lobby);
  byId("signs").hidden = !waits;
  const face = (/** @type {unknown} */ one) => [language, one];
  const small = window.innerWidth < WIDE;
  fill(byId("signs"), frame.signs || [], face, large);
  fill(byId("there"), waits || (asks && small) ? [] : lobby.seats || [], face, seated);
  fill(byId("free"), lobby.seats || [], face, freeSeat);
  say("where", waits ? "" : location.host);
  say("scan", waits ? "" : words.scan);
  say("come-title", lobby.opens ? words.come : words.comes);
  const now = JSON.stringify([Boolean(lobby.opens), asks]);
  if (now !== stage) the("come", HTMLDetailsElement).open = Boolean(lobby.opens) && small;
  stage = now;
  byId("new").hidden = !lobby.room;
  say("name-title", words.new);
  say("enter", words.ask);
}

byId("new").onsubmit = (event) => {
  event.preventDefault();
  askFor(the("name", HTMLInputElement).value);
};
