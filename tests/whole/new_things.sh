#!/bin/sh
# Checks that adding a law, a restitution hypothesis, a contact model, a method or a verb needs only the files that
# CONTRIBUTING.md names. Each new_THING.sh adds its thing to one copy of the tree and lists the changed files. Then all
# tests with the label quick, the checks of the pages and the tests of each thing run on the copy.
# Usage: new_things.sh ROOT WORKDIR THING...
set -eu
root=$1
work=$2
shift 2
. "$root/tests/whole/new_thing.sh"

# Test programs, and tests of the command, that the things need in addition to the label quick.
targets= clis=
configured
for thing; do
    files >"$work/before"
    . "$root/tests/whole/new_$thing.sh"
done
# Pages contain output of the command, so they are written after all things are added.
for thing; do
    case $thing in device) files >"$work/before"; document_$thing ;; esac
done

each() { printf '%s\n' "$@" | LC_ALL=C sort -u; }

begin=$(date +%s)
logged cmake --build build/release --target carom_cli carom_man carom_completion $(each $targets) $(tools/test.sh --list build/release -L quick)
check python3 paper/table.py build/release/carom # the paper counts laws and contact models
echo "built in $(($(date +%s) - begin)) s"

# tests OPTION...: runs the tests that ctest selects, at least one, and prints the names of those that fail.
tests() {
    ctest --test-dir build/release -j2 --output-on-failure "$@" >"$work/ctest.log" 2>&1 || bad=1
    grep -E '^[0-9]+% tests passed|Total Test time' "$work/ctest.log" || { echo "FAILED: no tests: ctest $*"; bad=1; }
    sed -n '/The following tests FAILED/,$p' "$work/ctest.log"
    [ $bad = 0 ] || grep -E '^(FAILED|WRONG|[^ ]+:[0-9]+: )|not documented|lacks|missing' "$work/ctest.log" | head -n 40
}
tests -L quick
tests -R "^(site/(prose|spelling|paper)|cli/($(each $clis docs man usage complete | paste -sd'|'))_test|headers/.*|layers.*)\$" -LE quick
check python3 tests/docs/counts.py . build/release/carom build/release -
check sh tests/batch/vectorised.sh .
for thing; do prove_$thing; done
exit $bad
