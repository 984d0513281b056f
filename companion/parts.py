"""The services of a table, as its screen calls them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.text import N_, Text, joined

PARTS = {
    "pages": N_("the pages for phones"),
    "web": N_("the pages for phones"),
    "outbox": N_("the link to the hub"),
    "outbox door": N_("the link to the hub"),
    "link": N_("the link to the hub"),
    "home": N_("Home Assistant"),
    "sound": N_("the sound"),
    "sound-render": N_("the sound"),
    "sound-voice": N_("the voice"),
    "lamps": N_("the lamps"),
    "log": N_("the log"),
    "control": N_("the control channel"),
}
READERS = {"reader-": N_("the reader {name}"), "virtual-": N_("the virtual reader {name}")}
"""By what the service's name begins with; the reader's name follows."""


def part(name: str) -> Text:
    """Return what a service is, in words."""
    if name in PARTS:
        return Text(PARTS[name])
    begin = next(begin for begin in READERS if name.startswith(begin))
    return Text(READERS[begin], {"name": name.removeprefix(begin)})


def parts(names: Iterable[str]) -> Text:
    """Return the words of several services, each once."""
    told: list[Text] = []
    for name in names:
        if (one := part(name)) not in told:
            told.append(one)
    return joined(", ", told)
