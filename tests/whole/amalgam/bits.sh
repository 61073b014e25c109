#!/bin/sh
# Compares the hashes that two programs print. AMALGAM is bits.c linked to the amalgamation, LIBRARY is bits.c linked to
# the library, and MAP is the linker map of AMALGAM. With `plane` only the laws in 2D are compared, each by its own run.
# Usage: bits.sh AMALGAM LIBRARY PROBLEMS MAP [plane]
set -eu
# AMALGAM must contain nothing from the library, or the library would be compared with itself.
if grep -q 'libcarom\.a(' "$4"; then echo "the program holds parts of libcarom.a"; exit 1; fi
if [ "${5:-}" = plane ]; then
    laws=$(cut -d" " -f1 "$(dirname "$0")/../bits/hashes.txt" | sort -u | grep -v motion)
    for law in $laws; do "$2" "$3" "$law" | grep " 2 " || true; done >"$4.library"
    for law in $laws; do "$1" "$3" "$law"; done | diff "$4.library" -
else
    "$2" "$3" >"$4.library"
    "$1" "$3" | diff "$4.library" -
fi
[ "$(wc -l <"$4.library")" -ge 15 ]
