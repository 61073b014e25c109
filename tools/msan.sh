#!/bin/sh
# Finds reads of uninitialised memory (MSan, clang) with the unit tests of the core: msan.sh [SECONDS]. Each program
# runs for at most SECONDS (default 300). Jansson, HDF5 and SUNDIALS are not built with MSan, so the tests of the
# modules are left out. cmocka is not built with it either, which does no harm. Exits with 1 if a program found an error
# or none ran.
set -eu
seconds=${1:-300}
cd "$(dirname "$0")/.."
cmake --preset msan >/dev/null
programs=$(cmake --build build/msan --target help |
    sed -nE 's/^((base|batch|bodies|collide|laws|many|registry|walk|why|whole)_[a-z_]+_test):.*/\1/p')
# shellcheck disable=SC2086
cmake --build build/msan --target $programs | tail -1
found=0 clean=0 late=0
for name in $programs; do
    code=0
    timeout "$seconds" "build/msan/tests/${name%%_*}/$name" >build/msan/said 2>&1 || code=$?
    if grep -q 'WARNING: MemorySanitizer' build/msan/said; then
        found=$((found + 1))
        echo "FOUND $name:" && grep -m 4 -E 'WARNING|#[0-2] ' build/msan/said
    elif [ $code = 124 ]; then
        late=$((late + 1)) && echo "$name: nothing in $seconds s, not ended"
    elif [ $code = 0 ]; then
        clean=$((clean + 1))
    else
        found=$((found + 1)) && echo "FAILED $name" && tail -3 build/msan/said
    fi
done
echo "$clean programs without a finding, $late not ended, $found with one"
[ $found = 0 ] && [ $clean -gt 0 ]
