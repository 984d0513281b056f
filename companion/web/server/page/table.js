/* What everybody may see: what happened, the seats, the counts, the picture, the clock; and what is this player's own. */

import { byId, icon, make, say, the, tone } from "./elements.js";
import { fill } from "./list.js";
import { mark } from "./seats.js";
import { draw, page } from "./state.js";
import { language, words } from "./words.js";

/** @typedef {import("./list.js").Entry<PageFact>} FactEntry */

let shown = false; // secrets are uncovered

/** Cover what is secret. */
export function cover() {
  shown = false;
}

/** @param {FactEntry} entry */
function fact({ one }) {
  const made = make("li", "fact" + (one.secret ? " secret" : ""));
  const hidden = one.secret && !shown;
  made.append(icon(hidden ? "lock" : one.icon, hidden ? "tone-hex" : tone(one.tone)));
  made.append(make("span", "", hidden ? words.covered : one.text));
  if (one.figure && !hidden) made.append(make("b", tone(one.tone), one.figure));
  return made;
}

/**
 * @param {PageFrame} frame
 * @param {string} seat
 */
export function drawOwn(frame, seat) {
  const own = (seat && frame.own) || [];
  byId("mine").hidden = !own.length;
  say("mine-title", words.own);
  byId("own").replaceChildren(...own.map((one) => fact({ one }))); // nothing of a secret is kept to compare it
  const key = byId("cover");
  key.hidden = !own.some((one) => one.secret);
  say("cover", shown ? words.hide : words.show);
  key.setAttribute("aria-pressed", String(shown));
}

byId("cover").onclick = () => { shown = !shown; draw(); };

/** @param {PageFrame} frame */
export function drawTable(frame) {
  byId("table").hidden = !frame.game;
  say("table-title", words.table);
  fill(byId("status"), frame.status || [], (one) => [language, one], fact);
  const seats = frame.seats || [];
  byId("seats").className = seats.length > 5 ? "many" : "";
  const turn = frame.prompt ? frame.prompt.who : frame.asks;
  fill(byId("seats"), seats, (one) => [one, one.name === turn], ({ one }) => player(one, one.name === turn));
  const picture = the("picture", HTMLImageElement);
  picture.hidden = !frame.picture;
  byId("table").classList.toggle("pictured", Boolean(frame.picture));
  picture.alt = words.picture;
  const source = frame.picture ? "/picture/" + frame.picture + ".svg" : "";
  if (source && picture.getAttribute("src") !== source) picture.setAttribute("src", source);
}

/**
 * @param {PageSeat} one
 * @param {boolean} turn
 */
function player(one, turn) {
  const made = make("li", "fact" + (turn ? " turn" : ""));
  const sign = mark(one.name);
  if (sign) made.append(sign);
  made.append(make("span", "name", one.name));
  for (const part of one.facts || []) {
    const facts = make("span", "part");
    facts.append(icon(part.icon, tone(part.tone)), make("span", "unseen", part.text));
    if (part.figure) facts.append(make("b", tone(part.tone), part.figure));
    made.append(facts);
  }
  return made;
}

let newsShown = "";

/** @param {PageNews | null} news */
export function drawNews(news) {
  const now = JSON.stringify(news);
  if (now === newsShown) return; // it is read aloud once
  newsShown = now;
  const place = byId("news");
  place.replaceChildren();
  place.className = news ? tone(news.tone) : "";
  if (!news) return;
  if (news.icon) place.append(icon(news.icon));
  const said = make("div");
  if (news.head) said.append(make("p", "head", news.head));
  if (news.text) said.append(make("p", "", news.text));
  for (const note of news.notes || []) said.append(make("p", "", note));
  place.append(said);
}

/**
 * Draw the clock; whether its last minute runs.
 * @returns {boolean}
 */
export function drawClock() {
  const clock = (page.frame && page.frame.clock) || null;
  const place = byId("clock");
  place.hidden = !clock;
  document.body.classList.toggle("timed", Boolean(clock));
  if (!clock) return false;
  const passed = clock.running && page.fresh ? performance.now() - page.came : 0;
  const ms = clock.left_ms === null ? clock.elapsed_ms + passed : Math.max(0, clock.left_ms - passed);
  const whole = clock.left_ms === null ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  say("clock", Math.floor(whole / 60) + ":" + String(whole % 60).padStart(2, "0"));
  const last = clock.left_ms !== null && ms <= 60000;
  place.classList.toggle("last", last);
  place.classList.toggle("held", !clock.running);
  return last;
}
