#!/bin/sh
# Checks that gcc and clang vectorise every loop of src/batch/lanes.h for x86-64-v3, and the long loops of
# series_lanes.h. The loops are the closed forms of the laws, the checks of results and the conversion to narrow types.
# The compilers report which loops they vectorise. Usage: vectorised.sh ROOT
set -eu
cd "$1/src"
flags="-std=c17 -O3 -ffp-contract=off -fno-trapping-math -fno-math-errno -march=x86-64-v3 -I../include -I."
# A compiler reports the loop of a row at the row, and any other loop at its own line. Loops within macros, which end in
# a backslash, are not checked here. If a law has one row per restitution hypothesis, its rows are in tables/stops.def.
wanted=$(grep -n '^CAROM_LANES_[PS]' laws/*/lanes.def | cut -d: -f1,2
    grep -n '^CAROM_STOP(' tables/stops.def | sed 's/:.*//; s/^/tables\/stops.def:/'
    grep -n 'for (size_t i' batch/lanes.h | grep -v '\\$' | sed 's/:.*//; s/^/batch\/lanes.h:/'
    # The first loop of each of these functions.
    awk '/^CAROM_LANE void (next_term|weigh_y|weigh_Y|reaches|sum_y)[(]/ { open = 1 }
         open && /for [(]int i/ { print "batch/series_lanes.h:" FNR; open = 0 }' batch/series_lanes.h)
bad=0
# With this flag of the build, gcc divides only once if the operands depend on a condition.
once=$(grep -o -- '--param=max-jump-thread-duplication-stmts=[0-9]*' ../cmake/CaromLanes.cmake || true)
code=$(mktemp)
trap 'rm -f "$code"' EXIT
for cc in gcc clang; do
    command -v $cc >/dev/null || { echo "$cc is missing"; exit 1; }
    case $cc in
    # Two laws may have the same loop. Without -fno-ipa-icf gcc would keep one of them and report only that.
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
# Checks that the loops of two laws have as many divisions of four doubles as their kernels.
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
