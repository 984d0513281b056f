"""The engine: the one writer. It decides, saves, applies and announces, in that order; `EngineThread` is its thread."""

from __future__ import annotations

import logging
import random
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.audience import PUBLIC, Audience, Seat
from companion.engine.base_game import BaseGame
from companion.engine.clock import Clock, ManualClock
from companion.engine.codec import journal_json, private_json, to_kind
from companion.engine.cues import Cue
from companion.engine.entry import Entry, EntryKind, Status
from companion.engine.export import export_lines
from companion.engine.forgetting import group_of, unnamed, without
from companion.engine.game import Event, Game, GameSetup, Player, applied
from companion.engine.gate import refuse_errors
from companion.engine.history import History, Undone, step_of
from companion.engine.journal import GameRow, Journal
from companion.engine.listeners import Listeners
from companion.engine.player_names import check_names, plain, seats_of
from companion.engine.printed_number import KnownTags
from companion.engine.prompt import Keys, Option, Prompt, follow
from companion.engine.refused import UNFORESEEN, BadInput, PrivateRefusal, Refused
from companion.engine.requests import (
    Adopt,
    Advance,
    Amend,
    Answering,
    Ask,
    Back,
    Choose,
    Correct,
    Export,
    Follow,
    Forget,
    ForgetGame,
    ForgetGroup,
    ForgetName,
    Leave,
    Legal,
    ListGames,
    ListPaused,
    LookAt,
    MakeMove,
    NameAnew,
    Now,
    Open,
    Position,
    PostNotice,
    PutAway,
    Recall,
    Redo,
    Reply,
    Request,
    Resume,
    SeatSight,
    Undo,
    Watch,
    Watched,
)
from companion.engine.session import Session
from companion.engine.shown import check_leads_on, rehearse, shown_at, updated
from companion.engine.signals import Button, DialTurn, ReaderState, Tag, by_hand
from companion.engine.take_up import find_game, keep_whole, no_such_game
from companion.engine.uid import UNSURE
from companion.engine.update import Notice, Refusal, Update

log = logging.getLogger(__name__)

MOST_ANSWERED = 256
"""So many requests with an id are remembered with their answers."""
PULSE_MS = 800
"""A running clock is saved this often: after a crash less than one second is lost."""

Listener = Callable[[Update], None]

LONGEST_GROUP = 100
"""Signs of a group's name."""


class Engine:
    """Takes requests one at a time and answers each. Not thread-safe: its owner is the only writer.

    `wall` gives the time of day as text for the list of games; `clock` everything else.

    >>> from companion.engine.clock import ManualClock
    >>> from companion.engine.game import Player
    >>> from companion.engine.requests import Choose, Open
    >>> from companion.games.registry import GAMES
    >>> games = {"infernal_wagon": GAMES["infernal_wagon"](None)}
    >>> heard, journal = [], Journal()
    >>> engine = Engine(games, journal, ManualClock(), lambda: "2026-11-29T20:00")
    >>> stop_listening = engine.listen(heard.append)
    >>> engine.handle(Open("infernal_wagon", (Player("Ana"), Player("Bo")), {"level": "L0"})).events
    (SetupChosen(n=2, hand=4, p0=58, curses=0),)
    >>> reply = engine.handle(Choose("confirm"))
    >>> heard[-1].prompt.id, [option.key for option in heard[-1].prompt.options]
    ('ready', ['start', 'back'])
    >>> engine.handle(Choose("start")).events
    (Started(remaining_ms=420000), CueEvent(id='A0'))
    >>> engine.handle(Choose("start"))
    Traceback (most recent call last):
    companion.engine.refused.Refused: not_allowed_now
    >>> journal.close()
    """

    def __init__(self, games: Mapping[str, Game[Any]], journal: Journal, clock: Clock, wall: Callable[[], str]) -> None:
        self.games = games
        self.journal = journal
        self.clock = clock
        self._wall = wall
        self._session: Session | None = None
        self._listeners = Listeners[Update]()
        self.forgotten = Listeners[str]()
        """Called with each name that was taken out of the games that are over, on the thread that owns the engine."""
        self.zones: Mapping[str, str] = {}
        """What lying on it means, by reader, as the table's settings say it."""
        self.seats_of_readers: Mapping[str, str] = {}
        """Whose it is, by reader, as the table's settings say it."""
        self._announced: list[Event] = []
        self._notices: dict[str, Notice] = {}
        self._number = 0
        self._walks = 0
        """How often the number grew because the table went on in its tree of prompts, and no more."""
        self._answering = 0
        """The stamp of the input that is being answered, also where its move counts from an earlier one; 0: of none."""
        self._known = KnownTags(())
        """The tags of the game that is played."""
        self._answered: OrderedDict[tuple[Audience, str], Reply | Refused] = OrderedDict()

    # -- listeners ------------------------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every update from now on, on the thread that owns the engine.

        :return: a function that removes the listener.
        """
        return self._listeners.add(listener)

    def _tell(self, update: Update) -> None:
        self._announced.extend(update.events)
        if self._session is not None:
            self._session.hearing.see(update.prompt, max(update.stamp, self._answering))
        if update.number != self._number:
            update = replace(update, number=self._number)
        for listener in self._listeners:
            try:
                listener(update)
            except Exception:
                # One listener's fault (a screen, a lamp) must not take the game from the others.
                log.exception("a listener failed: %r", listener)

    # -- time -----------------------------------------------------------------------------------------------------

    def next_due(self, pulses: bool = True) -> int | None:
        """Return the clock ms of the next deadline or pulse; None if there is none."""
        session = self._session
        if session is None:
            return None
        due = session.due()
        moments = [due.at + session.origin] if due is not None else []
        if pulses and session.running():
            moments.append(session.pulsed + PULSE_MS + session.origin)
        return min(moments, default=None)

    def pass_time(self, now: int) -> None:
        """Fire every deadline up to clock time `now`, each at its own moment, and keep the saved clock fresh."""
        session = self._session
        if session is None:
            return
        at = now - session.origin
        while (due := session.due()) is not None and due.at <= at:
            session.failed = due
            made = session.game.make_move(session.state, due.move, due.at, session.rng)
            self._enter(session, EntryKind.DUE, due.move, *made, due.at, stamp=due.at + session.origin)
            session.failed = None
        if session.running() and at - session.pulsed >= PULSE_MS:
            session.pulsed = at
            self.journal.pulse(session.id, at)

    # -- requests -------------------------------------------------------------------------------------------------

    def handle(self, request: Request) -> Reply:
        """Answer one request.

        :raises Refused: if it has no effect; the listeners have received the refusal, too.
        """
        if not isinstance(request, Answering) or not request.id:
            return self._handle(request)
        # No audience hears another's.
        asked = (request.audience if isinstance(request, Choose | Undo) else PUBLIC, request.id)
        found = self._answered.get(asked)
        if found is None:
            try:
                found = self._handle(request)
            except Refused as refused:
                found = refused
            self._answered[asked] = found
            while len(self._answered) > MOST_ANSWERED:
                self._answered.popitem(last=False)
        if isinstance(found, Refused):
            raise found.with_traceback(None)
        return found

    def _handle(self, request: Request) -> Reply:
        now = self.clock.now_ms()
        stamp = self._stamp(request, now)
        self.pass_time(stamp)
        self._answering = stamp
        try:
            with refuse_errors(request):
                self._check_number(request)
                answer = self._answer(request, now, stamp)
        except Refused as refused:
            if refused.announced:
                told = Refusal(refused.code, dict(refused.facts))
                self._tell(updated(self._session, (), (Cue("refused"),), stamp, refusal=told))
            raise
        finally:
            self._answering = 0
            # An input stamped earlier than now is judged first; then the time up to now passes.
            self.pass_time(self.clock.now_ms())
            self.tell_saving()
        return Reply(events=self.take_announced(), answer=answer, saved=self.journal.saved)

    def _check_number(self, request: Request) -> None:
        """
        :raises PrivateRefusal: `stale` for an answer to an update that is not the last one.
        """
        if isinstance(request, Answering) and request.number not in (None, self._number):
            raise PrivateRefusal("stale", number=self._number)

    def take_announced(self) -> tuple[Event, ...]:
        """Return the events announced since the last reply (a refused request leaves them for the next one)."""
        announced, self._announced = tuple(self._announced), []
        return announced

    def _stamp(self, request: Request, now: int) -> int:
        """Return the clock ms of an input: its own stamp if it has one."""
        match request:
            case Tag(at=int(at)) | Button(at=int(at)) | DialTurn(at=int(at)) | ReaderState(at=int(at)):
                return min(at, now)
            case MakeMove(move=move) if self._session is not None:
                stamp = move.get("at") if isinstance(move, dict) else getattr(move, "at", None)
                return min(stamp + self._session.origin, now) if isinstance(stamp, int) else now
            case _:
                return now

    def _answer(self, request: Request, now: int, stamp: int) -> Any:
        match request:
            case Tag() | Button() | DialTurn():
                return self._signal(request, stamp)
            case ReaderState(reader=reader, connected=connected, detail=detail):
                facts: dict[str, str | int] = {"reader": reader, "port": detail}
                return self.notice(Notice("reader_lost", facts, gone=connected))
            case PostNotice(notice=notice):
                return self.notice(notice)
            case Open():
                return self._open(request, now)
            case Resume(id=game_id, rest=rest):
                return self._take_up(game_id, rest, now)
            case Leave(for_good=for_good):
                return self._leave(for_good)
            case PutAway(id=game_id):
                return self._put_away(game_id)
            case Forget(id=game_id):
                row = self._finished(game_id)
                return self.journal.forget(row.id)
            case ForgetName(name=name):
                return self._forget_name(name)
            case ForgetGroup(names=names):
                return self._forget_group(names)
            case Amend():
                return self._amend(request)
            case Adopt():
                return self._adopt(request, now)
            case NameAnew(id=game_id, elsewhere=elsewhere):
                return self._name_anew(game_id, elsewhere)
            case ForgetGame(id=game_id):
                return self._forget_game(game_id)
            case MakeMove(move=move):
                return self._make(move, stamp, self._need().game, tapped=False)
            case Choose():
                return self._choose(request, stamp)
            case Follow():
                return self._follow(request, stamp)
            case Back(all=to_start):
                session = self._need()
                return self._walk(session, () if to_start else session.path[:-1], stamp)
            case Ask(audience=audience, path=path):
                session = self._need()
                return self._prompt(session, audience, session.path if path is None else path)
            case Undo() | Redo():
                return self._step(request, stamp)
            case Correct(patch=patch):
                game = self._need().game
                if game.correction_type is None:
                    raise Refused("not_allowed_now")
                kind = game.correction_type
                made = to_kind({"patch": patch} if "patch" in kind.__struct_fields__ else dict(patch), kind)
                return self._make(made, stamp, game, tapped=False, corrects=True)
            case Advance(ms=ms):
                return self._advance(ms)
            case Legal():
                session = self._need()
                return tuple(session.game.legal(session.state, now - session.origin))
            case Position(reveal=reveal):
                session = self._need()
                return session.game.position(session.state, now - session.origin, reveal)
            case LookAt(audience=audience):
                session = self._need()
                return session.game.view(session.state, audience, now - session.origin)
            case Now():
                return self.update()
            case Watch(places=places):
                return self._watched(places, now)
            case ListGames():
                return tuple(self.journal.games())
            case ListPaused():
                return tuple(self.journal.paused())
            case Export(id=game_id, reveal=reveal):
                return self._export(game_id, reveal)
            case Recall(id=game_id):
                return self._recall(game_id)

    def _watched(self, places: Sequence[tuple[str, Keys]], now: int) -> Watched:
        session = self._session
        if session is None:
            return Watched(self.update(), self._number - self._walks, None, None, tuple(None for _ in places))
        update = self.update()
        names = {seat.name for seat in seats_of(update.view)}
        seen = tuple(self._sight(session, name, path, now) if name in names else None for name, path in places)
        prompt = session.game.prompt(session.state, PUBLIC) if update.path else update.prompt
        return Watched(update, self._number - self._walks, session.id, prompt, seen)

    def _sight(self, session: Session, name: str, path: Keys, now: int) -> SeatSight:
        audience = Seat(name)
        view = session.game.view(session.state, audience, max(now - session.origin, session.last_at))
        try:
            return SeatSight(view, session.game.prompt(session.state, audience, path), path)
        except LookupError:
            return SeatSight(view, session.game.prompt(session.state, audience), ())

    def _need(self) -> Session:
        if self._session is None:
            raise Refused("no_game")
        return self._session

    def _signal(self, signal: Tag | Button | DialTurn, stamp: int) -> None:
        if isinstance(signal, DialTurn) and not signal.steps:  # there and back
            return
        if isinstance(signal, Button) and signal.name == "undo":
            if signal.pressed:
                self._step(Undo(), stamp)
            return
        session = self._session
        if session is None:
            if by_hand(signal):
                raise Refused("no_game")
            return
        if isinstance(signal, Tag) and signal.present:
            signal = self._enrolled(signal, session)
        prompt = session.prompt()
        option = None if prompt is None else self._meant(session, prompt, signal)
        if prompt is not None and option is not None:
            session.hearing.check(signal, option, stamp)
            self._take(session, prompt, option, stamp, tapped=True)
            return
        meant = session.game.read(session.state, signal, prompt)
        if isinstance(meant, tuple):
            here = prompt is not None and prompt.option(meant[0]) is not None
            self._follow(Follow(meant, start=None if here else ()), stamp)
        elif meant is not None:
            self._make(meant, stamp, session.game, tapped=True)
        elif isinstance(signal, Button) and signal.pressed:
            raise Refused("not_allowed_now")

    # -- prompts --------------------------------------------------------------------------------------------------

    def _prompt(self, session: Session, audience: Audience, path: Keys) -> Prompt:
        try:
            prompt = session.game.prompt(session.state, audience, path)
        except LookupError as error:
            raise Refused("not_allowed_now") from error  # without the path: one player alone may have entered it
        if prompt is None:
            raise Refused("not_allowed_now")
        return prompt

    def _enrolled(self, tag: Tag, session: Session) -> Tag:
        """Return the tag by the uid that it was enrolled with, if it was: one reader reports more of a uid than
        another.

        :raises Refused: `which_card`, where the reader does not report enough of it and the game has time to ask.
        """
        uids = session.game.tags(session.state)
        if self._known.uids is not uids:
            self._known = KnownTags(uids)
        found = self._known.meant(tag.uid)
        if len(found) > 1 and session.game.asks_which_card(session.state):
            raise Refused("which_card", uid=tag.uid, n=len(found))
        if len(found) > 1:
            return replace(tag, uid=UNSURE + tag.uid.removeprefix(UNSURE))  # of no card, whatever is enrolled
        return replace(tag, uid=found[0]) if found else tag

    def _meant(self, session: Session, prompt: Prompt, signal: Tag | Button | DialTurn) -> Option | None:
        """Return the option of the table's prompt that bears this badge or tag."""
        match signal:
            case Button(name=name, pressed=True):
                return prompt.by_badge(name)
            case Tag(uid=uid, reader=reader, present=True):
                slot = session.game.slot(session.state, uid, reader)
                return prompt.by_slot(slot) if slot else None
            case _:
                return None

    def _choose(self, request: Choose, stamp: int) -> Prompt | None:
        session = self._need()
        path = session.path if request.path is None else request.path
        prompt = self._prompt(session, request.audience, path)
        if isinstance(request.audience, Seat):
            self._check_asked(session, request.audience, path)
        option = _option(prompt, request.key, request.seen)
        if request.path is None:
            self._take(session, prompt, option, stamp, tapped=False)
            return None
        if option.takes_back:
            self._step(Undo(audience=request.audience), stamp)
            return None
        further = follow(path, option)
        if option.move is None:
            return self._prompt(session, request.audience, further)
        if prompt.asks_again and request.since is not None:
            stamp = min(request.since, stamp)
        self._make(option.move, stamp, session.game, tapped=False)
        return None

    def _check_asked(self, session: Session, seat: Seat, path: Keys) -> None:
        """
        :raises PrivateRefusal: `not_asked`, where another seat answers.
        """
        for end in range(len(path) + 1):
            who = self._prompt(session, seat, path[:end]).who
            if who not in ("", seat.name):
                raise PrivateRefusal("not_asked", name=who)

    def _follow(self, request: Follow, stamp: int) -> None:
        """Choose keys one after another. A private refusal leads back to the path that was announced last."""
        session = self._need()
        known, told, seen = session.path, False, request.seen
        try:
            if request.start is not None:
                self._prompt(session, PUBLIC, request.start)
                session.lead(request.start, stamp)
            for key in request.keys:
                session = self._need()
                prompt = self._prompt(session, PUBLIC, session.path)
                option = _option(prompt, key, seen)
                seen, told = "", option.move is not None or option.takes_back
                if told:
                    self._take(session, prompt, option, stamp, tapped=False)
                    known = session.path
                else:
                    session.lead(self._further(session, prompt, option), stamp)
        except Refused as refused:
            if not refused.announced:
                session.lead(known, stamp)
            raise
        if not told:
            self._number += 1
            self._walks += 1
            self._tell(updated(session, (), (Cue("tap"),), stamp))

    def _take(self, session: Session, prompt: Prompt, option: Option, stamp: int, tapped: bool) -> None:
        """Choose an option at the table: make its move, take a step back, or go to the next prompt."""
        if option.takes_back:
            self._step(Undo(), stamp)
            return
        further = self._further(session, prompt, option)
        if option.move is not None:
            self._make(
                option.move, session.path_stamp if prompt.asks_again else stamp, session.game, tapped, chosen=True
            )
        else:
            self._walk(session, further, stamp)

    def _further(self, session: Session, prompt: Prompt, option: Option) -> Keys:
        """Return the path after choosing an option at the table.

        :raises Refused: for one that is not open, and for a key that no option has and that leads nowhere.
        """
        further = follow(session.path, option)
        if prompt.unlisted and option.key.startswith(prompt.unlisted):
            self._prompt(session, PUBLIC, further)
        return further

    def _walk(self, session: Session, path: Keys, stamp: int, cue: str = "tap") -> None:
        session.lead(path, stamp)
        self._number += 1
        self._walks += 1
        self._tell(updated(session, (), (Cue(cue),), stamp))

    def _make(
        self, move: Any, stamp: int, game: Game[Any], tapped: bool, chosen: bool = False, corrects: bool = False
    ) -> None:
        session = self._need()
        if isinstance(move, dict):
            move = to_kind(move, game.move_type)
        at = stamp - session.origin
        move = game.informed(move, self._results_of(game.name, session.group))
        events, state = game.make_move(session.state, move, at, session.rng)
        if corrects:
            check_leads_on(game, state, at, "patch")
        seated = _seated(events)
        if seated is not None and _group(seated) != _group(session.seats):
            known = game.group(self._results_of(game.name, session.group)(), [seat.name for seat in seated])
            more = game.regroup(state, known)
            events, state = (*events, *more), applied(state, more, at)
        self._enter(session, EntryKind.MOVE, move, events, state, at, stamp=stamp, tapped=tapped, chosen=chosen)

    def _step(self, request: Undo | Redo, stamp: int) -> None:
        session = self._need()
        at = max(stamp - session.origin, session.last_at)
        back = isinstance(request, Undo)
        if back and session.on_path():
            self._walk(session, session.path[:-1], stamp, "undo")
            return
        if isinstance(request, Undo) and isinstance(request.audience, Seat):
            session.history.check_alone()
        event, state = (session.history.back if back else session.history.forth)(session.state, at)
        kind = EntryKind.UNDO if back else EntryKind.REDO
        entry = Entry(session.next_seq(), at, kind, None, b"null", journal_json([event]))
        self._commit(session, entry, state)
        self._number += 1
        announced = (event,) if session.game.steps_announced or (isinstance(event, Undone) and event.seen) else ()
        self._tell(updated(self._session, announced, (Cue("undo"),), stamp, anew=True))

    def _advance(self, ms: int) -> None:
        if not isinstance(self.clock, ManualClock):
            raise BadInput(reason="the clock runs by itself; start with a manual clock to advance it")
        if ms < 0:
            raise BadInput(reason="the clock cannot go back", ms=ms)
        target = self.clock.now_ms() + ms
        # Stop at each deadline, so that a listener sees the clock of that moment; one pulse at the end is enough.
        while (due := self.next_due(pulses=False)) is not None and due <= target:
            self.clock.set_ms(max(due, self.clock.now_ms()))
            self.pass_time(self.clock.now_ms())
        self.clock.set_ms(target)

    # -- opening and leaving --------------------------------------------------------------------------------------

    def _game(self, name: str) -> Game[Any]:
        if name not in self.games:
            raise Refused("unknown_game", game=name, known=", ".join(self.games))
        return self.games[name]

    def _results_of(self, game: str, group: str) -> Callable[[], Sequence[Mapping[str, Any]]]:
        return lambda: [one for one in self.journal.results(game, group) if self._readable(self._game(game), one)]

    @staticmethod
    def _readable(game: Game[Any], result: Mapping[str, Any]) -> bool:
        """Return whether the game can read a result: an unreadable one costs no other game."""
        try:
            game.informed(GameSetup((Player("", new=True),), {}, game.group([result], [""])), lambda: [result])
        except UNFORESEEN as error:
            log.warning("a result of %s cannot be read: %s: %s", game.name, type(error).__name__, error)
            return False
        return True

    def _open(self, request: Open, now: int) -> None:
        game = self._game(request.game)
        rng = random.Random(request.seed)
        check_names(seat.name for seat in request.seats)
        if len(request.group) > LONGEST_GROUP:
            raise BadInput(field="group", reason=f"it has at most {LONGEST_GROUP} signs")
        seats = tuple(replace(seat, name=plain(seat.name)) for seat in request.seats)
        results = self._results_of(request.game, request.group)
        known = game.group(results(), [seat.name for seat in seats])
        order = game.informed(GameSetup(seats, request.options, known, self.zones, self.seats_of_readers), results)
        if request.position is None:
            state, events = game.setup(order, rng)
        else:
            state, events = game.import_position(order, request.position), ()
            rehearse(game, state, order, request.position)
        opening = journal_json(state)
        shown = tuple(Player(seat.name, seat.colour) for seat in seats_of(game.view(state, PUBLIC, 0)))
        if shown and [seat.name for seat in shown] != [seat.name for seat in seats]:
            seats = shown  # a position has players of its own
        game_id = self.journal.begin(request.game, request.group, seats, opening, self._wall())
        self._session = Session(game, game_id, state, History(game), rng, now, request.group, seats)
        self._cut(0, 0)
        self._number += 1
        announced = tuple(e for e in events if e.announced)
        self._tell(updated(self._session, announced, game.cues(state, events, state), now, anew=True))

    def _take_up(self, game_id: int | None, rest: bool, now: int) -> None:
        found = find_game(self.journal, self.games, game_id, rest)
        saved, state = found.saved, found.state
        if (damaged := found.kept_as) is not None:
            self.journal.leave(damaged)
        game = self.games[saved.game]
        at = max(saved.last_at, saved.entries[-1].at if saved.entries else 0)
        session = Session(game, saved.id, state, found.history, random.Random(), now - at, saved.group, saved.seats)
        session.seq = saved.entries[-1].seq if saved.entries else 0
        session.last_at = session.pulsed = at
        self._session = session
        self.journal.play(saved)
        self._cut(len(saved.entries), found.entries)
        self._resume(session, at, now)

    def _adopt(self, request: Adopt, now: int) -> int:
        """Return the id of the game here."""
        if any(row.uuid == request.uuid for row in self.journal.games()):
            raise Refused("not_allowed_now")
        number = keep_whole(self.journal, self.games, request.record, request.uuid, request.epoch)
        self._take_up(number, False, now)
        return number

    def _name_anew(self, game_id: int, elsewhere: bool) -> None:
        row = self.journal.row(game_id)
        if row is None:
            raise no_such_game(game_id)
        self.journal.name_anew(game_id)
        names = ", ".join(seat.name for seat in row.seats)
        self.notice(Notice("played_elsewhere" if elsewhere else "hub_differs", {"names": names, "id": game_id}))

    def _resume(self, session: Session, at: int, stamp: int) -> None:
        events = session.game.on_resume(session.state, at)
        state = applied(session.state, events, at)
        self._enter(session, EntryKind.TAKEN_UP, None, events, state, at, stamp=stamp)

    def _cut(self, whole: int, entries: int) -> None:
        """Announce how much of the open game is gone, as long as it is open."""
        self.notice(Notice("game_cut", {}, gone=True))
        if whole < entries:
            self.notice(Notice("game_cut", {"whole": whole, "entries": entries}))

    def _export(self, game_id: int | None, reveal: bool) -> tuple[bytes, ...]:
        record = self.journal.record(game_id)
        if record is None:
            raise no_such_game(game_id)
        return tuple(export_lines(record, self.games, reveal))

    def _recall(self, game_id: int) -> Update:
        found = find_game(self.journal, self.games, game_id, rest=False)
        if found.saved.status is not Status.ENDED:
            raise no_such_game(game_id)
        game = self.games[found.saved.game]
        view, face, at = shown_at(game, found.state, found.saved.last_at)
        return Update(game.name, (), (), view, None, None, face, at, at)

    def _leave(self, for_good: bool) -> None:
        session = self._need()
        at = self.clock.now_ms() - session.origin
        if session.running():
            self._resume(session, at, self.clock.now_ms())
        if for_good and session.status is Status.OPEN:
            self.journal.leave(session.id)
        self._session = None
        self._cut(0, 0)
        self._number += 1
        self._tell(updated(self._session, (), (), self.clock.now_ms(), anew=True))

    def _put_away(self, game_id: int) -> None:
        if self._session is not None and self._session.id == game_id:
            self._leave(for_good=True)
            return
        row = self.journal.row(game_id)
        if row is None:
            raise no_such_game(game_id)
        if row.record or row.status is Status.ENDED:
            raise Refused("not_allowed_now", id=game_id)
        self.journal.leave(game_id)

    def _finished(self, game_id: int) -> GameRow:
        """Return a finished game of this companion, except the open one: its result follows the table."""
        row = self.journal.row(game_id)
        if row is None:
            raise no_such_game(game_id)
        open_now = self._session is not None and self._session.id == game_id
        if row.record or row.damaged or open_now or row.result is None or row.status is Status.OPEN:
            raise Refused("not_allowed_now", id=game_id)
        return row

    def _over(self) -> Iterator[GameRow]:
        """Return the games that are not played on: they ended or were put away, and are not open."""
        open_now = None if self._session is None else self._session.id
        return (row for row in self.journal.games() if row.status is not Status.OPEN and row.id != open_now)

    def _forget_name(self, name: str) -> None:
        check_names((name,))
        known = [row for row in self._over() if any(plain(one) == plain(name) for one in row.people)]
        written = ((row.id, *without(row, name, self._named(row.game)), row.status) for row in known)
        self.journal.write_over(written, self._named, name=name)
        for listener in self.forgotten:
            listener(name)

    def _forget_group(self, names: Sequence[str]) -> None:
        group = group_of(names)
        theirs = [row for row in self._over() if group_of(seat.name for seat in row.seats) == group]
        written = ((row.id, unnamed(row.seats), None, Status.LEFT) for row in theirs)
        self.journal.write_over(written, self._named, group=names)

    def _forget_game(self, game_id: int) -> None:
        row = self.journal.row(game_id)
        if row is None:
            raise no_such_game(game_id)
        if self._session is not None and self._session.id == game_id:
            raise Refused("not_allowed_now")
        self.journal.write_over(((row.id, unnamed(row.seats), None, Status.LEFT),), self._named)

    def _named(self, game: str) -> Collection[str]:
        """Return which fields of its result hold names."""
        return getattr(self.games.get(game), "named", BaseGame.named)

    def _amend(self, request: Amend) -> None:
        row = self._finished(request.id)
        allowed = self._game(row.game).amendable
        amended = dict(request.result)
        for name, value in request.result.items():
            if name not in allowed or name not in (row.result or {}):
                raise BadInput(field=f"result.{name}", reason="it cannot be amended")
            if allowed[name]:
                good = any(value == one and type(value) is type(one) for one in allowed[name])
            else:
                seats = {plain(seat.name): seat.name for seat in row.seats}
                good = isinstance(value, list | tuple) and bool(value) and all(isinstance(n, str) for n in value)
                keys = [plain(n) for n in value] if good else []
                good = good and len(set(keys)) == len(keys) and set(keys) <= seats.keys()
                amended[name] = [seats[key] for key in keys] if good else value
            if not good:
                raise BadInput(field=f"result.{name}", reason="it cannot have that value")
        self.journal.amend(request.id, private_json({**(row.result or {}), **amended}))

    # -- saving and telling ---------------------------------------------------------------------------------------

    def _enter(
        self,
        session: Session,
        kind: EntryKind,
        move: Any,
        events: Sequence[Event],
        state: Any,
        at: int,
        *,
        stamp: int,
        tapped: bool = False,
        chosen: bool = False,
    ) -> None:
        game, before = session.game, session.state
        seated = _seated(events)
        session.seats = session.seats if seated is None else seated
        label = step_of(game, before, move, events, state, at) if kind is EntryKind.MOVE else None
        cues = game.cues(before, events, state)
        if tapped:
            cues = (Cue("tap"), *cues)
        shown = shown_at(game, state, max(stamp - session.origin, session.last_at, at))
        begins = label is None and session.status is Status.ENDED and game.result(state, at) is None
        if begins:
            self._next_game(session, state, at)
        else:
            entry = Entry(session.next_seq(), at, kind, label, journal_json(move), journal_json(events))
            path = session.path
            self._commit(session, entry, state)
            if all(event.aside for event in events) and (events or not chosen):
                session.path = path
            session.history.push(label, before, events, at)
        if not events or not all(event.by_clock for event in events):
            self._number += 1
        announced, anew = tuple(e for e in events if e.announced), begins or kind is EntryKind.TAKEN_UP
        self._tell(updated(self._session, announced, cues, stamp, shown=shown, anew=anew))

    def _next_game(self, session: Session, state: Any, at: int) -> None:
        """Begin a new game in the same session: a game of its own in the journal, without a step back; the old result
        stays."""
        name, opening = session.game.name, journal_json(state)
        session.id = self.journal.begin(name, session.group, session.seats, opening, self._wall())
        session.begin_again(state, at)

    def _commit(self, session: Session, entry: Entry, state: Any) -> None:
        result = session.game.result(state, entry.at)
        session.status = Status.OPEN if result is None else Status.ENDED
        saved = None if result is None else journal_json(result)
        self.journal.commit(session.id, entry, saved, session.status, session.seats)
        if session.status is Status.ENDED:
            self.journal.copy()
        session.state = state
        if entry.kind is not EntryKind.DUE:  # the clock alone leads no table off its path
            session.path = ()
        session.seq = entry.seq
        session.last_at = session.pulsed = max(session.last_at, entry.at)

    def tell_saving(self) -> None:
        """Announce what happened to the journal, and whether the game is saved."""
        for notice in self.journal.take_news():
            self.notice(notice)
        trouble = self.journal.trouble()
        facts = {} if trouble is None else {"reason": trouble.code, "path": trouble.path}
        self.notice(Notice("not_saved", facts, gone=trouble is None))

    def patience(self) -> float | None:
        """Return the seconds until the table must be warned that the game is not saved; None if no warning is due."""
        return None if "not_saved" in self._notices else self.journal.patience()

    def notice(self, notice: Notice) -> None:
        """Announce a notice about the machine once: a notice that is still in force is not repeated."""
        known = self._notices.get(notice.code)
        if notice.gone:
            if self._notices.pop(notice.code, None) is None:
                return
        elif known == notice:
            return
        else:
            self._notices[notice.code] = notice
        self._tell(updated(self._session, (), (), self.clock.now_ms(), notices=(notice,)))

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Return the notices that are in force."""
        return tuple(self._notices.values())

    def update(self) -> Update:
        """Return the present state as an update, for a listener that comes late."""
        now = updated(self._session, (), (), self.clock.now_ms(), notices=self.notices)
        return replace(now, number=self._number)


def _seated(events: Sequence[Event]) -> tuple[Player, ...] | None:
    """Return who plays from now on; None: as before."""
    return next((event.seated for event in reversed(events) if event.seated is not None), None)


def _group(seats: Sequence[Player]) -> tuple[str, ...]:
    return group_of(seat.name for seat in seats)


def _option(prompt: Prompt, key: str, seen: str) -> Option:
    """Return the option with this key. `seen`: the id of the prompt it was chosen at; "": unknown."""
    option = prompt.option(key)
    if option is None or seen not in ("", prompt.id):
        raise Refused("not_allowed_now")  # without the key: it may be what one player alone entered
    return option
