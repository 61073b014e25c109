# Tests streams of problems with several contacts. Every line must have a result or an error in its place.
. "$(dirname "$0")/expect.sh"
line() { sed -n "$1p" "$work/out" | grep -qF -- "$2" || fail "$said: line $1 lacks: $2"; }
W='"W":[[2,0.1,0.5,0],[0.1,2,0,0.5],[0.5,0,2,0],[0,0.5,0,2]],"v":[-1,0.2,-0.5,0.1]'
good="\"law\":\"glocker\",\"params\":{\"e_n\":0.5,\"mu\":0.3},$W"

# bad FILE WANTED: solves the line in FILE between two valid lines. Its error must contain WANTED.
bad() {
    { printf '{"id":1,%s}\n' "$good"; cat "$1"; printf '\n{"id":3,%s}\n' "$good"; } >"$work/in"
    run 3 solve --jsonl; lines 3; silent_err
    line 1 '{"id":1,"law":"glocker","status":"ok"'; line 3 '{"id":3,"law":"glocker","status":"ok"'
    line 2 '"status":"bad-input"'; line 2 "$2"
}
said_by() { printf '%s' "$1" >"$work/line"; bad "$work/line" "$2"; }

# Problems that exceed the memory limit, because of their settings or their size.
said_by "{\"id\":2,\"law\":\"sequence\",\"params\":{\"single\":\"routh\",\"e\":0.5,\"mu\":0.3,\"max_impacts\":1000000},$W}" '"code":"bad-size"'
said_by "{\"id\":2,\"law\":\"sequence\",\"params\":{\"single\":\"routh\",\"e\":0.5,\"mu\":0.3,\"max_impacts\":1000000,\"max_states\":1000000},$W}" '"code":"bad-size"'
rows() { awk -v n="$1" -v row="$2" 'BEGIN { for (i = 1; i < n; i++) printf "%s,", row; printf "%s", row }'; }
{
    printf '{"id":2,"law":"glocker","system":{"M":['
    rows 300 "[$(rows 300 0)]"
    printf '],"normal":['
    rows 1100000 '[]'
    printf '],"tangent":[[0]]}}'
} >"$work/line"
bad "$work/line" '"where":"system.normal"'
{ printf '{"id":2,"law":"glocker","v":[0],"W":[['; rows 100000 0; printf '],'; rows 100000 '[]'; printf ']}'; } >"$work/line"
bad "$work/line" '"where":"W"'
{ printf '{"id":2,"law":"glocker","mechanism":{"M":[[1]],"u":['; rows 60000 0; printf '],"contacts":[{"normal":[1],"tangent":[1]}]}}'; } >"$work/line"
bad "$work/line" '"status":"bad-input"'
# A line that is longer than the limit.
head -c 270000000 /dev/zero | tr '\0' ' ' >"$work/line"
bad "$work/line" '"code":"bad-size"'

# A zero byte does not end a line or a text.
printf '\0{"id":2}' >"$work/line"; bad "$work/line" '"code":"bad-file"'
printf '\0' >"$work/line"; bad "$work/line" '"code":"bad-file"'
printf '{"id":2,%s}\0{"id":7}' "$good" >"$work/line"; bad "$work/line" '"code":"bad-file"'
printf '{"id":"\\u0000",%s}' "$good" >"$work/line"; bad "$work/line" '"code":"bad-file"'
rm "$work/line"

# Without --jsonl a file must contain exactly one problem.
: >"$work/empty"
printf '\0\0' >"$work/zeros"
printf '{%s}\0{%s}' "$good" "$good" >"$work/two"
for file in empty zeros two; do
    run 3 solve "$work/$file"; silent_out; err "$file"; code bad-file
    run 3 solve "$work/$file" --json; silent_out; code bad-file
done
: >"$work/in"; run 3 solve -; code bad-file; run 0 solve --jsonl; silent_out

# An invalid choice is rejected.
printf '{"law":"sequence","params":{"single":"stronge","type":"newton"},%s}' "$W" >"$work/in"
run 3 solve -; code bad-value
printf '{"law":"sequence","params":{"restitution":"poison"},%s}' "$W" >"$work/in"
run 3 solve -; code bad-value

# Forty uncoupled contacts. Every row must have as many columns as the head.
awk 'BEGIN { n = 80; printf "{\"law\":\"all\",\"params\":{\"e\":0.5,\"mu\":0.1,\"kn\":1,\"kt\":1,\"max_states\":50},\"W\":["
    for (i = 0; i < n; i++) { printf i ? ",[" : "["; for (j = 0; j < n; j++) printf (j ? "," : "") (i == j); printf "]" }
    printf "],\"v\":["; for (i = 0; i < n; i++) printf (i ? "," : "") (i % 2 ? 0.1 : -1); printf "]}" }' >"$work/in"
run 0 solve -
sed -n 1p "$work/out" | grep -q "v'_n39  *modes$" || fail "$said: the heads do not end with the last contact"
[ "$(wc -l <"$work/out")" = "$((1 + $(grep -c -E '^  (glocker|pfeiffer-glocker|hm-|sequence|springs|lzb)' "$work/out")))" ] ||
    fail "$said: a method has more than one row"
awk 'NR > 1 && $2 == "ok" && NF != 44 { exit 1 }' "$work/out" || fail "$said: rows and heads have other numbers of columns"
grep -q '^  glocker  *ok' "$work/out" || fail "$said: glocker has no answer"

# A byte order mark is skipped. A system without contacts is rejected.
printf '\357\273\277{%s}' "$good" >"$work/in"
run 0 solve -; run 0 solve --jsonl; lines 1
printf '{"law":"glocker","system":{"M":[[1]],"u":[-1],"normal":[],"tangent":[]}}' >"$work/in"
run 3 solve -; code bad-value
finish
