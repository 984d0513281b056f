"""One engine thread, one queue. Every input from any thread comes through this queue."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future

from companion.engine.engine import Engine, Listener
from companion.engine.refused import Refused
from companion.engine.requests import Now, Reply, Request
from companion.engine.signals import DialTurn

log = logging.getLogger(__name__)

_Job = tuple[Request, "Future[Reply] | None"]


class EngineThread:
    """Gives the engine a thread. It sleeps on its queue until the nearest deadline: nothing polls.

    `post` and `ask` may be called from any thread but the engine's own.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._closed = False
        self._ahead: list[_Job | None] = []
        """At most one job: it was taken from the queue, and is the next."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every update, on the engine thread: it must hand over and return.

        :return: what drops it again.
        """
        return self.engine.listen(listener)

    def start(self) -> None:
        """Start the engine thread."""
        self.engine.journal.tell(lambda: self.post(Now()))
        self._thread.start()

    def close(self) -> None:
        """Finish what is in the queue, stop the thread and close the journal."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._closed = True
        self._leave_unanswered()
        self.engine.journal.close()

    def post(self, request: Request) -> None:
        """Put a request in the queue and return at once. A refusal reaches the listeners."""
        self._queue.put((request, None))

    def ask(self, request: Request, timeout: float | None = None) -> Reply:
        """Put a request in the queue and wait for its answer.

        :param timeout: seconds to wait, None for as long as it takes.
        :raises Refused: if the request has no effect.
        :raises TimeoutError: if the engine did not answer in time, or is closed.
        """
        future: Future[Reply] = Future()
        self._queue.put((request, future))
        if self._closed:
            self._leave_unanswered()
        return future.result(timeout)

    def _leave_unanswered(self) -> None:
        """Fail the requests still in the queue, as the thread has ended: no caller waits for ever."""
        while True:
            try:
                job = self._queue.get_nowait()
            except queue.Empty:
                return
            if job is not None and job[1] is not None:
                job[1].set_exception(TimeoutError("the engine is closed"))

    def _run(self) -> None:
        while True:
            due = self.engine.next_due()
            timeout = None if due is None else self.engine.clock.seconds_until(due)
            patience = self.engine.patience()
            if patience is not None:
                timeout = patience if timeout is None else min(patience, timeout)
            try:
                job = self._ahead.pop() if self._ahead else self._queue.get(timeout=timeout)
            except queue.Empty:
                self._pass_time()
                continue
            if job is None:
                return
            self._do(*self._with_what_waits(job))

    def _with_what_waits(self, job: _Job) -> _Job:
        """Return the waiting steps of one dial as one turn: a hand is faster than a disk that saves each."""
        turn, _nobody = job
        while isinstance(turn, DialTurn):
            try:
                after = self._queue.get_nowait()
            except queue.Empty:
                break
            more = after[0] if after is not None else None
            if not isinstance(more, DialTurn) or more.name != turn.name:
                self._ahead.append(after)
                break
            turn = DialTurn(turn.name, turn.steps + more.steps, more.at)
        return turn, job[1]

    def _pass_time(self) -> None:
        try:
            self.engine.pass_time(self.engine.clock.now_ms())
            self.engine.tell_saving()
        except Exception:
            log.exception("the engine failed on a deadline")

    def _do(self, request: Request, future: Future[Reply] | None) -> None:
        try:
            reply = self.engine.handle(request)
        except Refused as refused:
            if future is not None:
                future.set_exception(refused)
        except Exception as fault:
            # A fault of ours: the game goes on from the last saved state, and the log has the whole story.
            log.exception("the engine failed on %r", type(request).__name__)
            if future is not None:
                future.set_exception(fault)
        else:
            if future is not None:
                future.set_result(reply)
