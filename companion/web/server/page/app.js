"use strict";
/* A page of the table: it shows frames and answers prompts. It knows no game (docs/protocol.md, "Pages"). */

const KEY = "infernal-companion-session";
const SOUND = "infernal-companion-sound";
const STALE_MS = 8000; // an answer that has not come within this: the connection is dead
const LOOK_MS = 20000;
const AGAIN_MS = 2000; // after so long what the table could not answer is asked again
const WIDE = 960; // a page of so many px and more is a television's, or a computer's
const SURE_MS = 4000; // within this a second touch leaves the seat
const byId = (id) => document.getElementById(id);

let words = {};
let language = (navigator.language || "en").toLowerCase().startsWith("fr") ? "fr" : "en";
let token = "";
let socket = null;
let frame = null;
let wish = ""; // name of the seat that the table is asked for
let joining = ""; // id of the request for a seat that is still to be answered
let ended = false; // the seat that this page had was taken from it
let elsewhere = false; // the seat is in use on another page of this phone
let leaving = 0; // a timer: until it ends, or something else is touched, a second touch leaves the seat
let fresh = false; // the frame came over the connection that is open now
let pending = null; // { id, line, leaf } of the answer that is under way
let waitingSince = 0;
let tries = 0;
let clockAt = 0;
let shown = false; // secrets are uncovered
let shownPrompt = "";
let figure = { name: "", svg: null, places: new Map() }; // what prompts are answered on: its places, by their names
let zoom = 0; // width of the figure in widths of its frame; 0: as its places need it
let cellPx = 0; // how wide a space of the figure is, where nobody asked for more or less
let held = ""; // key of the option that is chosen on the figure, until it is confirmed
let menuSince = 0; // when what is in the menu came before the eyes
let yours = false; // it is this seat's turn to answer, as the frame before said
let lastMinute = false; // the clock's last minute was announced
let armed = false; // the page was touched: until then a browser lets it neither vibrate nor sound
let pressed = false; // a finger is down
let audio = null;
let stood = new Map(); // what each key says, of which question, and where -> since when (performance.now)

/* ---- the secret of the session ---- */

/* It is kept where all pages of this phone find it, and in this page's own history entry: that outlives a reload also
   where there is no storage (a private window, a full one). */
function kept() {
  let found = "";
  try {
    found = localStorage.getItem(KEY);
  } catch (fault) {
    found = "";
  }
  return found || (history.state || {}).session || ours;
}

function keep(session) {
  history.replaceState({ session }, "", "/");
  try {
    localStorage.setItem(KEY, session);
  } catch (fault) {
    return; // the history entry has it
  }
}

function throwAway(session) {
  if (ours === session) ours = "";
  history.replaceState(null, "", "/");
  try {
    // Another page of this phone may have a newer one.
    if (localStorage.getItem(KEY) === session) localStorage.removeItem(KEY);
  } catch (fault) {
    return;
  }
}

/* The token of a code that was scanned; it does not stay in the address. */
function scanned() {
  const found = location.hash.slice(1);
  // A code that is scanned into an open page is a history entry of its own, without the state of the one before.
  if (found) history.replaceState(ours ? { session: ours } : history.state, "", "/");
  return found;
}

function join() {
  const session = kept();
  ours = session;
  joining = token ? "pair" : wish ? "join" : session && !elsewhere ? "resume" : "";
  if (joining === "pair") send({ pair: { token, session, id: "pair" } });
  else if (joining === "join") send({ join: { name: wish, session, id: "join" } });
  else if (joining === "resume") send({ resume: { session, id: "resume" } });
}

let ours = ""; // the secret that was sent last
token = scanned();
window.addEventListener("hashchange", () => {
  const found = scanned();
  if (!found) return;
  token = found;
  elsewhere = false;
  if (socket && socket.readyState === WebSocket.OPEN) join();
  else if (!socket) connect();
});

/* ---- the connection ---- */

function newId() {
  const made = new Uint32Array(4);
  crypto.getRandomValues(made);
  return Array.from(made, (n) => n.toString(36)).join("");
}

function connect() {
  fresh = false;
  const here = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/table");
  socket = here;
  here.onopen = () => {
    send({ language: { language } });
    join();
  };
  here.onmessage = (event) => { if (here === socket) take(JSON.parse(event.data)); };
  here.onclose = () => { if (here === socket) lost(); };
}

function lost() {
  socket = null;
  fresh = false;
  draw();
  tries += 1;
  setTimeout(() => { if (!socket && !document.hidden) connect(); }, Math.min(5000, 250 * 2 ** Math.min(tries, 5)));
}

function send(request) {
  if (!socket || socket.readyState !== WebSocket.OPEN) return;
  if (!waitingSince) waitingSince = Date.now();
  socket.send(JSON.stringify(request));
}

function take(came) {
  waitingSince = 0;
  tries = 0;
  const answer = came.answer;
  if (came.session) {
    token = wish = "";
    ours = came.session;
    keep(came.session);
  }
  if (came.token) handOver(came.token);
  if (came.seat) ended = elsewhere = false;
  if (came.state === "elsewhere") elsewhere = true;
  if (came.state === "over") {
    ended = true;
    throwAway(ours);
  }
  if (answer && !answer.ok && wish && (answer.id === "join" || answer.id === "")) {
    if (answer.later) setTimeout(() => { if (socket && wish && joining === "") join(); }, AGAIN_MS);
    else wish = "";
  } else if (came.seat && came.state === "table") {
    wish = "";
  }
  if (answer && !answer.ok && (answer.id === "pair" || answer.id === "resume")) {
    // What may pass is asked again; a secret is thrown away only for what is final.
    if (answer.later) setTimeout(() => { if (socket && joining === "") join(); }, AGAIN_MS);
    else if (answer.id === "resume") throwAway(ours);
    else {
      token = "";
      setTimeout(() => { if (socket && joining === "" && kept()) join(); }, 0); // it was spent by this phone before
    }
    if (!answer.later) pending = null;
  }
  if (came.state === "slow") {
    if (answer && answer.id === joining) joining = "";
    if (answer && !answer.ok) say(answer);
    again(answer);
    fresh = false;
    draw();
    return;
  }
  const resumed = answer && answer.ok && (answer.id === "resume" || answer.id === "pair");
  if (answer && answer.id === joining) joining = "";
  if (joining && came.state === "table") return; // the seat is still to come
  frame = came;
  fresh = true;
  clockAt = performance.now();
  if (answer && pending && answer.id === pending.id) {
    say(answer);
    again(answer);
  } else if (answer && !answer.ok) {
    say(answer);
  } else if (resumed && pending) {
    if (pending.leaf) socket.send(pending.line); // its id says that it is the same answer
    else pending = null;
  }
  draw();
}

/* An answer that the table could not take yet is sent again; its id says that it is the same one. */
function again(answer) {
  if (!answer || !pending || answer.id !== pending.id) return;
  const line = pending.line;
  if (!answer.later || !pending.leaf) pending = null;
  else setTimeout(() => { if (socket && pending && pending.line === line) socket.send(line); }, AGAIN_MS);
}

function ask(name, body, leaf) {
  if (!fresh || pending) return;
  const id = newId();
  const line = JSON.stringify({ [name]: { ...body, id } });
  pending = { id, line, leaf };
  waitingSince = Date.now();
  socket.send(line);
  draw();
}

setInterval(() => {
  if (waitingSince && Date.now() - waitingSince > STALE_MS && socket) {
    waitingSince = 0;
    const dead = socket;
    lost();
    dead.close();
  }
}, 1000);
setInterval(() => { if (fresh && !waitingSince) send({ look: {} }); }, LOOK_MS);

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    shown = false;
    light = null; // the browser has let go of it
    draw();
  } else if (elsewhere && socket) {
    goOn(); // of two pages the one in front plays
  } else if (socket && fresh) {
    fresh = false; // what is seen may be old, until the table has answered
    draw();
    send({ look: {} });
  } else if (!socket) {
    connect();
  }
});
window.addEventListener("pagehide", () => { shown = false; draw(); });

/* ---- drawing: all text is set as text ---- */

function make(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name]);
  return made;
}

/* A picture for the eye alone. */
function sketch(className, viewBox) {
  return element("svg", { class: className, viewBox, "aria-hidden": "true", focusable: "false" });
}

function icon(name, className) {
  const made = sketch("icon " + (className || ""), "0 0 1 1");
  made.append(element("use", { href: "#i-" + name }));
  return made;
}

function mark(name) {
  const seat = (frame.seats || []).find((one) => one.name === name);
  return seat && seat.mark ? icon(seat.mark, "seat-" + seat.colour) : null;
}

function tone(name) { return name ? "tone-" + name : ""; }

function fact(one) {
  const made = make("li", "fact" + (one.secret ? " secret" : ""));
  const hidden = one.secret && !shown;
  made.append(icon(hidden ? "lock" : one.icon, hidden ? "tone-hex" : tone(one.tone)));
  made.append(make("span", "", hidden ? words.covered : one.text));
  if (one.figure && !hidden) made.append(make("b", tone(one.tone), one.figure));
  return made;
}

/* Since when each of these options stands where it stands: one that has just come, moved or changed is not meant yet. */
function stand(asked, options) {
  const now = performance.now();
  const before = stood;
  stood = new Map();
  options.forEach((one, place) => {
    const face = JSON.stringify([asked, place, one.key, one.label, one.figure || "", Boolean(one.chosen)]);
    stood.set(face, before.has(face) ? before.get(face) : now);
    one.since = stood.get(face);
  });
}

function choose(one, touch, since) {
  const seen = Math.max(0, Math.floor(touch.timeStamp - since));
  ask("choose", { key: one.key, number: frame.number, seen_ms: seen }, !one.leads && !one.chosen);
}

function option(one) {
  const key = make("button", (one.main ? "main " : "") + (one.chosen ? "chosen" : ""));
  key.type = "button";
  key.value = one.key;
  if (one.figure) key.append(make("span", "figure " + tone(one.tone), one.figure));
  if (one.drawing && figure.svg) key.append(drawing(one.drawing));
  const sign = one.seat ? mark(one.seat) : null;
  if (sign) key.append(sign);
  else if (one.icon && !(one.drawing && figure.svg)) key.append(icon(one.icon, tone(one.tone)));
  const text = make("span", "words", one.key === held && frame.prompt.confirm ? frame.prompt.confirm : one.label);
  if (one.chosen) text.append(make("span", "second", words.chosen));
  if (one.second) text.append(make("span", "second", one.second));
  for (const line of one.lines || []) {
    const row = make("span", "second");
    for (const sign of line) {
      if (sign.icon) row.append(icon(sign.icon));
      row.append(" " + (sign.text || "") + " ");
    }
    text.append(row);
  }
  if (one.why) text.append(make("span", "second", one.why));
  key.append(text);
  const closed = Boolean(one.why) || !fresh || Boolean(pending);
  key.setAttribute("aria-disabled", String(closed));
  if (one.chosen) key.setAttribute("aria-pressed", "true");
  key.onclick = (touch) => {
    if (!closed) choose(one, touch, byId("menu").contains(key) ? Math.max(one.since, menuSince) : one.since);
  };
  const item = make("li", one.key === held ? "confirm" : one.drawing ? "drawn" : "");
  item.append(key);
  return item;
}

/* ---- the figure: options that lie somewhere on it are touched there ---- */

const CELL = 100; // units of a figure, of one space
const CELL_PX = 76; // so wide a space is at first, at least
const APART_PX = 26; // so far apart its places are at first, at least
const MOST_PX = 130; // but no space is wider than that
const FINGER_PX = 26; // so far from its middle a place is still meant

async function fetchFigure(name) {
  figure = { name, svg: null, places: new Map() };
  let text = "";
  try {
    const came = await fetch("/picture/" + name + ".svg");
    if (!came.ok) return;
    text = await came.text();
  } catch (fault) {
    return; // options have keys as long as there is no figure
  }
  if (figure.name !== name) return;
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  const places = new Map();
  for (const one of svg.querySelectorAll("[data-place]")) {
    const [x, y, r] = ["cx", "cy", "r"].map((key) => Number(one.getAttribute(key)));
    places.set(one.dataset.place, { x, y, r });
    one.remove();
  }
  svg.setAttribute("aria-hidden", "true");
  figure = { name, svg, places };
  draw();
}

/* Of these options those that lie on the figure, each at a place of its own. */
function spotsOf(options) {
  const spots = new Map();
  if (!figure.svg) return spots;
  for (const one of options) {
    if (one.place && figure.places.has(one.place) && !spots.has(one.place)) spots.set(one.place, one);
  }
  const drawn = options.filter((one) => one.drawing && one.place);
  return spots.size === 1 && drawn.length > 1 ? new Map() : spots; // all at one place: which drawing is asked
}

function drawing(parts) {
  const made = sketch("drawing", "3 3 94 94");
  for (const part of parts) made.append(element("use", { href: "#f-d-" + part, width: 100, height: 100 }));
  return made;
}

function takeSpot(one, touch) {
  if (one.why || !fresh || pending) return;
  if (one.leads) {
    choose(one, touch, one.since);
  } else {
    held = held === one.key ? "" : one.key;
    draw();
    if (held) byId("options").querySelector(".confirm button").focus({ preventScroll: true });
  }
}

let figureShown = "";
let overlay = null;
function drawFigure(prompt, options, spots) {
  const place = byId("figure");
  const drawn = options.filter((one) => one.drawing && figure.places.has(one.place));
  const trail = (prompt.trail || []).filter((at) => figure.places.has(at)).map((at) => figure.places.get(at));
  place.hidden = !spots.size && !drawn.length && trail.length < 2;
  const now = place.hidden ? "" : [figure.name, prompt.id].join(" ");
  const moved = figureShown !== now;
  if (overlay) overlay.remove();
  overlay = null;
  figureShown = now;
  place.classList.toggle("asks", Boolean(spots.size));
  if (moved) byId("map").replaceChildren(...(place.hidden ? [] : [figure.svg]));
  if (place.hidden) return;
  overlay = element("g", { class: "spots" });
  if (trail.length) {
    const points = trail.map((at) => at.x + "," + at.y).join(" ");
    overlay.append(element("polyline", { class: "trail", points }));
    const last = trail[trail.length - 1];
    overlay.append(element("circle", { class: "trail-end", cx: last.x, cy: last.y, r: 9 }));
  }
  for (const at of new Set(drawn.map((one) => one.place))) {
    const place = figure.places.get(at);
    if (!spots.size) overlay.append(element("circle", { class: "asked", cx: place.x, cy: place.y, r: place.r }));
  }
  for (const [at, one] of spots) {
    const [x, y, r] = ["x", "y", "r"].map((key) => figure.places.get(at)[key]);
    const chosen = held === one.key || one.chosen;
    const state = (one.why ? " closed" : "") + (chosen ? " chosen" : "");
    const key = element("g", { class: "spot" + state, role: "button", tabindex: "0", "data-key": one.key });
    key.setAttribute("aria-label", [one.label, one.second, one.why].filter(Boolean).join(", "));
    key.setAttribute("aria-disabled", String(Boolean(one.why) || !fresh || Boolean(pending)));
    if (chosen) key.setAttribute("aria-pressed", "true");
    key.append(element("circle", { cx: x, cy: y, r }));
    if (chosen && one.drawing) {
      for (const part of one.drawing) {
        key.append(element("use", { href: "#f-d-" + part, x: x - 50, y: y - 50, width: 100, height: 100 }));
      }
    }
    key.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      takeSpot(one, event);
    };
    overlay.append(key);
  }
  figure.svg.append(overlay);
  figure.svg.removeAttribute("aria-hidden");
  figure.svg.onclick = (touch) => {
    const one = spotAt(touch, spots);
    if (one) takeSpot(one, touch);
  };
  fitFigure(figure.svg.viewBox.baseVal, moved ? [...spots.keys(), ...drawn.map((one) => one.place)] : []);
}

/* The option whose place is the nearest to where a finger came, if it is near enough. */
function spotAt(touch, spots) {
  const frame = figure.svg.getBoundingClientRect();
  const scale = figure.svg.viewBox.baseVal.width / frame.width;
  const x = (touch.clientX - frame.left) * scale;
  const y = (touch.clientY - frame.top) * scale;
  let best = null;
  let least = Infinity;
  for (const [at, one] of spots) {
    const place = figure.places.get(at);
    const away = Math.hypot(place.x - x, place.y - y) / Math.max(place.r, FINGER_PX * scale);
    if (away <= 1 && away < least) {
      least = away;
      best = one;
    }
  }
  return best;
}

/* As wide as asked for; `shown`: places that are brought into its frame. */
function fitFigure(box, shown) {
  const map = byId("map");
  const wide = map.clientWidth;
  if (!wide) return;
  const at = shown.map((name) => figure.places.get(name));
  let apart = Infinity;
  at.forEach((one, i) => at.slice(0, i).forEach((other) => {
    apart = Math.min(apart, Math.hypot(one.x - other.x, one.y - other.y));
  }));
  if (shown.length) cellPx = Math.min(MOST_PX, Math.max(CELL_PX, (APART_PX * CELL) / Math.max(1, apart)));
  const least = (cellPx * box.width) / CELL / wide;
  figure.svg.style.width = 100 * Math.max(1, zoom || least) + "%";
  const scale = figure.svg.getBoundingClientRect().width / box.width;
  if (!shown.length) return;
  const middle = (key) => (Math.min(...at.map((one) => one[key])) + Math.max(...at.map((one) => one[key]))) / 2;
  map.scrollLeft = middle("x") * scale - wide / 2;
  map.scrollTop = middle("y") * scale - map.clientHeight / 2;
}

function zoomBy(factor) {
  const map = byId("map");
  const box = figure.svg.viewBox.baseVal;
  const now = figure.svg.getBoundingClientRect().width / map.clientWidth;
  const x = (map.scrollLeft + map.clientWidth / 2) / now;
  const y = (map.scrollTop + map.clientHeight / 2) / now;
  zoom = Math.min(6, Math.max(1, now * factor));
  fitFigure(box, []);
  map.scrollLeft = x * zoom - map.clientWidth / 2;
  map.scrollTop = y * zoom - map.clientHeight / 2;
}

byId("closer").onclick = () => zoomBy(1.4);
byId("farther").onclick = () => zoomBy(1 / 1.4);

function goOn() {
  elsewhere = false;
  join();
}

function say(answer) {
  const said = answer.ok ? "" : [answer.title, answer.hint].filter(Boolean).join(" — ");
  for (const id of ["answer", "refused"]) byId(id).textContent = said;
}

/* ---- the lobby: who is there, who wants to come in ---- */

function askFor(name) {
  if (!fresh || joining || !name.trim()) return;
  wish = name.trim();
  byId("refused").textContent = "";
  join();
}

function seatMark(one) {
  return one.mark ? icon(one.mark, "seat-" + one.colour) : "";
}

function freeSeat(one) {
  const key = make("button", "");
  key.type = "button";
  key.value = one.name;
  const text = make("span", "words", one.name);
  if (one.taken) text.append(make("span", "second", words.there));
  key.append(seatMark(one), text);
  key.onclick = () => askFor(one.name);
  const item = make("li");
  item.append(key);
  return item;
}

let lobbyShown = "";
function drawLobby() {
  const lobby = frame.lobby || {};
  const waits = frame.state === "wait";
  const mine = frame.absent || "";
  const asks = fresh && frame.state === "table" && frame.lobby && !mine;
  byId("lobby").hidden = !(waits || (frame.lobby && lobby.opens));
  byId("come").hidden = !asks;
  const now = JSON.stringify([language, lobby, waits, frame.signs, mine, asks]);
  if (now === lobbyShown) return;
  lobbyShown = now;
  byId("lobby-title").textContent = waits ? frame.seat : mine || words.lobby;
  const signs = byId("signs");
  signs.hidden = !waits;
  signs.replaceChildren(...(frame.signs || []).map((one) => {
    const made = make("p");
    made.append(icon(one.icon), make("span", "", one.text));
    return made;
  }));
  byId("there").replaceChildren(...(waits || (asks && window.innerWidth < WIDE) ? [] : lobby.seats || []).map((one) => {
    const made = make("li", "fact" + (one.taken ? " there" : ""));
    made.append(seatMark(one), make("span", "", one.name));
    if (one.taken) made.append(icon("phone", "tone-ok"), make("span", "unseen", words.there));
    return made;
  }));
  byId("where").textContent = waits ? "" : location.host;
  byId("scan").textContent = waits ? "" : words.scan;
  byId("come-title").textContent = lobby.opens ? words.come : words.comes;
  byId("come").open = Boolean(lobby.opens) && window.innerWidth < WIDE;
  byId("free").replaceChildren(...(lobby.seats || []).map(freeSeat));
  byId("new").hidden = !lobby.room;
  byId("name-title").textContent = words.new;
  byId("enter").textContent = words.ask;
}

/* ---- the host: what otherwise the table's screen does ---- */

function hostAsks(what, key) {
  ask("host", { do: what, key, number: frame.number }, false);
}

function small(one, what) {
  const key = make("button", one.chosen ? "chosen" : "");
  key.type = "button";
  key.value = one.key;
  if (one.icon) key.append(icon(one.icon));
  key.append(make("span", "", one.label));
  key.setAttribute("aria-pressed", String(Boolean(one.chosen)));
  key.setAttribute("aria-disabled", String(Boolean(one.closed)));
  key.onclick = () => { if (!one.closed) hostAsks(what, one.key); };
  const item = make("li");
  item.append(key);
  return item;
}

function arrival(one) {
  const row = make("li", "line");
  const let_in = make("button", "");
  const text = make("span", "words", one.name);
  text.append(make("span", "second", one.wish));
  const signs = make("span", "signs");
  for (const sign of one.signs) signs.append(icon(sign.icon), make("span", "unseen", sign.text));
  let_in.type = "button";
  let_in.value = "admit:" + one.signs.map((sign) => sign.icon).join(" ");
  let_in.append(signs, text);
  let_in.onclick = () => hostAsks("admit", String(one.id));
  const away = make("button", "", words.away);
  away.type = "button";
  away.onclick = () => hostAsks("away", String(one.id));
  row.append(let_in, away);
  return row;
}

function line(one, what) {
  const row = make("li", "line");
  if (one.icon) row.append(icon(one.icon));
  if (one.label) row.append(make("span", "words", one.label));
  if (one.value) row.append(make("b", "", one.value));
  const keys = make("ul", "keys");
  keys.append(...(one.keys || []).map((key) => small(key, what)));
  row.append(keys);
  return row;
}

const filled = {}; // id -> what its list was made of
let ending = 0; // a timer: until it ends a second touch leaves the game

/* A list is made anew only where it is another one: a finger that is down keeps its key. */
function fill(id, of, made) {
  const now = JSON.stringify([language, of]);
  if (filled[id] === now) return;
  filled[id] = now;
  const place = byId(id);
  const inside = place.contains(document.activeElement) ? document.activeElement.value : "";
  place.replaceChildren(...of.map(made));
  const again = inside && [...place.querySelectorAll("button")].find((one) => one.value === inside);
  if (again) again.focus();
}

let hosted = "";
function drawHost() {
  const host = frame.state === "table" ? frame.host : null;
  byId("hosting").hidden = !host;
  const stage = host ? String(Boolean(host.opens)) : "";
  if (stage !== hosted) byId("hosting").open = Boolean(host && host.opens);
  hosted = stage;
  if (!host) return;
  const waiting = (host.arrivals || []).length;
  byId("hosting-title").textContent = words.host + (waiting ? " (" + waiting + ")" : "");
  fill("arrivals", host.arrivals || [], arrival);
  byId("everybody").hidden = !host.opens;
  byId("everybody").textContent = words.everybody;
  byId("everybody").className = host.everybody ? "chosen" : "";
  byId("everybody").setAttribute("aria-pressed", String(Boolean(host.everybody)));
  byId("right-title").hidden = !(host.tabs || []).length;
  byId("right-title").textContent = words.right;
  fill("tabs", host.tabs || [], (one) => small(one, one.chosen ? "close" : "look"));
  fill("lines", host.lines || [], (one) => line(one, host.opens ? "set_up" : "correct"));
  byId("end").hidden = !host.leaves;
  byId("end").textContent = ending ? words.sure : words.leaves;
}

byId("everybody").onclick = () => hostAsks(frame.host.everybody ? "alone" : "everybody", "");
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

/* ---- a look is taken back by two ---- */

function drawTaking() {
  const taking = frame.taking;
  byId("agreeing").hidden = !taking;
  byId("takes").textContent = taking ? words.takes.replace("{name}", taking.by).replace("{what}", taking.what) : "";
  byId("agree").hidden = !(taking && taking.mine);
  byId("disagree").hidden = !(taking && frame.seat);
  byId("agree").textContent = words.agree;
  byId("disagree").textContent = words.disagree;
}

byId("agree").onclick = () => ask("agree", { number: frame.number }, false);
byId("disagree").onclick = () => ask("disagree", {}, false);

byId("new").onsubmit = (event) => {
  event.preventDefault();
  askFor(byId("name").value);
};

/* ---- kept awake, and on the home screen ---- */

let light = null; // what keeps the screen lit, where the browser can: it needs a certificate

/* A phone with a seat stays lit; a browser lets go of it whenever the page is hidden. */
async function stayLit(seat) {
  if (!navigator.wakeLock) return;
  if (!seat || document.hidden) {
    if (light) light.release();
    light = null;
  } else if (!light) {
    light = {release: () => {}};
    try {
      light = await navigator.wakeLock.request("screen");
    } catch (fault) {
      light = null; // a nearly empty battery
    }
  }
}

/* The app of a home screen: nothing more is to be put there. */
function isApp() {
  return Boolean(navigator.standalone) || window.matchMedia("(display-mode: standalone)").matches;
}

/* An iPhone's home screen opens the address of this moment, with a storage of its own: a token in it takes the seat along. */
function handOver(given) {
  history.replaceState(history.state, "", "/#" + given);
  byId("how").textContent = words.how;
}

byId("home").onclick = () => ask("hand_on", {}, false);

/* ---- cues: it is this seat's turn, the last minute begins ---- */

/* Light, vibration and, where it is wanted, sound: `beats` is a pattern of ms on and off. */
function cue(beats) {
  document.body.classList.remove("cue");
  document.body.getBoundingClientRect(); // or the animation would not begin anew
  document.body.classList.add("cue");
  if (!armed) return;
  if (navigator.vibrate) navigator.vibrate(beats);
  if (!audio) return;
  let at = audio.currentTime;
  beats.forEach((ms, place) => {
    if (place % 2 === 0) {
      const tone = audio.createOscillator(), level = audio.createGain();
      tone.frequency.value = 660;
      level.gain.value = 0.2;
      tone.connect(level);
      level.connect(audio.destination);
      tone.start(at);
      tone.stop(at + ms / 1000);
    }
    at += ms / 1000;
  });
}

/* A browser makes a sound only after a touch, so it is prepared by one. */
function prepareSound() {
  const wanted = sounds();
  if (wanted && !audio && window.AudioContext) audio = new AudioContext();
  if (!wanted && audio) { audio.close(); audio = null; }
}

function sounds() {
  try {
    return localStorage.getItem(SOUND) === "on";
  } catch (fault) {
    return false;
  }
}

function drawSound(seat) {
  byId("sound").hidden = !seat || !window.AudioContext;
  byId("sound").textContent = sounds() ? words.sound : words.quiet;
  byId("armed").textContent = seat ? (armed ? words.armed : words.arm) : "";
}

/* The keys come into view, unless a finger is down; what has moved so is not meant yet. */
function bringUp(seat) {
  const place = byId("ask").getBoundingClientRect();
  if (pressed || (place.top >= 0 && place.bottom <= window.innerHeight)) return;
  byId("ask").scrollIntoView({ block: "start" });
  stood = new Map();
  drawPrompt(seat);
}

function notice(seat) {
  const now = Boolean(fresh && seat && frame.prompt && frame.prompt.mine && frame.prompt.who === seat);
  if (now && !yours) {
    cue([150]);
    bringUp(seat);
  }
  yours = now;
  document.title = [now ? "● " + words.asks : "", seat, frame.title || words.title].filter(Boolean).join(" · ");
  const sign = now ? "/asked.svg" : "/icon.svg";
  if (byId("sign").getAttribute("href") !== sign) byId("sign").setAttribute("href", sign);
}

function draw() {
  const seat = frame && frame.seat && frame.state === "table" ? frame.seat : "";
  byId("go-on").hidden = !elsewhere;
  document.documentElement.lang = language;
  document.body.classList.toggle("looks", !seat);
  document.body.classList.toggle("old", !fresh);
  const said = trouble();
  if (byId("trouble").textContent !== said) byId("trouble").textContent = said;
  byId("trouble").classList.toggle("calm", fresh && said !== words.over);
  document.body.classList.toggle("idle", !frame || !frame.game || Boolean(frame.lobby && frame.lobby.opens));
  if (!frame) return;
  byId("title").textContent = frame.title || words.title;
  const name = byId("seat");
  name.replaceChildren();
  if (seat) {
    const sign = mark(seat);
    if (sign) name.append(sign);
    name.append(" " + seat);
  }
  drawLobby();
  drawHost();
  drawTaking();
  drawNews(frame.news);
  if (seat && frame.figure && figure.name !== frame.figure) fetchFigure(frame.figure);
  if (!frame.figure) figure = { name: "", svg: null, places: new Map() };
  drawPrompt(seat);
  byId("ask").classList.toggle("figured", !byId("figure").hidden);
  drawOwn(seat);
  drawTable(seat);
  byId("look").textContent = seat || frame.state !== "table" || !frame.game ? "" : words.look;
  byId("code").alt = words.code;
  byId("leave").hidden = !(seat || frame.absent);
  byId("leave").textContent = leaving ? words.sure : words.leave;
  drawSound(seat);
  byId("home").hidden = !seat || isApp();
  byId("home").textContent = words.home;
  byId("lit").textContent = seat ? (navigator.wakeLock ? words.awake : words.sleeps) : "";
  stayLit(seat);
  drawClock();
  notice(seat);
}

function trouble() {
  if (elsewhere) return words.elsewhere;
  if (frame && frame.state === "over") return words.over;
  if (!fresh) return frame ? words.lost + (pending ? " " + words.unanswered : "") : words.connecting;
  if (frame.state === "wait") return words.waiting.replace("{name}", frame.seat);
  const opens = frame.lobby && frame.lobby.opens;
  if (frame.absent) return (opens ? words.in : words.absent).replace("{name}", frame.absent);
  return !frame.game && !opens ? words.none : ended ? words.over : "";
}

let newsShown = "";
function drawNews(news) {
  const key = JSON.stringify(news || null);
  if (key === newsShown) return;
  newsShown = key;
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

function drawPrompt(seat) {
  const prompt = frame.prompt;
  const place = byId("options");
  const who = byId("who");
  who.replaceChildren();
  byId("ask").classList.toggle("mine", Boolean(prompt && prompt.mine && seat));
  if (prompt) {
    const name = prompt.who;
    const sign = name ? mark(name) : null;
    if (sign) who.append(sign);
    if (name) who.append(name === seat ? words.yours : words.turn.replace("{name}", name));
    else if (prompt.options) who.append(words.anybody);
  }
  if (!prompt && frame.asked && !frame.ended) {
    const sign = frame.asks ? mark(frame.asks) : null;
    if (sign) who.append(sign);
    who.append(frame.asks || words.anybody);
  }
  const title = prompt ? prompt.title : frame.asked || "";
  const heading = byId("asked");
  const asked = title + "|" + (frame.path || 0);
  const lostFocus = byId("ask").contains(document.activeElement) && document.activeElement.closest("ul") !== null;
  heading.textContent = title;
  byId("ask").hidden = !title;
  byId("hint").textContent = prompt ? [prompt.hint, prompt.text].filter(Boolean).join(" ") : "";
  const options = prompt && seat && prompt.mine ? prompt.options || [] : [];
  const spots = spotsOf(options);
  const places = new Set([...spots.values()].map((one) => one.place));
  if (!options.some((one) => one.key === held && spots.get(one.place) === one)) held = "";
  const keys = options.filter((one) => !places.has(one.place) || one.key === held);
  const first = keys.filter((one) => one.first || one.main || one.key === held);
  const more = first.length ? keys.filter((one) => !first.includes(one)) : [];
  const listed = first.length ? [...first, ...more] : keys;
  stand([asked, prompt ? prompt.who : "", prompt ? prompt.hint : ""], [...listed, ...spots.values()]);
  if (prompt) drawFigure(prompt, options, spots);
  else byId("figure").hidden = true;
  place.replaceChildren(...(first.length ? first : keys).map(option));
  place.classList.toggle("drawings", Boolean(figure.svg) && keys.some((one) => one.drawing && one.key !== held));
  byId("menu").hidden = !more.length;
  byId("menu-title").textContent = words.more;
  byId("more").replaceChildren(...more.map(option));
  if (lostFocus) heading.focus({ preventScroll: true });
  if (asked !== shownPrompt && !pending) {
    byId("menu").open = false;
    if (shownPrompt && !(frame.answer && !frame.answer.ok)) byId("answer").textContent = "";
    shownPrompt = asked;
  }
  if (pending) byId("answer").textContent = "";
  byId("sent").textContent = pending ? words.sent : "";
  const back = byId("back");
  back.hidden = !(seat && frame.path);
  back.textContent = words.back;
  const undo = byId("undo");
  undo.hidden = !(seat && frame.undo);
  undo.setAttribute("aria-disabled", String(Boolean(frame.undo_why)));
  undo.textContent = [(words.undo || "").replace("{what}", frame.undo || ""), frame.undo_why].filter(Boolean).join(" – ");
}

function drawOwn(seat) {
  const own = (seat && frame.own) || [];
  byId("mine").hidden = !own.length;
  byId("mine-title").textContent = words.own;
  byId("own").replaceChildren(...own.map(fact));
  const cover = byId("cover");
  cover.hidden = !own.some((one) => one.secret);
  cover.textContent = shown ? words.hide : words.show;
  cover.setAttribute("aria-pressed", String(shown));
}

function drawTable(seat) {
  byId("table").hidden = !frame.game;
  byId("table-title").textContent = words.table;
  byId("status").replaceChildren(...(frame.status || []).map(fact));
  byId("seats").className = (frame.seats || []).length > 5 ? "many" : "";
  const turn = frame.prompt ? frame.prompt.who : frame.asks;
  byId("seats").replaceChildren(...(frame.seats || []).map((one) => {
    const made = make("li", "fact" + (one.name === turn ? " turn" : ""));
    const sign = mark(one.name);
    if (sign) made.append(sign);
    made.append(make("span", "name", one.name));
    for (const part of one.facts || []) {
      const shown = make("span", "part");
      shown.append(icon(part.icon, tone(part.tone)), make("span", "unseen", part.text));
      if (part.figure) shown.append(make("b", tone(part.tone), part.figure));
      made.append(shown);
    }
    return made;
  }));
  const picture = byId("picture");
  picture.hidden = !frame.picture;
  byId("table").classList.toggle("pictured", Boolean(frame.picture));
  picture.alt = words.picture;
  const source = frame.picture ? "/picture/" + frame.picture + ".svg" : "";
  if (source && picture.getAttribute("src") !== source) picture.setAttribute("src", source);
}

function drawClock() {
  const clock = frame && frame.clock;
  const place = byId("clock");
  place.hidden = !clock;
  document.body.classList.toggle("timed", Boolean(clock));
  if (!clock) return;
  const passed = clock.running && fresh ? performance.now() - clockAt : 0;
  const ms = clock.left_ms === null ? clock.elapsed_ms + passed : Math.max(0, clock.left_ms - passed);
  const whole = clock.left_ms === null ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
  const text = Math.floor(whole / 60) + ":" + String(whole % 60).padStart(2, "0");
  if (place.textContent !== text) place.textContent = text;
  const last = clock.left_ms !== null && ms <= 60000;
  if (last && !lastMinute && clock.running && fresh) cue([90, 90, 90, 90, 90]);
  lastMinute = last;
  place.classList.toggle("last", last);
  place.classList.toggle("held", !clock.running);
}

/* ---- words, keys ---- */

async function speak(wanted) {
  const found = await fetch("/words." + wanted + ".json");
  words = await found.json();
  language = wanted;
  byId("language").textContent = words.language;
  byId("go-on").textContent = words.here;
  byId("safe").textContent = location.protocol === "https:" ? words.encrypted : words.plain;
  draw();
}

byId("language").onclick = async () => {
  try {
    await speak(language === "fr" ? "en" : "fr");
  } catch (fault) {
    return; // without a connection the words stay as they are
  }
  send({ language: { language } });
};
function stay() { // nothing is drawn anew under the finger that comes down
  clearTimeout(leaving);
  leaving = 0;
  byId("leave").textContent = words.leave;
}

byId("leave").onclick = () => {
  if (leaving) {
    throwAway(ours);
    send({ leave: {} });
    stay();
  } else {
    leaving = setTimeout(stay, SURE_MS);
    draw();
  }
};
document.addEventListener("pointerdown", (event) => { // any other touch, wherever it is
  if (leaving && !byId("leave").contains(event.target)) stay();
}, true);
byId("go-on").onclick = goOn;
byId("menu").ontoggle = () => { menuSince = performance.now(); };
byId("back").onclick = () => ask("back", {}, false);
byId("undo").onclick = () => { if (frame.undo && !frame.undo_why) ask("undo", { number: frame.number }, true); };
byId("cover").onclick = () => { shown = !shown; draw(); };

byId("sound").onclick = () => {
  try {
    localStorage.setItem(SOUND, sounds() ? "off" : "on");
  } catch (fault) {
    return; // a private window keeps nothing
  }
  prepareSound();
  draw();
};

document.addEventListener("pointerdown", () => {
  document.body.classList.add("touched");
  pressed = true;
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => { pressed = false; });
document.addEventListener("click", () => {
  prepareSound();
  if (!armed) { armed = true; draw(); }
});
document.addEventListener("keydown", () => document.body.classList.remove("touched"));

setInterval(drawClock, 200);
speak(language).then(connect, () => setTimeout(() => location.reload(), 3000));
