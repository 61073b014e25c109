#!/bin/sh
# Counts instructions with callgrind. Unlike times, they do not depend on the load of the machine.
#   2D: one carom_collide with routh may need at most 1.03 times as many as the reference (gcc 12, x86-64, Release).
#   3D: per impact, a batch of routh may need at most 1/1.4 as many as single calls.
# Usage: instructions.sh PROGRAM; returns 77 without valgrind
set -eu
command -v valgrind >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Prints the instructions of one problem, without those that start the program.
counted() {
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$program" "$1" "$2" 2>"$work/log" || { cat "$work/log" >&2; exit 1; }
    sed -n 's/.*Collected : //p' "$work/log"
}
instructions() { echo $((($(counted "$1" "$2") - $(counted "$1" 0)) / $2)); }
program=$1
single2=$(instructions single2 20000)
single3=$(instructions single3 4096)
batch3=$(instructions batch3 4096)
echo "2D: $single2 instructions for one impact (reference: 793)"
echo "3D: $single3 for one impact alone, $batch3 in a batch"
bad=0
if cc --version 2>/dev/null | grep -q ' 12\.' && [ "$(uname -m)" = x86_64 ] && [ $((100 * single2)) -gt $((103 * 793)) ]; then
    echo "FAILED: more than 1.03 times the instructions of the reference"; bad=1
fi
[ $((14 * batch3)) -le $((10 * single3)) ] || { echo "FAILED: the batch saves too little"; bad=1; }
exit $bad
