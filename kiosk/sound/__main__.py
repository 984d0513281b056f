"""`python -m kiosk.sound`: prepare the cache, render the whole track or phrases, decode a sound file."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from pathlib import Path

from companion.engine.program import ProgramError
from companion.engine.scratch import scratch
from kiosk.sound import bake, cache, decode, voice_store
from kiosk.sound.kit import RATE
from kiosk.sound.voice import WORDS

NICENESS = 10


def main(arguments: list[str] | None = None) -> int:
    """Exit status 0, that of a `Fault`, or 1; then one line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m kiosk.sound", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    prepare = commands.add_parser("prepare", help="render the sound into a cache folder, at low priority")
    prepare.add_argument("cache", type=Path)
    render = commands.add_parser("render", help="write bed, ducks and time cues into one WAV file (48 kHz, mono)")
    render.add_argument("out", type=Path)
    render.add_argument("--language", choices=sorted(WORDS), default="fr")
    render.add_argument("--seconds", type=float, default=bake.TRACK_SAMPLES / RATE, help="from 0:00 on; default all")
    render.add_argument("--cache", type=Path, help="use or fill this cache folder")
    speak = commands.add_parser("speak", help="render phrases (a JSON list on standard input) into a cache folder")
    speak.add_argument("cache", type=Path)
    speak.add_argument("language", choices=sorted(WORDS))
    decoder = commands.add_parser("decode", help="a sound file as raw samples (48 kHz, mono, int16), with SDL2_mixer")
    decoder.add_argument("file", type=Path)
    decoder.add_argument("out", type=Path)
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command in ("prepare", "speak"):
            with contextlib.suppress(PermissionError):  # confined by systemd: then it keeps its priority
                os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
        if chosen.command == "prepare":
            cache.render_sounds(chosen.cache)
        elif chosen.command == "speak":
            voice_store.render_phrases(chosen.cache, chosen.language, json.load(sys.stdin))
        elif chosen.command == "decode":
            decode.decode_here(chosen.file, chosen.out)
        else:
            _render(chosen.out, chosen.language, chosen.seconds, chosen.cache)
    except ProgramError as error:
        print(error, file=sys.stderr)
        return error.fault.value
    except OSError as error:
        print(f"{error.filename or 'sound'}: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0


def _render(out: Path, language: str, seconds: float, cache_dir: Path | None) -> None:
    with scratch() as folder:
        sounds = cache.load_or_render(cache_dir or folder)
        stop = min(max(round(seconds * RATE), 0), bake.TRACK_SAMPLES)
        bake.write_wav(out, bake.baked(sounds.bank, sounds.bed, language, stop))


if __name__ == "__main__":
    sys.exit(main())
