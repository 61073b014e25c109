#!/bin/sh
# Searches for the slowest calls: slowest.sh [STEPS [DEVICE_STEPS]]. For every law and dimension, and for every method
# for several contacts, a hill climbing search makes STEPS calls (default 1,000,000). For every contact model, whose
# calls take a thousand times as long, it makes DEVICE_STEPS calls (default 1,000). Prints the results, the slowest
# first.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
cmake --preset release >/dev/null
cmake --build build/release --target longest longest_device | tail -1
{ build/release/tests/truth/longest "${1:-1000000}" || echo FAILED; } >build/release/slowest
{ build/release/tests/truth/longest_device "${2:-1000}" || echo FAILED; } >>build/release/slowest
grep -E 'longest +[0-9.]+ ms' build/release/slowest | sort -rn -k4
if grep -q FAILED build/release/slowest; then exit 1; fi
