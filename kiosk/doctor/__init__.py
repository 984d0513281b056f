"""What is wrong with screen, touch and sound. The findings' words are in `companion.tools.doctor`. Imports no Kivy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.tools.doctor.finding import Case, Check
    from companion.tools.doctor.system import System


def checks(system: System, case: Case) -> list[Check]:
    """All of them. Window and tone are tried by processes of their own: what breaks there breaks nothing here."""
    from companion.tools.doctor.finding import Check
    from kiosk.doctor import screen, sound

    return [
        Check("screen", lambda: screen.look(system, case), 15),
        Check("touch", lambda: screen.touch(system, case)),
        Check("sound", lambda: sound.look(system, case), 15),
        Check("sound.toml", lambda: sound.file(case)),
        Check("settings", lambda: sound.settings(case)),
    ]
