#!/bin/sh
# Both compilers must vectorise every loop of src/batch/lanes.h at x86-64-v3: the closed forms of the laws, the judges
# and the narrowing; and the long loops of series_lanes.h. By the compilers' own reports. Usage: vectorised.sh ROOT
set -eu
cd "$1/src"
flags="-std=c17 -O3 -ffp-contract=off -fno-trapping-math -fno-math-errno -march=x86-64-v3 -I../include -I."
# A row's loop is reported at the row; a loop written out at its own line (those in macros end in a backslash).
# A law with one row a stop has its rows in the table of stops.
wanted=$(grep -n '^CAROM_LANES_[PS]' laws/*/lanes.def | cut -d: -f1,2
    grep -n '^CAROM_STOP(' ../include/carom/stops.def | sed 's/:.*//; s/^/..\/include\/carom\/stops.def:/'
    grep -n 'for (size_t i' batch/lanes.h | grep -v '\\$' | sed 's/:.*//; s/^/batch\/lanes.h:/'
    # The first loop of each of these.
    awk '/^CAROM_LANE void (next_term|weigh_y|weigh_Y|reaches|sum_y)[(]/ { open = 1 }
         open && /for [(]int i/ { print "batch/series_lanes.h:" FNR; open = 0 }' batch/series_lanes.h)
bad=0
for cc in gcc clang; do
    command -v $cc >/dev/null || { echo "$cc is missing"; exit 1; }
    case $cc in
    # Two laws may have one loop: gcc would keep one of them, and report that.
    gcc) report=$($cc $flags -fno-ipa-icf -fopt-info-vec-optimized -c batch/level_v3.c -o /dev/null 2>&1 | grep 'loop vectorized') ;;
    clang) report=$($cc $flags -Rpass=loop-vectorize -c batch/level_v3.c -o /dev/null 2>&1 | grep 'vectorized loop') ;;
    esac
    for place in $wanted; do
        if ! echo "$report" | grep -q "$place:"; then
            echo "$cc does not vectorise $place: $(sed -n "${place#*:}p" "${place%:*}")"
            bad=1
        fi
    done
    echo "$cc: $(echo "$wanted" | wc -l) loops asked for"
done
exit $bad
