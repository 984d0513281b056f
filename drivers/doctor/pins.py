"""Buttons, dials and lamps: the factory, the permission, each part by itself, a button that is stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.text import N_, Text
from companion.tools.doctor.finding import Case, Finding, FindingFact
from companion.tools.doctor.versions import wanted
from drivers.config import TableConfig
from drivers.doctor.system import HardwareSystem
from drivers.pins import Factory, PinsUnavailable, open_button, open_rgb, watch_pair

CHIPS = "/dev/gpiochip*"
STUB = "0.0.0.2"
"""A release of lgpio with nothing in it."""


def look(system: HardwareSystem, case: Case, config: TableConfig) -> Iterator[Finding]:
    """From the factory to each part."""
    facts: dict[str, FindingFact] = {"file": str(case.config / "table.toml")}
    factory = config.pins.factory
    if factory == "none" or not (config.panel.pins or config.encoders or config.lamps):
        yield Finding("no_pins", facts)
        return
    if factory == "mock":
        yield Finding("pins_mock", facts)
    if factory == "lgpio" and (trouble := _lgpio(system, facts)) is not None:
        yield trouble
        return
    if case.live is not None:
        yield from _live(case, config)
    elif case.companion:
        yield Finding("pins_taken_by_us", {"pid": case.companion})
    else:
        yield from _tried(system, config, facts)


def _lgpio(system: HardwareSystem, facts: dict[str, FindingFact]) -> Finding | None:
    """What hinders lgpio before a pin is touched."""
    version = system.version("lgpio")
    wish = wanted(system).get("lgpio")
    facts = {**facts, "wanted": wish.plain if wish else "0.2.2.0"}
    if version is None:
        return Finding("lgpio_missing", facts)
    if version == STUB:
        return Finding("lgpio_stub", {**facts, "version": version})
    chips = system.find(CHIPS)
    if not chips:
        return Finding("no_gpiochip", facts)
    closed = next((chip for chip in chips if not system.may(chip, "rw")), None)
    if closed is not None and closed == chips[0]:
        group = system.group_of(closed)
        named = group if group not in ("root", "?") else "gpio"
        return Finding("pins_not_allowed", {**facts, "device": closed, "user": system.user(), "group": named})
    return None


def _live(case: Case, config: TableConfig) -> Iterator[Finding]:
    """What the running companion knows of them."""
    assert case.live is not None
    now = case.live.pins()
    held = [name for name, down in now.buttons.items() if down and name in config.panel.pins]
    yield from (Finding("button_held", {"button": name, "pin": config.panel.pins[name]}) for name in held)
    if now.troubles:
        yield Finding("pins_fail", {"factory": now.factory, "reason": Text("; ", parts=now.troubles)})
    elif not held:
        facts = {"buttons": len(now.buttons), "encoders": len(now.encoders), "lamps": now.lamps}
        yield Finding("pins_well", dict(facts))


def _tried(system: HardwareSystem, config: TableConfig, facts: dict[str, FindingFact]) -> Iterator[Finding]:
    """Opens each part and closes it again."""
    try:
        factory = system.open_factory(config.pins.factory)
    except PinsUnavailable as error:
        yield Finding("pins_fail", {"factory": error.factory, "reason": error.what})
        return
    if factory is None:
        return
    try:
        troubles = list(_parts(factory, config, facts))
    finally:
        factory.close()
    yield from troubles
    if not troubles:
        facts = {"buttons": len(config.panel.pins), "encoders": len(config.encoders), "lamps": len(config.lamps)}
        yield Finding("pins_well", facts)


BUTTON, DIAL, LAMP = Text(N_("Button")), Text(N_("Dial")), Text(N_("Lamp"))


def _parts(factory: Factory, config: TableConfig, facts: dict[str, FindingFact]) -> Iterator[Finding]:
    for name, pin in config.panel.pins.items():
        try:
            button = open_button(factory, pin)
        except PinsUnavailable as error:
            yield _unusable(BUTTON, _at(f"{name}, GPIO{pin}", error.what), facts)
            continue
        if button.is_active:
            yield Finding("button_held", {"button": name, "pin": pin})
        button.close()
    for encoder in config.encoders:
        yield from _opened(
            DIAL,
            encoder.name,
            facts,
            lambda e=encoder: watch_pair(factory, e.a, e.b, e.debounce_ms, lambda _a, _b: None),  # type: ignore[misc]
        )
    for number, lamp in enumerate(config.lamps, 1):
        yield from _opened(LAMP, str(number), facts, lambda led=lamp: open_rgb(factory, led.pins, led.common_anode))  # type: ignore[misc]


def _opened(part: Text, name: str, facts: dict[str, FindingFact], opener: Callable[[], object]) -> Iterator[Finding]:
    try:
        made = opener()
    except PinsUnavailable as error:
        yield _unusable(part, _at(name, error.what), facts)
        return
    made.close()  # type: ignore[attr-defined]


def _at(name: str, what: Text) -> Text:
    return Text(N_("{word}: {what}"), {"word": name, "what": what})


def _unusable(part: Text, reason: Text, facts: dict[str, FindingFact]) -> Finding:
    return Finding("pin_unusable", {**facts, "part": part, "reason": reason})
