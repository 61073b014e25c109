#!/bin/sh
# Checks that every test with random problems fails if too few of them have a result (support/floor.h). The list below
# names the files that need no such floor, because they assert something for every problem.
# Usage: floors.sh ROOT
set -eu
cd "$1/tests"
every="
base/circle_test.c base/dense_test.c base/root_test.c
batch/batch_test.c batch/problems.c batch/openmp.c
bodies/body_test.c bodies/mechanism_jac_test.c bodies/mechanism_test.c
collide/check_test.c collide/region_test.c
draw/figure.c
fit/synthetic.c
inline/rows.c
laws/expansion_test.c laws/ratio_test.c laws/smith_cases.c
many/lemke_test.c many/method_test.c
sweep/summary_test.c
walk/hodograph_test.c walk/routh_closed_test.c walk/routh_space_test.c     
web/hash.c web/outcomes.c whole/bits/bits.c whole/bits/edges.c laws/edge_problems.c many/edge_systems.c    
"
bad=0 floors=0
for file in $(grep -rlE --include='*.c' '\b(random_at|random_problem|random_system|random_many)\(' . | sed 's|^\./||' | sort); do
    if grep -qE '\bfloor_(met|holds)\(' "$file"; then
        floors=$((floors + 1))
        continue
    fi
    case " $(echo $every) " in
    *" $file "*) ;;
    *) echo "$file draws random problems and has no floor"; bad=1 ;;
    esac
done
for file in $every; do [ -f "$file" ] || { echo "$file is gone; strike it"; bad=1; }; done
echo "$floors campaigns have a floor"
exit $bad
