"""What people do with a phone besides playing: lock it, lose the Wi-Fi, hand it on, read it large."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import copy
from functools import partial

from tests.tools.web.browser import DEAF_MS, PHONE, Json, Screen
from tests.tools.web.evening import (
    ENGLISH,
    FRENCH,
    LOOKER,
    NOT_ME,
    PHONES,
    Course,
    Evening,
    has_seat,
)
from tests.tools.web.kiosk import until

TO_BOAT = ("act4_adv:b", "peek", "1")
BY_ITSELF = "act2_adv:a"
"""Played at one touch."""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  Object.defineProperty(document, "visibilityState", {configurable: true, get: () => hidden ? "hidden" : "visible"});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
FOCUS = """() => {
  const one = document.activeElement, style = getComputedStyle(one);
  return {tag: one.tagName, id: one.id, value: one.value || "",
          ring: style.outlineStyle !== "none" && style.outlineWidth !== "0px"};
}"""


def habits(evening: Evening, course: Course) -> None:
    """All of them, in front of one game of Cerbère."""
    evening.kiosk.say(open=course.open)
    evening.come(course)
    alone = (
        reload,
        two_pages,
        without_storage,
        secrets,
        offline,
        large,
        keys,
        under_finger,
        motion,
        small_looker,
        my_turn,
        in_hand,
    )
    for habit in (*alone, scanned_again, second_phone, not_me, left):
        begun = time.monotonic()
        habit(evening, course)
        print(f"    {habit.__name__}: {time.monotonic() - begun:.0f} s", flush=True)


def need(evening: Evening, condition: object, what: str) -> None:
    if not condition:
        evening.found(what)


def _offers(key: str) -> Callable[[Json], bool]:
    return lambda seen: any(one["key"] == key and one["open"] for one in seen["keys"])


def _is_cut_off(screen: Screen) -> bool:
    seen = screen.shown
    return bool(seen["old"] and seen["trouble"])


def reload(evening: Evening, _course: Course) -> None:
    """Its seat is still its own; nothing but the session is kept."""
    for name in PHONES:
        screen = evening.screens[name]
        screen.page.reload()
        screen.shows(has_seat(name), "its seat again")
        kept = screen.page.evaluate("() => [Object.keys(localStorage), Object.keys(sessionStorage), document.cookie]")
        need(evening, kept == [["infernal-companion-session"], [], ""], f"{name} keeps {kept}")


def two_pages(evening: Evening, _course: Course) -> None:
    """Of two pages of one phone the one in front plays; the other one says so, and has a key."""
    first = evening.screens[FRENCH]
    second = copy(first)
    second.page = first.context.new_page()
    second.page.goto(first.page.url)
    for here, there in ((second, first), (first, second)):
        here.shows(has_seat(FRENCH), "its seat")
        there.page.wait_for_selector("#go-on", state="visible")
        need(evening, not there.shown["seat"] and not there.shown["own"], "a page that does not play has a seat")
        evening.take(there, f"elsewhere-{'second' if there is second else 'first'}")
        there.click("#go-on")
    second.shows(has_seat(FRENCH), "its seat, the third time")
    first.page.reload()
    first.shows(has_seat(FRENCH), "its seat after a reload")
    second.page.close()
    first.shows(has_seat(FRENCH), "its seat")


NO_STORAGE = """Object.defineProperty(window, "localStorage", {get: () => { throw new Error("private"); }})"""


def without_storage(evening: Evening, course: Course) -> None:
    """A private window and a full storage: the seat is there as long as the page is, reloads included."""
    bo = evening.screens[ENGLISH]
    bo.close()
    _phones(evening, course)
    evening.kiosk.press(ENGLISH, NOT_ME)
    bo = evening.screens[ENGLISH] = Screen(evening.browser, ENGLISH, PHONE, "en", evening.found)
    bo.context.add_init_script(NO_STORAGE)
    bo.page.goto(evening.code(ENGLISH))
    for _ in range(3):
        bo.shows(has_seat(ENGLISH), "its seat")
        bo.page.reload()
    bo.shows(has_seat(ENGLISH), "its seat")
    evening.done()


def scanned_again(evening: Evening, course: Course) -> None:
    _phones(evening, course)
    evening.scan_again(ENGLISH)
    evening.done()


def secrets(evening: Evening, _course: Course) -> None:
    """Covered until they are asked for, covered again while the page is hidden."""
    ana = evening.screens[FRENCH]
    for key in TO_BOAT:
        ana.shows(_offers(key), key)
        ana.choose(key)
    ana.shows(lambda seen: seen["cover"], "that there is a secret")
    evening.look("secret-covered", (FRENCH,))
    before = _text(ana)
    ana.click("#cover")
    until(lambda: _text(ana) != before, "the secret")
    evening.look("secret-shown", (FRENCH,))
    secret = next(words for words, _figure in ana.shown["own"] if "1" in words and words not in before)
    ana.page.evaluate(HIDE, True)
    need(evening, secret not in ana.page.content(), "a hidden page holds the secret")
    ana.page.evaluate(HIDE, False)
    ana.shows(lambda seen: not seen["old"], "that it is back")
    need(evening, secret not in ana.page.content(), "a page that comes back shows the secret unasked")
    for name, screen in evening.screens.items():
        need(evening, screen is ana or secret not in screen.page.content(), f"{name} holds Ana's secret")
    ana.choose("seen")
    ana.shows(lambda seen: not seen["cover"], "no secret more")


def _text(screen: Screen) -> str:
    return str(screen.page.inner_text("#own"))


CLOSE = "() => sockets.forEach((one) => one.close())"


def offline(evening: Evening, course: Course) -> None:
    """It says so, and comes back to what is now."""
    phones = [*evening.screens.values()]
    for screen in phones:
        screen.cut_off = True
        screen.context.set_offline(True)
        screen.page.evaluate(CLOSE)  # Chromium's own cut leaves open sockets open
    for screen in phones:
        until(partial(_is_cut_off, screen), "that it is cut off")
        need(evening, not [one for one in screen.shown["keys"] if one["open"]], f"{screen.name}: keys of an old prompt")
        evening.take(screen, f"lost-{screen.name}-{screen.shown['language']}")
    evening.kiosk.say(choose={"key": BY_ITSELF})
    for screen in phones:
        screen.context.set_offline(False)
    for screen in phones:
        screen.shows(lambda seen: not seen["old"] and not seen["trouble"], "the table again")
        screen.cut_off = False
    evening.agree(course)


def large(evening: Evening, _course: Course) -> None:
    """Text of twice the size: nothing is cut off, nothing stands beside the page."""
    for screen in evening.screens.values():
        size = "200%" if screen.size == PHONE else "150%"
        screen.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        for language in ("en", "fr"):
            screen.speak(language)
            evening.take(screen, f"large-{screen.name}-{language}")
        screen.page.evaluate("() => { document.documentElement.style.fontSize = ''; }")


def keys(evening: Evening, course: Course) -> None:
    """Tab and Enter play an act; one sees where one is, and stays there."""
    screen = _asked(evening, course)
    screen.page.reload()
    screen.shows(lambda seen: any(one["open"] for one in seen["keys"]), "keys")
    before = screen.shown["keys"]
    for _ in range(12):
        screen.page.keyboard.press("Tab")
        focus = screen.page.evaluate(FOCUS)
        need(evening, focus["ring"], f"no ring round {focus}")
        if focus["value"] and any(one["key"] == focus["value"] and one["open"] for one in before):
            break
    else:
        evening.found("Tab never comes to a key")
    evening.take(screen, f"keyboard-{screen.name}-{screen.shown['language']}")
    screen.page.wait_for_timeout(DEAF_MS)
    screen.page.keyboard.press("Enter")
    screen.shows(lambda seen: seen["keys"] != before and not seen["sent"], "what Enter did")
    need(evening, screen.page.evaluate(FOCUS)["tag"] != "BODY", "the focus is lost after an act")
    evening.agree(course)


def _asked(evening: Evening, course: Course) -> Screen:
    """A phone that is asked something."""
    while evening.kiosk.now["prompt"]["who"] not in evening.screens:
        evening.at_table({})
        evening.kiosk.ask(back={"all": True})
    evening.agree(course)
    return evening.screens[evening.kiosk.now["prompt"]["who"]]


AGAIN = """() => new Promise((done) => {
  document.dispatchEvent(new Event("visibilitychange"));
  const look = () => document.body.classList.contains("old") ? setTimeout(look, 1) : done();
  look();
})"""
"""The page asks for a frame, and has drawn it."""


def under_finger(evening: Evening, course: Course) -> None:
    """A frame that comes while a finger is on a key takes nothing from it. (One that stays long is another touch.)"""
    screen = _asked(evening, course)
    key = screen.page.locator("#options button[aria-disabled=false]").first
    key.scroll_into_view_if_needed()
    screen.page.wait_for_timeout(DEAF_MS)
    box, before = key.bounding_box(), screen.shown["keys"]
    assert box is not None
    glass = screen.context.new_cdp_session(screen.page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for _ in range(10):
        glass.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        screen.page.evaluate(AGAIN)
        glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        screen.page.wait_for_timeout(300)
        if screen.shown["keys"] != before:
            break
    else:
        evening.found("a frame takes the key from under a finger")
    evening.agree(course)


def motion(evening: Evening, _course: Course) -> None:
    """Nothing moves for whoever wants that."""
    page = evening.screens[LOOKER].page
    for wish, moves in (("reduce", "none"), ("no-preference", "come")):
        page.emulate_media(reduced_motion=wish)
        name = page.evaluate("() => getComputedStyle(document.getElementById('news')).animationName")
        need(evening, name == moves, f"{wish}: {name}")


def small_looker(evening: Evening, _course: Course) -> None:
    """A phone without a code looks on."""
    looker = evening.screens[LOOKER]
    looker.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for language in ("en", "fr"):
        looker.speak(language)
        evening.take(looker, f"looker-small-{language}")
    looker.page.set_viewport_size({"width": looker.size[0], "height": looker.size[1]})


def _phones(evening: Evening, course: Course) -> None:
    """The kiosk's page of that name, from the first turn of another game of the same people."""
    evening.kiosk.say(open=course.open)
    evening.phones(course)


def second_phone(evening: Evening, course: Course) -> None:
    """It waits; the table says no; it waits again; the table lets it in, and the first one ends."""
    first = evening.screens[FRENCH]
    second = Screen(evening.browser, "second", PHONE, "en", evening.found)
    for taken in (False, True):
        _phones(evening, course)
        url = evening.code(FRENCH)
        second.page.goto("about:blank")
        second.page.goto(url)
        second.shows(lambda seen: "asked" in seen["trouble"] or "interrogée" in seen["trouble"], "that it waits")
        need(evening, not second.shown["own"] and not second.shown["keys"], "a phone that waits sees a hand")
        if not taken:
            for language in ("fr", "en"):
                second.speak(language)
                evening.take(second, f"waiting-{language}")
        evening.kiosk.picture(evening.pictures / "second-phone-kiosk.png")
        evening.answer(second.shown["signs"], taken)
        if not taken:
            second.shows(lambda seen: seen["answer"], "that the table said no")
            need(evening, not second.shown["seat"], "a phone has a seat that it was refused")
            need(evening, first.shown["seat"] == FRENCH, "the first phone has lost its seat")
            evening.take(second, "refused-en")
        else:
            second.shows(lambda seen: seen["seat"] == FRENCH, "its seat")
            first.shows(lambda seen: seen["trouble"] and not seen["seat"] and not seen["own"], "that it has ended")
            for language in ("en", "fr"):
                first.speak(language)
                evening.take(first, f"over-{language}")
        evening.done()
    first.close()
    second.name = FRENCH
    evening.screens[FRENCH] = second


def not_me(evening: Evening, course: Course) -> None:
    """One touch, and it shows nothing more."""
    _phones(evening, course)
    evening.kiosk.press(FRENCH)
    evening.kiosk.picture(evening.pictures / "not-me-kiosk.png")
    evening.kiosk.press(NOT_ME)
    ana = evening.screens.pop(FRENCH)
    ana.shows(lambda seen: seen["trouble"] and not seen["seat"] and not seen["own"], "that it has ended")
    ana.page.reload()
    ana.shows(lambda seen: seen["title"] and not seen["seat"], "that it only looks")
    evening.done()
    ana.close()


CUES = """() => {
  const ask = document.getElementById("ask").getBoundingClientRect();
  return {title: document.title, sign: document.getElementById("sign").getAttribute("href"),
          beats: window.beats.length, seen: ask.top >= 0 && ask.top < innerHeight};
}"""


def my_turn(evening: Evening, course: Course) -> None:
    """A phone that was scrolled down tells its player to answer, by title, sign, vibration and the keys' place; the
    others tell nothing."""
    evening.kiosk.say(open=course.open)
    for key in (*course.before, *course.after):
        evening.kiosk.say(choose={"key": key})
    pages = {name: evening.screens[name].page for name in PHONES}
    for name, page in pages.items():
        evening.screens[name].shows(has_seat(name), "its seat")
        page.evaluate("() => { window.beats = []; navigator.vibrate = (one) => window.beats.push(one); }")
        page.click("#title")  # a page that was touched may vibrate
        page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    first = evening.kiosk.now["prompt"]["who"]
    while (who := evening.kiosk.now["prompt"].get("who")) in (None, "", first):
        options = [one["key"] for one in evening.kiosk.now["prompt"]["options"] if not one.get("why")]
        evening.kiosk.say(choose={"key": "end" if "end" in options else options[0]})
    evening.screens[who].shows(lambda seen: seen["keys"], "its keys")
    told = {name: page.evaluate(CUES) for name, page in pages.items()}
    mine = told.pop(who)
    wanted = {"title": mine["title"], "sign": "/asked.svg", "beats": 1, "seen": True}
    need(evening, mine == wanted and mine["title"].startswith("● "), f"{who} is asked: {mine}")
    for name, other in told.items():
        quiet = other["sign"] == "/icon.svg" and not other["title"].startswith("●")
        need(evening, quiet and (other["beats"] == 0 or name == first), f"{name} is not asked: {other}")


DOCKED = """() => {
  const box = (id) => {
    const one = document.getElementById(id).getBoundingClientRect();
    return [one.top, one.bottom];
  };
  return {ask: box("ask"), undo: box("undo"), high: innerHeight};
}"""


def in_hand(evening: Evening, course: Course) -> None:
    """The keys are at the lower edge, what takes back is far from them; light and lying; on the home screen it is the
    same seat, in a storage of its own."""
    evening.kiosk.say(open=course.open)
    for key in (*course.before, *course.after):
        evening.kiosk.say(choose={"key": key})
    ana = evening.screens[FRENCH]
    ana.shows(_offers(BY_ITSELF), "its keys")
    for scroll in (0, 100):
        ana.page.evaluate("(y) => scrollTo(0, y)", scroll)
        at = ana.page.evaluate(DOCKED)
        need(evening, 0 < at["ask"][0] < at["ask"][1] <= at["high"] + 1, f"keys out of reach at {scroll}: {at}")
    ana.choose(BY_ITSELF)
    ana.page.wait_for_selector("#undo", state="visible")
    ana.page.evaluate("() => scrollTo(0, 0)")
    at = ana.page.evaluate(DOCKED)
    need(evening, at["ask"][0] - at["undo"][1] > 44, f"what takes back is beside the keys: {at}")
    for scheme in ("light", "dark"):
        ana.page.emulate_media(color_scheme=scheme)
        for size in (PHONE, (720, 360)):
            ana.page.set_viewport_size({"width": size[0], "height": size[1]})
            ana.settled()
            evening.take(ana, f"in-hand-{scheme}-{size[0]}")
    ana.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    ana.page.tap("#home")
    here = "() => location.href"
    until(lambda: "#" in str(ana.page.evaluate(here)), "a token for the home screen")
    app = Screen(evening.browser, FRENCH, PHONE, "fr", evening.found)
    url = str(ana.page.evaluate(here))
    app.page.goto(url)
    app.shows(has_seat(FRENCH), "its seat on the home screen")
    ana.shows(lambda seen: not seen["seat"], "that its seat went along")
    app.page.goto("about:blank")
    app.page.goto(url)  # it begins with the same address every time
    app.shows(has_seat(FRENCH), "its seat the next time")
    ana.close()
    evening.screens[FRENCH] = app


def left(evening: Evening, course: Course) -> None:
    """Without a game the pages say so; a seat is left by two touches, and comes back with the next game until then."""
    evening.kiosk.say(leave={})
    for name, screen in evening.screens.items():
        screen.shows(lambda seen: seen["trouble"] and not seen["seat"] and not seen["own"], "no game")
        for language in ("en", "fr"):
            screen.speak(language)
            evening.take(screen, f"no-game-{name}-{language}")
    evening.kiosk.say(open=course.open)
    bo = evening.screens[ENGLISH]
    bo.shows(has_seat(ENGLISH), "its seat in the next game")
    bo.click("#leave")
    evening.take(bo, "leave-asked")
    bo.click("#title")  # something else was touched: it asks anew
    bo.click("#leave")
    bo.shows(has_seat(ENGLISH), "its seat still")
    bo.click("#leave")
    bo.shows(lambda seen: not seen["seat"] and not seen["own"], "that it has left")
    bo.page.reload()
    bo.shows(lambda seen: seen["title"] and not seen["seat"], "that it only looks")
    evening.kiosk.say(leave={})
