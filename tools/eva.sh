#!/bin/sh
# What holds for all numbers at once, by abstract interpretation (Frama-C's Eva): src/base on any doubles, NaN and infinities among them,
# by tools/eva/base.c. By hand, half a minute of one processor. Prints the alarms: where Eva cannot show that memory is there and was
# written, and that an integer fits. What raises none is shown. Ends with 1 if a file that is not explained here raises one.
set -eu
cd "$(dirname "$0")/.."
command -v frama-c >/dev/null || { echo "eva: no frama-c here (Debian: frama-c-base)"; exit 77; }
# Not shown, since intervals do not know it:
#   circle.c, poly.c   a polynomial has at most as many roots as its degree, and bisection one interval that waits at each depth
#   root.c             a search is over after 200 looks
#   status.c           the number asked for was found to be in the table by a function that is told it as another type
explained='^src/base/(circle|poly|root|status)\.c:'
log=${1:-}
if [ -z "$log" ]; then
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    # Not decimal.c: it needs integers of 128 bits, which Eva has not.
    # shellcheck disable=SC2046
    frama-c -c11 -machdep gcc_x86_64 -warn-special-float none -inline-calls known \
        -cpp-extra-args="-Iinclude -Isrc -include tools/eva/iso.h -Itools/eva" -eva -eva-no-print -eva-precision 2 \
        -eva-split-return full -eva-unroll-recursive-calls 20 \
        tools/eva/base.c tools/eva/libm.c $(ls src/base/*.c | grep -v decimal) >"$log" 2>&1 || true
fi
alarms=$(sed -n '/eva:alarm/{N;s/\n *//;s/\[eva:alarm\] //;s/Warning: *//;p}' "$log" | sort -u)
functions=$(sed -n 's/^ *\([0-9]*\) functions analyzed.*/\1/p' "$log")
statements=$(sed -n 's/.* \([0-9]*\) statements reached.*/\1/p' "$log")
[ -n "$functions" ] || { tail -5 "$log"; exit 1; }
echo "$alarms"
new=$(echo "$alarms" | grep -cvE "$explained" || true)
echo "eva: $functions functions, $statements statements; $(echo "$alarms" | grep -c .) alarms, $new of them not explained"
[ "$new" = 0 ]
