"""What Cerbère says, in English msgids: refusals, the Undo key, the line and the orders of an update, the voice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.game import MsgidFacts, UndoLabel, undo_words
from companion.engine.message import Line, Messages, Order, messages_of
from companion.engine.spoken import Spoken, each_event, said, turn_of
from companion.engine.text import N_, Text, TitleAndHint, counted
from companion.games.cerbere import events as ev
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.cards import CardCatalogue
from companion.games.cerbere.events import asked_card
from companion.games.cerbere.names import BOATS, FASTEST, SLOWEST, Asks, CapturedRole, CerberusReason
from companion.games.cerbere.rules.chase import run_of
from companion.games.cerbere.state import CatchQuestion, CerbereState, Walk
from companion.games.cerbere.view import CerbereView

REFUSALS: dict[str, TitleAndHint] = {
    "not_your_turn": TitleAndHint(N_("Not this player’s turn"), N_("The name on top is the one who plays.")),
    "wrong_phase": TitleAndHint(N_("Not at this moment"), N_("The screen shows what can be done now.")),
    "action_already_played": TitleAndHint(
        N_("The {cb.action} card is played already"),
        N_("A {cb.survival} or {cb.betrayal} card, or the end of the turn."),
    ),
    "bonus_already_played": TitleAndHint(
        N_("{cb.survival}/{cb.betrayal} is played already"), N_("An {cb.action} card, or the end of the turn.")
    ),
    "action_missing": TitleAndHint(N_("No {cb.action} card played yet"), N_("Each turn plays exactly one.")),
    "wrong_side": TitleAndHint(
        N_("A card of the other side"),
        N_("{cb.survival} for {cb.adventurer:many}, {cb.betrayal} for {cb.cerberus_player:many}."),
    ),
    "not_in_hand": TitleAndHint(N_("This card is not in hand"), N_("Play one that is held, or correct the counts.")),
    "cost_rage": TitleAndHint(
        N_("The {cb.rage} cannot rise that far"), N_("It ends with the {cb.hunt_space}: choose another option.")
    ),
    "cost_speed": TitleAndHint(N_("The die has no such face"), N_("Choose another option.")),
    "cost_cards": TitleAndHint(N_("Too few cards to pay"), N_("Choose another option.")),
    "cost_cards:giver": TitleAndHint(N_("Not these cards"), N_("Name somebody who holds as many.")),
    "cost_move": TitleAndHint(N_("No pawn can pay"), N_("Choose another option.")),
    "cost_move:pawn": TitleAndHint(N_("That pawn cannot pay"), N_("It cannot make the step.")),
    "target_self": TitleAndHint(N_("Not the player’s own pawn"), N_("Choose somebody else.")),
    "target_repeated": TitleAndHint(N_("This pawn is chosen already"), N_("Choose a different one.")),
    "target_invalid": TitleAndHint(N_("Not this one"), N_("Choose one that is lit.")),
    "target_seated": TitleAndHint(N_("Sitting in the {cb.boat}"), N_("Choose somebody on the path.")),
    "boat_hidden": TitleAndHint(
        N_("The {cb.boat:many} are still hidden"), N_("The first on the {cb.end_board} reveals one.")
    ),
    "boat_revealed": TitleAndHint(N_("The {cb.boat} is revealed"), N_("There is nothing left to look at or to swap.")),
    "boat_full": TitleAndHint(N_("The {cb.boat} is full"), N_("The pawn stops on the space before.")),
    "path_closed": TitleAndHint(N_("This way is closed"), N_("Choose a way that is lit.")),
    "path_closed:bridge": TitleAndHint(N_("No {cb.bridge} is left"), N_("It is gone, or not on these boards.")),
    "swap_unavailable": TitleAndHint(N_("Nobody to change places with"), N_("Walk on as usual.")),
    "game_over": TitleAndHint(N_("The game is over"), N_("Only “Undo” is left.")),
    "not_in_game": TitleAndHint(N_("Not in this game"), N_("Nobody plays this colour tonight.")),
    "unknown_tag": TitleAndHint(N_("Unknown tag"), N_("It belongs to no piece of this game.")),
    "bad_setup": TitleAndHint(N_("It cannot begin like this"), N_("Look through the set-up once more.")),
    "bad_setup:same_face_twice": TitleAndHint(
        N_("It cannot begin like this"), N_("Two different {cb.mid_boards}, please.")
    ),
    "bad_setup:unknown_face": TitleAndHint(
        N_("It cannot begin like this"), N_("Board {face} is not in the board file.")
    ),
    "bad_setup:place_twice": TitleAndHint(
        N_("It cannot begin like this"), N_("Both {cb.mid_boards} bear the same place.")
    ),
}
"""Code, or code and reason -> what it is, and what to do about it: for the screen, the table protocol and the log."""

# -- the text of the Undo key ------------------------------------------------------------------------------------------

OF_MOVE: dict[type, str] = {
    mv.Correct: N_("the correction"),
    mv.Symbol: N_("the symbol under {name}"),
    mv.BridgeUsed: N_("the {cb.bridge}"),
    mv.EndBoardReached: N_("{name}: {cb.end_board}"),
}
"""Moves that are called after themselves, whatever follows from them."""
CAPTURE = N_("the capture of {name}")
CAPTURES = N_("{names} caught")
CAPTURES_MANY = N_("{name} and {n} more caught")
COST = N_("the card’s price")
EFFECT = N_("a card’s effect")
PICKED = N_("{name} chosen")
NOBODY = N_("nobody caught")
ANSWER = N_("the answer")
NACELLE = N_("the {cb.nacelle}")

_QUESTIONS = (ev.ChoiceNeeded, ev.CatchAsked)


def label(before: CerbereState, move: Any, events: Sequence[Any]) -> UndoLabel:
    """Return what Undo takes back: the weightiest thing that `move` led to, or else what was answered.

    No boat's content is ever in it: it names slots and who looked, nothing else.
    """
    text, facts = _named(before, move, [event for event in events if event.announced])
    return UndoLabel(type(move).__struct_config__.tag, text, facts)


def _named(before: CerbereState, move: Any, events: Sequence[Any]) -> MsgidFacts:
    if type(move) in OF_MOVE:
        pawn = getattr(move, "pawn", None)
        return OF_MOVE[type(move)], {} if pawn is None else {"name": pawn}
    moved = {event.pawn for event in events if isinstance(event, ev.PawnMoved)}
    if len(moved) > 1 and isinstance(before.task, Walk) and before.task.asked is Asks.NACELLE:
        return NACELLE, {}
    if len(moved) > 1:  # an effect of the card, not one pawn's move
        events = [event for event in events if not isinstance(event, ev.PawnMoved | ev.Seated | ev.Unseated)]
    found = _captured(events) or undo_words(events, before)
    if found is not None:
        return found
    if isinstance(move, mv.PlayCard):
        return asked_card(before, move)
    if not events or (isinstance(move, mv.Answer) and all(isinstance(event, _QUESTIONS) for event in events)):
        return _answered(before, move)
    if before.play is None or before.play.option is None:
        return ANSWER, {}
    return COST if before.play.owed else EFFECT, {}


def _captured(events: Sequence[Any]) -> MsgidFacts | None:
    caught = [event.pawn for event in events if isinstance(event, ev.Captured)]
    if len(caught) > 2:  # a key has no room for more names
        return CAPTURES_MANY, {"name": caught[0], "n": len(caught) - 1}
    if caught:
        return (CAPTURE, {"name": caught[0]}) if len(caught) == 1 else (CAPTURES, {"names": ", ".join(caught)})
    return None


def _answered(before: CerbereState, move: Any) -> MsgidFacts:
    """Return words for an answer without an effect yet: a pick, or that no pawn was caught."""
    if isinstance(move, mv.Answer) and before.index(move.value) is not None:
        return PICKED, {"name": move.value}
    if isinstance(before.task, CatchQuestion) and before.task.picking and not before.task.picked:
        return NOBODY, {}
    return ANSWER, {}


# -- an update: orders and lines ---------------------------------------------------------------------------------------


MANY = 3
"""Players caught at once that an order speaks of one by one."""
SHORT_S = 2.0
"""An order of a few words, of which nothing is to be done."""


def _fate(event: ev.Captured, bonus: int) -> Line:
    """Return what becomes of a player who was caught."""
    if event.role is CapturedRole.OUT:
        return Line("skull", "ash", Text(N_("{name} is out of the game"), {"name": event.pawn}))
    if not bonus:
        return Line("cerberus", "danger", Text(N_("{name} becomes a {cb.cerberus_player}"), {"name": event.pawn}))
    return Line(
        "cerberus",
        "danger",
        Text(N_("{name}, {cb.cerberus_player}, draws {n} {cb.betrayal}"), {"name": event.pawn, "n": bonus}),
    )


def _fates(caught: list[ev.Captured], bonus: int) -> list[Line]:
    """Return the same for many, in two lines. `bonus`: of each, for they stood on one space."""
    turned = N_("With {cb.cerberus}, {n} {cb.betrayal} each: {names}") if bonus else N_("With {cb.cerberus}: {names}")
    notes = []
    for role, icon, tone, text in (
        (CapturedRole.CERBERUS, "cerberus", "danger", turned),
        (CapturedRole.OUT, "skull", "ash", N_("Out of the game: {names}")),
    ):
        who = [e.pawn for e in caught if e.role is role]
        if who:
            notes.append(Line(icon, tone, Text(text, {"names": ", ".join(who), "n": bonus})))
    return notes


def _captures(events: tuple[Any, ...], view: CerbereView) -> Order | None:
    """Return who was caught, on which side they are now, who draws; then what hands have to do (CB-073, CB-090,
    CB-091)."""
    caught = [e for e in events if isinstance(e, ev.Captured)]
    if not caught:
        return None
    names = [e.pawn for e in caught]
    bonus = {e.player: e.n for e in events if isinstance(e, ev.BetrayalBonus)}
    if len(caught) > MANY:
        notes = _fates(caught, max(bonus.values(), default=0))
    else:
        notes = [_fate(e, bonus.get(e.pawn, 0)) for e in caught]
    if any(e.role is CapturedRole.CERBERUS for e in caught):
        hands = N_("{cb.survival}: all discarded. {cb.action}: all 4 back, turned to {cb.cerberus}.")
        notes.append(Line("hand", "bone", Text(hands)))
    if view.path is None:
        notes.append(Line("back", "bone", Text(N_("{cb.cerberus}: back to the last mark behind him"))))
    elif any(isinstance(e, ev.CerberusMoved) and e.why is CerberusReason.RETREAT for e in events):
        notes.append(Line("back", "bone", Text(N_("{cb.cerberus} goes back to his mark"))))
    if len(names) == 1:
        text = Text(N_("{name} is caught"), {"name": names[0]})
    else:
        joined = tuple(Text("{names}", {"names": part}) for part in (", ".join(names[:-1]), names[-1]))
        text = Text(N_("{names} are caught"), {"names": Text(N_(" and "), parts=joined)})
    if len(caught) > MANY:
        text = counted("{n} is caught", "{n} are caught", len(caught))
    return Order(
        "cerberus", "danger", Text("{cb.cerberus}"), text, tuple(notes), tuple(names), capture=True, stays_s=None
    )


def _revealed(events: tuple[Any, ...]) -> Order | None:
    for e in events:
        if isinstance(e, ev.BoatRevealed):
            text = counted("{n} seat", "{n} seats", e.seats)
            note = Line("cross", "ash", Text(N_("The other two {cb.boat:many} are gone")))
            return Order(f"boat{e.seats}", "brim", Text(N_("The {cb.boat} is there")), text, (note,), stays_s=None)
    return None


def _missed(events: tuple[Any, ...], view: CerbereView) -> Order | None:
    """CB-062: no pawn was caught, and what that changes."""
    if not any(isinstance(e, ev.HuntMissed) for e in events):
        return None
    faster = next((e.to for e in events if isinstance(e, ev.SpeedChanged)), None)
    words = N_("{cb.speed} {n}") if faster is None else N_("The {cb.speed} rises to {n}")
    n = view.rage.speed if faster is None else faster
    notes = (
        Line("die", "danger" if faster else "ash", Text(words, {"n": n})),
        Line("hunt", "ok", Text(N_("The {cb.rage} begins anew"))),
    )
    return Order(
        "cerberus",
        "bone",
        Text(N_("Nobody is caught")),
        Text(N_("{cb.cerberus} stays where he is")),
        notes,
        stays_s=SHORT_S,
    )


def _begun(events: tuple[Any, ...], view: CerbereView) -> Order | None:
    """Board: the chase begins, before anybody sees where it leads."""
    run = next((e for e in events if isinstance(e, ev.HuntStarted)), None)
    if run is None or view.path is None:
        return None
    text = counted("{n} space", "{n} spaces", run.steps)
    return Order("cerberus", "danger", Text(N_("{cb.cerberus} runs")), text, capture=True, stays_s=SHORT_S)


def tell(events: tuple[Any, ...], view: CerbereView, before: CerbereView | None, catalogue: CardCatalogue) -> Messages:
    """Return the story of one update. `before`: the view before it."""
    told = messages_of(events, ev.Seen(view, before, catalogue, events))
    caught = _captures(events, view)
    order = caught or _missed(events, view) or _revealed(events)
    told = replace(told, order=order, intro=_begun(events, view))
    if caught is not None:  # nothing else is the news of such a turn
        return replace(told, line=Line(caught.icon, caught.tone, caught.text))
    return told


# -- the voice ---------------------------------------------------------------------------------------------------------


SAID = (
    ev.RageMoved, ev.SpeedChanged, ev.HuntArmed, ev.HuntDisarmed, ev.HuntMissed, ev.Seated, ev.Unseated, ev.BridgeGone,
    ev.Portal, ev.ActionSkipped, ev.ActionsRestored,
)  # fmt: skip
MOST_RAGE = 9
"""Steps on the track that are listed."""


def orders(events: Sequence[Any], view: CerbereView) -> tuple[Text, ...]:
    """Return the chase, who was caught, the boat; without these, the weightiest thing; then whose turn it is."""
    grave = [text for event in events for text in _grave(event)]
    found = grave or said(
        (e for e in events if isinstance(e, SAID)), ev.Seen(view, None, CardCatalogue({}), tuple(events))
    )
    turns = [turn_of(e.player) for e in events if isinstance(e, ev.TurnStarted)] if view.over is None else []
    return (*found, *turns[-1:])


def _grave(event: Any) -> Iterator[Text]:
    match event:
        case ev.HuntStarted(steps=n):
            spaces = counted("{n} space", "{n} spaces", n)
            again = Text("{n}", {"n": n})  # «six cases» and «huit cases» are one sound apart
            yield Text(", ", parts=(Text(N_("{cb.cerberus} runs")), spaces, again))
        case ev.Captured(pawn=name):
            yield Text(N_("{name} is caught"), {"name": name})
        case ev.BoatRevealed(seats=n):
            seats = counted("{n} seat", "{n} seats", n)
            yield Text(", ", parts=(Text(N_("The {cb.boat} is there")), seats))


def phrases(names: Sequence[str]) -> Iterable[Text]:
    for speed in range(SLOWEST, FASTEST + 1):
        yield from _grave(ev.HuntStarted(run_of(speed)))
    for n in BOATS:
        yield from _grave(ev.BoatRevealed(0, n))
    for name in names:
        yield turn_of(name)
        yield Text(N_("{name} is caught"), {"name": name})
        yield Text(N_("{pawn} is in the {cb.boat}"), {"pawn": name})
    yield Text(N_("Full: away at the end of the turn"))
    yield from each_event(_examples(names))


def _examples(names: Sequence[str]) -> Iterator[Any]:
    """Yield an event for each wording."""
    yield from (ev.RageMoved(0, n) for n in range(-MOST_RAGE, MOST_RAGE + 1) if n)
    yield from (ev.SpeedChanged(0, n) for n in range(SLOWEST, FASTEST + 1))
    yield from (ev.HuntArmed(), ev.HuntDisarmed(), ev.HuntMissed(), ev.BridgeGone(), ev.Portal(True), ev.Portal(False))
    for name in names:
        yield from (ev.Unseated(name, 0, 0), ev.ActionSkipped(name), ev.ActionsRestored(name))


SPOKEN = Spoken(orders, phrases)
