"""The table's prompt on the map: what of it is lit, what a touch there chooses, and what the lit key would send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.prompt import MAIN, Keys, Option, Prompt
from companion.engine.text import NOTHING, Text
from companion.figures.hellrail.rails import Touchables
from companion.games.hellrail.names import OFF
from companion.games.hellrail.prompts.cards import LAY, played
from companion.games.hellrail.view import HellRailView
from companion.presentation.i18n import spoken
from kiosk.table.context import KioskContext


class Lit(NamedTuple):
    """The lit key."""

    label: str
    icon: str


NONE = Prompt("", NOTHING)
MOST_PROMPTS = 3
"""Prompts whose places are looked at: the one that is asked, the one before, that where a route began."""


class MapTask:
    """One prompt after the other, as long as they stand on the map.

    What ends the act is chosen by the lit key, never by a slip of the finger: until then it is `held`.
    """

    def __init__(self, context: KioskContext) -> None:
        self.context = context
        self.prompt = NONE
        self.path: Keys = ()
        self.seat = ""
        self.view: HellRailView | None = None
        self.held: Option | None = None
        self.before: Prompt | None = None
        """The prompt one step back: its places can be touched, too."""
        self.first: tuple[Keys, Prompt] = ((), self.prompt)
        """Where a route began."""
        self._wish = ""
        """What is to be held as soon as it is offered."""
        self._places: list[tuple[Prompt, dict[str, Option]]] = []
        """Of the prompts that were asked for last."""

    def show(self, view: HellRailView, prompt: Prompt, path: Keys) -> None:
        """The prompt, or what is chosen of it."""
        if (prompt, path) == (self.prompt, self.path):
            self.view = view
            return
        old, self.before = (self.prompt, self.path), None
        if prompt.id == "rotation" and path[:-1] == old[1] and len(path) > len(old[1]):
            self.before = old[0]
        if prompt.id == "route" and (old[0].id != "route" or path[: len(self.first[0])] != self.first[0]):
            self.first = path, prompt
        self.view, self.prompt, self.path, self.seat = view, prompt, path, prompt.who
        self.held = prompt.option(self._wish)
        if self.held is not None or prompt.id not in ("cell", "turn_rail", "rotation"):
            self._wish = ""
        if prompt.id == "rotation" and self.held is None:
            self.held = prompt.options[0]

    # ------------------------------------------------------------ what can be touched

    @property
    def places(self) -> dict[str, Option]:
        """What can be chosen now, by what is touched on the map."""
        return self._places_of(self.prompt)

    def _places_of(self, prompt: Prompt) -> dict[str, Option]:
        found = next((places for known, places in self._places if known is prompt), None)
        if found is None:
            found = _places(prompt)
            self._places = [(prompt, found), *self._places][:MOST_PROMPTS]
        return found

    @property
    def main(self) -> Option | None:
        return next((option for option in self.prompt.options if option.badge == MAIN), None)

    @property
    def others(self) -> tuple[Option, ...]:
        """Answers that lie nowhere on the map."""
        return tuple(o for o in self.prompt.options if not o.place and o.badge != MAIN)

    @property
    def cell(self) -> str:
        """The card that is chosen."""
        return self.held.place if self.held is not None else ""

    def touch(self, name: str) -> None:
        match self.prompt.id:
            case "route":
                self._drive(name)
            case "branch" if name in self.places:
                self.context.ask.choose(self.places[name].key)
            case "rotation":
                self._turned(name)
            case "landing" | "tie" | "cell" | "pick_rail" | "turn_rail":
                self._hold(name)

    def _drive(self, node: str) -> None:
        """Go on to a node by the shortest way, or cut the route at it; its end is taken back; else begin anew."""
        base, first = self.first
        route = self.route
        if node in route:
            at = len(route) - 1 - route[::-1].index(node)
            self._cut(at if at == len(route) - 1 else at + 1)
        elif node in self.places:
            self.context.ask.choose(self.places[node].key)
        elif (option := self._places_of(first).get(node)) is not None:
            self._walk(len(base), option.key)
        elif node == self.start:
            self._walk(len(base))

    def _cut(self, count: int) -> None:
        """Keep so many nodes of the route: whole legs of it, and the beginning of one."""
        base = len(self.first[0])
        keep = at = 0
        for key in self.path[base:]:
            end = self.route.index(key.partition("@")[0], at) + 1
            if end > count:
                break
            keep, at = keep + 1, end
        self._walk(base + keep, *self.route[at:count][-1:])

    def _walk(self, keep: int, *keys: str) -> None:
        """Back to so many keys of the path, then on."""
        if keys or keep < len(self.path):
            self.context.ask.on(*keys, start=self.path[:keep])

    def _hold(self, name: str) -> None:
        option = self.places.get(name)
        if option is None:
            return
        if option.move is None:
            self.context.ask.choose(option.key)
        elif option is self.held and self.prompt.id != "cell":
            self.held = None
        else:
            self.held = option

    def _turned(self, name: str) -> None:
        """A touch on the card turns it on; on another place it goes there."""
        if name == self.cell:
            self.turn()
        elif self.before is not None and (option := self._places_of(self.before).get(name)) is not None:
            if option.move is None:
                held = self.held.key if self.held is not None else ""
                self._walk(len(self.path) - 1, option.key)
                self._wish = held
            else:
                self._wish = option.key
                self._walk(len(self.path) - 1)

    def turn(self) -> None:
        options = self.prompt.options
        if self.prompt.id == "rotation" and self.held in options:
            self.held = options[(options.index(self.held) + 1) % len(options)]

    def done(self) -> None:
        option = self.main or self.held
        if option is not None:
            self.context.ask.choose(option.key)

    # ------------------------------------------------------------ what is drawn

    @property
    def start(self) -> str:
        """Where the engine stands whose way is chosen."""
        return next(iter(self.prompt.trail), "")

    @property
    def route(self) -> tuple[str, ...]:
        """The nodes of the route so far."""
        return self.prompt.trail[1:]

    @property
    def ask(self) -> Touchables:
        """What is lit."""
        places = frozenset(self.places)
        match self.prompt.id:
            case "route":
                edge = self._edge()
                nodes = places | (frozenset(self._places_of(self.first[1])) - {OFF}) | ({OFF} if edge else set())
                return Touchables(nodes, edge, route=(self.start, *self.route), rammed=self._rammed())
            case "landing":
                return Touchables(places, route=(self.start, *([self.cell] if self.cell else [])))
            case "tie":
                return Touchables(places, chosen=self.cell or None, faint=True)
            case "branch":
                return Touchables(places, rammed=frozenset([str(self.prompt.title.facts.get("name", ""))]))
            case "tracks":
                return Touchables()
        if self.before is not None:
            places |= frozenset(self._places_of(self.before))
        ghost = None if not self.cell else (self.cell, self._ghost())
        return Touchables(cells=places, ghost=ghost) if self.lays else Touchables(cards=places, ghost=ghost)

    def _edge(self) -> str | None:
        """The tie over whose edge the rail ends, if the route has come to it."""
        off = self.prompt.option(OFF)
        if off is not None:
            return off.place
        route = (self.start, *self.route)
        return route[-2] if route[-1] == OFF else None

    def _rammed(self) -> frozenset[str]:
        """Whose engines are drawn as rammed: those of the words beside the map."""
        told = self.main.second.facts.get("names") if self.main is not None else None
        return frozenset(_named(told)) if isinstance(told, Text) else frozenset()

    def _ghost(self) -> tuple[str, ...]:
        """The tracks of the card as it would lie."""
        return () if self.held is None else self._rails_of(self.held)

    def _rails_of(self, option: Option) -> tuple[str, ...]:
        """The tracks of a card after that option; of one that lies there, as they lie."""
        return option.drawing or self._rails_at(option.place)

    def _rails_at(self, cell: str) -> tuple[str, ...]:
        found = self.view.map if self.view is not None else ()
        return next((rail.rails for rail in found if rail.cell == cell), ())

    # ------------------------------------------------------------ what is said

    @property
    def lays(self) -> bool:
        """A card is laid on a free space."""
        return played(self.path)[:1] == (LAY,)

    @property
    def turns(self) -> bool:
        """A card is being placed that can be turned."""
        match self.prompt.id:
            case "rotation":
                return True
            case "cell":
                return len(self.path) > 1 and bool(self.places)
            case "turn_rail":
                return bool(self.places)
        return False

    @property
    def drawings(self) -> tuple[tuple[str, ...], ...]:
        """The tracks of each option, as they would lie."""
        return tuple(self._rails_of(option) for option in self.prompt.options)

    @property
    def title(self) -> str:
        if self.prompt.id == "rotation" and self.before is not None:
            return spoken(self.before.title)
        return spoken(self.prompt.title)

    @property
    def hint(self) -> str:
        """What comes of it, or what to do."""
        chosen = self.main or self.held
        told = [chosen.second] if chosen is not None else []
        return next((spoken(text) for text in (*told, self.prompt.text, self.prompt.hint) if text != NOTHING), "")

    def key(self) -> Lit | None:
        """The lit key; None while nothing is chosen."""
        if self.main is not None:
            return Lit(spoken(self.main.label), self.main.icon)
        return None if self.held is None else Lit(spoken(self.prompt.confirm), self.prompt.icon)


def _named(words: Text) -> Iterator[str]:
    """The players of a row of names."""
    if "name" in words.facts:
        yield str(words.facts["name"])
    for part in words.parts:
        yield from _named(part)


def _places(prompt: Prompt) -> dict[str, Option]:
    """What can be chosen, by what is touched on the map; the end of the rail by its own name."""
    found: dict[str, Option] = {}
    for option in prompt.options:
        if option.why is None and option.place:
            found.setdefault(OFF if option.key == OFF else option.place, option)
    return found
