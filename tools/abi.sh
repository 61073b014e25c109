#!/bin/sh
# The ABI gate: the core as it is now beside the last tag's. Within one soname (0.MINOR until 1.0) a compiled program must
# go on working, so only additions pass: new functions, new rows at the ends of the enumerations. With another soname, or
# before the first tag, there is nothing to keep. Usage: tools/abi.sh [TAG]
# "Now" is what is committed. Needs git with the tags, and abidiff (abigail-tools).
set -eu
cd "$(dirname "$0")/.."
command -v abidiff >/dev/null || { echo "abi: abidiff (abigail-tools) is not here"; exit 1; }
tag=${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}
if [ -z "$tag" ]; then
    echo "abi: there is no tag to compare with"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# series COMMIT: the part of its version that names the soname.
series() {
    git show "$1:include/carom/version.h" |
        sed -n 's/.*define CAROM_VERSION  *"\([^"]*\)".*/\1/p' | sed 's/^\(0\.[0-9]*\).*/\1/; t; s/\..*//'
}
if [ "$(series "$tag")" != "$(series HEAD)" ]; then
    echo "abi: $tag is libcarom.so.$(series "$tag"), now it is libcarom.so.$(series HEAD): nothing to keep"
    exit 0
fi

library() {
    mkdir -p "$work/$1"
    git archive "$2" | tar -xf - -C "$work/$1"
    cmake -S "$work/$1" -B "$work/$1/build" -DCMAKE_BUILD_TYPE=Debug -DCAROM_CLI=OFF -DCAROM_TESTS=OFF \
        -DCAROM_COMPLIANT=OFF -DCAROM_SICONOS=OFF -DCAROM_DRAW=OFF -DCAROM_SWEEP=OFF -DCAROM_FCLIB=OFF \
        -DCAROM_FIT=OFF >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    cmake --build "$work/$1/build" --target carom --parallel 2 >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
}
library then "$tag"
library now HEAD
soname() { readelf -d "$work/$1/build/libcarom.so" | sed -n 's/.*soname: \[\(.*\)\].*/\1/p'; }
echo "abi: $tag has $(soname then), now $(soname now)"
[ "$(soname then)" = "$(soname now)" ] || { echo "abi: the versions say the same soname, the libraries do not"; exit 1; }

# Bits of abidiff's answer: 1 and 2 it failed, 4 something changed, 8 surely for the worse. It leaves out what only adds.
code=0
abidiff --no-added-syms --headers-dir1 "$work/then/include" --headers-dir2 "$work/now/include" \
    "$work/then/build/libcarom.so" "$work/now/build/libcarom.so" >"$work/report" 2>&1 || code=$?
if [ "$code" != 0 ]; then
    cat "$work/report"
    echo "abi: what programs were compiled with has changed, the soname has not: give the version another minor number"
    exit 1
fi
echo "abi: programs built with $tag go on working"
