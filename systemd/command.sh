#!/bin/sh
# The table's own companion, with its settings and its games:   companion doctor, companion replay, companion backup
# `companion update FILE` is the only one that the program itself does not know.
# It works as the kiosk's user, so that the doctor sees what the kiosk sees; what reads or writes files of yours, or the
# settings in /etc/companion, works as root.
STATE_DIRECTORY=/var/lib/companion/state
XDG_CACHE_HOME=/var/cache/companion
export STATE_DIRECTORY XDG_CACHE_HOME
program=/opt/companion/current/bin/companion
case ${1-} in
  "" | -h | --help) exec "$program" "$@" ;;
esac
if [ "$(id -u)" -ne 0 ]; then
  if [ "$(id -un)" = companion ]; then exec "$program" "$@"; fi
  command -v sudo >/dev/null || { echo "companion: please run this as root" >&2; exit 1; }
  exec sudo "$0" "$@"
fi
if [ "$1" = update ]; then
  # A file that `make image` makes beside the image: the source tree with its Python packages. No network is needed.
  [ -f "${2-}" ] || { echo "companion update FILE: a companion-update.tar" >&2; exit 2; }
  work=/opt/companion/incoming
  rm -rf "$work"
  mkdir "$work"
  status=0
  tar --extract --no-same-owner --directory "$work" --file "$2" \
    && COMPANION_WHEELS="$work/wheels" "$work/systemd/install.sh" || status=$?
  rm -rf "$work"
  exit "$status"
fi
case $1 in
  backup | restore | box | export | import | quickstart | readers | support | wiring)
    status=0
    "$program" "$@" || status=$?
    # What root has left in the state folder is the kiosk's.
    if [ -d "$STATE_DIRECTORY" ]; then chown -R --no-dereference --from=root:root companion:companion "$STATE_DIRECTORY" || status=1; fi
    exit "$status"
    ;;
  *) exec runuser -u companion -- env HOME=/var/lib/companion "$program" "$@" ;;
esac
