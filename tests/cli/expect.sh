# Functions for the tests of the command. Source this file with the path of the command in $1.
carom=$1
work=$(mktemp -d)
finished=
trap 'code=$?; rm -rf "$work"; [ "$finished" ] || [ $code = 77 ] || { echo "FAILED: no finish"; code=1; }; exit $code' EXIT
failures=0
checks=0

# The rod of Wang & Mason 1992, section 6, case 2.
rod_W='2.5 -1.5; -1.5 2.5'
rod_v='-1 0.6'

# A law whose module is missing in this build; empty if there is none.
unbuilt=$("$carom" laws | sed -n 's/^  \([a-z-]*\) *in the module.*/\1/p' | head -n 1)

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$1"
    sed 's/^/  stdout: /' "$work/out"
    sed 's/^/  stderr: /' "$work/err"
}

# run EXIT ARGS...: runs the command with $work/in as input and checks its exit code. If EXIT is at least 2, runs it
# again with --json for `code`.
: >"$work/in"
run() {
    wanted=$1
    shift
    said="carom $*"
    checks=$((checks + 1))
    got=0
    "$carom" "$@" <"$work/in" >"$work/out" 2>"$work/err" || got=$?
    : >"$work/code"
    [ "$wanted" -lt 2 ] || "$carom" "$@" --json <"$work/in" 2>&1 >/dev/null | tail -n 1 >"$work/code"
    [ "$got" = "$wanted" ] || fail "$said: exit $got, wanted $wanted"
}

# code STATUS [WHERE]: checks the status and the place of the last run's error.
code() {
    grep -qF -- "{\"error\":{\"status\":\"$1\"" "$work/code" || fail "$said: wanted status $1: $(cat "$work/code")"
    [ -z "${2:-}" ] || grep -qF -- "\"where\":\"$2\"" "$work/code" || fail "$said: wanted place $2: $(cat "$work/code")"
}

# Check the output of the last run: out and err for a fixed string, out_like for a pattern, silent_* for no output.
out() { grep -qF -- "$1" "$work/out" || fail "$said: stdout lacks: $1"; }
err() { grep -qF -- "$1" "$work/err" || fail "$said: stderr lacks: $1"; }
out_like() { grep -qE -- "$1" "$work/out" || fail "$said: stdout has nothing like: $1"; }
out_lacks() { ! grep -qF -- "$1" "$work/out" || fail "$said: stdout has: $1"; }
silent_out() { [ ! -s "$work/out" ] || fail "$said: stdout is not empty"; }
silent_err() { [ ! -s "$work/err" ] || fail "$said: stderr is not empty"; }
lines() { [ "$(wc -l <"$work/out")" -eq "$1" ] || fail "$said: wanted $1 lines"; }

finish() {
    finished=yes
    echo "$checks runs, $failures failures"
    [ "$failures" -eq 0 ]
}
