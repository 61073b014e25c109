#!/bin/sh
# tools/format.sh [ROOT]: checks that every C file, including files not yet added to git, is formatted according to
# .clang-format. Prints the first badly formatted place of each file. Exits with 77 (skipped) without clang-format or a
# git repository.
set -eu
cd "${1:-$(dirname "$0")/..}"
command -v clang-format >/dev/null && git rev-parse --git-dir >/dev/null 2>&1 || exit 77
files() { git ls-files --cached --others --exclude-standard '*.c' '*.h'; }
files | xargs -n 100 -P 2 clang-format --dry-run --Werror
echo "$(files | wc -l) files are formatted as .clang-format requires"
