"""Players as options, and reports: what happened on the table where people move the pawns themselves (Tracker)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from companion.engine.prompt import MAIN, Keys, Option, Prompt, Why, badged
from companion.engine.text import N_, Text
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.card_words import ADVANCE, BACK, TABLE, caught_words
from companion.games.cerbere.names import DeckKind, OpName
from companion.games.cerbere.rules.chase import walkers
from companion.games.cerbere.rules.turn import may_end
from companion.games.cerbere.state import CerbereState


def pawn_option(state: CerbereState, index: int, move: object = None, chosen: bool = False) -> Option:
    """Return a player or pawn as an option."""
    seat = state.seats[index]
    pawn = _pawn(seat.name, seat.colour, state.place_of(index) if state.board else None)
    return replace(pawn, move=move, chosen=chosen)


@lru_cache(maxsize=1024)
def _pawn(name: str, colour: str, at: int | None) -> Option:
    place = "" if at is None else str(at)
    return Option(name, Text("{name}", {"name": name}), icon="pawn", seat=name, place=place, slot=f"pawn:{colour}")


def seat_answers(state: CerbereState, seats: Iterable[int], chosen: Sequence[int] = ()) -> tuple[Option, ...]:
    return tuple([pawn_option(state, i, mv.Answer(state.seats[i].name), i in chosen) for i in seats])


def name_of(state: CerbereState, index: int) -> str:
    return state.seats[index].name


CAPTURE, END, SEAT, UNSEAT, SYMBOL, BRIDGE = "capture", "end", "seat", "unseat", "symbol", "bridge"
QUESTIONS = {
    CAPTURE: Text(N_("Who is caught?")),
    END: Text(N_("Who is there first?")),
    SEAT: Text(N_("Who gets in?")),
    UNSEAT: Text(N_("Who gets out?")),
    SYMBOL: Text(N_("Whose pawn?")),
}
MOST = 3
"""Spaces that a printed symbol moves a pawn."""


REPORTS = (Option("report", Text(N_("On the table")), icon="list", listed=False),)


def reports_key(state: CerbereState) -> tuple[Option, ...]:
    return () if state.board else REPORTS


def reportable_now(state: CerbereState) -> tuple[Option, ...]:
    """Return what the table may have to report of pawns just moved, before it ends the turn; in every turn, where
    cards are not followed."""
    if state.board or not may_end(state) or not (state.turn.moved or not state.rulings.follow_cards):
        return ()
    kinds = _kinds(state)
    boat = END if state.boats.revealed is None else SEAT
    return tuple(TOLD[kind] for kind in (boat, SYMBOL, BRIDGE) if kinds.get(kind, NOBODY) is None)


def report_prompt(state: CerbereState, path: Keys) -> Prompt:
    if state.board or path[:1] != ("report",):
        raise LookupError(path)
    match path[1:]:
        case ():
            options = [replace(KINDS[kind], why=why, listed=why is None) for kind, why in _kinds(state).items()]
            return Prompt("report", Text(N_("On the table")), tuple(options))
        case ("capture", *names):
            return _captured(state, tuple(names))
        case ("symbol", pawn, *rest) if state.index(pawn) in walkers(state):
            return _symbol(state, pawn, tuple(rest))
        case (kind,) if kind in QUESTIONS and _kinds(state).get(kind, NOBODY) is None:
            aboard = kind == UNSEAT
            made = {END: mv.EndBoardReached, SEAT: mv.TakeSeat, UNSEAT: mv.Unseat}.get(kind)
            seats = state.boats.aboard if aboard else walkers(state)
            options = [pawn_option(state, i, made(name_of(state, i)) if made else None) for i in seats]
            return Prompt("report_who", QUESTIONS[kind], badged(options), hint=KINDS[kind].label)
    raise LookupError(path)


KINDS = {
    CAPTURE: Option(CAPTURE, Text(N_("Captured")), icon="hunt", tone="danger"),
    END: Option(END, Text("{cb.end_board}"), icon="boat", tone="bone"),
    SEAT: Option(SEAT, Text(N_("Gets into the {cb.boat}")), icon="boat1", tone="ok"),
    UNSEAT: Option(UNSEAT, Text(N_("Leaves the {cb.boat}")), icon="back"),
    SYMBOL: Option(SYMBOL, Text(N_("On a symbol")), icon="flame"),
    BRIDGE: Option(BRIDGE, Text(N_("Crosses the {cb.bridge:short}")), icon="bridge", move=mv.BridgeUsed()),
}
TOLD = {
    END: replace(KINDS[END], key="end_board", tone="", prominent=True),
    SEAT: replace(KINDS[SEAT], label=Text("{cb.boat}"), tone="", prominent=True),
    SYMBOL: replace(KINDS[SYMBOL], label=Text(N_("Symbol")), prominent=True),
    BRIDGE: replace(KINDS[BRIDGE], label=Text("{cb.bridge:short}"), prominent=True),
}
"""Those with a key on the turn once pawns may have moved; a shorter path leads to the same question."""
NOBODY = Why("target_invalid", {"pawn": ""})
REVEALED, HIDDEN, FULL = Why("boat_revealed"), Why("boat_hidden"), Why("boat_full")
GONE = Why("path_closed", {"via": "bridge", "reason": "bridge"})


def _kinds(state: CerbereState) -> dict[str, Why | None]:
    """Return what can be reported on the present board, and why there is nothing of a kind to report now."""
    boats = state.boats
    hidden = boats.revealed is None
    nobody = None if walkers(state) else NOBODY
    kinds: dict[str, Why | None] = {
        CAPTURE: nobody,
        END: nobody if hidden else REVEALED,
        SEAT: HIDDEN if hidden else FULL if boats.full else nobody,
    }
    if boats.aboard:
        kinds[UNSEAT] = None
    kinds[SYMBOL] = nobody
    if state.path.bridge is not None:
        kinds[BRIDGE] = None if state.bridge else GONE
    return kinds


def _captured(state: CerbereState, names: tuple[str, ...]) -> Prompt:
    """CB-070, CB-072: several at once, in order."""
    there = [name_of(state, i) for i in walkers(state)]
    if len(set(names)) < len(names) or not set(names) <= set(there):
        raise LookupError(names)
    options = [pawn_option(state, i, chosen=name_of(state, i) in names) for i in walkers(state)]
    done = Option(
        "ok",
        caught_words(names),
        icon="hunt",
        tone="danger",
        badge=MAIN,
        move=mv.TakeCapture(names),
        why=None if names else Why("wrong_phase"),
    )
    hint = KINDS[CAPTURE].label
    return Prompt("report_who", QUESTIONS[CAPTURE], (*badged(options), done), hint=hint, ordered=True)


def _symbol(state: CerbereState, pawn: str, rest: Keys) -> Prompt:
    """CB-160: what the symbol does, and of some how far."""
    offered = [p for p in SYMBOLS if state.boats.revealed is None or p.op is not OpName.BOAT]
    hint = Text(N_("{pawn} stops on a symbol"), {"pawn": pawn})
    match rest:
        case ():
            options = [
                Option(p.key, Text(p.label), icon=p.icon, tone="ember", move=None if p.each else p.move(pawn))
                for p in offered
            ]
            return Prompt("symbol", Text(N_("Which symbol?")), badged(options), hint=hint, who=pawn)
        case (key,):
            found = next((p for p in offered if p.key == key and p.each), None)
            if found is not None:
                return Prompt("spaces", Text(N_("How many spaces?")), _spaces(found, pawn), hint=hint, who=pawn)
    raise LookupError(rest)


def _spaces(printed: SymbolWords, pawn: str) -> tuple[Option, ...]:
    return badged(
        Option(str(n), Text(printed.each, {"n": n}), icon=printed.icon, tone="ember", move=printed.move(pawn, n))
        for n in range(1, MOST + 1)
    )


class SymbolWords(NamedTuple):
    """What a symbol does. `each`: the words with a number {n}; how many spaces is asked then."""

    key: str
    icon: str
    label: str
    op: OpName
    n: int = 1
    deck: DeckKind | None = None
    each: str = ""

    def move(self, pawn: str, times: int = 1) -> mv.Symbol:
        return mv.Symbol(pawn, self.op, self.n * times, self.deck)


SYMBOLS = (
    SymbolWords("draw", "draw", N_("Draw 1 {cb.survival}"), OpName.DRAW, 1, DeckKind.SURVIVAL),
    SymbolWords("rage_up", "hunt", N_("{cb.rage} +1"), OpName.RAGE_FORWARD),
    SymbolWords("rage_down", "hunt", N_("{cb.rage} −1"), OpName.RAGE_BACK),
    SymbolWords("speed_down", "die", N_("{cb.speed} −1"), OpName.SPEED_DOWN),
    SymbolWords("boat", "boat", N_("Look or swap"), OpName.BOAT),
    SymbolWords("hunt", "cerberus", N_("The {cb.hunt} starts"), OpName.HUNT),
    SymbolWords("forward", "pawn", N_("Forward"), OpName.MOVE, each=ADVANCE["self"]),
    SymbolWords("back", "back", N_("Back again"), OpName.MOVE, -1, each=BACK["self"]),
    SymbolWords("cerberus", "cerberus", N_("{cb.cerberus} advances"), OpName.CERBERUS, each=TABLE[OpName.CERBERUS]),
)
