#!/bin/sh
# Finds data races (TSan, gcc): tsan.sh [PROBLEMS] (default 50). It runs batches in parts, and every law and method from
# four threads, in a separate build. Then it does the same from four threads of Python, with sweeps and fits. Sweeps of
# the command use processes (MPI) and are not tested. OpenMP's library, NumPy and HDF5 are not built with TSan, so races
# inside them are not found. Exits with 1 if a race was found or a result differs.
set -eu
problems=${1:-50}
cd "$(dirname "$0")/.."
cmake --preset tsan >/dev/null
cmake --build build/tsan --target carom threads batch_bits | tail -1
TSAN_OPTIONS=halt_on_error=1 build/tsan/tests/truth/threads "$problems"
TSAN_OPTIONS=halt_on_error=1 build/tsan/tests/batch/batch_bits "$((problems * 100))" | tail -1
# The check at the end of wheel.sh imports the package without TSan, which always fails.
CFLAGS='-fsanitize=thread -g1' LDFLAGS=-fsanitize=thread \
    sh tests/python/wheel.sh "$PWD" "$PWD/build/tsan" "$PWD/build/tsan/wheel" >build/tsan/wheel.log 2>&1 || true
CAROM_ROOT=$PWD LD_PRELOAD=$(gcc -print-file-name=libtsan.so) TSAN_OPTIONS="exitcode=66 log_path=$PWD/build/tsan/races" \
    build/tsan/wheel/venv/bin/python -m pytest -q -p no:cacheprovider python/tests/test_threads.py
