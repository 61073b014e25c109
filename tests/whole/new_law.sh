#!/bin/sh
# Adding a law is tools/new_law.sh and nothing else: on a copy of the tree it adds the law `echo`, builds what a law
# reaches, and runs the tests that know the laws. Prints the files it touched. Usage: new_law.sh ROOT WORKDIR
set -eu
root=$1
work=$2
name=echo
. "$root/tests/whole/new_thing.sh"

configured -DCAROM_COMPLIANT=OFF
sh tools/new_law.sh $name build
touched 9 "a room, its page and picture, and four lines"

sh tools/new_law.sh $name build 2>"$work/log" && { echo "a second $name is not refused"; exit 1; }
grep -q already "$work/log" || { cat "$work/log"; exit 1; }

units="registry_card registry_table batch_batch whole_hostile base_status"
logged cmake --build build --target conform limits relations unread batch_ordinary $(printf "%s_test " $units)
for unit in $units; do check build/tests/"${unit%%_*}/${unit}_test"; done
check build/tests/whole/conform/conform 10000 $name
for test in limits relations unread; do check build/tests/whole/conform/$test; done
check build/tests/batch/batch_ordinary
for test in docs laws compare usage solve explain output stream; do check sh tests/cli/${test}_test.sh build/carom; done
check sh tools/law_pictures.sh build/carom --check
check sh tools/layers.sh .
# The bits of this build, which is not optimised, are those that an optimised one wrote down.
cc -std=c17 -O2 -ffp-contract=off -DCAROM_STATIC -I. -Iinclude -Isrc -Itests tests/whole/bits/bits.c build/libcarom.a -lm -o "$work/bits"
"$work/bits" 1000000 $name >"$work/bits.txt"
grep "^$name " tests/whole/bits/hashes.txt >"$work/hashes.txt"
check cmp "$work/bits.txt" "$work/hashes.txt"
check sh tests/batch/vectorised.sh .
exit $bad
