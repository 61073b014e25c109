# Tests the command with closed standard input, output or error. It must not use the closed streams, must return results
# where possible, and must not write messages into other files.
. "$(dirname "$0")/expect.sh"
: >"$work/out"; : >"$work/err"
ends() { checks=$((checks + 1)); [ "$2" = "$3" ] || fail "$1: exit $2, wanted $3"; }
solve="solve --law routh --e 1 --mu 0 --W 2.5,-1.5;-1.5,2.5 --v -1,0.6"
"$carom" solve --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v" --json >"$work/wanted"
got=0; "$carom" solve --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v" --json 2>&- >"$work/out" || got=$?; ends 'solve 2>&-' $got 0
cmp -s "$work/wanted" "$work/out" || fail 'solve 2>&- answers something else'
got=0; "$carom" solve --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v" --json <&- 2>&- >"$work/out" || got=$?; ends 'solve <&- 2>&-' $got 0
cmp -s "$work/wanted" "$work/out" || fail 'solve <&- 2>&- answers something else'
got=0; "$carom" solve --law ruth 2>&- || got=$?; ends 'a refusal 2>&-' $got 3
got=0; "$carom" solve --jsonl <&- >"$work/out" 2>"$work/err" || got=$?; ends 'solve --jsonl <&-' $got 5
got=0; "$carom" solve - <&- >"$work/out" 2>"$work/err" || got=$?; ends 'solve <&-' $got 5
got=0; "$carom" laws >&- 2>&- || got=$?; ends 'laws >&- 2>&-' $got 5
got=0; "$carom" draw --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v" -o "$work/a.svg" >&- 2>&- <&- || got=$?
"$carom" draw --law routh --e 1 --mu 0 --W "$rod_W" --v "$rod_v" -o "$work/b.svg" 2>"$work/err" || exit 1
checks=$((checks + 1)); cmp -s "$work/a.svg" "$work/b.svg" || fail 'a picture drawn with all closed is another'
finish
