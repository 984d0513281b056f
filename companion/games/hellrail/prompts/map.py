"""The map as prompts: a route, a landing, a place for a card, tracks, quarter turns, ties. Each option has its `place`,
so that a map can light it up there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache

from msgspec.structs import replace

from companion.engine.prompt import MAIN, Keys, Option, Prompt, Why
from companion.engine.recent import Recent
from companion.engine.text import N_, NOTHING, Text, counted, joined
from companion.games.hellrail import moves as mv
from companion.games.hellrail.board import board_moves
from companion.games.hellrail.board.drive import engine_on, graph
from companion.games.hellrail.board.graph import Graph, Route, ends_move, reached, segments_at
from companion.games.hellrail.board.layout import Stand, neighbour
from companion.games.hellrail.board.segments import (
    DRAWINGS,
    SEGMENTS,
    SIDES,
    canonical,
    fitting_rotations,
    opposite,
    rotate,
    sides,
)
from companion.games.hellrail.moves import CardRef, CardRefs, Values
from companion.games.hellrail.names import CIRCLES, OFF, Dir
from companion.games.hellrail.prompts.parts import all_of, cell_words, circle_words, name_of, name_text, node_words
from companion.games.hellrail.state import RailState, rail_cards

ON_MAP = ("route", "landing", "cell", "rotation", "tracks", "branch", "pick_rail", "turn_rail", "tie")
"""Prompts whose options lie on the map, where there is one."""
FAR = 24
"""Ties of a Move where the value of the card is unknown."""
TURNS = (
    Text(N_("As it is")),
    Text(N_("A quarter to the right")),
    Text(N_("Half round")),
    Text(N_("A quarter to the left")),
)

# -- routes ------------------------------------------------------------------------------------------------------------


def route(state: RailState, ref: CardRef, paid: CardRefs, limit: int | None, path: Keys) -> Prompt:
    """HR-029..038: an end that can be reached by the shortest way, or further from one to the next.

    Every path is a row of such ends in one way only: what the shortest way already leads to is not offered further on.
    """
    rails, active = graph(state), state.turn.active
    left = FAR if limit is None else limit
    way: Route = ()
    at, offered = state.seats[active].stand, route_ends(rails, state.seats[active].stand, left)
    for key in path:
        leg = offered[key]
        further = route_ends(rails, leg[-1], left - len(leg), reached(rails, at, left), leg)
        way, left, at, offered = (*way, *leg), left - len(leg), leg[-1], further
    options = [_end(state, active, key, leg, at) for key, leg in offered.items()]
    nodes = tuple(stand.node for stand in way)
    if way or state.deck.rulings.q19_zero_tie_move:
        move = mv.Go(card=ref, toll=paid, path=nodes)
        off = bool(way) and at.node == OFF
        label, second = Text("{hr.move:short}"), _rams(state, active, way)
        if off:
            label, second = Text(N_("Off the rail")), Text(N_("Off the rail: hand and cars are lost."))
        elif way and at.node in CIRCLES:
            label = circle_words(at.node)
        icon, tone = ("derail", "danger") if off else ("move", "")
        options.append(Option("ok", label, second, icon, tone, badge=MAIN, move=move))
    return Prompt(
        "route",
        Text(N_("Where to?")),
        tuple(options),
        text=NOTHING if way else Text(N_("Touch the end, or tie after tie.")),
        icon="move",
        who=name_of(state, active),
        trail=(state.seats[active].stand.node, *nodes),
        figure="" if limit is None else str(left),
        counts=counted("tie left", "ties left", left) if way else counted("tie at most", "ties at most", left),
        confirm=Text("{hr.move:short}"),
    )


def route_ends(
    rails: Graph, start: Stand, limit: int, before: Mapping[Stand, Route] | None = None, leg: Route = ()
) -> dict[str, Route]:
    """Keys of the ends within `limit` ties of `start`, each with its way.

    A key is the node; where it can be entered in both headings, of the farther one `node@heading`. The end of the rail
    is offered from the tie before it only: no engine derails by a slip of the finger.

    :param before: ways from where `leg` began; what they lead on to by the same steps is left out.
    """
    found: dict[str, Route] = {}
    if leg and ends_move(start):
        return found
    for stand, way in reached(rails, start, limit).items():
        if stand.node == OFF:
            continue
        if before is not None and before.get(way[0]) == (*leg, way[0]):
            continue
        key = stand.node if stand.node not in found else f"{stand.node}@{stand.heading}"
        found[key] = way
    if limit > 0 and Stand(OFF) in (ahead := rails.next(start)):
        found[OFF] = (next(step for step in ahead if step.node == OFF),)
    return found


def _end(state: RailState, active: int, key: str, leg: Route, at: Stand) -> Option:
    node = leg[-1].node
    if node == OFF:
        return Option(OFF, Text(N_("Off the rail")), icon="derail", tone="danger", place=at.node)
    second = _rams(state, active, leg)
    if not second.msgid:
        second = counted("{n} tie", "{n} ties", len(leg))
    return Option(key, node_words(node), second, icon="rings" if node in CIRCLES else "rail", place=node)


def _rams(state: RailState, active: int, way: Route) -> Text:
    """HR-044: whose engines stand in the way."""
    found = (engine_on(state, stand.node, active) for stand in way)
    hit = dict.fromkeys(i for i in found if i is not None)
    if not hit:
        return NOTHING
    return Text(N_("Rams {names}"), {"names": all_of([name_text(name_of(state, i)) for i in hit])})


def landing_prompt(state: RailState, ref: CardRef, paid: CardRefs, brimstone: int | None, path: Keys) -> Prompt:
    """HR-115, HR-116: over which gap the Boatman goes."""
    if path:
        raise LookupError(path)
    active = state.turn.active
    options = []
    for side, crossing in board_moves.crossings(rail_cards(state), state.grid, state.seats[active].stand).items():
        wide = brimstone is not None and brimstone < crossing.gap
        node = crossing.landing.node if crossing.landing is not None else ""
        options.append(
            Option(
                side,
                node_words(node),
                counted("Over {n} empty space", "Over {n} empty spaces", crossing.gap),
                icon="boatman",
                place=node,
                move=mv.PlayBoat(card=ref, toll=paid, direction=Dir(side)),
                why=Why("gap_too_wide", {"gap": crossing.gap, "has": brimstone or 0}) if wide else None,
            )
        )
    near = any(option.why is None for option in options)
    return Prompt(
        "landing",
        Text(N_("Over to where?")),
        tuple(options),
        text=Text(N_("Touch where the {hr.boatman} lands.") if near else N_("No shore is near enough for this card.")),
        icon="boatman",
        who=name_of(state, active),
        trail=(state.seats[active].stand.node,),
        confirm=Text(N_("Cross over")),
    )


# -- laying cards ------------------------------------------------------------------------------------------------------


def place_prompt(state: RailState, over: bool, path: Keys, unlisted: str) -> Prompt:
    """HR-061..064, a card without a tag: its place, then its tracks as they will be there.

    :param unlisted: before the id of a card that is read in place of that.
    """
    who = name_of(state, state.turn.active)
    lying = _RECENT.get((state,), lambda: Lying(state))
    match path:
        case ():
            options = lying.options(SEGMENTS, over)  # where any card may lie, one with all tracks may
            return replace(_cells(options, over, who), unlisted=unlisted)
        case (at,) if at in (lying.free if over else lying.cells):
            move = mv.Upgrade if over else mv.LayRail
            options = tuple(
                Option(
                    "+".join(rails), _tracks(rails), icon="rail", place=at, drawing=rails,
                    move=move(card=Values(rails=rails), cell=at),
                )
                for rails in lying.drawings(at, over)
            )  # fmt: skip
            return Prompt("tracks", Text(N_("How does it lie?")), options, who=who)
    raise LookupError(path)


@cache
def _tracks(rails: tuple[str, ...]) -> Text:
    return joined(", ", tuple(Text(_SEGMENT_WORDS[name]) for name in rails))


_SEGMENT_WORDS = {
    "NS": N_("N–S"),
    "EW": N_("E–W"),
    "NE": N_("N–E"),
    "NW": N_("N–W"),
    "SE": N_("S–E"),
    "SW": N_("S–W"),
}


def cell_prompt(state: RailState, ref: CardRef, rails: tuple[str, ...], over: bool, path: Keys) -> Prompt:
    """HR-061, HR-063, HR-064: the place of the card, then how it is turned."""
    who = name_of(state, state.turn.active)
    lying = _RECENT.get((state,), lambda: Lying(state))
    play = mv.Upgrade if over else mv.LayRail
    match path:
        case ():
            options = tuple(
                option if (q := lying.only(rails, over, option.key)) is None or option.why is not None
                else replace(
                    option, second=Text(N_("It fits only so.")), drawing=as_it_lies(rails, q),
                    move=play(card=ref, cell=option.key, rotation=q),
                )
                for option in lying.options(rails, over)
            )  # fmt: skip
            return _cells(options, over, who)
        case (at,) if len(turns := different(rails, lying.places(rails, over).get(at, ()))) > 1:
            made = ((q, play(card=ref, cell=at, rotation=q)) for q in turns)
            options = tuple(turn_options(at, rails, made))
            return replace(_cells(options, over, who), id="rotation", title=Text(N_("Turned which way?")), text=NOTHING)
    raise LookupError(path)


def _cells(options: tuple[Option, ...], over: bool, who: str) -> Prompt:
    """Return the prompt for the place of a card."""
    if not over:
        title, text, confirm = N_("Where does it lie?"), N_("Touch a place."), N_("Lay it")
    else:
        title, text, confirm = N_("Which card is upgraded?"), N_("Touch one of the ringed cards."), N_("Upgrade it")
        if all(option.why is not None for option in options):
            tracks = any(option.why is not None and option.why.code == "tracks_not_covered" for option in options)
            text = N_("This card upgrades none: all tracks below must be on it.")
            text = text if tracks else N_("Something stands on every card.")
    icon = "rings" if over else "rail"
    return Prompt("cell", Text(title), options, text=Text(text), icon=icon, who=who, confirm=Text(confirm))


def turn_options(at: str, rails: Iterable[str], moves: Iterable[tuple[int, object]]) -> Iterator[Option]:
    """Quarter turns of the card with these tracks at a place."""
    rails = tuple(rails)
    for q, move in moves:
        drawing = as_it_lies(rails, q)
        yield Option(f"q{q}", TURNS[q], icon="redo" if q else "check", place=at, drawing=drawing, move=move)


@lru_cache(maxsize=1024)
def as_it_lies(rails: tuple[str, ...], quarters: int) -> tuple[str, ...]:
    """Tracks after quarter turns, in the order in which they are always written."""
    lies = rotate(rails, quarters)
    return tuple(name for name in SEGMENTS if name in lies)


@lru_cache(maxsize=4096)
def _fitting(lying: frozenset[str], rails: tuple[str, ...]) -> tuple[int, ...]:
    return fitting_rotations(lying, rails)


@lru_cache(maxsize=1024)
def different(rails: tuple[str, ...], turns: tuple[int, ...]) -> tuple[int, ...]:
    """Return the quarter turns that look different."""
    seen: dict[frozenset[str], int] = {}
    for q in turns:
        seen.setdefault(rotate(rails, q), q)
    return tuple(seen.values())


class Lying:
    """What of the map a card may cover: of one state, each thing worked out when it is wanted first."""

    def __init__(self, state: RailState) -> None:
        self.state = state
        self._fits: dict[tuple[str, ...], dict[str, tuple[int, ...]]] = {}

    @cached_property
    def whys(self) -> dict[str, Why]:
        """Every card of the map, and why it cannot be covered."""
        return {at: _not_over(self.state, at) for at in self.state.grid.stacks}

    @cached_property
    def free(self) -> dict[str, frozenset[str]]:
        """Every card of the map that can be covered, with its tracks as they lie."""
        s, known = self.state, rail_cards(self.state)
        free = (at for at, why in self.whys.items() if why.code == "tracks_not_covered")
        return {at: segments_at(known, s.grid, at) for at in free}

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """HR-061, HR-068: where a card may be laid."""
        return board_moves.lay_places(rail_cards(self.state), self.state.grid)

    def fits(self, rails: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
        """HR-063, HR-064: every card of the map with the quarter turns in which one with these tracks may cover it."""
        found = self._fits.get(rails)
        if found is None:
            free = self.free
            found = {at: _fitting(free[at], rails) if at in free else () for at in self.whys}
            self._fits[rails] = found
        return found

    def places(self, rails: tuple[str, ...], over: bool) -> dict[str, tuple[int, ...]]:
        """Return where such a card may be laid, or what it may cover, in which quarter turns."""
        return self.fits(rails) if over else self._anyhow

    @cached_property
    def _anyhow(self) -> dict[str, tuple[int, ...]]:
        return dict.fromkeys(self.cells, (0, 1, 2, 3))

    def only(self, rails: tuple[str, ...], over: bool, at: str) -> int | None:
        """Return the only quarter turn there that looks different from others; None if there are several."""
        turns = different(rails, self.places(rails, over)[at])
        return turns[0] if len(turns) == 1 else None

    def options(self, rails: tuple[str, ...], over: bool) -> tuple[Option, ...]:
        """Return the places as options that lead on."""
        if not over:
            return self._cell_options
        return tuple(
            Option(at, cell_words(at), icon="rail", place=at, why=None if turns else self.whys[at])
            for at, turns in self.fits(rails).items()
        )

    def beside(self, at: str) -> frozenset[str]:
        """Return the sides of a space on which a track or a circle of a neighbour ends."""
        s, known = self.state, rail_cards(self.state)
        circles = frozenset(s.grid.circles.values())
        return frozenset(
            side
            for side in SIDES
            if (beside := neighbour(at, side)) in circles or opposite(side) in sides(segments_at(known, s.grid, beside))
        )

    def drawings(self, at: str, over: bool) -> tuple[tuple[str, ...], ...]:
        """Return every drawing as it can lie on a space, the likeliest first."""
        printed = tuple(card.rails for card in self.state.deck.cards.values() if card.rails)
        return _likeliest(self.beside(at), self.free[at] if over else frozenset(), printed)

    @cached_property
    def _cell_options(self) -> tuple[Option, ...]:
        return tuple(Option(at, cell_words(at), icon="rail", place=at) for at in self.cells)


@cache
def _likeliest(
    beside: frozenset[str], under: frozenset[str], printed: tuple[tuple[str, ...], ...]
) -> tuple[tuple[str, ...], ...]:
    """The drawings that have all tracks of `under`: those that continue all that ends `beside` (HR-062), those that
    many cards have, those with a track on every side, those with few tracks."""
    cards = Counter(DRAWINGS[canonical(rails)][0] for rails in printed)

    def rank(drawing: tuple[str, ...]) -> tuple[bool, int, bool, int]:
        used = sides(drawing)
        return not beside.issubset(used), -cards[DRAWINGS[drawing][0]], len(used) < len(SIDES), len(drawing)

    return tuple(sorted((drawing for drawing in DRAWINGS if under.issubset(drawing)), key=rank))


_RECENT: Recent[Lying] = Recent(4)


def _not_over(state: RailState, at: str) -> Why:
    """HR-063, HR-Q03: why that card cannot be covered, whatever the tracks are; else by its tracks."""
    lies = state.grid.at(at)
    facts: dict[str, str | int] = {"card": lies.card if lies is not None else ""}
    if board_moves.occupied(at, [seat.stand for seat in state.seats]):
        return Why("card_occupied", facts)
    if state.deck.rulings.q03_upgrade_blocked_by_tokens and board_moves.occupied(at, map(Stand, state.markers)):
        return Why("card_carries_marker", facts)
    return Why("tracks_not_covered")


# -- ties --------------------------------------------------------------------------------------------------------------


def tie_options(state: RailState, moves: Iterable[tuple[str, object]]) -> Iterator[Option]:
    """HR-092: every tie of the map; grey where an engine is."""
    for node, move in moves:
        why = Why("tie_taken", {"node": node}) if engine_on(state, node) is not None else None
        known = move if why is None or not state.secret else None  # HR-119: why a token fails is not said
        yield Option(node, node_words(node), icon="warning", place=node, move=known, why=why)
