"""What a wiring may have that cannot be: every code with its gravity and its sentence."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from companion.engine.text import N_


class Severity(IntEnum):
    """How much a finding matters; also the exit status of `companion wiring`."""

    NOTE = 0
    """Good to know while one wires."""
    WARN = 1
    """It works, perhaps not well."""
    WRONG = 2
    """It cannot work, or breaks something."""


class Sentence(Struct, frozen=True):
    """An English msgid with the facts of its finding."""

    level: Severity
    msgid: str


NOTE, WARN, WRONG = Severity
SENTENCES: dict[str, Sentence] = {
    # the file
    "file_wrong": Sentence(WRONG, N_("{what}")),
    "name_twice": Sentence(WRONG, N_("the name {word} is used twice")),
    "antenna_twice": Sentence(WRONG, N_("the antenna {word} is used twice")),
    "port_twice": Sentence(WRONG, N_("the port {word} is used twice")),
    "protocol_unknown": Sentence(WRONG, N_("{what}")),
    # pins
    "pin_type": Sentence(WRONG, N_("{word} is no pin: write the GPIO’s number, without quotation marks")),
    "pin_words": Sentence(WRONG, N_("{word} is no pin: write the GPIO’s number, {other}, without quotation marks")),
    "pin_unknown": Sentence(WRONG, N_("there is no GPIO {pin}; there are GPIO 0 to 27")),
    "pin_header": Sentence(
        WRONG,
        N_("there is no GPIO {pin}; pin {pin} of the header is GPIO {other}: if you mean that one, write {other}"),
    ),
    "pin_power": Sentence(WRONG, N_("there is no GPIO {pin}, and pin {pin} of the header is {word}")),
    "pin_twice": Sentence(WRONG, N_("GPIO {pin} has two parts: {part} and {other}")),
    "pin_uart": Sentence(
        WRONG,
        N_("GPIO {pin} belongs to reader {reader} ({port} on a {model}); {part} needs another one"),
    ),
    "pin_sound": Sentence(WRONG, N_("GPIO {pin} belongs to the sound ({sound}); {part} needs another one")),
    "pin_bus": Sentence(WRONG, N_("GPIO {pin} belongs to {bus}, which something else uses; {part} needs another one")),
    "pin_overlay": Sentence(WRONG, N_("GPIO {pin} belongs to `{word}` of config.txt; {part} needs another one")),
    "overlay_unknown": Sentence(NOTE, N_("which pins `{word}` takes is not known here")),
    "pin_eeprom": Sentence(
        WARN, N_("GPIO {pin} is asked at every start for the memory of an add-on board; {part} had better have another")
    ),
    "pin_pulled_up": Sentence(
        WARN, N_("GPIO {pin} has a resistor of 1.8 kΩ to 3.3 V on the board: {part} is never quite dark")
    ),
    "pin_hat": Sentence(
        WARN, N_("GPIO {pin} is where most sound boards are set up from (I²C); {part} had better have another")
    ),
    "sound_none": Sentence(WRONG, N_("a {model} has no socket for headphones")),
    "pin_serial": Sentence(
        WARN,
        N_("GPIO {pin} is the serial port’s, which the card image switches on: {part} fails then"),
    ),
    # readers
    "uart_missing": Sentence(WRONG, N_("a {model} has no {port} on its pins; it has {ports}")),
    "uart_old_name": Sentence(
        WARN, N_("on a {model} {port} was the name of older systems; with `dtoverlay={overlay}` it is {other} now")
    ),
    "uart_bluetooth": Sentence(WRONG, N_("{port} is Bluetooth’s serial port, which is on no pin")),
    "uart_bluetooth_usual": Sentence(
        WARN,
        N_("on a {model} {port} is Bluetooth’s unless config.txt says `dtoverlay=disable-bt`; serial0 is on the pins"),
    ),
    "uart_debug": Sentence(
        WARN,
        N_("on a {model} {port} is the debug socket as a rule; GPIO 14 and 15 are ttyAMA0, with `dtparam=uart0=on`"),
    ),
    "uart_twice": Sentence(WRONG, N_("the readers {reader} and {other} are on one serial port (GPIO {tx} and {rx})")),
    "uarts_few": Sentence(WRONG, N_("readers on pins: {count}, serial ports there of a {model}: {limit}")),
    "uart_sound": Sentence(WRONG, N_("{port} needs GPIO {pin}, which belongs to the sound ({sound})")),
    "uart_bus": Sentence(WRONG, N_("{port} needs GPIO {pin}, which belongs to {bus}")),
    "uart_taken": Sentence(WRONG, N_("{port} needs GPIO {pin}, which belongs to `{word}` of config.txt")),
    "rx_5v": Sentence(
        WRONG,
        N_("its TX has 5 V, GPIO {pin} bears 3.3 V: this destroys the Pi. A divider or a shifter belongs there"),
    ),
    "divider_idle": Sentence(WARN, N_("a divider makes 2.2 V of a TX of 3.3 V, too little: connect it directly")),
    "shifter_idle": Sentence(WARN, N_("a level shifter pulls a TX of 3.3 V up to 5 V: connect it directly")),
    "adapter_unused": Sentence(NOTE, N_("`adapter` is for pins; this reader is on USB")),
    "supply_low": Sentence(WRONG, N_("{protocol} wants {word}, not 3.3 V")),
    "level_low": Sentence(
        WRONG, N_("at this supply the TX of {protocol} has 5 V, not 3.3 V: this destroys the Pi without a divider")
    ),
    "level_odd": Sentence(WARN, N_("at this supply the TX of {protocol} has 5 V, not 3.3 V as `level` says")),
    "tx_low": Sentence(
        NOTE, N_("the Pi’s TX gives reader {reader} 3.3 V, an input of 5 V may want 3.5 V: a shifter is surer")
    ),
    "baud_other": Sentence(WRONG, N_("{protocol} speaks {limit} baud, nothing else")),
    "cable_current": Sentence(
        WARN,
        N_("the 3.3 V of a USB serial cable give about {limit} mA, this reader takes up to {current}: give it 5 V"),
    ),
    "port_same": Sentence(WRONG, N_("{word} and {other} are one port")),
    "level_high": Sentence(WARN, N_("a TX of 5 V at a supply of 3.3 V? One of them is wrong")),
    "port_none": Sentence(NOTE, N_("reader {reader} has no port yet: `companion readers --write` finds it")),
    "port_network": Sentence(NOTE, N_("reader {reader} is reached through the network: there is no wire to draw")),
    "port_strange": Sentence(
        WARN, N_("{port} is no serial port of a Pi or of USB: nobody knows where reader {reader} is")
    ),
    "uart_overlay": Sentence(NOTE, N_("{port} wants the line `dtoverlay={overlay}` in config.txt")),
    "divider_drawn": Sentence(NOTE, N_("the TX of reader {reader} has 5 V: never without the divider")),
    # currents
    "led_impossible": Sentence(WRONG, N_("this LED wants {volts} V, the pin gives 3.3 V: it cannot light")),
    "led_dim": Sentence(WARN, N_("this LED wants {volts} V, the pin gives 3.3 V: it hardly lights")),
    "led_low": Sentence(WARN, N_("no LED that can be seen has only {volts} V: its resistor is reckoned wrong")),
    "led_faint": Sentence(WARN, N_("with {word} only {current} mA go through this LED: it hardly lights")),
    "led_strong": Sentence(WARN, N_("with {word} {current} mA go through this LED, and it is to have {limit} mA")),
    "pin_current": Sentence(WRONG, N_("GPIO {pin} would give {current} mA; one pin gives {limit} mA at most")),
    "pins_current": Sentence(WRONG, N_("all pins together would give {current} mA; {limit} mA is the most ({list})")),
    "rail_current": Sentence(WRONG, N_("the 3.3 V pins would give {current} mA, and {limit} mA is the most ({list})")),
    "rail5_current": Sentence(
        WRONG,
        N_("of 5 V, pins and USB would give {current} mA; the supply of a {model} has {limit} mA to spare ({list})"),
    ),
    "usb_current": Sentence(
        WRONG,
        N_("readers on USB take up to {current} mA, a {model} gives {limit} ({list}): a hub with its own supply"),
    ),
    "usb_supply": Sentence(
        NOTE,
        N_("readers on USB take up to {current} mA; with a supply of 3 A a {model} gives {limit} mA, with 5 A more"),
    ),
    "usb_sockets": Sentence(NOTE, N_("readers on USB: {count}, sockets of a {model}: {limit}. A hub is needed")),
    # what is not switched on
    "factory_none": Sentence(
        NOTE, N_('nothing is read from the pins while `factory` is "none"; with "lgpio" this is what belongs on them')
    ),
    "factory_mock": Sentence(
        NOTE, N_('the pins are pretended while `factory` is "mock"; with "lgpio" this is what belongs on them')
    ),
    "nothing": Sentence(NOTE, N_("no button, lamp, dial or reader is set up: there is nothing to wire")),
}
PARTS: dict[str, str] = {
    "button": N_("button {name}"),
    "dial": N_("dial {name}, contact {terminal}"),
    "lamp": N_("lamp {name}, {colour}"),
}
COLOUR_WORDS: dict[str, str] = {"red": N_("red"), "green": N_("green"), "blue": N_("blue")}
SOUND_WORDS: dict[str, str] = {
    "i2s": N_("I²S board"),
    "pwm_12_13": N_("PWM on GPIO 12 and 13"),
    "pwm_18_19": N_("PWM on GPIO 18 and 19"),
}
BUS_WORDS: dict[str, str] = {"i2c": "I²C", "spi": "SPI", "1wire": "1-Wire"}
