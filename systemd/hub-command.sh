#!/bin/sh
# The command on a machine that is a hub and no table:   companion hub invite table-1
program=/opt/companion-hub/current/bin/companion
case ${1-} in
  "" | -h | --help) exec "$program" "$@" ;;
esac
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "companion: please run this as root" >&2; exit 1; }
  exec sudo "$0" "$@"
fi
exec "$program" "$@"
