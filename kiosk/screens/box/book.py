"""The enrolment of one box, and where it is kept. Every change is on disk before it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.engine.atomic_file import NoRoom
from companion.engine.config import ConfigError
from companion.engine.foreign import of_system
from companion.engine.printed_number import Form, find_printed, meant, read_printed, stands_for
from companion.engine.refused import Refused
from companion.engine.text import TitleAndHint
from companion.engine.uid import UNSURE
from companion.games.registry import BOXES
from companion.presentation.i18n import _, spoken
from companion.tools.enrol import card_set_format as files_of
from companion.tools.enrol import files, session, store
from companion.tools.enrol.card_set_format import CardSetFormat
from companion.tools.enrol.merge import Merged
from companion.tools.enrol.plan import CardGroup, EnrolmentPlan
from companion.tools.enrol.state import CardRecord, Enrolment, Progress, Tapped
from kiosk.screens.box.words import NOT_SAVED, SETTINGS_LOCKED, fault, not_done_words, other_box_words
from kiosk.storage.own_data import OwnData
from kiosk.table.context import KioskContext

ChangeEnrolment = Callable[[EnrolmentPlan, Enrolment], Enrolment]


class EnrolmentBook:
    """The enrolment. `trouble`: why a change failed, for the band; `reason`: more of it; `damaged`: unreadable."""

    def __init__(self, context: KioskContext, game: str) -> None:
        self.context, self.own = context, context.services.own
        self.boxed: CardSetFormat = BOXES[game]
        self.trouble: TitleAndHint | None = None
        self.choices: tuple[str, ...] = ()
        """Uids of which the tag that came last is one: a person has to say which."""
        self._digits = ""
        """What the tag that came last was called."""
        self._form: Form | None = None
        """How digits are read that may be hex or decimal, once that was chosen."""
        self.reason = ""
        self.damaged = False
        self.broken: str = ""
        self.touched = False
        self.others = tags_of_others(context.services.own, game)
        self._keeper = context.owner.keeper(game, self._save)
        self._keeper.close()  # what was changed on an earlier screen is read now
        self._config: Path | None = self.own.config if self.own is not None else None
        self.e = self._resume()
        self.plan: EnrolmentPlan = self.boxed.plan(self._config, self.e)
        if self.own is not None and self.e.records and not self.damaged:
            self.touched = not files_of.played_now(self.boxed, self.e, self.own.config)
        self.e = files_of.fitted_enrolment(self.plan, self.e)

    def _resume(self) -> Enrolment:
        try:
            if self.own is not None:
                return session.resumed(files_of.current_enrolment(self.boxed, self.own.config, self.own.data))
        except ConfigError as error:
            self.damaged, self.broken = True, fault(error)
        return session.new_enrolment(self.boxed.plan(self._config))

    # ------------------------------------------------------------ looking

    @property
    def heap(self) -> CardGroup:
        return self.plan.by_id[self.e.heap]

    def heap_of(self, slot: str) -> CardGroup:
        return self.plan.slots[slot]

    def record(self, slot: str) -> CardRecord:
        return self.e.record(slot)

    def at(self, *heaps: CardGroup) -> Progress:
        """Return how far these heaps are, or all."""
        return session.progress(self.plan, self.e, heaps or None)

    @property
    def next_slot(self) -> str | None:
        """The card that gets the next new tag."""
        return session.next_slot(self.plan, self.e, self.e.heap)

    def state(self, slot: str) -> str:
        """Return the state of a card for the bar: whole, begun, none."""
        record = self.record(slot)
        if not record.tags:
            return "none"
        return "whole" if session.described(self.plan, self.e, slot) else "begun"

    # ------------------------------------------------------------ changes

    def tap(self, uid: str, looking: bool = False) -> Tapped | None:
        """Take a tag that was read; None and `trouble` if it is refused. `looking`: no heap is at hand."""
        met: list[Tapped] = []
        if uid.startswith(UNSURE) and self._form is not None and not meant(uid, self.e.uids):
            uid = stands_for(uid).get(self._form, uid)
        known = meant(uid, self.e.uids)
        owner = None if known else owner_among(uid, self.others) or self.context.table.owner_of(uid)
        if owner not in (None, self.boxed.game):
            self.trouble = other_box_words(owner)
            return None

        def make(plan: EnrolmentPlan, enrolment: Enrolment) -> Enrolment:
            new, tapped = session.take_tag(plan, enrolment, uid, self.context.table.now(), looking)
            met.append(tapped)
            return new

        return met[0] if self.change(make) else None

    def chose(self, uid: str, looking: bool = False) -> Tapped | None:
        """Take one of the `choices` as the right one."""
        self._form = self.form_of(uid) or self._form
        return self.tap(uid, looking)

    def form_of(self, uid: str) -> Form | None:
        """Return how the digits of a new tag were read for this one of the `choices`."""
        if self.trouble is None or self.e.on(uid) is not None:
            return None
        return next((form for form, number in stands_for(UNSURE + self._digits).items() if number == uid), None)

    def typed(self, text: str, looking: bool = False) -> Tapped | None:
        """Take the typed number of a tag; None and `trouble` if no tag is meant by it."""
        printed = read_printed(text)
        found = find_printed(text, dict.fromkeys((*self.e.uids, *self.e.strangers)))
        uids = found or printed.numbers
        self.choices = ()
        if looking and not found and not printed.whole:  # only a new card may be called by the end of its number
            self.trouble = not_done_words("which_tag" if printed.forms else "no_tag")
        elif len(uids) == 1:
            return self.tap(uids[0], looking)
        elif uids:
            self.choices, self._digits = uids, printed.written
            self.trouble = not_done_words("many_tags" if found else "which_number", uid=printed.written)
        else:
            self.trouble = not_done_words("no_tag")
        return None

    def change(self, make: ChangeEnrolment) -> bool:
        """Change the enrolment and store it; False and `trouble` if it is refused."""
        self.trouble, self.choices = None, ()
        if self.damaged:
            return False
        try:
            new = make(self.plan, self.e)
        except Refused as error:
            among = error.facts.get("among")
            self.choices, self._digits = among if isinstance(among, tuple) else (), str(error.facts.get("uid", ""))
            self.trouble = not_done_words(error.code, **error.facts)
            return False
        if new != self.e:
            self.touched = self.touched or new.records != self.e.records or new.signs != self.e.signs
            self.touched = self.touched or (new.name, new.tag_ends) != (self.e.name, self.e.tag_ends)
            self.e = new
            self._keep()
        return True

    def count_touch(self) -> None:
        """Count a touch of the screen; it is stored with the next change."""
        self.e = session.worked(self.e, self.context.table.now())

    def _save(self, enrolment: Enrolment) -> None:
        if self.own is not None:
            store.save(enrolment, self.own.data)

    def _keep(self) -> None:
        if self.own is None:
            return
        self._keeper.put(self.e)
        if self._keeper.lost:
            self.trouble = TitleAndHint(_(NOT_SAVED.title), _(NOT_SAVED.hint))

    def anew(self) -> None:
        """Put an unreadable file aside and begin anew."""
        self.trouble = None
        if self.own is not None:
            self._keeper.close()
            try:
                store.forget_enrolment(self.boxed.game, self.own.data)
            except OSError:
                self.trouble = TitleAndHint(_(NOT_SAVED.title), _(NOT_SAVED.hint))
        self.damaged = False
        self.e = self._resume()
        if self.damaged:  # it is the box file of the settings that is wrong: `companion box check` says where
            self.damaged, self.e = False, session.new_enrolment(self.plan)

    # ------------------------------------------------------------ the end, and sticks

    def settle(self) -> bool:
        """Make the box the one that games use; return False and set `trouble` if that is not possible."""
        self.trouble = None
        if self.own is None or not self.touched:
            return True
        try:
            files.settle_box(self.boxed, self.e, self.own.config, self.own.data)
        except OSError:
            self.trouble = TitleAndHint(_(SETTINGS_LOCKED.title), _(SETTINGS_LOCKED.hint))
            return False
        except ConfigError as error:
            self.trouble = TitleAndHint(_("No box file can be made of it"), fault(error))
            return False
        except NoRoom as error:
            self.trouble = TitleAndHint(_("No box file can be made of it"), spoken(error.what))
            return False
        return True

    def carry(self, act: Callable[[Path, Path], Path | Merged]) -> Path | Merged | None:
        """Act on a stick: `act` gets the folders of settings and data; None and `trouble` if it fails."""
        self.trouble, self.reason = None, ""
        if self.own is None:
            return None
        try:
            return act(self.own.config, self.own.data)
        except Refused as error:
            self.trouble = not_done_words(error.code, **error.facts)
        except ConfigError as error:
            self.trouble = TitleAndHint(_("The file on the stick is wrong"), error.place)
            self.reason = spoken(error.what)
        except OSError as error:
            self.trouble = TitleAndHint(_(NOT_SAVED.title), spoken(of_system(error)))
        except NoRoom as error:
            self.trouble = TitleAndHint(_(NOT_SAVED.title), spoken(error.what))
        return None

    def renewed(self) -> None:
        """Go on with the box that came from a stick."""
        self.e = self._resume()
        self.plan = self.boxed.plan(self._config, self.e)
        self.e = files_of.fitted_enrolment(self.plan, self.e)
        self.touched = True


def tags_of_others(own: OwnData | None, game: str) -> Mapping[str, str]:
    """Return tag -> the other game whose cards it was enrolled for, if only in an enrolment not yet played with.

    What cannot be read says nothing.
    """
    found: dict[str, str] = {}
    for boxed in BOXES.values():
        if own is None or boxed.game == game:
            continue
        try:
            e = files_of.current_enrolment(boxed, own.config, own.data)
        except ConfigError:
            continue
        found |= {tag.uid: boxed.game for record in e.records.values() for tag in record.tags}
    return found


def owner_among(uid: str, others: Mapping[str, str]) -> str | None:
    """Return the game whose tag this is, of `tags_of_others`."""
    return next((others[other] for other in meant(uid, others)), None)
