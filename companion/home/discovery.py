"""The discovery messages for Home Assistant: one device, with its sensors, the cues and three buttons (MQTT
discovery)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.engine.text import N_
from companion.presentation.i18n import Catalogue
from companion.uplink.link import wire

STATE, CUE, LIGHT, PRESS = "state", "cue", "light", "press"
BUTTONS = {"hold": N_("Hold"), "resume": N_("Resume"), "undo": N_("Undo")}
"""Key of a button, and its topic below `press` -> its name."""
SENSORS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("game", N_("Game"), "{{ value_json.title }}", {"icon": "mdi:cards"}),
    ("phase", N_("Phase"), "{{ value_json.phase }}", {"icon": "mdi:progress-clock"}),
    ("clock", N_("Clock"), "{{ value_json.clock_s }}", {"device_class": "duration", "unit_of_measurement": "s"}),
    ("ends", N_("The clock ends"), "{{ value_json.ends }}", {"device_class": "timestamp"}),
    ("turn", N_("Whose turn"), "{{ value_json.turn }}", {"icon": "mdi:account"}),
    ("rage", N_("{cb.rage}: steps left"), "{{ value_json.rage }}", {"icon": "mdi:dog"}),
    ("event", N_("Last event"), "{{ value_json.event }}", {"icon": "mdi:history"}),
)
"""Key, msgid of the name, template of the value, and further fields for Home Assistant."""


def topic(table: str, *parts: str) -> str:
    """Return a topic of Home Assistant's below a table's own."""
    return wire.up(table, wire.HOME, *parts)


def discovery_payload(
    table: str, title: str, version: str, patterns: Iterable[str], lights: bool, words: Catalogue
) -> bytes:
    """
    :param title: of the table.
    :param patterns: kinds of cues.
    :param lights: whether the glow of the lamps is published.
    """
    device = f"companion-{table}"
    state = {"state_topic": topic(table, STATE), "json_attributes_topic": topic(table, STATE)}
    parts: dict[str, dict[str, Any]] = {}
    for key, name, template, more in SENSORS:
        parts[key] = {"platform": "sensor", "name": words.gettext(name), **state, "value_template": template, **more}
    if lights:
        light = {"state_topic": topic(table, LIGHT), "json_attributes_topic": topic(table, LIGHT)}
        about = {"name": words.gettext(N_("Lamps")), "value_template": "{{ value_json.mood }}", "icon": "mdi:lightbulb"}
        parts["light"] = {"platform": "sensor", **about, **light}
    kinds = sorted(patterns)
    cue = {"name": words.gettext(N_("Cue")), "state_topic": topic(table, CUE), "event_types": kinds}
    parts["cue"] = {"platform": "event", **cue, "icon": "mdi:bell"}
    for key, name in BUTTONS.items():
        press = {"name": words.gettext(name), "command_topic": topic(table, PRESS, key), "payload_press": "PRESS"}
        parts[key] = {"platform": "button", **press}
    for key, part in parts.items():
        own = f"infernal_companion_{table.replace('-', '_')}_{key}"
        part["unique_id"] = f"{device}-{key}"
        part["object_id"] = own  # versions before 2025.10; the others know the next one
        part["default_entity_id"] = f"{part['platform']}.{own}"
    template = "{{ 'online' if value else 'offline' }}"
    whole = {
        "device": {"identifiers": [device], "name": title or f"Infernal Companion {table}", "sw_version": version},
        "origin": {"name": "Infernal Companion", "sw_version": version},
        "availability": [{"topic": wire.up(table, wire.ONLINE), "value_template": template}],
        "components": parts,
    }
    return msgspec.json.encode(whole)
