"""An evening: the kiosk, three phones and a television, side by side, in front of one game after the other."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser

from tests.tools.web import clocks
from tests.tools.web.browser import DEAF_MS, PHONE, TELEVISION, Json, Screen
from tests.tools.web.kiosk import Kiosk, until

FRENCH, ENGLISH, LOOKER = "Ana", "Bo", "television"
THIRD = "Cy"
PHONES = {FRENCH: "fr", ENGLISH: "en", THIRD: "fr"}
"""Who has a phone, in which language."""
MENU, SETTINGS, TO_PHONES, GOOD_NIGHT = "list", "gear", "phone", "lock"
DONE = "check"
NOT_ME, AWAY = "cross", "cross"
"""Keys of the kiosk, by their icons."""
MOST_TOUCHES = 3


@dataclass(frozen=True)
class Course:
    """One game, and what is looked at in it."""

    name: str
    open: Json
    to_settings: tuple[str, ...]
    """Keys of the kiosk, by their icons, from its screen to the one that has *Settings*."""
    status: Callable[[Json], list[str] | None]
    """What the facts on a page are by its view, in their order; None: not to be said."""
    over: Callable[[Json], bool]
    """Of a view."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """Keys that are chosen at the table before the phones come, and after."""
    first: tuple[str, ...] = ()
    """Keys that are chosen on phones, in this order; then it is chance."""
    likes: Callable[[Json], dict[str, float]] = lambda _view: {}
    """How likely keys are by a view: 0 never, others 1, and 0.3 in the menu."""
    good: Callable[[Json], bool] = lambda _view: True
    """Whether it ended as it was meant to, by its last view."""
    acts: int = 1000
    clock: bool = False
    picture: Callable[[str, Json], Iterator[str]] | None = None
    """What differs between the source of the picture and a view."""
    scene: Callable[[Json], str] = lambda _view: ""
    """The name of a moment that a picture is taken of when it first comes."""


def scan(picture: Path) -> str:
    """What a phone's camera reads on the kiosk's screen; "" if there is nothing."""
    with Image.open(picture) as image:
        return next((found.text for found in zxingcpp.read_barcodes(image.convert("L"))), "")


class Evening:
    """
    :param axe: source of axe-core.
    :param font: file of the face of the kiosk's figures.
    :param found: told each fault.
    """

    def __init__(
        self,
        kiosk: Kiosk,
        browser: Browser,
        pictures: Path,
        axe: str,
        font: str,
        seed: int,
        found: Callable[[str], object],
    ) -> None:
        self.kiosk, self.browser, self.pictures, self.axe, self.font = kiosk, browser, pictures, axe, font
        self.seed, self.rng = seed, random.Random(seed)
        self.found = found
        self.screens: dict[str, Screen] = {}
        self.audits = self.shots = self.acts = self.drawn = self.read = 0
        self.by: dict[str, int] = {}
        self.touches: dict[str, int] = {}

    # -- coming and going -------------------------------------------------------------------------------------------

    def phones(self, course: Course) -> None:
        """From the first turn to the kiosk's page of that name."""
        self.kiosk.press(*course.to_settings, SETTINGS, TO_PHONES)

    def done(self) -> None:
        """From there back to the game, by *Settings*."""
        self.kiosk.press(DONE, DONE)

    def code(self, name: str) -> str:
        """The address in the code of a seat, or of the pages, with the kiosk's page *Phones* open."""
        if name != LOOKER:
            self.kiosk.press(name)

        def shown() -> str:  # one page's code fades into the other's
            found = scan(self.kiosk.picture())
            return found if ("#" in found) is (name != LOOKER) else ""

        return str(until(shown, "a code on the kiosk's screen"))

    def come(self, course: Course) -> None:
        """The phones and a television scan their codes; in later games of the evening they are there, and one phone
        scans the code of its seat again."""
        for key in course.before:
            self.kiosk.say(choose={"key": key})
        if self.screens:
            for name, screen in self.screens.items():
                screen.shows(has_seat(name if name in PHONES else ""), "its seat in another game")
            self.phones(course)
            self.scan_again(THIRD)
        else:
            self.phones(course)
            self.scan_all(course)
        self.done()
        for key in course.after:
            self.kiosk.say(choose={"key": key})

    def answer(self, signs: str, yes: bool) -> None:
        """Let the phone with these signs in, on the kiosk's page *Phones*, or send it away."""

        def row_of() -> Json | None:
            found = self.kiosk.keys(signs)
            if not found and (others := self.kiosk.keys("next")):
                self.kiosk.looked(touch=others[0]["at"])
            return found[0] if found else None

        def gone() -> bool:
            """Touched, and once more where another phone came at that moment."""
            row = row_of()
            if row is None:
                return False
            time.sleep(DEAF_MS / 1000)
            if not yes:
                height = row["at"][1]
                keys = [key for key in self.kiosk.keys(AWAY) if not key["words"]]
                row = min(keys, key=lambda key: float(abs(key["at"][1] - height)))
            self.kiosk.looked(touch=row["at"])
            time.sleep(1)
            for sure in self.kiosk.keys("Vraiment\u00a0?"):  # it ends another one
                self.kiosk.looked(touch=sure["at"])
                time.sleep(0.5)
            return row_of() is None

        until(gone, f"the answer to the phone that shows {signs}")

    def scan_again(self, name: str) -> None:
        """A code that comes into a page that is open already, as iPhones do it."""
        screen = self.screens[name]
        screen.page.evaluate("(url) => { location.hash = new URL(url).hash; }", self.code(name))
        until(lambda: screen.page.evaluate("() => location.hash") == "", "an address without the token")
        until(lambda: self.kiosk.keys(GOOD_NIGHT), "the list of phones")
        screen.shows(has_seat(name), "its seat")

    def scan_all(self, course: Course) -> None:
        for name in (*PHONES, LOOKER):
            url = self.code(name)
            size = PHONE if name in PHONES else TELEVISION
            screen = Screen(self.browser, name, size, PHONES.get(name, "en"), self.found)
            self.screens[name] = screen
            screen.page.goto(url)  # one touch: on what the camera says
            seat = name if name in PHONES else ""
            screen.shows(has_seat(seat), "its seat")
            self.touches[f"{course.name} {name}"] = 1
            if name == LOOKER:
                screen.settled()
                screen.shoot(self.pictures / "code.png")
                if scan(self.pictures / "code.png") != url:
                    self.found("the television's code is not its address")
            if "#" in screen.page.url:
                self.found(f"{name}: the token stays in the address")

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
        self.rng = random.Random(f"{self.seed} {course.name}")
        self.kiosk.say(open=course.open)
        self.come(course)
        begun = time.monotonic()
        scenes = {""}
        self.agree(course)
        self.look(f"{course.name}-begin")
        for number in range(course.acts):
            view = self.kiosk.now["view"]
            if course.over(view):
                break
            scene = course.scene(view)
            if scene not in scenes:
                scenes.add(scene)
                self.look(f"{course.name}-{scene}")
            self.act(course, view, course.first[number : number + 1])
            self.agree(course)
        else:
            raise AssertionError(f"{course.name}: never over")
        if not course.good(view):
            self.found(f"{course.name}: ended otherwise than meant: {view}")
        self.look(f"{course.name}-over")
        print(
            f"    {course.name}: over after {self.acts} acts, {time.monotonic() - begun:.0f} s; by {self.by}; "
            f"{self.drawn} pictures and {self.read} clocks compared"
        )
        self.acts = self.drawn = self.read = 0
        self.by = {}
        self.kiosk.say(leave={})

    def offers(self, likes: dict[str, float]) -> Iterator[tuple[str, str, float]]:
        """Who, key, weight."""
        for name in PHONES:
            for key in self.screens[name].shown["keys"]:
                if key["open"]:
                    yield name, key["key"], likes.get(key["key"], 0.3 if key["more"] else 1.0)

    def act(self, course: Course, view: Json, wanted: tuple[str, ...] = ()) -> None:
        """One act, of those `wanted` or at random, on a phone; at the table, if no phone is asked."""
        likes = course.likes(view)
        offers = list(self.offers(likes))
        wished = [(name, key, 1.0) for name, key, _weight in offers if key in wanted]
        offers = wished or [offer for offer in offers if offer[2]]
        self.acts += 1
        if not offers:
            self.at_table(likes)
            return
        name, key, _weight = self.rng.choices(offers, [weight for _name, _key, weight in offers])[0]
        screen = self.screens[name]
        screen.choose(key)
        screen.shows(lambda seen: not seen["sent"], "that it was taken")
        self.by[name] = self.by.get(name, 0) + 1
        if screen.page.locator("#back").is_visible() and self.rng.random() < 0.1:
            screen.click("#back")
            time.sleep(0.1)

    def at_table(self, likes: dict[str, float]) -> None:
        prompt = self.kiosk.say(prompt={})["prompt"]
        options = [one for one in prompt["options"] if "why" not in one]
        weights = [likes.get(one["key"], 1.0) for one in options]
        if not any(weights):
            time.sleep(0.2)  # only the clock goes on
            return
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
            until(same, "agreement")
        except AssertionError as late:
            raise AssertionError(f"{course.name}: {'; '.join(last)}") from late

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
        if course.clock:
            found += self.clocks(now["view"])
        if course.picture is not None:
            television = self.screens[LOOKER]
            source = television.shown["picture"]
            svg = television.page.request.get(source).text() if source else "<svg/>"
            found += course.picture(svg, now["view"])
            self.drawn += 1
        return found

    def clocks(self, view: Json) -> list[str]:
        """What is wrong with them."""
        before = [screen.shown["clock"] for screen in self.screens.values()]
        kiosk = clocks.read(self.kiosk.picture(self.kiosk.folder / "clock.png"), self.font)
        after = [screen.shown["clock"] for screen in self.screens.values()]
        clock = self.kiosk.say(position={})["position"]["clock"]
        gone = clock["elapsed"] - (clock.get("since") or 0)  # `since`: ms from now
        if not all(before + after):
            return [f"a page shows no clock: {before}, {after}"]
        self.read += kiosk is not None
        shown = clocks.Shown(before, kiosk, after, gone)
        if clocks.early(view, shown):
            self.found(f"a clock is early: {shown}")
        return [] if clocks.agree(view, shown) else [f"the clocks differ: {shown}, {view['result']}"]

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
