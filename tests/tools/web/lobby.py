"""People come in by the one address: each picks a seat or types a name, and the table lets them in."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from tests.tools.web.browser import PHONE, TELEVISION, Json, Screen
from tests.tools.web.evening import DONE, ENGLISH, FRENCH, GOOD_NIGHT, LOOKER, SETTINGS, TO_PHONES, Evening, has_seat
from tests.tools.web.kiosk import ROOT

NEW = "Zoé"
PLAYERS = {FRENCH: "fr", ENGLISH: "en", NEW: "fr"}
GATE, START = "Cerbère", "play"
"""Keys of the kiosk, by their icons."""


def _is_in(name: str, seen: Json) -> bool:
    return not seen["signs"] and name in seen["trouble"]


@contextmanager
def attacked(evening: Evening, url: str) -> Iterator[None]:
    """An attacker is in the Wi-Fi; afterwards it has nothing."""
    command = [str(evening.kiosk.python), "-m", "tests.tools.web.attacker", url]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield
        said, _nothing = process.communicate("end\n") if process.poll() is None else ("", "")
    got = json.loads(said)
    print(f"    the attacker asked {got['asked']} times: seats {got['seats']}, secrets {got['own']}", flush=True)
    if got["seats"] or got["own"] or got["asked"] < 10:
        evening.found(f"the attacker: {got}")


def lobby(evening: Evening) -> None:
    """From home to the first hand: one scan and one touch a person, one touch each at the table."""
    evening.kiosk.press(SETTINGS, TO_PHONES)
    url = evening.code(LOOKER)
    television = evening.screens[LOOKER] = Screen(evening.browser, LOOKER, TELEVISION, "en", evening.found)
    television.page.goto(url)
    television.page.wait_for_selector("#lobby", state="visible")
    evening.look("lobby-empty", (LOOKER,))
    with attacked(evening, url):
        for name, language in PLAYERS.items():
            screen = evening.screens[name] = Screen(evening.browser, name, PHONE, language, evening.found)
            screen.page.goto(url)
            screen.page.wait_for_selector("#free button")
            if name == FRENCH:
                evening.look("lobby-who", (FRENCH,))
            if name == NEW:
                screen.page.tap("#name")
                screen.page.fill("#name", name)
                screen.page.tap("#enter")
            else:
                screen.page.tap(f'#free button[value="{name}"]')
            signs = screen.shows(lambda seen: seen["signs"], "its signs")["signs"]
            if name == FRENCH:
                evening.look("lobby-waits", (FRENCH,))
                signs = screen.shows(lambda seen: seen["signs"], "its signs")["signs"]
            evening.answer(signs, True)
            screen.shows(partial(_is_in, name), "that it is in")
        television.shows(lambda seen: {*PLAYERS} <= {*seen["there"]}, "who is there")
        evening.look("lobby-full", (LOOKER, FRENCH))
        evening.kiosk.press(DONE, DONE, GATE, START)
        for name in PLAYERS:
            evening.screens[name].shows(has_seat(name), "its hand")
        evening.look("lobby-begun", (LOOKER, NEW))
    evening.go()
    evening.kiosk.say(leave={})
    evening.kiosk.press(SETTINGS, TO_PHONES, GOOD_NIGHT, DONE, DONE)
