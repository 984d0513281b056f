#!/usr/bin/env bash
# Installs the Infernal Companion on a Raspberry Pi (64-bit Raspberry Pi OS or Debian, bookworm or trixie, without a
# desktop) as a service that starts with the Pi. Run it again after an update: it changes only what has changed.
#
#   sudo systemd/install.sh
#
# It has been tried in fresh Debian systems (bookworm, trixie) on a PC, up to the start of the service.
# It has NOT been tried on a Pi.
#
# What is where afterwards:   /opt/companion        the program and its Python packages
#                             /etc/companion        the table's settings; your own changes are kept
#                             /var/lib/companion    the journal of the games
#                             /var/cache/companion  rendered sounds
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
app=/opt/companion
say() { echo "companion: $*"; }

[[ $EUID -eq 0 ]] || { say "please run this as root: sudo systemd/install.sh" >&2; exit 1; }
for tool in apt-get systemctl udevadm; do
  command -v "$tool" >/dev/null || { say "this needs Debian or Raspberry Pi OS with systemd ($tool is not here)" >&2; exit 1; }
done
booted() { [[ -d /run/systemd/system ]]; }

# 1. Debian packages. The last three build lgpio where it has no wheel (Python 3.13); libasound2 got a new name in trixie.
packages=(make python3 python3-venv libegl1 libgles2 libgl1 libgbm1 libdrm2 libudev1 libmtdev1)
apt-get -qq update
if apt-cache show libasound2t64 >/dev/null 2>&1; then packages+=(libasound2t64); else packages+=(libasound2); fi
pi=no
if [[ $(uname -m) == aarch64 ]]; then
  pi=yes
  if ! python3 -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then packages+=(swig gcc libc6-dev python3-dev); fi
fi
say "Debian packages: ${packages[*]}"
DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "${packages[@]}" >/dev/null

# 2. A user without a password or a shell, in the groups of the devices.
groups=video,render,input,audio,dialout,gpio
for group in ${groups//,/ }; do getent group "$group" >/dev/null || groupadd --system "$group"; done
if ! getent passwd companion >/dev/null; then
  say "a user: companion"
  useradd --system --user-group --home-dir /var/lib/companion --shell /usr/sbin/nologin companion
fi
usermod --append --groups "$groups" companion

# 3. The program, and its Python packages in an environment of its own.
say "the program in $app"
mkdir -p "$app"
if [[ $source != "$app" ]]; then
  for room in companion drivers kiosk; do
    rm -rf "${app:?}/$room"
    cp -rp "$source/$room" "$app/"
  done
  mkdir -p "$app/.ci"
  cp -p "$source"/.ci/{packages,venv} "$app/.ci/"
  cp -p "$source"/{Makefile,pyproject.toml,LICENSE} "$source"/requirements*.txt "$app/"
fi
make --no-print-directory -C "$app" install
if [[ $pi == yes ]]; then
  say "the Pi's pins (lgpio)"
  PYPI=1 "$app/.venv/bin/python" -m pip install -qq --no-input --no-build-isolation --require-hashes -r "$app/requirements-pi.txt"
fi
"$app/.venv/bin/python" -m compileall -q "$app/companion" "$app/drivers" "$app/kiosk" # the service may not write there
chown -R root:root "$app"
chmod -R u=rwX,go=rX "$app"

# 4. The table's settings: new files are added, a changed file of yours is never overwritten.
say "settings in /etc/companion"
mkdir -p /etc/companion
(cd "$source/config" && find . -type f) | while read -r file; do
  [[ -e /etc/companion/$file ]] || install -D -m 644 "$source/config/$file" "/etc/companion/$file"
done

# 5. Devices and service.
install -m 644 "$source/systemd/99-companion.rules" /etc/udev/rules.d/99-companion.rules
install -m 644 "$source/systemd/companion.service" /etc/systemd/system/companion.service
if booted; then
  udevadm control --reload && udevadm trigger --subsystem-match=tty --subsystem-match=gpio
  systemctl daemon-reload
  systemctl --quiet enable companion.service
  systemctl restart companion.service
  say "running. Its log: journalctl -u companion -f"
else
  systemctl --quiet enable companion.service
  say "installed; it starts with the next boot"
fi
if [[ $(systemctl get-default 2>/dev/null) == graphical.target ]]; then
  say "this Pi starts a desktop, and the companion wants the whole screen: sudo systemctl set-default multi-user.target"
fi
