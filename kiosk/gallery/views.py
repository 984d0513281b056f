"""Views made by hand: positions of Infernal Wagon as the screens get them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.infernal_wagon.names import Attribution, Kind, Level, Module, Phase, Reason, Special, Timer
from companion.games.infernal_wagon.view import (
    ExitView,
    HandView,
    Pace,
    ResultView,
    SetupView,
    SymbolView,
    TrackCard,
    WagonView,
)

NAMES = ("Ana", "Bo", "Cy", "Dan", "Éléonore")
COLOURS = ("red", "blue", "green", "pink", "orange")
SYMBOLS = (
    SymbolView("A", "Flamme / Flame", 0, "#E2552B"),
    SymbolView("B", "Crâne / Skull", 1, "#E9E2D0"),
    SymbolView("C", "Couronne / Crown", 2, "#E0B13A"),
    SymbolView("D", "Chasse / Hunt", 3, "#5FAE74"),
    SymbolView("E", "Dé / Die", 4, "#5B9BD5"),
    SymbolView("F", "Cadenas / Lock", 5, "#B07CC6"),
)
SETUP = SetupView(
    modules=frozenset(),
    easy=0,
    easy_suggested=2,
    advice=(),
    timer=Timer.TIMED,
    level=Level.L1,
    attribution=Attribution.ON_LOSS,
    hand=3,
    p0=57,
    curses=0,
)


def track(n: int) -> tuple[TrackCard, ...]:
    """A row of `n` cards with an easy one, an explosion and a tunnel in it."""
    cards = [TrackCard(Kind.RAIL, Special.NONE, f"rail-{i:02d}") for i in range(n)]
    for place, kind, special in (
        (3, Kind.EASY, Special.NONE),
        (7, Kind.DANGER, Special.EXPLOSION),
        (5, Kind.DANGER, Special.TUNNEL),
    ):
        if n > place + 1:
            cards[n - 1 - place] = TrackCard(kind, special, f"x-{place:02d}")
    return tuple(cards)


def hands(n: int, cards: tuple[int, ...] = (3, 3, 2, 2, 0)) -> tuple[HandView, ...]:
    """Seats with so many cards."""
    return tuple(HandView(NAMES[i], COLOURS[i], cards[i], True, cards[i] == 0, False) for i in range(n))


def view(**changes: Any) -> WagonView:
    """A calm middle of the game with three players, and what differs."""
    usual = WagonView(
        phase=Phase.OPEN,
        setup=SETUP,
        hands=hands(3),
        hands_total=8,
        pile=38,
        pile_sure=True,
        discarded=4,
        track=track(11),
        behind=10,
        exit=ExitView((), False),
        symbols=SYMBOLS,
        silence=False,
        uturn=False,
        curses_left=0,
        can_miss=True,
        can_hit=False,
        tunnel=False,
        corrected=False,
        paused=False,
        demo=False,
        result=None,
        pace=None,
    )
    if "track" in changes and "behind" not in changes:
        changes["behind"] = len(changes["track"]) - 1
    return replace(usual, **changes)


def setup(**changes: Any) -> SetupView:
    """The choices, and what differs."""
    return replace(SETUP, **changes)


def l2(*symbols: str, any_of: bool = False, **changes: Any) -> WagonView:
    """At L2, with these symbols at the exit."""
    return view(setup=setup(level=Level.L2), exit=ExitView(symbols, any_of), **changes)


def pace(end_ms: int, first: int = 57, last: int = 0) -> Pace:
    """A run that lasted so long."""
    steps = first - last
    pile = [(0, first)] + [(round(end_ms * (i + 1) / (steps + 1) ** 1.0), first - 1 - i) for i in range(steps)]
    return Pace(
        pile=tuple(pile),
        misses=(62_000, 97_000, 150_000, 171_000, 230_000),
        silences=((44_000, 70_000), (118_000, 163_000), (204_000, 226_000)),
        discards=6,
        no_draws=1,
        explosions=2,
    )


def over(won: bool, reason: Reason | None = None, **changes: Any) -> WagonView:
    """An ended game."""
    ms = changes.pop("elapsed_ms", 348_000)
    pile = changes.pop("pile", 0 if won else 12)
    result = ResultView(
        won=won,
        reason=reason,
        elapsed_ms=ms,
        paused=False,
        appeal=False,
        appeal_open=changes.pop("appeal_open", False),
        offered=changes.pop("offered", ("welcome", "six_coups", "impitoyable") if won else ()),
        ask=changes.pop("ask", ("ghost_rider",)),
        ticked=changes.pop("ticked", None),
    )
    return view(phase=Phase.ENDED, pile=pile, result=result, pace=pace(ms, 57, pile), can_miss=False, **changes)


ALL_MODULES = frozenset(Module)
