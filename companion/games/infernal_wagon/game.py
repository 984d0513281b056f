"""Infernal Wagon as the table knows it: the doors of `companion.engine.game.Game`, each leading to one file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.audience import Audience
from companion.engine.base_game import BaseGame
from companion.engine.codec import to_kind
from companion.engine.game import Event, GameSetup, Move, Player
from companion.engine.prompt import Keys, Prompt
from companion.engine.refused import Refused
from companion.engine.signals import Signal, Tag
from companion.games.infernal_wagon import moves as mv
from companion.games.infernal_wagon.build_view import build_view
from companion.games.infernal_wagon.cues import cues
from companion.games.infernal_wagon.data.box_names import NAMES
from companion.games.infernal_wagon.data.enrol import WagonBox
from companion.games.infernal_wagon.events import Ignored, WagonEvent
from companion.games.infernal_wagon.guide import GUIDE
from companion.games.infernal_wagon.memory import result
from companion.games.infernal_wagon.names import STILL, CardKind, QuestionKind
from companion.games.infernal_wagon.prompts.tree import prompt
from companion.games.infernal_wagon.rules import clockwork, ending, prepare, verdicts
from companion.games.infernal_wagon.rules.corrections import CORRECTIONS, correct
from companion.games.infernal_wagon.rules.exploits import group_facts, have_played, new_once
from companion.games.infernal_wagon.rules.invariants import PATCHES
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.place import (
    answer_question,
    default_due,
    lay_open,
    seat,
    take_default,
    tap,
    why_ignored,
)
from companion.games.infernal_wagon.show import SHOW
from companion.games.infernal_wagon.state import WagonState
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import REFUSALS, label
from companion.games.plugin import GamePlugin

SEAT_READER = "seat:"


def _seat(state: WagonState, reader: str) -> str | None:
    """Return whose reader it is, where each player has one."""
    name = reader.removeprefix(SEAT_READER) if reader.startswith(SEAT_READER) else state.prep.readers.get(reader)
    return name if name is not None and state.prep.seat(name) is not None else None


class InfernalWagon(BaseGame[WagonState]):
    """The rules of Infernal Wagon."""

    name = "infernal_wagon"
    move_type = mv.WagonMove
    event_type: Any = WagonEvent
    correction_type = mv.Correct
    patches = PATCHES
    corrections = CORRECTIONS
    state_type = WagonState
    no_step = "not_allowed_now"
    amendable: ClassVar[Mapping[str, tuple[Any, ...]]] = {"won": (True, False)}
    named: ClassVar[Collection[str]] = ("players", "new")
    asides = (
        *(mv.NewGame, mv.Prepare, mv.Confirm, mv.BackToSetup, mv.StartClock),  # IW-065: as far back as the start
        *(mv.Hold, mv.ResumeClock, mv.Next),
    )

    due = staticmethod(clockwork.due)
    face = staticmethod(clockwork.face)
    cues = staticmethod(cues)
    label = staticmethod(label)
    after_undo = staticmethod(clockwork.after_undo)
    on_resume = staticmethod(clockwork.on_resume)
    opening = staticmethod(prepare.opening)
    group = staticmethod(group_facts)
    regroup = staticmethod(prepare.regroup)

    def informed(self, asked: Any, results: Callable[[], Sequence[Mapping[str, Any]]]) -> Any:
        """A player is new once: one who played before is not new, whatever the table says (IW-142)."""
        match asked:
            case GameSetup(seats=seats, seats_of_readers=readers):
                return replace(asked, seats=self._new_once(seats, results)).with_readers(readers)
            case mv.NewGame(names=tuple() as names):
                return replace(asked, names=self._new_once(names, results))
            case mv.Adjust(seats=tuple() as seats):
                return replace(asked, seats=self._new_once(seats, results))
            case mv.Correct(patch=patch) if patch.keys() & mv.Adjust.__struct_fields__:
                return self.informed(to_kind(patch, mv.Adjust), results)
        return asked

    @staticmethod
    def _new_once(seats: Sequence[str | Player], results: Callable[[], Any]) -> tuple[str | Player, ...]:
        claimed = any(isinstance(seat, Player) and seat.new for seat in seats)
        return new_once(seats, have_played(results())) if claimed else tuple(seats)

    def setup(self, order: GameSetup, rng: Random) -> tuple[WagonState, Sequence[Event]]:
        work = MoveContext(WagonState(prep=prepare.prepare(order, self.config), play=1), 0)
        prepare.tell_setup(work)
        return work.state, work.events

    def make_move(self, state: WagonState, move: Any, at: int, rng: Random) -> tuple[Sequence[Event], WagonState]:
        work = MoveContext(state, at)
        DECIDES[type(move)](work, move)
        return work.events, work.state

    def read(self, state: WagonState, /, signal: Signal, prompt: Prompt | None) -> Move | None:
        """Return the move where no option bears the tag; None for a tag that leaves and for keys."""
        match signal:
            case Tag(reader=reader, uid=uid, present=True):
                return mv.CardTap(uid=uid, seat=_seat(state, reader))
            case _:
                return None

    def view(self, state: WagonState, audience: Audience, at: int) -> WagonView:
        # The table is common: every audience sees the same, and the Curses are in no view.
        return build_view(state, at)

    def prompt(self, state: WagonState, audience: Audience, path: Keys = ()) -> Prompt:
        return prompt(state, path)  # the table is common

    def tags(self, state: WagonState) -> Collection[str]:
        return state.prep.box.tags

    def asks_which_card(self, state: WagonState) -> bool:
        return not state.running  # IW-R41

    def beside(self, before: WagonState, move: Any, events: Sequence[Event], after: WagonState) -> bool:
        """Also an input without effect (a stranger, the same tag or the same count once more), who plays, the rulings,
        and whether the sound plays."""
        return after == before or isinstance(move, mv.Adjust) or super().beside(before, move, events, after)

    def result(self, state: WagonState, at: int) -> dict[str, Any] | None:
        return result(state)


def _answer(context: MoveContext, move: mv.Answer) -> None:
    _live(context)
    answer_question(context, move.question, move.value)


def _adjust(context: MoveContext, move: mv.Adjust) -> None:
    if move.sound is not None:
        prepare.hear(context, move.sound)
    if move.seats is not None:
        prepare.seat_players(context, move.seats)
    if move.rulings is not None:
        prepare.rule(context, move.rulings)


def _live(context: MoveContext) -> None:
    if not context.state.live or context.state.held_at is not None:
        raise Refused("not_allowed_now")


def _exit_laid(context: MoveContext, move: mv.ExitLaid) -> None:
    """The Exit where it bears no tag: the same as its card (IW-074)."""
    s = context.state
    player = seat(s, move.seat, "seat")
    if why_ignored(s) is not None and not ending.in_time_after_all(context):
        raise Refused("not_allowed_now")  # a touch, not a tap
    if any(ask.question in STILL for ask in context.state.asks):
        raise Refused("not_allowed_now")
    while context.state.asks and not context.over:
        take_default(context)
    if context.over:
        context.emit(Ignored("game_over"))
        return
    ending.lay_exit(context, ending.exit_slot(s), player, None, by_touch=True)


def _curse(context: MoveContext, move: mv.CurseLaid) -> None:
    """With a tag it is a card tap; without, a touch that names the holder (reading 2)."""
    name = move.uid or move.card
    if name is not None:
        found = context.state.prep.box.find(name)
        if found is not None and found[0].kind is not CardKind.CURSE:
            raise Refused("not_allowed_now")
        tap(context, mv.CardTap(uid=name, seat=move.seat))
        return
    _live(context)
    ask = context.state.asking
    if ask is not None and ask.question is not QuestionKind.CURSES:
        raise Refused("not_allowed_now")
    lay_open(context, None, seat(context.state, move.seat, "seat"))


DECIDES: dict[type, Callable[[MoveContext, Any], None]] = {
    mv.NewGame: prepare.new_game,
    mv.Prepare: prepare.choose,
    mv.Confirm: lambda w, _move: prepare.confirm(w),
    mv.BackToSetup: lambda w, _move: prepare.back(w),
    mv.StartClock: lambda w, _move: clockwork.start_clock(w),
    mv.Hold: lambda w, _move: clockwork.hold_clock(w),
    mv.ResumeClock: lambda w, _move: clockwork.resume_clock(w),
    mv.CueDue: lambda w, _move: clockwork.cue_due(w),
    mv.TimeUp: lambda w, _move: ending.time_up(w),
    mv.AnswerDue: lambda w, move: default_due(w, move.question),
    mv.CardTap: tap,
    mv.ExitLaid: _exit_laid,
    mv.CurseLaid: _curse,
    mv.CountCard: lambda w, _move: verdicts.count(w),
    mv.ShowSwitch: lambda w, move: verdicts.show_switch(w, move.kind),
    mv.Miss: verdicts.miss,
    mv.Hit: lambda w, _move: verdicts.hit(w),
    mv.Answer: _answer,
    mv.Adjust: _adjust,
    mv.Correct: correct,
    mv.GiveUp: lambda w, _move: ending.give_up(w),
    mv.Appeal: lambda w, _move: ending.appeal(w),
    mv.Next: lambda w, _move: ending.offer_exploits(w),
    mv.Tick: lambda w, move: ending.tick(w, move.id),
}
"""Each command of section 3.2."""

PLUGIN = GamePlugin(
    InfernalWagon.name,
    InfernalWagon,
    cards=WagonBox(),
    refusals=REFUSALS,
    guide=GUIDE,
    names=lambda _config: NAMES,
    show=SHOW,
    title="{iw.game}",
)
