# Tests that the command fails if its output cannot be written.
. "$(dirname "$0")/expect.sh"
checks=4
solve() { "$carom" solve --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v" "$@" 2>"$work/err"; }
: >"$work/out"
wants_5() { [ "$2" -eq 5 ] && grep -q 'cannot write' "$work/err" || fail "$1: exit $2, wanted 5"; }

got=0; solve >&- || got=$?; wants_5 'closed stdout' "$got"
if [ -w /dev/full ]; then
    got=0; solve >/dev/full || got=$?; wants_5 'full disk' "$got"
    got=0; solve --json >/dev/full || got=$?; wants_5 'full disk, JSON' "$got"
    got=0
    yes '{"law":"routh","W":[[1,0],[0,1]],"v":[-1,0]}' 2>/dev/null | head -n 100000 |
        "$carom" solve --jsonl >/dev/full 2>"$work/err" || got=$?
    wants_5 'full disk, stream' "$got"
fi
finish
