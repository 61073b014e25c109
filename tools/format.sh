#!/bin/sh
# tools/format.sh [ROOT]: checks that every C file is formatted according to .clang-format, and prints the first place of each that
# is
# not. Exits with 77 (skipped) if there is no clang-format or no git repository.
set -eu
cd "${1:-$(dirname "$0")/..}"
command -v clang-format >/dev/null && git rev-parse --git-dir >/dev/null 2>&1 || exit 77
git ls-files '*.c' '*.h' | xargs -n 100 -P 2 clang-format --dry-run --Werror
echo "$(git ls-files '*.c' '*.h' | wc -l) files read as .clang-format says"
