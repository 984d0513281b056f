"""One program or page at the other end of the pages' socket."""

from __future__ import annotations

import socket
from typing import NamedTuple

from companion.engine.prompt import Keys, Prompt
from companion.presentation.i18n import Language
from companion.web.desk.pairing import PhoneSession


class WaitingPage(NamedTuple):
    """A page that waits. `scanned`: it came by a code that the table showed, so it does not leave for others. `own`:
    the session that it gives up for this seat."""

    id: int
    name: str
    signs: tuple[str, str]
    place: str
    scanned: bool = False
    own: PhoneSession | None = None


class Connection:
    """What is known of it, and what it has not read and not been sent yet."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.read = bytearray()
        self.waiting = bytearray()
        self.serves = False
        self.page = False
        self.language: Language = "fr"
        self.address = ""
        self.session: PhoneSession | None = None
        self.seat = ""
        """Of its session, while that player is in the game that is open; "" for a spectator."""
        self.elsewhere = False
        """Its session is in use on another page of the same phone."""
        self.token = ""
        """What its next frame hands over to another storage of the same phone."""
        self.waits: WaitingPage | None = None
        """What it waits to be let in for."""
        self.puts_right: str | None = None
        """Which page of corrections a host has open."""
        self.path: Keys = ()
        self.since = 0
        """Clock ms of the last step on its path."""
        self.shown: Prompt | None = None
        self.shown_from = 0
        """`Watched.acts` since which it has been shown, unchanged."""
