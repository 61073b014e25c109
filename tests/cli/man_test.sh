# The man page knows every verb of the command, in the synopsis and by a paragraph, and no other.
. "$(dirname "$0")/expect.sh"
: >"$work/out"; : >"$work/err"
root=$(dirname "$0")/../..
page=$root/docs/man/carom.1
sed -n 's/^CAROM_VERB(\([a-z]*\),.*/\1/p' "$root/cli/verbs.def" | sort >"$work/verbs"
[ "$(wc -l <"$work/verbs")" -ge 16 ] || fail 'the table of verbs is not found'
while read -r verb; do
    checks=$((checks + 1))
    sed -n '/^\.SH SYNOPSIS/,/^\.SH EXAMPLES/p' "$page" | grep -q "^.fBcarom $verb.fR" || fail "the synopsis lacks $verb"
    sed -n '/^\.SH VERBS/,/^\.SH OPTIONS/p' "$page" | grep -qx "\.B $verb" || fail "no paragraph says what $verb does"
    run 0 --help; out_like "^  $verb  *"
done <"$work/verbs"
sed -n '/^\.SH VERBS/,/^\.SH OPTIONS/p' "$page" | sed -n 's/^\.B \([a-z]*\)$/\1/p' | sort >"$work/told"
cmp -s "$work/verbs" "$work/told" || fail "the page tells of: $(comm -13 "$work/verbs" "$work/told" | tr '\n' ' ')"
# It is a man page: troff finds nothing to complain of, where there is one.
if command -v groff >/dev/null; then
    checks=$((checks + 1)); said=groff
    groff -man -Tutf8 -ww "$page" >"$work/out" 2>"$work/err" || fail 'groff fails'
    silent_err
fi
finish
