#!/bin/sh
# The amalgamation has the bits of the library. Usage: bits.sh AMALGAM LIBRARY PROBLEMS MAP
set -eu
# Of the library itself nothing may be linked, or it would be compared with itself.
if grep -q 'libcarom\.a(' "$4"; then echo "the program holds parts of libcarom.a"; exit 1; fi
"$2" "$3" >"$4.library"
"$1" "$3" | diff "$4.library" -
[ "$(wc -l <"$4.library")" -ge 20 ]
