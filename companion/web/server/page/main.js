/* A page of the table: it shows frames and answers prompts. It knows no game (docs/protocol.md, "Pages"). */

import * as connection from "./connection.js";
import { drawSound, notice, noticeLast } from "./cues.js";
import { byId, say, the } from "./elements.js";
import { follow } from "./figure.js";
import { drawHand, unlit } from "./hand.js";
import { drawHost } from "./host.js";
import { drawLobby } from "./lobby.js";
import { drawPrompt, drawTaking } from "./prompt.js";
import { mark } from "./seats.js";
import { draw, onDraw, page, seat } from "./state.js";
import { cover, drawClock, drawNews, drawOwn, drawTable } from "./table.js";
import { language, speak, told, words } from "./words.js";

const SURE_MS = 4000; // within this a second touch leaves the seat

let leaving = 0; // a timer: until it ends, or something else is touched, a second touch leaves the seat

onDraw(() => {
  const frame = page.frame;
  byId("go-on").hidden = !page.elsewhere;
  document.documentElement.lang = language;
  document.body.classList.toggle("looks", !seat());
  document.body.classList.toggle("old", !page.fresh);
  const said = trouble(frame);
  say("trouble", said);
  byId("trouble").classList.toggle("calm", page.fresh && said !== words.over);
  document.body.classList.toggle("idle", !frame || !frame.game || Boolean(frame.lobby && frame.lobby.opens));
  if (frame) drawFrame(frame, seat());
});

/**
 * @param {PageFrame} frame
 * @param {string} mine who plays on this page
 */
function drawFrame(frame, mine) {
  say("title", frame.title || words.title);
  const name = byId("seat");
  name.replaceChildren();
  if (mine) name.append(mark(mine) || "", " " + mine);
  drawLobby(frame);
  drawHost(frame);
  drawTaking(frame);
  drawNews(frame.news || null);
  follow(frame.figure || "", Boolean(mine));
  drawPrompt(frame, mine);
  drawOwn(frame, mine);
  drawTable(frame);
  say("look", mine || frame.state !== "table" || !frame.game ? "" : words.look);
  the("code", HTMLImageElement).alt = words.code;
  byId("leave").hidden = !(mine || frame.absent);
  say("leave", leaving ? words.sure : words.leave);
  drawSound(mine);
  drawHand(mine);
  noticeLast(drawClock());
  notice(frame, mine);
}

/** @param {PageFrame | null} frame */
function trouble(frame) {
  if (page.elsewhere) return words.elsewhere;
  if (frame && frame.state === "over") return words.over;
  if (!frame || !page.fresh) {
    return frame ? words.lost + (page.pending ? " " + words.unanswered : "") : words.connecting;
  }
  if (frame.state === "wait") return told(words.waiting, { name: frame.seat || "" });
  const opens = frame.lobby && frame.lobby.opens;
  if (frame.absent) return told(opens ? words.in : words.absent, { name: frame.absent });
  return !frame.game && !opens ? words.none : page.ended ? words.over : "";
}

/* ---- keys of the page itself ---- */

/** @param {string} wanted */
async function speakNow(wanted) {
  await speak(wanted);
  say("language", words.language);
  say("go-on", words.here);
  say("safe", location.protocol === "https:" ? words.encrypted : words.plain);
  draw();
}

byId("language").onclick = async () => {
  try {
    await speakNow(language === "fr" ? "en" : "fr");
  } catch (fault) {
    return; // without a connection the words stay as they are
  }
  connection.speakNow();
};

function stay() { // nothing is drawn anew under the finger that comes down
  clearTimeout(leaving);
  leaving = 0;
  say("leave", words.leave);
}

byId("leave").onclick = () => {
  if (leaving) {
    connection.leave();
    stay();
  } else {
    leaving = setTimeout(stay, SURE_MS);
    draw();
  }
};
document.addEventListener("pointerdown", (event) => { // any other touch, wherever it is
  if (leaving && event.target instanceof Node && !byId("leave").contains(event.target)) stay();
}, true);
byId("go-on").onclick = connection.goOn;

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    cover();
    unlit();
    draw();
  } else {
    connection.wake();
  }
});
window.addEventListener("pagehide", () => {
  cover();
  draw();
});

setInterval(() => noticeLast(drawClock()), 200);
speakNow(language).then(connection.connect, () => setTimeout(() => location.reload(), 3000));
