"""The frame of a page: all that one connection may see, in its language, as one line of JSON of one size.

Every frame has `SIZE` bytes whatever it holds, so that counting bytes on the network reveals nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import UNSET, Struct, UnsetType, json

from companion.engine.game import ClockReading, UndoLabel
from companion.engine.message import Line, Messages, Order
from companion.engine.player_names import seats_of
from companion.engine.prompt import Option, Prompt, Sign, Why
from companion.engine.requests import SeatSight, Watched
from companion.engine.text import Text
from companion.engine.update import Refusal
from companion.games.registry import show_of, title_of
from companion.presentation.colours import SEATS
from companion.presentation.i18n import Catalogue
from companion.presentation.refusals import refusal, why_said
from companion.presentation.show import Fact
from companion.presentation.words import undo_text
from companion.web.desk.arrivals import SIGNS
from companion.web.desk.games import page_of
from companion.web.desk.lines import PageKey, PageLine

SIZE = 24 * 1024
"""Bytes of a frame, its newline included. The largest of 300 random games had half of it."""


LATER = frozenset({"journal_slow", "internal", "no_game", "closed", "door_full"})
"""Temporary refusals: the same request may succeed later."""


class PageSign(Struct, omit_defaults=True):
    icon: str = ""
    text: str = ""
    cost: bool = False


class PageOption(Struct, omit_defaults=True):
    """`leads`: choosing it asks further. `why`: it cannot be chosen, and why."""

    key: str
    label: str
    second: str = ""
    icon: str = ""
    tone: str = ""
    seat: str = ""
    figure: str = ""
    lines: list[list[PageSign]] = []
    leads: bool = False
    chosen: bool = False
    why: str = ""
    place: str = ""
    """Its place on the figure: it is touched there, and has no key of its own beside it."""
    drawing: list[str] = []
    main: bool = False
    first: bool = False
    """It has a key on the page; where any has, the others are in a menu."""
    left_ms: int | None = None


class PagePrompt(Struct, omit_defaults=True):
    """`mine`: this connection may answer. `left_ms`: until the default is taken by itself. `trail`: places of the
    figure that are chosen so far."""

    id: str
    title: str
    who: str = ""
    mine: bool = False
    hint: str = ""
    text: str = ""
    icon: str = ""
    options: list[PageOption] = []
    trail: list[str] = []
    default: str = ""
    left_ms: int | None = None
    confirm: str = ""
    """Label of the key that confirms an option of the figure."""


class PageFact(Struct, omit_defaults=True):
    icon: str
    text: str
    figure: str = ""
    tone: str = ""
    secret: bool = False


class PageClock(Struct):
    """`left_ms` is None where the clock counts up."""

    running: bool
    elapsed_ms: int
    left_ms: int | None


class PageSeat(Struct, omit_defaults=True):
    """`mark`: the icon of its shape. `taken`: it has a phone; known of the seats in a lobby. `facts`: what is public of
    it."""

    name: str
    colour: str = ""
    mark: str = ""
    taken: bool = False
    facts: list[PageFact] = []


class PageLobby(Struct, omit_defaults=True):
    """What a page without a seat can ask for. `opens`: no game has begun. `room`: a new name can have a seat."""

    seats: list[PageSeat] = []
    opens: bool = False
    room: bool = False


class PageAnswer(Struct, omit_defaults=True):
    """To the request with this id. `title`, `hint`: why it had no effect. `later`: the same request may have one later;
    else it never will. `saved`: false while what it did waits for the disk."""

    id: str
    ok: bool
    saved: bool = True
    code: str = ""
    later: bool = False
    title: str = ""
    hint: str = ""


class PageNews(Struct, omit_defaults=True):
    """What happened; `head`: what all players must do or know now."""

    icon: str = ""
    tone: str = ""
    text: str = ""
    head: str = ""
    notes: list[str] = []


class PageArrival(Struct):
    """A phone that waits, for the host."""

    id: int
    name: str
    signs: list[PageSign]
    wish: str


class PageHost(Struct, omit_defaults=True):
    """What the host's page has besides. `opens`: a game can begin. `leaves`: the open one can be left. `tabs`: pages of
    what can be put right; `lines`: those of the open one, or of the set-up."""

    opens: bool = False
    leaves: bool = False
    everybody: bool = False
    arrivals: list[PageArrival] = []
    tabs: list[PageKey] = []
    lines: list[PageLine] = []


class PageTaking(Struct, omit_defaults=True):
    """`by`: who wants to take back `what`, by which something was seen. `mine`: this page may agree."""

    by: str
    what: str
    mine: bool = False


class PageFrame(Struct, omit_defaults=True):
    """`state`: `table` (a game or none is open), `wait` (the table is asked), `over` (the session has ended),
    `elsewhere` (it is in use on another page of the same phone), `slow` (the table does not answer: what was shown
    stays). `absent`: the player of this page's seat, who is not in the game that is open."""

    state: str
    number: str = ""
    language: str = ""
    game: str = ""
    title: str = ""
    seat: str = ""
    absent: str = ""
    session: str = ""
    token: str = ""
    """By it the session goes to another storage of the same phone, once."""
    seats: list[PageSeat] = []
    clock: PageClock | None = None
    status: list[PageFact] = []
    own: list[PageFact] = []
    prompt: PagePrompt | None = None
    asked: str = ""
    """The title of what the table is asked, for a page without a seat."""
    asks: str = ""
    """Who is asked that; "": anybody."""
    ended: bool = False
    """`asked` says how it ended."""
    path: int = 0
    undo: str = ""
    undo_why: str = ""
    """Why this page cannot take it back."""
    news: PageNews | None = None
    lobby: PageLobby | None = None
    host: PageHost | None = None
    taking: PageTaking | None = None
    signs: list[PageSign] = []
    """Of a page that waits: the table shows the same."""
    picture: str = ""
    figure: str = ""
    """What prompts are answered on by touch, a picture as well; "" where there is none."""
    answer: PageAnswer | UnsetType = UNSET


def padded(frame: PageFrame) -> bytes:
    """Return the line of a frame, `SIZE` bytes long. One that does not fit loses what explains, then its options.

    :raises ValueError: if even that does not fit.
    """
    for shorter in (_as_it_is, _without_words, _without_options):
        shorter(frame)
        line = json.encode(frame)
        if len(line) < SIZE:
            return line + b" " * (SIZE - 1 - len(line)) + b"\n"
    raise ValueError("a frame is too long")


def _as_it_is(_frame: PageFrame) -> None:
    pass


def _without_words(frame: PageFrame) -> None:
    if frame.prompt is not None:
        for option in frame.prompt.options:
            option.lines, option.second = [], ""


def _without_options(frame: PageFrame) -> None:
    if frame.prompt is not None:
        frame.prompt.options = []


def spot(option: Option) -> str:
    """Return the place of an option on a figure: a pawn is touched itself, wherever it stands."""
    return option.slot if option.seat and option.place else option.place


class Painter:
    """Makes frames in one language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def text(self, text: Text) -> str:
        return self._catalogue.spoken(text)

    def table(self, watched: Watched, number: str, news: Messages, now: int, picture: str, figure: str) -> PageFrame:
        """Return the frame of the public view.

        :param now: ms of the session.
        """
        update = watched.now
        frame = PageFrame("table", number=number, language=self._catalogue.language, picture=picture, figure=figure)
        if update.game is None or update.view is None:
            return frame
        page, show = page_of(update.game), show_of(update.game)
        turn, over = show.turn(update.view), show.over(update.view)
        frame.game = update.game
        frame.title = self._catalogue.gettext(title_of(update.game))
        frame.seats = [page_seat(player) for player in seats_of(update.view)]
        for seat in frame.seats:
            seat.facts = [self._fact(fact) for fact in show.each(update.view, seat.name)]
        frame.clock = _clock(update.face, now) if page.clock else None
        frame.status = [self._fact(fact) for fact in turn.facts] if turn is not None else []
        frame.news = self._news(news)
        if over is not None:  # a television says it large, in the place of a question
            frame.asked, frame.ended = self.text(over.in_words), True
            frame.status.insert(0, self._fact(Fact(over.icon, over.in_words, tone="brim" if over.good else "danger")))
        elif watched.prompt is not None:
            frame.asked, frame.asks = self.text(watched.prompt.title), watched.prompt.who
        return frame

    def add_own(
        self,
        frame: PageFrame,
        sight: SeatSight,
        undo: UndoLabel | None,
        at_table: bool,
        now: int,
        rights: Collection[str],
    ) -> None:
        """Add to a frame of the table what its seat sees besides.

        :param undo: what that seat answered last, while nothing came after it.
        :param at_table: whether that is taken back at the table alone.
        :param rights: what it may do (`Option.right`).
        """
        frame.own = [self._fact(fact) for fact in show_of(frame.game).own(sight.view, frame.seat)]
        frame.path = len(sight.path)
        if sight.prompt is not None:
            frame.prompt = self._prompt(sight.prompt, frame, now, rights)
        if undo is not None:
            frame.undo = undo_text(undo, self._catalogue)
            if at_table:
                frame.undo_why = why_said(Why("undo_at_table"), None, self._catalogue).title

    def answer(
        self, id: str, code: str = "", facts: dict[str, object] | None = None, game: str | None = None
    ) -> PageAnswer:
        """Return the answer to one request; with a code it had no effect."""
        if not code:
            return PageAnswer(id, True)
        said = refusal(Refusal(code, facts or {}), game, self._catalogue)
        return PageAnswer(id, False, code=code, later=code in LATER, title=said.title, hint=said.hint)

    def say(self, msgid: str) -> str:
        return self._catalogue.gettext(msgid)

    def undo(self, label: UndoLabel) -> str:
        """Return what would be taken back, in words."""
        return undo_text(label, self._catalogue)

    def signs(self, icons: Collection[str]) -> list[PageSign]:
        """Return signs with their words."""
        return [PageSign(icon, self._catalogue.gettext(SIGNS[icon])) for icon in icons]

    def _fact(self, fact: Fact) -> PageFact:
        return PageFact(fact.icon, self.text(fact.text), fact.figure, fact.tone, fact.secret)

    def _news(self, messages: Messages) -> PageNews | None:
        line, order, band = messages.line, messages.order or messages.intro, messages.band
        if isinstance(order, Order):
            text = self.text(order.text)
            notes = [self.text(note.text) for note in order.notes]
            return PageNews(order.icon, order.tone, text, self.text(order.head), notes)
        if isinstance(line, Line):
            return PageNews(line.icon, line.tone, self.text(line.text))
        if band is not None:
            return PageNews("warning", "danger", self.text(band.hint), self.text(band.title))
        return None

    def _prompt(self, prompt: Prompt, frame: PageFrame, now: int, rights: Collection[str]) -> PagePrompt:
        listed = (option for option in prompt.options if option.listed and option.right in rights)
        on_figure = page_of(frame.game).on_figure
        placed = bool(frame.figure) and (on_figure is None or prompt.id in on_figure)
        options = [self._option(option, prompt, frame.game, now, placed) for option in listed]
        return PagePrompt(
            prompt.id,
            self.text(prompt.title),
            prompt.who,
            prompt.who in ("", frame.seat),
            " ".join(filter(None, (self.text(prompt.hint), prompt.figure, self.text(prompt.counts)))),
            self.text(prompt.text),
            prompt.icon,
            options,
            list(prompt.trail),
            prompt.default or "",
            None if prompt.until_ms is None else max(0, prompt.until_ms - now),
            self.text(prompt.confirm) if placed else "",
        )

    def _option(self, option: Option, prompt: Prompt, game: str, now: int, placed: bool) -> PageOption:
        why = ""
        if option.why is not None:
            why = why_said(option.why, game, self._catalogue).title
        return PageOption(
            option.key,
            self.text(option.label),
            self.text(option.second),
            option.icon,
            option.tone,
            option.seat,
            option.figure,
            [[self._sign(sign) for sign in line] for line in option.lines],
            option.move is None and not option.chosen,
            option.chosen,
            why,
            spot(option) if placed else "",
            list(option.drawing) if placed else [],
            option.key == prompt.default,
            option.prominent,
            None if option.until_ms is None else max(0, option.until_ms - now),
        )

    def _sign(self, sign: Sign) -> PageSign:
        return PageSign(sign.icon, self.text(sign.text), sign.cost)


def page_seat(player: Any, taken: bool = False) -> PageSeat:
    """Return a seat as a page shows it."""
    look = SEATS.get(player.colour)
    return PageSeat(player.name, player.colour, look.icon if look is not None else "", taken)


def _clock(face: ClockReading | None, now: int) -> PageClock | None:
    if face is None or not face.shows:
        return None
    return PageClock(face.running, face.elapsed(now), face.left(now))
