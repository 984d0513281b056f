#!/usr/bin/env bash
# Gives the serial port on the pins (GPIO 14 and 15) to a card reader: switches it on, and takes the login console off it.
#   sudo systemd/enable-uart.sh            do it; works with the next start of the Pi
#   systemd/enable-uart.sh --check         only say what would change: status 0 nothing, 1 something
#   sudo systemd/enable-uart.sh --undo     the two files as they were before the first time
# $BOOT is the folder of config.txt and cmdline.txt (/boot/firmware). Twice is harmless. A reader on USB needs none of this.
set -euo pipefail
boot=${BOOT:-/boot/firmware}
mode=${1-}
config=$boot/config.txt cmdline=$boot/cmdline.txt
mark="# for the Infernal Companion: a card reader on GPIO 14 and 15"
say() { echo "companion: $*"; }

for file in "$config" "$cmdline"; do
  [[ -f $file ]] || { say "$file is not here: is this a Raspberry Pi?" >&2; exit 2; }
done

has_uart() { # enable_uart=1 holds for every Pi, and uart0 is on for the Pi 5, which has its pins on that one
  awk '
    /^[ \t]*\[/ { section = tolower($0); gsub(/[][ \t\r]/, "", section); next }
    { line = $0; gsub(/[ \t\r]/, "", line) }
    line ~ /^enable_uart=/ && (section == "" || section == "all") { uart = (line == "enable_uart=1") }
    line == "dtparam=uart0=on" || line == "dtparam=uart0" { if (section == "" || section == "all" || section == "pi5") pi5 = 1 }
    END { exit !(uart && pi5) }' "$config"
}
has_console() { grep -Eq '(^| )console=(serial0|ttyAMA[0-9]+|ttyS[0-9]+)(,[^ ]*)?( |$)' "$cmdline"; }

keep() { # FILE: as it was before the first time
  [[ -e $1.before-companion ]] || cp -p "$1" "$1.before-companion"
}
write() { # FILE: standard input takes its place, whole
  cat >"$1.new"
  [[ -s $1.new ]] || { rm -f "$1.new"; say "$1 would be empty: left as it is" >&2; exit 2; }
  sync "$1.new"
  mv -f "$1.new" "$1"
}

case $mode in
  --check)
    status=0
    if ! has_uart; then say "the serial port on the pins is off: sudo systemd/enable-uart.sh (only for a reader on GPIO 14 and 15)"; status=1; fi
    if has_console; then say "a login console is on the serial port: sudo systemd/enable-uart.sh (only for a reader on GPIO 14 and 15)"; status=1; fi
    exit "$status"
    ;;
  --undo)
    for file in "$config" "$cmdline"; do
      [[ ! -e $file.before-companion ]] || mv -f "$file.before-companion" "$file"
    done
    say "as it was; start the Pi anew"
    exit 0
    ;;
  "") ;;
  *) say "--check, --undo or nothing, not $mode" >&2; exit 2 ;;
esac

changed=no
if ! has_uart; then
  keep "$config"
  { cat "$config"; printf '\n%s\n[pi5]\ndtparam=uart0=on\n[all]\nenable_uart=1\n' "$mark"; } | write "$config"
  changed=yes
fi
if has_console; then
  keep "$cmdline"
  sed -E 's/(^| )console=(serial0|ttyAMA[0-9]+|ttyS[0-9]+)(,[^ ]*)?/ /g; s/(^| )console=(serial0|ttyAMA[0-9]+|ttyS[0-9]+)(,[^ ]*)?( |$)/ /g; s/  +/ /g; s/^ //; s/ +$//' "$cmdline" | write "$cmdline"
  changed=yes
fi
if [[ $changed == yes ]]; then
  say "the serial port on the pins is the reader's with the next start of the Pi: sudo reboot"
  say "the files as they were: $boot/*.before-companion (sudo systemd/enable-uart.sh --undo brings them back)"
else
  say "the serial port is the reader's already"
fi
