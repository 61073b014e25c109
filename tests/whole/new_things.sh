#!/bin/sh
# Adding a method, a stop or a device is one file and one row, a law one script: on one copy of the tree it adds those it is
# told, each by its new_THING.sh, prints the files that each touched, builds once, and runs the tests that know them.
# Usage: new_things.sh ROOT WORKDIR THING...
set -eu
root=$1
work=$2
shift 2
. "$root/tests/whole/new_thing.sh"

# What the things need: unit tests, other programs to build, and tests of the command.
units= targets= clis=
configured
for thing; do
    files >"$work/before"
    . "$root/tests/whole/new_$thing.sh"
done

each() { printf '%s\n' "$@" | LC_ALL=C sort -u; }
units=$(each $units)
logged cmake --build build --target carom_cli $(each $targets) $(printf "%s_test " $units)
for unit in $units; do check build/tests/"${unit%%_*}/${unit}_test"; done
for test in $(each $clis); do check sh tests/cli/${test}_test.sh build/carom; done
check sh tools/layers.sh .
check sh tests/batch/vectorised.sh .
check build/tests/batch/batch_ordinary
for thing; do prove_$thing; done
exit $bad
