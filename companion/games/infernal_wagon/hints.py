"""What may be done now, and what has just appeared for the first time, for the aid of the screen. Our own words."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.hint import Hint, Hints
from companion.engine.text import N_
from companion.games.infernal_wagon.names import Level, Phase
from companion.games.infernal_wagon.view import WagonView

ASKED: dict[str, Hint] = {
    "matched": Hint(
        "matched", "rail", N_("Did it fit?"), N_("Say whether the new card fits. The clock runs on."), ("IW-041",)
    ),
    "who": Hint(
        "who",
        "hand",
        N_("Whose card?"),
        N_("Touch the player whose hand it came from: that hand stays one card smaller."),
        ("IW-044",),
    ),
    "special": Hint(
        "special",
        "warning",
        N_("Which special?"),
        N_("Say what the {iw.danger} card shows besides its rails."),
        ("IW-080",),
    ),
    "doubtful": Hint(
        "doubtful",
        "curse",
        N_("Is the {iw.curse} true?"),
        N_("Its two symbols must meet on the track, in that order."),
        ("IW-122",),
    ),
    "curses": Hint(
        "curses",
        "curse",
        N_("Are all {iw.curse:many} open?"),
        N_("The {iw.exit} saves nobody while one is still in a hand."),
        ("IW-125",),
    ),
}

READY = Hint(
    "ready", "play", N_("Deal, then start"), N_("{n} cards for each of you, then Start: the clock runs."), ("IW-006",)
)
HELD = Hint(
    "held", "hold", N_("The clock stands"), N_("Resume when all are back. Counts can be put right."), ("IW-066",)
)
LAY = Hint("lay", "rail", N_("Lay a card"), N_("Anybody, at the free end, one card; then somebody else."), ("IW-020",))
LAY_TWO = Hint(
    "lay", "rail", N_("Lay a card"), N_("Either of you, at the free end; twice running at most."), ("IW-021",)
)
FROM_OTHERS = Hint(
    "from_others", "uturn", N_("Play from others"), N_("Take the card out of somebody else’s hand."), ("IW-112",)
)
COUNT = Hint(
    "count", "plus", N_("Then touch Card"), N_("Without tags each laid card is counted by touch."), ("IW-060",)
)
DRAW = Hint("draw", "draw", N_("Then draw"), N_("One card from the pile, unless an effect says no."), ("IW-053",))
MISS = Hint(
    "miss", "miss", N_("It did not fit?"), N_("Press Missed: the effect printed on that card counts."), ("IW-041",)
)
HIT = Hint("hit", "match", N_("It fits after all?"), N_("Press It fits: the effect is taken back."), ("IW-040",))
HUSH = Hint(
    "hush", "silence", N_("Not a word"), N_("Mime what you want until the next {iw.silence} card."), ("IW-102",)
)
OPEN_CURSES = Hint(
    "open_curses",
    "curse",
    N_("Lay {iw.curse:many} open"),
    N_("As soon as the two symbols of yours meet on the track."),
    ("IW-122",),
)
EXIT = Hint(
    "exit", "gates", N_("Lay the {iw.exit}"), N_("The pile is empty: one of you holds it."), ("IW-055", "IW-074")
)
TUNNEL = Hint(
    "tunnel",
    "tunnel",
    N_("Feed the {iw.tunnel}"),
    N_("The top card of the pile goes on the track at once."),
    ("IW-081",),
)


def _now(view: WagonView) -> Iterator[Hint]:
    if view.phase is Phase.READY:
        yield READY.told(n=view.setup.hand)
        return
    if view.phase is Phase.HELD:
        yield HELD
        return
    if view.tunnel:
        yield TUNNEL
    if view.silence:
        yield HUSH
    if view.pile == 0:
        yield EXIT
    yield FROM_OTHERS if view.uturn else LAY_TWO if len(view.hands) == 2 else LAY
    if view.setup.level is Level.L0:
        yield COUNT
    if view.pile > 0:
        yield DRAW
    if view.curses_left:
        yield OPEN_CURSES


FIRSTS: dict[str, Hint] = {
    "started": Hint(
        "started", "play", N_("Off you go"), N_("Lay any first card at the free end, then draw one."), ("IW-012",)
    ),
    "card_placed": Hint(
        "card_placed",
        "wagon",
        N_("The {iw.wagon} moved on"),
        N_("It always rides the newest card: never lose that one."),
        ("IW-035",),
    ),
    "mismatch": Hint(
        "mismatch",
        "miss",
        N_("That did not fit"),
        N_("The card stays, and its own effect applies at once."),
        ("IW-041",),
    ),
    "track_discarded": Hint(
        "track_discarded",
        "discard",
        N_("The tail falls off"),
        N_("The oldest cards leave the track for good."),
        ("IW-042",),
    ),
    "draw_skipped": Hint(
        "draw_skipped", "nodraw", N_("One card less"), N_("No draw: that hand stays smaller to the end."), ("IW-050",)
    ),
    "explosion": Hint(
        "explosion",
        "explosion",
        "{iw.explosion:first}",
        N_("Only the newest three cards stay on the track."),
        ("IW-088",),
    ),
    "tunnel_expected": Hint(
        "tunnel_expected",
        "tunnel",
        "{iw.tunnel:first}",
        N_("The top card of the pile follows at once, fit or not."),
        ("IW-081",),
    ),
    "silence_on": Hint(
        "silence_on",
        "silence",
        "{iw.silence}",
        N_("Nobody talks until the next card like it. Miming is fine."),
        ("IW-102",),
    ),
    "uturn_on": Hint(
        "uturn_on",
        "uturn",
        "{iw.uturn:first}",
        N_("You see all cards but yours: play from other hands."),
        ("IW-112",),
    ),
    "curse_cleared": Hint(
        "curse_cleared",
        "curse",
        "{iw.curse:first}",
        N_("It stays lifted, whatever happens to the track."),
        ("IW-124",),
    ),
    "limit_warning": Hint(
        "limit_warning",
        "hand",
        N_("Twice running"),
        N_("Somebody else should have played. Undo, or let it count."),
        ("IW-020",),
    ),
    "player_out": Hint(
        "player_out", "hand", N_("An empty hand"), N_("That player waits; the others find the {iw.exit}."), ("IW-051",)
    ),
    "pile_empty": Hint(
        "pile_empty",
        "gates",
        N_("The pile is empty"),
        N_("Somebody holds the {iw.exit:first}: lay it and you are out."),
        ("IW-055",),
    ),
}
"""Tag of an event -> what has appeared with it."""
QUESTION = Hint(
    "question",
    "warning",
    N_("The screen asks"),
    N_("Answer by touch. Where a bar runs down, its answer counts once it is empty."),
    ("IW-041",),
)

HINTS = Hints(_now, ASKED, FIRSTS, QUESTION, offered={"hit": HIT, "miss": MISS})
