#!/bin/sh
# Data that two threads touch at once (TSan, gcc): batches in parts, and every law and method from four threads, in a build of
# their own; tsan.sh [PROBLEMS] (default 50). Sweeps run as processes (MPI), fits on OpenMP, whose library is not built for TSan.
# Exit 1 if a race was found or an answer differs.
set -eu
problems=${1:-50}
cd "$(dirname "$0")/.."
cmake --preset tsan >/dev/null
cmake --build build/tsan --target threads batch_bits | tail -1
TSAN_OPTIONS=halt_on_error=1 build/tsan/tests/truth/threads "$problems"
TSAN_OPTIONS=halt_on_error=1 build/tsan/tests/batch/batch_bits "$((problems * 100))" | tail -1
