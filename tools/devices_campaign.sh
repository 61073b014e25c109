#!/bin/sh
# Runs random impacts of every contact model. Prints rows for the table in tests/compliant/REPORT.md, and the name of
# every problem that fails or has no result. It is one process and takes hours for 100000 problems in 2D and 3D.
#   tools/devices_campaign.sh [COUNT [BUILD [LAW...]]]      COUNT problems per contact model (default 100000) with BUILD (default build/release), for the given laws (default all)
set -eu
count=${1:-100000}
build=${2:-build/release}
laws=$(sed -n 's/^CAROM_LAW([a-z0-9_]*, "\([a-z0-9-]*\)").*/\1/p' "$(dirname "$0")/../src/tables/compliant_laws.def")
[ $# -gt 2 ] && shift 2 || set -- $laws
failed=0
echo '| device | run | answered | undefined | given up: plane, space | failed | greatest gain |'
echo '|---|---|---|---|---|---|---|'
for law in "$@"; do
    said=$(nice -n 10 "$build/tests/compliant/compliant_campaign" "$count" "$law") || failed=1
    echo "$said" | grep -E '^(given up|FAILED)' >&2 || :
    echo "$said" | sed -nE 's/^([a-z-]+) +([0-9]+) impacts, +([0-9]+) answered, ([0-9]+) undefined, ([0-9]+) given up in the plane and ([0-9]+) in space, ([0-9]+) failed; greatest gain of energy (.*)$/| \1 | \2 | \3 | \4 | \5, \6 | \7 | \8 |/p'
done
exit $failed
