# Tests streams of problems. Every line must have a result or an error in its place.
. "$(dirname "$0")/expect.sh"
good='"law":"routh","params":{"restitution":"poisson","e":0.5,"mu":0.7},"W":[[2.5,-1.5],[-1.5,2.5]],"v":[-1,0.6]'
line() { sed -n "$1p" "$work/out" | grep -qF -- "$2" || fail "$said: line $1 lacks: $2"; }

printf '{"id":"a",%s}\n\n{"id":7,%s,"_expect":{"P":[0.6,0.12]},"note":1e-13}' "$good" "$good" >"$work/in"
run 0 solve --jsonl; lines 2; silent_err
line 1 '{"id":"a","status":"ok","P":['; line 2 '{"id":7,"status":"ok"'
run 0 solve --jsonl -; lines 2
run 0 solve --jsonl "$work/in"; lines 2

# Every kind of invalid line between two valid lines. The stream continues, and the exit code reports the error.
bad() { # bad JSON WANTED
    printf '{"id":1,%s}\n%s\n{"id":3,%s}\n' "$good" "$1" "$good" >"$work/in"
    run 3 solve --jsonl; lines 3; silent_err
    line 1 '{"id":1,"status":"ok"'; line 3 '{"id":3,"status":"ok"'
    line 2 '"status":"bad-input"'; line 2 '"message":"'; line 2 "$2"
}
with() { printf '{"id":"x","law":"%s","params":%s,"W":%s,"v":%s}' "$@"; }
W='[[2.5,-1.5],[-1.5,2.5]]'
bad 'not json' '"id":null,"status":"bad-input","code":"bad-file"'
bad '{"id":2,"law":"routh"' '"code":"bad-file"'
bad '{}' '"code":"bad-value"'
bad '[]' '"code":"bad-value"'
bad '3' '"code":"bad-file"'
bad '{"id":2,"id":2}' 'duplicate'
bad "$(with routh '{}' "$W" '[-1,NaN]')" '"code":"bad-file"'
bad "$(with routh '{}' "$W" '[-1,1e999]')" 'overflow'
bad "$(with routh '{}' "$W" '[-1,"inf"]')" '{"id":"x","status":"bad-input","code":"not-finite"'
bad "$(with routh '{}' "$W" '[-1,"nan"]')" '"code":"bad-value"'
bad "$(with routh '{}' "$W" '[-1,null]')" '"where":"v"'
bad "$(with routh '{}' "$W" '[-1,0.6,0]')" '"code":"bad-value"'
bad "$(with routh '{}' "$W" '[-1]')" '"code":"bad-value"'
bad "$(with routh '{}' 5 '[-1]')" '"where":"W"'
bad "$(with routh '{}' "$W" '-1')" '"where":"v"'
bad "$(with routh '{}' '[[2.5,-1.5],[-1.4,2.5]]' '[-1,0]')" '"code":"not-symmetric"'
bad "$(with routh '{}' '[[1,2],[2,1]]' '[-1,0]')" '"code":"not-psd"'
bad "$(with routh '{}' '[[1,0,0],[0,1,0]]' '[-1,0]')" '"where":"W"'
bad "$(with ruoth '{}' "$W" '[-1,0]')" '"code":"unknown-law","where":"law"'
if [ -n "$unbuilt" ]; then bad "$(with "$unbuilt" '{}' "$W" '[-1,0]')" '"code":"module-missing"'; fi
bad "$(with routh '{"nu":0.5}' "$W" '[-1,0]')" '"code":"coefficient-unused"'
bad "{\"id\":2,\"mu\":0.5,$good}" '{"id":2,"status":"bad-input","code":"unknown-key","where":"mu",'
bad "$(with routh '{"mue":0.5}' "$W" '[-1,0]')" '"code":"coefficient-unknown","where":"params.mue"'
bad "$(with routh '{"e":1.5}' "$W" '[-1,0]')" '"code":"coefficient-range"'
bad "$(with routh '{"e":"0.5"}' "$W" '[-1,0]')" '"code":"bad-value"'
bad "$(with routh '{"e":[0.5]}' "$W" '[-1,"x"]')" '"code":"bad-value"'
bad "$(with routh '{"restitution":"poison"}' "$W" '[-1,0]')" '"code":"bad-value"'
bad "$(with routh '{"restitution":1}' "$W" '[-1,0]')" '"code":"bad-value"'
bad "$(printf '{"id":2,"law":"r\377"}')" '"code":"bad-file"'

# Options supply the values that a line omits. The values of a line have priority.
printf '{"W":%s,"v":[-1,0.6]}\n{"W":%s,"v":[-1,0.6],"law":"whittaker","params":{"mu":0}}\n' "$W" "$W" >"$work/in"
run 0 solve --jsonl --law routh --e 0.5 --mu 0.7; lines 2
line 1 '"mode":"c-sticking"'; line 2 '"mode":"sliding"'
printf '{"law":"routh","params":{"e":1,"mu":"inf"},"W":%s,"v":[-1,0.6]}\n' "$W" >"$work/in"
run 0 solve --jsonl; line 1 '"status":"ok"'

# A problem without a solution is not an error, except with --strict. The same applies to an energy gain. Numbers out of
# range give exit code 4.
printf '{"id":1,"law":"routh","params":{"e":1,"mu":0},"W":[[0,0],[0,1]],"v":[-1,0]}\n' >"$work/in"
run 0 solve --jsonl; line 1 '"status":"no-solution","P":null,"v_after":null,"dE":null,"mode":null'
run 1 solve --jsonl --strict
printf '{"id":1,%s}\n{"law":"whittaker","params":{"e":0.9,"mu":0.7},"W":%s,"v":[-1,0.6]}\n' "$good" "$W" >"$work/in"
run 0 solve --jsonl; line 2 '"violations":["dE>0"]'
run 1 solve --jsonl --strict
printf '{"id":1,"law":"routh","params":{"e":1,"mu":0},"W":%s,"v":[-1e300,1e300]}\n' "$W" >"$work/in"
run 4 solve --jsonl; line 1 '"status":"overflow","P":null'

# Doubles are printed such that reading them again gives the same bits.
printf '{"law":"frictionless","params":{"e":1},"W":[[1,0],[0,1]],"v":[%s,%s]}\n' -0.1 0.30000000000000004 -1e-7 1.2345678901234567e+89 >"$work/in"
run 0 solve --jsonl
line 1 '"v_after":[0.1,0.30000000000000004]'; line 2 '"v_after":[1e-07,1.2345678901234567e+89]'
# Each result is written as soon as it is computed, because a program at the other end of a pipe may wait for it.
mkfifo "$work/question" "$work/answer"
"$carom" solve --jsonl <"$work/question" >"$work/answer" &
exec 3>"$work/question" 4<"$work/answer"
printf '{"id":1,%s}\n' "$good" >&3
read -r reply <&4
case $reply in '{"id":1,"status":"ok"'*) ;; *) fail "no answer while the stream stays open" ;; esac
exec 3>&- 4<&-
wait
: >"$work/in"
run 0 solve --jsonl; silent_out

# Some editors write a byte order mark. It is skipped at the start of the stream. Elsewhere it is not valid JSON.
line='{"law":"routh","params":{"e":1,"mu":0},"W":[[1,0],[0,1]],"v":[-1,0]}'
printf '\357\273\277%s\r\n%s' "$line" "$line" >"$work/in"
run 0 solve --jsonl; lines 2; out_lacks bad-input
run 3 solve -; err 'line 2'
printf '\357\273\277%s' "$line" >"$work/in"; run 0 solve -
printf '%s\n\357\273\277%s\n' "$line" "$line" >"$work/in"; run 3 solve --jsonl; lines 2; out '"code":"bad-file"'
printf '\357\273\277' >"$work/in"; run 3 solve -; run 0 solve --jsonl; silent_out
finish
