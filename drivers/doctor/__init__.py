"""What is wrong with readers, serial ports and pins. The findings' words are in `companion.doctor`."""

from __future__ import annotations

from companion.doctor.files import closed, config_facts
from companion.doctor.finding import Case, Check, Finding
from companion.engine.config import ConfigError
from companion.options import PACKAGED_CONFIG
from drivers.config import TableConfig, load_table
from drivers.doctor import pins, readers, uart
from drivers.doctor.system import HardwareSystem
from drivers.light_table import load_lights


def checks(system: HardwareSystem, case: Case) -> list[Check]:
    """All of them, for what `table.toml` says is there."""
    config, troubles = _config(case)
    found = [Check("table.toml", lambda: troubles)]
    if config is None:
        return found
    found += readers.checks(system, case, config)
    found += [Check("uart", lambda: uart.look(system, config.readers))]
    found += [Check("pins", lambda: pins.look(system, case, config), 10)]
    return found


def _config(case: Case) -> tuple[TableConfig | None, list[Finding]]:
    """What is connected to this table, None if that cannot be known; and what is wrong with the files that say it."""
    config: TableConfig | None = None
    try:
        config = load_table(case.config / "table.toml")
        load_lights(case.config / "lamps.toml")
    except ConfigError as error:
        if (finding := closed(error, case.config)) is not None:
            return None, [finding]
        packaged = str(PACKAGED_CONFIG / error.file.name)
        return None, [Finding("table_wrong", {**config_facts(error), "packaged": packaged})]
    return config, []
