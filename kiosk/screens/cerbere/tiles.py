"""Questions with a few answers, none of them a player: seats of a boat, a zone, a way, look or swap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from companion.engine.choice import Choice, Option
from companion.games.cerbere.names import BOATS, Question
from companion.games.cerbere.view import CerbereView
from kiosk.house import House
from kiosk.i18n import N_, _
from kiosk.screens.cerbere.sheet import Sheet, lay_head, seat_of
from kiosk.screens.cerbere.tracker import PlayerMark
from kiosk.screens.sheet import band_foot
from kiosk.theme import C, Colour, Metrics
from kiosk.widgets.big_tile import BigTile
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.tile_grid import put_grid


class Look(NamedTuple):
    """An answer: icon, words, a small line, a tone."""

    icon: str
    label: str
    second: str = ""
    tone: Colour = C.ember


LOOKS: dict[tuple[str, str], Look] = {
    (Question.SEATS, "1"): Look("boat1", N_("1 seat"), tone=C.bone),
    (Question.SEATS, "2"): Look("boat2", N_("2 seats"), tone=C.bone),
    (Question.SEATS, "3"): Look("boat3", N_("3 seats"), tone=C.bone),
    (Question.ZONE, "gates"): Look("gates", N_("Up to the Gates"), N_("2 Betrayal cards")),
    (Question.ZONE, "start"): Look("pawn", N_("First board"), N_("1 Betrayal card")),
    (Question.ZONE, "middle"): Look("map", N_("In the middle"), N_("no card")),
    (Question.ZONE, "end"): Look("boat", N_("Last board"), N_("out of the game"), C.danger),
    (Question.PATH, "walk"): Look("pawn", N_("On foot")),
    (Question.PATH, "bridge"): Look("bridge", N_("Rope bridge")),
    (Question.PATH, "portal"): Look("portal", N_("Portal")),
    (Question.PATH, "funicular"): Look("funicular", N_("Funicular")),
    (Question.PEEK_OR_SWAP, "peek"): Look("eye", N_("Look at one")),
    (Question.PEEK_OR_SWAP, "swap"): Look("swap", N_("Swap two")),
    (Question.PEEK_OR_SWAP, "none"): Look("cross", N_("Leave them"), tone=C.ash),
    (Question.PEEK_OR_SWAP, "1"): Look("boat", N_("Boat 1"), tone=C.rim),
    (Question.PEEK_OR_SWAP, "2"): Look("boat", N_("Boat 2"), tone=C.rim),
    (Question.PEEK_OR_SWAP, "3"): Look("boat", N_("Boat 3"), tone=C.rim),
    (Question.NACELLE, "none"): Look("cross", N_("Stay in it"), tone=C.ash),
}
"""(question, answer) -> how it looks."""


def look_of(question: str, option: Option) -> Look:
    """How an answer looks; one that nobody drew is shown in its own words."""
    known = LOOKS.get((question, option.value))
    return known or Look(option.icon or "next", option.label or option.value)


def heading(view: CerbereView, choice: Choice) -> tuple[str, str]:
    """Who or what, and the question."""
    facts = {"name": choice.facts.get("player", ""), "pawn": choice.facts.get("pawn", "")}
    who, what = _heading(view, choice)
    return _(who).format(**facts), _(what).format(**facts)


def _heading(view: CerbereView, choice: Choice) -> tuple[str, str]:
    match choice.question:
        case Question.SEATS:
            return N_("Turn the first boat over"), N_("How many seats?")
        case Question.ZONE:
            return N_("{pawn} is caught"), N_("Where on the path?")
        case Question.PATH:
            return N_("{pawn} comes to a fork"), N_("Which way?")
        case Question.NACELLE:
            return N_("{pawn} in the nacelle"), N_("Change places?")
        case Question.PEEK_OR_SWAP if "swap" not in choice.facts:
            return N_("{name} at the boats"), N_("Look or swap?")
        case Question.PEEK_OR_SWAP if not choice.facts["swap"]:
            return N_("{name} looks, alone"), N_("Which boat?")
        case Question.PEEK_OR_SWAP if "first" not in choice.facts:
            return N_("{name} swaps, unseen"), N_("Which two?")
        case Question.PEEK_OR_SWAP:
            return N_("{name} swaps, unseen"), N_("And which one?")
    return "", N_("Which one?")


class Tiles(Sheet):
    """The question in two lines and its answers as large tiles."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.mark = PlayerMark()
        self.who = Text("", "small", size=3.25)
        self.title = Text("", "name", face="bold", size=7)
        self.tiles: list[BigTile] = []
        self._asked: Choice | None = None
        for widget in (self.mark, self.who, self.title):
            self.add_widget(widget)

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        if choice is None or choice == self._asked:
            return
        self._asked = choice
        name = str(choice.facts.get("pawn") or choice.facts.get("player") or view.turn.player)
        seat = seat_of(view, name)
        if seat is not None:
            self.mark.show(seat)
        who, title = heading(view, choice)
        self.who.show(who)
        self.title.show(title)
        self.offer(choice)

    def offer(self, choice: Choice) -> None:
        """Tiles for its answers."""
        first = str(choice.facts.get("first", ""))
        self.fill([
            BigTile(
                _(look.label), look.icon, _(look.second), look.tone if option.value != first else C.ember,
                option.value == first, self.answer(option.value),
            )
            for option in choice.options
            for look in (look_of(choice.question, option),)
        ])  # fmt: skip

    def fill(self, tiles: Sequence[BigTile]) -> None:
        """Other tiles."""
        for tile in self.tiles:
            self.remove_widget(tile)
        self.tiles = list(tiles)
        for tile in self.tiles:
            self.add_widget(tile)
        self.rearrange()

    def answer(self, value: str) -> Callable[[], object]:
        """What a touch on an answer does."""
        return partial(self.house.move, "answer", value=value)

    def lay(self, m: Metrics) -> None:
        first = lay_head(self, m, self.mark, self.who, self.title) + (1.4 if m.wide else 2)
        self.lay_tiles(m, first, m.rows - band_foot(m) - 1)

    def lay_tiles(self, m: Metrics, top: float, end: float) -> None:
        """The tiles between `top` and `end` (u)."""
        put_grid(self, self.tiles, 4, top, m.columns - 8, end - top)


SLOTS = tuple(Option(str(n), "") for n in BOATS)


class Boats(Tiles):
    """Look or swap, where the boats lie on the table: the answer is sent with the boats that it is about.

    Until then it can be taken back.
    """

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.wants = self.first = ""
        self.back = Key(_("Back"), "back", icon_size=3, action=partial(self.want, ""))
        self._view: CerbereView | None = None
        self._choice: Choice | None = None

    def want(self, what: str) -> None:
        """To look, to swap; "": it is open again."""
        self.wants, self.first = what, ""
        self._again()

    def update(self, view: CerbereView, choice: Choice | None) -> None:
        self._view, self._choice = view, choice
        if choice is None or "swap" in choice.facts:
            self.wants = self.first = ""
        self.set_keys(*((self.back,) if self.wants else ()))
        super().update(view, self._meant(choice))

    def _again(self) -> None:
        if self._view is not None:
            self.update(self._view, self._choice)

    def _meant(self, choice: Choice | None) -> Choice | None:
        """The question as it goes on."""
        if choice is None or not self.wants:
            return choice
        facts = {**choice.facts, "swap": int(self.wants == "swap"), **({"first": self.first} if self.first else {})}
        return replace(choice, options=SLOTS, facts=facts)

    def answer(self, value: str) -> Callable[[], object]:
        if not self.wants:
            return partial(self.want, value) if value in ("peek", "swap") else super().answer(value)
        return partial(self._pick, value)

    def _pick(self, slot: str) -> None:
        if self.wants == "swap" and self.first in ("", slot):
            self.first = "" if self.first else slot
            self._again()
            return
        told = (self.wants, *filter(None, (self.first,)), slot)
        self.wants = self.first = ""
        for value in told:
            self.house.move("answer", value=value)
