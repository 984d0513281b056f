"""A real Home Assistant without its pages: MQTT, automations and a lamp. Run by an environment that has it.

Each state that changes is a line of JSON on standard output; lines of JSON on standard input press buttons.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from pathlib import Path
from types import MappingProxyType
from typing import Any

from homeassistant import bootstrap, loader
from homeassistant.config_entries import ConfigEntries, ConfigEntry
from homeassistant.core import Event, HomeAssistant, callback
from homeassistant.setup import async_setup_component

LAMP = {
    "schema": "json", "name": "Lamp", "unique_id": "lamp", "command_topic": "house/lamp/set", "brightness": True,
    "supported_color_modes": ["rgb"], "optimistic": True,
}  # fmt: skip


def say(**told: Any) -> None:
    print(json.dumps(told, default=str), flush=True)


async def run(folder: Path, port: int, password: str, blueprint: str) -> None:
    (folder / "configuration.yaml").write_text(json.dumps({"mqtt": [{"light": LAMP}]}))
    hass = HomeAssistant(str(folder))
    hass.config.skip_pip = True
    loader.async_setup(hass)
    hass.config_entries = ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    hass.config.components.update(("http", "file_upload"))  # nobody looks at its pages
    hass.bus.async_listen("state_changed", _changed)
    entry = ConfigEntry(
        data={"broker": "127.0.0.1", "port": port, "username": "home", "password": password, "discovery": True},
        discovery_keys=MappingProxyType({}), domain="mqtt", minor_version=2, options={}, source="user",
        subentries_data=(), title="mqtt", unique_id=None, version=1,
    )  # fmt: skip
    hass.config_entries._entries[entry.entry_id] = entry
    if not await async_setup_component(hass, "mqtt", {"mqtt": [{"light": LAMP}]}):
        raise SystemExit("Home Assistant's MQTT does not start")
    automation = {
        "id": "follow", "alias": "follow",
        "use_blueprint": {"path": blueprint, "input": {"glow": sys.argv[5], "lamp": {"entity_id": "light.lamp"}}},
    }  # fmt: skip
    if not await async_setup_component(hass, "automation", {"automation": [automation]}):
        raise SystemExit("Home Assistant's automations do not start")
    await hass.async_start()
    say(ready=True)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        asked = json.loads(line)
        await hass.services.async_call("button", "press", {"entity_id": asked["press"]}, blocking=True)
    await hass.async_stop()


@callback  # on the loop's own thread: each line is whole
def _changed(event: Event) -> None:
    new = event.data["new_state"]
    say(entity=event.data["entity_id"], state=new and new.state, attributes=dict(new.attributes) if new else {})


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    asyncio.run(run(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]))
