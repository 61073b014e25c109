#!/bin/sh
# All packages that can be made here, made and tried: archives with checksums, Debian packages, lintian, a clean root, README's examples.
#   packaging/check.sh BUILD_DIR WORKDIR
# BUILD_DIR is a release build whose tests have run: the site (site/build) and the npm package (web/package) are taken from there, if they
# are there. Here the packages are compiled anew with Debian's flags, and the clean root is fetched: some four minutes of processor time, so it
# is run by hand before a release. CI runs the short form (site/packages). Installs what it needs and misses.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
missing=
for package in debhelper dh-python lintian mmdebstrap fakeroot; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
if [ "$missing" ]; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi
site=$build/tests/docs/site/html
npm=$(ls "$build"/tests/web/package/carom-*.tgz 2>/dev/null | head -n 1 || true)
[ -d "$site" ] || { echo "no site in $build: carom-doc will have the examples alone"; site=; }
[ "$npm" ] || echo "no npm package in $build: the example in node is left out"
/usr/bin/python3 "$root/packaging/recipes.py"
sh "$root/packaging/symbols.sh" "$build" --check
sh "$root/packaging/archives.sh" "$build" "$work/archives" $npm
sh "$root/packaging/debian.sh" "$work/debian" ${site:+--site "$site"} ${npm:+--npm "$npm"}
