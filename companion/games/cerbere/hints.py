"""What may be done now, and what has just appeared for the first time, for the aid of the screen. Our own words."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.hint import Hint, Hints
from companion.engine.text import N_
from companion.games.cerbere.names import Side
from companion.games.cerbere.view import CerbereView

ASKED: dict[str, Hint] = {
    "option": Hint(
        "option",
        "swap",
        N_("Upper or lower half"),
        N_("A card does one of its two halves. Its cost comes first."),
        ("CB-041",),
    ),
    "pay": Hint(
        "pay", "discard", N_("Who pays?"), N_("A cost must be paid whole, or the half is closed."), ("CB-045",)
    ),
    "target": Hint("target", "pawn", N_("Who is meant?"), N_("Others are never your own pawn."), ("CB-049",)),
    "list": Hint("pick", "swap", N_("One of two"), N_("Whoever is shown chooses what happens."), ("CB-047",)),
    "seats": Hint(
        "seats",
        "boat",
        N_("Count the seats"),
        N_("Tell how many the {cb.boat} in the open has: 1, 2 or 3."),
        ("CB-110",),
    ),
    **dict.fromkeys(
        ("boats", "boat", "swap"),
        Hint(
            "peek_or_swap",
            "boat",
            N_("Look or swap"),
            N_("See one {cb.boat} alone, and lie about it; or swap two unseen."),
            ("CB-112",),
        ),
    ),
    "way": Hint(
        "path",
        "bridge",
        N_("Which way?"),
        N_("{cb.bridge:short}, {cb.portal:short} and {cb.funicular} are one step each."),
        ("CB-150",),
    ),
    "nacelle": Hint(
        "nacelle", "nacelle", N_("Swap in the {cb.nacelle}?"), N_("It costs one step of this move."), ("CB-165",)
    ),
    "caught": Hint(
        "caught",
        "hunt",
        N_("Was anybody caught?"),
        N_("He stops at the first he meets: all there are caught."),
        ("CB-061",),
    ),
    "zone": Hint(
        "zone",
        "map",
        N_("Caught where?"),
        N_("On the {cb.start_board} a capture gives {cb.betrayal} cards; on the {cb.end_board} it ends your game."),
        ("CB-078",),
    ),
    "capture_order": Hint(
        "capture_order",
        "hunt",
        N_("Who comes first?"),
        N_("Dark spaces make {cb.cerberus_player:many}, light ones put out."),
        ("CB-072",),
    ),
}

CHASE = Hint(
    "chase", "cerberus", N_("{cb.cerberus} runs now"), N_("{n} spaces, and he takes the first he meets."), ("CB-060",)
)
ACTION = Hint(
    "action", "hand", N_("Play an {cb.action} card"), N_("{name}: exactly one, and one of its halves."), ("CB-041",)
)
BONUS_RUN = Hint(
    "bonus", "draw", "{cb.survival:first}", N_("If you like, before or after the {cb.action} card."), ("CB-042",)
)
BONUS_HUNT = Hint(
    "bonus", "skull", "{cb.betrayal:first}", N_("If you like, before or after the {cb.action} card."), ("CB-042",)
)
END = Hint(
    "end", "next", N_("End of turn"), N_("With the die on the {cb.hunt_space}, {cb.cerberus} runs now."), ("CB-054",)
)
RESOLVE = Hint(
    "resolve", "check", N_("Do what it says"), N_("Move the pawns, take the cards, then touch It is done."), ("CB-048",)
)
ABOARD = Hint(
    "aboard", "boat", N_("In the {cb.boat}"), N_("{name} plays on, but needs no steps any more."), ("CB-116",)
)
ARMED = Hint(
    "armed",
    "hunt",
    "{cb.hunt:first}",
    N_("Pull it back in this turn, or {cb.cerberus} runs."),
    ("CB-023",),
)


def _now(view: CerbereView) -> Iterator[Hint]:
    turn = view.turn
    if turn.chasing:
        yield CHASE.told(n=view.rage.run)
        return
    active = next((seat for seat in view.seats if seat.name == turn.player), None)
    if view.play is not None:
        yield RESOLVE
    elif not turn.action_done:
        yield ACTION.told(name=turn.player)
    if view.rage.steps == 0:
        yield ARMED
    if view.play is None and active is not None and not turn.bonus_done and (active.survival or active.betrayal):
        yield BONUS_HUNT if active.side is Side.CERBERUS else BONUS_RUN
    if active is not None and active.aboard:
        yield ABOARD.told(name=turn.player)


FIRSTS: dict[str, Hint] = {
    "turn_started": Hint(
        "turn_started",
        "hand",
        N_("A turn"),
        N_("One {cb.action} card, one {cb.survival} or {cb.betrayal} if you like, then the end."),
        ("CB-041",),
    ),
    "card_played": Hint(
        "card_played",
        "hand",
        N_("The card stays out"),
        N_("It lies open until a card gives all {cb.action} cards back."),
        ("CB-046",),
    ),
    "cards_drawn": Hint(
        "cards_drawn",
        "draw",
        N_("{cb.survival}/{cb.betrayal}"),
        N_("Keep it secret. It may be played in any turn of yours."),
        ("CB-042",),
    ),
    "rage_moved": Hint(
        "rage_moved",
        "die",
        "{cb.rage:first}",
        N_("When the die is on the {cb.hunt_space}, {cb.cerberus} runs as the turn ends."),
        ("CB-023",),
    ),
    "speed_changed": Hint(
        "speed_changed",
        "die",
        "{cb.speed:first}",
        N_("The higher its number, the further {cb.cerberus} runs."),
        ("CB-060",),
    ),
    "hunt_armed": Hint(
        "hunt_armed",
        "hunt",
        "{cb.hunt:first}",
        N_("Pull it back in this turn, or {cb.cerberus} runs."),
        ("CB-023",),
    ),
    "hunt_started": Hint(
        "hunt_started",
        "cerberus",
        "{cb.hunt:first}",
        N_("{cb.cerberus} runs, and stops at the first he meets."),
        ("CB-061",),
    ),
    "hunt_missed": Hint(
        "hunt_missed",
        "die",
        N_("Nobody caught"),
        N_("The die shows one more, 8 at most: {cb.cerberus} runs further."),
        ("CB-036",),
    ),
    "captured": Hint(
        "captured",
        "skull",
        N_("Caught"),
        N_("Dark space: {cb.cerberus_player} from now on. Light space: out of the game."),
        ("CB-076",),
    ),
    "boat_revealed": Hint(
        "boat_revealed",
        "boat",
        N_("The {cb.boat:first}"),
        N_("So many seats it has, and no more. It leaves when it is full."),
        ("CB-110",),
    ),
    "seated": Hint("seated", "boat1", N_("On board"), N_("Safe, unless a card moves you back out."), ("CB-117",)),
    "boat_peeked": Hint(
        "boat_peeked",
        "eye",
        N_("A look at a {cb.boat}"),
        N_("Only one of you sees it, and need not tell the truth."),
        ("CB-112",),
    ),
    "bridge_gone": Hint("bridge_gone", "bridge", "{cb.bridge:first}", N_("It carries one crossing only."), ("CB-167",)),
    "symbol_fired": Hint(
        "symbol_fired",
        "flame",
        N_("A printed symbol"),
        N_("It works for the pawn that stops there, not passing."),
        ("CB-160",),
    ),
}
"""Tag of an event -> what has appeared with it."""
QUESTION = Hint(
    "question", "warning", N_("The screen asks"), N_("It only asks what the cards do not tell it."), ("CB-049",)
)

HINTS = Hints(_now, ASKED, FIRSTS, QUESTION, offered={"end": END})
