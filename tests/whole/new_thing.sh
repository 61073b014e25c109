# Functions for new_things.sh, which sources this file with $root and $work set. It copies the tree to $work/tree, makes
# the copy the current directory and records the checksums of its files.

# touched MOST WHAT: lists the files that are new or changed since $work/before was written. Fails if there are more
# than MOST. WHAT names the expected changes for the message.
touched() {
    files >"$work/after"
    LC_ALL=C comm -13 "$work/before" "$work/after" | cut -d' ' -f3 >"$work/changed"
    cut -d' ' -f3 "$work/before" >"$work/known"
    echo "new files:"
    grep -vxFf "$work/known" "$work/changed" | sed 's/^/  /'
    echo "edited:"
    grep -xFf "$work/known" "$work/changed" | sed 's/^/  /'
    [ "$(wc -l <"$work/changed")" -le "$1" ] || { echo "more than $2"; exit 1; }
}

export CMAKE_BUILD_PARALLEL_LEVEL=2 # the property PROCESSORS of the test

# logged COMMAND...: if the command fails, prints its last lines and exits.
logged() { "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }; }

# The copy has the directories and flags of the preset `release`, so that ccache finds every file that a thing does not
# change.
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER="${CMAKE_C_COMPILER_LAUNCHER:-ccache}" CCACHE_BASEDIR="$work/tree" CCACHE_NOHASHDIR=1
fi
configured() { logged cmake --preset release; }

# check COMMAND...: prints whether the command passed and sets `bad` if not. The last line of the script is `exit $bad`.
bad=0
check() {
    if "$@" >"$work/log" 2>&1; then
        echo "passed: $*"
    else
        echo "FAILED: $*"
        tail -n 20 "$work/log"
        bad=1
    fi
}

# says WORDS COMMAND...: checks that the output of the command contains WORDS.
says() {
    words=$1
    shift
    "$@" >"$work/out" 2>&1 || true
    check grep -qF -- "$words" "$work/out"
}

files() { find . -type f ! -path './build/*' -exec cksum {} + | LC_ALL=C sort; }

rm -rf "$work"
mkdir -p "$work/tree"
(cd "$root" && tar -cf - --exclude=./build --exclude=./.git .) | tar -xf - -C "$work/tree"
cd "$work/tree"
files >"$work/before"
