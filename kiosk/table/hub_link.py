"""The link to a hub, as the screens see it: its settings and state, the owner's key, other tables, a call for help.

What takes long is done on a thread; its answer comes back on the UI thread.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakSet

from msgspec.structs import asdict, replace

from companion.engine.update import Notice
from companion.tools.enrol.stick import FOLDER, sticks
from companion.uplink.link.invitation import ENDING, LONGEST, Invitation, read_invitation
from companion.uplink.outbox.standing import OwnedGame, Standing
from kiosk.table.runtime import Outbox
from kiosk.table.worker import Worker

log = logging.getLogger(__name__)

MOST_INVITATIONS = 20
COMES_S = 60.0
"""How long the notice of an arriving table is shown."""


def invitations(root: Path, mounted: Callable[[Path], bool]) -> Iterator[InvitationFound]:
    """Yield the invitations on the inserted sticks, by their tables."""
    found: dict[str, InvitationFound] = {}
    for stick in sticks(root, mounted):
        for folder in (stick / FOLDER, stick):
            with contextlib.suppress(OSError):
                for path in sorted(folder.glob(f"*{ENDING}"))[:MOST_INVITATIONS]:
                    with contextlib.suppress(OSError, ValueError), path.open("rb") as file:
                        invitation = read_invitation(file.read(LONGEST + 1))
                        found.setdefault(invitation.table, InvitationFound(path, invitation))
    yield from (found[table] for table in sorted(found))


class InvitationFound(NamedTuple):
    """An invitation, and where it is."""

    path: Path
    invitation: Invitation


class HubLink:
    """`root`, `mounted`: where sticks are looked for, and which folders are some.

    :param post: hands a call to the UI thread.
    :param tell: shows a notice at the table.
    :param later: calls something on the UI thread after so many seconds.
    """

    root = Path("/")
    mounted: Callable[[Path], bool] = staticmethod(os.path.ismount)

    def __init__(
        self,
        outbox: Outbox,
        post: Callable[[Callable[[], object]], object],
        tell: Callable[[Notice], object],
        later: Callable[[Callable[[], None], float], Any],
    ) -> None:
        self._outbox, self._post, self._tell, self._later = outbox, post, tell, later
        self.settings = outbox.settings
        self.changed: Callable[[], None] = lambda: None
        """Called on the UI thread when anything of it has changed."""
        self.callers: WeakSet[Any] = WeakSet()
        """Keys that call a person from the wall; `renew` is called when the state of the call changes."""
        self.found: Mapping[str, OwnedGame] = {}
        """The owner's games at the hub as it last reported them, by uuid."""
        self.invitations: tuple[InvitationFound, ...] = ()
        """Invitations of a hub, on the inserted sticks."""
        self._worker = Worker("hub link")
        self._chosen = self.settings
        self._called = outbox.calling
        self._coming = 0
        outbox.changed = lambda: post(self._news)

    @property
    def on(self) -> bool:
        return self._outbox.on

    @property
    def standing(self) -> Standing:
        return self._outbox.standing

    # -- settings --------------------------------------------------------------------------------------------------

    def choose(self, **changes: Any) -> None:
        """Set and save these settings in the background; they hold after the next start, too."""
        self.settings = replace(self.settings, **changes)
        self._elsewhere(self._choose)

    def _choose(self) -> None:
        """Apply the newest choice."""
        try:
            if self._chosen is not self.settings:
                chosen = self.settings
                self._outbox.choose(chosen)
                self._chosen = chosen
        except OSError as fault:
            log.error("the link's settings are not kept: %s", fault)
            self._tell(Notice("settings_not_saved"))

    def _elsewhere(self, work: Callable[[], object]) -> None:
        def run() -> None:
            work()
            self._post(self._news)

        self._worker.do(run)

    # -- invitations -----------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look for an invitation on the sticks; announce it when it appears and when it is gone."""

        def work() -> None:
            found = tuple(invitations(self.root, self.mounted))
            if found != self.invitations:
                self._post(lambda: self._found(found))

        self._worker.do(work)

    def _found(self, found: tuple[InvitationFound, ...]) -> None:
        before, self.invitations = self.invitations, found
        if found and not self.on:
            first = found[0].invitation
            self._tell(Notice("invitation", {"table": first.table, "address": first.broker}))
        elif before:
            self._tell(Notice("invitation", gone=True))
        self.changed()

    def accept(self, found: InvitationFound) -> None:
        """Use the settings of an invitation from now on."""
        self.choose(**asdict(found.invitation.accepted(self.settings)))
        self._tell(Notice("invitation", gone=True))

    def erase(self, found: InvitationFound, report: Callable[[str], object]) -> None:
        """Erase it from the stick; the callback receives "", or why that failed."""

        def work() -> None:
            try:
                with found.path.open("r+b") as file:
                    file.write(bytes(found.path.stat().st_size))
                    file.flush()
                    os.fsync(file.fileno())
                found.path.unlink()
                code = ""
            except OSError as fault:
                code = fault.strerror or str(fault)
            self._post(lambda: report(code))

        self._worker.do(work)

    # -- the owner's key -------------------------------------------------------------------------------------------

    def key(self) -> str:
        """The owner's key in letters.

        :raises OSError, ValueError: if it cannot be read.
        """
        return self._outbox.key()

    def take_key(self, text: str, report: Callable[[str], object]) -> None:
        """Make this a table of that key's owner; the callback receives "", `no_key` or `not_saved`."""

        def work() -> None:
            try:
                self._outbox.take_key(text)
            except ValueError:
                code = "no_key"
            except OSError as fault:
                log.error("the owner's key is not kept: %s", fault)
                code = "not_saved"
            else:
                code = ""
            self._post(lambda: report(code))

        self._elsewhere(work)

    def make_key(self) -> None:
        """Make a key: this is the first table of its owner."""

        def work() -> None:
            try:
                self._outbox.make_key()
            except OSError as fault:
                log.error("the owner's key is not kept: %s", fault)
                self._tell(Notice("settings_not_saved"))

        self._elsewhere(work)

    # -- other tables ----------------------------------------------------------------------------------------------

    def ask(self, report: Callable[[tuple[OwnedGame, ...]], object]) -> None:
        """Ask for this owner's games that could be continued here; no callback where no hub answers."""

        def found(games: tuple[OwnedGame, ...]) -> None:
            self.found = {known.uuid: known for known in games}
            report(games)

        self._outbox.ask(lambda games: self._post(lambda: found(games)))

    def adopt(self, table: str, uuid: str, report: Callable[[str], object]) -> None:
        """Continue a game here; the callback receives a code, `ok` if it goes on here.

        :param uuid: which; "": what that table played last.
        """
        self._outbox.adopt(table, lambda code: self._post(lambda: report(code)), uuid)

    # -- help ------------------------------------------------------------------------------------------------------

    @property
    def calling(self) -> bool:
        """Whether a person is called to this table."""
        return self._outbox.calling

    def call(self, wanted: bool) -> None:
        self._called = wanted
        self._outbox.call(wanted)
        if wanted:
            self._tell(Notice("help_comes", gone=True))

    def _news(self) -> None:
        if self._called and not self.calling:
            self._seen()
        self._called = self.calling
        for key in list(self.callers):
            key.renew()
        self.changed()

    def _seen(self) -> None:
        """Handle that the call was seen at the wall."""
        self._coming += 1
        mine = self._coming
        self._tell(Notice("help_comes"))
        self._later(lambda: self._came(mine), COMES_S)

    def _came(self, call: int) -> None:
        if call == self._coming:
            self._tell(Notice("help_comes", gone=True))
