#!/bin/sh
# Runs static analysis with clang-tidy (.clang-tidy: bugprone, cert, clang's analyzer) and cppcheck on src/, mods/ and
# cli/.
# Usage: static.sh [--short] [BUILD]   BUILD has compile_commands.json (default build/release)
# With --short, for CI, it checks src/base, src/collide, src/laws and the readers of the command (cli/args), and runs
# the analyzer in src/base only. A false finding is a row of tools/static.txt under its reason. A row without a matching
# finding is also an error.
# Exits with 1 if anything was found, and with 77 without clang-tidy.
set -eu
command -v clang-tidy >/dev/null || { echo "static: no clang-tidy here"; exit 77; }
short=no
[ "${1:-}" = --short ] && short=yes && shift
cd "$(dirname "$0")/.."
root=$PWD
build=$(cd "${1:-build/release}" && pwd)
rooms='src|support|mods|cli'
[ $short = no ] || rooms='src/base|src/collide|src/laws|cli/args'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Lists the compiled files with their commands, one line each: a file may belong to two libraries.
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" |
    sed -nE "s,^$root/(($rooms)/.*\.c)\$,\1,p" | sort -u >"$work/files"
[ $short = no ] || grep -v '^src/base/' "$work/files" >"$work/plain" || true

tidy() { # LIST [OPTION]: asserts stay enabled, because the analyzer uses them
    list=$1
    shift
    xargs -r -P 2 -n 1 clang-tidy -p "$build" --quiet --extra-arg=-UNDEBUG --extra-arg=-Qunused-arguments "$@" <"$list" 2>>"$work/said" |
        grep -E '^/.*: (warning|error): .*\[[^]]+\]$' >>"$work/raw" || true
}
: >"$work/raw"
if [ $short = yes ]; then
    grep '^src/base/' "$work/files" >"$work/base"
    tidy "$work/base"
    tidy "$work/plain" '--checks=-clang-analyzer-*'
else
    tidy "$work/files"
fi
if command -v cppcheck >/dev/null; then
    sed "s,.*,--file-filter=$root/&," "$work/files" >"$work/filters"
    # shellcheck disable=SC2046
    cppcheck --project="$build/compile_commands.json" $(cat "$work/filters") --enable=warning,portability --quiet --std=c11 \
        --template='{file}:{line}:{column}: {severity}: {message} [{id}]' 2>>"$work/raw"
else
    echo "static: no cppcheck here"
fi
[ -z "${CAROM_STATIC_RAW:-}" ] || cp "$work/raw" "$CAROM_STATIC_RAW"

# A finding is identified by its file, its check and the text of its line. With --short, a row without a finding is not
# an error.
sort -u "$work/raw" | awk -v root="$root/" -v rows=tools/static.txt -v short=$short -v looked="$(wc -l <"$work/files")" '
    function trimmed(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
    function text_of(file, line,    n, s) {
        for (n = 0; n < line && (getline s < file) > 0;) n++
        close(file)
        return trimmed(s)
    }
    BEGIN {
        while ((getline row < rows) > 0)
            if (row !~ /^#/ && row != "") known[row] = 1
    }
    {
        at = index($0, ":")
        file = substr($0, 1, at - 1)
        sub("^" root, "", file)
        split(substr($0, at + 1), part, ":")
        check = $0
        sub(/.*\[/, "", check)
        sub(/\]$/, "", check)
        sub(/,.*/, "", check)
        row = file " :: " check " :: " text_of(file, part[1])
        if (row in known) { fits[row] = 1; next }
        if (row in told) next
        told[row] = 1
        found++
        sub("^" root, "")
        print
        print "    " row
    }
    END {
        for (row in known)
            if (!(row in fits) && short == "no") { print "tools/static.txt: fits nothing: " row; found++ }
        for (row in fits) excused++
        printf "static: %d files looked at, %d findings, %d excused with a reason\n", looked, found, excused
        exit found > 0
    }'
