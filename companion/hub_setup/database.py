"""PostgreSQL's role and database for the hub: its user of this machine, without a password."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from companion.engine.text import N_
from companion.hub_setup.places import USER, HubPaths, SetupError, put_file, run_program
from companion.spoken import say as _

DATABASE = "companion"
ADDRESS = f"postgresql:///{DATABASE}"
"""By PostgreSQL's socket: it knows the hub by its user."""
MISSING = N_("PostgreSQL needs psycopg, which is not installed here: sudo make install-hub brings it")

RunSql = Callable[[str], str]


def is_there() -> bool:
    """Return whether the library for PostgreSQL is installed."""
    return find_spec("psycopg") is not None


def as_postgres(database: str) -> RunSql:
    """Return a function that runs SQL as PostgreSQL's own user."""

    def ask(sql: str) -> str:
        command: Sequence[str | Path] = [
            "runuser", "-u", "postgres", "--", "psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-d", database,
        ]  # fmt: skip
        return run_program(command, "postgresql", given=sql).strip()

    return ask


def create_database(places: HubPaths, ask: RunSql) -> list[str]:
    """Make the role and the database, if they are not there, and let the hub use it; what was done.

    :raises SetupError: if it cannot be done.
    """
    if not is_there():
        raise SetupError(_(MISSING))
    done = []
    if ask(f"SELECT 1 FROM pg_roles WHERE rolname = '{USER}'") != "1":
        ask(f'CREATE ROLE "{USER}" LOGIN')
        done.append(f"the role {USER}")
    if ask(f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'") != "1":
        ask(f'CREATE DATABASE {DATABASE} OWNER "{USER}"')
        done.append(f"the database {DATABASE}")
    settings = places.settings / "hub.toml"
    text = settings.read_text() if settings.is_file() else ""
    above, bracket, below = text.partition("\n[")
    if not any(line.startswith("store") for line in above.splitlines()):
        put_file(settings, f'store = "{ADDRESS}"\n{above}{bracket}{below}', 0o640, group=USER)
        done.append(f"store in {settings}")
    return done
