"""Every screen in every state worth seeing: a name, the updates that show it, and the screen over it if any."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.engine.choice import Choice, Option
from companion.engine.game import Face, Label
from companion.engine.update import Notice, Refusal, Update
from companion.games.infernal_wagon import events as e
from companion.games.infernal_wagon.names import Kind, Level, Module, PenaltyKind, Phase, Reason, Timer
from companion.games.infernal_wagon.view import WagonView
from kiosk.gallery.views import ALL_MODULES, hands, l2, over, setup, track, view

LENGTH = 420_000
UNDO = Label("card", "the card of {name}, at {clock}", {"name": "Éléonore", "clock": "4:15"})


@dataclass(frozen=True)
class Scene:
    """One picture. `act` is called with the floor when it stands (open a sheet, the drawer)."""

    name: str
    updates: tuple[Update, ...] = ()
    over: str | None = None
    act: Callable[[Any], object] | None = None
    waiting: bool = False
    """An unfinished game waits at home."""
    played: bool = True
    """There are games to remember."""
    notices: tuple[Notice, ...] = field(default=())


def update(
    shown: WagonView | None,
    left_ms: int = 252_000,
    events: tuple[Any, ...] = (),
    choice: Choice | None = None,
    refusal: Refusal | None = None,
    running: bool = True,
    undo: Label | None = UNDO,
    notices: tuple[Notice, ...] = (),
) -> Update:
    """An update with `left_ms` on the clock (calm mode: elapsed)."""
    if shown is None:
        return Update(None, (), (), None, None, None, None, None, 0, 0, refusal, notices)
    timed = shown.setup.timer is Timer.TIMED
    length = LENGTH if timed else None
    gone = LENGTH - left_ms if timed else left_ms
    face = Face(running and shown.phase in (Phase.OPEN, Phase.TUNNEL, Phase.ASK), gone, gone, length)
    return Update("infernal_wagon", events, (), shown, choice, undo, None, face, gone, gone, refusal, notices)


def _question(name: str, values: tuple[str, ...], default: str | None, until: int | None, **facts: str) -> Choice:
    return Choice(name, tuple(Option(v, v) for v in values), default, until, 3000 if until else None, dict(facts))


def _playing() -> Iterator[Scene]:
    draw = (e.CardPlaced("rail-10", "Bo", "Bo", Kind.RAIL), e.Match(), e.DrawExpected("Bo"))
    yield Scene("wagon-ready", (update(view(phase=Phase.READY, track=track(3), pile=57), LENGTH, undo=None),))
    yield Scene("wagon-calm", (update(view(), events=draw),))
    yield Scene("wagon-five", (update(view(hands=hands(5), curses_left=5, demo=True), events=draw),))
    yield Scene("wagon-short", (update(view(track=track(3), demo=True), events=(e.Match(), e.DrawExpected(None))),))
    yield Scene("wagon-l2", (update(l2("A"), events=draw),))
    yield Scene("wagon-l2-two", (update(l2("A", "C", hands=hands(5), demo=True), events=draw),))
    yield Scene("wagon-l2-any", (update(l2("A", "B", "D", any_of=True, curses_left=3), events=draw),))
    yield Scene("wagon-l2-joker", (update(l2("*", track=track(4)), events=(e.Started(LENGTH),)),))
    touch = view(setup=setup(level=Level.L0), can_miss=False)
    yield Scene("wagon-l0", (update(touch, events=(e.Corrected("adjust"),)),))
    calm = view(setup=setup(timer=Timer.CALM))
    yield Scene("wagon-untimed", (update(calm, 192_000, events=draw),))


def _orders() -> Iterator[Scene]:
    placed = e.CardPlaced("rail-10", "Bo", "Bo", Kind.RAIL)
    before = update(view(), 205_000)
    miss = (placed, e.Mismatch(PenaltyKind.DISCARD, 3), e.TrackDiscarded(("a", "b", "c")), e.DrawExpected("Bo"))
    hit = {"can_miss": False, "can_hit": True}
    yield Scene("wagon-discard", (before, update(view(track=track(6), **hit), 204_000, miss)))
    none = (placed, e.Mismatch(PenaltyKind.NO_DRAW), e.DrawSkipped("Éléonore"))
    yield Scene("wagon-no-draw", (before, update(view(**hit), 204_000, none)))
    tunnel = (placed, e.Match(), e.TunnelExpected("Bo"))
    yield Scene("wagon-tunnel", (before, update(view(phase=Phase.TUNNEL, tunnel=True), 204_000, tunnel)))
    both = (*miss[:3], e.TunnelExpected("Bo"))
    yield Scene("wagon-discard-tunnel", (before, update(view(track=track(8), tunnel=True, **hit), 204_000, both)))
    boom = (placed, e.Explosion(tuple("abcdefgh")), e.DrawExpected("Bo"))
    yield Scene("wagon-explosion", (before, update(view(track=track(3)), 204_000, boom)))
    yield Scene("wagon-miss-sheet", (update(view()),), act=lambda floor: floor.screen.press_miss())


def _questions() -> Iterator[Scene]:
    ask: dict[str, Any] = {"phase": Phase.ASK}
    matched = _question("matched", ("matched", "missed"), "matched", LENGTH - 207_000 + 2000, player="Cy")
    yield Scene("wagon-matched", (update(l2("A", "B", **ask), 207_000, choice=matched),))
    who = Choice("who", tuple(Option(h.name, h.name, seat=h.name) for h in hands(3)), None)
    skipped = (e.Mismatch(PenaltyKind.NO_DRAW), e.Prompt("who"))  # type: ignore[arg-type]
    yield Scene("wagon-who", (update(view(**ask), 207_000, skipped, who),))
    many = Choice("who", tuple(Option(h.name, h.name, seat=h.name) for h in hands(5)), None)
    yield Scene("wagon-who-uturn", (update(view(hands=hands(5), uturn=True, **ask), 158_000, skipped, many),))
    special = _question("special", ("none", "tunnel", "explosion"), "none", LENGTH - 207_000 + 2000)
    yield Scene("wagon-special", (update(view(**ask), 207_000, choice=special),))
    doubtful = _question("doubtful", ("yes", "no"), "no", None)
    yield Scene("wagon-doubtful", (update(view(curses_left=2, **ask), 207_000, choice=doubtful),))
    curses = _question("curses", ("yes", "no"), "no", LENGTH - 107_000 + 4000)
    yield Scene("wagon-curses", (update(view(curses_left=2, pile=0, **ask), 107_000, choice=curses),))


def _states() -> Iterator[Scene]:
    silent = (e.SilenceOn(), e.ReplacementExpected())
    drawn = (e.Match(), e.DrawExpected("Bo"))
    yield Scene("wagon-silence", (update(view(silence=True, track=track(8), pile=29), 185_000, drawn),))
    five = l2("A", "C", silence=True, track=track(8), hands=hands(5), curses_left=4)
    yield Scene("wagon-silence-l2", (update(five, 185_000, silent),))
    turned = (e.UturnOn(), e.ReplacementExpected())
    yield Scene("wagon-uturn", (update(view(uturn=True, curses_left=2), 158_000, turned),))
    yield Scene("wagon-uturn-l2", (update(l2("D", uturn=True, hands=hands(5)), 158_000, turned),))
    both = l2("A", "E", uturn=True, silence=True, curses_left=2)
    yield Scene("wagon-silence-uturn-l2", (update(both, 158_000, turned),))
    yield Scene("wagon-silence-uturn", (update(view(silence=True, uturn=True, track=track(7)), 128_000, drawn),))
    yield Scene("wagon-last", (update(view(pile=9, track=track(4)), 42_000, drawn),))
    yield Scene("wagon-last-l2", (update(l2("B", pile=9, track=track(3), demo=True), 8_000, drawn),))
    yield Scene("wagon-last-silence", (update(view(silence=True, pile=9, curses_left=2), 33_000, drawn),))
    refused = (e.DuplicateTap("UID"),)
    yield Scene("wagon-refused", (update(view(), events=drawn), update(view(), 250_000 - 4000, refused)))
    alarm = (e.InventoryAlarm(Kind.UTURN),)
    yield Scene(
        "wagon-alarm",
        (update(view(silence=True, track=track(8))), update(view(silence=True, track=track(8)), 240_000, alarm)),
    )
    yield Scene(
        "wagon-late",
        (update(view(phase=Phase.READY), LENGTH), update(view(phase=Phase.READY), LENGTH, (e.Ignored("not_started"),))),
    )
    yield Scene("wagon-held", (update(view(phase=Phase.HELD, paused=True), 200_000, (e.Held(200_000),)),))
    yield Scene("wagon-correct", (update(view(hands=hands(5), curses_left=2)),), over="correct")
    lost = (Notice("reader_lost", {"reader": "table", "port": "ttyUSB0"}),)
    yield Scene("wagon-reader-lost", (update(view(), events=drawn), update(view(), 250_000, notices=lost)))


def _around() -> Iterator[Scene]:
    yield Scene("home")
    yield Scene("home-waiting", waiting=True, notices=(Notice("no_reader", {}), Notice("no_sound", {})))
    yield Scene("settings", over="settings")
    yield Scene("history", over="history")
    yield Scene("history-empty", over="history", played=False)
    codes = ("reader_lost", "pins_missing", "no_sound", "not_saved")
    yield Scene("notices", over="notices", notices=tuple(Notice(code, {}) for code in codes))
    plain = update(view(phase=Phase.SETUP, track=track(3), pile=57), LENGTH, undo=None)
    yield Scene("setup", (plain,))
    full = setup(modules=ALL_MODULES, easy=3, timer=Timer.CALM, level=Level.L2, p0=74, advice=(Module.CURSE,))
    yield Scene(
        "setup-full", (update(view(phase=Phase.SETUP, setup=full, hands=hands(5), pile=74), LENGTH, undo=None),)
    )
    advised = setup(advice=(Module.EASY,), level=Level.L0)
    yield Scene("setup-advice", (update(view(phase=Phase.SETUP, setup=advised, hands=hands(2)), LENGTH, undo=None),))
    yield Scene("players", (plain,), over="players")
    yield Scene("name", (plain,), over="name:1")
    yield Scene("tracking", (plain,), over="tracking")
    yield Scene("won", (update(over(True), 72_000, undo=None),))
    yield Scene("won-ticked", (update(over(True, ticked="welcome", demo=True), 72_000, undo=None),))
    for reason in Reason:
        late = reason is Reason.TIME
        shown = over(False, reason, elapsed_ms=LENGTH if late else 236_000, appeal_open=late)
        yield Scene(f"lost-{reason}", (update(shown, 0 if late else 184_000, undo=None if late else UNDO),))
    yield Scene("exploits", (update(over(True), 72_000, undo=None),), over="exploits")
    yield Scene("drawer", (update(l2("A"), events=(e.DrawExpected("Bo"),)),), act=_open_drawer)
    yield Scene("drawer-heaps", (update(l2("A", hands=hands(5))),), act=_open_heaps)


def _open_drawer(floor: Any) -> None:
    floor.drawer.show(True)


def _open_heaps(floor: Any) -> None:
    floor.drawer.show(True)
    floor.drawer.switch()


def scenes() -> list[Scene]:
    """All of them."""
    return [*_around(), *_playing(), *_orders(), *_questions(), *_states()]
