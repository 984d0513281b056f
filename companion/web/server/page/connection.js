/* The connection to the table: frames come, requests go, and what was lost is asked for again. */

import { say } from "./elements.js";
import * as session from "./session.js";
import { draw, page } from "./state.js";
import { language, words } from "./words.js";

const STALE_MS = 8000; // an answer that has not come within this: the connection is dead
const LOOK_MS = 20000;
const AGAIN_MS = 2000; // after so long what the table could not answer is asked again

let token = session.scanned();
/** @type {WebSocket | null} */
let socket = null;
let wish = ""; // name of the seat that the table is asked for
let joining = ""; // id of the request for a seat that is still to be answered
let waitingSince = 0;
let tries = 0;

/* ---- seats ---- */

function join() {
  const secret = session.take();
  joining = token ? "pair" : wish ? "join" : secret && !page.elsewhere ? "resume" : "";
  if (joining === "pair") send({ pair: { token, session: secret, id: "pair" } });
  else if (joining === "join") send({ join: { name: wish, session: secret, id: "join" } });
  else if (joining === "resume") send({ resume: { session: secret, id: "resume" } });
}

/**
 * Ask the table for a seat of that name.
 * @param {string} name
 */
export function askFor(name) {
  if (!page.fresh || joining || !name.trim()) return;
  wish = name.trim();
  say("refused", "");
  join();
}

/** Have the seat here, though another page of this phone has it. */
export function goOn() {
  page.elsewhere = false;
  join();
}

export function leave() {
  session.throwAway();
  send({ leave: {} });
}

window.addEventListener("hashchange", () => {
  const found = session.scanned();
  if (!found) return;
  token = found;
  page.elsewhere = false;
  if (socket && socket.readyState === WebSocket.OPEN) join();
  else if (!socket) connect();
});

/* ---- the line ---- */

export function connect() {
  page.fresh = false;
  const here = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/table");
  socket = here;
  here.onopen = () => {
    speakNow();
    join();
  };
  here.onmessage = (event) => { if (here === socket) take(JSON.parse(event.data)); };
  here.onclose = () => { if (here === socket) lost(); };
}

/** Tell the table the language of this page. */
export function speakNow() {
  send({ language: { language } });
}

function lost() {
  socket = null;
  page.fresh = false;
  draw();
  tries += 1;
  setTimeout(() => { if (!socket && !document.hidden) connect(); }, Math.min(5000, 250 * 2 ** Math.min(tries, 5)));
}

/** @param {PageRequest} request */
function send(request) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return;
  if (!waitingSince) waitingSince = Date.now();
  socket.send(JSON.stringify(request));
}

function newId() {
  const made = new Uint32Array(4);
  crypto.getRandomValues(made);
  return Array.from(made, (n) => n.toString(36)).join("");
}

/**
 * Ask something of the table, one at a time.
 * @param {(id: string) => PageRequest} request
 * @param {boolean} leaf it ends an act: it is sent again where it is not known to have arrived
 */
export function ask(request, leaf) {
  if (!page.fresh || page.pending || !socket) return;
  const id = newId();
  const line = JSON.stringify(request(id));
  page.pending = { id, line, leaf };
  waitingSince = Date.now();
  socket.send(line);
  draw();
}

/* ---- frames ---- */

/** @param {PageFrame} came */
function take(came) {
  waitingSince = 0;
  tries = 0;
  if (came.session) {
    token = wish = "";
    session.keep(came.session);
  }
  if (came.token) {
    session.handOver(came.token);
    say("how", words.how);
  }
  if (came.seat) page.ended = page.elsewhere = false;
  if (came.state === "elsewhere") page.elsewhere = true;
  if (came.state === "over") {
    page.ended = true;
    session.throwAway();
  }
  const answer = came.answer;
  seatAnswered(came, answer);
  if (answer && answer.id === joining) joining = "";
  if (came.state === "slow") {
    if (answer && !answer.ok) tell(answer);
    again(answer);
    page.fresh = false;
    draw();
    return;
  }
  if (joining && came.state === "table") return; // the seat is still to come
  page.frame = came;
  page.fresh = true;
  page.came = performance.now();
  const pending = page.pending;
  if (answer && pending && answer.id === pending.id) {
    tell(answer);
    again(answer);
  } else if (answer && !answer.ok) {
    tell(answer);
  } else if (answer && pending && (answer.id === "resume" || answer.id === "pair")) {
    if (pending.leaf) write(pending.line); // its id says that it is the same answer
    else page.pending = null;
  }
  draw();
}

/**
 * What the answer to a wish for a seat, or to its secret, means for the next one.
 * @param {PageFrame} came
 * @param {PageAnswer} [answer]
 */
function seatAnswered(came, answer) {
  const refused = Boolean(answer && !answer.ok);
  const id = answer ? answer.id : "";
  const later = Boolean(answer && answer.later);
  if (refused && wish && (id === "join" || id === "")) {
    if (later) setTimeout(() => { if (socket && wish && joining === "") join(); }, AGAIN_MS);
    else wish = "";
  } else if (came.seat && came.state === "table") {
    wish = "";
  }
  if (!refused || (id !== "pair" && id !== "resume")) return;
  // What may pass is asked again; a secret is thrown away only for what is final.
  if (later) {
    setTimeout(() => { if (socket && joining === "") join(); }, AGAIN_MS);
    return;
  }
  page.pending = null;
  if (id === "resume") {
    session.throwAway();
  } else {
    token = "";
    setTimeout(() => { if (socket && joining === "" && session.kept()) join(); }, 0); // it was spent by this phone before
  }
}

/**
 * An answer that the table could not take yet is sent again; its id says that it is the same one.
 * @param {PageAnswer} [answer]
 */
function again(answer) {
  const pending = page.pending;
  if (!answer || !pending || answer.id !== pending.id) return;
  if (!answer.later || !pending.leaf) page.pending = null;
  else setTimeout(() => { if (page.pending && page.pending.line === pending.line) write(pending.line); }, AGAIN_MS);
}

/** @param {string} line */
function write(line) {
  if (socket) socket.send(line);
}

/**
 * Say why something had no effect.
 * @param {PageAnswer} answer
 */
function tell(answer) {
  const said = answer.ok ? "" : [answer.title, answer.hint].filter(Boolean).join(" — ");
  for (const id of ["answer", "refused"]) say(id, said);
}

/* ---- in time ---- */

setInterval(() => {
  if (waitingSince && Date.now() - waitingSince > STALE_MS && socket) {
    waitingSince = 0;
    const dead = socket;
    lost();
    dead.close();
  }
}, 1000);
setInterval(() => { if (page.fresh && !waitingSince) send({ look: {} }); }, LOOK_MS);

/** The page is in front again. */
export function wake() {
  if (page.elsewhere && socket) {
    goOn(); // of two pages the one in front plays
  } else if (socket && page.fresh) {
    page.fresh = false; // what is seen may be old, until the table has answered
    draw();
    send({ look: {} });
  } else if (!socket) {
    connect();
  }
}
