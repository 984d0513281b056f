#!/bin/sh
# A version that was installed by an update lies on the last partition, its units and rules in memory, where they are gone
# after a restart: put those of the version that runs in place again. Nothing to do for the version of the image itself.
set -eu
current=$(readlink /opt/companion/current)
[ "$current" != "$(readlink /mnt/root/opt/companion/current)" ] || exit 0
exec bash -c 'set -eu; . /opt/companion/current/systemd/release.sh; put_in_place "$(running)" kiosk; systemctl daemon-reload'
