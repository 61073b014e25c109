#!/usr/bin/env bash
# Measures the branches of src/, mods/ and cli/ that the tests take. Fails if a share is below its minimum. Takes 15
# minutes on two cores.
# Usage: tools/coverage.sh
set -euo pipefail
command -v gcovr >/dev/null || { echo "coverage.sh: install gcovr"; exit 2; }
cd "$(dirname "$0")/.."
cmake --preset coverage >/dev/null
cmake --build --preset coverage | tail -1
find build/coverage -name '*.gcda' -delete
ctest --preset coverage -j2 -E '^(sweep/(crash|damage|ranks)|draw/law_pictures|install|layers|cli/(bench|map)_test|api_fuzz/|papers/granular)' \
    >build/coverage/ctest.log || { tail -50 build/coverage/ctest.log; exit 1; }
# Tests that kill processes leave a few negative counts. gcov prints these; gcovr rejects them without the option below.
# The branches are counted once and then summarised for each folder. The programs of the tests themselves are not
# counted.
gcovr -j2 --root . --filter '(src|support|mods|cli)/' --gcov-ignore-parse-errors --exclude-unreachable-branches \
    --json build/coverage/branches.json build/coverage/CMakeFiles build/coverage/support build/coverage/mods build/coverage/cli
branches() { # FOLDER FLOOR
    echo "$1/: at least $2 % of branches"
    gcovr --root . --filter "$1/" --add-tracefile build/coverage/branches.json --branches --txt build/coverage/$1.txt \
        --print-summary --fail-under-branch "$2" || { cat build/coverage/$1.txt; exit 1; }
}
branches src 98
branches mods 89
branches cli 90
