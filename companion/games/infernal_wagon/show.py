"""What Infernal Wagon shows while it is played, what a seat sees of itself, and how a game ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.summary import Ending
from companion.engine.text import N_, Text, joined
from companion.games.infernal_wagon.names import Phase, Timer
from companion.games.infernal_wagon.rules.timing import PRINTED_MINUTES
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import EXPLOIT_WORDS
from companion.presentation.show import Fact, Show, TurnShown

PILE, BEHIND = Text(N_("to draw")), Text(N_("behind"))
REASONS = {
    "wagon": ("derail", N_("The {iw.wagon} fell")),
    "no_hands": ("hand", N_("No cards left in hand")),
    "time": ("skull", N_("Time is up")),
    "curse": ("curse", N_("A {iw.curse} remained")),
    "given_up": ("cross", N_("Given up")),
}
"""The cause of a defeat: icon, and three or four words."""


def turn(view: WagonView) -> TurnShown | None:
    """The pile, what is behind the wagon, and the hands; nobody has a turn."""
    if view.phase is Phase.SETUP:
        return None
    silence, uturn = (
        Fact("silence", Text(N_("{iw.silence}")), tone="ice"),
        Fact("uturn", Text(N_("{iw.uturn}")), tone="hex"),
    )
    counts = (
        Fact("pile", PILE, f"{'' if view.pile_sure else '~'}{view.pile}"),
        Fact("wagon", BEHIND, str(view.behind)),
        Fact("hand", Text(N_("In all hands")), str(view.hands_total)),
    )
    warnings = (silence,) * view.silence + (uturn,) * view.uturn
    return TurnShown(counts=counts, warnings=warnings, trial=demo(view))


def demo(view: WagonView) -> Text:
    """Return that the cards are no more than a trial."""
    return Text(N_("demo cards") if view.demo else "")


def own(view: WagonView, name: str) -> Iterator[Fact]:
    """Its cards, and its Curse."""
    hand = next((hand for hand in view.hands if hand.name == name), None)
    if hand is None or view.phase is Phase.SETUP:
        return
    yield Fact("hand", Text(N_("Your cards")), f"{'' if hand.sure else '~'}{hand.cards}")
    if hand.curse:
        yield Fact("curse", Text(N_("You hold a {iw.curse}")), tone="hex")


def ending(result: Mapping[str, Any]) -> Ending:
    """Return out in how long, or why not."""
    ticked = str(result.get("ticked") or "")
    more = (Text(EXPLOIT_WORDS[ticked][0]),) if ticked in EXPLOIT_WORDS else ()
    won = bool(result.get("won"))
    icon, how = "wagon", Text(N_("Out in {time}"), {"time": minutes_of(int(result.get("elapsed_ms") or 0))})
    if not won:
        icon, words = REASONS.get(str(result.get("reason")), ("cross", N_("Lost")))
        how = Text(words)
    minutes = int(result.get("minutes") or PRINTED_MINUTES)
    other = minutes != PRINTED_MINUTES and result.get("timer") == Timer.TIMED
    named = joined(" · ", (how, countdown_words(minutes))) if other else how
    return Ending(how, not won, named, icon, won, more)


def over(view: WagonView) -> Ending | None:
    """Return the same for those who still look at it."""
    if view.result is None:
        return None
    return ending({"won": view.result.won, "reason": view.result.reason, "elapsed_ms": view.result.elapsed_ms})


def minutes_of(ms: int) -> str:
    seconds = ms // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"


def countdown_words(minutes: int) -> Text:
    """Return the words for a countdown of another length than the printed one."""
    return Text(N_("{length} game"), {"length": f"{minutes}:00"})


def each(view: WagonView, name: str) -> Iterator[Fact]:
    """Return what is public of a seat: its cards, and a Curse."""
    hand = next((hand for hand in view.hands if hand.name == name), None)
    if hand is None or view.phase is Phase.SETUP:
        return
    yield Fact("hand", Text(N_("Cards")), f"{'' if hand.sure else '~'}{hand.cards}")
    if hand.curse:
        yield Fact("curse", Text(N_("{iw.curse}")), tone="hex")


SHOW = Show(turn, own, ending, over, each=each)
