# Tests the law pages. Every law of this build must have a page with the required parts, and the parts that
# tools/law_pages.py writes must agree with the tables and with the output of the command.
. "$(dirname "$0")/expect.sh"
docs=$(dirname "$0")/../../docs/laws

for law in $("$carom" laws | sed -n '2,$s/^  \([a-z0-9-]*\) .*/\1/p'); do
    "$carom" laws "$law" >"$work/out" 2>"$work/err" || continue
    page=$docs/$law.md
    said="docs/laws/$law.md"
    checks=$((checks + 1))
    [ -f "$page" ] || { fail "$said is missing"; continue; }
    parts=$(sed -n 's/^## //p' "$page" | paste -sd,)
    [ "$parts" = Model,Coefficients,Guarantees,Example,Sources ] || fail "$said has the parts $parts"
    # The page begins with a title, an idea, and when to use the law.
    awk 'BEGIN { RS = "" } NR == 3' "$page" >"$work/use"
    grep -q '^\*\*Use it when\*\* ' "$work/use" || fail "$said: the third paragraph is not when to use the law"
    grep -qF '**Do not use it when** ' "$work/use" || fail "$said lacks when not to use the law"
    if "$carom" laws "$law" --json | grep -q '"module":"compliant"'; then
        # Another page has a table that names every contact model.
        grep -qF "[$law](laws/$law.md)" "$docs/../compliant.md" || fail "docs/compliant.md: the table of contact models lacks $law"
    fi
done
said='tools/law_pages.py --check'
checks=$((checks + 1))
python3 "$docs/../../tools/law_pages.py" "$carom" --check >"$work/out" 2>"$work/err" || fail "$(head -n 1 "$work/err")"
# The page must have a paragraph for each method for several contacts.
root=$docs/../..
for file in "$root"/src/laws/*/system_*.c; do
    method=$(basename "$file" .c | sed 's/^system_//; s/_/-/g')
    said="docs/several-contacts.md"
    checks=$((checks + 1))
    grep -qE "^- .*\*\*$method\*\*" "$docs/../several-contacts.md" || fail "$said has no paragraph on the method $method"
done
# check_shown PAGE: checks that the commands of a page print the lines shown there. Dots stand for any lines.
check_shown() {
    grep '^\$ carom ' "$1" | sed 's/^\$ carom //' >"$work/commands"
    while read -r line; do
        said="$1: $line"
        checks=$((checks + 1))
        eval "\"\$carom\" $line" >"$work/out" 2>"$work/err" || fail "$said fails"
        awk -v line="\$ carom $line" '$0 == line { on = 1; next } /^```/ { on = 0 } on && !/^\.\.\.$/ && NF' "$1" >"$work/shown"
        grep -vxFf "$work/out" "$work/shown" >"$work/missing" && fail "$said shows: $(head -n 1 "$work/missing")"
    done <"$work/commands"
}
if "$carom" laws spring-dashpot | grep -q zeta; then check_shown "$docs/../convert.md"; fi
# The bibliography and the list of modes must agree with their tables, and every citation of a law must be in the
# bibliography.
said='tools/reference.sh --check'
checks=$((checks + 1))
sh "$docs/../../tools/reference.sh" --check >"$work/out" 2>"$work/err" || fail "$(head -n 1 "$work/out")"
[ $checks -gt 20 ] || fail 'no pages were checked'
finish
