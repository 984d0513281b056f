"""Is there a sound card, may it be used, and can a tone be played on it?"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.engine import typed
from companion.engine.config import ConfigError
from companion.engine.files import read_file
from companion.engine.foreign import of_library
from companion.engine.program import ProgramError, ProgramFault, failed, garbage
from companion.engine.text import N_, Text
from companion.options import PACKAGED_CONFIG
from companion.tools.doctor.entry import BOOT
from companion.tools.doctor.files import config_facts, unreadable
from companion.tools.doctor.finding import Case, Finding
from companion.tools.doctor.system import System
from kiosk.doctor.screen import exit_status, last_line
from kiosk.storage.settings import Settings

CARDS = "/proc/asound/cards"
OUTPUTS = "/dev/snd/pcmC*p"
PROGRAM = "espeak-ng"
"""What speaks (`kiosk.sound.voice_program`)."""
UNHEARD = ("dummy", "disk")
"""SDL's drivers that cannot be heard."""
SILENT = Text(N_("it plays nothing that can be heard"))
TONE_S = 8.0


def look(system: System, case: Case) -> Iterator[Finding]:
    """Check the settings, then the card."""
    chosen = _chosen(case)
    if chosen.get("profile") == "silent" or chosen.get("volume") == 0:
        yield Finding("sound_chosen_off")
    elif chosen.get("voice", "off") != "off":
        yield _voice(system)
    found = re.search(r"^ *\d+ \[[^\]]*\]: .*? - (.*)$", system.text(CARDS), re.MULTILINE)
    outputs = system.find(OUTPUTS)
    served = system.environ("PULSE_SERVER") or system.find("/run/user/*/pulse")
    if not served and (found is None or not outputs):
        yield Finding("no_sound_card", {"file": BOOT})
    elif outputs and not any(system.may(output, "rw") for output in outputs):
        yield Finding("sound_not_allowed", {"user": system.user(), "device": outputs[0]})
    elif case.companion:
        yield Finding("sound_in_use", {"pid": case.companion})
    elif case.quick or case.live is not None:
        yield Finding("sound_found", {"card": found[1] if found else "PulseAudio"})
    else:
        yield _tried(system, case)


def _voice(system: System) -> Finding:
    """Check whether the program speaks at all: it says which one it is."""
    try:
        told = system.run([PROGRAM, "--version"])
        if told.status != 0:
            raise failed(PROGRAM, told.status)
        if "espeak" not in told.out.casefold().replace(" ", ""):
            raise garbage(PROGRAM)
    except ProgramError as error:
        if error.fault is ProgramFault.MISSING:
            return Finding("voice_missing", {"program": PROGRAM})
        return Finding("voice_fails", {"program": PROGRAM, "detail": error.what})
    return Finding("voice_well", {"program": PROGRAM})


def _tried(system: System, case: Case) -> Finding:
    """Play a tone in another process."""
    try:
        ran = system.run([sys.executable, "-m", "kiosk.doctor.tone", _card(case)], TONE_S)
    except ProgramError as error:
        return Finding("sound_fails", {"detail": error.what})
    told = last_line(ran.out)
    chosen = system.environ("SDL_AUDIODRIVER")
    if told.get("driver") in UNHEARD:
        return Finding("sound_driver", {"driver": told["driver"], "detail": SILENT})
    if chosen and "driver" not in told:
        return Finding("sound_driver", {"driver": chosen, "detail": told.get("error", "?")})
    if "driver" in told:
        return Finding("sound_played", {"driver": told["driver"]})
    detail = told.get("error") or " ".join(ran.err.split())[-200:] or exit_status(ran.status)
    return Finding("sound_fails", {"detail": detail})


def _card(case: Case) -> str:
    from kiosk.sound.config import load_sound_config

    try:
        return load_sound_config(case.config / "sound.toml").device
    except ConfigError:
        return ""


def _chosen(case: Case) -> dict[str, Any]:
    """Return what the owner has chosen on the screen."""
    try:
        told = typed.from_json(read_file(case.data / "settings.json"))
    except (OSError, msgspec.MsgspecError):
        return {}
    return told if isinstance(told, dict) else {}


def file(case: Case) -> Iterator[Finding]:
    """Check `sound.toml`."""
    from kiosk.sound.config import check_files, load_sound_config

    try:
        load_sound_config(case.config / "sound.toml")
        check_files(case.config / "sound.toml")
    except ConfigError as error:
        if (finding := unreadable(error, case.config)) is not None:
            yield finding
            return
        packaged = str(PACKAGED_CONFIG / "sound.toml")
        yield Finding("sound_wrong", {**config_facts(error), "packaged": packaged})


def settings(case: Case) -> Iterator[Finding]:
    """Check what was chosen on the screen."""
    path = case.data / "settings.json"
    try:
        typed.from_json(read_file(path), Settings)
    except OSError:  # none yet, or closed: what of the folder may not be used is reported by the check of the disk
        return
    except msgspec.MsgspecError as error:
        yield Finding("settings_wrong", {"path": str(path), "detail": of_library(str(error))})
