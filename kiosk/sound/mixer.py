"""The mixer without a device: it receives events and returns blocks of samples. No thread, no clock, no SDL.

Positions: `out` counts the samples given so far; the game clock is a position in samples of the countdown
(1 s = 48 000), passed with every block, so time cues are at samples of the clock and cannot drift with the device.
"""

from __future__ import annotations

import copy
from collections import deque
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kiosk.sound.cache import Sounds
from kiosk.sound.course import WHOLE, BedCourse, bed_course
from kiosk.sound.ducks import Duck, duck, gains, released
from kiosk.sound.kit import RATE, db, knee
from kiosk.sound.profile import CUES, EVENTS_WAITING, PROFILES, buffer_of
from kiosk.sound.ramp import Ramp
from kiosk.sound.recipe import CueKind
from kiosk.sound.score import BED_SECONDS
from kiosk.sound.timeline import FOR_EVENT, FOR_PHRASE, FOR_TIME, CueStart, schedule


def ms(milliseconds: float) -> int:
    """Milliseconds as samples."""
    return round(milliseconds * RATE / 1000)


HOLD_FADE, END_FADE, SWAP_FADE, HUSH_FADE, CUT_FADE = ms(150), ms(60), ms(30), ms(20), ms(5)
SILENCE_GAIN, SILENCE_IN, SILENCE_OUT = 0.25, ms(400), ms(250)
DRIFT = ms(3)
"""A bed that is further off the clock is played a little faster or slower until it is back."""
STRETCH = 0.05
"""By this share of its pace at most: only a device that is so far off needs that much, a good one a thousandth."""
TORN = ms(40)
"""This far off (the device starved) it is put back at once."""
LATE_GAIN, LATE_FROM, LATE_FULL = db(6), ms(180_000), ms(240_000)
"""Cues that duck nothing are so much louder when the bed has grown: from nothing at one moment to all at another."""
LATE = ms(50)
"""A time cue that comes later than this does not sound."""
START_LATE = ms(400)
"""The same for the departure: it answers a press, and a busy machine may bring the press late."""
JUMP = ms(500)
"""The clock was set, it did not drift."""
LEAD = ms(12)
"""Time cues are placed this early: the bed begins to step back."""
VOLUME_FADE = ms(20)


class Mixer:
    """Beds, cues, queues and ducks."""

    def __init__(self, language: str = "fr", profile: str = "timed", volume: float = 1.0, voice: bool = True) -> None:
        self.sounds: Sounds | None = None
        self.own: Samples | None = None
        self.out = 0
        self.voice = voice
        self._profile = PROFILES[profile]
        self._language, self._seconds = language, BED_SECONDS
        self._course = WHOLE
        self._schedule = schedule(language)
        self._level = Ramp(volume**2 * self._profile.gain)
        self._volume = volume
        self._quiet = Ramp(1.0)
        self._voices: list[PlayingCue] = []
        self._waiting: deque[tuple[str, int | None]] = deque()
        self._strands: list[Strand] = []
        self._ducks: list[Duck] = []
        self._next = 0
        self._elapsed: float | None = None
        self._was = 0.0

    def copy(self) -> Mixer:
        """Return the same mixer at the same moment; neither changes when the other plays on. The sounds are shared."""
        twin = copy.copy(self)
        twin._level, twin._quiet = copy.copy(self._level), copy.copy(self._quiet)
        twin._voices = [voice.copy() for voice in self._voices]
        twin._strands = [strand.copy() for strand in self._strands]
        twin._waiting, twin._ducks = self._waiting.copy(), self._ducks.copy()
        return twin

    # --- events ----------------------------------------------------------------------------------------

    def set_language(self, language: str) -> None:
        """Set the voice's language; the schedule's samples stay the same."""
        self._language = language
        self._schedule = schedule(language, self._seconds)

    def set_length(self, seconds: int) -> None:
        """Set how long the countdown lasts, a whole number of minutes, before it begins."""
        if seconds != self._seconds:
            self._seconds, self._course, self._next = seconds, bed_course(seconds), 0
            self._schedule = schedule(self._language, seconds)
            self._fade(SWAP_FADE, *self._strands)

    def set_profile(self, profile: str) -> None:
        """Set what may sound from now on; what no longer may fades."""
        self._profile = PROFILES[profile]
        self.set_volume(self._volume)
        for voice in self._voices:
            if not self._allowed(voice):
                voice.fade(END_FADE)

    def set_volume(self, volume: float) -> None:
        """Set the volume, 0..1, squared: half the way sounds about half as loud."""
        self._volume = volume
        self._level.to(volume**2 * self._profile.gain, VOLUME_FADE)

    def silence(self, on: bool) -> None:
        """Open or close the Silence module: the bed becomes much quieter, no voice speaks."""
        self._quiet.to(SILENCE_GAIN if on else 1.0, SILENCE_IN if on else SILENCE_OUT)
        if on:
            self.hush()

    def say(self, phrase: Samples) -> None:
        """Speak words, in place of those that are being said. Not under Silence."""
        start = self.out + (HUSH_FADE if any(v.words for v in self._voices) else 0)
        self.hush()
        if self._speaks() and self._profile.phrases:
            self._voices.append(PlayingCue(phrase, start, "phrase", "phrase", words=True))
            self._ducks.append(duck(FOR_PHRASE, start, len(phrase)))

    def hush(self) -> None:
        """Break off what is spoken; the others come back."""
        self._fade(HUSH_FADE, *(v for v in self._voices if v.words))
        self._ducks = [released(d, self.out) if d.kind is FOR_PHRASE else d for d in self._ducks]

    def cue(self, name: str, count: int | None = None) -> None:
        """Play an event's or the companion's cue, at once or as soon as it may."""
        cue = CUES[name]
        if self.sounds is None:
            return
        if cue.kind is CueKind.END:
            self.end(name)
        elif cue.kind is CueKind.COMPANION:
            if self._profile.companion:
                self._fade(CUT_FADE, *self._in("companion"))
                self._begin(name, count, "companion", 0)
        elif self._profile.events and not self._in("end"):
            if self._in("event"):
                if len(self._waiting) < EVENTS_WAITING:
                    self._waiting.append((name, count))
            else:
                self._begin(name, count, "event", 0)

    def end(self, name: str) -> None:
        """Stop everything, then play the end cue. The explosion that the clock has just fired is not fired again."""
        fired = [v for v in self._in("time") if v.cue == "A7"]
        self.stop(keep=fired if name == "explosion7" else [])
        if self._profile.ends and self.sounds is not None and not (fired and name == "explosion7"):
            self._begin(name, None, "end", END_FADE)

    def stop(self, keep: list[PlayingCue] | None = None) -> None:
        """Fade everything in 60 ms; the next clock begins afresh."""
        self._waiting.clear()
        self.hush()
        self._fade(END_FADE, *(v for v in self._voices if v not in (keep or [])))
        self._fade(END_FADE, *self._strands)
        self._elapsed, self._was, self._next = None, 0.0, 0

    def clear(self) -> None:
        """Drop everything at once: no device plays it."""
        self.stop()
        self._voices, self._strands, self._ducks = [], [], []

    # --- samples ---------------------------------------------------------------------------------------

    def render(self, count: int, elapsed: float | None) -> Block:
        """Return the next samples, mono. `elapsed`: the game clock at the first one (samples), None = stopped."""
        self._follow(count, elapsed)
        bed_gain, event_gain = gains(self._ducks, self.out, count)
        block = np.zeros(count, np.float32)
        for strand in self._strands:
            strand.add(block)
        if self._strands:
            block *= np.asarray(bed_gain, np.float32)
        quiet = self._quiet.take(count)
        if self._strands:
            block *= np.asarray(quiet, np.float32)
        for voice in self._voices:
            voice.add(block, self.out, event_gain if voice.slot == "event" else 1.0)
        block = knee(block) * np.asarray(self._level.take(count), np.float32)
        self.out += count
        self._tidy()
        return block

    @property
    def waits(self) -> bool:
        """Whether an event's end is awaited: its samples are then to be asked for in small blocks."""
        return bool(self._waiting)

    def idle(self, elapsed: float | None) -> float | None:
        """None: there is something to play now. Else the samples until there will be (inf: until an event)."""
        if self._voices or self._strands or self._waiting:
            return None
        if elapsed is None or self.sounds is None:
            return float("inf")
        if self._source() is not None:
            return None
        self._follow_next(elapsed)
        starts = (s.sample for s in self._schedule[self._next :] if self._may(s.cue))
        return max(0.0, next(starts, float("inf")) - elapsed)

    # --- the clock -------------------------------------------------------------------------------------

    def _follow(self, count: int, elapsed: float | None) -> None:
        if elapsed is None:
            if self._elapsed is not None:  # held, or over: the explosion is never held
                self._was = self._elapsed
                self._fade(HOLD_FADE, *self._strands, *(v for v in self._in("time") if v.cue != "A7"))
            self._elapsed = None
            return
        self._follow_next(elapsed)
        self._elapsed = elapsed + count
        if self.sounds is not None:
            self._follow_bed(count, elapsed)
            self._place(count, elapsed)

    def _follow_next(self, elapsed: float) -> None:
        """Set the next time cue after a start, a resume or a jump."""
        if elapsed < (self._was - LATE if self._elapsed is None else self._elapsed - JUMP):
            self._next = next(
                (i for i, s in enumerate(self._schedule) if not _too_late(s, elapsed)), len(self._schedule)
            )
        while self._next < len(self._schedule) and _too_late(self._schedule[self._next], elapsed):
            self._next += 1

    def _source(self) -> Samples | None:
        if not self._profile.bed or self.sounds is None:
            return None
        return self.own if self._plays_own else self.sounds.bed

    @property
    def _plays_own(self) -> bool:
        """The owner's file is of seven minutes, and fits no other countdown."""
        return self.own is not None and self._seconds == BED_SECONDS

    def _follow_bed(self, count: int, elapsed: float) -> None:
        source = self._source()
        main = next((s for s in self._strands if not s.fading), None)
        if main is not None and main.sound is source:
            off = round(elapsed - main.position)
            if abs(off) <= TORN:
                most = round(STRETCH * count)
                main.stretch = 0 if abs(off) <= DRIFT else min(max(off, -most), most)
                return
        self._fade(SWAP_FADE, *self._strands)
        if source is not None:
            fade_in = SWAP_FADE if main is not None else HOLD_FADE if elapsed > LATE else 0
            if self._course.pieces[0].bed:  # it begins in the middle of the bed
                fade_in = max(fade_in, SWAP_FADE)
            self._strands.append(Strand(source, round(elapsed), fade_in, self._course))

    def _place(self, count: int, elapsed: float) -> None:
        """Give the time cues that come within this block and the lead their output sample."""
        while self._next < len(self._schedule) and self._schedule[self._next].sample < elapsed + count + LEAD:
            start = self._schedule[self._next]
            self._next += 1
            if self._may(start.cue) and (self._speaks() or not start.words):
                self._time(start, self.out + max(0, round(start.sample - elapsed)))

    def _time(self, start: CueStart, at: int) -> None:
        assert self.sounds is not None
        self._fade(END_FADE, *(v for v in self._in("time") if v.cue != start.cue))
        if start.cue == "A7":
            self._waiting.clear()
            self._fade(END_FADE, *self._in("event"))
        if start.words or start.cue == "A7":
            self.hush()
        sound = self.sounds.bank[start.buffer]
        self._voices.append(PlayingCue(sound, at, "time", start.cue, start.words))
        self._ducks.append(duck(FOR_TIME, at, len(sound)))

    def _may(self, cue: str) -> bool:
        if self._plays_own and self._profile.bed:
            return False
        return self._profile.time is None or cue in self._profile.time

    def _speaks(self) -> bool:
        return self.voice and self._quiet.target == 1.0

    # --- the voices ------------------------------------------------------------------------------------

    def _begin(self, name: str, count: int | None, slot: str, delay: int) -> None:
        assert self.sounds is not None
        sound = self.sounds.bank[buffer_of(name, count)]
        gain = 1.0 if CUES[name].ducks else self._late_gain()
        self._voices.append(PlayingCue(sound, self.out + delay, slot, name, gain=gain))
        if CUES[name].ducks:
            self._ducks.append(duck(FOR_EVENT, self.out + delay, len(sound)))

    def _late_gain(self) -> float:
        if self._elapsed is None or not self._strands:
            return 1.0
        share = (self._course.place(self._elapsed) - LATE_FROM) / (LATE_FULL - LATE_FROM)
        return LATE_GAIN ** min(max(share, 0.0), 1.0)

    def _in(self, slot: str) -> list[PlayingCue]:
        return [v for v in self._voices if v.slot == slot and not v.fading]

    def _allowed(self, voice: PlayingCue) -> bool:
        allowed = {
            "event": self._profile.events,
            "companion": self._profile.companion,
            "end": self._profile.ends,
            "phrase": self._profile.phrases,
        }
        return allowed.get(voice.slot, self._may(voice.cue))

    @staticmethod
    def _fade(samples: int, *sounding: PlayingCue | Strand) -> None:
        for one in sounding:
            one.fade(samples)

    def _tidy(self) -> None:
        self._voices = [v for v in self._voices if not v.done(self.out)]
        self._strands = [s for s in self._strands if not s.done]
        self._ducks = [d for d in self._ducks if d.corners[3] > self.out]
        if self._waiting and not self._in("event"):
            name, n = self._waiting.popleft()
            if self._profile.events:
                self._begin(name, n, "event", 0)


def _too_late(start: CueStart, elapsed: float) -> bool:
    """Whether its moment went by so long ago that it is better left out."""
    return start.sample < elapsed - (LATE if start.sample else START_LATE)


Block = NDArray[np.float32]
Samples = NDArray[np.int16]
SCALE = np.float32(1 / 32767)


class Faded:
    """A sound that can be faded out. `_gain` is its gain, from sample to sample."""

    _gain: Ramp

    def copy(self) -> Self:
        """The same sound at the same place; it plays on and fades by itself."""
        twin = copy.copy(self)
        twin._gain = copy.copy(self._gain)
        return twin

    def fade(self, samples: int) -> None:
        """Fade out from now on."""
        if self._gain.target:
            self._gain.to(0.0, samples)

    @property
    def fading(self) -> bool:
        """Whether it was asked to fade out."""
        return self._gain.target == 0.0


class PlayingCue(Faded):
    """A cue's buffer that begins at an output sample.

    `slot` says who speaks (time, event, companion, end, phrase), `cue` which cue it belongs to, `words` that it
    is spoken.
    """

    def __init__(self, sound: Samples, start: int, slot: str, cue: str, words: bool = False, gain: float = 1.0) -> None:
        self.sound = sound
        self.start = start
        self.slot = slot
        self.cue = cue
        self.words = words
        self._gain = Ramp(gain)

    def done(self, out: int) -> bool:
        """Whether nothing of it comes at or after the output sample `out`."""
        return self._gain.silent or out >= self.start + len(self.sound)

    def add(self, block: Block, out: int, gain: NDArray[np.float32] | float = 1.0) -> None:
        """Add its part to a block that begins at the output sample `out`."""
        own = self._gain.take(len(block))
        a, b = max(out, self.start), min(out + len(block), self.start + len(self.sound))
        if a >= b:
            return
        part = self.sound[a - self.start : b - self.start] * SCALE
        for factor in (own, gain):
            if isinstance(factor, np.ndarray):
                part *= factor[a - out : b - out]
            elif factor != 1.0:
                part *= np.float32(factor)
        block[a - out : b - out] += part


class Strand(Faded):
    """A bed (ours or the owner's file) that runs from a sample of the game clock."""

    def __init__(self, sound: Samples, position: int, fade_in: int, way: BedCourse = WHOLE) -> None:
        self.sound = sound
        self.position = position
        self._way = way
        self.stretch = 0
        """Play so many samples more than are asked for from now on; less than 0: fewer."""
        self._gain = Ramp(0.0 if fade_in else 1.0)
        self._gain.to(1.0, fade_in)

    @property
    def done(self) -> bool:
        """Whether it has faded out."""
        return self._gain.silent

    def add(self, block: Block) -> None:
        """Add its next samples; before its beginning and after its end there is silence."""
        n = len(block)
        gain = self._gain.take(n)
        span, self.stretch = n + self.stretch, 0
        a, b = max(0, self.position), min(self._way.end(self.sound), self.position + span)
        if a < b and span == n:
            first = a - self.position
            part = self._way.take(self.sound, a, b) * SCALE
            part *= gain[first : first + b - a] if isinstance(gain, np.ndarray) else np.float32(gain)
            block[first : first + b - a] += part
        elif a < b:
            at = self.position + np.arange(n) * (span / n)
            part = np.interp(at, np.arange(a, b), self._way.take(self.sound, a, b) * SCALE, left=0.0, right=0.0).astype(
                np.float32
            )
            block += part * np.asarray(gain, np.float32)
        self.position += span
