"""The outbox of a table: a Unix socket from which its link fetches messages for the broker, and brings received ones.

The link (companion/uplink/link) is a pipe: it holds no key and no game, so an attacker who controls it reads sealed
bytes only.
What goes over the socket is what goes over the broker: frames of a topic, a payload and whether it is retained. The
link's first frame names the table; it says when the broker is there and when it is gone.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.engine_thread import EngineThread
from companion.engine.entry import Status
from companion.engine.journal import JournalError
from companion.engine.journal_rows import GameRow
from companion.engine.refused import Refused
from companion.engine.requests import Adopt, ForgetGame, ListGames, NameAnew, Now, PostNotice
from companion.engine.supervised import Service
from companion.engine.unix_socket import listen
from companion.engine.update import Notice, Update
from companion.presentation.refusals import DIFFERS, ELSEWHERE, TWICE
from companion.uplink.link import wire
from companion.uplink.link.frames import (
    ADOPT,
    BROKER,
    LEFT_OUT,
    LIMITS,
    REACH,
    SETTINGS,
    STANDING,
    SUBSCRIBE,
    TABLE,
    FrameLine,
    MqttFrame,
    Subscription,
    wanted_payload,
)
from companion.uplink.link.pieces import Limits
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.settings import USUAL, LinkSettings
from companion.uplink.outbox.outbox import AGAIN_S, DISK_S, Outbox
from companion.uplink.outbox.packed import opened_head, packed, unsealed
from companion.uplink.outbox.parted import CODES, Parted, PartedGames
from companion.uplink.outbox.seal import BadSeal, OwnerKey
from companion.uplink.outbox.signed import SignedParts, signed
from companion.uplink.outbox.standing import OwnedGame, Standing
from companion.uplink.outbox.state import evening_of, wall_state
from companion.uplink.outbox.subscriber import Subscriber, delivered

log = logging.getLogger(__name__)

ANSWER_S = 10.0
"""Within this a table is adopted, or not."""
ASK_AGAIN_S = 2.0
"""A question that the hub has not answered within this is put again."""
LONGEST_WAIT_S = 60.0
"""Between two of the same greetings, to a hub that never answers."""
SEND_S = 10.0
"""A link that takes nothing for so long is dropped."""
CLASH_S = 900.0
"""The notice that another table has this one's name is shown for so long."""
MOST_LEFT_OUT = 10
LONGEST_RUN = 40
"""Bytes of the name of a hub's run."""


class RepeatedQuestion:
    """A question that is repeated until the hub answers: it may be lost on the way, or while its store is away.

    :param now: s.
    :param most: the longest wait between two.
    """

    def __init__(self, now: float, most: float) -> None:
        self._wait, self._most = ASK_AGAIN_S, most
        self.at = now

    def due(self, now: float) -> bool:
        """Return whether it is to be put now."""
        if now < self.at:
            return False
        self.at, self._wait = now + self._wait, min(2 * self._wait, self._most)
        return True


class Adopting(Struct):
    """`on_answer` is called with how it ends; it is given up at `until`. `entries`: what has come."""

    fetch: wire.Fetch
    on_answer: Callable[[str], object]
    question: RepeatedQuestion
    until: float
    entries: list[tuple[int, bytes]] = []


class Greeting(Struct, frozen=True):
    """Games that the hub was asked of."""

    hello: wire.Hello
    question: RepeatedQuestion


class Asking(Struct, frozen=True):
    """`on_answer` is called with the tables, once the hub has said them."""

    ask: wire.AskGames
    on_answer: Callable[[tuple[OwnedGame, ...]], object]
    question: RepeatedQuestion


class OutboxServer:
    """
    :param path: of the socket.
    :param settings: for the link, and of what the wall shows.
    :param shared: whether our group may connect, too; else our own user alone.
    :param subscribers: other users of the link.
    :param parted: the file of `PartedGames`; None: they are forgotten with the process.
    :param now: s, of a clock that only goes forward.
    :raises OSError: if the socket cannot be opened.
    """

    def __init__(
        self,
        table: EngineThread,
        path: Path,
        key: OwnerKey,
        settings: LinkSettings = USUAL,
        shared: bool = False,
        subscribers: Sequence[Subscriber] = (),
        parted: Path | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._server = listen(path, 4, shared)
        self._table, self._path, self._key, self._now = table, path, key, now
        self._settings, self._subscribers = settings, subscribers
        self._apart = PartedGames(parted)
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._outbox: Outbox | None = None
        self._rows: dict[int, GameRow] = {}
        self._last = 0
        """The game that was played last; 0: none since the start."""
        self._name = ""
        self._link: FrameLine | None = None
        self.hub = False
        """Whether a hub has said how far it is."""
        self._run_id = ""
        """Of the hub that has answered last."""
        self._greetings: dict[str, Greeting] = {}
        """What the hub has not answered yet."""
        self._adopting: Adopting | None = None
        self._asking: Asking | None = None
        self._broker = False
        self._hindrance: Hindrance | None = None
        self._limits = Limits()
        self._left_out: tuple[str, ...] = ()
        self._clash_until: float | None = None
        self.standing = Standing(on=True)
        """The state of the link."""
        self.changed: Callable[[], object] = lambda: None
        """Called on a thread of the outbox when `standing` is another one."""
        self.seen: Callable[[], object] = lambda: None
        """Called on a thread of the outbox when the wall confirms that a call for help was seen."""
        self._update: Update | None = None
        self._standing: dict[str, Notice] = {}
        self._over = False
        self._help = False
        self._calls = 0
        self._sent_state: object = None
        self._closed = False
        self._ends: list[Callable[[], None]] = []
        """Each ends a subscription to the table or its journal."""
        self._lines: set[FrameLine] = set()
        self._services = Service("outbox", self._run), Service("outbox door", self._accept)

    # -- from any thread -------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the outbox. The table must have been started."""
        self._ends.append(self._table.listen(lambda update: self._jobs.put(partial(self._updated, update))))
        self._jobs.put(partial(self._updated, self._table.ask(Now()).answer))
        journal = self._table.engine.journal
        self._ends.append(journal.watch(lambda row: self._jobs.put(partial(self._listed, row))))
        for row in reversed(self._table.ask(ListGames()).answer):
            self._jobs.put(partial(self._listed, row, played=False))
        self._jobs.put(self._tell_parted)
        for one in self._services:
            one.start()

    def call(self, wanted: bool) -> None:
        """Begin or end a call for help."""

        def job() -> None:
            self._help = wanted
            self._calls += wanted
            self._tell_state()

        self._jobs.put(job)

    def adopt(self, table: str, on_answer: Callable[[str], object], uuid: str = "") -> None:
        """Play on here a game of the owner's; `on_answer` gets a code, `ok` if it goes on here.

        :param uuid: which; "": what that table played last.
        """
        self._jobs.put(partial(self._adopt, table, on_answer, uuid))

    def ask(self, on_answer: Callable[[tuple[OwnedGame, ...]], object]) -> None:
        """Ask which games of this owner could be played on here; without an answer of the hub `on_answer` is not
        called."""

        def job() -> None:
            self._asking = Asking(
                wire.AskGames(secrets.token_hex(8)), on_answer, RepeatedQuestion(self._now(), LONGEST_WAIT_S)
            )

        self._jobs.put(job)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        for end in self._ends:
            end()
        self._path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._jobs.put(None)
        for one in self._services:
            one.end(SEND_S)

    # -- connections -----------------------------------------------------------------------------------------------

    def _accept(self) -> None:
        while not self._closed:
            try:
                connection, _address = self._server.accept()
            except OSError:
                return
            connection.settimeout(SEND_S)
            line = FrameLine(connection)
            self._lines.add(line)
            threading.Thread(target=self._listen, args=(line,), name="outbox line", daemon=True).start()

    def _listen(self, line: FrameLine) -> None:
        try:
            for frame in line.frames():
                if line is self._link and delivered(self._subscribers, frame):
                    continue
                self._jobs.put(partial(self._heard, line, frame))
                if frame.topic == TABLE:  # what comes next is for the link that is known by then
                    joined = threading.Event()
                    self._jobs.put(joined.set)
                    joined.wait(SEND_S)
        finally:  # also by a fault: the link notices that its reader has gone, and connects again
            self._jobs.put(lambda: self._lost(line))

    def _lost(self, line: FrameLine) -> None:
        line.close()
        self._lines.discard(line)
        if line is self._link:
            self._link = None
            self._parted()
            for one in self._subscribers:
                one.there(False)

    def _parted(self) -> None:
        """Note that neither broker nor hub is known to be there."""
        self.hub, self._greetings, self._broker, self._hindrance = False, {}, False, None

    # -- the loop --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=self._patience())
            except queue.Empty:
                job = self._pump
            if job is None:
                break
            try:
                job()
                if self._jobs.empty():
                    self._pump()
            except Exception:
                log.exception("a fault of the outbox")
            self._note()
        for line in list(self._lines):
            line.close()

    def _patience(self) -> float | None:
        """Return the seconds until the next timed job; None if there is none."""
        outbox, now = self._outbox, self._now()
        moments = [now + DISK_S] if outbox is not None and self.hub and outbox.behind else []
        moments += [now + AGAIN_S] if outbox is not None and outbox.keeps_back else []
        moments += [greeting.question.at for greeting in self._greetings.values()]
        moments += [self._clash_until] if self._clash_until is not None else []
        if self._asking is not None and self._link is not None:
            moments.append(self._asking.question.at)
        if self._adopting is not None:
            moments += [self._adopting.question.at, self._adopting.until]
        return max(0.0, min(moments) - now) if moments else None

    def _note(self) -> None:
        if self._clash_until is not None and self._now() >= self._clash_until:
            self._clash_until = None
            self._table.post(PostNotice(Notice("name_taken", gone=True)))
        outbox, why = self._outbox, self._hindrance
        new = Standing(
            True, self._link is not None, self._broker, self.hub,
            why.reach if why is not None else None,
            outbox.lacking if outbox is not None else 0, outbox is not None and outbox.full,
            self._clash_until is not None, self._limits, self._left_out,
            detail=why.detail if why is not None else "", authority=why.authority if why is not None else "",
        )  # fmt: skip
        if new.full is not self.standing.full:
            self._table.post(PostNotice(Notice("hub_full", gone=not new.full)))
        if new != self.standing:
            self.standing = new
            self.changed()

    def _updated(self, update: Update) -> None:
        self._update = update
        for notice in update.notices:
            if notice.gone and notice.code in CODES:
                self._apart.answered(notice)
                self._tell_last(notice.code)
            self._standing.pop(notice.code, None)
            if not notice.gone:
                self._standing[notice.code] = notice
        self._tell_state()

    def _tell_state(self, again: bool = False) -> None:
        """Send the wall the state of the table, if it differs from the last one sent."""
        update = self._update
        if update is None or self._link is None or not self._name:
            return
        shown = wall_state(
            self._title, update, self._standing.values(),
            over=self._over, names=self._settings.names, help=self._help, call=self._calls,
        )  # fmt: skip
        clock = shown.clock
        since = 0 if clock is None or not clock.running else (update.stamp - clock.elapsed_ms) // 500
        shown_now = (since, replace(shown, clock=None), clock and (clock.running or clock))
        if again or shown_now != self._sent_state:
            self._sent_state = shown_now
            self._send(("state",), wire.payload(shown), retain=True)

    def _listed(self, row: GameRow, played: bool = True) -> None:
        known = self._rows.get(row.id)
        if played and (known is None or (known.entries, known.last_at) != (row.entries, row.last_at)):
            self._last = row.id
        self._rows[row.id] = row
        if row.forgotten:
            self._together([one for one in self._apart if one.game == row.id])
        if row.status is not Status.LEFT:
            self._over = row.status is Status.ENDED
            self._tell_state()
        if self._outbox is not None:
            self._outbox.listed(row, last=row.id == self._last)

    @property
    def _title(self) -> str:
        return self._settings.title or self._name

    def _evening(self, row: GameRow) -> wire.GameResult | None:
        return evening_of(self._title, row, self._settings.names) if self._settings.evenings else None

    def _pump(self) -> None:
        """Send what may be sent."""
        outbox, now = self._outbox, self._now()
        self._fetch(now)
        if outbox is None or self._link is None:
            return
        for greeting in self._greetings.values():
            if greeting.question.due(now):
                self._put("hello", greeting.hello)
        if self._asking is not None and self._asking.question.due(now):
            self._put("ask", self._asking.ask)
        if not self.hub:
            return
        try:
            for parts, what in outbox.due():
                self._send(parts, wire.payload(what))
        except JournalError as error:
            log.warning("the journal cannot be read: %s", error)
        strayed, outbox.strayed = outbox.strayed, []
        for row, elsewhere in strayed:
            self._together([one for one in self._apart if one.game == row.id])
            self._apart.add(self._parting(ELSEWHERE if elsewhere else DIFFERS, row))  # before it is so
            self._table.post(NameAnew(row.id, elsewhere))
        to_forget, outbox.to_forget = outbox.to_forget, []
        for row in to_forget:
            self._table.post(ForgetGame(row.id))
        also, outbox.also = outbox.also, []
        for row, table in also:
            if self._apart.add(self._parting(TWICE, row, table)):
                self._tell_last(TWICE)

    # -- what has parted -------------------------------------------------------------------------------------------

    def _parting(self, code: str, row: GameRow, table: str = "") -> Parted:
        names = ", ".join(seat.name for seat in row.seats)
        return Parted(code, row.id, wire.hub_name(self._key.public, row.uuid), names, table)

    def _tell_parted(self) -> None:
        """Announce the parted games of an earlier run, but not those of another journal or without an entry on the
        disk."""
        for one in self._apart:
            row = self._rows.get(one.game)
            same = row is not None and wire.hub_name(self._key.public, row.uuid) == one.was
            if row is None or row.forgotten or same is not (one.code == TWICE):
                self._apart.drop(one)
        for code in CODES:
            self._tell_last(code)

    def _tell_last(self, code: str) -> None:
        last = self._apart.last(code)
        if last is not None:
            self._table.post(PostNotice(last.notice))

    def _together(self, parted: Iterable[Parted]) -> None:
        """Drop these parted games, and their notices."""
        for one in parted:
            stands = one == self._apart.last(one.code)
            self._apart.drop(one)
            if stands:
                self._table.post(PostNotice(one.over))

    def _put(self, kind: str, question: Struct) -> None:
        """Ask the hub, as one of the owner's tables."""
        self._send((kind,), wire.payload(signed(self._key, self._name, (kind,), question)))

    def _send(self, parts: SignedParts, data: bytes, retain: bool = False) -> None:
        link = self._link
        if link is not None and not link.send(MqttFrame(wire.up(self._name, *parts), data, retain)):
            self._lost(link)

    def _say(self, topic: str, data: bytes, retain: bool) -> None:
        link = self._link
        if link is not None:
            link.send(MqttFrame(topic, data, retain))

    # -- what comes ------------------------------------------------------------------------------------------------

    def _heard(self, line: FrameLine, frame: MqttFrame) -> None:
        if frame.topic == TABLE:
            self._joined(line, frame.payload.decode("ascii", "replace"))
        elif frame.topic == SETTINGS:
            line.send(MqttFrame(SETTINGS, wire.payload(self._settings)))
        elif frame.topic == ADOPT:
            self._adopt(
                frame.payload.decode("ascii", "replace"), lambda code: line.send(MqttFrame(ADOPT, code.encode()))
            )
        elif frame.topic == STANDING:
            self._note()
            line.send(MqttFrame(STANDING, wire.payload(self.standing.word)))
        elif line is not self._link or self._outbox is None:
            line.close()
        elif frame.topic == BROKER:
            if not frame.payload:
                self._parted()
            self._broker, self._hindrance = bool(frame.payload), None
            if frame.payload and not self._limits.retain:  # the hub's word was not kept for us
                self._greet(self._outbox)
        elif frame.topic in (REACH, LIMITS, LEFT_OUT):
            self._link_said(frame)
        else:
            try:
                self._said(self._outbox, frame)
            except (msgspec.MsgspecError, ValueError) as error:
                log.warning("%s: %s", frame.topic[:100], str(error)[:200])

    def _link_said(self, frame: MqttFrame) -> None:
        """Handle a message of the link itself."""
        try:
            if frame.topic == REACH:
                self._hindrance = wire.read_payload(frame.payload, Hindrance)
                if self._hindrance.reach is Obstacle.NAME_TAKEN:
                    self._clash()
            elif frame.topic == LIMITS:
                self._limits, self._left_out = wire.read_payload(frame.payload, Limits), ()
            else:
                topic = frame.payload.decode(errors="replace")[:200]
                self._left_out = tuple(sorted({*self._left_out, topic}))[:MOST_LEFT_OUT]
        except msgspec.MsgspecError as error:
            log.warning("%s: %s", frame.topic, str(error)[:200])

    def _clash(self) -> None:
        """Note that another table has this one's name."""
        if self._clash_until is None:
            self._table.post(PostNotice(Notice("name_taken", {"table": self._name})))
        self._clash_until = self._now() + CLASH_S

    def _greet(self, outbox: Outbox, run: str = "") -> None:
        """Ask the hub how far it has our games.

        :param run: of the hub that is there; "": that is not known, and it will say so.
        """
        now = self._now()
        hellos = [wire.Hello(secrets.token_hex(8), games, run) for games in outbox.named()]
        self._greetings = {hello.id: Greeting(hello, RepeatedQuestion(now, LONGEST_WAIT_S)) for hello in hellos}

    def _joined(self, line: FrameLine, name: str) -> None:
        if wire.TABLE.fullmatch(name) is None:
            line.close()
            return
        if self._link is not None:
            self._link.close()
        self._link = line
        self._parted()
        if wanted := [Subscription(*topic) for one in self._subscribers for topic in one.joined(name, self._say)]:
            line.send(MqttFrame(SUBSCRIBE, wanted_payload(wanted)))
        if self._outbox is None or name != self._name:
            self._name = name
            journal = self._table.engine.journal
            self._outbox = Outbox(
                self._key, name, lambda row, first: packed(journal, row, first), self._evening, self._now
            )
            for row in self._rows.values():
                self._outbox.listed(row, last=row.id == self._last)

    def _said(self, outbox: Outbox, frame: MqttFrame) -> None:
        """Handle a message of the hub.

        :raises msgspec.MsgspecError: if it is nothing that a hub says.
        """
        if frame.topic == wire.HUB_ONLINE:
            self.hub = False
            self._greetings = {}
            if frame.payload:
                self._greet(outbox, frame.payload[:LONGEST_RUN].decode("ascii", "replace"))
                self._tell_state(again=True)
            return
        match frame.topic.split("/")[2:]:
            case ["marks"]:
                answer = wire.read_payload(frame.payload, wire.HubMarks)
                greeting = self._greetings.pop(answer.id, None)
                if greeting is not None and greeting.hello.run != answer.run:  # now it is known whom to greet
                    self._greet(outbox, answer.run)
                elif greeting is not None:
                    self._run_id = answer.run
                    outbox.answered(greeting.hello.games, answer.marks)
                    self.hub = not self._greetings
            case ["course", game]:
                course = wire.read_payload(frame.payload, wire.CoursePayload)
                if course.run == self._run_id:
                    outbox.course(game, course.entries)
            case ["clash"]:
                self._clash()
            case ["mark", game] if frame.payload:
                mark = wire.read_payload(frame.payload, wire.HubMark)
                if mark.run == self._run_id:
                    outbox.marked(game, mark)
                elif not self._greetings:  # another hub, or the game is another table's: how far is that?
                    self.hub = False
                    self._greet(outbox, self._run_id)
            case ["seen"]:  # an old one may come late
                if self._help and frame.payload == str(self._calls).encode():
                    self.seen()
            case ["games"]:
                self._on_games(wire.read_payload(frame.payload, wire.GamesPayload))
            case ["fetched"]:
                self._fetched(outbox, wire.read_payload(frame.payload, wire.FetchedPayload))

    # -- adopting --------------------------------------------------------------------------------------------------

    def _on_games(self, found: wire.GamesPayload) -> None:
        if self._asking is None or self._asking.ask.id != found.id:
            return
        on_answer, self._asking = self._asking.on_answer, None
        on_answer(tuple(self._known(found.games)))

    def _known(self, games: Iterable[wire.KnownGame]) -> Iterator[OwnedGame]:
        """Yield those that can be played on and are not here."""
        here = {row.uuid for row in self._rows.values()}
        for one in games:
            age_s = one.age_s if one.table != self._name else None
            if one.uuid in here:
                continue
            try:
                head = opened_head(self._key, one.uuid, one.epoch, one.head)
            except (BadSeal, msgspec.MsgspecError):
                continue
            if head is None:
                yield OwnedGame(one.table, age_s, uuid=one.uuid)
            elif head.status is Status.OPEN:
                names = tuple(seat.name for seat in head.seats)
                yield OwnedGame(one.table, age_s, head.game, names, head.wall, one.uuid)

    def _adopt(self, table: str, on_answer: Callable[[str], object], uuid: str = "") -> None:
        if not self.hub or wire.TABLE.fullmatch(table) is None:
            on_answer("no_hub" if not self.hub else "no_table")
            return
        now = self._now()
        game = wire.hub_name(self._key.public, uuid) if uuid else ""
        fetch = wire.Fetch(secrets.token_hex(8), table, game=game)
        if self._adopting is not None:
            self._adopting.on_answer("slow")
        self._adopting = Adopting(fetch, on_answer, RepeatedQuestion(now, ASK_AGAIN_S), now + ANSWER_S)

    def _fetch(self, now: float) -> None:
        """Ask for what is to be adopted, until it is there or takes too long."""
        adopting = self._adopting
        if adopting is None:
            return
        if now >= adopting.until:
            self._adopting = None
            adopting.on_answer("slow")
        elif adopting.question.due(now):
            self._put("fetch", adopting.fetch)

    def _fetched(self, outbox: Outbox, found: wire.FetchedPayload) -> None:
        """Take a part of a game; one that is not the next of the same game, as it was, begins anew."""
        adopting = self._adopting
        if adopting is None or adopting.fetch.id != found.id:
            return
        if found.uuid and found.entries and found.first == len(adopting.entries):
            adopting.entries += found.entries
            if len(adopting.entries) < found.count:
                name = wire.hub_name(self._key.public, found.uuid)
                fetch = wire.Fetch(secrets.token_hex(8), adopting.fetch.table, len(adopting.entries), name)
                now = self._now()
                adopting.fetch, adopting.question = fetch, RepeatedQuestion(now, ASK_AGAIN_S)
                adopting.until = now + ANSWER_S
                return
        self._adopting = None
        try:
            code = self._taken_up(outbox, replace(found, entries=tuple(adopting.entries)))
        except TimeoutError:
            code = "slow"
        except Exception:
            log.exception("nothing was adopted")
            code = "internal"
        adopting.on_answer(code)

    def _taken_up(self, outbox: Outbox, found: wire.FetchedPayload) -> str:
        """Play on what the hub has sent; a code.

        :raises TimeoutError: if the table does not answer.
        """
        if not found.uuid:
            return "no_game"
        try:
            self._table.ask(Adopt(unsealed(self._key, found), found.uuid, found.epoch + 1), ANSWER_S)
        except (BadSeal, msgspec.MsgspecError, IndexError):
            return "bad_seal"
        except (Refused, JournalError) as error:
            return error.code
        row = next(row for row in self._table.ask(ListGames(), ANSWER_S).answer if row.uuid == found.uuid)
        self._listed(row)
        game = wire.hub_name(self._key.public, found.uuid)
        self._together([one for one in self._apart if (one.code, one.was) == (DIFFERS, game)])
        outbox.took(found.uuid, len(found.entries) - 1, wire.digest(found.entries[-1][1]))
        try:
            self._table.engine.journal.flush(ANSWER_S)
        except JournalError as error:
            log.error("what goes on here is not saved yet: %s", error)
            return "not_saved"
        return "ok"
