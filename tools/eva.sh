#!/bin/sh
# Proves properties for all numbers at once by abstract interpretation (Frama-C's Eva). It analyses src/base
# (tools/eva/base.c), and the closed forms of all laws with the admissibility check (tools/eva/kernels.c), for any
# doubles, including NaN and infinities. An alarm is a place where Eva cannot prove one of these: that memory is valid
# and initialised, that an integer fits, or an assertion of these files. Everything without an alarm is proved. Exits
# with 1 if a file that is not explained below raises an alarm. Takes half a minute on one processor and is run by hand.
set -eu
cd "$(dirname "$0")/.."
command -v frama-c >/dev/null || { echo "eva: no frama-c here (Debian: frama-c-base)"; exit 77; }
# Eva cannot prove the following, because it knows only intervals:
#   circle.c, poly.c   a polynomial has at most as many roots as its degree, and bisection keeps one pending interval at each depth
#   root.c             a search ends after 200 evaluations
#   status.c           a function that receives the number as another type has found it in the table
explained='^src/base/(circle|poly|root|status)\.c:'
log=$(mktemp)
trap 'rm -f "$log"' EXIT
bad=0
# look WHAT FILE...
look() {
    what=$1
    shift
    frama-c -c11 -machdep gcc_x86_64 -warn-special-float none -inline-calls known \
        -cpp-extra-args="-Iinclude -Isrc -include tools/eva/iso.h -Itools/eva" -eva -eva-no-print -eva-precision 2 \
        -eva-split-return full -eva-unroll-recursive-calls 20 tools/eva/libm.c "$@" >"$log" 2>&1 || true
    alarms=$(sed -n '/eva:alarm/{N;s/\n *//;s/\[eva:alarm\] //;s/Warning: *//;p}' "$log" | sort -u)
    functions=$(sed -n 's/^ *\([0-9]*\) functions analyzed.*/\1/p' "$log")
    statements=$(sed -n 's/.* \([0-9]*\) statements reached.*/\1/p' "$log")
    asserted=$(sed -n 's/^ *Assertions *\([0-9]*\) valid *\([0-9]*\) unknown.*/, \1 assertions shown and \2 not/p' "$log")
    [ -n "$functions" ] || { tail -5 "$log"; exit 1; }
    [ -z "$alarms" ] || echo "$alarms"
    new=$(echo "$alarms" | grep . | grep -cvE "$explained" || true)
    bad=$((bad + new))
    echo "$what: $functions functions, $statements statements$asserted;" \
        "$(echo "$alarms" | grep -c . || true) alarms, $new of them not explained"
}
# decimal.c is left out, because Eva does not support integers of 128 bits.
# shellcheck disable=SC2046,SC2010
look src/base tools/eva/base.c $(ls src/base/*.c | grep -v decimal)
look "the closed forms" tools/eva/kernels.c
[ "$bad" = 0 ]
