"""What a tap consists of on the UI thread, as a list for each screen: the page docs/internals/costs.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nlargest
from typing import Any

from tests.tools.bench.counted import kept
from tests.tools.bench.counted.groups import COSTS, PLAYED, Found

PAGE = kept.DOCS / "costs.md"
MOST = 10
MIDDLE = 3
"""One in so many taps is in the middle."""


def largest(taps: Sequence[dict[str, float]]) -> list[tuple[str, float]]:
    """The functions that take most by themselves, with what libraries do for them, and their shares of all (0 to 1)."""
    own: defaultdict[str, float] = defaultdict(float)
    for tap in taps:
        for stack, ms in tap.items():
            own[stack.rpartition(";")[2]] += ms
    whole = sum(own.values())
    return [(name, own[name] / whole) for name in nlargest(MOST, own, key=own.__getitem__)]


def chosen(found: dict[str, Any]) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
    """The taps in the middle, and the slowest one."""
    costs, issued = found["costs"], found["issued"]
    order = sorted(range(len(costs)), key=issued.__getitem__)
    side = len(order) // MIDDLE
    return [costs[tap] for tap in order[side : len(order) - side]], [costs[order[-1]]]


def tables(found: Found, commit: str) -> Iterator[str]:
    """The lines of the page."""
    yield f"At commit {commit}."
    for mode in PLAYED:
        group = found.get(f"{mode}-taps{COSTS}")
        if group is None:
            continue
        middle, slowest = map(largest, chosen(group))
        yield from ("", f"| {mode}, taps in the middle | % | {mode}, the slowest | % |", "|---|---|---|---|")
        for (name, share), (other, part) in zip(middle, slowest, strict=False):
            yield f"| `{name}` | {100 * share:.1f} | `{other}` | {100 * part:.1f} |"


def write(found: Found, commit: str) -> None:
    """Keep the lists on the page."""
    kept.put_in(PAGE, "\n".join(tables(found, commit)))
