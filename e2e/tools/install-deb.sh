#!/bin/sh
# Installs a deb in a throwaway copy of this system, runs a command there, and removes the package again. Needs to be root
# in a mount namespace of its own.
#
#     install-deb.sh DEB PACKAGE CHECKOUT COMMAND...
set -eu
deb=$1 package=$2 checkout=$3
shift 3
work=$(mktemp -d)
trap 'umount --recursive --lazy "$work/copy" 2>/dev/null; rm -rf "$work"' EXIT
mkdir "$work/changes" "$work/work" "$work/copy"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/changes,workdir=$work/work" "$work/copy"
for folder in /proc /dev /sys "$checkout"; do
  mkdir -p "$work/copy$folder"
  mount --rbind "$folder" "$work/copy$folder"
done
mkdir -p "$work/copy/tmp"
mount --bind "$(mktemp -d --tmpdir="$work")" "$work/copy/tmp"
chmod 1777 "$work/copy/tmp"
cp "$deb" "$work/copy/tmp/package.deb"
export TMPDIR=/tmp
chroot "$work/copy" dpkg --install /tmp/package.deb
rm "$work/copy/tmp/package.deb"
chroot "$work/copy" sh -c 'cd "$0" && exec "$@"' "$checkout" "$@"
chroot "$work/copy" dpkg --purge "$package"
rest=$(find "$work/changes" -iname "*$package*" ! -path "$work/changes$work/*" -print)
[ -z "$rest" ] || { printf 'left behind: %s\n' "$rest" >&2; exit 1; }
