#!/bin/sh
# Runs the random campaigns at their full length, in a build of their own: campaign.sh [SIZE [SELECTION OF CTEST]]. .ci/run runs
# them with SIZE 1; the default is 10, the full million. Without a selection, all campaigns run, which takes hours.
#   tools/campaign.sh 10 -R '^many/'
set -eu
size=${1:-10}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- -R '^(batch/bits|bodies/|collide/|compliant/|conform|fit/campaign|fuzz/|inline/|laws/|many/|motion/|truth|walk/|why/)'
cd "$(dirname "$0")/.."
cmake --preset release -B build/campaign -DCAROM_CAMPAIGN="$size" >/dev/null
tools/test.sh build/campaign "$@" --timeout 100000
