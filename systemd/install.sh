#!/usr/bin/env bash
# Installs the Infernal Companion on a Raspberry Pi (Raspberry Pi OS or Debian, bookworm or trixie, 64 bit), or brings an
# installed one up to date with this source tree. Run it again whenever you like: it changes only what has changed.
#
#   sudo make install      or   sudo systemd/install.sh [kiosk|desktop]
#
# Without a desktop it starts with the Pi and has the screen to itself (`kiosk`); where a desktop starts it opens full
# screen when the user logs in (`desktop`). Which one it is, it finds out by itself the first time, and keeps.
#
# An update is built beside the version that runs, is checked (check-release.sh), and only then takes its place. If it
# fails its check or does not start, the old version goes on, with the games as they were.
#
# What is where afterwards: systemd/places.sh. Tried in Debian systems on a PC (make prove-install) and on an emulated Pi
# (make prove-pi), NOT on a real one.
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=systemd/release.sh
. "$source/systemd/release.sh"

[[ $EUID -eq 0 ]] || { say "please run this as root: sudo make install" >&2; exit 1; }
for tool in apt-get systemctl; do
  command -v "$tool" >/dev/null || { say "this needs Debian or Raspberry Pi OS with systemd ($tool is not here)" >&2; exit 1; }
done
# On the card image (make image) the root is such an overlay, too, but the program lies on a partition that is kept.
overlay=
if [[ $(findmnt --noheadings --output FSTYPE / 2>/dev/null) == overlay ]] && ! mountpoint --quiet "$app"; then overlay=yes; fi
if [[ -n $overlay && -z ${COMPANION_OVERLAY-} ]]; then
  say "the root is read-only behind an overlay: what is installed now would be gone after a restart." >&2
  say "Switch the overlay off first (docs/maintenance.md), or COMPANION_OVERLAY=1 to go on all the same." >&2
  exit 1
fi
case $(uname -m) in
  aarch64) pi=pi ;;
  x86_64) pi=${COMPANION_PINS:+pi} ;; # to try the pins' library on a PC: COMPANION_PINS=1
  *) say "this needs a 64-bit system; here is $(uname -m)" >&2; exit 1 ;;
esac
install -d -m 755 "$app" "$app/releases"
exec 9>"$app/.lock"
flock --nonblock 9 || { say "another installation is running" >&2; exit 1; }

variant=${1-$(cat "$app/VARIANT" 2>/dev/null || true)}
if [[ -z $variant ]]; then
  variant=kiosk
  if [[ $(systemctl get-default 2>/dev/null) == graphical.target && -e /etc/systemd/system/display-manager.service ]]; then
    variant=desktop
  fi
fi
[[ $variant == kiosk || $variant == desktop ]] || { say "kiosk or desktop, not $variant" >&2; exit 2; }

# 1. Debian packages. Trixie renamed two of them; the last ones build lgpio where it has no wheel (Python 3.13), unless
# $COMPANION_WHEELS, a folder with every Python package, brings one.
packages=(python3 python3-venv udev util-linux libegl1 libgles2 libgl1 libgbm1 libdrm2 libudev1)
codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
if [[ $codename == bookworm ]]; then packages+=(libasound2 libmtdev1); else packages+=(libasound2t64 libmtdev1t64); fi
if [[ $pi == pi && $codename != bookworm && -z ${COMPANION_WHEELS-} ]]; then packages+=(swig gcc libc6-dev python3-dev); fi
# A PC/SC reader (ACR122U) of the owner's table is reached through pcscd.
if grep --quiet '^[^#]*"pcsc"' "$settings/table.toml" 2>/dev/null; then packages+=(pcscd libccid); fi
missing=()
for package in "${packages[@]}"; do
  [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || missing+=("$package")
done
if [[ ${#missing[@]} -gt 0 ]]; then
  if mountpoint --quiet "$app"; then
    say "this version needs ${missing[*]}, which this card has not: it wants a new card image" >&2
    exit 1
  fi
  say "Debian packages: ${missing[*]}"
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "${missing[@]}" >/dev/null
fi
python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || {
  say "Python 3.11, 3.12 or 3.13 is needed; here is $(python3 -V)" >&2
  exit 1
}

# 2. A user without a password or a shell, in the groups of the devices.
for group in ${groups//,/ }; do getent group "$group" >/dev/null || groupadd --system "$group"; done
if ! getent passwd "$user" >/dev/null; then
  say "a user: $user"
  useradd --system --user-group --home-dir "$state" --no-create-home --shell /usr/sbin/nologin "$user"
fi
usermod --append --groups "$groups" "$user"
install -d -o "$user" -g "$user" -m 755 "$state" "$cache"
if [[ $variant == desktop && -n ${SUDO_USER-} && $SUDO_USER != root ]]; then
  usermod --append --groups "$groups" "$SUDO_USER"
fi

# 3. The program, beside the one that runs.
drop_unfinished
before=$(running)
if [[ $(installed_id) == "$(tree_id "$source")" && -z ${REBUILD-} ]]; then
  number=$before
  say "the program is up to date (version $number)"
  if cmp -s "$source/systemd/units/companion.service" "$units/companion.service" && [[ $(cat "$app/VARIANT") == "$variant" ]] \
    && { ! booted || [[ $variant == desktop ]] || systemctl --quiet is-active companion.service; }; then
    say "nothing to do"
    exit 0
  fi
else
  number=$(next_number)
  folder=$app/releases/$number
  say "version $number in $folder"
  "$source/systemd/build-release.sh" "$source" "$folder" "$pi" || { rm -rf "$folder"; say "it could not be made; nothing was changed" >&2; exit 1; }
  old=${before:+$app/releases/$before/bin/companion}
  tried=$settings
  [[ -e $settings/table.toml ]] || tried=$folder/config
  if ! as_user "$folder/systemd/check-release.sh" "$folder/bin/companion" "$tried" "$state/state" "$old"; then
    rm -rf "$folder"
    say "nothing was changed${before:+: version $before stays}" >&2
    exit 1
  fi
fi

# 4. From the old one to the new one.
if ! switch_to "$number" "$variant"; then
  if [[ -n $before && $before != "$number" ]]; then
    rm -rf "${app:?}/releases/$number"
  else
    say "installed, but it does not start: journalctl -u companion, sudo companion doctor" >&2
  fi
  exit 1
fi
prune
if booted && command -v udevadm >/dev/null; then
  udevadm control --reload 2>/dev/null || true
  udevadm trigger --subsystem-match=tty --subsystem-match=gpio 2>/dev/null || true
  modprobe --quiet --remove pn533_usb pn533 nfc 2>/dev/null || true # they had a reader for themselves (systemd/pcsc)
fi

case $variant in
  desktop) say "installed: it opens with the next login on the desktop" ;;
  *)
    if booted; then say "running. Its log: journalctl -u companion -f"; else say "installed: it starts with the Pi"; fi
    if [[ $(systemctl get-default 2>/dev/null) == graphical.target && -e /etc/systemd/system/display-manager.service ]]; then
      say "this Pi starts a desktop, and the companion wants the whole screen: sudo systemctl set-default multi-user.target"
    fi
    ;;
esac
if [[ $pi == pi && -e /boot/firmware/config.txt ]]; then
  "$source/systemd/enable-uart.sh" --check || true
fi
