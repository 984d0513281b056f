"""Fingers, and the three games played through the devices."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from companion.presentation.colours import C
from kiosk.display.theme import MOTION
from tests.process import cerbere_hands, hellrail_hands
from tests.process.demo_box import EXIT, TAGS, WINNING
from tests.process.pictures import Picture
from tests.tools.pi.machine import Machine
from tests.tools.pi.patience import CLOCK, MachineError
from tests.tools.pi.places import Place, boat_question, places
from tests.tools.pi.session import ANSWER_S, OFF, PATIENCE_S, SAME_PAGE, TABLE, Session, readers
from tests.tools.pi.start import colours
from tests.tools.pi.steps import step
from tests.tools.pi.twin import BOXES, SETTINGS, Hands, Twin

WIDE = (800, 480)
"""Of the display, px."""
GATE = (147.0, 240.0)
READY = (660.0, 432.0)
TRACKING = (445.0, 432.0)
NEVER = (150.0, 320.0)
DONE = (650.0, 435.0)
TWO = (80.0, 140.0)
SILENCE = (306.0, 322.0)
"""Keys of the wide screen, px."""

A_MOMENT = 2.0
"""s. What has just appeared is deaf for a moment, so that nobody touches it by mistake."""

SECRET_S = 5.0
"""So long a secret is shown at most (LONGEST of kiosk.widgets.hold_field)."""

AN_ANSWER = 0.3
"""s, at most, from the ring of a thumb to the rules."""
WAITS = (ANSWER_S, 1.0, 0.5, 0.2)
"""s from the rules' answer to the second finger, tried one after the other: a slow machine shows the secret late."""

Keep = Callable[[str], object]
"""Keeps the picture of this moment under a name."""


def phase(view: Any) -> str | None:
    """The phase of the game that is open; None if there is none."""
    return None if view is None else str(view["phase"])


def fresh(session: Session, *names: str, boot: dict[str, Any] | None = None, **settings: Any) -> Machine:
    """Restart the companion without games, with readers of these names and the invented decks as the owner's own.

    :param boot: what the machine must have that is not usual (`Session.want`).
    """
    machine = session.want(**boot or {})
    session.wait_for_sound()
    folder = "/etc/companion"
    for own, demo in BOXES.items():
        machine.run(f"install -m 644 {folder}/{demo} {folder}/{own}")
    session.restart(TABLE + readers(*names), {**SETTINGS, **settings}, state=False)
    session.shows(lambda picture: colours(picture) > 100, "home")  # it hears its devices before it is drawn
    session.still("now")
    return machine


# --- fingers --------------------------------------------------------------------------------------------------


TURNS: dict[int, Callable[[float, float], Place]] = {
    0: lambda x, y: (x, y),
    90: lambda x, y: (y, 1 - x),
    180: lambda x, y: (1 - x, 1 - y),
    270: lambda x, y: (1 - y, x),
}
"""By how much the picture is turned against the clock, and where a place of it is on the glass then; as shares."""


class Glass:
    """Where on a display a finger finds what it touches, and what the eye sees.

    :param size: of the display, px.
    :param degrees: by which the picture is turned against the clock.
    :param folder: for pictures that are drawn here.
    """

    def __init__(self, folder: Path, size: tuple[int, int] = WIDE, degrees: int = 0) -> None:
        self.size, self._degrees = size, degrees
        width, height = size if degrees in (0, 180) else size[::-1]
        self._folder = folder / f"walk-{width}x{height}"
        self._places = places(width, height, self._folder)
        self.home = self.page("home")

    def page(self, name: str) -> Picture:
        """What is to be seen after the touch of that name, drawn here."""
        return Picture(self._folder / f"{name}.png")

    def __getitem__(self, name: str) -> Place:
        """px of the display from its upper left corner."""
        return self.at(*self._places[name])

    def at(self, x: float, y: float) -> Place:
        """The same for shares of the picture."""
        across, down = TURNS[self._degrees](x, y)
        return across * self.size[0], down * self.size[1]

    def seen(self, picture: Picture) -> Picture:
        """What the display shows, the way the eye sees it."""
        turned = copy.copy(picture)
        turned.pixels = np.rot90(picture.pixels, -self._degrees // 90)
        return turned

    def words(self, picture: Picture) -> float:
        """The share of the secret's words of their place above the thumb."""
        (left, top), (right, bottom) = self._places["secret from"], self._places["secret to"]
        return self.seen(picture).share(C.dim, (left, top, right, bottom))


def home(session: Session, glass: Glass, name: str) -> float:
    """Wait for home as it is drawn here; the share of clearly different pixels."""
    off = lambda picture: glass.seen(picture).changed(glass.home)  # noqa: E731
    shown = session.shows(lambda picture: off(picture) <= OFF, "home as it is drawn here")
    session.keep(shown, f"{name}-1-home")
    return off(shown)


def turn(session: Session, glass: Glass, name: str, at: Place | None = None) -> None:
    """Touch until the page is there that this leads to, as it is drawn here; a strip may lie on it."""
    page = glass.page(name)
    shows = lambda picture, _before: glass.seen(picture).changed(page) < SAME_PAGE  # noqa: E731
    session.choose(*(at or glass[name]), what=name, shows=shows)


def evening(session: Session, glass: Glass, name: str) -> float:
    """A game by one finger, from home and back again; s until the first touch was answered."""
    begun = time.monotonic()
    session.choose(*glass["gate"], lambda view: phase(view) == "setup", "the set-up")
    seconds = time.monotonic() - begun
    turn(session, glass, "tracking")
    session.choose(*glass["clock only"], lambda view: view["setup"]["level"] == "L0", "clock only")
    turn(session, glass, "done")
    session.still(f"{name}-2-setup")
    session.choose(*glass["start"], lambda view: phase(view) == "open", "the start")
    pile = session.view["pile"]
    session.choose(*glass["card"], lambda view: view["pile"] == pile - 1, "a card")
    session.picture(f"{name}-3-card")
    session.choose(*glass["undo"], lambda view: view["pile"] == pile, "the card taken back")
    session.choose(*glass["hold"], lambda view: phase(view) == "held", "the hold")
    session.still(f"{name}-4-held")
    session.choose(*glass["leave"], lambda view: view is None, "home again")
    return seconds


def boat(session: Session, glass: Glass, name: str) -> float:
    """A thumb on a boat, a second finger, the answer taken back; s until the second finger had hidden the secret."""
    for request in boat_question():
        session.ask(**request)
    session.choose(*glass["it is done"], lambda _view: session.prompt["id"] == "boats", "the question")
    time.sleep(A_MOMENT)
    told: list[str] = []
    for wait in WAITS:
        seconds = _look(session, glass, name, wait, told)
        if seconds is not None:
            break
        if session.view["boats"]["peek"] is not None:
            _undo_look(session, glass)
            session.still("now")
            time.sleep(A_MOMENT)
    else:
        raise MachineError("no look proved that the second finger hides the secret: " + "; ".join(told))
    _undo_look(session, glass)
    session.picture(f"{name}-7-undone")
    session.ask(leave={})
    return seconds


def _undo_look(session: Session, glass: Glass) -> None:
    session.choose(*glass["boat undo"], lambda view: view["boats"]["peek"] is None, "Undo after the thumb")


def _look(session: Session, glass: Glass, name: str, wait: float, told: list[str]) -> float | None:
    """The look itself; None if it proves nothing: the secret was never drawn, or may have gone by itself (`SECRET_S`).

    All times are the guest's own.
    :param wait: s from the rules' answer after which the second finger comes if no words were seen before.
    :param told: gets the times of a look that proves nothing.
    """
    now = session.machine.uptime
    shows = lambda picture: glass.words(picture) > 0.003  # noqa: E731
    session.shows(lambda picture: not shows(picture), "nothing above the thumb")
    closed = now() + MOTION.hold_ring  # the ring; or later, as long as the rules have not heard of it
    shown: Picture | None = None
    heard = seen = begun = moment = 0.0
    with session.finger(*glass["boat"]), ExitStack() as second:
        end = CLOCK() + PATIENCE_S
        while not heard and CLOCK() < end:
            asked = now()
            if session.view["boats"]["peek"] is not None:
                heard = now()
            else:
                closed = max(closed, asked - AN_ANSWER)
        while CLOCK() < end:
            picture, moment = session.look(), now()
            if shows(picture):
                shown, seen = picture, seen or moment
            elif shown is not None or moment > closed + 2 * SECRET_S:
                break
            if not begun and (shown is not None or moment > heard + wait):
                begun = moment
                second.enter_context(session.finger(*glass["boat undo"], 1))
        if shown is None or shows(picture) or moment > closed + SECRET_S:
            times = {"heard": heard, "words": seen, "second finger": begun, "end": moment}
            told.append(", ".join(f"{what} {at - closed:.1f} s" for what, at in times.items() if at) or "no answer")
            return None
        session.keep(shown, f"{name}-5-thumb")
        session.keep(picture, f"{name}-6-second")
        assert session.view["boats"]["peek"] is not None, "the second finger pressed Undo"
    return moment - begun


@step("finger", "a finger starts a game, plays a card, takes it back, holds, and goes home", usual=True)
def finger(session: Session) -> str:
    glass = Glass(session.out / "run")
    fresh(session)
    off = home(session, glass, "finger")
    seconds = evening(session, glass, "finger")
    session.still("finger-5-home")
    return f"home off by {off:.1%}; the first finger answered within {seconds:.1f} s"


@step("fingers", "a thumb on a boat shows it, a second finger hides it; Undo after the thumb")
def fingers(session: Session) -> str:
    glass = Glass(session.out / "run")
    fresh(session)
    return f"hidden {boat(session, glass, 'fingers'):.1f} s after the second finger"


CORNERS = 4


@step("calibration", "a panel built in upside down is learnt from three corners; a fourth proves it; it stays so")
def calibration(session: Session) -> str:
    """What a finger on such a panel tells is the place opposite to it."""
    glass = Glass(session.out / "run")
    fresh(session)
    width, height = glass.size

    def opposite(name: str) -> Place:
        x, y = glass[name]
        return width - x, height - y

    for name in ("settings", "display", "calibrate"):
        turn(session, glass, name)  # found by somebody who touches the opposite place
    session.still("calibration-1-page")
    another_target = lambda picture, before: picture.changed(before) > OFF  # noqa: E731
    for number in range(1, CORNERS + 1):
        session.choose(*opposite(f"target {number}"), what=f"target {number}", shows=another_target)
    session.still("calibration-2-proved")
    turn(session, glass, "back", opposite("back"))
    axes = '"swap":false,"invert_x":true,"invert_y":true'
    kept = session.machine.run("tr -d ' \\n' </var/lib/companion/state/settings.json")
    assert axes in kept, kept
    session.restart()
    session.choose(*opposite("gate"), lambda view: phase(view) == "setup", "the set-up, after a restart")
    session.still("calibration-3-after")
    return "both axes turned round: learnt, kept, and a finger is right after a restart"


# --- the games ------------------------------------------------------------------------------------------------


def both(session: Session, play: Callable[[Hands, Keep], None], *names: str) -> str:
    """Play the same here and on the machine, whose pictures must become those that were drawn here."""
    here: dict[str, Picture] = {}
    off: dict[str, float] = {}
    with Twin(*names) as twin:
        play(twin, lambda name: here.update({name: twin.still(name)}))
    fresh(session, *names)
    play(session, lambda name: off.update({name: session.like(here[name], name)}))
    return "pictures off by " + ", ".join(f"{name} {share:.1%}" for name, share in off.items())


def wagon_setup(hands: Hands, keep: Keep) -> None:
    """From home to the clock that runs, by fingers."""
    hands.choose(*GATE, lambda view: phase(view) == "setup", "the set-up")
    hands.choose(*TWO, lambda view: len(view["hands"]) == 2, "two players")
    hands.choose(*SILENCE, lambda view: view["setup"]["modules"] == ["silence"], "Silence")
    hands.choose(*TRACKING, what="the page of the tracking")
    hands.choose(*NEVER, lambda view: view["setup"]["attribution"] == "none", "never asked who")
    hands.choose(*DONE, what="the set-up again")
    keep("wagon-1-setup")
    hands.choose(*READY, lambda view: phase(view) == "open", "the start")
    setup = hands.view["setup"]
    assert (setup["level"], setup["attribution"]) == ("L2", "none"), setup
    keep("wagon-2-started")


@step("wagon", "a whole game of Infernal Wagon by fingers, tags and buttons, won")
def wagon(session: Session) -> str:
    told = both(session, wagon_setup, "table")
    fresh(session, "table")
    wagon_setup(session, session.still)
    begun = time.monotonic()
    silent = False
    for number, slot in enumerate(WINNING):
        if slot.startswith("silence"):
            silent = not silent
            session.tap(TAGS[slot], lambda view: view["silence"] == silent, slot)  # noqa: B023
        else:
            session.tap(TAGS[slot], lambda view: bool(view["track"]) and view["track"][-1]["slot"] == slot, slot)  # noqa: B023
        if slot in ("rail-30", "rail-41"):
            session.push("a", lambda view: phase(view) == "open", "the answer that it fits")
        if slot == "danger-03":
            _taken_back(session)
        if number in (3, 6):
            session.picture(f"wagon-3-card-{number}")
    view = session.tap(TAGS[EXIT], lambda view: phase(view) == "ended", "the Exit")
    assert view["result"]["won"], view["result"]
    seconds = time.monotonic() - begun
    session.still("wagon-4-won", quiet=5.0)  # the window is some cards behind
    return f"{len(WINNING) + 1} cards in {seconds:.0f} s, won; {told}"


def _taken_back(session: Session) -> None:
    """A miss, and the undo button."""
    before = session.view
    session.tap(TAGS["rail-07"], lambda view: view["track"][-1]["slot"] == "rail-07", "a card that does not fit")
    session.push("undo", lambda view: view["track"] == before["track"], "the miss taken back")
    session.push("start", lambda view: phase(view) == "held", "a hold")
    session.push("start", lambda view: phase(view) == "open", "the end of the hold")


def cerbere_evening(hands: Hands, keep: Keep) -> None:
    """Seven turns by tags and buttons, the last of which ends with a chase that catches two."""
    for (x, y), done in ((cerbere_hands.GATE, None), (cerbere_hands.START, lambda view: view is not None)):
        hands.choose(x * 800, y * 480, done, "the open game")
    keep("cerbere-1-table")

    def card(name: str, number: int) -> None:
        uid = cerbere_hands.TAGS["actions"][cerbere_hands.COLOURS[name]][number - 1]
        hands.tap(uid, lambda view: view["play"] is not None, f"{name}'s card {number}")

    def pawn(colour: str, done: Callable[[Any], object]) -> None:
        hands.tap(cerbere_hands.TAGS["pawns"][colour], done, f"the pawn {colour}")

    def names(who: str, slot: str) -> None:
        pawn(cerbere_hands.COLOURS[who], lambda view: view["play"] is None or view["play"]["targets"].get(slot) == who)

    def turn(name: str, number: int, option: str, *named: str) -> None:
        assert hands.view["turn"]["player"] == name
        card(name, number)
        hands.push(option, lambda view: view["play"] is None or view["play"]["option"] == option, f"option {option}")
        for slot, who in zip("xy", named, strict=False):
            names(who, slot)
        if hands.view["play"] is not None:
            hands.push("start", lambda view: view["play"] is None, "the effects done")
        if name != "Cy" or number != 1:
            hands.push("start", lambda view: view["turn"]["player"] != name, "the end of the turn")

    for words in (
        ("Ana", 2, "a"),
        ("Bo", 1, "a"),
        ("Cy", 3, "a", "Ana"),
        ("Dan", 1, "a"),
        ("Ana", 1, "a"),
        ("Bo", 4, "a"),
    ):
        turn(*words)
    turn("Cy", 1, "b", "Bo", "Dan")
    keep("cerbere-2-armed")
    hands.push("start", lambda _view: hands.prompt["id"] == "caught", "the chase")
    keep("cerbere-3-chase")
    pawn("pink", lambda view: view["picked"] == ["Dan"])
    pawn("blue", lambda view: view["picked"] == ["Dan", "Bo"])
    pawn("cerberus", lambda _view: hands.prompt["id"] == "zone")
    view = hands.push("b", lambda view: not view["turn"]["chasing"], "the zone of both")
    assert view["rage"]["caught"] == ["Dan", "Bo"], view["rage"]
    assert [seat["side"] for seat in view["seats"]] == ["runner", "cerberus", "runner", "cerberus"]
    keep("cerbere-4-caught")


@step("cerbere", "seven turns of Cerbère by tags and buttons, with a chase that catches two", usual=True)
def cerbere(session: Session) -> str:
    return both(session, cerbere_evening, "table")


def hellrail_delivery(hands: Hands, keep: Keep) -> None:
    """A turn near the end of a game: a draw, a car taken up, one delivered, taken back, delivered again."""
    tags, names = hellrail_hands.TAGS, list(hellrail_hands.NAMES)
    hands.ask(open={"game": "hellrail", "seats": names, "position": hellrail_hands.late("R17"), "seed": 1})
    hands.push("start", lambda view: phase(view) == "actions", "the draw")
    keep("hellrail-1-drawn")
    train = lambda view: [car["id"] for car in view["seats"][0]["train"]]  # noqa: E731
    hands.tap(tags["R01"], lambda view: train(view) == ["R05", "R17", "R01"], "R01 at the train", 0)
    delivered = lambda n: lambda view: view["seats"][0]["delivered"] == n  # noqa: E731
    hands.tap(tags["R17"], delivered(1), "R17 delivered", 1)
    hands.push("undo", delivered(0), "the delivery taken back")
    time.sleep(A_MOMENT)  # the card is taken off the reader
    hands.tap(tags["R17"], delivered(1), "R17 delivered again", 1)
    keep("hellrail-2-delivered")


@step("hellrail", "a delivery in HellRail with two readers (the position is set by the protocol)", usual=True)
def hellrail(session: Session) -> str:
    return both(session, hellrail_delivery, "train", "deliver")
