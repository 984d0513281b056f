#!/usr/bin/env bash
# Takes the Infernal Companion off this machine. The games and the settings stay, and it says where:
#   sudo make uninstall             PURGE=1 sudo -E make uninstall, or sudo make uninstall PURGE=1: they go, too
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=systemd/release.sh
. "$source/systemd/release.sh"

[[ $EUID -eq 0 ]] || { say "please run this as root: sudo make uninstall" >&2; exit 1; }
remove_kiosk
rm -f "$autostart/companion-desktop.desktop" "$user_units/companion-desktop.service"
rm -f "$rules/99-companion.rules" "$polkit/50-companion.rules" "$modprobe/companion-nfc.conf" "$command"
rm -f "$man"/{man1,fr/man1}/companion.1
rm -rf "${app:?}" "${cache:?}"
if booted; then
  systemctl daemon-reload
  systemctl reset-failed companion.service 2>/dev/null || true
fi

if [[ ${PURGE-} == 1 ]]; then
  rm -rf "${state:?}" "${settings:?}"
  if [[ -z $root ]] && getent passwd "$user" >/dev/null; then userdel "$user" 2>/dev/null || true; fi
  say "gone, with its games and its settings"
else
  say "gone. Kept: the games in $state, the settings in $settings, the user $user who owns them."
  say "To remove these, too: sudo make uninstall PURGE=1"
fi
say "Debian's packages stay: others may need them."
