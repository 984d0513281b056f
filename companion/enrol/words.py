"""What the enrolment and box files say on the command line and in the log; the screen has words of its own."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.text import N_

Translate = Callable[[str], str]

SUMMARY = N_("{box}: {bound} of {total} cards have a tag, {described} are described, {checked} checked twice")
NO_BOX = N_("{box}: no box yet")
ON_TWO = N_("the tag {uid} is on {mine} here and on {theirs} there")
NO_CARD_LEFT = N_("there is no card left for {card} with the tag {uid}")
TOLD_TWICE = N_("{slot}: {field} is {mine} here and {theirs} there")
HOMELESS = N_("{n} descriptions found no card without a tag and were left out")
REFUSALS: dict[str, str] = {
    "no_tag": N_("That is no number of a tag: {uid}"),
    "bad_value": N_("{value} is not possible for {field}."),
    "bad_signs": N_("A box has {least} to {most} symbols, each with a name of its own."),
    "no_card": N_("There is no card {slot}."),
    "nothing_to_share": N_("Of {game} nothing but tags is known: there is no card data to share."),
    "no_stick": N_("No USB stick is mounted below /media or /run/media. Plug one in, or name a folder."),
    "many_sticks": N_("There are several sticks: {sticks}. Name the one that is meant."),
    "not_on_stick": N_("There is no {file} on {stick}."),
    "stick_full": N_("The stick is full: {file} ({detail})"),
    "stick_locked": N_("The stick cannot be written, it is read-only: {file} ({detail})"),
    "stick_gone": N_("The stick is gone: {file} {detail}"),
    "stick_fault": N_("The stick cannot be used: {file} ({detail})"),
    "no_box": N_("There is no box of {game} yet."),
    "not_merged": N_("The boxes do not agree; nothing was changed. {count} to be settled:\n{lines}"),
    "other_game": N_("{file} is a box of {game}, not of {wanted}."),
}
"""Code -> sentence."""
