"""What is wrong with readers, serial ports and pins. The findings' words are in `companion.tools.doctor`."""

from __future__ import annotations

from companion.engine.config import ConfigError
from companion.options import PACKAGED_CONFIG
from companion.tools.doctor.files import config_facts, unreadable
from companion.tools.doctor.finding import Case, Check, Finding
from drivers.config import TableConfig, load_table, with_found
from drivers.doctor import pins, readers, uart
from drivers.doctor.system import HardwareSystem
from drivers.light_table import load_lights


def checks(system: HardwareSystem, case: Case) -> list[Check]:
    """All of them, for what `table.toml` says is there."""
    config, troubles = _table(case)
    found = [Check("table.toml", lambda: troubles), Check("lamps.toml", lambda: lights(case))]
    if config is None:
        return found
    found += readers.reader_checks(system, case, config)
    found += [Check("uart", lambda: uart.look(system, config.readers))]
    found += [Check("pins", lambda: pins.look(system, case, config), 10)]
    return found


def _table(case: Case) -> tuple[TableConfig | None, list[Finding]]:
    """What is connected to this table, None if that cannot be known; and what is wrong with the file that says it."""
    try:
        return with_found(load_table(case.config / "table.toml"), case.data), []
    except ConfigError as error:
        return None, [_wrong("table_wrong", error, case)]


def lights(case: Case) -> list[Finding]:
    """`lamps.toml`."""
    try:
        load_lights(case.config / "lamps.toml")
    except ConfigError as error:
        return [_wrong("lamps_wrong", error, case)]
    return []


def _wrong(code: str, error: ConfigError, case: Case) -> Finding:
    packaged = str(PACKAGED_CONFIG / error.file.name)
    return unreadable(error, case.config) or Finding(code, {**config_facts(error), "packaged": packaged})
