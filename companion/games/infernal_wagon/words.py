"""What Infernal Wagon says, in English msgids: refusals, the Undo key, the lines and orders of an update, the voice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.engine.game import UndoLabel, undo_words
from companion.engine.message import Messages, messages_of
from companion.engine.spoken import Spoken, each_event, said
from companion.engine.text import N_, Text, TitleAndHint
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon import moves as mv
from companion.games.infernal_wagon.events import CardPlaced, Seen, TunnelCard
from companion.games.infernal_wagon.names import CardKind, PenaltyKind
from companion.games.infernal_wagon.state import WagonState
from companion.games.infernal_wagon.view import WagonView

REFUSALS: dict[str, TitleAndHint] = {
    "bad_player_count": TitleAndHint(N_("Two to five players"), N_("Choose how many you are.")),
    "already_ticked": TitleAndHint(N_("One exploit a game"), N_("The next one with the next game.")),
    "already_ticked:earlier": TitleAndHint(N_("Ticked already"), N_("In an earlier game of yours.")),
    "too_late:judged": TitleAndHint(
        N_("Too late for this card"), N_("The time to say it is {n} s. Undo takes the card back.")
    ),
    "too_late:over": TitleAndHint(N_("Too late"), N_("The game is over for good {n} s after its end.")),
    "bad_box": TitleAndHint(N_("The card data are wrong"), "{file} {slot} {field}"),
}
"""Code, or code and reason -> what it is, and what to do about it: for the screen, the table protocol and the log."""

EXPLOIT_WORDS: dict[str, tuple[str, str]] = {
    "welcome": ("{iw.welcome}", N_("get out once")),
    "a_toi_a_moi": ("{iw.a_toi_a_moi}", N_("get out as two")),
    "oceans_5": ("{iw.oceans_5}", N_("get out as five")),
    "six_coups": ("{iw.six_coups}", N_("under 6 minutes")),
    "five_minutes": ("{iw.five_minutes}", N_("under 5 minutes")),
    "ghost_rider": ("{iw.ghost_rider}", N_("with the sound on")),
    "le_bon": ("{iw.le_bon}", N_("get out, one hand empty")),
    "dead_man": ("{iw.dead_man}", N_("lose, under 5 cards left")),
    "impitoyable": ("{iw.impitoyable}", N_("no card lost")),
    "seven_in_hell": ("{iw.seven_in_hell}", N_("with all {iw.branches}")),
    "seven_mercenaries": ("{iw.seven_mercenaries}", N_("7 new players")),
}
"""Id -> our own name for it and what it takes, in few words."""

_OF_SEAT = {
    CardKind.EXIT: N_("the {iw.exit} by {name}, at {clock}"),
    None: N_("the card of {name}, at {clock}"),
}
_OF_NOBODY = {
    CardKind.EXIT: N_("the {iw.exit}, at {clock}"),
    CardKind.SILENCE: N_("the {iw.silence} card, at {clock}"),
    CardKind.UTURN: N_("the {iw.uturn} card, at {clock}"),
    CardKind.CURSE: N_("the {iw.curse}, at {clock}"),
    None: N_("the card, at {clock}"),
}
TUNNEL_CARD = N_("the {iw.tunnel} card, at {clock}")
OF_MOVE: dict[type, str] = {
    mv.CountCard: N_("the counted card, at {clock}"),
    mv.ShowSwitch: N_("the card laid aside, at {clock}"),
    mv.Miss: N_("the misfit, at {clock}"),
    mv.Hit: N_("the fit, at {clock}"),
    mv.Answer: N_("the answer, at {clock}"),
    mv.Correct: N_("the correction, at {clock}"),
    mv.GiveUp: N_("giving up"),
    mv.Appeal: N_("the appeal"),
    mv.Tick: N_("the exploit"),
}


def label(before: WagonState, move: Any, events: Sequence[Any], at: int) -> UndoLabel:
    """Return what Undo takes back (IW-065)."""
    name = type(move).__struct_config__.tag
    facts: dict[str, str | int] = {"clock": _clock(before, at)}
    happened = undo_words(events, before)
    if happened is not None:
        return UndoLabel(name, happened[0], facts | happened[1])
    match move:
        case mv.CardTap() | mv.ExitLaid() | mv.CurseLaid():
            return UndoLabel(name, _card_text(before, move, events, facts), facts)
        case _:
            return UndoLabel(name, OF_MOVE[type(move)], facts)


def _card_text(before: WagonState, move: Any, events: Sequence[Any], facts: dict[str, str | int]) -> str:
    placed = next((event for event in events[::-1] if isinstance(event, CardPlaced | TunnelCard)), None)
    if placed is None:
        kind = CardKind.CURSE if isinstance(move, mv.CurseLaid) else _kind(before, move)
        return _OF_NOBODY.get(kind, _OF_NOBODY[None])
    if isinstance(placed, TunnelCard):
        return TUNNEL_CARD
    player = placed.player or placed.owner
    words = _OF_NOBODY if player is None else _OF_SEAT
    if player is not None:
        facts["name"] = player
    return words.get(placed.kind, words[None])


def _kind(before: WagonState, move: Any) -> CardKind | None:
    found = before.prep.box.find(getattr(move, "uid", None) or getattr(move, "card", None) or "")
    return found[0].kind if found is not None else None


def _clock(state: WagonState, at: int) -> str:
    """Return the time on the clock when it happened: left to play, rounded up; in calm mode gone, rounded down."""
    elapsed, length = state.clock.at(at), state.prep.length_ms
    seconds = -((min(elapsed, length) - length) // 1000) if state.prep.timer.value == "timed" else elapsed // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"


# -- an update, and the voice ------------------------------------------------------------------------------------------


SILENT_REPEAT_MS = 3000
"""A card read twice within this says nothing (rule C of IW-063)."""


def tell(events: Sequence[Any], view: WagonView, undo: UndoLabel | None = None) -> Messages:
    """Return the story of one update."""
    return messages_of(events, Seen(view, undo))


SAID = (
    ev.ClockHeld, ev.Resumed, ev.Mismatch, ev.TrackDiscarded, ev.Explosion, ev.TunnelExpected, ev.DrawExpected,
    ev.DrawSkipped, ev.ReplacementExpected, ev.SilenceOff, ev.UturnOn, ev.UturnOff, ev.CurseCleared, ev.LastCards,
    ev.ExitDrawn, ev.LimitWarning, ev.Warn,
)  # fmt: skip
MOST_REMOVED = 5
"""Cards that one order removes, of those that are listed (IW-042, and one more)."""


def orders(events: Sequence[Any], view: WagonView) -> tuple[Text, ...]:
    """Return what the table must do now."""
    return said((e for e in events if isinstance(e, SAID)), ev.Seen(view, None))


def phrases(names: Sequence[str]) -> Iterable[Text]:
    return each_event(_examples(names))


def _examples(names: Sequence[str]) -> Iterator[Any]:
    """Yield an event for each wording."""
    yield from (ev.ClockHeld(None), ev.Resumed(None))
    yield from (ev.Mismatch(PenaltyKind.NONE), ev.Mismatch(PenaltyKind.NO_DRAW))
    yield from (ev.TrackDiscarded(("",) * n) for n in range(1, MOST_REMOVED + 1))
    yield from (ev.Explosion(()), ev.Explosion(("",)), ev.TunnelExpected(None), ev.ReplacementExpected())
    yield from (ev.SilenceOff(), ev.UturnOn(), ev.UturnOff(), ev.LastCards(0), ev.CurseCleared(None, 0))
    yield from (ev.LimitWarning(""), ev.Warn("", ""))
    for name in (None, *names):
        yield from (ev.DrawExpected(name), ev.DrawSkipped(name), ev.ExitDrawn(name), ev.CurseCleared(name, 1))


SPOKEN = Spoken(orders, phrases)
