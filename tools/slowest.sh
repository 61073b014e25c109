#!/bin/sh
# The longest calls there are to find: slowest.sh [STEPS [DEVICE_STEPS]], a climb of so many calls (default 1,000,000) for every law
# and dimension and every method for several contacts, and of so many (default 1,000) for every contact device, which take
# a thousand times as long. The slowest come first.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
cmake --preset release >/dev/null
cmake --build build/release --target longest longest_device | tail -1
{ build/release/tests/truth/longest "${1:-1000000}" || echo FAILED; } >build/release/slowest
{ build/release/tests/truth/longest_device "${2:-1000}" || echo FAILED; } >>build/release/slowest
grep -E 'longest +[0-9.]+ ms' build/release/slowest | sort -rn -k4
if grep -q FAILED build/release/slowest; then exit 1; fi
