"""Every screen in every state worth seeing: a name, the game that leads there, and the screen over it if any."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cache, partial
from typing import Any

from companion.engine.requests import Choose, Undo
from companion.engine.signals import ReaderState
from companion.engine.update import Notice
from companion.games.infernal_wagon.names import Reason
from companion.parts import parts
from tests.tools.gallery.played import TRACK, bound_box, move, played, tap
from tests.tools.gallery.scene import Make, Scene, list_of_steps
from tests.tools.gallery.scenes_aid import scenes as aids
from tests.tools.gallery.scenes_box import scenes as boxes
from tests.tools.gallery.scenes_cerbere import scenes as cerbere
from tests.tools.gallery.scenes_doctor import scenes as doctor
from tests.tools.gallery.scenes_hellrail import scenes as hellrail
from tests.tools.gallery.scenes_machine import scenes as machine
from tests.tools.gallery.scenes_phones import scenes as phones
from tests.tools.gallery.scenes_tables import CALLING, LINKED
from tests.tools.gallery.scenes_tables import scenes as tables

MIDDLE: dict[str, Any] = {
    "level": "L1", "easy": 1, "track": TRACK[:10], "pile": 39, "hands": [3, 3, 2], "elapsed_ms": 165_000,
}  # fmt: skip
"""A calm middle of the game for three players: the base of most scenes."""
FIVE: dict[str, Any] = {"seats": 5, "hands": [2, 2, 1, 2, 1]}
L2: dict[str, Any] = {"level": "L2", "track": TRACK}
"""The exit is C."""
CALM = tap("rail-36", "Bo")


def _game(*inputs: Any, **position: Any) -> Make:
    return partial(played, *inputs, **{**MIDDLE, **position})


def _fresh(*inputs: Any, phase: str = "ready", **position: Any) -> Make:
    return partial(played, *inputs, **{"level": "L1", "phase": phase, **position})


def _modules(*names: str) -> dict[str, Any]:
    return {"modules": names}


def _playing() -> Iterator[Scene]:
    yield Scene("wagon-ready", _fresh())
    yield Scene("wagon-calm", _game(CALM))
    yield Scene("wagon-undone", _game(CALM, Undo()))
    yield Scene("wagon-five", _game(CALM, **FIVE, **_modules("curse"), box="demo"))
    yield Scene("wagon-short", _game(tap("rail-36"), track=TRACK[-2:], box="demo"))
    yield Scene("wagon-l2", _game(tap("rail-39", "Bo"), **L2))
    behind_easy = {**L2, "track": TRACK[:10]}
    yield Scene("wagon-l2-two", _game(tap("rail-39", "Bo"), **behind_easy, **FIVE, box="demo"))
    curse = _modules("curse")
    yield Scene("wagon-l2-any", _game(tap("rail-25", "Bo"), **L2, **curse, curses=3))
    yield Scene("wagon-l2-joker", _fresh(move("start"), level="L2"))
    yield Scene("wagon-l0", _game(move("correct", patch={"pile": 38}), level="L0"))
    both = _modules("silence", "uturn")
    yield Scene("wagon-l0-switches", _game(move("count"), level="L0", **both))
    yield Scene("wagon-l0-silence", _game({"type": "show_switch", "kind": "silence"}, level="L0", **both))
    yield Scene("wagon-l0-uturn", _game({"type": "show_switch", "kind": "uturn"}, level="L0", **both))
    every: dict[str, Any] = {"level": "L0", **_modules("silence", "uturn", "curse")}
    missed = {"type": "miss", "kind": "discard", "n": 2}
    yield Scene("wagon-l0-modules", _game(move("count"), **every))
    yield Scene("wagon-l0-modules-order", _game(missed, **every))
    yield Scene("wagon-l0-modules-both", _game(move("count"), **every, silence=True, uturn=True))
    yield Scene("wagon-l0-modules-last", _game(move("count"), **every, elapsed_ms=371_000))
    yield Scene("wagon-ten", _game(CALM, minutes=10, elapsed_ms=0))
    yield Scene("wagon-ten-uturn", _game(CALM, minutes=15, elapsed_ms=90_000, **_modules("uturn"), uturn=True, **FIVE))
    yield Scene("wagon-ten-silence", _game(CALM, minutes=15, elapsed_ms=90_000, **_modules("silence"), silence=True))
    yield Scene("wagon-ready-ten", _fresh(minutes=10))
    yield Scene("wagon-untimed", _game(CALM, timer="calm", elapsed_ms=192_000))


def _orders() -> Iterator[Scene]:
    late: dict[str, Any] = {"elapsed_ms": 215_000}
    missed = (1_000, move("miss"))
    yield Scene("wagon-discard", _game(tap("rail-15", "Bo"), *missed, **late))
    yield Scene("wagon-ten-discard", _game(tap("rail-15", "Bo"), *missed, minutes=15, elapsed_ms=90_000))
    yield Scene("wagon-no-draw", _game(tap("rail-42", "Éléonore"), *missed, **late, **FIVE))
    yield Scene("wagon-tunnel", _game(tap("danger-15", "Bo"), **late))
    yield Scene("wagon-discard-tunnel", _game(tap("danger-11", "Bo"), **late, **L2))
    yield Scene("wagon-explosion", _game(tap("danger-06", "Bo"), **late))
    yield Scene("wagon-miss-sheet", _game(CALM, Choose("other")))
    yield Scene("wagon-miss-sheet-l0", _game(level="L0"), act=lambda root: root.screen.sheet.press_miss())


def _questions() -> Iterator[Scene]:
    late: dict[str, Any] = {"elapsed_ms": 212_000}
    either = {**L2, "track": (*TRACK[:10], "rail-39")}  # A or C
    yield Scene("wagon-matched", _game(tap("rail-35", "Cy"), 1_000, **late, **either))
    long: dict[str, Any] = {"minutes": 15, "elapsed_ms": 90_000}
    yield Scene("wagon-ten-matched", _game(tap("rail-35", "Cy"), 1_000, **long, **either))
    yield Scene("wagon-ten-sheet", _game(CALM, Choose("other"), **long))
    unnamed = (tap("rail-42"), 1_000, move("miss"))
    yield Scene("wagon-who", _game(*unnamed, **late))
    turned: dict[str, Any] = {**_modules("uturn"), "uturn": True, "elapsed_ms": 261_000}
    yield Scene("wagon-who-uturn", _game(*unnamed, **FIVE, **turned))
    bare = {"box": bound_box(), "easy": 0, "track": ["start-3", "start-2", "start-1", "rail-33", "rail-12", "rail-07"]}
    yield Scene("wagon-special", _game(tap("danger-15"), 1_000, **{**late, **bare}))
    curse: dict[str, Any] = {**_modules("curse"), "curses": 2}
    pair = {"level": "L2", "track": ("rail-33", "rail-12", "rail-07")}  # shows no B
    yield Scene("wagon-doubtful", _game(move("curse", card="curse-04", seat="Ana"), **{**late, **curse, **pair}))
    end: dict[str, Any] = {"pile": 0, "elapsed_ms": 313_000}
    yield Scene("wagon-curses", _game(move("exit_laid", seat="Bo"), 1_000, **end, **curse))
    yield Scene("wagon-curse-who", _game(CALM, Choose("curse"), **late, **curse))
    yield Scene("wagon-exit", _game(CALM, Choose("exit"), **late))
    yield Scene("wagon-give-up", _game(CALM, Choose("give_up"), **late))


def _states() -> Iterator[Scene]:
    silent: dict[str, Any] = {**_modules("silence"), "silence": True, "elapsed_ms": 235_000, "pile": 30}
    late: dict[str, Any] = {"elapsed_ms": 235_000}
    yield Scene("wagon-silence", _game(CALM, **silent))
    two = {"level": "L2", "track": (*TRACK[3:10], "rail-39")}  # A or C
    both = _modules("silence", "curse")
    yield Scene("wagon-silence-l2", _game(tap("silence-01"), **late, **both, **two, **FIVE, curses=4))
    turning = tap("uturn-01")
    yield Scene("wagon-uturn", _game(turning, **late, **_modules("uturn", "curse"), curses=2))
    hunt = {"level": "L2", "track": TRACK[1:3]}  # D
    yield Scene("wagon-uturn-l2", _game(turning, **late, **_modules("uturn"), **hunt, **FIVE))
    three = {**silent, **_modules("silence", "uturn", "curse"), "curses": 2}
    flame = {"level": "L2", "track": (*TRACK[3:10], "rail-34")}  # A or E
    yield Scene("wagon-silence-uturn-l2", _game(turning, **three, **flame))
    crossed = {**silent, **_modules("silence", "uturn"), "uturn": True, "track": TRACK[3:10], "elapsed_ms": 292_000}
    yield Scene("wagon-silence-uturn", _game(tap("rail-36", "Bo", owner="Cy"), **crossed))
    yield Scene("wagon-last", _game(CALM, pile=10, elapsed_ms=378_000, track=TRACK[-3:]))
    skull = {"level": "L2", "track": TRACK[6:8]}  # B
    yield Scene("wagon-last-l2", _game(tap("rail-47", "Bo"), pile=10, elapsed_ms=412_000, box="demo", **skull))
    hushed = {**silent, **_modules("silence", "curse"), "curses": 2, "pile": 10, "elapsed_ms": 387_000}
    yield Scene("wagon-last-silence", _game(CALM, **hushed))
    yield Scene("wagon-refused", _game(CALM, 4_000, CALM))
    yield Scene("wagon-alarm", _game(CALM, 4_000, turning, **silent))
    yield Scene("wagon-late", _fresh(tap("rail-36")))
    yield Scene("wagon-ten-held", _game(tap("rail-39", "Bo"), move("hold"), **L2, minutes=12, elapsed_ms=30_000))
    yield Scene("wagon-held", _game(CALM, 6_000, move("hold")))
    held = (1_000, move("hold"))
    yield Scene("wagon-held-l0-silence", _game(move("count"), *held, **{**silent, "level": "L0"}))
    yield Scene("wagon-held-l2", _game(tap("rail-39", "Bo"), *held, **L2))
    yield Scene("wagon-held-silence-l2", _game(tap("silence-01"), *held, **late, **both, **two, **FIVE, curses=5))
    yield Scene("wagon-held-uturn-l2", _game(turning, *held, **three, **flame))
    yield Scene("wagon-held-uturn", _game(tap("rail-36", "Bo", owner="Cy"), *held, **{**crossed, "silence": False}))
    yield Scene("wagon-held-again", _game(tap("rail-39", "Bo"), move("miss"), *held, **L2), link=CALLING)
    yield Scene("wagon-held-call", _game(CALM, 6_000, move("hold")), link=CALLING)
    yield Scene("wagon-held-uturn-l2-call", _game(turning, *held, **three, **flame), link=CALLING)
    correct = _game(CALM, **FIVE, **_modules("curse"), curses=2)
    yield Scene("wagon-correct", correct, over="correct")
    yield Scene("wagon-correct-call", correct, over="correct", link=LINKED)
    yield Scene("wagon-correct-called", correct, over="correct", link=CALLING)
    yield Scene("wagon-reader-lost", _game(CALM, 2_000, ReaderState("table", False, "ttyUSB0")))


def _around() -> Iterator[Scene]:
    yield Scene("home")
    yield Scene("home-waiting", waiting=True, notices=(Notice("no_reader", {}), Notice("no_sound", {})))
    yield Scene("home-waiting-many", waiting=6)
    yield Scene("paused", waiting=6, over="paused")
    yield Scene("paused-one", waiting=1, over="paused")
    yield Scene("paused-none", over="paused")
    yield Scene("settings", over="settings", speaks=True)
    yield Scene("settings-no-voice", over="settings")
    yield Scene("offers", over="offers", speaks=True)
    yield Scene("offers-no-voice", over="offers")
    yield Scene("typed-reader", over="typed_reader")
    yield Scene("evenings", over="evenings")
    yield Scene("evenings-empty", over="evenings", played=False)
    yield Scene("evening", over="evening:0")
    yield Scene("evening-three", over="evening:1")
    yield Scene("names", over="names")
    yield Scene("tonight", act=_late_at_night)
    yield Scene("home-tonight", act=lambda root: _late_at_night(root, None))
    yield Scene("home-tonight-waiting", waiting=2, act=lambda root: _late_at_night(root, None))
    yield Scene("tonight-none", over="tonight", played=False)
    yield Scene("forget-name", waiting=True, over="forget_name:0")
    yield Scene("forget-group", over="forget_group:1")
    yield Scene("history", over="history")
    yield Scene("memory", over="memory:12")
    yield Scene("memory-wagon", over="memory:7")
    yield Scene("memory-unreadable", over="recalled:7")
    yield Scene("history-empty", over="history", played=False)
    codes = ("reader_lost", "pins_missing", "no_sound", "not_saved")
    yield Scene("notices", over="notices", notices=tuple(Notice(code, {}) for code in codes))
    off = Notice("parts_off", {"parts": parts(("link", "reader-table", "lamps"))})
    yield Scene("notices-off", over="notices", notices=(off, Notice("no_sound", {})))
    yield Scene("doctor-off", over="doctor", notices=(off,))
    plain = _fresh(phase="setup")
    yield Scene("setup", plain)
    everything = {**_modules("easy", "silence", "uturn", "curse"), "easy": 3, "timer": "calm", "level": "L2"}
    yield Scene("setup-full", _fresh(phase="setup", seats=5, wins=3, **everything))
    whole = _fresh(phase="setup", seats=5, **everything)
    yield Scene("setup-table", whole, act=list_of_steps())
    yield Scene("setup-advice", _fresh(phase="setup", seats=2, losses=2, level="L0"))
    yield Scene("setup-advice-won", _fresh(phase="setup", wins=2, **_modules("silence", "uturn")))
    yield Scene("players", plain, over="players")
    yield Scene("name", plain, over="name:1")
    yield Scene("name-full", plain, over="name:1", act=_write_a_long_name)
    yield Scene("name-forget", plain, over="name:1", act=_forget_a_name)
    yield Scene("tracking", plain, over="tracking")
    ten = _fresh(phase="setup", minutes=10)
    yield Scene("setup-ten", ten)
    yield Scene("minutes", ten, over="minutes")
    yield Scene("minutes-none", _fresh(phase="setup", timer="calm"), over="minutes")
    yield from _ends()
    yield Scene("drawer", _game(tap("rail-39", "Bo"), **L2), act=_open_drawer)
    yield Scene("drawer-heaps", _game(tap("rail-39", "Bo"), **L2, **FIVE), act=_open_heaps)


def _run(until_ms: int, first: int = 57, last: int = 1) -> dict[str, Any]:
    """What the recap's chart draws: a steady run that comes to `last` cards just before `until_ms`."""
    steps = first - last
    pile = [(0, first), *((until_ms * i // (steps + 1), first - i) for i in range(1, steps + 1))]
    misses = [ms for ms in (62_000, 97_000, 150_000, 171_000, 230_000) if ms < until_ms]
    silences = [(a, b) for a, b in ((44_000, 70_000), (118_000, 163_000), (204_000, 226_000)) if b < until_ms]
    counts = {"discards": 4, "no_draws": 1, "explosions": 2}
    tally = {"pace": pile, "misses": misses, "silences": silences, **counts}
    return {"pile": last, "elapsed_ms": until_ms, "tally": tally, "drawn": True}


def _ends() -> Iterator[Scene]:
    saved = (tap("exit", "Bo"),)
    won: dict[str, Any] = {**_run(345_000, last=0), "hands": [1, 1, 0], "attribution": "each_play"}
    counted = (*saved, 4_000, move("next"))
    yield Scene("won", _game(*saved, **won))
    yield Scene("won-offered", _game(*counted, **won))
    yield Scene("won-ticked", _game(*counted, move("tick", id="welcome"), **won, box="demo"))
    three: dict[str, Any] = {**won, **_run(150_000, last=0), "minutes": 3}
    yield Scene("won-three", _game(*saved, **three))
    yield Scene("exploits-three", _game(*saved, **three), over="exploits")
    told = (move("count"), {"type": "miss", "kind": "discard", "n": 3}, 1_000, move("count"))
    bare: dict[str, Any] = {"level": "L0", "elapsed_ms": 413_000}
    yield Scene("won-l0", _game(*told, move("exit_laid"), **{**bare, "elapsed_ms": 300_000}))
    yield Scene("lost-l0-time", _game(*told, 8_000, **bare))
    yield Scene("lost-l0-ten", _game(move("count"), 8_000, **{**bare, "elapsed_ms": 593_000, "minutes": 10}))
    yield Scene("lost-ten", _game(CALM, 5_000, **_run(595_000, last=12), minutes=10))
    yield Scene("exploits", _game(*counted, **won), over="exploits")
    run = _run(236_000, last=12)
    missed = (1_000, move("miss"))
    lost: dict[Reason, Make] = {
        Reason.WAGON: _game(tap("rail-15", "Bo"), *missed, **run, track=TRACK[-2:]),
        Reason.NO_HANDS: _game(tap("rail-42", "Ana"), *missed, **{**run, "hands": [1, 0, 0]}),
        Reason.TIME: _game(CALM, 5_000, **_run(415_000, last=12)),
        Reason.CURSE: _game(
            *saved, 1_000, move("answer", question="curses", value="no"), **won, **_modules("curse"), curses=1
        ),
        Reason.GIVEN_UP: _game(CALM, 1_000, move("give_up"), **run),
    }
    for reason in Reason:
        yield Scene(f"lost-{reason}", lost[reason])


def _late_at_night(root: Any, over: str | None = "tonight") -> None:
    """Still on the evening of the last games."""
    root.context.table.wall_now = lambda: datetime.fromisoformat("2026-11-21T00:20:00+01:00")
    root.open(over)


def _write_a_long_name(root: Any) -> None:
    for letter in "WILHELMINE MARIA2":
        root.screen.add(letter)


def _forget_a_name(root: Any) -> None:
    root.screen.forget.action()
    root.screen.touch(next(iter(root.screen.known)))


def _open_drawer(root: Any) -> None:
    root.drawer.show(True)


def _open_heaps(root: Any) -> None:
    root.drawer.show(True)
    root.drawer.switch()


@cache
def scenes() -> tuple[Scene, ...]:
    """All of them."""
    context = (*_around(), *boxes(), *doctor(), *machine(), *phones(), *tables())
    return (*context, *_playing(), *_orders(), *_questions(), *_states(), *cerbere(), *hellrail(), *aids())
