#!/usr/bin/env bash
# Takes the hub off this machine. What tables sent, the settings and the authority stay, and it says where:
#   sudo make uninstall-hub             or, sudo make uninstall-hub PURGE=1: they go, too
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export COMPANION_APP=/opt/companion-hub
# shellcheck source=systemd/release.sh
. "$source/systemd/release.sh"
settings=$root/etc/companion-hub
state=$root/var/lib/companion-hub
user=companion-hub
mosquitto=$root/etc/mosquitto

[[ $EUID -eq 0 || -n $root ]] || { say "please run this as root: sudo make uninstall-hub" >&2; exit 1; }
if booted; then systemctl --quiet disable --now companion-hub.service 2>/dev/null || true; fi
rm -f "$units/companion-hub.service"
if cmp -s "$app/current/systemd/hub-command.sh" "$command"; then rm -f "$command"; fi
rm -rf "${app:?}"
if booted; then systemctl daemon-reload; fi
if [[ ${PURGE-} == 1 ]]; then
  store=$(sed -n 's/^store *= *"\(.\+\)".*/\1/p' "$settings/hub.toml" 2>/dev/null || true)
  rm -rf "${state:?}" "${settings:?}"
  rm -f "$mosquitto"/conf.d/companion.conf "$mosquitto"/companion.{passwords,acl} "$mosquitto"/certs/companion.{pem,key}
  if booted; then systemctl restart mosquitto.service 2>/dev/null || true; fi
  if [[ -z $root ]] && getent passwd "$user" >/dev/null; then userdel "$user" 2>/dev/null || true; fi
  case $store in
    "") say "gone, with what tables sent and the broker's accounts" ;;
    postgresql:///companion)
      say "gone, with the broker's accounts. What tables sent is still in PostgreSQL. To remove that, too:"
      say "sudo -u postgres dropdb companion && sudo -u postgres dropuser companion-hub"
      ;;
    *://*) say "gone, with the broker's accounts. What tables sent is still in PostgreSQL." ;;
    *) say "gone, with the broker's accounts. What tables sent is still in $store." ;;
  esac
else
  say "gone. Kept: what tables sent in $state, the settings and the authority in $settings, the broker's accounts in $mosquitto."
  say "To remove these, too: sudo make uninstall-hub PURGE=1"
fi
say "Debian's packages stay: others may need them."
