"""Twin games: they differ only in a secret, and are played alike by a spectator and a phone of each seat.

Every page of one game is recorded from its first byte to its last. What they do, and what the table does, is the same
in both games: answers, questions that lead on, taking back, corrections, refusals, garbage, lost connections, two pages
of one phone, a second phone, a pages' server and a table that begin anew. Where a page's seat may know the secret its
frames still come in the same number, order and size.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.engine.game import Player
from companion.engine.refused import Refused
from companion.engine.requests import Advance, Correct, MakeMove, Open, Redo, Resume, Undo
from companion.engine.signals import Tag
from companion.games.registry import GAMES
from companion.protocol import request
from companion.web.desk.arrivals import EACH_MS
from companion.web.desk.state import SetUpSeat, SetUpTable
from companion.web.server.web import BURST
from tests.engine.subjects import Moves, subject
from tests.games.cerbere.place import place
from tests.games.hellrail import test_twins as rail
from tests.games.hellrail.stage import opened, spelled
from tests.network.desk import Served
from tests.pages.desk import AnyPage, PagesDesk
from tests.patience import PATIENCE_S

EVERYBODY = ""
"""The page that only looks."""


@dataclass
class Stage:
    """A game with a secret. `open`: of each twin; then come its `moves`, as a subject writes them, then the pages.

    `knows`: seats that may know the secret from their own view. `shown`: whether a rule has brought it to light, by the
    public view; then the games may part. `avoided`: keys that do so.
    """

    game: Any
    open: tuple[Open, Open]
    moves: tuple[Moves, Moves] = ((), ())
    knows: frozenset[str] = frozenset()
    shown: Callable[[Any], bool] = lambda _view: False
    looks: Callable[[Any], str] = lambda _view: ""
    avoided: Callable[[str], bool] = lambda _key: False


def counted() -> Callable[[], str]:
    """Secrets that are the same in both games, or tokens alone would part them."""
    numbers = itertools.count(1)
    return lambda: f"secret-{next(numbers):015}"


class Recorded:
    """One of the twins with all its pages. `tabs`: of each seat the open ones of its phone, the one that plays last.

    :param kept: whether its table may begin anew.
    :param served: whether the pages come over WebSockets of a pages' server; else over the pages' socket.
    """

    def __init__(self, stage: Stage, twin: int, kept: bool = False, served: bool = False) -> None:
        self.stage = stage
        self.desk = PagesDesk({stage.game.name: stage.game}, secrets=counted(), kept=kept, sessions=True)
        self.web: Served | None = None
        try:
            self.web = Served(self.desk) if served else None
            seats = [seat.name for seat in stage.open[twin].seats]
            self.desk.server.prepare(SetUpTable(tuple(map(SetUpSeat, seats)), len(seats)))
            self.tabs: dict[str, list[AnyPage]] = {EVERYBODY: [self.new_page(EVERYBODY)]}
            self.bytes: dict[str, list[bytes]] = {}
            for seat in seats:
                self.tabs[seat] = [self.new_page(seat)]
                self.front(seat).ask("join", name=seat)
                self.desk.admit(seat)
                self.desk.clock.set_ms(self.desk.clock.now_ms() + EACH_MS)
                self.collect()
            self.desk.do(stage.open[twin])
            for step in stage.moves[twin]:
                self.desk.do(request_of(step))
            self.collect()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """
        :raises AssertionError: if the pages' server complained.
        """
        if self.web is None:
            self.desk.close()
            return
        self.web.close()
        assert "ERROR" not in self.web.said and "Traceback" not in self.web.said, self.web.said

    @property
    def view(self) -> Any:
        return self.desk.table.engine.update().view

    def new_page(self, seat: str) -> AnyPage:
        language = "en" if seat else "fr"
        if self.web is None:
            return self.desk.page(language)
        page = self.web.page()
        page.ask("language", language=language)
        return page

    def front(self, seat: str) -> AnyPage:
        return self.tabs[seat][-1]

    def collect(self) -> None:
        """Read all that was sent up to now."""
        self.desk.settle()
        for page in itertools.chain(*self.tabs.values()):
            page.look()
        for seat in self.tabs:
            if self.web is not None and len(self.front(seat).frames) > BURST // 3:
                self.reconnect(seat)  # its messages have a rate

    def put_away(self, seat: str, page: AnyPage) -> None:
        self.bytes.setdefault(seat, []).extend(page.frames)
        page.close()

    def reconnect(self, seat: str) -> None:
        """The connections of its pages are lost, and come back."""
        pages = self.tabs[seat]
        for number, page in enumerate(pages):
            self.put_away(seat, page)
            pages[number] = self.new_page(seat)
            if seat:
                pages[number].ask("resume", session=page.secret)
                pages[number].secret = page.secret
            self.desk.settle()

    def open_tab(self, seat: str) -> None:
        """A further page of the same phone, which plays from now on."""
        secret = self.front(seat).secret
        if len(self.tabs[seat]) > 2:
            self.put_away(seat, self.tabs[seat].pop(0))
        page = self.new_page(seat)
        self.tabs[seat].append(page)
        if seat:
            page.ask("resume", session=secret)
            page.secret = secret

    def go_on(self, seat: str) -> None:
        """The page that was in front longest ago plays again."""
        pages = self.tabs[seat]
        pages.append(pages.pop(0))
        if seat:
            pages[-1].ask("resume", session=pages[-1].secret)

    def scan_again(self, seat: str) -> None:
        front = self.front(seat)
        front.ask("pair", token=self.desk.token(seat), session=front.secret)

    def leave(self, seat: str) -> None:
        """The seat is given up, and its code is scanned anew."""
        front = self.front(seat)
        front.ask("leave")
        front.ask("pair", token=self.desk.token(seat))
        for page in self.tabs[seat][:-1]:
            page.look()
            page.secret = front.secret

    def second_phone(self, seat: str, yes: bool, scans: bool) -> None:
        """Another phone wants the seat, by its code or without; the table lets it in, or not."""
        page = self.new_page(seat)
        if scans:
            page.ask("pair", token=self.desk.token(seat))
        else:
            page.ask("join", name=seat)
        if page.code():  # too often from one place
            self.put_away(seat, page)
            return
        self.desk.admit(seat, yes)
        page.look()
        if not yes:
            self.put_away(seat, page)
            return
        for old in self.tabs[seat]:
            old.look()
            self.put_away(seat, old)
        self.tabs[seat] = [page]

    def pages_anew(self) -> None:
        """The pages' server is killed, or the pages' socket ends; all pages come back."""
        self.collect()
        if self.web is not None:
            self.web.kill()
            self.web.begin()
        else:
            self.desk.restart_pages()
        for seat in self.tabs:
            self.reconnect(seat)

    def table_anew(self) -> str:
        """The table's process ends; the pages are back before the game is taken up again. Why it is not."""
        self.collect()
        self.desk.restart()
        if self.web is not None:
            self.web.process.wait(PATIENCE_S)
            self.web.begin()
        for seat in self.tabs:
            self.reconnect(seat)
        return self.table(Resume())

    def all_bytes(self, seat: str) -> list[bytes]:
        return [*self.bytes.get(seat, []), *itertools.chain(*(page.frames for page in self.tabs[seat]))]

    def table(self, request: Any) -> str:
        try:
            self.desk.do(request)
        except Refused as refused:
            return refused.code
        return ""


def request_of(step: Mapping[str, Any]) -> Any:
    """A step as a subject writes it."""
    if "advance" in step:
        return Advance(step["advance"])
    if "undo" in step:
        return Undo()
    return Tag("table", step["tag"]) if "tag" in step else MakeMove(dict(step))


def act(one: Recorded, rng: random.Random) -> str:
    """Something that a page or the table does; what it was, and why not. The same numbers give the same act."""
    seat, kind, number = rng.choice(sorted(one.tabs)), rng.random(), rng.random()
    page = one.front(seat)
    if kind < 0.56:
        keys = [key for key in page.offered() if not one.stage.avoided(key)]
        key = keys[int(number * len(keys))] if keys else "nothing"
        page.choose(key)
        return f"{seat} {key} {page.code()}"
    if kind < 0.61:
        page.ask("back")
        return f"{seat} back {page.code()}"
    if kind < 0.67:
        page.undo()
        return f"{seat} undo {page.code()}"
    if kind < 0.70:
        page.choose("end", number="stale-1")
        return f"{seat} stale {page.code()}"
    if kind < 0.72:
        page.ask("open", game="cerbere")
        return f"{seat} open {page.code()}"
    if kind < 0.75:
        one.reconnect(seat)
        return f"{seat} comes back"
    if kind < 0.79:
        one.open_tab(seat)
        return f"{seat} opens a page"
    if kind < 0.82:
        one.go_on(seat)
        return f"{seat} goes on elsewhere"
    if kind < 0.89 and seat:
        if kind < 0.84:
            one.scan_again(seat)
        elif kind < 0.85:
            one.leave(seat)
        else:
            one.second_phone(seat, number < 0.5, kind < 0.87)
        return f"{seat} scans a code {one.front(seat).code()}"
    if kind < 0.92:
        return "table undo " + one.table(Undo())
    if kind < 0.94:
        return "table redo " + one.table(Redo())
    if kind < 0.96:
        return "corrected " + one.table(Correct({"nothing": 1}))
    return "time " + one.table(Advance(1_500))


def play(stage: Stage, seed: int, steps: int, kept: bool = False, served: bool = False, pause: int = 1) -> list[str]:
    """Play both games alike and compare; what was done. After a third of the steps the pages begin anew, after two
    thirds the table.

    :param kept: whether the table does.
    :param served: see `Recorded`.
    :param pause: so many acts are done between two looks of all pages.
    """
    one, other = Recorded(stage, 0, kept, served), Recorded(stage, 1, kept, served)
    knows = set(stage.knows)
    said: list[str] = []

    def compare() -> None:
        one.collect()
        other.collect()
        same(one, other, {seat: len(one.all_bytes(seat)) for seat in one.tabs}, knows, said)

    try:
        mine, yours = random.Random(seed), random.Random(seed)
        for step in range(steps):
            if step % pause == 0:
                compare()
            if step == steps // 3:
                one.pages_anew()
                other.pages_anew()
            if kept and step == 2 * steps // 3:
                assert one.table_anew() == other.table_anew()
            said.append(act(one, mine))
            again = act(other, yours)
            one.desk.settle()
            other.desk.settle()
            if one.view is None or stage.shown(one.view) or stage.shown(other.view):
                return said
            assert said[-1] == again
            knows |= {stage.looks(one.view)} - {""}
        compare()
    finally:
        one.close()
        other.close()
    return said


def same(one: Recorded, other: Recorded, length: Mapping[str, int], knows: set[str], said: list[str]) -> None:
    for seat, frames in length.items():
        mine, yours = one.all_bytes(seat), other.all_bytes(seat)
        assert len(yours) == frames, (seat, said[-3:])
        assert [len(frame) for frame in mine] == [len(frame) for frame in yours]
        if seat not in knows:
            parted = [number for number in range(frames) if mine[number] != yours[number]]
            assert not parted, f"{seat or 'everybody'}, frame {parted[0]}: {said[-3:]}"


# -- stages ----------------------------------------------------------------------------------------------

ORDERS = ((1, 2, 3), (3, 1, 2))
CERBERE = place(
    [{"seat": "A", "survival": 1}, {"seat": "B"}, {"seat": "D", "survival": 2}, {"seat": "E"}],
    {"A": 16, "B": 9, "D": 9, "E": 9},
    level="board",
    boating="kept",
)
LOOKING = (
    {"type": "play", "card": "act4_adv", "option": "b"},
    {"type": "resolve", "effect": 0},
    {"type": "resolve", "effect": 1},
)


def boats(twin: int) -> Open:
    position = CERBERE | {"boats": {"slots": list(ORDERS[twin])}}
    return Open("cerbere", tuple(map(Player, "ABDE")), position=position, seed=1)


def kept_boats() -> Stage:
    return Stage(
        GAMES["cerbere"](None),
        (boats(0), boats(1)),
        (LOOKING, LOOKING),
        shown=SHOWN["cerbere"],
        looks=LOOKS["cerbere"],
    )


def hellrail(kind: str, level: str) -> Stage:
    def open_it(twin: int) -> Open:
        short = rail.stage(kind, rail.TWINS[twin], (rail.ORDER, rail.OTHER)[twin], level)
        if kind == "known":  # a page says what stands on a card: the twins differ in it
            short |= {"deck": {rail.TWINS[1]: {"car": 4}}}
        made = request("open", opened(spelled(short), level), 0, True)
        assert isinstance(made, Open)
        return made

    held = frozenset(rail.SEATS) if kind in ("face_down", "entered", "used") else frozenset()
    return Stage(
        GAMES["hellrail"](None),
        (open_it(0), open_it(1)),
        knows=frozenset(("P2",)) if kind == "known" else held,
        shown=lambda view: view.scores is not None or (bool(held) and view.using is not None),
        avoided=lambda key: "derail" in key or key in {"circle", "held"},
    )


def pair(game: str, number: int) -> Stage:
    made = subject(game)
    found = made.secret_pairs[number]
    tokens = "secret_effects" in str(found.open.options)
    seats = [seat.name for seat in found.open.seats] if tokens else []
    return Stage(
        made.make(),
        (found.open, found.open),
        (found.one, found.other),
        knows=frozenset(seats),
        shown=SHOWN[game],
        looks=LOOKS.get(game, lambda _view: ""),
        avoided=lambda key: key in ("circle", "held") and tokens,
    )


SHOWN: dict[str, Callable[[Any], bool]] = {
    "cerbere": lambda view: view.boats.revealed is not None or bool(view.boats.shown),
    "hellrail": lambda view: view.scores is not None,
    "infernal_wagon": lambda view: False,
}
LOOKS: dict[str, Callable[[Any], str]] = {"cerbere": lambda view: view.boats.peek[0] if view.boats.peek else ""}
EACH = ("cerbere, kept boats", "hellrail, covered, keeper", "infernal_wagon 0")
"""A stage of each game."""
STAGES: dict[str, Callable[[], Stage]] = {
    "cerbere, kept boats": kept_boats,
    **{
        f"hellrail, {kind}, {level}": partial(hellrail, kind, level)
        for kind, level in [*((kind, "keeper") for kind in rail.KINDS), *rail.LIGHT]
    },
    **{f"{game} {n}": partial(pair, game, n) for game in GAMES for n in range(len(subject(game).secret_pairs))},
}
