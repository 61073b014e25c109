# Tests completion in bash: verbs, options and names of laws. The script must be the file that the build generated.
. "$(dirname "$0")/expect.sh"
root=$(dirname "$0")/../..
run 0 help --bash; silent_err; out 'complete -o bashdefault -o default -F _carom carom'
cp "$work/out" "$work/script"
cmp -s "$work/script" "$(dirname "$carom")/completion/carom" || fail 'the built script is not what the command says'
if ! command -v bash >/dev/null; then finish; exit; fi

# completed WORD...: prints the completions of the last word.
completed() {
    bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _carom; printf "%s\n" "${COMPREPLY[@]}"' \
        "$work/script" "$@" | sed '/^$/d' | sort
}
offers() { # offers WANTED WORD...
    checks=$((checks + 1)); wanted=$1; shift
    [ "$(completed "$@" | tr '\n' ' ')" = "$wanted" ] || fail "completion of \"$*\": $(completed "$@" | tr '\n' ' ')"
}
offers 'solve ' carom sol
offers '--version ' carom --v
offers 'sweep ' carom help sw
offers '--json --jsonl ' carom solve --js
offers 'stronge ' carom solve --law str
offers 'stronge ' carom draw --laws str
offers 'walton whittaker ' carom laws w
offers 'padel-hard pickleball-granite pool-balls pool-rail pool-table ' carom materials p
offers '' carom solve examples/fall
sed -n 's/^CAROM_VERB(\([a-z]*\),.*/\1/p' "$root/cli/verbs.def" >"$work/verbs"
while read -r verb; do
    run 0 "$verb" --help
    { sed -n '/^Options/,$s/^  \(-o, \)\{0,1\}\(--[A-Za-z0-9_-]*\) .*/\2/p' "$work/out"; echo --help; } | sort -u >"$work/options"
    completed carom "$verb" - >"$work/offered"
    twice=$(uniq -d "$work/offered" | tr '\n' ' ')
    [ -z "$twice" ] || fail "completion of $verb has $twice twice"
    # Completion also offers coefficients, which --help lists only with --law.
    missing=$(comm -23 "$work/options" "$work/offered" | tr '\n' ' ')
    [ -z "$missing" ] || fail "completion of $verb lacks $missing"
done <"$work/verbs"
finish
