"""A table at Home Assistant: a subscriber of the outbox that publishes the table's state, and handles its buttons.

A button is a request like any other, made at the update that was published last: what has changed since is not taken
back. A refused button does nothing, and is logged.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version

import msgspec
from msgspec.structs import replace

from companion.engine.engine_thread import EngineThread
from companion.engine.entry import Status
from companion.engine.journal_rows import GameRow
from companion.engine.rate import RateLimit
from companion.engine.refused import Refused
from companion.engine.requests import MakeMove, Now, Request, Undo
from companion.engine.supervised import Service
from companion.engine.update import Update
from companion.engine.wall import local_now
from companion.games.registry import title_of
from companion.home import discovery
from companion.home.discovery import BUTTONS, CUE, LIGHT, PRESS, STATE, topic
from companion.home.facts import HomeState, Lights, LightState, event_of, home_state, light_cue, light_of
from companion.lights import Mirror
from companion.presentation.i18n import current
from companion.uplink.link import wire
from companion.uplink.outbox.subscriber import Publish
from companion.web.desk.games import page_of

log = logging.getLogger(__name__)

BIRTH = "homeassistant/status"
"""Where Home Assistant says that it has started: `online`."""
ANSWER_S = 10.0
CLOCK_MS = 1_000
"""A running clock is published again only if it is further off than this."""


class HomeAssistant:
    """
    :param title: of the table.
    :param names: whether names are published.
    :param lights: of the lamps; None: none is published.
    :param wall: the time of day.
    """

    def __init__(
        self,
        table: EngineThread,
        title: str,
        names: bool,
        lights: Lights | None,
        wall: Callable[[], datetime] = local_now,
    ) -> None:
        self._table, self._title, self._names, self._lights, self._wall = table, title, names, lights, wall
        self._jobs: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._mirror = Mirror(_Glow(self._glows))
        self._rate = RateLimit(per_s=3, burst=12)
        self._name = ""
        self._say: Publish | None = None
        self._update: Update | None = None
        self._event: str | None = None
        self._over = False
        self._light: LightState | None = None
        self._sent: HomeState | None = None
        self._light_sent: LightState | None = None
        self._sent_at = 0
        self._ends: list[Callable[[], None]] = []
        """Each ends a subscription to the table or its journal."""
        self._service = Service("home", self._run)

    def start(self) -> None:
        """Start publishing. The table must have been started."""
        journal = self._table.engine.journal
        self._ends.append(self._table.listen(lambda update: self._jobs.put(partial(self._updated, update))))
        self._ends.append(journal.watch(lambda row: self._jobs.put(partial(self._listed, row))))
        self._jobs.put(partial(self._updated, self._table.ask(Now()).answer))
        self._service.start()

    def close(self) -> None:
        for end in self._ends:
            end()
        self._jobs.put(None)
        self._service.end(ANSWER_S)

    # -- the subscriber ---------------------------------------------------------------------------------------------

    def switched(self, on: bool) -> None:
        """Do nothing: the state is published only while the link is there."""

    def joined(self, table: str, say: Publish) -> Sequence[tuple[str, bool]]:
        self._name, self._say = table, say
        return [(BIRTH, False), *((topic(table, PRESS, button), False) for button in BUTTONS)]

    def there(self, broker: bool) -> None:
        if broker:
            self._jobs.put(self._introduce)

    def hear(self, heard: str, payload: bytes, retained: bool) -> bool:
        if heard == BIRTH:
            if payload == b"online":
                self._jobs.put(self._introduce)
            return True
        if not self._name or not heard.startswith(topic(self._name, PRESS, "")):
            return False
        button = heard.rpartition("/")[2]
        if retained or button not in BUTTONS:
            log.warning("the button %s of Home Assistant is not taken: it was kept by the broker", button[:20])
        elif self._rate.allows(time.monotonic()):
            self._jobs.put(partial(self._press, button, payload[:200]))
        else:
            log.warning("the button %s of Home Assistant is pressed too often", button)
        return True

    def dropped(self, _topic: str, _count: int) -> None:
        """Do nothing: no fact depends on it."""

    # -- the loop --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception:
                log.exception("a fault of what Home Assistant is told")

    def _introduce(self) -> None:
        """Publish all of it, whatever was published before."""
        kinds = list(self._lights.patterns) if self._lights is not None else ["cue"]
        config = discovery.discovery_payload(
            self._name, self._title, _version(), kinds, self._lights is not None, current()
        )
        self._publish(wire.discovery_topic(self._name), config, retain=True)
        self._sent = self._light_sent = None
        self._tell()

    def _updated(self, update: Update) -> None:
        self._update = update
        if update.game is None or update.anew:
            self._event = None
        self._event = event_of(update) or self._event
        self._mirror(update)
        for cue in update.cues:
            event = light_cue(self._lights, cue.name, cue.n)
            self._publish(topic(self._name, CUE), msgspec.json.encode(event), retain=False)
        self._tell()

    def _listed(self, row: GameRow) -> None:
        if row.status is not Status.LEFT:
            self._over = row.status is Status.ENDED
            self._tell()

    def _glows(self, mood: str) -> None:
        if self._lights is not None:
            self._light = light_of(self._lights, mood)

    def _tell(self) -> None:
        """Publish what differs from the last message."""
        update = self._update
        if update is None or not self._name:
            return
        title = None if update.game is None else current().gettext(title_of(update.game))
        state = home_state(update, self._event, over=self._over, names=self._names, title=title, now=self._wall())
        if not self._same(state, update.stamp):
            self._sent, self._sent_at = state, update.stamp
            self._publish(topic(self._name, STATE), msgspec.json.encode(state), retain=True)
        self._tell_light()

    def _same(self, state: HomeState, stamp: int) -> bool:
        """Return whether nothing but the clock has gone on, and that as fast as time."""
        sent = self._sent
        if sent is None or replace(state, clock_s=0, ends=None) != replace(sent, clock_s=0, ends=None):
            return False
        if state.clock_s is None or sent.clock_s is None or not state.clock_runs:
            return state.clock_s == sent.clock_s
        went = sent.clock_s - state.clock_s if state.ends is not None else state.clock_s - sent.clock_s
        return abs(1_000 * went - (stamp - self._sent_at)) <= CLOCK_MS

    def _tell_light(self) -> None:
        if self._light is not None and self._light != self._light_sent:
            self._light_sent = self._light
            self._publish(topic(self._name, LIGHT), msgspec.json.encode(self._light), retain=True)

    def _publish(self, where: str, data: bytes, retain: bool) -> None:
        if self._say is not None and self._name:
            self._say(where, data, retain)

    # -- buttons ---------------------------------------------------------------------------------------------------

    def _press(self, button: str, payload: bytes) -> None:
        try:
            request = self._request(button, payload)
            if isinstance(request, str):
                log.info("the button %s of Home Assistant does nothing: %s", button, request)
                return
            self._table.ask(request, ANSWER_S)
        except Refused as refused:
            log.info("the button %s of Home Assistant is refused: %s", button, refused)
        except TimeoutError:
            log.warning("the button %s of Home Assistant: the table does not answer", button)

    def _request(self, button: str, payload: bytes) -> Request | str:
        """Return the request of a button, or why it does nothing."""
        update = self._update
        if update is None or update.game is None or self._sent is None:
            return "no game is open"
        number = self._sent.number
        if payload != b"PRESS":
            if not payload.isdigit() or len(payload) > 9:
                return "it was pressed with a payload that is neither PRESS nor the number of a state"
            number = int(payload)
        if number != self._table.ask(Now(), ANSWER_S).answer.number:
            return "the table has gone on since"
        if button == "undo":
            return Undo(number=number)
        running = update.face is not None and update.face.running
        if not page_of(update.game).clock or running is (button == "resume"):
            return "there is no clock that could be held or go on"
        return MakeMove({"type": button})


class _Glow:
    """Lamps that only report their mood."""

    def __init__(self, mood: Callable[[str], object]) -> None:
        self._mood = mood

    def cue(self, name: str, count: int | None = None) -> None:
        """Do nothing: cues are published as they come."""

    def mood(self, name: str) -> None:
        self._mood(name)


def _version() -> str:
    try:
        return version("infernal-companion")
    except PackageNotFoundError:
        return "0"
