"""How the next game is set up: its players, the chosen options, whether it explains itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.game import Player
from companion.engine.groups import of_these
from companion.engine.player_names import plain
from companion.engine.requests import ForgetGroup, ForgetName
from companion.web.desk.state import SetUpLine, SetUpSeat, SetUpTable
from kiosk.storage.settings import FirstGame, SavedSeat
from kiosk.table.evenings import all_names
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import Memory
from kiosk.table.owner import Owner
from kiosk.table.requests import Requests
from kiosk.table.state import TableState

STAND_INS = ("Ana", "Bo", "Cy", "Dan", "Eli", "Flo", "Gus", "Ida")
"""Names of seats that have not been named yet."""
MOST_NAMES = 24
"""The most names that are stored."""


class SetUp:
    """Keeps each choice in the owner's settings, for the game that is open or whose tile was touched last."""

    def __init__(self, table: TableState, ask: Requests, owner: Owner) -> None:
        self._table, self._ask, self._owner = table, ask, owner
        self.by_hand = False
        """Whether anything was chosen on the set-up pages since the tile was touched."""
        self.seats_changed: Callable[[], object] = lambda: None
        """Called after other players were stored."""
        self.options_changed: Callable[[], object] = lambda: None
        """Called after the options of another group's last game were taken and stored."""
        self.chosen: Callable[[], object] = lambda: None
        """Called after an option was chosen."""

    # -- seats --------------------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many play this game: as many as sat at the table last, as far as it has seats for them."""
        ui = self._table.ui
        return max(ui.least, min(ui.most, self._owner.now.table or ui.usual))

    def seats(self) -> list[SavedSeat]:
        """Return the last players as seats, named, in this game’s colours, no colour twice.

        Colours are given out as if every seat of the game were taken: no colour depends on the number of players.
        """
        ui = self._table.ui
        seats = list(self._owner.now.seats[: ui.most])
        while len(seats) < ui.most:
            seats.append(SavedSeat(self.free_name([s.name for s in seats]), ""))
        owner: dict[str, int] = {}
        for i, seat in enumerate(seats):
            if seat.colour in ui.colours:
                owner.setdefault(seat.colour, i)
        free = (colour for colour in ui.colours if colour not in owner)
        own = [s if owner.get(s.colour) == i else replace(s, colour=next(free)) for i, s in enumerate(seats)]
        return own[: self.count]

    def players(self) -> tuple[Player, ...]:
        """Return the seats as the table wants them."""
        return tuple(Player(s.name, s.colour, s.new) for s in self.seats())

    def free_name(self, taken: list[str]) -> str:
        """Return a name for a seat that has not been named yet."""
        return next(name for name in STAND_INS if name not in taken)

    def name_seat(self, index: int, name: str) -> None:
        """Set the name of the seat at `index`; the name is offered again later."""
        seats = self.seats()
        seats[index] = replace(seats[index], name=name)
        self._owner.settings.change(replace(self._owner.now, names=(name, *self._owner.now.names)))
        self.set_seats(seats)

    def _is_spare(self, seat: SavedSeat) -> bool:
        """Return whether no seat has a name yet."""
        return seat.name in STAND_INS and seat.name not in self._owner.now.names

    def for_pages(self, lines: tuple[SetUpLine, ...]) -> SetUpTable:
        """Return the seats as phones can ask for them, and the lines of what a host may choose."""
        seats = (SetUpSeat(seat.name, seat.colour, self._is_spare(seat)) for seat in self.seats())
        return SetUpTable(tuple(seats), self._table.ui.most, lines)

    def seat_named(self, name: str, taken: Collection[str]) -> bool:
        """Give a new name a seat: one without a name that is not `taken`, else a further one. Return whether
        there was one."""
        seats = self.seats()
        spare = next((i for i, seat in enumerate(seats) if self._is_spare(seat) and seat.name not in taken), None)
        if spare is None and len(seats) >= self._table.ui.most:
            return False
        if spare is None:
            spare = len(seats)
            self.set_count(spare + 1)
        self.name_seat(spare, name)
        return True

    def known_names(self) -> list[str]:
        """Return the names of people who are not at the table now: names that were written, the latest first, then the
        other names of finished games."""
        there = {seat.name for seat in self.seats()}
        played = (name for name in all_names(self._table.memories.finished(), ()) if name not in STAND_INS)
        return [name for name in dict.fromkeys((*self._owner.now.names, *played)) if name not in there]

    def forget_name(self, name: str) -> None:
        """Remove a name from the finished games and from the settings."""
        self._ask.send(ForgetName(name))
        old, same = self._owner.now, plain(name)
        taken = [seat.name for seat in old.seats]
        seats = (replace(s, name=self.free_name(taken)) if plain(s.name) == same else s for s in old.seats)
        options = {
            game: {k: v for k, v in kept.items() if not (isinstance(v, str) and plain(v) == same and k == "first")}
            for game, kept in old.options.items()
        }
        names = tuple(known for known in old.names if plain(known) != same)
        self._owner.keep(replace(old, seats=tuple(seats), options=options, names=names))

    def forget_group(self, names: tuple[str, ...]) -> None:
        """Remove the finished games that exactly these players played."""
        self._ask.send(ForgetGroup(names))

    def set_seats(self, seats: list[SavedSeat]) -> None:
        """Store the seats and send them to the table if a game is being set up."""
        old = self._owner.now
        kept = [*seats, *old.seats[len(seats) :]]
        unique: dict[str, SavedSeat] = {}
        for seat in kept:
            unique.setdefault(seat.name, seat)
        written = [s.name for s in seats if s.name not in STAND_INS or s.name in old.names]
        names = tuple(dict.fromkeys(written + list(old.names)))[:MOST_NAMES]
        there = {seat.name for seat in self.seats()}
        self._owner.keep(replace(old, seats=tuple(unique.values()), table=len(seats), names=names))
        self.seats_changed()
        if there != {seat.name for seat in seats} and not self.by_hand and self.take_last(self._table.ui.game):
            self.options_changed()

    def seat(self, players: Sequence[Player]) -> None:
        """Seat these players, as they sat; seats that are unchanged keep their order."""
        if {(s.name, s.colour) for s in self.seats()} != {(player.name, player.colour) for player in players}:
            self.set_seats([SavedSeat(player.name, player.colour) for player in players])

    def set_count(self, count: int) -> None:
        self._owner.keep(replace(self._owner.now, table=count))
        self.set_seats(self.seats())

    def next_colour(self, index: int) -> None:
        """Give a seat another colour: the next free one. Where all are taken, that seat gets the old one."""
        seats, colours = self.seats(), self._table.ui.colours
        mine = seats[index].colour
        at = colours.index(mine) + 1
        order = (*colours[at:], *colours[: at - 1])
        taken = {s.colour: i for i, s in enumerate(seats)}
        new = next((c for c in order if c not in taken), order[0])
        if new in taken:
            seats[taken[new]] = replace(seats[taken[new]], colour=mine)
        seats[index] = replace(seats[index], colour=new)
        self.set_seats(seats)

    def first_player(self, game: str) -> str:
        """Return the name of the player who begins: the one chosen last if seated, else that of the first seat."""
        chosen, names = self._owner.now.options.get(game, {}).get("first"), [seat.name for seat in self.seats()]
        return chosen if chosen in names else names[0]

    def remember(self, game: str, **chosen: Any) -> None:
        """Store what was chosen for a game: it is set up so the next time."""
        self.choose_options(game, {**self._owner.now.options.get(game, {}), **chosen})

    def choose_options(self, game: str, options: dict[str, Any]) -> None:
        """Store what was chosen for a game, and drop every other option of it."""
        self.by_hand = True
        self._set_options(game, options)

    def begin_with(self, game: str, name: str) -> None:
        """Store which player begins."""
        self._set_options(game, {**self._owner.now.options.get(game, {}), "first": name})

    def choose_game(self, game: str) -> None:
        """Set up this game, as these players played it last."""
        self._table.chosen = game
        self.by_hand = False
        self.take_last(game)

    def take_last(self, game: str) -> bool:
        """Set the game up as these players played it last, once for each game that they finished; for players who never
        played it together keep only what belongs to the table. Return whether anything was taken."""
        old, ui, last = self._owner.now, GAME_UIS[game], self.last_game(game)
        when = "" if last is None else last.wall
        if old.taken.get(game, "") == when or (last is None and self._table.memories.late):
            return False
        stays = {name: value for name, value in old.options.get(game, {}).items() if name in ui.stays}
        options = stays if last is None else {**stays, **ui.again(last.result)}
        self._owner.keep(replace(old, options={**old.options, game: options}, taken={**old.taken, game: when}))
        return True

    def _set_options(self, game: str, options: dict[str, Any]) -> None:
        old = self._owner.now
        self._owner.keep(replace(old, options={**old.options, game: options}))
        self.chosen()

    # -- a first game -------------------------------------------------------------------------------------------------

    def _finished(self, game: str) -> list[frozenset[str]]:
        """Return the names at each finished game of that name."""
        return [frozenset(memory.names) for memory in self._table.memories.finished() if memory.game == game]

    def last_game(self, game: str) -> Memory | None:
        """Return the last finished game of that name which these players played (`of_these`)."""
        games = [memory for memory in self._table.memories.finished() if memory.game == game]
        theirs = of_these(games, [seat.name for seat in self.seats()], lambda memory: memory.names)
        return next(iter(theirs), None)

    def offers_first_game(self, game: str) -> bool:
        """Whether a game that explains itself makes sense for these players: they never finished it together, or one of
        them never played it."""
        seats = self.seats()
        group = frozenset(seat.name for seat in seats)
        return any(seat.new for seat in seats) or all(group != names for names in self._finished(game))

    def first_game(self, game: str) -> bool:
        """Whether the next game explains itself: as chosen for it, else only the very first one."""
        finished = len(self._finished(game))
        chosen = self._owner.now.first_games.get(game)
        return chosen.on if chosen is not None and chosen.after == finished else finished == 0

    def choose_first_game(self, game: str, on: bool) -> None:
        """Set whether the next game explains itself, from the beginning."""
        old = self._owner.now
        kept = tuple(id for id in old.explained if not (on and id.startswith(f"{game}:")))
        chosen = FirstGame(on, len(self._finished(game)))
        self._owner.keep(replace(old, first_games={**old.first_games, game: chosen}, explained=kept))

    def explained(self, game: str, hint: str) -> bool:
        """Whether that hint was shown already."""
        return f"{game}:{hint}" in self._owner.now.explained

    def explain(self, game: str, hint: str) -> None:
        """Record that a hint was shown: it does not come again."""
        old = self._owner.now
        if not self.explained(game, hint):
            self._owner.keep(replace(old, explained=(*old.explained, f"{game}:{hint}")))
