# Tests the man pages. There must be one for every verb, one for carom-judge and no other, and all must be installed. carom(1) must list the
# verbs of the table, and troff must not report warnings.
. "$(dirname "$0")/expect.sh"
: >"$work/out"; : >"$work/err"
root=$(dirname "$0")/../..
build=$(dirname "$carom")
sed -n 's/^CAROM_VERB(\([a-z]*\),.*/\1/p' "$root/cli/verbs.def" | sort >"$work/verbs"
[ "$(wc -l <"$work/verbs")" -ge 16 ] || fail 'the table of verbs is not found'

# pages DIR: checks that DIR contains one page for each verb, and carom.1.
pages() {
    checks=$((checks + 1)); said="pages in $1"
    { sed 's/.*/carom-&.1/' "$work/verbs"; echo carom.1; echo carom-judge.1; } | sort >"$work/wanted"
    ls "$1" | sort >"$work/found"
    cmp -s "$work/wanted" "$work/found" || fail "$said: $(diff "$work/wanted" "$work/found" | tr '\n' ' ')"
}
pages "$build/man"
if cmake --install "$build" --component man --prefix "$work/prefix" >"$work/out" 2>"$work/err"; then
    pages "$work/prefix/share/man/man1"
else
    fail 'cannot be installed'
fi

while read -r verb; do
    page=$build/man/carom-$verb.1
    grep -qx "\.BR carom.-$verb (1)" "$build/man/carom.1" || fail "carom(1) does not list $verb"
    run 0 --help; out_like "^  $verb  *"
    # The page must be up to date and contain every option of --help.
    run 0 help --man "$verb"; silent_err
    cmp -s "$work/out" "$page" || fail "carom-$verb(1) is not what the command says"
    run 0 "$verb" --help
    [ -s "$work/out" ] || fail "$verb --help says nothing"
    sed -n '/^Options/,$s/^  \(-o, \)\{0,1\}--\([A-Za-z0-9_-]*\) .*/\2/p' "$work/out" | sort -u >"$work/options"
    sed -n 's/^.fB.-.-\([^\\]*\(\\-[^\\]*\)*\).fR.*/\1/p' "$page" | tr -d '\\' | sort -u >"$work/documented"
    missing=$(comm -23 "$work/options" "$work/documented" | tr '\n' ' ')
    [ -z "$missing" ] || fail "carom-$verb(1) lacks the options $missing"
done <"$work/verbs"
run 2 help --man slove; code unknown-verb; err '"solve"'

for page in "$build"/man/*.1; do
    said=$page
    if command -v groff >/dev/null; then
        checks=$((checks + 1))
        groff -k -man -Tutf8 -ww "$page" >"$work/out" 2>"$work/err" || fail "groff fails on $page"
        silent_err
    fi
    if command -v man >/dev/null; then
        checks=$((checks + 1))
        LC_ALL=C.UTF-8 MANROFFOPT= man --warnings -l "$page" >"$work/out" 2>"$work/err" || fail "man fails on $page"
        silent_err
    fi
done
finish
