#!/bin/sh
# The last partition takes what the card has left. Run at every start, before that partition is mounted: nothing is
# changed where nothing is left. Its file system follows afterwards (state.sh).
#   grow.sh [DEVICE]
# A power cut leaves the old table or the new one: it is one sector.
set -eu
partition=$(readlink -f "${1:-/dev/disk/by-label/companion-state}")
here=/sys/class/block/${partition##*/}
number=$(cat "$here/partition")
disk=$(basename "$(readlink -f "$here/..")")
left=$(($(cat "/sys/class/block/$disk/size") - $(cat "$here/start") - $(cat "$here/size")))
[ "$left" -ge 16384 ] || exit 0 # sectors of 512 bytes: 8 MiB
echo ", +" | sfdisk --quiet --force --no-reread --no-tell-kernel -N "$number" "/dev/$disk"
partx --update --nr "$number" "/dev/$disk"
echo "the card has $((left / 2048)) MiB more for the games"
