#!/bin/sh
# Adding a law is tools/new_law.sh and nothing else: on a copy of the tree it adds the law `echo`, builds what a law
# reaches, and runs the tests that know the laws. Prints the files it touched. Usage: new_law.sh ROOT WORKDIR
set -eu
root=$1
work=$2
name=echo
rm -rf "$work"
mkdir -p "$work/tree"
(cd "$root" && tar -cf - --exclude=./build --exclude=./.git .) | tar -xf - -C "$work/tree"
cd "$work/tree"

files() { find . -type f ! -path './build/*' -exec cksum {} + | LC_ALL=C sort; }
files >"$work/before"

# Without what a law does not reach; unoptimised, which is the quickest to build and has the same bits.
cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug -DCAROM_WERROR=ON -DCAROM_COMPLIANT=OFF -DCAROM_SICONOS=OFF \
    -DCAROM_FCLIB=OFF -DCAROM_SWEEP=OFF >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
sh tools/new_law.sh $name build
files >"$work/after"

echo "new files:"
LC_ALL=C comm -13 "$work/before" "$work/after" | cut -d' ' -f3 >"$work/changed"
cut -d' ' -f3 "$work/before" >"$work/known"
grep -vxFf "$work/known" "$work/changed" | sed 's/^/  /'
echo "edited:"
grep -xFf "$work/known" "$work/changed" | sed 's/^/  /'

sh tools/new_law.sh $name build 2>"$work/log" && { echo "a second $name is not refused"; exit 1; }
grep -q already "$work/log" || { cat "$work/log"; exit 1; }

units="registry_card registry_table batch_batch whole_hostile base_status"
cmake --build build --target conform limits relations unread batch_ordinary \
    $(printf "%s_test " $units) >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
bad=0
check() {
    if "$@" >"$work/log" 2>&1; then
        echo "passed: $*"
    else
        echo "FAILED: $*"
        tail -n 20 "$work/log"
        bad=1
    fi
}
for unit in $units; do check build/tests/"${unit%%_*}/${unit}_test"; done
check build/tests/whole/conform/conform 10000 $name
for test in limits relations unread; do check build/tests/whole/conform/$test; done
check build/tests/batch/batch_ordinary
for test in docs laws compare usage solve explain output stream; do check sh tests/cli/${test}_test.sh build/carom; done
check sh tools/law_pictures.sh build/carom --check
check sh tools/layers.sh .
# The bits of an optimised build are those that were written down.
cc -std=c17 -O2 -ffp-contract=off -DCAROM_STATIC -I. -Iinclude -Isrc -Itests tests/whole/bits/bits.c src/*/*.c src/laws/*/*.c -lm \
    -o "$work/bits"
"$work/bits" 1000000 $name >"$work/bits.txt"
grep "^$name " tests/whole/bits/hashes.txt >"$work/hashes.txt"
check cmp "$work/bits.txt" "$work/hashes.txt"
check sh tests/batch/vectorised.sh .
exit $bad
