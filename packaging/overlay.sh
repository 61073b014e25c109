#!/bin/sh
# Installs packages in an overlay of this machine, runs README's examples there and discards the overlay. debian.sh
# calls it with unshare --mount. CAROM_PACKAGES is the folder with the packages and smoke.sh. CAROM_HIDDEN is the folder
# of the sources, which is empty in the overlay.
set -eu
over=$(mktemp -d)
trap 'rmdir "$over"' EXIT
mount -t tmpfs tmpfs "$over"
trap 'umount -R "$over" && rmdir "$over"' EXIT
mkdir "$over/upper" "$over/work" "$over/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$over/upper,workdir=$over/work" "$over/root"
mkdir -p "$over/root/packages"
cp "$CAROM_PACKAGES"/* "$over/root/packages"
mount -t tmpfs tmpfs "$over/root$CAROM_HIDDEN"
mount -t tmpfs tmpfs "$over/root/tmp"
for folder in dev proc; do mount --rbind "/$folder" "$over/root/$folder"; done
# Hide the files of an earlier cmake --install too, because programs would find them first.
find "$over/root/usr/local" -iname '*carom*' -prune -exec rm -rf {} +
path=/usr/bin:/bin:/usr/sbin:/sbin
in_root() { env -i PATH="$path" HOME=/tmp LC_ALL=C.UTF-8 chroot "$over/root" "$@"; }
in_root sh -c 'dpkg -i /packages/*.deb >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }'
echo "installed: $(ls "$CAROM_PACKAGES"/*.deb | wc -l) packages"
# node need not be Debian's package, but carom must be.
path=$path:$(dirname "$(command -v node || echo /usr/bin/node)")
in_root sh /packages/smoke.sh
