"""The words for the system below the companion, and for its own files."""

from __future__ import annotations

from companion.engine.text import N_
from companion.tools.doctor.entry import FindingWords
from companion.tools.doctor.finding import Severity

OK, NOTE, WARN, STOPS = Severity

SYSTEM: dict[str, FindingWords] = {
    "link_well": FindingWords("system", OK, N_("The link reaches {broker}, and the hub answers.")),
    "link_wrong": FindingWords(
        "system",
        WARN,
        N_("link.toml is wrong: {where}: {message}."),
        N_("Nothing is kept at the hub: if this Pi dies, its game dies with it."),
        N_("Put it right: `sudo nano {file}`"),
    ),
    "program_fails": FindingWords(
        "system",
        NOTE,
        N_("{detail}."),
        N_("What {program} would say is not known here."),
        N_("Install the package anew that brings {program}: `dpkg -S bin/{program}` names it."),
    ),
    "web_wrong": FindingWords(
        "system",
        WARN,
        N_("web.toml is wrong: {where}: {message}."),
        N_("There are no pages for phones and televisions until it is right."),
        N_("Put it right: `sudo nano {file}`"),
    ),
    "hub_wrong": FindingWords(
        "system",
        WARN,
        N_("hub.toml is wrong: {where}: {message}."),
        N_("The hub does not start until it is right."),
        N_("Put it right: `sudo nano {file}`"),
    ),
    "link_key": FindingWords(
        "system",
        WARN,
        N_("The owner’s key at {path} cannot be read."),
        N_("Nothing is kept at the hub, and no other table’s game can be played on here."),
        N_("`sudo companion link key --set KEY`, with the key that another table prints (`sudo companion link key`)."),
    ),
    "link_key_missing": FindingWords(
        "system",
        WARN,
        N_("The owner’s key is missing: there is no {path}, and the games here have one."),
        N_("The link is off: nothing is kept at the hub."),
        N_("“Settings”, “Tables”: take it, by typing or by stick. Or `sudo companion link key --set KEY`."),
    ),
    "link_no_broker": FindingWords(
        "system",
        WARN,
        N_("No broker at {broker}, port {port} ({detail})."),
        N_("The game goes on; what is played is kept here alone until the broker is back."),
        N_("Is it on, and are address and port right (“Settings”, “Tables”)? On it: `systemctl status mosquitto`."),
    ),
    "link_silent": FindingWords(
        "system",
        WARN,
        N_("{broker} does not answer."),
        N_("The game goes on; what is played is kept here alone until the broker is back."),
        N_(
            "Are both in the same network? A guest Wi-Fi keeps devices apart (“AP isolation”): switch that off, "
            "or use a cable."
        ),
    ),
    "link_password": FindingWords(
        "system",
        WARN,
        N_("The broker does not let {table} in ({detail})."),
        N_("Nothing is kept at the hub: if this Pi dies, its game dies with it."),
        N_(
            "At the hub: `sudo companion hub invite {table}`, then take its invitation at the table, "
            "or type what it prints (“Settings”, “Tables”)."
        ),
    ),
    "link_certificate": FindingWords(
        "system",
        WARN,
        N_("The certificate of {broker} is not trusted ({detail})."),
        N_("Nothing is kept at the hub: if this Pi dies, its game dies with it."),
        N_(
            "“Settings”, “Tables”: “The certificate” names who signed it, “The broker’s address” is the name that "
            "stands in it."
        ),
    ),
    "link_certificate_date": FindingWords(
        "system",
        WARN,
        N_("The certificate of {broker} is not valid today ({detail})."),
        N_("Nothing is kept at the hub: if this Pi dies, its game dies with it."),
        N_("Is the clock of this Pi right? `sudo timedatectl set-ntp true`. Else the broker needs a new certificate."),
    ),
    "link_no_tls": FindingWords(
        "system",
        WARN,
        N_("{broker} does not encrypt at port {port} ({detail})."),
        N_("Nothing is kept at the hub: if this Pi dies, its game dies with it."),
        N_(
            "Which of its ports encrypts (`listener` in mosquitto.conf)? Without TLS: switch off “Encrypted (TLS)” "
            "(“Settings”, “Tables”)."
        ),
    ),
    "link_no_hub": FindingWords(
        "system",
        WARN,
        N_("The broker answers, but no hub."),
        N_("The game goes on; what is played is kept here alone until the hub is back."),
        N_("On its machine: `companion hub`. If it runs: may {table} read `hub/online` (docs/network.md)?"),
    ),
    "link_name_taken": FindingWords(
        "system",
        WARN,
        N_("Another connection has the account {table} at the broker ({detail})."),
        N_("Two tables with one name throw each other out: what is played is kept here alone meanwhile."),
        N_("Give each table a name of its own, with an account of its own at the broker (“Settings”, “Tables”)."),
    ),
    "link_refused": FindingWords(
        "system",
        WARN,
        N_("The broker at {broker} refuses: {detail}."),
        N_("The game goes on; what is played is kept here alone until then."),
        N_("These are the broker’s own words: mosquitto.conf on its machine has what it takes (docs/network.md)."),
    ),
    "link_connecting": FindingWords("system", OK, N_("The link is connecting to {broker}.")),
    "link_full": FindingWords(
        "system",
        WARN,
        N_("The hub has no room left for {table}."),
        N_("What is played now is kept here alone."),
        N_("On the hub’s machine: a larger `quota_mb` in hub.toml. Or forget old evenings here."),
    ),
    "link_left_out": FindingWords(
        "system",
        NOTE,
        N_("Too large for the broker, which takes {packet} bytes: {topics}."),
        N_("Games and readers are as good without it."),
        N_("A larger `max_packet_size` in the broker’s mosquitto.conf."),
    ),
    "link_unread": FindingWords(
        "system",
        NOTE,
        N_("The link runs, and only its own user may ask it how it stands."),
        N_("Whether the hub answers is not known."),
        N_("`sudo companion doctor`"),
    ),
    "check_failed": FindingWords(
        "system",
        WARN,
        N_("The check of “{check}” itself went wrong ({error})."),
        N_("Whether that is well is not known."),
        N_("Write a support file (`companion support`) and report it."),
    ),
    "check_slow": FindingWords(
        "system",
        WARN,
        N_("The check of “{check}” had no answer within {seconds} s."),
        N_("Some device does not answer; the game may have to wait for it, too."),
        N_("Unplug and replug that device, then look again."),
    ),
    "not_a_pi": FindingWords("system", OK, N_("This is not a Raspberry Pi: what only a Pi has was not looked at.")),
    "groups_well": FindingWords("system", OK, N_("{user} is in all groups that the devices want.")),
    "groups_missing": FindingWords(
        "system",
        NOTE,
        N_("{user} is not in: {groups}."),
        N_("These groups own the screen, the touch, the sound, the serial ports and the pins."),
        N_("`sudo usermod --append --groups {groups} {user}`, then log out and in, or restart."),
    ),
    "groups_new": FindingWords(
        "system",
        NOTE,
        N_("{user} has joined {groups}, but not in this session."),
        N_("The devices of these groups are still closed."),
        N_("Log out and in, or restart."),
    ),
    "power_well": FindingWords("system", OK, N_("Power: no low voltage, no throttling since the start.")),
    "undervoltage_now": FindingWords(
        "system",
        WARN,
        N_("The voltage is too low now."),
        N_("The Pi slows down, readers drop out, and the card with the games may be damaged."),
        N_(
            "Use the official power supply (5.1 V, 3 A; Pi 5: 5 A) and a short, thick cable; unplug what is not needed."
        ),
    ),
    "undervoltage_past": FindingWords(
        "system",
        NOTE,
        N_("The voltage was too low at some moment since the start."),
        N_("If it comes again, readers drop out."),
        N_("Use the official power supply (5.1 V, 3 A; Pi 5: 5 A) and a short, thick cable."),
    ),
    "throttled_now": FindingWords(
        "system",
        WARN,
        N_("The processor is being slowed down."),
        N_("Screen and sound may stutter."),
        N_("Give it air or a heat sink, and the official power supply."),
    ),
    "throttled_past": FindingWords(
        "system",
        NOTE,
        N_("The processor was slowed down at some moment since the start."),
        N_("Screen and sound may stutter when that comes again."),
        N_("Give it air or a heat sink, and the official power supply."),
    ),
    "hot_now": FindingWords(
        "system",
        WARN,
        N_("The processor is too hot."),
        N_("It slows itself down; screen and sound may stutter."),
        N_("Open the case, or give it a heat sink or a fan."),
    ),
    "clock_well": FindingWords("system", OK, N_("Clock: {now}.")),
    "clock_wrong": FindingWords(
        "system",
        WARN,
        N_("The clock says {now}, but the companion was installed later ({built})."),
        N_("The games of tonight get a wrong date. Their running time is right all the same."),
        N_('Set the clock: `sudo timedatectl set-ntp true` with a network, else `sudo date --set "2026-12-31 20:00"`.'),
    ),
    "clock_unset": FindingWords(
        "system",
        NOTE,
        N_("Nothing sets the clock: no network time, no clock chip."),
        N_("After a power cut the games get a wrong date. Their running time is right all the same."),
        N_(
            "Connect a network (`timedatectl` shows it), or add a clock chip "
            "(`dtoverlay=i2c-rtc,ds3231`; Pi 5: a battery)."
        ),
    ),
    "versions_well": FindingWords(
        "system", OK, N_("Versions: companion {companion}, Python {python}, {packages} packages as wanted.")
    ),
    "python_wrong": FindingWords(
        "system",
        STOPS,
        N_("This Python is {found}; the companion wants 3.11, 3.12 or 3.13."),
        N_("Its packages do not exist for other versions."),
        N_("Install it again with the Python of Raspberry Pi OS: `sudo make install`."),
    ),
    "package_missing": FindingWords(
        "system",
        STOPS,
        N_("The Python package {package} {wanted} is missing."),
        N_("Without it there is no {part}."),
        N_("Install again: `sudo make install`, or `pip install {package}=={wanted}` in the companion’s environment."),
    ),
    "package_other": FindingWords(
        "system",
        NOTE,
        N_("{package} is {found}; the companion was tried with {wanted}."),
        N_("It may behave otherwise."),
        N_("`pip install {package}=={wanted}` in the companion’s environment."),
    ),
}

DATA: dict[str, FindingWords] = {
    "journal_well": FindingWords("data", OK, N_("Journal: games {games}, entries {entries}, {megabytes} MB, whole.")),
    "journal_copy": FindingWords(
        "data", OK, N_("A copy of the journal is whole: {copy}, games: {games}, entries: {entries}, {megabytes} MB.")
    ),
    "journal_gone": FindingWords(
        "data",
        WARN,
        N_("The journal {path} is gone; games in its copy {copy}: {games}."),
        N_("The next start brings them back, if the disk can be written."),
        N_("Start the companion; if the disk is read-only, take them out: `companion backup`."),
    ),
    "journal_none": FindingWords("data", OK, N_("There is no journal yet: the first game begins it.")),
    "journal_old": FindingWords("data", OK, N_("The journal is of an older companion: the next start puts it aside.")),
    "journal_aside": FindingWords(
        "data",
        NOTE,
        N_("{path} was put aside. Games that are over in it, and not in the journal: {games}."),
        N_("They are not among the memories."),
        N_("`companion import {path}` adds them as records: who played, when, and how it ended."),
    ),
    "journal_newer": FindingWords(
        "data",
        STOPS,
        N_("The journal {path} was written by a newer companion."),
        N_("This one does not touch it, so as to lose nothing, and does not start."),
        N_("Install the newer companion again; or set the journal aside: `mv {path} {path}.newer`."),
    ),
    "journal_damaged": FindingWords(
        "data",
        WARN,
        N_("The journal {path} is damaged ({detail})."),
        N_("At the next start it is put aside, and the games that can still be read are taken into a new one."),
        N_(
            "Restore a backup (`companion restore`), or go on: "
            "nothing is deleted, the old file gets the ending .damaged-1."
        ),
    ),
    "journal_game_damaged": FindingWords(
        "data",
        WARN,
        N_("In the journal {path} the game {number} is damaged (entry {entry})."),
        N_("Of that game only what comes before can be taken up. All others are whole."),
        N_("Restore a backup (`companion restore`), or take up what is left: touch it on the first screen."),
    ),
    "journal_foreign": FindingWords(
        "data",
        WARN,
        N_("{path} is no journal of the companion ({detail})."),
        N_("Games are played in memory and are gone after a power cut."),
        N_("Set it aside: `mv {path} {path}.other`. The next start begins a new one."),
    ),
    "journal_in_the_way": FindingWords(
        "data",
        WARN,
        N_("{path} is nothing that the companion has put there ({detail})."),
        N_("The next start puts it aside; where that is not possible, games are played in memory alone."),
        N_("Set it aside: `mv {path} {path}.other`."),
    ),
    "journal_unreadable": FindingWords(
        "data",
        WARN,
        N_("The journal {path} cannot be read ({detail})."),
        N_("Games are played in memory and are gone after a power cut."),
        N_("`sudo chown --recursive {user} {folder}`, or give another folder with `--data`."),
    ),
    "disk_well": FindingWords("data", OK, N_("Disk: {free} MB free for the games.")),
    "disk_low": FindingWords(
        "data",
        WARN,
        N_("Only {free} MB are free for the games ({path})."),
        N_("When nothing is left they are no longer saved."),
        N_("Make room: `sudo apt-get clean`, `sudo journalctl --vacuum-size=50M`, or a larger card."),
    ),
    "disk_full": FindingWords(
        "data",
        WARN,
        N_("The disk is full: {free} MB free ({path})."),
        N_("Games are soon not saved, or already now: a power cut loses them."),
        N_("Make room: `sudo apt-get clean`, `sudo journalctl --vacuum-size=50M`, or a larger card."),
    ),
    "state_read_only": FindingWords(
        "data",
        WARN,
        N_("{path} is on a disk that may only be read."),
        N_("Games and settings are gone when the companion ends."),
        N_(
            "With a root that is read-only on purpose that folder needs a place of its own that may be written "
            "(a small partition or a USB stick). Otherwise restart; if it stays so, the card is worn out."
        ),
    ),
    "state_closed": FindingWords(
        "data",
        WARN,
        N_("{path} cannot be written ({detail})."),
        N_("Games and settings are gone when the companion ends."),
        N_("`sudo mkdir --parents {path}`, then `sudo chown --recursive {user} {path}`."),
    ),
    "state_file_closed": FindingWords(
        "data",
        WARN,
        N_("{user} may not write to {files} in {path}."),
        N_("Somebody else has started the companion there: what these files keep is not saved."),
        N_("`sudo chown --recursive {user} {path}`, and start it as {user} only."),
    ),
    "root_read_only": FindingWords("data", OK, N_("The root is read-only, and the companion’s folder can be written.")),
    "files_well": FindingWords("data", OK, N_("Data of the games: all files can be used.")),
    "table_wrong": FindingWords(
        "data",
        WARN,
        N_("{where}: {message}"),
        N_("The companion plays without readers, buttons and lamps until this is right."),
        N_("`sudo nano {file}`, or take the one that came along: {packaged}."),
    ),
    "lamps_wrong": FindingWords(
        "data",
        WARN,
        N_("{where}: {message}"),
        N_("The lamps shine as usual, without what this file says."),
        N_("`sudo nano {file}`, or take the one that came along: {packaged}."),
    ),
    "sound_wrong": FindingWords(
        "data",
        WARN,
        N_("{where}: {message}"),
        N_("The sound plays as usual, without what this file says."),
        N_("`sudo nano {file}`, or take the one that came along: {packaged}."),
    ),
    "file_closed": FindingWords(
        "data",
        WARN,
        N_("{file} cannot be read ({detail})."),
        N_("As long as that is so, all that it says is missing."),
        N_("Let everybody read it: `sudo chmod --recursive a+rX {folder}`."),
    ),
    "game_file_wrong": FindingWords(
        "data",
        WARN,
        N_("{where}: {message}"),
        N_("{game} cannot be opened until this is right."),
        N_("`sudo nano {file}`; or set it aside (`sudo mv {file} {file}.off`) and play with what came along."),
    ),
    "no_game": FindingWords(
        "data",
        STOPS,
        N_("No game can be opened: the data of each are wrong."),
        N_("There is nothing to play."),
        N_("Mend the files named above, one of them at least."),
    ),
    "settings_wrong": FindingWords(
        "data",
        NOTE,
        N_("The saved settings ({path}) cannot be used ({detail})."),
        N_("Language, sound and names begin anew."),
        N_("Nothing to do: the next change writes them anew."),
    ),
}
