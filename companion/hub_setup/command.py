"""`companion hub setup`, `certificates`, `database` and `invite`: what they do and say."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from companion.engine.refused import Refused
from companion.hub_setup import broker, certificates, database
from companion.hub_setup.places import HubPaths, SetupError, put_file
from companion.spoken import say as _
from companion.tools.enrol import stick
from companion.uplink.link.invitation import Invitation
from companion.uplink.link.settings import LinkSettings


def hub_places() -> HubPaths:
    return HubPaths(Path(os.environ.get("COMPANION_ROOT") or "/"))


def set_up(names: Sequence[str]) -> None:
    """Make certificates, the broker's configuration and the hub's account; what is there stays.

    :raises SetupError: if it cannot be done.
    """
    here = hub_places()
    broker.need(here)
    anew = certificates.certify(here, names)
    anew = broker.configure(here) or anew
    if anew:
        broker.reload(here, again=True)
    print(_("the authority's fingerprint: {figures}").format(figures=certificates.fingerprint_of(here)))


def certify(names: Sequence[str]) -> None:
    """Make the authority and the broker's certificate.

    :param names: by which tables reach this machine, besides its own.
    :raises SetupError: if it cannot be done.
    """
    here = hub_places()
    broker.need(here)
    if certificates.certify(here, names):
        broker.reload(here)
    names = ", ".join(certificates.names_in(here))
    print(_("{path}: for {names}").format(path=here.certificate, names=names))
    print(_("the authority's fingerprint: {figures}").format(figures=certificates.fingerprint_of(here)))


def make_database() -> None:
    """
    :raises SetupError: if it cannot be done.
    """
    here = hub_places()
    if here.root != Path("/"):
        raise SetupError(_("there is no PostgreSQL below {root}").format(root=here.root))
    done = database.create_database(here, database.as_postgres("postgres"))
    print(_("made: {what}").format(what=", ".join(done)) if done else _("all of it is there"))
    if done:
        print(_("sudo systemctl restart companion-hub; tables send their games again"))


def invite(table: str, address: str | None, output: Path | None) -> None:
    """Make an account for a table, and the file with its invitation.

    :param address: by which the table reaches this machine; None: that of its network.
    :param output: a file or a folder; None: the stick that is here, or else the folder where we are.
    :raises SetupError: if it cannot be done.
    """
    here = hub_places()
    broker.need(here)
    broker.need_name(table)
    where = address or certificates.own_address()
    if certificates.certify(here, (where,)):
        broker.reload(here)
    authority = here.authority.read_text("ascii")
    made = Invitation(
        broker=where, port=LinkSettings().port, table=table, password=broker.admit(here, table), authority=authority
    )
    broker.reload(here)
    path = _where(made, output)
    put_file(path, made.text, 0o600)
    found = _("{path}: at the table this stick is found by itself. Erase the file afterwards: the password is in it.")
    print(found.format(path=path))
    print(_("Without a stick, at the table: “Settings”, “Tables”, “Set up”:"))
    for what, value in (
        (_("the broker's address:"), made.broker),
        (_("the broker's port:"), str(made.port)),
        (_("this table's name:"), made.table),
        (_("the password:"), made.password),
        (_("the fingerprint:"), certificates.fingerprint_of(here)),
    ):
        print(f"  {what:24}{value}")


def _where(made: Invitation, output: Path | None) -> Path:
    if output is not None:
        return output / made.name if output.is_dir() else output
    try:
        return stick.the_stick(Path("/")) / stick.FOLDER / made.name
    except Refused as refused:
        if refused.code == "many_sticks":
            raise SetupError(
                _("several sticks are here ({sticks}): -o FOLDER says which").format(sticks=refused.facts["sticks"])
            ) from refused
        return Path.cwd() / made.name
