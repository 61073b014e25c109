#!/bin/sh
# Builds the Debian packages, looks at them with lintian, installs them into a clean root and runs README's examples there.
#   packaging/debian.sh WORKDIR [--site HTML] [--npm PACKAGE.tgz] [--no-root | --root-only]
# --site    a site that is already built (docs/site/build.py); without it carom-doc has the examples alone
# --npm     the npm package, for the example in node; without it that example is left out, and the script says so
# --no-root builds and looks, installs nothing; --root-only installs the packages that WORKDIR already has
# The clean root is made by mmdebstrap from this machine's own apt sources, so it holds what a fresh system would fetch. Packages are
# built with ccache where it is. Needs: debhelper dh-python lintian mmdebstrap fakeroot, and what debian/control asks for.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$1
shift
site= npm= clean=yes made=
while [ $# -gt 0 ]; do
    case $1 in
    --site) site=$(cd "$2" && pwd); shift ;;
    --npm) npm=$(cd "$(dirname "$2")" && pwd)/$(basename "$2"); shift ;;
    --no-root) clean= ;;
    --root-only) made=yes ;;
    *) echo "debian.sh: $1?"; exit 2 ;;
    esac
    shift
done
say() { printf '\n== %s\n' "$*"; }
build_packages() {
    rm -rf "$work"
    mkdir -p "$work/carom"
    work=$(cd "$work" && pwd)
    say "building"
    (cd "$root" && git ls-files -co --exclude-standard -z | xargs -0 tar -cf - --ignore-failed-read) | tar -xf - -C "$work/carom"
    cd "$work/carom"
    export DEB_BUILD_OPTIONS="nocheck parallel=2"
    [ "$site" ] || export DEB_BUILD_PROFILES=nodoc
    # Debian's own tools, not what a user put before them.
    CAROM_SITE_HTML=$site PATH=/usr/bin:/bin:/usr/sbin:/sbin dpkg-buildpackage --unsigned-source --unsigned-changes -b >"$work/build.log" 2>&1 ||
        { tail -40 "$work/build.log"; exit 1; }
    cd "$work"
    ls -1 ./*.deb
    say "lintian"
    lintian --tag-display-limit 0 --allow-root --fail-on error,warning ./*.changes | tee lintian.log
    ! grep -qE '^[EW]:' lintian.log || exit 1
    echo "lintian: no errors, no warnings"
}
[ "$made" ] || build_packages
work=$(cd "$work" && pwd)
cd "$work"

[ "$clean" ] || exit 0
say "a clean root"
rm -rf "$work/clean"
sources=$(ls /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mmdebstrap --quiet --variant=apt --include=gcc,g++,libc6-dev,pkg-config,ca-certificates${npm:+,nodejs} "$suite" "$work/clean" $sources
mkdir -p "$work/clean/packages"
cp ./*.deb "$work/clean/packages"
# All but the symbols for debuggers, by apt, with what they depend on.
rm -f "$work/clean/packages"/*-dbgsym*
chroot "$work/clean" sh -c 'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && apt-get install -y -qq --no-install-recommends /packages/*.deb' >"$work/install.log" 2>&1 ||
    { tail -20 "$work/install.log"; exit 1; }
[ -z "$npm" ] || cp "$npm" "$work/clean/packages/carom.tgz"
cp "$root/packaging/smoke.sh" "$work/clean/packages"
chroot "$work/clean" sh /packages/smoke.sh
