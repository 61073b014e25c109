#!/bin/sh
# Golden files by a program that is linked to the amalgamation. Usage: golden.sh MAPS PROGRAM COMMAND [NAME...]
# COMMAND is the command for programs that call it, or empty.
set -eu
maps=$1 program=$2 command=$3
shift 3
# Nothing may come from the library, or it would be compared with itself.
for linked in "$program" ${command:+"$command"}; do
    [ -s "$maps/$(basename "$linked").map" ]
    if grep -q 'libcarom\.a(' "$maps/$(basename "$linked").map"; then echo "$linked contains parts of libcarom.a"; exit 1; fi
done
[ $# -gt 0 ] || set -- ""
for name in "$@"; do
    "$program" ${command:+"$command"} ${name:+"$name"} || { echo "golden: $program $name fails"; exit 1; }
done
echo "golden: $# runs"
