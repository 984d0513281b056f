"""Real pages in a real Chromium: shown, clicked, looked at, checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.tools.web.kiosk import PATIENCE_S, until

DEAF_MS = 800
"""As companion.engine.hearing has it, whose packages this environment has not."""
PHONE, TELEVISION = (360, 640), (1920, 1080)
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Json = dict[str, Any]

SHOWN = """() => {
  const text = (id) => (document.getElementById(id).textContent || "").trim().replace(/\\s+/g, " ");
  const picture = document.getElementById("picture");
  const seen = (id) => { const e = document.getElementById(id); return !e.hidden && e.getClientRects().length > 0; };
  const facts = (id) => [...document.querySelectorAll(`#${id} .fact`)].map((one) => [
    one.querySelector("span").textContent, (one.querySelector("b") || {textContent: ""}).textContent]);
  return {
    title: text("title"), seat: text("seat"), clock: seen("clock") ? text("clock") : "", trouble: text("trouble"),
    who: text("who"), asked: text("asked"), answer: text("answer"), sent: text("sent"), news: text("news"),
    status: facts("status"),
    own: facts("own"), old: document.body.classList.contains("old"), cover: seen("cover"),
    keys: [...document.querySelectorAll("#ask .options button")].map((one) => ({
      key: one.value, text: one.innerText, open: one.getAttribute("aria-disabled") !== "true",
      more: one.closest("details") !== null })).concat([...document.querySelectorAll(".spot")].map((one) => ({
      key: one.dataset.key, text: one.getAttribute("aria-label"), more: false, spot: true,
      open: one.getAttribute("aria-disabled") !== "true" }))),
    picture: seen("picture") && picture.complete && picture.naturalWidth > 0 ? picture.src : "",
    language: document.documentElement.lang,
    signs: [...document.querySelectorAll("#signs use")].map((one) => one.getAttribute("href").slice(3)).join(" "),
    free: [...document.querySelectorAll("#free button")].map((one) => one.value),
    there: [...document.querySelectorAll("#there .there span")].map((one) => one.textContent),
  };
}"""
CUT = """() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  for (const one of document.querySelectorAll("button, h1, h2, p, .fact, .fact span, .words, summary")) {
    if (!one.getClientRects().length || one.closest("body:not(.looks) .pictured #seats, .unseen")) continue;
    if (one.closest(".idle header")) continue;
    const style = getComputedStyle(one);
    if (one.closest("#status") && getComputedStyle(one.closest("#status")).position === "absolute") continue;
    const box = one.getBoundingClientRect();
    const name = `${one.tagName}#${one.id} ${(one.textContent || "").trim().slice(0, 40)}`;
    if (one.scrollWidth > one.clientWidth + 1 && style.display !== "inline") found.push(`cut off: ${name}`);
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`beside the page: ${name}`);
    if (one.tagName === "BUTTON" && (box.height < 44 || box.width < 44)) found.push(`small: ${name}`);
  }
  const sign = document.getElementById("clock");
  if (!sign) return found;
  const clock = sign.getBoundingClientRect();
  for (const id of ["news", "asked", "title", "picture"]) {
    const box = document.getElementById(id).getBoundingClientRect();
    const beside = box.right <= clock.left || clock.right <= box.left ||
      box.bottom <= clock.top || clock.bottom <= box.top;
    if (clock.width && box.width && box.height && !beside) found.push(`the clock lies over ${id}`);
  }
  return found;
}"""
STILL = """() => [...document.images].every((one) => one.hidden || one.complete) &&
  document.getAnimations().every((one) => one.playState === "finished")"""
SOCKETS = """window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) { super(...given); window.sockets.push(this); }
};"""
"""Keeps what a page has opened, so that it can be cut."""
SIGNS = ("/icon.svg", "/asked.svg")
"""Of the tab."""


class Screen:
    """One browser of its own with the page in it: a phone or a television.

    :param found: told what is wrong with it.
    """

    def __init__(
        self, browser: Browser, name: str, size: tuple[int, int], language: str, found: Callable[[str], object]
    ) -> None:
        self.name, self.size = name, size
        self._found = found
        self.cut_off = False
        """It is meant to be without a connection: what fails then is no fault."""
        mobile = size == PHONE
        locale = {"fr": "fr-FR", "en": "en-GB"}[language]
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=2 if mobile else 1,
            locale=locale,
            has_touch=mobile,
            is_mobile=mobile,
        )
        self.context.add_init_script(SOCKETS)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE_S)
        self.page.on("console", lambda said: self._wrong(f"console: {said.text}"))
        self.page.on("pageerror", lambda fault: self._wrong(f"error: {fault}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    def _failed(self, request: Any) -> None:
        if request.failure == "net::ERR_ABORTED" and ("/picture/" in request.url or request.url.endswith(SIGNS)):
            return  # a newer one has taken its place while it came
        self._wrong(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self._wrong(f"{response.status}: {response.url}")

    def _wrong(self, text: str) -> None:
        if not self.cut_off:
            self._found(f"{self.name}: {text}")

    @property
    def shown(self) -> Json:
        """What is on it."""
        return dict(self.page.evaluate(SHOWN))

    def shows(self, condition: Callable[[Json], Any], what: str) -> Json:
        """The first of what it shows of which that is so."""

        def look() -> Json | None:
            seen = self.shown
            return seen if condition(seen) else None

        return dict(until(look, f"{self.name} shows {what}"))

    def click(self, selector: str) -> None:
        if self.size == PHONE:
            self.page.tap(selector)
        else:
            self.page.click(selector)

    def choose(self, key: str) -> None:
        """A finger on the key of that option, or on its place of the figure and, where that ends the act, its key."""
        if self.page.locator(f".spot[data-key={_quoted(key)}]").count():
            self._touch_place(key)
            if not self.page.locator(f".confirm button[value={_quoted(key)}]").count():
                return
        one = self.page.locator(f"#ask .options button[value={_quoted(key)}]")
        if one.evaluate("(one) => one.closest('details') !== null && !one.closest('details').open"):
            self.page.tap("#menu-title")
        self.page.wait_for_timeout(DEAF_MS)  # what has just come does not hear
        one.tap()

    def _touch_place(self, key: str) -> None:
        spot = f".spot[data-key={_quoted(key)}]"
        find = "(spot) => { const one = document.querySelector(spot); one.scrollIntoView({block: 'center'}); }"
        where = """(spot) => {
          const box = document.querySelector(spot).getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        }"""
        self.page.evaluate(find, spot)
        self.page.wait_for_timeout(DEAF_MS)
        x, y = self.page.evaluate(where, spot)
        self.page.touchscreen.tap(x, y)
        self.page.wait_for_timeout(100)

    def speak(self, language: str) -> None:
        if self.shown["language"] != language:
            self.click("#language")
            self.shows(lambda seen: seen["language"] == language, f"{language} words")
            self.settled()

    def settled(self) -> None:
        """Wait until a picture would show what there is."""
        self.page.wait_for_function(STILL)

    def cut(self) -> list[str]:
        """What does not go into its room."""
        return [str(one) for one in self.page.evaluate(CUT)]

    def audit(self, axe: str) -> list[str]:
        """What axe-core finds."""
        if not self.page.evaluate("() => typeof axe !== 'undefined'"):
            self.page.evaluate(axe)
        run = "(rules) => axe.run(document, {runOnly: rules, resultTypes: ['violations']})"
        result = self.page.evaluate(run, RULES)
        return [
            f"{one['id']} ({one['help']}): {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
            for one in result["violations"]
            for node in one["nodes"][:3]
        ]

    def shoot(self, path: Path, whole: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(path), full_page=whole)

    def close(self) -> None:
        self.cut_off = True
        self.context.close()


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
