#!/bin/sh
# Writes or checks the symbols files of the Debian packages, which state the version of a library that a program needs.
#   symbols.sh BUILD_DIR           writes debian/*.symbols from the libraries of this build
#   symbols.sh BUILD_DIR --check   fails if a library lacks a listed name; prints new names
set -eu
build=$1
cd "$(dirname "$0")/.."
version=$(sed -n 's/.*define CAROM_VERSION *"\(.*\)"/\1/p' include/carom/carom.h)
minor=${version%.*}
bad=0
count=0
for library in "$build"/libcarom*.so.$minor; do
    soname=$(basename "$library")
    module=$(echo "$soname" | sed -n 's/libcarom_\(.*\)\.so\..*/-\1/p')
    package=libcarom$module$minor
    {
        echo "$soname $package #MINVER#"
        nm -D --defined-only "$library" | awk '{ print $NF }' | grep '^carom_' | LC_ALL=C sort | sed "s/.*/ &@Base $version/"
    } >"$build/$package.symbols"
    count=$((count + $(grep -c '^ ' "$build/$package.symbols")))
    [ "${2:-}" ] || { cp "$build/$package.symbols" debian; continue; }
    lost=$(grep '^ ' "debian/$package.symbols" | awk '{ print $1 }' | sort >"$build/listed"; grep '^ ' "$build/$package.symbols" |
        awk '{ print $1 }' | sort | comm -23 "$build/listed" -)
    [ -z "$lost" ] || { echo "$soname no longer has: $lost"; bad=1; }
    new=$(grep '^ ' "$build/$package.symbols" | awk '{ print $1 }' | sort | comm -13 "$build/listed" - | wc -l)
    [ "$new" = 0 ] || echo "$soname: $new names are not in debian/$package.symbols; packaging/symbols.sh writes them"
done
[ "$count" -gt 150 ] || { echo "only $count names were found"; exit 1; }
[ $bad = 0 ] || exit 1
echo "symbols of the Debian packages: $count names"
