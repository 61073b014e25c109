#!/bin/sh
# Both compilers must vectorise every loop of src/batch/lanes.h at x86-64-v3: the closed forms of the laws, the judges
# and the narrowing; and the long loops of series_lanes.h. By the compilers' own reports. Usage: vectorised.sh ROOT
set -eu
cd "$1/src"
flags="-std=c17 -O3 -ffp-contract=off -fno-trapping-math -fno-math-errno -march=x86-64-v3 -I../include -I."
# A row's loop is reported at the row; a loop written out at its own line (those in macros end in a backslash).
# A law with one row a stop has its rows in the table of stops.
wanted=$(grep -n '^CAROM_LANES_[PS]' laws/*/lanes.def | cut -d: -f1,2
    grep -n '^CAROM_STOP(' tables/stops.def | sed 's/:.*//; s/^/tables\/stops.def:/'
    grep -n 'for (size_t i' batch/lanes.h | grep -v '\\$' | sed 's/:.*//; s/^/batch\/lanes.h:/'
    # The first loop of each of these.
    awk '/^CAROM_LANE void (next_term|weigh_y|weigh_Y|reaches|sum_y)[(]/ { open = 1 }
         open && /for [(]int i/ { print "batch/series_lanes.h:" FNR; open = 0 }' batch/series_lanes.h)
bad=0
# gcc divides once where operands are selected, by this flag of the build.
once=$(grep -o -- '--param=max-jump-thread-duplication-stmts=[0-9]*' ../cmake/CaromLanes.cmake || true)
code=$(mktemp)
trap 'rm -f "$code"' EXIT
for cc in gcc clang; do
    command -v $cc >/dev/null || { echo "$cc is missing"; exit 1; }
    case $cc in
    # Two laws may have one loop: gcc would keep one of them, and report that.
    gcc) report=$($cc $flags $once --param=vect-epilogues-nomask=0 -fno-ipa-icf -fopt-info-vec-optimized -S batch/level_v3.c -o "$code" 2>&1 | grep 'loop vectorized') ;;
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
# Divisions of four lanes in a law's loop, as many as its kernel writes.
for row in brach_closed:2 lane_routh_energetic:3; do
    found=$(awk -v start="solve_${row%:*}:" '$1 == start { open = 1 }
        open && $1 == "vdivpd" && /%ymm/ { n++ }
        open && $1 == ".cfi_endproc" { exit }
        END { print n + 0 }' "$code")
    if [ "$found" -ne "${row#*:}" ]; then
        echo "gcc divides $found times in ${row%:*}, not ${row#*:}"
        bad=1
    fi
done
exit $bad
