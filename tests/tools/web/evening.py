"""An evening: the kiosk, two phones and a television, side by side, in front of one game after the other."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser

from tests.tools.web.browser import PHONE, TELEVISION, Json, Screen
from tests.tools.web.kiosk import Kiosk, until

FRENCH, ENGLISH, LOOKER = "Ana", "Bo", "television"
PLACES = {2: ((150, 200), (400, 200), (650, 200)), 3: ((150, 150), (550, 150), (150, 290), (550, 290))}
"""Of so many seats on the kiosk's page *Phones*; after the last seat comes the television."""
DONE, BACK = (670, 440), (620, 440)
NOT_ME, LET_IN, NO = (620, 345), (620, 280), (620, 355)
AGREE_S = 20.0
MOST_TOUCHES = 3


@dataclass(frozen=True)
class Course:
    """One game. `to_phones`: touches from its screen to the page *Phones* of the kiosk; `away`: what is chosen at the
    table before, and after. `status`: what the facts on a page are by its view, in their order; None: not to be said.
    `over`: of a view. `finish`: keys that end it, chosen once it has lasted `acts`."""

    name: str
    open: Json
    to_phones: tuple[tuple[float, float], ...]
    status: Callable[[Json], list[str] | None]
    over: Callable[[Json], bool]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    seldom: dict[str, float] = field(default_factory=dict)
    finish: tuple[str, ...] = ()
    acts: int = 600
    clock: bool = False
    scene: Callable[[Json], str] = lambda _view: ""
    """The name of a moment that a picture is taken of when it first comes."""


def scan(picture: Path) -> str:
    """What a phone's camera reads on the kiosk's screen; "" if there is nothing."""
    with Image.open(picture) as image:
        return next((found.text for found in zxingcpp.read_barcodes(image.convert("L"))), "")


class Evening:
    """
    :param found: told each fault.
    """

    def __init__(
        self, kiosk: Kiosk, browser: Browser, pictures: Path, axe: str, seed: int, found: Callable[[str], object]
    ) -> None:
        self.kiosk, self.browser, self.pictures, self.axe = kiosk, browser, pictures, axe
        self.rng = random.Random(seed)
        self.found = found
        self.screens: dict[str, Screen] = {}
        self.audits = self.shots = self.acts = 0
        self.by: dict[str, int] = {}
        self.touches: dict[str, int] = {}

    # -- coming and going -------------------------------------------------------------------------------------------

    def seats(self) -> list[str]:
        view = self.kiosk.now["view"]
        return [str(seat["name"]) for seat in view.get("seats") or view["hands"]]

    def code(self, place: int) -> str:
        """The address in the code of a seat, with the page *Phones* open."""
        self.kiosk.touch(*PLACES[len(self.seats())][place])
        return str(until(lambda: scan(self.kiosk.picture()), "a code on the kiosk's screen", 15.0))

    def come(self, course: Course) -> None:
        """Ana's phone in French, Bo's in English, and a television scan their codes."""
        for key in course.before:
            self.kiosk.say(choose={"key": key})
        time.sleep(0.5)
        for touched in course.to_phones:
            self.kiosk.touch(*touched)
        seats = self.seats()
        for name, size, language in ((FRENCH, PHONE, "fr"), (ENGLISH, PHONE, "en"), (LOOKER, TELEVISION, "en")):
            place = seats.index(name) if name in seats else len(seats)
            url = self.code(place)
            screen = Screen(self.browser, name, size, language, self.found)
            self.screens[name] = screen
            screen.page.goto(url)  # one touch: on what the camera says
            seat = name if name in seats else ""
            screen.shows(has_seat(seat), "its seat")
            self.touches[f"{course.name} {name}"] = 1
            if "#" in screen.page.url:
                self.found(f"{name}: the token stays in the address")
            if size == TELEVISION:
                self.kiosk.touch(*BACK)
            time.sleep(0.4)
        self.kiosk.touch(*DONE)
        for key in course.after:
            self.kiosk.say(choose={"key": key})

    def remember(self) -> None:
        """What everybody saw when it went wrong."""
        folder = self.pictures / "wrong"
        folder.mkdir(parents=True, exist_ok=True)
        self.kiosk.picture(folder / "kiosk.png")
        for name, screen in self.screens.items():
            screen.shoot(folder / f"{name}.png", whole=True)

    def go(self) -> None:
        for screen in self.screens.values():
            screen.close()
        self.screens.clear()

    # -- playing ----------------------------------------------------------------------------------------------------

    def play(self, course: Course) -> None:
        """To its end, with buttons of the pages alone but for seats without a phone."""
        self.kiosk.say(open=course.open)
        self.come(course)
        begun = time.monotonic()
        scenes = {""}
        self.agree(course)
        self.look(f"{course.name}-begin")
        for number in range(course.acts * 2):
            view = self.kiosk.now["view"]
            if course.over(view):
                break
            scene = course.scene(view)
            if scene not in scenes:
                scenes.add(scene)
                self.look(f"{course.name}-{scene}")
            self.act(course, course.finish if number >= course.acts else ())
            self.agree(course)
        else:
            raise AssertionError(f"{course.name}: never over")
        self.look(f"{course.name}-over")
        print(f"    {course.name}: over after {self.acts} acts, {time.monotonic() - begun:.0f} s; by {self.by}")
        self.acts, self.by = 0, {}
        self.kiosk.say(leave={})  # or the phones would stay those of the same people in the next game

    def offers(self, course: Course, finish: tuple[str, ...]) -> Iterator[tuple[str, str, float]]:
        """Who, key, weight."""
        for name in (FRENCH, ENGLISH):
            for key in self.screens[name].shown["keys"]:
                if key["open"]:
                    weight = course.seldom.get(key["key"], 0.3 if key["more"] else 1.0)
                    yield name, key["key"], 1000.0 if key["key"] in finish else weight

    def act(self, course: Course, finish: tuple[str, ...] = ()) -> None:
        """One act at random, on a phone; at the table, if no phone is asked."""
        offers = list(self.offers(course, finish))
        self.acts += 1
        if not offers:
            self.at_table(course)
            return
        name, key, _weight = self.rng.choices(offers, [weight for _name, _key, weight in offers])[0]
        screen = self.screens[name]
        screen.choose(key)
        screen.shows(lambda seen: not seen["sent"], "that it was taken")
        self.by[name] = self.by.get(name, 0) + 1
        if screen.page.locator("#back").is_visible() and self.rng.random() < 0.25:
            screen.click("#back")
            time.sleep(0.1)

    def at_table(self, course: Course) -> None:
        prompt = self.kiosk.say(prompt={})["prompt"]
        options = [one for one in prompt["options"] if "why" not in one]
        weights = [course.seldom.get(one["key"], 1.0) for one in options]
        one = self.rng.choices(options, weights)[0]
        answer = self.kiosk.ask(choose={"key": one["key"]})
        self.by["table"] = self.by.get("table", 0) + 1
        if not answer["ok"]:
            self.kiosk.ask(back={"all": True})

    def agree(self, course: Course) -> None:
        """Each page comes to show what the kiosk's view says."""
        last: list[str] = []

        def same() -> bool:
            last[:] = self.differences(course)
            return not last

        try:
            until(same, "agreement", AGREE_S)
        except AssertionError:
            for one in last:
                self.found(f"{course.name}: {one}")

    def differences(self, course: Course) -> list[str]:
        now = self.kiosk.now
        wanted = course.status(now["view"])
        found = []
        asked = self.kiosk.say(prompt={"path": []})["prompt"]  # not where the table stands in its own questions
        who = (asked or {}).get("who", "")
        for name, screen in self.screens.items():
            seen = screen.shown
            figures = [figure for _words, figure in seen["status"]]
            if wanted is not None and figures != wanted:
                found.append(f"{name} shows {seen['status']}, the table has {wanted}")
            if seen["old"] or seen["trouble"]:
                found.append(f"{name} says {seen['trouble']!r}")
            if name != LOOKER and who and who not in seen["who"] and who != name:
                found.append(f"{name} shows {seen['who']!r}, the table asks {who}")
            if course.clock and not course.over(now["view"]) and not seen["clock"]:
                found.append(f"{name} shows no clock")
        clocks = {screen.shown["clock"] for screen in self.screens.values()}
        if len(clocks) > 1 and max(map(_seconds, clocks)) - min(map(_seconds, clocks)) > 1:
            found.append(f"the clocks differ: {clocks}")
        return found

    # -- looking ----------------------------------------------------------------------------------------------------

    def look(self, name: str, screens: tuple[str, ...] = (), audit: bool = True) -> None:
        """A picture of each page in both languages, and what is wrong with it."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.kiosk.picture(self.pictures / f"{name}-kiosk.png")
        for who in screens or tuple(self.screens):
            screen = self.screens[who]
            own = screen.shown["language"]
            for language in ("en", "fr") if own == "fr" else ("fr", "en"):
                screen.speak(language)
                screen.settled()
                self.take(screen, f"{name}-{who}-{language}", audit)

    def take(self, screen: Screen, name: str, audit: bool = True) -> None:
        screen.page.evaluate("() => scrollTo(0, 0)")
        screen.shoot(self.pictures / f"{name}.png", whole=False)
        if screen.size == PHONE:
            screen.shoot(self.pictures / "whole" / f"{name}.png", whole=True)
        self.shots += 1
        for cut in screen.cut():
            self.found(f"{name}: {cut}")
        if audit:
            self.audits += 1
            for one in screen.audit(self.axe):
                self.found(f"{name}: {one}")


def has_seat(seat: str) -> Callable[[Json], bool]:
    return lambda seen: seen["seat"] == seat and bool(seen["title"]) and not seen["old"]


def _seconds(clock: str) -> int:
    minutes, _, seconds = clock.partition(":")
    return int(minutes or 0) * 60 + int(seconds or 0)
