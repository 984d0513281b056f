"""Plays HellRail with fingers that follow dice: nothing but touches on what can be seen, on screen, map and drawer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.virtual import VirtualHands
from kiosk.screens.hellrail import routing
from tests.kiosk.screens.touching import Hand, Stuck

GATE = 2
STEPS = (24, 9)
"""px between two places of the map that are looked at for what lies there: closer where the first finds nothing."""
PATIENT = 12
"""Touches in a row from which nothing may follow."""
AGAIN = 2
"""Refusals of one sheet after which a hand goes back."""
CELL = r"-?\d+,-?\d+"
NEVER = ("Leave", "Put right", "Settings", "Undo", "It happened", "Next tap", "Circles", "Look at your own token")
"""Keys that lead out of the turn, or tell what dice cannot know."""


FAN = "Fan"


class Table(Hand):
    """A table of HellRail, from home to the recap. `seen_kinds`: the sheets that were touched; `refused`: how often."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seen_kinds: set[str] = set()
        self.refused: dict[str, int] = {}
        self.hurry = False
        self._idle, self._fails, self._deeds, self._at = 0, 0, 0, ("", 0)

    # ------------------------------------------------------------ the whole

    def enter(self, seats: int, level: str) -> None:
        """From home through the set-up into the first turn."""
        self.touch(self.screen.gates[GATE])
        self.press(str(seats))
        self.press({"keeper": "Cards and trains", "map": "The whole map"}[level])
        self.shoot("setup")
        self.press("Steam up")
        self.wait(lambda: self.view is not None, "the table")
        virtual = self.root.tables["hellrail"]
        virtual.hands = VirtualHands(virtual.deck, self._seed)
        virtual.on_update(self.kiosk.context.table.update)

    def play(self, touches: int, most: int) -> None:
        """Play by dice; after so many touches nothing but draws and fires, until the wagons are sealed.

        :raises Stuck: if nothing comes of many touches, or the game does not end.
        """
        while self.root.name == "hellrail":
            self.hurry = self.diary.touches > touches
            if self.diary.touches > most:
                raise Stuck(f"the game does not end: {self.place}, pile {self.view.draw}, discards {self.view.discard}")
            before = self.kiosk.context.table.update
            self.beat()
            now = self.kiosk.context.table.update
            self._count(before, now)
        self.shoot("sealed")

    def _count(self, before: Any, now: Any) -> None:
        """A touch that is refused often, or from which nothing follows, shows a fault."""
        if now.refusal is not None and now is not before:
            code = f"{self.place}: {now.refusal.code}"
            self.refused[code] = self.refused.get(code, 0) + 1
            self._fails += 1
        elif now is not before and now.events:
            self._fails, self._idle = 0, 0
        self._idle += 1
        if self._idle > PATIENT * 5:
            raise Stuck(f"{self._idle} touches and nothing happens at {self.place}: {sorted(self._labels())}")

    def _labels(self) -> list[str]:
        return [str(getattr(w, "label", "") or getattr(w, "figure", "") or type(w).__name__) for w in self.seen()]

    # ------------------------------------------------------------ one thing

    def beat(self) -> None:
        """One touch, or a few that belong together, of what a person would do here."""
        self.shoot("beat")
        place = self.screen.place
        self.seen_kinds.add(place.kind if place.kind != routing.CARD else f"card {place.about}")
        turn = (self.view.turn.player, self.view.turn.n)
        if turn != self._at:
            self._at, self._deeds = turn, self.rng.randint(1, 4)
        match place.kind:
            case routing.TABLE:
                self._turn()
            case routing.MAP:
                self.wait(lambda: not self.screen.sheet.moving, "the engines to arrive")
                if self.screen.place.kind == routing.MAP:
                    (self._on_map if self.screen.sheet.asking else self._turn)()
            case routing.CARD:
                self._card(place.about)
            case routing.TOLL:
                self._toll()
            case routing.MORE:
                self._more()
            case routing.COVERED:
                self.press("Back")
            case _:
                self._any()

    def _turn(self) -> None:
        """Draw; a few deeds; the end."""
        keys = {key.label: key for key in self.seen() if getattr(key, "label", "")}
        draw = [key for label, key in keys.items() if label.startswith("Draw")]
        if draw:
            self.touch(self.rng.choice(draw))
            return
        self._deeds -= 1
        turn = self.view.turn
        if "Set-out" in keys and self._deeds > -4 and turn.setout:
            self.touch(keys["Set-out"])
        elif self.hurry:
            self.touch(keys.get(FAN) or keys.get("End") or keys["Menu"])
        elif self._deeds < 0 and "End" in keys:
            self.touch(keys["End"] if self.rng.random() < 0.6 or FAN not in keys else keys[FAN])
        else:
            deeds = [keys[label] for label in ("Pick-up", "Move", "Move", "Lay", "Menu") if label in keys]
            self.touch(self.rng.choice(deeds or [keys["End"]]))

    def _more(self) -> None:
        tiles = {t.label: t for t in self.seen() if getattr(t, "label", "") not in ("", *NEVER)}
        if "Discard a card" in tiles and (self.hurry or self._deeds < 0):
            self.touch(tiles["Discard a card"])
            return
        self.touch(self.rng.choice(list(tiles.values())))

    def _card(self, about: str) -> None:
        """A card of the virtual hand onto the reader, or its values on the keypad."""
        sheet = self.screen.sheet
        mapped = self.screen.mapped and about in ("move", "boat", "lay", "upgrade")
        ways = [key for key in sheet.keys if key is not sheet.main]
        if self._fails >= AGAIN and ways:
            self._fails = 0
            self.touch(ways[0])
            return
        if not mapped and about != "boat" and self.rng.random() < 0.4 and self._lay("flip" if about == "flip" else ""):
            return
        good = [key for key in sheet.tiles if key.enabled]
        if sheet.prompt.id == "brimstone":
            good = [key for key in good if key.label in ("4", "5", "6")] or good
        if sheet.main in sheet.keys and self.rng.random() < 0.3:
            good = [sheet.main]
        self.touch(self.rng.choice(good or ways))

    def _toll(self) -> None:
        sheet = self.screen.sheet
        if sheet.pay.enabled:
            self.touch(sheet.pay)
            return
        digits = [key for key in sheet.digits if key.enabled]
        big = [key for key in digits if key.label in ("8", "9", "10")]
        self.touch(self.rng.choice(big or digits) if digits and self.rng.random() < 0.9 else sheet.back)

    def _lay(self, what: str) -> bool:
        """A card of the virtual table is clicked onto the reader; False if there is none."""
        if not self.root.tab.visible or not self.root.tab.enabled:
            return False
        self.touch(self.root.tab)
        drawer = self.root.drawer
        wanted = 1 if what == "flip" else 0
        while drawer.shown != wanted:
            self.touch(drawer.which)
        self.shoot("drawer")
        tiles = [tile for tile in drawer.tiles if tile.visible and tile.label != "?"]
        tiles = tiles[:1] if what == "flip" else tiles
        if tiles:
            self.lay(self.rng.choice(tiles))
            self.diary.drawn += 1
        if self.root.drawer.visible:
            self.touch(drawer.close)
        return bool(tiles)

    def _on_map(self) -> None:
        """A place of the map that is offered, then the lit key; or a drawing; or back."""
        sheet = self.screen.sheet
        if sheet.drawings.visible:
            drawings = [w for w in self.seen() if self._within(w, sheet.drawings) and w.enabled]
            if self.rng.random() < 0.3 and sheet.more.parent is not None:
                self.touch(sheet.more)
                return
            self.touch(self.rng.choice(drawings))
            return
        done = [key for key in self.seen() if key is sheet.done]
        if done and self.rng.random() < 0.75:
            self.touch(done[0])
            return
        ask = sheet.task.ask
        offered = {*ask.nodes, *ask.cells, *ask.cards} - {"off"}
        spots = self._spots(offered) if self._fails < AGAIN else {}
        if spots:
            self.touch_at(*spots[self.rng.choice(self._wanted(spots))])
            return
        self._fails = 0
        keys = [key for key in self.seen() if key in (sheet.back, *sheet.others.values(), sheet.done)]
        if not keys:
            raise Stuck(f"no way out of the map: {sorted(self._labels())}")
        self.touch(self.rng.choice(keys))

    def _wanted(self, names: Iterable[str]) -> list[str]:
        """Circles, and cells next to the own engine: that is where people drive and build."""
        found = sorted(names)
        circles = [name for name in found if name in CIRCLES]
        seat = next(seat for seat in self.view.seats if seat.name == self.view.turn.player)
        cells = {circle.id: circle.cell for circle in self.view.circles}
        own = cells.get(seat.node, seat.node.partition(":")[0])
        near = [name for name in found if re.fullmatch(CELL, name) and _far(name, own) == 1]
        return circles or near or found

    def _spots(self, offered: set[str]) -> dict[str, tuple[float, float]]:
        """Where a finger meets what is offered, one place for each thing."""
        map_ = self.screen.sheet.map
        found: dict[str, tuple[float, float]] = {}
        for step in STEPS:
            for x in range(int(map_.x) + 2, int(map_.right), step):
                for y in range(int(map_.y) + 2, int(map_.top), step):
                    meant = map_.meant(x, y)
                    if meant in offered:
                        found.setdefault(meant, (float(x), float(y)))
            if found:
                break
        return found

    @staticmethod
    def _within(widget: Any, top: Any) -> bool:
        while widget is not None and widget is not top and widget.parent is not widget:
            widget = widget.parent
        return widget is top

    def _any(self) -> None:
        """One of the answers; a key below only if there are none, or now and then."""
        there = [w for w in self.seen() if getattr(w, "label", "") not in NEVER and w is not self.root.tab]
        keys = [w for w in there if w in self.screen.sheet.keys]
        tiles = [w for w in there if w not in keys and w is not self.screen.sheet.undo]
        back = [key for key in keys if getattr(key, "label", "") == "Back"]
        onward = [key for key in keys if key not in back]
        if self._fails >= AGAIN and back:
            self._fails = 0
            self.touch(back[0])
        elif tiles and (not onward or self.rng.random() < 0.8):
            self.touch(self.rng.choice(tiles))
        elif onward or back:
            self.touch(self.rng.choice(onward or back))
        else:
            raise Stuck(f"nothing can be touched at {self.place}")

    # ------------------------------------------------------------ the end

    def reveal(self) -> None:
        """Open the wagons, to the recap and back."""
        self.press("Open the cars")
        self.wait(lambda: self.view.scores is not None, "the scores")
        if not self.screen.over:
            self.press("All at once")
        self.wait(lambda: self.screen.over, "the winner")
        self.shoot("opened")
        self.press("Recap")
        self.shoot("recap")


def _far(one: str, other: str) -> int:
    """How many cells lie from one to the other, sides only."""
    (x, y), (u, v) = (map(int, cell.split(",")) for cell in (one, other))
    return abs(x - u) + abs(y - v)
