#!/bin/sh
# Runs a program of golden files that is linked to the amalgamation, once for each NAME, or once without a name. MAPS is
# the directory of the linker maps. COMMAND is the carom command for programs that call it, or empty.
# Usage: golden.sh MAPS PROGRAM COMMAND [NAME...]
set -eu
maps=$1 program=$2 command=$3
shift 3
# The programs must contain nothing from the library, or the test would not check the amalgamation.
for linked in "$program" ${command:+"$command"}; do
    [ -s "$maps/$(basename "$linked").map" ]
    if grep -q 'libcarom\.a(' "$maps/$(basename "$linked").map"; then echo "$linked contains parts of libcarom.a"; exit 1; fi
done
[ $# -gt 0 ] || set -- ""
for name in "$@"; do
    "$program" ${command:+"$command"} ${name:+"$name"} || { echo "golden: $program $name fails"; exit 1; }
done
echo "golden: $# runs"
