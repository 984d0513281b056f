"""What the enrolment and box files say on the command line and in the log; the screen has words of its own."""

from __future__ import annotations

REFUSALS: dict[str, str] = {
    "no_tag": "That is no number of a tag: {uid}",
    "bad_value": "{value} is not possible for {field}.",
    "bad_signs": "A box has {least} to {most} symbols, each with a name of its own.",
    "no_card": "There is no card {slot}.",
    "nothing_to_share": "Of {game} nothing but tags is known: there is no card data to share.",
    "no_stick": "No USB stick is mounted below /media or /run/media. Plug one in, or name a folder.",
    "many_sticks": "There are several sticks: {sticks}. Name the one that is meant.",
    "not_on_stick": "There is no {file} on {stick}.",
    "stick_full": "The stick is full: {file} ({detail})",
    "stick_locked": "The stick cannot be written, it is read-only: {file} ({detail})",
    "stick_gone": "The stick is gone: {file} {detail}",
    "stick_fault": "The stick cannot be used: {file} ({detail})",
    "no_box": "There is no box of {game} yet.",
    "not_merged": "The boxes do not agree; nothing was changed. {count} to be settled:\n{lines}",
    "other_game": "{file} is a box of {game}, not of {wanted}.",
}
"""Code -> sentence."""
