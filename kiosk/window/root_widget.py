"""What fills the window: one screen, over it the strip of notices, over that the virtual table's drawer."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.engine.update import Notice, Update
from companion.engine.virtual import BlankTags, VirtualTable
from companion.presentation.refusals import (
    DIFFERS,
    ELSEWHERE,
    GRAVE,
    INVITATION,
    KEY_MISSING,
    PHONES,
    READER_TYPES,
    TWICE,
)
from kiosk.display.theme import MOTION, Metrics
from kiosk.screens.drawer import TAB_HIGH, Drawer, Tab, table_of
from kiosk.screens.notices import STRIP, Strip
from kiosk.screens.offers import any_offer
from kiosk.screens.screen import Screen
from kiosk.table.context import DrawerPanel, DrawerReader, KioskContext
from kiosk.table.game_pages import AllPages, Made, Maker, modules, pages_with
from kiosk.table.game_uis import ui_of
from kiosk.widgets.base import Container
from kiosk.widgets.frame import frame
from kiosk.widgets.help_tab import HIGH as HELP_HIGH
from kiosk.widgets.help_tab import WIDE as HELP_WIDE
from kiosk.widgets.help_tab import HelpTab
from kiosk.widgets.key import Touchable
from kiosk.widgets.motion import appear, leave
from kiosk.widgets.tip import Tip, Tips

log = logging.getLogger(__name__)

OWN_PAGES = {
    ELSEWHERE: "tables:elsewhere", DIFFERS: "tables:differs", TWICE: "tables:twice", KEY_MISSING: "tables:home",
    INVITATION: "tables:invited", READER_TYPES: "typed_reader",
}  # fmt: skip
"""Of notices, by their codes."""
STRIP_STAYS = 8.0
"""s. After this a notice is only a thin line while a game runs; at home it stays."""

AID = "aid"
"""The player aid, as a screen to open; one for all games."""

SHARED: dict[str, Maker] = {
    "home": Made("home:HomeScreen"),
    "settings": Made("settings:SettingsScreen"),
    "display": Made("display:DisplayScreen"),
    "touch": Made("touch:TouchScreen"),
    "evenings": Made("evenings:Evenings"),
    "names": Made("evenings:NamesScreen"),
    "tonight": Made("tonight:Tonight"),
    "history": Made("history:HistoryScreen"),
    "paused": Made("paused:PausedScreen"),
    "notices": Made("notices:Notices"),
    "offers": Made("offers:Offers"),
    "typed_reader": Made("typed_reader:TypedReaderPage"),
    "phones": Made("phones:PhonesPage"),
}
"""Screens that belong to no game; the others are in its `GamePages`."""
NUMBERED: dict[str, Maker] = {
    "name": Made("name:NameScreen"),
    "evening": Made("evenings:GroupScreen"),
    "forget_name": Made("evenings:ForgetNameScreen"),
    "forget_group": Made("evenings:ForgetGroupScreen"),
    "memory": Made("memory:MemoryPage"),
    "recalled": Made("memory:Recalled"),
    "phone": Made("phones:PhonePage"),
}
"""Screens that are made for a number: `name:2`."""
GROUPS: dict[str, Maker] = {
    "doctor": Made("doctor.pages:doctor_page"),
    "machine": Made("machine_typing:machine_page"),
    "tables": Made("tables.pages:tables_page"),
}
"""Screens that have names of their own behind a common one: `doctor:readers`."""
TAB_OF_BOXES = 0.62, 0.8
"""Where the handle of the virtual table begins on pages that enrol pieces, as `GameUi.tab`."""
BLANK = "blank tags"
"""Among the drawers: the one for pages that enrol pieces."""
AID_LAYER = Made("aid:Aid")


def modules_of_screens(pages: AllPages) -> tuple[str, ...]:
    """Return what is imported when a screen is opened for the first time: the shared ones, then game by game."""
    makers: list[Maker] = [*SHARED.values(), *NUMBERED.values(), AID_LAYER, *GROUPS.values()]
    for game in pages.values():
        makers += [*game.screens.values(), game.aid]
    return modules(makers)


def base_of(update: Update | None) -> str:
    """Return the screen that the state of the table asks for."""
    ui = ui_of(update.view) if update is not None else None
    return ui.base(update.view) if ui is not None and update is not None else "home"


def make_screen(name: str, context: KioskContext) -> Screen:
    """Make a screen by its name.

    :raises KeyError: if there is none.
    """
    common, _colon, rest = name.partition(":")
    screen: Screen
    if common in NUMBERED:
        screen = NUMBERED[common](context, int(rest))
    elif common in GROUPS:
        screen = GROUPS[common](name, context)
    else:
        pages = pages_with(context.go.game_pages, name)
        screen = (pages.screens if pages is not None else SHARED)[name](context)
    return screen


def _before(trail: list[str], name: str) -> list[str]:
    """Return the pages that stay below the one of that name."""
    kinds = [_kind(page) for page in trail]
    return trail[: kinds.index(_kind(name))] if _kind(name) in kinds else trail


def _kind(name: str) -> str:
    """Return the page without its number: `machine:towns:Europe:2` is a part of the page `machine:towns:Europe:1`."""
    return re.sub(r"(:\d+)+$", "", name)


def lay_out_now(root: Container) -> None:
    """Lay out now what would be laid out before the next frame: nothing is drawn at a size that it does not keep."""
    for widget in root.walk(restrict=True):
        if isinstance(widget, Container):
            widget.place_children()


def _news(update: Update) -> bool:
    """Whether something happened at the table: a bell of the clock takes nothing away that is being read."""
    return any(not event.by_clock for event in update.events)


class RootWidget(Container):
    """The root widget. `on_update` takes every update; screens come and go by themselves.

    :param hands: the virtual reader and panel, if this table has them: then every game has a virtual table.
    :param tables: those that there are already, by game.
    """

    def __init__(
        self,
        context: KioskContext,
        hands: tuple[DrawerReader, DrawerPanel] | None = None,
        tables: Mapping[str, VirtualTable] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.context = context
        self.hands = hands
        self._tables = dict(tables or {})
        self._untold: list[tuple[VirtualTable, Update]] = []
        """Updates that virtual tables do not know yet, as nobody sees one."""
        self._drawers: dict[str, Any] = {}
        self.base = ""
        self.trail: list[str] = []
        """The pages that were opened one over the other, the one that shows last; the way back is the same."""
        self.screen: Screen | None = None
        self.strip = Strip(action=self._open_notices)
        self.strip.visible = False
        self.tab = Tab(action=self.open_drawer) if hands is not None else None
        self.aid: Any = None
        """The player aid, while it covers the screen."""
        self.help = HelpTab(action=self.open_aid)
        self.tips = Tips(context)
        self.tip = Tip(action=self._tip_read)
        self.offering = False
        """Once home is shown, what this table was not offered yet is offered first."""
        self._thin: Any = None
        self._stood = ""
        """The screen that was made last."""
        self._refused: str | None = None
        self._asked: object = None
        """The question that is open."""
        self._put_right: tuple[str, str] | None = None
        """The correction screen that a question has closed, and its page: it comes back with *Put it right*."""
        context.go.open = self.open
        context.go.close = self.close_page
        context.owner.follow(self.rebuild, "language", "token_names")
        context.table.memories.changed = self._remembered
        if context.services.machine is not None:
            for notice in context.services.machine.notices():
                context.table.notices[notice.code] = notice
        self.on_update(context.table.update)
        asked = context.services.machine.next_page() if context.services.machine is not None else None
        if asked is not None:
            self.open(asked)

    # ------------------------------------------------------------ screens

    @property
    def over(self) -> str | None:
        """The name of the page over the screen of the game; None if there is none."""
        return self.trail[-1] if self.trail else None

    def open(self, name: str | None) -> None:
        """Put a page over the current one; None removes all of them. The aid covers everything.

        One that was on the way here already is gone back to; another number of the same page takes its place.
        """
        if name == AID:
            self.open_aid()
            return
        self.trail = [] if name is None or name == self.base else [*_before(self.trail, name), name]
        self._show()

    def close_page(self) -> None:
        """Go back to where the current page was opened."""
        self.trail = self.trail[:-1]
        self._show()

    def rebuild(self) -> None:
        """Make every screen anew: the words changed."""
        self._show()

    def _remembered(self) -> None:
        """Handle memories that came late."""
        if self.screen is not None and self.screen.remembers and self.aid is None:
            self._show()

    @property
    def drawer(self) -> Any:
        """This game’s virtual table as it is shown, made when it is wanted; None where readers and panel are real."""
        if self.hands is None:
            return None
        if self.screen is not None and self.screen.learns_tags:
            if BLANK not in self._drawers:
                self._drawers[BLANK] = Drawer(self.context, *self.hands, BlankTags(self.hands[0].blank), once=True)
                self.rearrange()
            return self._drawers[BLANK]
        game = self.context.table.ui.game
        if game not in self._drawers:
            self._drawers[game] = Drawer(self.context, *self.hands, self._table())
            self.rearrange()
        return self._drawers[game]

    @property
    def tables(self) -> dict[str, VirtualTable]:
        """The virtual tables, by game; each receives all updates."""
        self._tell_tables()
        return self._tables

    def _tell_tables(self, _dt: float = 0) -> None:
        untold, self._untold = self._untold, []
        for table, update in untold:
            table.on_update(update)

    def _table(self) -> VirtualTable:
        """Return this game's virtual table, made when it is first wanted."""
        tables, game = self.tables, self.context.table.ui.game
        if game not in tables:
            tables[game] = table_of(self.context)
        return tables[game]

    @property
    def drawn(self) -> Any:
        """The drawer that covers the screen, if one does."""
        return next((drawer for drawer in self._drawers.values() if drawer.visible), None)

    def open_drawer(self) -> None:
        """Draw the virtual table over the screen."""
        if self.drawer is not None:
            self.drawer.show(True)
            self._place_tip()

    @property
    def name(self) -> str:
        """The screen that shows."""
        return AID if self.aid is not None else self.over or self.base

    def offer(self) -> None:
        """Offer at home, once, what this table was not offered yet."""
        self.offering = True
        if self.name == "home":
            self._show()

    # ------------------------------------------------------------ the aid

    def open_aid(self) -> None:
        """Show the player aid over the screen, which stays as it is and goes on."""
        if self.aid is not None or self.screen is None:
            return
        self.aid = AID_LAYER(self.context, self.close_aid)
        leave(self.screen)
        self.add_widget(self.aid, len(self.children))
        appear(self.aid, MOTION.cross_fade)
        self._place_tab()
        lay_out_now(self)

    def close_aid(self) -> None:
        """Go back to the screen below it."""
        if self.aid is None:
            return
        self.aid.closed()
        leave(self.aid)
        self.aid = None
        if self.screen is not None:
            self.add_widget(self.screen, len(self.children))
            appear(self.screen, MOTION.cross_fade)
        self._place_tab()
        lay_out_now(self)

    def ahead(self) -> Iterator[Callable[[], object]]:
        """Yield jobs that make what is likely to be shown next."""
        ui = self.context.table.ui
        if self.screen is not None and self.base in ui.aided:
            yield from self.screen.ahead()
            if self.context.set_up.first_game(ui.game):
                yield from self.tip.ahead(ui.hints.all_firsts())

    # ------------------------------------------------------------ a first game

    def _take_firsts(self, update: Update | None) -> None:
        """Explain what has appeared for the first time; an update of the game closes the explanation."""
        ui = ui_of(update.view) if update is not None else None
        if update is None or update.view is None or ui is None or self.base not in ui.aided:
            self.tips.leave()
        elif _news(update):
            who = update.prompt.who if update.prompt is not None else ""
            self.tips.take(ui.game, ui.hints.first(update.events, update.prompt), who)
        self._place_tip()

    def _tip_read(self) -> None:
        self.tips.read()
        self._place_tip()

    def _place_tip(self) -> None:
        """Show the card that waits, where the screen has room for it now."""
        update = self.context.table.update
        free = self.aid is None and self.over is None and update is not None and not self.context.table.asked
        free = free and self.drawn is None
        box = self.screen.tip_box(self.m) if free and self.screen is not None else None
        note = self.tips.show() if box is not None else None
        if box is None or note is None:
            self.tip.visible = False
        else:
            self.put(self.tip, left=box.left, right=box.right, top=box.top, height=box.height)
            self.tip.say(note.icon, note.name, note.text)
        for part in self.screen.below_tip if self.screen is not None else ():
            hidden = self.tip.visible and part.collide_widget(self.tip)
            part.opacity = 0 if hidden or not part.visible else 1

    # ------------------------------------------------------------ screens, once more

    def _show(self) -> None:
        self.close_aid()
        if self.offering and self.name == "home" and any_offer(self.context):
            self.trail = ["offers"]
        old = self.screen
        if old is not None:
            self.context.armed.disarm()
            old.closed()
            leave(old)
        if self._stood == "home" and self.name != "home" and self._thin is not None:
            self._thin.cancel()  # home has said it: it does not cover the next screen
            self._thin = None
        self._stood = self.name
        self.screen = make_screen(self.name, self.context)
        self.screen.about = self.name
        self.add_widget(self.screen, len(self.children))
        if old is not None:
            appear(self.screen, MOTION.cross_fade)
        if self.context.table.update is not None:
            self.screen.on_update(self._bare(self.context.table.update))
        self._place_tab()
        self._show_strip(fresh=False)
        lay_out_now(self)

    @staticmethod
    def _bare(update: Update) -> Update:
        """Return the state of an update without its news, which was shown already."""
        from msgspec.structs import replace

        return replace(update, events=(), cues=(), refusal=None, notices=())

    def on_update(self, update: Update | None, away: bool = False) -> None:
        """Handle an event at the table. `away`: it asked for another screen meanwhile, so this one is made anew."""
        base = base_of(update)
        asks = update is not None and update.asks_to_take_back
        if asks and self.over is not None and self.screen is not None and self.screen.puts_right is not None:
            self._put_right = self.over, self.screen.puts_right
        if update is not None:
            self.context.todo.hear(update)
        if update is not None and (_news(update) or update.refusal is not None):
            self.close_aid()  # the players who continue want to see the game
        if update is not None:
            self._take_refusal(update, base)
            self._take_notices(update)
        if base != self.base or away:
            self.base, self.trail = base, []
            self._show()
            if update is not None and self.screen is not None and update.events:
                self.screen.on_update(update)
        elif update is not None and self.screen is not None:
            self.screen.on_update(update)
        if update is not None and not asks:
            self._answered(update)
        self._tell_drawer(update)
        self._take_firsts(update)
        self._place_tab()

    def _answered(self, update: Update) -> None:
        """Reopen the page on which a correction was made that was taken back."""
        closed, self._put_right = self._put_right, None
        if closed is not None and update.redo is not None:
            name, page = closed
            self.open(name)
            if self.screen is not None:
                self.screen.open_page(page)

    def _tell_drawer(self, update: Update | None) -> None:
        """Close a page that covers the screen when something is asked, and at the end of the game."""
        prompt = update.prompt if update is not None and self.context.table.asked else None
        asked = None if prompt is None else (prompt.id, prompt.title)
        if asked != self._asked and asked is not None and self.drawn is not None:
            self.drawn.show(False)
        self._asked = asked
        for game, drawer in self._drawers.items():
            if game != self.context.table.ui.game or self.base not in self.context.table.ui.playing:
                drawer.show(False)
        if update is not None and update.view is not None and self.hands is not None:
            table = self._table()
            self._untold.append((table, update))
            if (drawer := self._drawers.get(self.context.table.ui.game)) is not None:
                self._tell_tables()
                drawer.on_update(update)
            else:
                Clock.schedule_once(self._tell_tables, 0)  # once the frame is drawn that shows it

    def second(self) -> None:
        if self.screen is not None:
            self.screen.second()
        if self.aid is not None:
            self.aid.second()
        if self.tips.game is not None:
            self._place_tip()
        if self.drawn is not None:
            self.drawn.second()

    # ------------------------------------------------------------ notices

    def _take_refusal(self, update: Update, base: str) -> None:
        """Show at home why a game was not opened: only the strip can say it. It goes with the next game."""
        refused = update.refusal
        if refused is not None and base == "home":
            log.warning("refused: %s %s", refused.code, refused.facts)
            facts = {
                name: Path(str(fact)).name if name == "file" else str(fact) for name, fact in refused.facts.items()
            }
            self._refused = refused.code
            self.context.table.notices[refused.code] = Notice(refused.code, dict(facts))
            self._show_strip(fresh=True)
        elif self._refused is not None and refused is None and update.game is not None:
            self.context.table.notices.pop(self._refused, None)
            self._refused = None
            self._show_strip(fresh=False)

    def _take_notices(self, update: Update) -> None:
        if not update.notices:
            return
        for told in update.notices:
            if told.gone:
                self.context.table.notices.pop(told.code, None)
            else:
                self.context.table.notices[told.code] = told
        self._show_strip(fresh=any(not n.gone for n in update.notices))

    def gravest(self) -> Notice | None:
        """Return the notice that matters most: the answer to a touch before all others."""
        told = list(self.context.table.notices_shown.values())
        if self._refused is not None and self._refused in self.context.table.notices:
            return self.context.table.notices[self._refused]
        return next((n for n in told if n.code in GRAVE), told[-1] if told else None)

    def _open_notices(self) -> None:
        told = self.gravest()
        code = told.code if told is not None else ""
        self.open("phones" if code in PHONES else OWN_PAGES.get(code, "notices"))

    def _show_strip(self, fresh: bool) -> None:
        told = self.gravest()
        at_home = self.name == "home"
        if self._thin is not None and (fresh or told is None):
            self._thin.cancel()
            self._thin = None
        if fresh and told is not None:
            self._thin = Clock.schedule_once(self._make_thin, STRIP_STAYS)
        thin = not at_home and self._thin is None
        if self.name == "notices" or (told is not None and thin and told.code not in GRAVE):
            told = None
        self.strip.show(told, len(self.context.table.notices_shown) - 1, thin)
        self._place_tab()
        self.rearrange()

    def _make_thin(self, _dt: float) -> None:
        self._thin = None
        self._show_strip(fresh=False)

    # ------------------------------------------------------------ fingers

    def on_touch_down(self, touch: Any) -> bool:
        """Handle a finger; of a mouse the left button, and the wheel for what it turns."""
        frame.lay_out()  # what others have made anew since the last frame is where it was shown
        if "button" in touch.profile and touch.button != "left" and not touch.is_mouse_scrolling:
            return True
        taken = super().on_touch_down(touch)
        deaf = touch.ud.get("deaf")
        taker = next((widget for ref in touch.grab_list if isinstance(widget := ref(), Touchable)), deaf)
        self.context.armed.touched(taker)
        if taken and deaf is None:
            self.context.owner.director.touched()
        return bool(taken)

    def on_touch_up(self, touch: Any) -> bool:
        taken = super().on_touch_up(touch)
        if self.tips.game is not None:
            Clock.schedule_once(lambda _dt: self._place_tip(), 0)  # a key may have opened a question, or a drawer
        return bool(taken)

    # ------------------------------------------------------------ layout

    def _place_tab(self) -> None:
        aided = self.base in self.context.table.ui.aided and self.over is None and self.aid is None
        self.help.visible = aided
        self.put(self.help, left=0, width=HELP_WIDE, top=0, height=HELP_HIGH)
        strip = STRIP if not self.strip.thin else 1.0
        self.put(self.strip, left=HELP_WIDE + 0.6 if aided else 0, right=0, top=0, height=strip)
        if self.tab is not None:
            thick = self.strip.visible and not self.strip.thin
            ui = self.context.table.ui
            learns = self.screen is not None and self.screen.learns_tags
            lies = learns or (self.base in ui.playing and self.over is None)
            self.tab.visible = lies and self.aid is None and not thick
            m = self.m
            at = TAB_OF_BOXES if learns else ui.tab
            self.put(self.tab, left=m.columns * at[0 if m.wide else 1], width=8, top=0, height=TAB_HIGH)

    def arrange(self, metrics: Metrics) -> None:
        room = STRIP if self.name == "home" and self.strip.visible and not self.strip.thin else 0
        shown = self.aid or self.screen
        if shown is not None:
            self.put(shown, left=0, right=0, top=room, bottom=0)
        self._place_tab()
        self._place_tip()
        for drawer in self._drawers.values():
            self.put(drawer, left=0, right=0, top=0, bottom=0)
