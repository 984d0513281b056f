"""The kiosk's door: a stand-in for the process at the other end of the line, and a clock that stands still."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.engine.clock import ManualClock
from companion.engine.supervised import RESTARTS, off, try_again
from companion.engine.update import Notice
from kiosk.sound import remote as remote_module
from kiosk.sound.config import SoundConfig
from kiosk.sound.heartbeat import BEAT_MS, MISSED, STARTING, Heartbeat
from kiosk.sound.messages import Begin, PlayCue, SoundMessage, SoundReport, SoundState, Stop, decode
from kiosk.sound.process import Server, pass_changes
from kiosk.sound.remote import RemotePlayer
from tests.patience import PATIENCE_S, WHOLE_S, until

LINE = "import socket, sys, time; line = socket.socket(fileno=int(sys.argv[1])); "


class Heard:
    """What was told, and a way to wait for it."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self._came = threading.Condition()

    def __call__(self, notice: Notice) -> None:
        with self._came:
            self.notices.append(notice)
            self._came.notify()

    def wait(self, enough: Callable[[], object]) -> None:
        with self._came:
            assert self._came.wait_for(enough, PATIENCE_S), self.notices


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def made(tmp_path: Path, heard: Heard) -> Iterator[Callable[[str], RemotePlayer]]:
    """Makes a player whose process is that piece of Python."""
    players = []

    def make(process: str) -> RemotePlayer:
        command = (sys.executable, "-c", LINE + process)
        players.append(
            RemotePlayer(tmp_path, "fr", "timed", 0.7, ManualClock(5_000), report=heard, command=command)
        )  # fmt: skip
        return players[-1]

    yield make
    for player in players:
        player.close()


def other_end(player: RemotePlayer) -> socket.socket:
    """Puts a line into its hands; what it sends there is read from the other end."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    player._line = ours
    theirs.setblocking(False)
    return theirs


def read(line: socket.socket) -> list[SoundMessage]:
    found: list[SoundMessage] = []
    while True:
        try:
            data = line.recv(1 << 16)
        except BlockingIOError:
            return found
        found.append(decode(data))


def test_what_changes_is_told_whole_and_what_does_not_is_not(tmp_path: Path) -> None:
    player = RemotePlayer(tmp_path, "fr", "timed", 0.7, ManualClock(5_000))
    line = other_end(player)
    player.set_volume(0.7)
    player.set_volume(3)
    player.clock(True, 1_000, 4_000)
    player.clock(True, 1_000, 4_000)
    player.silence(True)
    player.cue("thuds", 3)
    player.clock(False, 2_000, 5_000)
    player.stop()
    assert read(line) == [
        SoundState("timed", 1.0, "fr"),
        SoundState("timed", 1.0, "fr", False, 1_000, 4_000),
        SoundState("timed", 1.0, "fr", True, 1_000, 4_000),
        PlayCue("thuds", 3, 5_000),
        SoundState("timed", 1.0, "fr", True),
        Stop(),
    ]
    line.close()
    player._line.close()  # type: ignore[union-attr]


def test_a_full_line_never_waits_and_the_state_comes_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    player = RemotePlayer(tmp_path, "fr", "timed", 0.7, ManualClock(5_000))
    line = other_end(player)
    while not player.dropped:
        player.cue("tap")
    player.set_language("en")
    assert player.dropped == 2
    assert caplog.text.count("does not keep up") == 1
    assert all(isinstance(message, PlayCue) for message in read(line))
    player.cue("knock")
    assert read(line) == [SoundState("timed", 0.7, "en"), PlayCue("knock", None, 5_000)]
    line.close()
    player.cue("tap")  # nobody is there any more: nothing is said
    player._line.close()  # type: ignore[union-attr]


def test_a_process_that_cannot_be_started_is_told_once_and_tried_again_when_somebody_wants_it(
    made: Callable[[str], RemotePlayer], heard: Heard, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    mark = tmp_path / "mended"
    player = made(f"from pathlib import Path\nif not Path({str(mark)!r}).exists(): sys.exit(3)\n" + ANSWERS)
    player.start()
    until(lambda: off() == ("sound",), "it stays off")
    assert heard.notices == [Notice("no_sound", {"detail": "the sound's process ended (status 3)"})]
    assert caplog.text.count("sound is begun again: status 3") == RESTARTS
    player.cue("tap")
    player.clock(True, 0, 0)
    assert not player.audible
    mark.touch()
    try_again()
    until(lambda: player.audible, "the sound")
    assert off() == () and heard.notices[-1].gone


def test_what_stays_off_in_the_process_stays_off_for_the_table(made: Callable[[str], RemotePlayer]) -> None:
    """The voice: the key that tries again reaches it."""
    player = made(VOICE_OFF)
    player.start()
    until(lambda: off() == ("sound-voice",), "it is told")
    try_again()
    until(lambda: player.report.underruns == 1, "the process has heard it")
    assert off() == () == player.report.off


VOICE_OFF = """
from kiosk.sound.messages import Again, SoundReport, decode, encode
line.send(encode(SoundReport(True, True, off=("sound-voice",))))
while data := line.recv(1 << 16):
    if isinstance(decode(data), Again):
        line.send(encode(SoundReport(True, True, 1)))
"""


def test_troubles_come_and_go_with_what_the_process_reports(made: Callable[[str], RemotePlayer], heard: Heard) -> None:
    player = made("sys.exit()")
    late, lost = Notice("sound_late", {"seconds": 30}), Notice("no_sound", {"detail": "unplugged"})
    player._take(SoundReport(problems=(late,)))
    assert not player.audible
    player._take(SoundReport(True, True, problems=()))
    assert player.audible
    player.set_volume(0)
    assert not player.audible
    player.set_volume(1)
    player.set_profile("quiet")
    assert not player.audible
    player._take(SoundReport(True, False, problems=(lost,)))
    player._take(SoundReport(True, False, 3, problems=(lost,)))
    gone = msgspec.structs.replace(late, gone=True)
    assert heard.notices == [late, gone, lost]


def test_closing_ends_a_process_that_does_not_listen(
    made: Callable[[str], RemotePlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_module, "END_S", 0.2)
    player = made("line.recv(9); line.send(bytes([0x94, 0xC2, 0xC2, 0, 0x90])); line.close(); time.sleep(3600)")
    player.start()
    player.close()
    assert not player._service.alive
    assert player.pid is None


# --- signs of life -----------------------------------------------------------------------------------------


def test_one_that_leaves_some_questions_unanswered_in_a_row_hangs() -> None:
    heartbeat, now = Heartbeat(0), 0
    assert not heartbeat.due(BEAT_MS - 1)
    for most in (STARTING, MISSED):
        for asked in range(1, most + 2):
            now += BEAT_MS
            assert not heartbeat.hangs
            assert heartbeat.due(now), asked
            assert not heartbeat.due(now)
        assert heartbeat.hangs
        heartbeat.heard()


def test_where_everything_stood_still_it_gets_its_turn_before_it_is_judged() -> None:
    heartbeat = Heartbeat(0)
    heartbeat.heard()
    assert heartbeat.due(1_000_000)
    assert not heartbeat.hangs


ANSWERS = """
from kiosk.sound.messages import SignOfLife, SoundReport, decode, encode
line.send(encode(SoundReport(True, True)))
beats = 0
while data := line.recv(1 << 16):
    if isinstance(decode(data), SignOfLife):
        beats += 1
        line.send(encode(SoundReport(True, True, beats)))
"""
HANGS_ONCE = """
from pathlib import Path
from kiosk.sound.messages import SoundReport, encode
mark = Path({mark!r})
if not mark.exists():
    mark.touch()
    line.send(encode(SoundReport(True, True)))
    time.sleep(600)
"""
"""It reports once, and no more; the next one goes on behind this."""


def pass_beats(player: RemotePlayer, enough: Callable[[], object]) -> None:
    """Let the clock go on from one question to the next, each as soon as the one before is answered."""
    clock, answered = player._clock, -1
    assert isinstance(clock, ManualClock)

    def over() -> object:
        nonlocal answered
        if player.audible and player.report.underruns != answered:  # before it has reported nothing is asked
            answered = player.report.underruns
            clock.set_ms(clock.now_ms() + BEAT_MS)
        return enough()

    until(over, "answers")


def test_one_that_hangs_is_ended_and_told_once_and_another_one_plays(
    made: Callable[[str], RemotePlayer],
    heard: Heard,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(remote_module, "LOOK_MS", 5)
    player = made(HANGS_ONCE.format(mark=str(tmp_path / "hung")) + ANSWERS)
    player.start()
    clock = player._clock
    assert isinstance(clock, ManualClock)

    def silence() -> object:
        if player.audible:  # it has reported: from now on it hangs
            clock.set_ms(clock.now_ms() + BEAT_MS)
        return heard.notices

    until(silence, "the notice", pause=0.01)
    heard.wait(lambda: len(heard.notices) == 2)
    first, gone = heard.notices
    assert first == Notice("no_sound", {"detail": "the sound's process ended (it gave no sign of life)"})
    assert gone == msgspec.structs.replace(first, gone=True)
    pass_beats(player, lambda: player.report.underruns >= 2)
    assert player.audible
    assert len(heard.notices) == 2
    assert caplog.text.count("sound is begun again: it gave no sign of life") == 1


# --- the other end -----------------------------------------------------------------------------------------


class Noted:
    """A player that notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *words: self.asked.append((name, *words))


def test_only_what_differs_is_passed_on() -> None:
    player, before = Noted(), SoundState("timed", 0.7, "fr")
    pass_changes(player, before, SoundState("calm", 0.7, "en", True, 1_000, 4_000, 600_000))  # type: ignore[arg-type]
    assert player.asked == [
        ("set_profile", "calm"),
        ("set_language", "en"),
        ("silence", True),
        ("clock", True, 1_000, 4_000, 600_000),
    ]


def test_a_cue_that_comes_much_too_late_is_left_out_but_no_end() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    server, player = Server(theirs, ManualClock(10_000)), Noted()
    for cue in (PlayCue("tap", None, 8_900), PlayCue("won", None, 8_900), PlayCue("knock", None, 9_900), Stop()):
        server._obey(player, cue)  # type: ignore[arg-type]
    assert player.asked == [("cue", "won", None), ("cue", "knock", None), ("stop",)]
    server.close()
    ours.close()
    theirs.close()


def test_the_process_ends_with_the_line_and_not_with_a_bad_message(sound_dir: Path) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    child = subprocess.Popen(
        [sys.executable, "-m", "kiosk.sound.process", str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        env={"SDL_AUDIODRIVER": "dummy", "PYTHONPATH": "."},
        stderr=subprocess.PIPE,
        text=True,
    )
    theirs.close()
    send = msgspec.msgpack.encode
    ours.send(send(Begin(str(sound_dir), SoundConfig())))
    ours.send(send(SoundState("timed", 0.7, "fr")))
    ours.send(b"nonsense")
    ours.send(send(SoundState("loud", 0.7, "fr")))
    ours.settimeout(PATIENCE_S)
    while not (report := msgspec.msgpack.decode(ours.recv(1 << 16), type=SoundReport)).ready:
        pass
    assert report == SoundReport(True, True, driver="dummy")
    ours.close()
    _, said = child.communicate(timeout=WHOLE_S)
    assert child.returncode == 0
    assert said.count("\n") == said.count("it does not know") == 2
