#!/bin/sh
# Makes and tests all packages: archives with checksums, Debian packages (with lintian), and the examples of README in a
# clean root.
#   packaging/check.sh BUILD_DIR WORKDIR
# BUILD_DIR is a release build whose tests have run. The site (test site/build) and the npm package (test web/package)
# are taken from this build if they exist. The script compiles the packages with Debian's flags and downloads the clean
# root. This takes about four minutes of processor time, so it is run by hand before a release; CI runs the short form
# (test site/packages). Missing tools are installed.
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
[ -d "$site" ] || { echo "no site in $build: carom-doc will contain only the examples"; site=; }
[ "$npm" ] || echo "no npm package in $build: the node example is left out"
/usr/bin/python3 "$root/packaging/recipes.py"
sh "$root/packaging/symbols.sh" "$build" --check
sh "$root/packaging/archives.sh" "$build" "$work/archives" $npm
sh "$root/packaging/debian.sh" "$work/debian" ${site:+--site "$site"} ${npm:+--npm "$npm"}
