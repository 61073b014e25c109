#!/bin/sh
# Builds the Debian packages, checks them with lintian, installs them into a clean root and runs README's examples there.
#   packaging/debian.sh WORKDIR [--site HTML] [--npm PACKAGE.tgz] [--no-root | --root-only] [--quick]
# --site    a built site (docs/site/build.py); without it carom-doc contains only the examples
# --npm     the npm package for the node example; without it the script leaves that example out and prints so
# --no-root builds and checks, installs nothing; --root-only installs the packages in WORKDIR
# --quick   the short form for CI: compiler flags of the release build instead of Debian's, so that ccache helps; no debug packages;
#           the clean root is an overlay of this machine that hides the sources and is discarded
# mmdebstrap fetches the clean root from the apt sources of this machine. Packages are built with ccache if it is installed.
# Needs debhelper, dh-python, lintian, mmdebstrap (unless --quick) and the build dependencies in debian/control.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$1
shift
site= npm= clean=yes made= quick=
while [ $# -gt 0 ]; do
    case $1 in
    --site) site=$(cd "$2" && pwd); shift ;;
    --npm) npm=$(cd "$(dirname "$2")" && pwd)/$(basename "$2"); shift ;;
    --no-root) clean= ;;
    --root-only) made=yes ;;
    --quick) quick=yes ;;
    *) echo "debian.sh: unknown option $1"; exit 2 ;;
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
    if [ "$quick" ]; then
        export DEB_BUILD_OPTIONS="$DEB_BUILD_OPTIONS noautodbgsym" DEB_CFLAGS_SET= DEB_CPPFLAGS_SET= DEB_LDFLAGS_SET= CAROM_CONFIGURE=-DCAROM_WERROR=ON CAROM_COMPRESS=-Zgzip\ -z1
        export CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS-locale}" # debhelper sets a locale that differs from that of the release build
    fi
    # Use Debian's tools, even if PATH has others first.
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
mkdir -p "$work/packages"
cp ./*.deb "$root/packaging/smoke.sh" "$work/packages"
[ -z "$npm" ] || cp "$npm" "$work/packages/carom.tgz"
rm -f "$work/packages"/*-dbgsym*

if [ "$quick" ]; then
    say "this machine, without the sources"
    # Install in a separate mount namespace, which ends with the process. dpkg rejects packages that lack a dependency.
    [ "$(id -u)" = 0 ] || alone=--map-root-user
    CAROM_HIDDEN=$root CAROM_PACKAGES=$work/packages unshare --mount ${alone:-} sh -eu "$root/packaging/overlay.sh"
    exit 0
fi
say "a clean root"
rm -rf "$work/clean"
sources=$(ls /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mmdebstrap --quiet --variant=apt --include=gcc,g++,libc6-dev,pkg-config,ca-certificates${npm:+,nodejs} "$suite" "$work/clean" $sources
mv "$work/packages" "$work/clean/packages"
# Install the packages and their dependencies with apt.
chroot "$work/clean" sh -c 'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && apt-get install -y -qq --no-install-recommends /packages/*.deb' >"$work/install.log" 2>&1 ||
    { tail -20 "$work/install.log"; exit 1; }
chroot "$work/clean" sh /packages/smoke.sh
