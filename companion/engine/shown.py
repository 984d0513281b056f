"""The public sight of a state, and a rehearsal of all questions to a state that came from outside."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from companion.engine.audience import ENDED, PUBLIC, Audience, Seat
from companion.engine.codec import public_json
from companion.engine.cues import Cue
from companion.engine.game import ClockReading, Event, Game, GameSetup
from companion.engine.later import Deferred
from companion.engine.refused import BadInput, Refused
from companion.engine.session import Session
from companion.engine.update import Notice, Refusal, Update

ShownState = tuple[Struct, ClockReading, int]
"""What everybody sees of a state: view, clock, and the session ms of both."""


def shown_at(game: Game[Any], state: Any, at: int) -> ShownState:
    return game.view(state, PUBLIC, at), game.face(state, at), at


def rehearse(game: Game[Any], state: Any, order: GameSetup, given: Mapping[str, Any]) -> None:
    """Call every question method on a state that came from outside, once, before it is played.

    :param given: the position that it was made of. What the state's own position leaves empty (a box that came as an
        object has no name to write) is given again.
    :raises BadInput: where nothing leads on from it.
    :raises Exception: whatever the game raises where it cannot answer.
    """
    check_leads_on(game, state, 0, "position")
    public_json((shown_at(game, state, 0), game.prompt(state, PUBLIC)))
    audiences: tuple[Audience, ...] = (ENDED, *(Seat(player.name) for player in order.seats))
    for audience in audiences:
        game.view(state, audience, 0)
    game.result(state, 0)
    game.on_resume(state, 0)
    written = game.position(state, 0, reveal=True)
    written |= {key: value for key, value in given.items() if written.get(key) == ""}
    if "options" in written and isinstance(given.get("options"), Mapping):
        written["options"] = {**given["options"], **written["options"]}
    game.import_position(order, written)


def check_leads_on(game: Game[Any], state: Any, at: int, field: str) -> None:
    """Check that the state has an answer that leads on: the game is over, something happens by itself, the last step
    can be taken back, or one of the offered moves is accepted.

    :raises BadInput: naming `field`.
    """
    prompt = game.prompt(state, PUBLIC)
    back = prompt is not None and any(option.takes_back for option in prompt.options)
    if back or game.result(state, at) is not None or game.due(state) is not None:
        return
    for move in game.legal(state, at):
        with suppress(Refused):
            game.make_move(state, move, at, Random(0))
            return
    raise BadInput(field=field, reason="nothing leads on from it: no answer is taken, and nothing happens by itself")


def updated(
    session: Session | None,
    events: tuple[Event, ...],
    cues: tuple[Cue, ...],
    stamp: int,
    refusal: Refusal | None = None,
    notices: tuple[Notice, ...] = (),
    shown: ShownState | None = None,
    anew: bool = False,
) -> Update:
    """Return the update of all this. `shown`: the state as it was seen before it was saved.

    An input may be stamped earlier than what is saved already; what is shown is then of that later moment.
    """
    if session is None:
        return Update(None, events, cues, None, None, None, None, 0, stamp, refusal, notices, anew=anew)
    if shown is None:
        shown = shown_at(session.game, session.state, max(stamp - session.origin, session.last_at))
    view, face, at = shown
    prompt = session.prompt()
    undo, redo = session.undo_label(at), session.history.redo_label(session.state, at)
    name, path = session.game.name, session.path
    stamp = at + session.origin
    return Update(
        name, events, cues, view, undo, redo, face, at, stamp, refusal, notices, prompt, path, anew,
        undo_at_table=session.history.at_table and not path,
        corrections=Deferred(partial(session.game.correction_pages, session.state)),
    )  # fmt: skip
