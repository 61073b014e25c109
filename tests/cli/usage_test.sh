# Help, versions, wrong words: the right exit code, the nearest name, words on stderr only.
. "$(dirname "$0")/expect.sh"

run 0 --help; out 'carom solve --law routh'; out 'compare'; silent_err
sed -n 3p "$work/out" | grep -q '  carom solve' || fail '--help does not lead with an example'
run 0 help; out 'Verbs'
run 2; silent_out; err 'Verbs'
run 0 --version; out_like '^carom [0-9]+\.[0-9]+\.[0-9]+$'
for verb in solve compare trace laws; do
    run 0 "$verb" --help; out_like "^  carom $verb"; out 'Options'
    head -n 1 "$work/out" | grep -q "^  carom $verb" || fail "$verb --help does not lead with an example"
    run 0 help "$verb"; out_like "^  carom $verb"
done
# Every row of params.def is an option by itself.
run 0 solve --help
table=$(dirname "$0")/../../include/carom/params.def
for name in $(sed -n 's/^CAROM_PARAM(\([a-z0-9_]*\),.*/\1/p' "$table"); do out "  --$name "; done

run 2 slove; err 'did you mean "solve"?'; silent_out
run 2 xyzzy; err 'carom --help'
run 2 solve --frobnicate 3; err 'carom solve --help'
run 2 solve --mue 0.3; err 'did you mean "--mu"?'
run 2 solve --jsno; err 'did you mean "--json"?'
run 2 solve --law; err '--law needs a value'
run 2 solve --json=yes; err 'takes no value'
run 2 solve -x; err 'two dashes'
run 2 solve one two; err 'unexpected "two"'
run 2 laws --mu 1; err 'laws has no option --mu'
for verb in solve compare trace; do run 2 "$verb"; err "nothing to $verb"; done
run 2 compare --law routh --W "$rod_W" --v "$rod_v"; err 'compare asks every law'

run 3 laws ruoth; err 'did you mean "routh"?'; silent_out
if [ -n "$unbuilt" ]; then run 3 laws "$unbuilt"; err 'which this build does not have'; fi
run 3 solve --law whitaker; err 'did you mean "whittaker"?'
run 3 solve --param mus=1; err 'did you mean "mu"?'
run 3 solve --param mu; err 'NAME=VALUE'
run 3 solve --allow qqq; err 'no parameter is called "qqq"'
run 5 solve "$work/nowhere.json"; err 'cannot open'; err 'No such file'
run 5 solve "$work"; err 'cannot read'
run 5 solve --jsonl "$work/nowhere.jsonl"; err 'cannot open'
run 5 solve --jsonl "$work"; err 'cannot read'
finish
