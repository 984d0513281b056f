"""The words for screen, readers, UART, pins and sound."""

from __future__ import annotations

from companion.engine.text import N_
from companion.tools.doctor.entry import FindingWords
from companion.tools.doctor.finding import Severity

OK, NOTE, WARN, STOPS = Severity

SCREEN: dict[str, FindingWords] = {
    "screen_well": FindingWords("screen", OK, N_("Screen: {width} x {height}, driver {driver}.")),
    "screen_found": FindingWords("screen", OK, N_("A screen is connected ({device}). No window was opened to try it.")),
    "screen_in_use": FindingWords("screen", OK, N_("The companion is running (process {pid}) and has the screen.")),
    "no_screen": FindingWords(
        "screen",
        STOPS,
        N_("There is no screen."),
        N_("Without one nothing can be shown or touched."),
        N_(
            "Switch off, press the display’s ribbon cable (or HDMI) home at both ends, switch on. "
            "On a Raspberry Pi {file} needs the line `dtoverlay=vc4-kms-v3d`."
        ),
    ),
    "screen_not_allowed": FindingWords(
        "screen",
        STOPS,
        N_("{user} may not use the screen ({device})."),
        N_("The companion draws through this device."),
        N_("`sudo usermod --append --groups video,render {user}`, then restart."),
    ),
    "screen_fails": FindingWords(
        "screen",
        STOPS,
        N_("No window can be opened: {detail}."),
        N_("The companion cannot show anything."),
        N_(
            "Close whatever else has the screen. If a desktop starts with the machine: "
            "`sudo systemctl set-default multi-user.target`, then restart."
        ),
    ),
    "screen_small": FindingWords(
        "screen",
        WARN,
        N_("The screen has only {width} x {height} pixels."),
        N_("The pages are drawn for 800 x 480 and more; words become hard to read."),
        N_("Choose a higher resolution for this display, or another display."),
    ),
    "touch_well": FindingWords("screen", OK, N_("Touch: {name}.")),
    "no_touch": FindingWords(
        "screen",
        WARN,
        N_("There is no touch screen and no mouse."),
        N_("Keys on the screen cannot be pressed; only tags and buttons work."),
        N_("A ribbon display: switch off and press the ribbon home. A USB display: plug in its USB cable, too."),
    ),
    "touch_never": FindingWords(
        "screen",
        WARN,
        N_("A touch screen is there ({name}), and no finger has ever arrived from it."),
        N_("Nobody has touched it yet, or the companion cannot hear it: then keys on the screen do nothing."),
        N_("Touch the screen once. If nothing lights up: restart, then look at the log (`journalctl -u companion`)."),
    ),
    "touch_not_allowed": FindingWords(
        "screen",
        WARN,
        N_("{user} may not read the touch screen ({device})."),
        N_("Fingers on the screen are not felt."),
        N_("`sudo usermod --append --groups input {user}`, then restart."),
    ),
}

READERS: dict[str, FindingWords] = {
    "reader_well": FindingWords(
        "readers", OK, N_("Reader {reader}: bytes {bytes}, readings {reads}, in {seconds} s; last tag {last}.")
    ),
    "reader_open": FindingWords("readers", OK, N_("Reader {reader}: its port {port} can be opened.")),
    "reader_taken_by_us": FindingWords(
        "readers", OK, N_("Reader {reader}: the running companion (process {pid}) is reading it.")
    ),
    "net_reader_well": FindingWords(
        "readers", OK, N_("Reader {reader}: heard on {topic}; readings {reads}, last tag {last}.")
    ),
    "net_reader_ready": FindingWords("readers", OK, N_("Reader {reader} is there ({status}); no tag yet.")),
    "net_reader_carried": FindingWords(
        "readers", OK, N_("Reader {reader}: on the network, {topic}; “Diagnostics” on the screen hears it.")
    ),
    "net_reader_set": FindingWords("readers", OK, N_("Reader {reader}: on the network, {topic}.")),
    "net_link_off": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} is on the network, and the link is switched off."),
        N_("Its cards are not read."),
        N_("Write `on = true`, the broker and its password into {link}, then restart (docs/home.md)."),
    ),
    "net_no_broker": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: the broker is not there."),
        N_("Its cards are not read; touch the screen until it is back. Nothing of the game is lost."),
        N_("Is the broker’s machine on, and in the same network? `companion doctor` says more of the link."),
    ),
    "net_reader_unheard": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: nothing was ever said on {topic}, nor on {status}."),
        N_("The topic is another one, the reader never reached the broker, or this table may not read it."),
        N_(
            "Is the reader on? Compare `topic` in {file} with what the reader’s own page shows, "
            "and the broker’s acl_file with docs/home.md."
        ),
    ),
    "net_reader_offline": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} is switched off or out of the Wi-Fi: the broker says so on {status}."),
        N_("Its cards are not read."),
        N_("Look at its power and its Wi-Fi. It comes back by itself."),
    ),
    "net_reader_format": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} speaks as {like} does ({sample}), not as {format}."),
        N_("Its cards are not read: the same digits mean another card in another format."),
        N_('Write `format = "{like}"` into {file}, and its topic with it.'),
    ),
    "net_reader_garbage": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} says what is no tag ({sample}): {fault}."),
        N_("Such a message plays no card."),
        N_("Take the reader’s settings from docs/home.md; something else may speak on {topic}, too."),
    ),
    "net_reader_twice": FindingWords(
        "readers",
        WARN,
        N_("Two devices have the name of reader {reader}."),
        N_("They throw each other out of the broker, and each plays the other’s cards."),
        N_("Give one of them a topic and an MQTT client name of its own, and an entry in {file}."),
    ),
    "net_reader_floods": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} says too much; messages dropped: {dropped}."),
        N_("The game does not wait for them; a card may be missed among them."),
        N_("Take the reader’s settings from docs/home.md; restart it if it sends the same thing again and again."),
    ),
    "net_reader_clock": FindingWords(
        "readers",
        NOTE,
        N_("The clock of reader {reader} is {minutes} min off."),
        N_("A tap counts when it arrives here: the game does not mind."),
        N_("Tasmota: `Timezone 99`, and the TimeStd and TimeDst of your country."),
    ),
    "no_reader": FindingWords(
        "readers",
        NOTE,
        N_("No card reader is set up."),
        N_("The game is played by touching the screen."),
        N_("If you have one: plug it in, then `companion readers`."),
    ),
    "reader_no_port": FindingWords(
        "readers",
        NOTE,
        N_("Reader {reader} has no port yet."),
        N_("It stays silent until it has one."),
        N_("Plug it in, then `companion readers`, or write its port into {file}."),
    ),
    "reader_absent": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} is not there."),
        N_("Its cards are not read."),
        N_(
            "Plug in its USB cable. If it is in: `ls -l /dev/serial/by-id` lists the ports there are; "
            "write the right one into {file}, or let `companion readers` do it."
        ),
    ),
    "reader_not_allowed": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {user} may not open {port}."),
        N_("Its cards are not read. Serial ports belong to the group {group}."),
        N_("`sudo usermod --append --groups {group} {user}`, then log out and in, or restart."),
    ),
    "reader_busy": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} is in use by {holder}."),
        N_("Two programs on one port steal each other’s bytes: cards are missed."),
        N_(
            "Close that program (`sudo kill {pid}`). If it is ModemManager: "
            "`sudo systemctl disable --now ModemManager`; if it is agetty: `sudo raspi-config nonint do_serial_cons 1`."
        ),
    ),
    "reader_no_serial": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} is no serial port."),
        N_("Its cards are not read."),
        N_(
            "`ls -l /dev/serial/by-id` lists the ports there are; write the right one into {file}, "
            "or let `companion readers` do it."
        ),
    ),
    "reader_lost": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} was lost."),
        N_("Its cards are not read."),
        N_("Unplug its USB cable and plug it in again. If it comes again: another cable, or a hub with its own power."),
    ),
    "reader_locked": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} is in use by another program."),
        N_("Its cards are not read."),
        N_("`sudo fuser -v {port}` says by which; close it."),
    ),
    "reader_fails": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} cannot be opened ({detail})."),
        N_("Its cards are not read."),
        N_("Check port and baud in {file}; `companion readers` finds them by listening."),
    ),
    "reader_silent": FindingWords(
        "readers",
        NOTE,
        N_("Reader {reader} sent nothing in {seconds} s."),
        N_("That is right if no tag lay on it."),
        N_(
            "Lay a tag on it and look again. If it stays silent: its TX wire goes to RX of the adapter, "
            "and it wants 5 V and ground."
        ),
    ),
    "reader_scraps": FindingWords(
        "readers",
        NOTE,
        N_("Reader {reader} sends too few bytes to understand them: {bytes} in {seconds} s."),
        N_("That may be a tag that was just laid down, or another baud."),
        N_("Lay a tag on it and look again. If it comes again: `companion readers` tries all bauds it knows."),
    ),
    "reader_answers": FindingWords("readers", OK, N_("Reader {reader} answers. No tag lay on it.")),
    "reader_deaf": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} is open, but the {protocol} reader does not answer."),
        N_("Its cards are not read."),
        N_(
            "Has it power? Cross the wires: its TX to RX of the adapter, its RX to TX. "
            "A PN532 has two small switches: both to HSU (0 0). Its baud must be that of {file}."
        ),
    ),
    "reader_wrong_protocol": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} sends bytes that are not {protocol} but {guess}."),
        N_("Its cards are not read."),
        N_('In {file} write `protocol = "{guess}"` and `baud = {baud}` for this reader.'),
    ),
    "reader_wrong_baud": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} speaks {protocol} at another speed: {baud} baud."),
        N_("Its cards are not read."),
        N_("In {file} write `baud = {baud}` for this reader."),
    ),
    "reader_noise": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} sends bytes of which {protocol} understands none ({bytes}): {sample}"),
        N_("Its cards are not read. The protocol or the baud is another one, or a wire is loose."),
        N_("`companion readers` tries all protocols and bauds it knows. Also check the ground wire."),
    ),
    "antenna_silent": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: the board at {port} says nothing of antenna {antenna}."),
        N_("Its cards are not read."),
        N_(
            "If others of this board are read: its SDA, RST and 3.3 V wires, and its pin in the sketch. If none is: "
            "its power, and the sketch of docs/readers/antenna_board."
        ),
    ),
    "pcsc_missing": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: PC/SC is not installed here."),
        N_("Its cards are not read."),
        N_("`sudo apt-get install --no-install-recommends pcscd libccid`"),
    ),
    "pcsc_off": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: pcscd does not run."),
        N_("Its cards are not read: PC/SC readers are reached through it."),
        N_(
            "`sudo systemctl enable --now pcscd.socket`. Is it not known: "
            "`sudo apt-get install --no-install-recommends pcscd libccid`."
        ),
    ),
    "pcsc_not_allowed": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: pcscd does not let {user} in."),
        N_("Its cards are not read. Who has no screen of his own needs a rule of polkit."),
        N_("`sudo make install` brings the rule for the user companion (/etc/polkit-1/rules.d/50-companion.rules)."),
    ),
    "pcsc_absent": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: pcscd does not see it."),
        N_("Its cards are not read."),
        N_("Plug in its USB cable. If it is in: `companion readers --write` finds it by a card and writes its name."),
    ),
    "pcsc_kernel": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: pcscd does not see it, and the kernel’s driver {driver} is loaded."),
        N_("That driver takes an ACR122U and its kin for itself, and pcscd does not get it."),
        N_(
            "`sudo modprobe --remove pn533_usb pn533 nfc`, then plug the reader in anew. `sudo make install` keeps "
            "them away for good (/etc/modprobe.d/companion-nfc.conf)."
        ),
    ),
    "pcsc_busy": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: another program has the card for itself."),
        N_("Its cards are not read meanwhile."),
        N_("Close the program that uses it: one that signs, or that reads identity cards."),
    ),
    "pcsc_fails": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: pcscd cannot use it ({detail})."),
        N_("Its cards are not read."),
        N_("Unplug it and plug it in again; `journalctl -u pcscd` says more."),
    ),
    "pcsc_silent": FindingWords(
        "readers",
        NOTE,
        N_("Reader {reader}: no card lay on it within {seconds} s."),
        N_("That is right if there was none."),
        N_("Lay a card on it and look again. If its lamp does not change: is the card of 13.56 MHz?"),
    ),
    "pcsc_no_number": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: a card lay on it that tells no number."),
        N_("It cannot be a card of the game."),
        N_("MIFARE, NTAG and DESFire tell theirs. In a reader for contact cards lay nothing: it reads no air."),
    ),
    "keys_absent": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} is not there."),
        N_("Its cards are not read."),
        N_("Plug in its USB cable. If it is in: `companion readers --write` finds it by a tap and writes its place."),
    ),
    "keys_other": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: another device is at {port}, not “{device}”."),
        N_("It is left alone: it may be the keyboard of somebody. The reader’s cards are not read."),
        N_("Plug the reader into its own socket, or let `companion readers --write` find it by a tap."),
    ),
    "keys_not_allowed": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {user} may not read {port}."),
        N_("Its cards are not read. Input devices belong to the group {group}."),
        N_("`sudo usermod --append --groups {group} {user}`, then log out and in, or restart."),
    ),
    "keys_grabbed": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: another program has grabbed {port}."),
        N_("What it types goes to that program alone: its cards are not read."),
        N_("These have it open: {holder}. Close the one that is for readers or remote controls."),
    ),
    "keys_none": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} is no keyboard."),
        N_("Its cards are not read."),
        N_("`companion readers --write` finds it by a tap. One with a serial port has another `protocol` in {file}."),
    ),
    "keys_fail": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader}: {port} cannot be opened ({detail})."),
        N_("Its cards are not read."),
        N_("Unplug it and plug it in again; `companion readers --write` finds it by a tap."),
    ),
    "keys_silent": FindingWords(
        "readers",
        NOTE,
        N_("Reader {reader} typed nothing in {seconds} s."),
        N_("That is right if no tag lay on it."),
        N_("Lay a tag on it and look again. If it beeps and nothing comes: `companion readers` finds its right place."),
    ),
    "keys_unclear": FindingWords(
        "readers",
        WARN,
        N_("Reader {reader} types, but no tag."),
        N_("Its cards are not read: a tag is a number or a text of at most 64 signs, and Enter or Tab behind it."),
        N_("Its manual says how it is told to type Enter, and as on a keyboard of the United States."),
    ),
    "port_not_stable": FindingWords(
        "readers",
        NOTE,
        N_("Reader {reader}: {port} may have another name after replugging."),
        N_("The wrong reader would be read, or none."),
        N_('In {file} write `port = "{better}"`.'),
    ),
    "uart_well": FindingWords("readers", OK, N_("Built-in serial port: on, and the console keeps off it.")),
    "uart_off": FindingWords(
        "readers",
        WARN,
        N_("The built-in serial port is off, but reader {reader} is on it."),
        N_("Its cards are not read."),
        N_("`sudo raspi-config nonint do_serial_hw 0` (or the line `enable_uart=1` in {file}), then restart."),
    ),
    "uart_console": FindingWords(
        "readers",
        WARN,
        N_("The Linux console talks on the serial port of reader {reader} (`{word}` in {file})."),
        N_("Console and reader spoil each other’s bytes: cards are missed."),
        N_("`sudo raspi-config nonint do_serial_cons 1` (or take `{word}` out of {file}), then restart."),
    ),
    "uart_bluetooth": FindingWords(
        "readers",
        NOTE,
        N_("Reader {reader} is on the small UART ({port}); Bluetooth has the good one."),
        N_("The small UART’s speed follows the processor’s: at high bauds bytes may be lost."),
        N_("The line `dtoverlay=disable-bt` in {file}, `sudo systemctl disable hciuart`, restart, port /dev/serial0."),
    ),
}

PINS: dict[str, FindingWords] = {
    "pins_well": FindingWords("pins", OK, N_("Pins: buttons {buttons}, dials {encoders}, lamps {lamps}.")),
    "pins_taken_by_us": FindingWords("pins", OK, N_("Pins: the running companion (process {pid}) has them.")),
    "no_pins": FindingWords(
        "pins",
        NOTE,
        N_("Neither buttons nor lamps are set up."),
        N_("The screen has keys for all of them."),
        N_('If there are some: in {file} write `factory = "lgpio"` under [pins], and their pins.'),
    ),
    "pins_mock": FindingWords(
        "pins",
        NOTE,
        N_("Buttons and lamps are pretended (factory mock)."),
        N_("Real ones are not looked at."),
        N_('On a Raspberry Pi: in {file} write `factory = "lgpio"` under [pins].'),
    ),
    "lgpio_missing": FindingWords(
        "pins",
        WARN,
        N_("The Python package lgpio is not installed."),
        N_("Buttons and lamps on the pins do not work."),
        N_("`sudo make install` again, or `pip install lgpio=={wanted}` in the companion’s environment."),
    ),
    "lgpio_stub": FindingWords(
        "pins",
        WARN,
        N_("The installed lgpio {version} is an empty stub."),
        N_("Buttons and lamps on the pins do not work, though a package of that name is there."),
        N_("`pip install --force-reinstall lgpio=={wanted}` in the companion’s environment."),
    ),
    "no_gpiochip": FindingWords(
        "pins",
        WARN,
        N_("This machine has no pins (/dev/gpiochip* is not there)."),
        N_("Buttons and lamps need a Raspberry Pi or a board like it."),
        N_('Without pins: in {file} write `factory = "none"` under [pins].'),
    ),
    "pins_not_allowed": FindingWords(
        "pins",
        WARN,
        N_("{user} may not use the pins ({device})."),
        N_("Buttons and lamps do not work."),
        N_("`sudo usermod --append --groups {group} {user}`, then log out and in, or restart."),
    ),
    "pins_fail": FindingWords(
        "pins",
        WARN,
        N_("The pins cannot be used ({factory}: {reason})."),
        N_("Buttons and lamps do not work."),
        N_("Restart. If that does not help: `gpioinfo` (package gpiod) says who has which pin."),
    ),
    "pin_unusable": FindingWords(
        "pins",
        WARN,
        N_("{part} cannot be used: {reason}."),
        N_("It does nothing until then."),
        N_("Check its pins in {file}. If another program has a pin, `gpioinfo` (package gpiod) says which."),
    ),
    "button_held": FindingWords(
        "pins",
        WARN,
        N_("The button {button} is down (GPIO{pin})."),
        N_("If nobody presses it, it is stuck or wired wrongly, and its next press is not seen."),
        N_("Let it go. If nobody holds it: one wire goes to GPIO{pin}, the other to ground, and they may not touch."),
    ),
}

SOUND: dict[str, FindingWords] = {
    "sound_played": FindingWords(
        "sound", OK, N_("Sound: a test tone was played ({driver}). If you did not hear it, see to volume and cable.")
    ),
    "sound_found": FindingWords("sound", OK, N_("Sound card: {card}. It was not tried.")),
    "sound_in_use": FindingWords("sound", OK, N_("Sound: the running companion (process {pid}) has it.")),
    "sound_chosen_off": FindingWords(
        "sound",
        NOTE,
        N_("The sound is turned off in the settings."),
        N_("Time and events are not heard."),
        N_("On the screen: “Settings”, “Sound”."),
    ),
    "voice_well": FindingWords("sound", OK, N_("The voice: {program} is installed.")),
    "voice_fails": FindingWords(
        "sound",
        WARN,
        N_("A voice is wanted in the settings: {detail}."),
        N_("Nothing is spoken; all else works."),
        N_("`sudo apt-get install --reinstall {program}`, or on the screen: “Settings”, “Voice”."),
    ),
    "voice_missing": FindingWords(
        "sound",
        WARN,
        N_("A voice is wanted in the settings, and {program} is not installed."),
        N_("Nothing is spoken; all else works."),
        N_("`sudo apt-get install --no-install-recommends {program}`, or on the screen: “Settings”, “Voice”."),
    ),
    "no_sound_card": FindingWords(
        "sound",
        WARN,
        N_("There is no sound card."),
        N_("Time and orders are not heard: look at the screen."),
        N_(
            "HDMI: plug the display in before switching on. Head-phones or amplifier: in {file} write "
            "`dtparam=audio=on`; a sound board wants its own `dtoverlay`. Then `aplay -l` lists it."
        ),
    ),
    "sound_not_allowed": FindingWords(
        "sound",
        WARN,
        N_("{user} may not use the sound card ({device})."),
        N_("Nothing is heard."),
        N_("`sudo usermod --append --groups audio {user}`, then restart."),
    ),
    "sound_driver": FindingWords(
        "sound",
        WARN,
        N_("The sound goes to the driver {driver} ({detail})."),
        N_("Nothing is heard."),
        N_("Take SDL_AUDIODRIVER out of the environment: `unset SDL_AUDIODRIVER`; for the service in its unit file."),
    ),
    "sound_fails": FindingWords(
        "sound",
        WARN,
        N_("The sound card cannot be opened: {detail}."),
        N_("Nothing is heard."),
        N_(
            "Close what else plays. If sound.toml names a card: `aplay -l` lists them; "
            '`device = ""` takes the usual one.'
        ),
    ),
}
