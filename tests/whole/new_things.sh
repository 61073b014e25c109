#!/bin/sh
# Adding a law, a restitution hypothesis, a contact model, a method or a verb needs the files that CONTRIBUTING.md names. On
# one copy of the tree each new_THING.sh adds its thing and lists the changed files. Then the complete quick label, the
# checks of the pages and the tests of each thing run on the copy.
# Usage: new_things.sh ROOT WORKDIR THING...
set -eu
root=$1
work=$2
shift 2
. "$root/tests/whole/new_thing.sh"

# Programs and scripts of the command that the things need besides the quick label.
targets= clis=
configured
for thing; do
    files >"$work/before"
    . "$root/tests/whole/new_$thing.sh"
done
# Pages show what the command prints, so that they are written once it is built.
for thing; do
    case $thing in device) files >"$work/before"; document_$thing ;; esac
done

each() { printf '%s\n' "$@" | LC_ALL=C sort -u; }

begin=$(date +%s)
logged cmake --build build/release --target carom_cli carom_man carom_completion $(each $targets) $(tools/test.sh --list build/release -L quick)
check python3 paper/table.py build/release/carom # the paper counts laws and contact models
echo "built in $(($(date +%s) - begin)) s"

# tests OPTION...: the tests that ctest selects, at least so many; the failed ones are named.
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
