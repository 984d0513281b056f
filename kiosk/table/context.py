"""What every screen is given: the link to the engine, the settings, the clock, the memories, other screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from shutil import which
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from companion.engine.game import Player
from companion.engine.groups import of_these
from companion.engine.player_names import plain
from companion.engine.prompt import Keys, Prompt
from companion.engine.requests import Back, Choose, Correct, Follow, ForgetGroup, ForgetName, Open
from companion.engine.update import Notice, Update
from companion.presentation import i18n
from kiosk.display.look import look
from kiosk.display.theme import Places
from kiosk.doctor.diagnostics import Diagnostics
from kiosk.sound.director import Director
from kiosk.storage.keeper import Keeper
from kiosk.storage.own_data import OwnData
from kiosk.storage.settings import LANGUAGES, FirstGame, Seat, Settings, SettingsFile
from kiosk.table.armed import Armed
from kiosk.table.evenings import all_names
from kiosk.table.game_pages import AllPages, GamePages
from kiosk.table.game_ui import GameUi
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.hub_link import HubLink
from kiosk.table.link import Link
from kiosk.table.machine import Machine
from kiosk.table.memories import Memories, Memory
from kiosk.table.orientation import Display, Way
from kiosk.table.phones import Phones
from kiosk.table.todo import Todo
from kiosk.touch.calibration import Axes, Point

T = TypeVar("T")

STAND_INS = ("Ana", "Bo", "Cy", "Dan", "Eli", "Flo", "Gus", "Ida")
"""Names of seats that nobody named yet."""
VOICE_PROGRAM = "espeak-ng"
MOST_NAMES = 24
"""So many names are remembered."""


class Reader(Protocol):
    """The virtual reader behind the drawer: `drivers.simulated`."""

    def tap(self, uid: str) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...


class Panel(Protocol):
    """The virtual panel behind the drawer."""

    def press(self, name: str) -> None: ...


def later(call: Callable[[], None], seconds: float) -> Any:
    """Call it on the UI thread after so many seconds."""
    from kivy.clock import Clock

    return Clock.schedule_once(lambda _dt: call(), seconds)


class TouchPanel(Protocol):
    """The source of fingers, for the page that calibrates it."""

    listener: Callable[[Point], object]
    """Called with the panel's own place of each finger that comes down."""

    @property
    def axes(self) -> Axes:
        """How the panel lies on the picture."""

    def use_axes(self, axes: Axes) -> None:
        """From now on, until the next start."""

    def keep_axes(self, axes: Axes) -> None:
        """From now on, and after the next start."""


class KioskContext:
    """One for the whole app. Screens hold it and nothing else.

    :param now: milliseconds of the table's clock.
    """

    def __init__(
        self,
        link: Link,
        settings: SettingsFile,
        memories: Memories,
        director: Director,
        now: Callable[[], int],
        game_pages: AllPages,
    ) -> None:
        self.link = link
        self.game_pages = game_pages
        self.settings = settings
        self.memories = memories
        self.director = director
        self.now = now
        self.display = Display(lambda: settings.now, now, self._keep_display, later)
        self.armed = Armed(later)
        """The key that asks to be touched once more."""
        self.update: Update | None = None
        self.notices: dict[str, Notice] = {}
        self.open_screen: Callable[[str | None], None] = lambda _name: None
        """Put a screen over the one that the game asks for; None goes back to that."""
        self.close_page: Callable[[], None] = lambda: None
        """Back to where the page that shows was opened: a page knows what it opens, not who opens it."""
        self.fingers: TouchPanel | None = None
        """The touchscreens that are read; None where the window gets its touches in another way."""
        self.dim_changed: Callable[[], object] = lambda: None
        """After how long the screen gets dim has changed."""
        self.voice_changed: Callable[[], object] = lambda: None
        """What is spoken, or in which words, has changed."""
        self.voice_sample: Callable[[], object] = lambda: None
        """Have the voice say something, wanted or not."""
        self.voice_there: Callable[[], bool] = lambda: which(VOICE_PROGRAM) is not None
        """Whether what speaks is installed."""
        self.words_changed: Callable[[], None] = lambda: None
        self.wall_now: Callable[[], datetime] = lambda: datetime.now().astimezone()
        """The wall clock, with its time zone. For words only: nothing is timed by it."""
        self.simulated = False
        """The cards and buttons are virtual: a new game takes the demo box."""
        self.chosen = "infernal_wagon"
        """The gate that was touched last."""
        self.by_hand = False
        """Somebody has chosen something on the set-up pages since the gate was touched."""
        self.books: Mapping[str, Any] = {}
        """Game -> what a set-up screen may look up in its data before it is open (`companion.runtime`)."""
        self.own: OwnData | None = None
        """The owner’s folders, and tags as they are read, for who takes a deck down. None: there are none."""
        self.doctor: Diagnostics | None = None
        """Who says what is wrong with the hardware; None where nobody does."""
        self.todo = Todo()
        self.phones: Phones | None = None
        """Pages for phones; None where there are none."""
        self.hub: HubLink | None = None
        """The link to a hub; None where there is none."""
        self.machine: Machine | None = None
        """The machine below a card image; None elsewhere."""
        self.try_again: Callable[[], object] = lambda: None
        """Begin the services again that stay off."""
        self.box_changed: Callable[[], None] = lambda: None
        """The owner’s box is another one now: whoever keeps what was read of it reads it again."""
        self._keepers: dict[str, Keeper[Any]] = {}
        self.owner_of: Callable[[str], str | None] = lambda _uid: None
        """The game whose box knows a tag."""
        self.card_read = False
        """A tag came while a box was enrolled."""

    @property
    def reads(self) -> bool:
        """Whether a reader is there that can read a card: none is reported missing, or a card has just been read."""
        return self.card_read or not self.notices.keys() & {"no_reader", "reader_missing", "reader_lost"}

    @property
    def told_notices(self) -> dict[str, Notice]:
        """Those that somebody must know: a table that never had a reader misses none."""
        unsaid = set() if self.settings.now.reader_known else {"no_reader"}
        return {code: notice for code, notice in self.notices.items() if code not in unsaid}

    def keeper(self, name: str, write: Callable[[T], None]) -> Keeper[T]:
        """What writes the file of a box, the same one for every screen of it."""
        return self._keepers.setdefault(name, Keeper(name, write))

    def close(self) -> None:
        """Wait until all is written, unless the disk does not answer."""
        self.settings.close()
        for keeper in self._keepers.values():
            keeper.close()

    # -- time -------------------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the clock of a game runs."""
        return self.update is not None and self.update.face is not None and self.update.face.running

    @property
    def watched(self) -> bool:
        """Whether the screen must be seen: a clock runs, or a question waits that answers itself (also by a tap)."""
        prompt = self.update.prompt if self.update is not None else None
        return self.running or (prompt is not None and prompt.default is not None)

    @property
    def asked(self) -> bool:
        """Whether the open game asks the table something, beyond what it may do on its turn."""
        return self.update is not None and self.ui.hints.asks(self.update.prompt)

    def at(self) -> int:
        """The moment of the session (ms)."""
        return 0 if self.update is None else self.update.at + self.now() - self.update.stamp

    def elapsed(self) -> int:
        """ms that the open game's clock has run, now."""
        update = self.update
        if update is None or update.face is None:
            return 0
        face = update.face
        if not face.running:
            return face.elapsed_ms
        passed = self.at() - face.at
        whole = face.elapsed_ms + max(0, passed)
        return whole if face.length_ms is None else min(whole, face.length_ms)

    def remaining(self) -> int | None:
        """ms left on the clock, None in calm mode."""
        update = self.update
        if update is None or update.face is None or update.face.length_ms is None:
            return None
        return max(0, update.face.length_ms - self.elapsed())

    # -- the table ----------------------------------------------------------------------------------------------------

    def correct(self, **patch: Any) -> None:
        """Put the record of the open game right."""
        self.link.send(Correct(patch))

    @property
    def prompt(self) -> Prompt | None:
        """What the table can choose now, where the open game tells it."""
        return self.update.prompt if self.update is not None else None

    def choose(self, key: str) -> None:
        """Choose an option of the table's prompt as it shows."""
        self.link.send(Choose(key, seen=self.prompt.id if self.prompt is not None else ""))

    def act(self, *keys: str) -> None:
        """Choose an option of the prompt that the table rests at, wherever its path has led; then others as `on`."""
        away = self.update is not None and bool(self.update.path)
        self.link.send(Follow(keys, start=(), seen="" if away or self.prompt is None else self.prompt.id))

    def on(self, *keys: str, start: Keys | None = None) -> None:
        """Choose one after another, each at the prompt that the one before it leads to.

        :param start: the path at which it begins; None: where the table is.
        """
        self.link.send(Follow(keys, start))

    def may(self, key: str) -> bool:
        """Whether the table's prompt offers that key, and it can be chosen at this moment."""
        option = None if self.prompt is None else self.prompt.option(key)
        return option is not None and option.open(self.at())

    def back(self, all: bool = False) -> None:
        """One step back on the table's path; with `all`, to its start."""
        self.link.send(Back(all=all))

    def what_was_to_do(self) -> None:
        """Bring the last order to the table back, over the game."""
        away = self.update is not None and bool(self.update.path)
        self.todo.again(away)
        if away:
            self.back(all=True)

    @property
    def ui(self) -> GameUi:
        """Of the game that is open, else of the one whose tile was touched last."""
        game = self.update.game if self.update is not None else None
        return GAME_UIS.get(game or self.chosen) or GAME_UIS[self.chosen]

    @property
    def places(self) -> Places:
        """Of the keys of the open game that take back and that end a turn."""
        view = self.update.view if self.update is not None else None
        return Places() if view is None else self.ui.places(view)

    @property
    def pages(self) -> GamePages:
        """The screens of that game."""
        return self.game_pages[self.ui.game]

    def enter(self, game: str) -> None:
        """Somebody touched the gate of this game: it is set up as those who sit there played last."""
        self.chosen = game
        self.by_hand = False
        self.take_last(game)
        self.game_pages[game].enter(self)

    def open_for(self, game: str, seats: tuple[Player, ...], options: Mapping[str, Any] | None = None) -> None:
        """Open a game for these players."""
        self.chosen = game
        self.link.send(Open(game, seats, options or {}))

    # -- seats --------------------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many play this game: as many as sat at the table last, as far as it has seats for them."""
        ui = self.ui
        return max(ui.least, min(ui.most, self.settings.now.table or ui.usual))

    def seats(self) -> list[Seat]:
        """Those who sat at the table last, named, in this game’s colours, no colour twice.

        Colours are given out as if all played that this game has seats for: nobody's depends on how many do.
        """
        ui = self.ui
        seats = list(self.settings.now.seats[: ui.most])
        while len(seats) < ui.most:
            seats.append(Seat(self.free_name([s.name for s in seats]), ""))
        owner: dict[str, int] = {}
        for i, seat in enumerate(seats):
            if seat.colour in ui.colours:
                owner.setdefault(seat.colour, i)
        free = (colour for colour in ui.colours if colour not in owner)
        own = [s if owner.get(s.colour) == i else replace(s, colour=next(free)) for i, s in enumerate(seats)]
        return own[: self.count]

    def players(self) -> tuple[Player, ...]:
        """The same as the table wants them."""
        return tuple(Player(s.name, s.colour, s.new) for s in self.seats())

    def free_name(self, taken: list[str]) -> str:
        """A name for a seat that nobody named yet."""
        return next(name for name in STAND_INS if name not in taken)

    def name_seat(self, index: int, name: str) -> None:
        """Set the name of the seat at `index`; the name is offered again later."""
        seats = self.seats()
        seats[index] = replace(seats[index], name=name)
        self.settings.change(replace(self.settings.now, names=(name, *self.settings.now.names)))
        self.set_seats(seats)

    def known_names(self) -> list[str]:
        """Names of people who are not at the table now: names that were written, the latest first, then the other names
        of finished games."""
        there = {seat.name for seat in self.seats()}
        played = (name for name in all_names(self.memories.finished(), ()) if name not in STAND_INS)
        return [name for name in dict.fromkeys((*self.settings.now.names, *played)) if name not in there]

    def forget_name(self, name: str) -> None:
        """Remove a name from the finished games and from the settings."""
        self.link.send(ForgetName(name))
        old, same = self.settings.now, plain(name)
        taken = [seat.name for seat in old.seats]
        seats = (replace(s, name=self.free_name(taken)) if plain(s.name) == same else s for s in old.seats)
        options = {
            game: {k: v for k, v in kept.items() if not (isinstance(v, str) and plain(v) == same and k == "first")}
            for game, kept in old.options.items()
        }
        names = tuple(known for known in old.names if plain(known) != same)
        self.keep(replace(old, seats=tuple(seats), options=options, names=names))

    def forget_group(self, names: tuple[str, ...]) -> None:
        """Remove the finished games that exactly these players played."""
        self.link.send(ForgetGroup(names))

    def set_seats(self, seats: list[Seat]) -> None:
        """Remember the seats and tell the table, if a game is being set up."""
        old = self.settings.now
        kept = [*seats, *old.seats[len(seats) :]]
        unique: dict[str, Seat] = {}
        for seat in kept:
            unique.setdefault(seat.name, seat)
        written = [s.name for s in seats if s.name not in STAND_INS or s.name in old.names]
        names = tuple(dict.fromkeys(written + list(old.names)))[:MOST_NAMES]
        there = {seat.name for seat in self.seats()}
        self.keep(replace(old, seats=tuple(unique.values()), table=len(seats), names=names))
        self.pages.seats_changed(self)
        if there != {seat.name for seat in seats} and not self.by_hand and self.take_last(self.ui.game):
            self.pages.options_changed(self)

    def seat(self, players: Sequence[Player]) -> None:
        """Have these players at the table, as they sat; seats that are as they were keep their order."""
        if {(s.name, s.colour) for s in self.seats()} != {(player.name, player.colour) for player in players}:
            self.set_seats([Seat(player.name, player.colour) for player in players])

    def set_count(self, count: int) -> None:
        self.keep(replace(self.settings.now, table=count))
        self.set_seats(self.seats())

    def next_colour(self, index: int) -> None:
        """Another colour for a seat: the next one that nobody has. Where all are taken, that seat gets the old one."""
        seats, colours = self.seats(), self.ui.colours
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
        """The name of the player who begins: the one chosen last if seated, else that of the first seat."""
        chosen, names = self.settings.now.options.get(game, {}).get("first"), [seat.name for seat in self.seats()]
        return chosen if chosen in names else names[0]

    def remember(self, game: str, **chosen: Any) -> None:
        """Somebody has chosen this for a game: it is set up so the next time."""
        self.choose_options(game, {**self.settings.now.options.get(game, {}), **chosen})

    def choose_options(self, game: str, options: dict[str, Any]) -> None:
        """As `remember`, but this is all that is kept."""
        self.by_hand = True
        self._set_options(game, options)

    def begin_with(self, game: str, name: str) -> None:
        """Who begins."""
        self._set_options(game, {**self.settings.now.options.get(game, {}), "first": name})

    def take_last(self, game: str) -> bool:
        """Set the game up as those who sit there played it last, once for each game that they finished; for people who
        never played it together keep only what belongs to the table. Whether anything was taken."""
        old, ui, last = self.settings.now, GAME_UIS[game], self.last_game(game)
        when = "" if last is None else last.wall
        if old.taken.get(game, "") == when or (last is None and self.memories.late):
            return False
        stays = {name: value for name, value in old.options.get(game, {}).items() if name in ui.stays}
        options = stays if last is None else {**stays, **ui.again(last.result)}
        self.keep(replace(old, options={**old.options, game: options}, taken={**old.taken, game: when}))
        return True

    def _set_options(self, game: str, options: dict[str, Any]) -> None:
        old = self.settings.now
        self.keep(replace(old, options={**old.options, game: options}))

    # -- a first game -------------------------------------------------------------------------------------------------

    def _finished(self, game: str) -> list[frozenset[str]]:
        """Who sat at each game of that name which came to its end."""
        return [frozenset(memory.names) for memory in self.memories.finished() if memory.game == game]

    def last_game(self, game: str) -> Memory | None:
        """The last game of that name which those who sit there played to its end (`of_these`)."""
        games = [memory for memory in self.memories.finished() if memory.game == game]
        theirs = of_these(games, [seat.name for seat in self.seats()], lambda memory: memory.names)
        return next(iter(theirs), None)

    def offers_first_game(self, game: str) -> bool:
        """Whether a game that explains itself makes sense for those who sit there: they never finished it together, or
        one of them never played it."""
        seats = self.seats()
        group = frozenset(seat.name for seat in seats)
        return any(seat.new for seat in seats) or all(group != names for names in self._finished(game))

    def first_game(self, game: str) -> bool:
        """Whether the next game explains itself: as somebody chose for it, else only the very first one."""
        finished = len(self._finished(game))
        chosen = self.settings.now.first_games.get(game)
        return chosen.on if chosen is not None and chosen.after == finished else finished == 0

    def choose_first_game(self, game: str, on: bool) -> None:
        """The next game explains itself, from the beginning; or not."""
        old = self.settings.now
        kept = tuple(id for id in old.explained if not (on and id.startswith(f"{game}:")))
        chosen = FirstGame(on, len(self._finished(game)))
        self.keep(replace(old, first_games={**old.first_games, game: chosen}, explained=kept))

    def explained(self, game: str, hint: str) -> bool:
        """Whether somebody was told that already."""
        return f"{game}:{hint}" in self.settings.now.explained

    def explain(self, game: str, hint: str) -> None:
        """It was told: it does not come again."""
        old = self.settings.now
        if not self.explained(game, hint):
            self.keep(replace(old, explained=(*old.explained, f"{game}:{hint}")))

    def keep(self, settings: Settings) -> None:
        """Remember; if the disk refuses, a notice says so."""
        self.settings.change(settings)
        if self.settings.saved:
            self.notices.pop("settings_not_saved", None)
        else:
            self.notices["settings_not_saved"] = Notice("settings_not_saved")

    # -- settings -----------------------------------------------------------------------------------------------------

    def set(self, **changes: Any) -> None:
        """Change settings; language, look and sound follow at once."""
        self.keep(replace(self.settings.now, **changes))
        now = self.settings.now
        look.set(type_size=now.type_size, motion=now.motion)
        self.director.set_sound(now.profile, now.volume)
        if self.update is not None and self.update.game is not None and not self.director.audible:
            self.pages.sound_off(self)
        if "language" in changes and now.language != i18n.language():
            self.director.set_language(now.language)
            i18n.set_language(now.language)
            self.words_changed()
        if "token_names" in changes:
            i18n.set_token_names(now.token_names)
            self.words_changed()
        if changes.keys() & {"voice", "language", "token_names"}:
            self.voice_changed()

    def switch_phones(self, on: bool) -> None:
        """Pages for phones, from now on and after the next start."""
        self.set(phones=on)
        if self.phones is not None:
            self.phones.switch(on)

    def _keep_display(self, way: Way) -> None:
        self.set(rotation=way.rotation, type_size=way.type_size)

    def next_token_names(self) -> None:
        """The other language for what is printed on tokens."""
        before = self.settings.now.token_names or i18n.language()
        new = LANGUAGES[(LANGUAGES.index(before) + 1) % len(LANGUAGES)]
        self.set(token_names=None if new == i18n.language() else new)

    def next_language(self) -> None:
        self.set(language=LANGUAGES[(LANGUAGES.index(i18n.language()) + 1) % len(LANGUAGES)])
