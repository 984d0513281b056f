"""A whole evening without the table's screen: phones and a television, among a neighbour's attacks.

The table's screen shows the address, lets the first phone in and names it host. From then on it is not touched.
"""

from __future__ import annotations

import time
from functools import partial

from tests.tools.web.browser import PHONE, TELEVISION, Json, Screen
from tests.tools.web.evening import (
    DONE,
    ENGLISH,
    FRENCH,
    GOOD_NIGHT,
    LOOKER,
    SETTINGS,
    THIRD,
    TO_PHONES,
    Evening,
    has_seat,
)
from tests.tools.web.habits import TO_BOAT, need
from tests.tools.web.kiosk import until
from tests.tools.web.lobby import attacked

HOST, OTHERS = FRENCH, {ENGLISH: "en", THIRD: "fr"}
CROWN = "crown"
NEXT = "() => [...document.querySelectorAll('#lines button, #tabs button, #arrivals button')].map((one) => one.value)"


class Host:
    """The phone of the host, as its player uses it."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.screen = evening.screens[HOST]

    def touch(self, value: str) -> None:
        """A key of *What the table does*, by its value."""
        self.open()
        key = f'#hosting button[value="{value}"]'
        self.screen.page.wait_for_selector(key, state="attached")
        self.screen.page.locator(key).tap()
        self.screen.shows(lambda seen: not seen["sent"], "that it was taken")
        time.sleep(0.2)

    def open(self) -> None:
        if not self.screen.page.evaluate("() => document.getElementById('hosting').open"):
            self.screen.page.tap("#hosting-title")

    def end(self) -> None:
        """Leave the game, by two touches."""
        self.open()
        self.screen.page.tap("#end")
        self.screen.page.tap("#end")
        until(lambda: not is_open(self.evening), "no game")

    def keys(self) -> list[str]:
        return [str(one) for one in self.screen.page.evaluate(NEXT)]


def is_open(evening: Evening) -> bool:
    """Whether a game is, as the host's page has it."""
    return bool(evening.screens[HOST].shown["seat"])


def without(evening: Evening) -> None:
    """Join, then each game: set up, played, put right, left."""
    evening.kiosk.press(SETTINGS, TO_PHONES)
    url = evening.code(LOOKER)
    looks = evening.screens[LOOKER] = Screen(evening.browser, LOOKER, TELEVISION, "en", evening.found)
    looks.page.goto(url)
    with attacked(evening, url):
        mine = evening.screens[HOST] = Screen(evening.browser, HOST, PHONE, "fr", evening.found)
        mine.page.goto(url)
        mine.page.tap(f'#free button[value="{HOST}"]')
        evening.answer(str(mine.shows(lambda seen: seen["signs"], "its signs")["signs"]), True)
        until(lambda: evening.kiosk.keys(GOOD_NIGHT), "a phone with a seat")
        until(partial(_named_host, evening), "the host")
        host = Host(evening)
        for name, language in OTHERS.items():
            screen = evening.screens[name] = Screen(evening.browser, name, PHONE, language, evening.found)
            screen.page.goto(url)
            screen.page.tap(f'#free button[value="{name}"]')
            signs = str(screen.shows(lambda seen: seen["signs"], "its signs")["signs"])
            host.touch(f"admit:{signs}")
            screen.shows(partial(_is_in, name), "that it is in")
        evening.look("without-set-up", (HOST, LOOKER))
        cerbere(evening, host)
        wagon(evening, host)
        hellrail(evening, host)
    evening.go()
    evening.kiosk.press(SETTINGS, TO_PHONES, GOOD_NIGHT, DONE, DONE)


def _named_host(evening: Evening) -> bool:
    """Touched on the table's screen: the page of this phone's seat, behind those that wait, and its key."""
    if evening.screens[HOST].page.locator("#hosting-title").is_visible():
        evening.kiosk.press("back")
        return True
    if evening.kiosk.keys(CROWN):
        evening.kiosk.press(CROWN)
        time.sleep(2)  # its page hears of it
        return False
    tile = next((key for key in evening.kiosk.keys(HOST) if key["words"] == [HOST]), None)
    turn = tile or next(iter(evening.kiosk.keys("next")), None)
    if turn is not None:
        evening.kiosk.looked(touch=turn["at"])
        time.sleep(1)
    return False


def _is_in(name: str, seen: Json) -> bool:
    return not seen["signs"] and name in seen["trouble"]


def begin(evening: Evening, host: Host, game: str, *choices: str) -> None:
    """Set a game up and open it, from the host's phone."""
    host.touch(f"game:{game}")
    for choice in choices:
        host.touch(choice)
    host.touch("begin:begin")
    until(lambda: is_open(evening), "a game")
    for name in (HOST, *OTHERS):
        evening.screens[name].shows(has_seat(name), "its seat")


def play(evening: Evening, *keys: str) -> str:
    """Whichever phone is asked chooses these keys; whose it was."""
    who = ""
    for key in keys:

        def asked(key: str = key) -> str:
            for name in (HOST, *OTHERS):
                if any(one["key"] == key and one["open"] for one in evening.screens[name].shown["keys"]):
                    return name
            return ""

        who = str(until(asked, f"a phone that may {key}"))
        evening.screens[who].choose(key)
        evening.screens[who].shows(lambda seen: not seen["sent"], "that it was taken")
    return who


SCREENS = ((1280, 720), (1920, 1080), (3840, 2160))
"""Televisions, in px."""
EMPTY = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const found = [];
  for (const id of ["picture", "who", "asked", "news", "seats", "code"]) {
    const one = box(id);
    if (one.width * one.height < innerWidth * innerHeight / 500) found.push(id);
    if (one.right > innerWidth + 1 || one.bottom > innerHeight + 1) found.push(id + " beside the screen");
  }
  if (box("picture").width < 0.6 * innerWidth) found.push("a small figure");
  const seats = box("seats"), code = box("code");
  const rows = [...document.querySelectorAll("#seats .fact")].map((one) => one.getBoundingClientRect());
  if (rows.some((one) => one.right > code.left && one.bottom > code.top)) found.push("the code lies over the players");
  return found;
}"""


def television(evening: Evening, name: str) -> None:
    """It fills screens of three sizes."""
    screen = evening.screens[LOOKER]
    for wide, high in SCREENS:
        screen.page.set_viewport_size({"width": wide, "height": high})
        screen.settled()
        evening.take(screen, f"{name}-{wide}")
        for what in screen.page.evaluate(EMPTY):
            evening.found(f"{name} at {wide}x{high}: {what}")
    screen.page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})


def put_right(evening: Evening, host: Host, look: str) -> None:
    """Something that can be stepped is stepped, and the table shows it."""
    host.open()
    host.screen.page.locator("#tabs button").first.tap()
    host.screen.page.wait_for_selector("#lines button", state="attached")
    before = evening.kiosk.now["view"]
    evening.look(look, (HOST,))
    keys = host.screen.page.locator("#lines button[value$=':more'][aria-disabled='false']")
    other = host.screen.page.locator("#lines button[aria-disabled='false'][aria-pressed='false']")
    (keys if keys.count() else other).first.tap()
    until(lambda: evening.kiosk.now["view"] != before, "a correction")
    host.screen.page.locator("#tabs button.chosen").tap()
    host.screen.page.tap("#hosting-title")


def cerbere(evening: Evening, host: Host) -> None:
    """With a look that two take back: the host's own."""
    host.touch("game:cerbere")
    evening.look("without-cerbere-set-up", (HOST,))
    begin(evening, host, "cerbere", "own.boats:kept", "own.mid1:NACELLE", "first:Ana")
    need(evening, evening.kiosk.now["view"]["faces"][1] == "NACELLE", "another board lies there")
    evening.look("without-cerbere", (HOST, LOOKER))
    television(evening, "without-cerbere-tv")
    who = play(evening, *TO_BOAT)
    need(evening, who == HOST, f"{who} looked, not the host")
    screen = evening.screens[HOST]
    screen.page.wait_for_selector("#undo", state="visible")
    screen.click("#undo")
    other = evening.screens[ENGLISH]
    for one in evening.screens.values():
        one.page.wait_for_selector("#agreeing", state="visible")
    evening.look("without-taking", (ENGLISH, LOOKER), audit=True)
    need(evening, evening.kiosk.now["view"]["boats"]["peek"], "one seat alone took a look back")
    other.click("#agree")
    until(lambda: not evening.kiosk.now["view"]["boats"]["peek"], "that the look is taken back")
    put_right(evening, host, "without-right")
    host.end()
    begin(evening, host, "cerbere")
    host.end()


def wagon(evening: Evening, host: Host) -> None:
    """Set up by its own questions, given up by the host."""
    begin(evening, host, "infernal_wagon")
    play(evening, "confirm", "start")
    evening.look("without-wagon", (HOST, LOOKER))
    television(evening, "without-wagon-tv")
    put_right(evening, host, "without-wagon-right")
    play(evening, "give_up", "yes")
    until(lambda: evening.kiosk.now["view"]["phase"] == "ended", "the end")
    evening.look("without-wagon-over", (HOST, LOOKER))
    host.end()


def hellrail(evening: Evening, host: Host) -> None:
    begin(evening, host, "hellrail", "own.level:light")
    evening.look("without-hellrail", (HOST, LOOKER))
    television(evening, "without-hellrail-tv")
    play(evening, "end")
    put_right(evening, host, "without-hellrail-right")
    host.end()
