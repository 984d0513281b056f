"use strict";
/* The wall: it shows what the hub sends, and says that a call for help was seen. It knows no game (docs/network.md). */

const KEY = "infernal-companion-wall";
const byId = (id) => document.getElementById(id);

let words = {};
let language = (navigator.language || "en").toLowerCase().startsWith("fr") ? "fr" : "en";
let socket = null;
let tables = null;
let evenings;
let past = false;
let cameAt = 0;
let tries = 0;

function connect() {
  const here = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/wall");
  socket = here;
  here.onopen = () => {
    tries = 0;
    const session = sessionStorage.getItem(KEY);
    if (session) here.send(JSON.stringify({ session }));
    else ask();
  };
  here.onmessage = (event) => take(JSON.parse(event.data));
  here.onclose = () => {
    if (here !== socket) return;
    socket = null;
    say(words.no_hub);
    tries += 1;
    setTimeout(connect, Math.min(5000, 250 * 2 ** Math.min(tries, 5)));
  };
}

function take(told) {
  if (told.wrong) {
    const typed = byId("door").hidden === false && byId("password").value;
    sessionStorage.removeItem(KEY);
    ask();
    say(typed ? words.wrong : "");
    return;
  }
  if (told.session) {
    sessionStorage.setItem(KEY, told.session);
    byId("password").value = "";
    byId("door").hidden = true;
    askPast();
  }
  if (told.tables) {
    tables = told.tables;
    cameAt = Date.now();
    draw();
  }
  if (told.evenings !== undefined) {
    evenings = told.evenings;
    drawPast();
  }
  say("");
}

function ask() {
  if (!byId("door").hidden) return;
  byId("door").hidden = false;
  byId("password").focus();
  say("");
}

function say(text) {
  if (byId("trouble").textContent !== text) byId("trouble").textContent = text;
}

function filled(text, facts) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

/* ---- drawing ---- */

function element(kind, name, text) {
  const made = document.createElement(kind);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

function line(name, icon, text) {
  const made = element("p", name, "");
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sign.setAttribute("class", "icon");
  sign.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#" + icon);
  sign.append(use);
  made.append(sign, text);
  return made;
}

function draw() {
  document.documentElement.lang = language;
  byId("title").textContent = past ? words.past_title : words.title;
  byId("language").textContent = words.language;
  byId("password-label").textContent = words.password;
  byId("enter").textContent = words.enter;
  byId("now").textContent = words.now;
  byId("past").textContent = words.past;
  byId("now").setAttribute("aria-pressed", String(!past));
  byId("past").setAttribute("aria-pressed", String(past));
  byId("tables").hidden = past;
  byId("evenings").hidden = !past;
  if (!tables) return;
  const playing = tables.filter((one) => one.game[language] && !one.over).length;
  byId("count").textContent = filled(words.tables, { count: tables.length, playing });
  byId("none").textContent = words.none;
  byId("none").hidden = past || tables.length > 0;
  const held = document.activeElement && document.activeElement.dataset.table;
  byId("tables").className = tables.length <= 12 ? "few" : tables.length > 40 ? "many" : "";
  byId("tables").replaceChildren(...tables.map(card));
  const again = held && [...document.querySelectorAll("#tables button")].find((one) => one.dataset.table === held);
  if (again) again.focus();
  tick();
}

function card(one) {
  const made = element("li", [one.help ? "help" : "", one.trouble.length ? "trouble" : "", one.here ? "" : "away"].join(" "), "");
  made.append(element("h2", "", one.title));
  if (one.help) made.append(line("wanted", "i-hand", one.seen ? words.coming : words.help));
  made.append(element("p", "game", one.game[language] ? one.game[language] + (one.over ? " · " + words.over : "") : words.free));
  if (one.clock && !one.over) {
    const clock = element("p", "clock", "");
    clock.dataset.table = one.table;
    made.append(clock);
  }
  if (one.turn && !one.over) made.append(element("p", "turn", turn(one)));
  if (!one.here) made.append(line("bad", "i-reader_lost", words.away));
  for (const trouble of one.trouble) made.append(line("bad", "i-warning", trouble[language] || trouble.en));
  if (one.help && !one.seen) {
    const seen = element("button", "", words.seen);
    seen.type = "button";
    seen.dataset.table = one.table;
    seen.setAttribute("aria-label", words.seen + ": " + one.title);
    seen.onclick = () => socket && socket.send(JSON.stringify({ seen: one.table }));
    made.append(seen);
  }
  return made;
}

function turn(one) {
  if (one.who) return filled(words.who, { name: one.who });
  return filled(words.turn, { number: one.turn, seats: one.seats });
}

function tick() {
  const passed = Date.now() - cameAt;
  for (const shown of document.querySelectorAll("#tables .clock")) {
    const one = tables.find((table) => table.table === shown.dataset.table);
    const [running, elapsed, left] = one.clock;
    const more = running && one.here ? one.clock_age_ms + passed : 0;
    const seconds = left === null ? Math.floor((elapsed + more) / 1000) : Math.ceil(Math.max(0, left - more) / 1000);
    const text = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0") + (running ? "" : " · " + words.held);
    if (shown.textContent !== text) shown.textContent = text;
    shown.className = "clock" + (running ? "" : " held") + (running && left !== null && seconds <= 60 ? " last" : "");
  }
}

/* ---- the evenings that are over ---- */

function askPast() {
  if (past && socket && socket.readyState === 1 && byId("door").hidden) socket.send(JSON.stringify({ evenings: true }));
}

function minutes(value) {
  return value.toLocaleString(language, { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function drawPast() {
  if (!past) return;
  const shown = byId("evenings");
  if (evenings === undefined) return shown.replaceChildren();
  if (!evenings || !evenings.evenings.length) {
    return shown.replaceChildren(element("p", "nothing", evenings ? words.past_none : words.past_away));
  }
  const games = element("ul", "games", "");
  games.append(...evenings.games.map(gameFigures));
  const last = element("section", "", "");
  last.append(element("h2", "", words.last), lastGames());
  const beside = element("div", "beside", "");
  beside.append(last, boxes());
  shown.replaceChildren(games, beside);
}

function gameFigures(one) {
  const made = element("li", "", "");
  made.append(element("h2", "", one.game[language] || one.game.en), element("p", "", filled(words.games, { n: one.games })));
  const [low, middle, high] = one.minutes.map(minutes);
  made.append(element("p", "", filled(words.minutes, { low, middle, high })));
  if (!one.together) return made;
  made.append(element("p", "share", filled(words.lost, { n: one.lost, all: one.together })));
  const causes = element("ul", "causes", "");
  for (const cause of one.causes) {
    const row = element("li", "", "");
    const bar = element("i", "", "");
    bar.style.width = (100 * cause.games) / one.lost + "%";
    row.append(element("span", "", cause.how[language] || cause.how.en), element("b", "", String(cause.games)), bar);
    causes.append(row);
  }
  made.append(causes);
  return made;
}

function boxes() {
  const table = element("table", "", "");
  const head = element("tr", "", "");
  head.append(...[words.box, words.box_games, words.hours, words.box_lost].map((text) => element("th", "", text)));
  for (const cell of head.children) cell.scope = "col";
  table.append(head);
  for (const box of evenings.boxes) {
    const row = element("tr", "", "");
    const name = element("th", "", box.table);
    name.scope = "row";
    const lost = box.together ? filled("{lost} / {together}", box) : "–";
    row.append(name, ...[String(box.games), minutes(box.hours), lost].map((text) => element("td", "", text)));
    table.append(row);
  }
  const made = element("section", "", "");
  made.append(element("h2", "", words.boxes), table);
  return made;
}

function lastGames() {
  const list = element("ul", "last", "");
  for (const one of evenings.evenings) {
    const row = element("li", one.lost === true ? "lost" : one.lost === false ? "won" : "", "");
    const day = new Date(one.begun);
    const when = isNaN(day) ? "" : day.toLocaleString(language, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
    const who = one.names.length ? one.names.join(", ") : filled(words.players, { n: one.seats });
    const facts = [when, one.table, filled(words.length, { n: minutes(one.length_ms / 60000) }), who].filter(Boolean);
    row.append(element("p", "how", (one.game[language] || one.game.en) + " · " + (one.how[language] || one.how.en)));
    row.append(element("p", "when", facts.join(" · ")));
    list.append(row);
  }
  return list;
}

function turnTo(other) {
  past = other;
  evenings = undefined;
  askPast();
  draw();
  drawPast();
}

async function speak(chosen) {
  const answer = await fetch("/words." + chosen + ".json");
  words = await answer.json();
  language = chosen;
  draw();
  drawPast();
}

byId("door").onsubmit = (event) => {
  event.preventDefault();
  const password = byId("password").value;
  if (password && socket) socket.send(JSON.stringify({ password }));
};
byId("language").onclick = () => speak(language === "fr" ? "en" : "fr");
byId("now").onclick = () => turnTo(false);
byId("past").onclick = () => turnTo(true);
setInterval(() => { if (tables) tick(); }, 250);
setInterval(askPast, 60000);
speak(language).then(connect);
