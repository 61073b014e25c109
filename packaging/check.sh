#!/bin/sh
# Makes and tests all packages: archives with checksums, Debian packages (with lintian), and the examples of README in a
# clean root. Compares the libraries with those of the last release of the same minor version, if there is one.
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
for package in debhelper dh-python lintian mmdebstrap fakeroot abigail-tools; do
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
# Programs that were linked with the last release must run with this one.
minor=$(sed -n 's/.*define CAROM_VERSION *"\([0-9]*\.[0-9]*\)\..*/\1/p' "$root/include/carom/carom.h")
last=$(git -C "$root" tag --list "v$minor.*" --sort=-version:refname | head -n 1)
if [ "$last" ]; then
    rm -rf "$work/abi" && mkdir -p "$work/abi/last"
    git -C "$root" archive "$last" | tar -x -C "$work/abi/last"
    for tree in "$root" "$work/abi/last"; do
        cmake -S "$tree" -B "$work/abi/build-$(basename "$tree")" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCAROM_TESTS=OFF >/dev/null
        cmake --build "$work/abi/build-$(basename "$tree")" | tail -n 1
    done
    for library in "$work/abi/build-last"/libcarom*.so; do
        abidiff --no-added-syms "$library" "$work/abi/build-$(basename "$root")/$(basename "$library")"
    done
fi
sh "$root/packaging/archives.sh" "$build" "$work/archives" $npm
sh "$root/packaging/debian.sh" "$work/debian" ${site:+--site "$site"} ${npm:+--npm "$npm"}
