"""Words of the enrolment and of box files: for the command line, the log, and refusals on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.engine.text import N_

Translate = Callable[[str], str]

SUMMARY = N_("{box}: {bound} of {total} cards have a tag, {described} are described, {checked} checked twice")
NO_BOX = N_("{box}: no box yet")
ON_TWO = N_("the tag {uid} is on {mine} here and on {theirs} there")
NO_CARD_LEFT = N_("there is no card left for {card} with the tag {uid}")
TOLD_TWICE = N_("{slot}: {field} is {mine} here and {theirs} there")
HOMELESS = N_("Descriptions that found no card without a tag and were left out: {n}")


class CodeWords(NamedTuple):
    """The words of a code: a sentence for the command line and the log; a title and a hint where the screen shows
    it."""

    sentence: str
    title: str = ""
    hint: str = ""


REFUSALS: dict[str, CodeWords] = {
    "no_tag": CodeWords(
        N_("That is no number of a tag: {uid}"), N_("That is no number of a tag"), N_("Type it as it is printed.")
    ),
    "which_tag": CodeWords(
        N_("No tag ends like this"), N_("No tag ends like this"), N_("Lay the card on the reader once.")
    ),
    "many_tags": CodeWords(
        N_("Several tags end like this"), N_("Several tags end like this"), N_("Type the longer number.")
    ),
    "which_number": CodeWords(
        N_("{uid} may be read in several ways"), N_("How is {uid} to be read?"), N_("Choose it below.")
    ),
    "bad_value": CodeWords(N_("{value} is not possible for {field}."), N_("That cannot be told")),
    "bad_signs": CodeWords(
        N_("A box has {least} to {most} symbols, each with a name of its own."),
        N_("Too many symbols"),
        N_("A box has {least} to {most}."),
    ),
    "no_card": CodeWords(N_("There is no card {slot}.")),
    "nothing_to_share": CodeWords(
        N_("Of {game} nothing but tags is known: there is no card data to share."),
        N_("Nothing to share yet"),
        N_("Nothing is known but tags."),
    ),
    "no_stick": CodeWords(
        N_("No USB stick is mounted below /media or /run/media. Plug one in, or name a folder."),
        N_("There is no stick"),
        N_("Plug one in."),
    ),
    "many_sticks": CodeWords(
        N_("There are several sticks: {sticks}. Name the one that is meant."),
        N_("There are several sticks"),
        N_("Leave only one in."),
    ),
    "not_on_stick": CodeWords(N_("There is no {file} on {stick}."), N_("No box on this stick"), "{file}"),
    "stick_full": CodeWords(
        N_("The stick is full: {file} ({detail})"), N_("The stick is full"), N_("Nothing was written.")
    ),
    "stick_locked": CodeWords(
        N_("The stick cannot be written, it is read-only: {file} ({detail})"),
        N_("The stick is locked"),
        N_("It can only be read."),
    ),
    "stick_gone": CodeWords(
        N_("The stick is gone: {file} {detail}"), N_("The stick is gone"), N_("Plug it in and try again.")
    ),
    "stick_fault": CodeWords(
        N_("The stick cannot be used: {file} ({detail})"), N_("The stick cannot be used"), "{detail}"
    ),
    "no_box": CodeWords(N_("There is no box of {game} yet."), N_("Nothing to write yet"), N_("Enrol a card first.")),
    "not_merged": CodeWords(N_("The boxes do not agree; nothing was changed. {count} to be settled:\n{lines}")),
    "other_game": CodeWords(
        N_("{file} is a box of {game}, not of {wanted}."), N_("That is a box of another game"), "{game}"
    ),
}
"""By code."""
SENTENCES = {code: words.sentence for code, words in REFUSALS.items()}
