#!/bin/sh
# Adds two laws to a copy of the tree by tools/new_law.sh, one of them without a vector kernel, and runs the tests of
# all laws on them.
# Usage: new_law.sh ROOT WORKDIR
set -eu
root=$1 work=$2 bad=0
export CMAKE_BUILD_PARALLEL_LEVEL=2 # the property PROCESSORS of the test
# The copy has the directories and flags of the preset `release`, so that ccache finds every file that stays the same.
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER:-ccache}" CCACHE_BASEDIR="$work/tree" CCACHE_NOHASHDIR=1
fi
rm -rf "$work"
mkdir -p "$work/tree"
(cd "$root" && tar -cf - --exclude=./build --exclude=./.git --exclude=node_modules .) | tar -xf - -C "$work/tree"
cd "$work/tree"

check() { # check COMMAND...: prints whether the command passed, and otherwise sets `bad`
    if "$@" >"$work/log" 2>&1; then echo "passed: $*"; else echo "FAILED: $*"; tail -n 20 "$work/log"; bad=1; fi
}
refused() { # refused WORDS...: checks that new_law.sh rejects these words
    if sh tools/new_law.sh "$@" >"$work/log" 2>&1; then echo "FAILED: new_law.sh $* is accepted"; bad=1; fi
}

# The build directory does not exist, so tools/new_law.sh configures it. tools/test.sh must accept the result.
check sh tools/new_law.sh echo
check sh tools/new_law.sh --plain quiet
[ "$(ls src/laws/quiet)" = law_quiet.c ] || { echo "FAILED: src/laws/quiet contains more than law_quiet.c"; bad=1; }
if grep quiet src/batch/laws_lanes.def; then echo "FAILED: quiet has a vector kernel"; bad=1; fi
refused echo
refused --plain quiet
refused --plain
refused --simple other

check tools/test.sh release -R '^(laws/quiet|conform/(relations|limits|unread))$'
check cmake --build build/release --target conform
for law in echo quiet; do
    check build/release/tests/whole/conform/conform 10000 $law
    echo '{"law":"'$law'","W":[[2,-1],[-1,2]],"v":[-1,0.6],"params":{"e":0.5}}' >"$work/line"
    build/release/carom solve --jsonl "$work/line" >"$work/answer"
    check grep -qF '"P":[0.75,0]' "$work/answer"
done
check sh tools/law_pictures.sh build/release/carom --check
# The library returns the bits whose hashes tools/new_law.sh has written.
cc -std=c17 -O2 -ffp-contract=off -DCAROM_STATIC -I. -Iinclude -Isrc -Itests tests/whole/bits/bits.c build/release/libcarom.a -lm \
    -o "$work/bits"
"$work/bits" 1000000 echo >"$work/bits.txt"
grep "^echo " tests/whole/bits/hashes.txt >"$work/hashes.txt"
check cmp "$work/bits.txt" "$work/hashes.txt"
exit $bad
