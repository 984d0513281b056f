"""What the link's state and an adoption that failed mean, in words."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.text import N_, TitleAndHint
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _, ngettext, spoken
from companion.presentation.refusals import worded
from companion.uplink.link.reach import Obstacle
from companion.uplink.outbox.key_file import Lacking
from companion.uplink.outbox.standing import Standing

HINDERS: dict[Obstacle, TitleAndHint] = {
    Obstacle.NO_BROKER: TitleAndHint(
        N_("There is no broker"), N_("Is it switched on? Are its address and port right?")
    ),
    Obstacle.SILENT: TitleAndHint(
        N_("The broker does not answer"),
        N_("Are both in the same network? A guest Wi-Fi keeps devices apart (AP isolation): another one, or a cable."),
    ),
    Obstacle.PASSWORD: TitleAndHint(
        N_("The broker does not let this table in"), N_("Its name and password are not known there.")
    ),
    Obstacle.CERTIFICATE: TitleAndHint(
        N_("The broker’s certificate is not trusted"),
        N_("“The certificate” names who signed it; “The broker’s address” is the name that stands in it."),
    ),
    Obstacle.DATE: TitleAndHint(
        N_("The broker’s certificate is not valid today"),
        N_("Is the clock of this machine right? Else the broker needs a new certificate."),
    ),
    Obstacle.NO_TLS: TitleAndHint(
        N_("The broker does not encrypt at this port"),
        N_("Encryption has another port, or is not set up at the broker."),
    ),
    Obstacle.NAME_TAKEN: TitleAndHint(
        N_("Another table has this name"), N_("Each table needs a name and an account of its own: “Set up”.")
    ),
    Obstacle.REFUSED: TitleAndHint(N_("The broker refuses"), N_("In its own words: {detail}.")),
}
LACKING: dict[Lacking, TitleAndHint] = {
    Lacking.LOST: TitleAndHint(
        N_("The owner’s key is missing"),
        N_("The games here have one. The link is off until it is typed, or comes by a stick."),
    ),
    Lacking.PERHAPS: TitleAndHint(
        N_("Which is the owner’s key?"),
        N_("All your tables share one: take it from another table. Only the first of them makes it."),
    ),
}
UNKNOWN = TitleAndHint(
    N_("This hub is not known here yet"),
    N_("“Compare” shows a fingerprint: if the hub shows the same, it is your hub."),
)
FULL = TitleAndHint(N_("The hub has no room left for this table"), N_("What is played now is kept here alone."))
LEFT_OUT = N_("Left out, as the broker takes no more than {packet} bytes at once: {topics}.")
LOOKING = TitleAndHint(N_("Looking for the broker…"))
NO_HUB = TitleAndHint(N_("The broker answers, but no hub"), N_("The game goes on; it catches up once the hub is back."))
WELL = TitleAndHint(N_("Connected"), N_("The hub has everything that was played here."))
ALONE = N_("The game goes on; what is played is kept here alone until then.")
ADOPTING: dict[str, TitleAndHint] = {
    "no_hub": TitleAndHint(N_("The hub does not answer"), N_("Look at the state of the link, then try it again.")),
    "no_table": TitleAndHint(N_("That is no table"), N_("Choose another one.")),
    "no_game": TitleAndHint(N_("The hub has no such game of yours"), N_("Perhaps another table plays it on already.")),
    "bad_seal": TitleAndHint(
        N_("This game cannot be read here"),
        N_("It has another owner’s key, or was changed on its way."),
    ),
    "not_saved": TitleAndHint(
        N_("It goes on here, and is not saved yet"), N_("Leave the other table as it is for now.")
    ),
    "slow": TitleAndHint(N_("It took too long"), N_("Try it again.")),
    "not_allowed_now": TitleAndHint(N_("This game is here already"), N_("It stands among the games that wait.")),
    "unknown_game": TitleAndHint(N_("This game is not here yet"), N_("The other table has a newer companion.")),
    "journal_damaged": TitleAndHint(
        N_("This game cannot be replayed here"), N_("The other table has another companion.")
    ),
}


class StateWords(NamedTuple):
    """A state: its sign, its words, and whether nothing is wrong."""

    icon: str
    tone: Colour
    title: str
    hint: str
    well: bool = False


def standing_words(standing: Standing) -> StateWords:
    if standing.lacking is not None:
        said = LACKING[standing.lacking]
        return StateWords("lock", C.brim, _(said.title), _(said.hint))
    if standing.fault is not None:
        return StateWords("warning", C.danger, _("The link cannot be switched on"), spoken(standing.fault))
    if standing.clash:
        taken = HINDERS[Obstacle.NAME_TAKEN]
        return StateWords("warning", C.brim, _(taken.title), _(taken.hint))
    if standing.hub and standing.full:
        return StateWords("warning", C.brim, _(FULL.title), _(FULL.hint))
    if standing.hub and standing.left_out:
        words = _(LEFT_OUT).format(packet=standing.limits.packet, topics=", ".join(standing.left_out))
        return StateWords("rings", C.ok, _(WELL.title), words, True)
    if standing.hub and standing.behind:
        n = standing.behind
        words = ngettext("{n} step is on its way to the hub.", "{n} steps are on their way to the hub.", n)
        return StateWords("rings", C.ok, _(WELL.title), words.format(n=n), True)
    if standing.hub:
        return StateWords("rings", C.ok, _(WELL.title), _(WELL.hint), True)
    if standing.broker:
        return StateWords("warning", C.brim, _(NO_HUB.title), _(NO_HUB.hint))
    found = HINDERS.get(standing.reach) if standing.reach is not None else None
    if found is None:
        return StateWords("rings", C.ash, _(LOOKING.title), _(ALONE))
    if standing.authority:
        return StateWords("lock", C.brim, _(UNKNOWN.title), _(UNKNOWN.hint))
    return StateWords("warning", C.brim, _(found.title), _(found.hint).replace("{detail}", standing.detail or "–"))


def not_adopted_words(code: str) -> TitleAndHint:
    """Return why a game was not adopted. Of a code of the journal only its title: its facts are not shown here."""
    said = ADOPTING.get(code)
    if said is not None:
        return TitleAndHint(_(said.title), _(said.hint))
    told = worded(code)
    return TitleAndHint(_(told.title) if told is not None else code.replace("_", " "), "")


def ago(seconds: int) -> str:
    """How long ago, roughly."""
    minutes = seconds // 60
    if minutes < 1:
        return _("a moment ago")
    if minutes < 60:
        return _("{n} min ago").format(n=minutes)
    if minutes < 48 * 60:
        return _("{n} h ago").format(n=minutes // 60)
    return ngettext("{n} day ago", "{n} days ago", minutes // 1440).format(n=minutes // 1440)
