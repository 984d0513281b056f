#!/bin/sh
# Mounts the card's last partition and puts what is kept in its places. Run once, early at every start.
set -eu
device=$(readlink -f /dev/disk/by-label/companion-state) # the link goes for a moment while udev looks at the disk anew
"$(dirname "$0")/grow.sh" "$device" || echo "the last partition could not be made larger: it stays as it is"
e2fsck -p "$device" || e2fsck -fy "$device" || [ $? -lt 4 ]
mount -t ext4 -o noatime "$device" /state
resize2fs "$device" || echo "its file system could not be made larger: it stays as it is"
mount --bind /state/companion /var/lib/companion
mount --bind /state/cache /var/cache/companion
mount --bind /state/timesync /var/lib/systemd/timesync
# A version that is installed by an update lies over that of the image.
mount -t overlay -o lowerdir=/mnt/root/opt/companion,upperdir=/state/program/new,workdir=/state/program/work \
  overlay /opt/companion
