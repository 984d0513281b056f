"""What a tap consists of on the UI thread, as a list for each screen: the page docs/internals/costs.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.tools.bench.counted import kept
from tests.tools.bench.counted.groups import COSTS, PLAYED, Found

PAGE = kept.DOCS / "costs.md"
MOST = 10
MIDDLE = 3
"""One in so many taps is in the middle."""


def largest(taps: Sequence[dict[str, int]]) -> list[tuple[str, float]]:
    """The functions that take most by themselves, with what libraries do for them, and their shares of all (0 to 1)."""
    own: Counter[str] = Counter()
    for tap in taps:
        for stack, samples in tap.items():
            own[stack.rpartition(";")[2]] += samples
    return [(name, samples / own.total()) for name, samples in own.most_common(MOST)]


def chosen(found: dict[str, Any]) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
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
