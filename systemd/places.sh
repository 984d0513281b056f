# Where everything of an installed companion is. Read by the other scripts here; $COMPANION_ROOT is another root (tests).
# shellcheck shell=bash disable=SC2034
root=${COMPANION_ROOT-}
app=$root/opt/companion            # releases/1, releases/2 ..., current -> one of them, boot/
[[ -z ${COMPANION_APP-} ]] || app=$root$COMPANION_APP # the hub's (install-hub.sh)
settings=$root/etc/companion       # the table's settings; the owner's changes are kept
state=$root/var/lib/companion      # state/: journal, settings, boxes; update-backup.tar.gz
cache=$root/var/cache/companion    # what the graphics library keeps; made anew
command=$root/usr/local/bin/companion
man=$root/usr/local/share/man       # `man companion`: man1, fr/man1
units=$root/etc/systemd/system
user_units=$root/etc/systemd/user
rules=$root/etc/udev/rules.d
autostart=$root/etc/xdg/autostart
polkit=$root/etc/polkit-1/rules.d  # who may talk to pcscd
modprobe=$root/etc/modprobe.d      # which drivers of the kernel stay away from its readers
user=companion
groups=video,render,input,audio,dialout,gpio

say() { echo "companion: $*"; }
booted() { [[ -z $root && -d /run/systemd/system ]]; }
as_user() { # a command as the kiosk's user, as far as there is one
  if [[ $EUID -eq 0 && -z $root ]]; then runuser -u "$user" -- env HOME="$state" "$@"; else "$@"; fi
}
