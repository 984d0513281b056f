#!/bin/sh
# The table's own companion, with its settings and its games:   companion doctor, companion replay, companion backup
# `companion update FILE` is the only one that the program itself does not know.
# Run by root, the program works as the kiosk's user, so that it sees what the kiosk sees; only files that the command
# names, and the settings in /etc/companion, are opened as root (companion/rights.py).
STATE_DIRECTORY=/var/lib/companion/state
XDG_CACHE_HOME=/var/cache/companion
export STATE_DIRECTORY XDG_CACHE_HOME
program=/opt/companion/current/bin/companion
case ${1-} in
  "" | -h | --help) exec "$program" "$@" ;;
  hub) hub=/opt/companion-hub/current/bin/companion; [ ! -x "$hub" ] || program=$hub ;;
esac
if [ "$(id -u)" -ne 0 ]; then
  if [ "$(id -un)" = companion ]; then exec "$program" "$@"; fi
  command -v sudo >/dev/null || { echo "companion: please run this as root" >&2; exit 1; }
  exec sudo "$0" "$@"
fi
[ "$1" = update ] || exec "$program" "$@"
# A file that `make image` makes beside the image: the source tree with its Python packages. No network is needed.
[ -f "${2-}" ] || { echo "companion update FILE: a companion-update.tar" >&2; exit 2; }
work=/opt/companion/incoming
rm -rf "$work"
mkdir "$work"
status=0
tar --extract --no-same-owner --force-local --directory "$work" --file "$2" \
  && COMPANION_WHEELS="$work/wheels" "$work/systemd/install.sh" || status=$?
rm -rf "$work"
exit "$status"
