#!/bin/sh
# The ABI gate: the core as it is now beside the last tag's. Within one soname (0.MINOR until 1.0) nothing that a compiled
# program relies on may change; with another soname it may, and the summary says what did.   Usage: tools/abi.sh [TAG]
# Needs abidiff (abigail-tools) and git with the tags.
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
mkdir -p "$work/then" "$work/now"
git archive "$tag" | tar -xf - -C "$work/then"
git archive HEAD | tar -xf - -C "$work/now"
for tree in then now; do
    cmake -S "$work/$tree" -B "$work/$tree/build" -DCMAKE_BUILD_TYPE=Debug -DCAROM_CLI=OFF -DCAROM_TESTS=OFF \
        -DCAROM_COMPLIANT=OFF -DCAROM_SICONOS=OFF -DCAROM_DRAW=OFF -DCAROM_SWEEP=OFF -DCAROM_STORE=OFF \
        -DCAROM_FCLIB=OFF -DCAROM_FIT=OFF >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    cmake --build "$work/$tree/build" --target carom --parallel 2 >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
done
soname() { readelf -d "$work/$1/build/libcarom.so" | sed -n 's/.*soname: \[\(.*\)\].*/\1/p'; }
code=0
abidiff --headers-dir1 "$work/then/include" --headers-dir2 "$work/now/include" "$work/then/build/libcarom.so" \
    "$work/now/build/libcarom.so" >"$work/report" 2>&1 || code=$?
echo "abi: $tag has $(soname then), now $(soname now)"
sed -n '/summary:/p' "$work/report"
# Bits of abidiff's answer: 1 it failed, 4 something changed, 8 incompatibly.
[ $((code & 1)) = 0 ] || { cat "$work/report"; exit 1; }
if [ "$(soname then)" = "$(soname now)" ] && [ $((code & 8)) != 0 -o $((code & 4)) != 0 ]; then
    grep -q -E 'Removed|Changed|changed' "$work/report" || { echo "abi: only additions"; exit 0; }
    cat "$work/report"
    echo "abi: the ABI changed, but the soname did not: give the next version another minor number"
    exit 1
fi
