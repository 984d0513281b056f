"""The link to a hub: off and on, what hinders, settings, the owner's key, games of other tables; calls for help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from companion.engine.config import FILE_MISSING
from companion.engine.requests import Choose
from companion.engine.text import Text
from companion.engine.update import Notice
from companion.uplink.link.invitation import Invitation
from companion.uplink.link.reach import Obstacle
from companion.uplink.link.settings import LinkSettings
from companion.uplink.outbox.key_file import Lacking
from companion.uplink.outbox.standing import OwnedGame, Standing
from kiosk.table.hub_link import InvitationFound
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_cerbere_play import _game
from tests.tools.gallery.scenes_doctor import _open
from tests.tools.gallery.scenes_machine import _open as open_machine

KEY = "AAAQE-AYEAU-DAOCA-JBIFQ-YDIOB-ABCD"
SET = LinkSettings(
    on=True, table="table-12", title="Près de la fenêtre", broker="hub.cafe-des-enfers.example", password="secret",
    ca="/etc/companion/tls/ca.pem",
)  # fmt: skip
ALIVE = Standing(on=True, link=True, broker=True, hub=True)
TABLES = (
    OwnedGame("table-3", 40, "infernal_wagon", ("Ana", "Bo", "Cy"), "2026-11-27T20:02:00+01:00", "3" * 32),
    OwnedGame(
        "table-7", 340, "cerbere", ("Ana", "Bo", "Cy", "Dan", "Éléonore", "Flo", "Maximilien"),
        "2026-11-27T19:30:00+01:00", "7" * 32,
    ),
    OwnedGame("grande-table-du-fond-a-gauche-01", 6_300, "hellrail", ("Éléonore", "Maximilien", "Zoé"), "", "1" * 32),
    OwnedGame("table-4", 50, uuid="4" * 32),
    OwnedGame("table-3", 40, "cerbere", ("Gus", "Ida"), "2026-11-26T22:14:00+01:00", "6" * 32),
    OwnedGame("table-5", None, "cerbere", ("Gus", "Ida"), "2026-11-20T22:14:00+01:00", "5" * 32),
)  # fmt: skip


CERTIFICATE = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
LONG = ("grande-table-du-fond-a-gauche-01", "table-2", "table-3")


class NoOutbox:
    """A link that nobody carries: as it is in a picture. `code`: what becomes of an adoption."""

    def __init__(
        self,
        standing: Standing = ALIVE,
        settings: LinkSettings = SET,
        tables: tuple[OwnedGame, ...] | None = None,
        code: str = "",
        calling: bool = False,
    ) -> None:
        self.changed: Callable[[], object] = lambda: None
        self.standing, self.settings, self.calling = standing, settings, calling
        self._tables, self._code = tables, code

    @property
    def on(self) -> bool:
        return self.standing.on

    def choose(self, settings: LinkSettings) -> None: ...
    def take_key(self, text: str) -> None: ...
    def make_key(self) -> None: ...
    def call(self, wanted: bool) -> None: ...

    def key(self) -> str:
        return KEY

    def ask(self, told: Callable[[tuple[OwnedGame, ...]], object]) -> None:
        if self._tables is not None:
            told(self._tables)

    def adopt(self, table: str, told: Callable[[str], object], uuid: str = "") -> None:
        if self._code:
            told(self._code)


NOT_KNOWN = NoOutbox(Standing(True, True, reach=Obstacle.CERTIFICATE, authority=CERTIFICATE))
OFF = NoOutbox(Standing(), LinkSettings())
LINKED, CALLING = NoOutbox(), NoOutbox(calling=True)


def _scene(name: str, page: str, link: NoOutbox = LINKED, then: Callable[[Any], object] | None = None) -> Scene:
    def act(root: Any) -> None:
        root.open(f"tables:{page}")
        if then is not None:
            then(root.screen)

    return Scene(f"tables-{name}", act=act, link=link)


def _typed(text: str, screen: Any) -> None:
    screen.text = ""
    for letter in text:
        screen.add(letter)


def _wrong(screen: Any) -> None:
    _typed(KEY.replace("-", ""), screen)
    screen._taken("no_key")


def _invited(tables: tuple[str, ...], then: Callable[[Any], object] | None, root: Any) -> None:
    root.context.services.hub.invitations = tuple(
        InvitationFound(
            Path("/media/stick/x"),
            Invitation(broker="hub.maison.example", table=table, password="x", authority=CERTIFICATE),
        )
        for table in tables
    )
    root.open("tables:invited")
    if then is not None:
        then(root.screen)


def _page(known: OwnedGame) -> str:
    return f"adopt:{known.table}:{known.uuid}"


def _from_list(page: str, then: Callable[[Any], object] | None, root: Any) -> None:
    root.open("tables:adopt")
    root.open(f"tables:{page}")
    if then is not None:
        then(root.screen)


def _stick(screen: Any) -> None:
    screen.root, screen.mounted = Path("/nowhere"), lambda _path: False
    screen.write()


def _all_keys(root: Any) -> None:
    """The settings with every key that they may have."""
    _open("settings", root)
    open_machine("settings", root, missing=())


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield Scene("tables-all-settings", act=_all_keys, link=LINKED)
    yield _scene("off", "home", OFF)
    yield _scene("on", "home")
    yield _scene("behind", "home", NoOutbox(Standing(True, True, True, True, None, 1234)))
    yield _scene("looking", "home", NoOutbox(Standing(True)))
    yield _scene("no-hub", "home", NoOutbox(Standing(True, True, True)))
    for reach in Obstacle:
        if reach not in (Obstacle.WELL, Obstacle.NO_HUB):
            yield _scene(reach.replace("_", "-"), "home", NoOutbox(Standing(True, True, reach=reach)))
    fault = Text("{where}: {message}", {"where": "link.toml:7: broker", "message": FILE_MISSING})
    yield _scene("fault", "home", NoOutbox(Standing(fault=fault)))
    yield _scene("settings", "settings")
    yield _scene("settings-usual", "settings", NoOutbox(Standing(), LinkSettings(tls=False)))
    yield _scene("type-broker", "type:broker")
    yield _scene("type-long", "type:broker", then=partial(_typed, "un-nom-bien-trop-long.pour-une-ligne.cafe.example"))
    yield _scene("type-port", "type:port")
    yield _scene("type-password", "type:password")
    yield _scene("type-ca", "type:ca", then=partial(_typed, "/etc/companion/tls/nothing.pem"))
    yield _scene("type-title", "type:title")
    yield _scene("key", "key")
    yield _scene("key-no-stick", "key", then=_stick)
    yield _scene("key-shown", "key:shown")
    yield _scene("take", "take")
    yield _scene("take-typed", "take", then=partial(_typed, KEY.replace("-", "")))
    yield _scene("take-wrong", "take", then=_wrong)
    for lacking in Lacking:
        yield _scene(f"key-{lacking.value}", "home", NoOutbox(Standing(fault=Text("no key"), lacking=lacking)))
    yield _scene("not-known", "home", NOT_KNOWN)
    yield _scene("authority", "authority", NOT_KNOWN)
    for name, tables in (("", ()), ("-one", LONG[:1]), ("-several", LONG)):
        yield Scene(f"tables-invited{name}", act=partial(_invited, tables, None), link=OFF)
    yield Scene("tables-invited-taken", act=partial(_invited, LONG[:1], lambda screen: screen.accept()), link=LINKED)
    yield Scene("tables-invited-home", act=partial(_invited, LONG, lambda screen: screen.go("home")), link=OFF)
    yield _scene("adopt-asking", "adopt")
    yield _scene("adopt-no-hub", "adopt", NoOutbox(Standing(True, True, reach=Obstacle.CERTIFICATE)))
    yield _scene("adopt-none", "adopt", NoOutbox(tables=()))
    yield _scene("adopt", "adopt", NoOutbox(tables=TABLES))
    yield Scene("tables-adopt-playing", _game(n=5), over="tables:adopt", link=NoOutbox(tables=TABLES))
    for number, code in enumerate(("", "bad_seal", "journal_damaged", "not_allowed_now")):
        act = partial(_from_list, _page(TABLES[number % 3]), lambda screen: screen.adopt())
        link = NoOutbox(tables=TABLES, code=code)
        yield Scene(f"tables-adopting-{code.replace('_', '-') or 'fetching'}", act=act, link=link)
    yield Scene(
        "tables-adopting",
        act=partial(_from_list, _page(TABLES[1]), None),
        link=NoOutbox(tables=TABLES),
    )
    yield Scene("tables-adopting-typed", over="tables:adopt:table-9", link=LINKED)
    yield _scene("other", "other", then=partial(_typed, "table-3"))
    notice = Notice("played_elsewhere", {"names": "Ana, Bo, Cy, Dan, Éléonore, Flo, Maximilien", "id": 10})
    yield Scene("tables-elsewhere", over="tables:elsewhere", link=LINKED, notices=(notice,), waiting=True)
    for code, page in (("hub_differs", "differs"), ("played_twice", "twice")):
        notice = Notice(code, {"names": str(notice.facts["names"]), "id": 10, "table": LONG[0]})
        yield Scene(f"tables-{page}", over=f"tables:{page}", link=LINKED, notices=(notice,), waiting=True)
    over = Notice("hub_differs", {"names": "Ana, Bo", "id": 99})
    yield Scene("tables-differs-over", over="tables:differs", link=LINKED, notices=(over,))
    yield Scene("tables-call-menu", _game(Choose("report"), n=5), link=LINKED)
    yield Scene("tables-called-menu", _game(Choose("report"), n=5), link=CALLING)
