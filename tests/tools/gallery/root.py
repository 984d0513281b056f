"""A floor without a table: scenes are shown on it, one after the other."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.games.infernal_wagon.virtual import WagonTable
from companion.games.registry import Books
from companion.web.desk.state import PagesState
from kiosk.display.look import look
from kiosk.sound.director import Director, Mute
from kiosk.storage.settings import SavedSeat, SettingsFile
from kiosk.table.context import KioskContext
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.hub_link import HubLink
from kiosk.table.link import TableLink
from kiosk.table.memories import Memory
from kiosk.table.phones import Phones
from kiosk.window.pages import GAME_PAGES
from kiosk.window.root_widget import RootWidget
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_phones import NoPages
from tests.tools.memories import NoMemories


def _game(number: int, names: str, wall: str, game: str = "infernal_wagon", **result: Any) -> Memory:
    return Memory(number, game, tuple(names.split()), f"2026-{wall}:00+01:00", result)


SEVEN = "Ana Bo Cy Dan Éléonore Flo Maximilien"
GAMES = (
    _game(
        12,
        SEVEN,
        "11-20T23:41",
        "cerbere",
        winner="runners",
        escaped=["Éléonore", "Maximilien"],
        difficulty=11,
        turns=34,
    ),
    _game(11, "Ana Bo Cy", "11-20T23:02", "cerbere", winner="cerberus", winners=["Bo"], difficulty=10, turns=17),
    _game(
        10,
        "Cy Ana Bo",
        "11-20T22:40",
        "hellrail",
        winners=["Cy"],
        scores={"Cy": {"delivered": 14}},
        turns=31,
        official=True,
    ),
    _game(9, "Ana Bo Cy", "11-20T22:14", won=True, elapsed_ms=348_000, ticked="welcome"),
    _game(8, "Ana Bo Cy Dan Éléonore", "11-20T21:50", won=True, elapsed_ms=401_000, timer="timed", minutes=10),
    _game(7, "Ana Bo", "11-14T20:02", won=False, reason="wagon", elapsed_ms=190_000),
    _game(6, "Ana Bo", "11-14T19:48", won=False, reason="no_hands", elapsed_ms=300_000, ticked="dead_man"),
    _game(5, "Ana Bo", "10-03T19:40", won=False, reason="time", elapsed_ms=420_000),
)
PRESENT = datetime.fromisoformat("2026-11-21T20:40:00+01:00")
"""When every picture is taken: the evening after the last games of GAMES."""
WAITING = Memory(10, "infernal_wagon", ("Ana", "Bo", "Cy", "Dan", "Eli"), "2026-11-20T22:14:00+01:00")


class NoReader:
    """A reader and a panel that nobody listens to."""

    def blank(self, number: int) -> str:
        return f"{number:010X}"

    def tap(self, uid: str) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...
    def press(self, name: str) -> None: ...


def waiting(n: int) -> list[Memory]:
    """That many games that wait, the newest first; one of them is damaged."""
    rooms = ("infernal_wagon", "cerbere", "hellrail")
    return [
        replace(
            WAITING,
            id=WAITING.id - i,
            game=rooms[i % 3],
            names=WAITING.names[: 5 - i % 3],
            damaged=i == 2,
            played_ms=(4 + 37 * i) * 60_000,
            steps=31 + 110 * i,
        )
        for i in range(n)
    ]


def context_for(scene: Scene, sent: list[Any] | None = None) -> KioskContext:
    """A house in which nothing leads anywhere; `sent` collects what the screens ask of the table."""
    post = sent.append if sent is not None else lambda _request: None
    memories = NoMemories(waiting(int(scene.waiting)), GAMES if scene.played else ())
    now = [0]
    context = KioskContext(
        TableLink(post, lambda _update: None),
        SettingsFile(None),
        memories,
        Director(Mute()),
        lambda: now[0],
        GAME_PAGES,
    )
    seats = tuple(SavedSeat(n, c) for n, c in zip(("Ana", "Bo", "Cy"), ("red", "blue", "green"), strict=True))
    from msgspec.structs import replace

    context.owner.settings.now = replace(context.owner.now, seats=seats, names=("Éléonore", "Dan", "Maximilien", "Zoé"))
    if scene.updates:
        now[0] = scene.updates[-1].stamp
    context.table.now = lambda: now[0]
    for game in GAME_UIS:
        context.set_up.choose_first_game(game, scene.first)
    context.table.books = Books(None)
    context.services.phones = Phones(
        NoPages(scene.pages), lambda call: call(), lambda _notice: None, lambda _call, _s: None
    )
    context.services.phones.state = scene.pages or PagesState()
    if scene.link is not None:
        context.services.hub = HubLink(scene.link, lambda call: call(), lambda _notice: None, lambda _call, _s: None)
        context.services.hub.look = lambda: None  # type: ignore[method-assign]  # at no real stick
    context.table.wall_now = lambda: PRESENT
    context.services.voice_there = lambda: scene.speaks
    return context


def stand(scene: Scene, sent: list[Any] | None = None) -> RootWidget:
    """The floor on which the scene stands; add it to the window and let it settle."""
    context = context_for(scene, sent)
    nobody = NoReader()
    m = look.metrics
    for notice in scene.notices:
        context.table.notices[notice.code] = notice
    first, *further = scene.updates or (None,)
    context.table.update = first
    tables = {"infernal_wagon": WagonTable(seed=4)}  # the same cards in every picture
    root = RootWidget(
        context, (nobody, nobody), tables, size=(m.width, m.height)
    )  # its own size at once: nothing is laid out twice
    for update in further:
        context.table.update = update
        root.on_update(update)
    if scene.notices:
        root._show_strip(fresh=False)
    if scene.over:
        root.open(scene.over)
    if scene.act:
        scene.act(root)
    return root
