#!/usr/bin/env bash
# Installs the hub on a machine of the house (Debian, bookworm or trixie, 64 bit), or brings an installed one up to date
# with this source tree. Run it again whenever you like: it changes only what has changed.
#
#   sudo make install-hub      or   sudo systemd/install-hub.sh
#
# It brings Mosquitto, makes an authority and a certificate, the hub's account and its settings, and a unit that starts it
# with the machine. What is where afterwards: docs/network.md. A new version that does not start gives way to the old one.
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export COMPANION_APP=/opt/companion-hub
# shellcheck source=systemd/release.sh
. "$source/systemd/release.sh"
settings=$root/etc/companion-hub
state=$root/var/lib/companion-hub
user=companion-hub
unit=companion-hub.service

[[ $EUID -eq 0 || -n $root ]] || { say "please run this as root: sudo make install-hub" >&2; exit 1; }
install -d -m 755 "$app" "$app/releases" "$settings" "$units"
exec 9>"$app/.lock"
flock --nonblock 9 || { say "another installation is running" >&2; exit 1; }

# 1. Debian packages.
missing=()
for package in python3 python3-venv util-linux openssl mosquitto; do
  [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || missing+=("$package")
done
if [[ ${#missing[@]} -gt 0 ]]; then
  say "Debian packages: ${missing[*]}"
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "${missing[@]}" >/dev/null
fi

# 2. A user without a password or a shell.
if [[ -z $root ]] && ! getent passwd "$user" >/dev/null; then
  say "a user: $user"
  useradd --system --user-group --home-dir "$state" --no-create-home --shell /usr/sbin/nologin "$user"
fi

# 3. The program, beside the one that runs.
drop_unfinished
before=$(running)
number=$before
if [[ $(installed_id) != "$(tree_id "$source")" || -n ${REBUILD-} ]]; then
  number=$(next_number)
  folder=$app/releases/$number
  say "version $number in $folder"
  "$source/systemd/build-release.sh" "$source" "$folder" hub || { rm -rf "$folder"; say "it could not be made; nothing was changed" >&2; exit 1; }
  "$folder/bin/companion" hub --help >/dev/null || { rm -rf "$folder"; say "it does not start; nothing was changed" >&2; exit 1; }
  link_release "$number"
else
  say "the program is up to date (version $number)"
fi

# 4. Settings, certificates, the broker, the unit.
put_hub() { # NUMBER: unit and command of a release
  install -m 644 "$app/releases/$1/systemd/units/$unit" "$units/"
  [[ -e $command ]] || install -D -m 755 "$app/releases/$1/systemd/hub-command.sh" "$command"
}
[[ -e $settings/hub.toml ]] || install -m 640 "$app/current/config/hub.toml" "$settings/hub.toml"
"$app/current/bin/companion" hub setup
put_hub "$number"

start_hub() { # it has started when it says so (Type=notify)
  booted || return 0
  systemctl daemon-reload
  systemctl --quiet enable mosquitto.service "$unit"
  systemctl restart "$unit" && systemctl --quiet is-active "$unit"
}
if ! start_hub; then
  if [[ -n $before && $before != "$number" ]]; then
    say "version $number does not start (journalctl -u companion-hub); going back to version $before" >&2
    link_release "$before"
    put_hub "$before"
    rm -rf "${app:?}/releases/$number"
    start_hub || true
  else
    say "installed, but it does not start: journalctl -u companion-hub" >&2
  fi
  exit 1
fi
prune
if booted; then how="the hub runs"; else how="installed: the hub starts with this machine"; fi
say "$how. Now, for each table: sudo companion hub invite table-1"
