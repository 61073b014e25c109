# Tests the law pages. Every law of this build must have a page with the required parts. The command on the page must
# print the output shown there, and the coefficients must have the texts and units of the table.
. "$(dirname "$0")/expect.sh"
docs=$(dirname "$0")/../../docs/laws

# check_page PAGE: compares the output under the first "$ carom ..." with the present output. The number of iterations
# may change.
check_page() {
    awk '/^\$ carom /{on=1; sub(/^\$ carom /, ""); print > "'"$work"'/command"; next} /^```/{if (on) exit} on' "$1" |
        grep -v '^  iterated' >"$work/wanted"
    said="the command of $1"
    checks=$((checks + 1))
    eval "\"$carom\" $(cat "$work/command")" 2>"$work/err" | grep -v '^  iterated' >"$work/out"
    # A line "..." stands for any number of lines. The other lines must be printed.
    if grep -qx '\.\.\.' "$work/wanted"; then
        missing=$(grep -vx '\.\.\.' "$work/wanted" | grep -vxFf "$work/out" || true)
        [ -z "$missing" ] || fail "$said: prints something else than the page shows"
        return 0
    fi
    cmp -s "$work/wanted" "$work/out" || fail "$said: prints something else than the page shows"
}

for law in $("$carom" laws | sed -n '2,$s/^  \([a-z0-9-]*\) .*/\1/p'); do
    "$carom" laws "$law" >"$work/out" 2>"$work/err" || continue
    page=$docs/$law.md
    said="docs/laws/$law.md"
    checks=$((checks + 1))
    [ -f "$page" ] || { fail "$said is missing"; continue; }
    parts=$(sed -n 's/^## //p' "$page" | paste -sd,)
    [ "$parts" = Model,Coefficients,Behaviour,Example,References ] || fail "$said has the parts $parts"
    # The page begins with a title, an idea, when to use the law, and a table of facts.
    awk 'BEGIN { RS = "" } NR == 3' "$page" >"$work/use"
    grep -q '^\*\*Use it when\*\* ' "$work/use" || fail "$said: the third paragraph is not when to use the law"
    grep -qF '**Do not use it when** ' "$work/use" || fail "$said lacks when not to use the law"
    for row in Problems Solution Coefficients Energy Unique; do
        sed '/^## /q' "$page" | grep -q "^| $row | [^|]" || fail "$said: the table of facts lacks $row"
    done
    # Each line under Coefficients is a meaning or a relation. In a table the page writes | as \|.
    sed -n '/^Coefficients/,/^$/p' "$work/out" | sed '1d;s/^ \{2\}[A-Za-z_0-9]* *//;/^$/d' | while read -r line; do
        sed 's/\\|/|/g' "$page" | grep -qF -- "$line" || echo "$line"
    done >"$work/missing"
    [ ! -s "$work/missing" ] || fail "$said: a text of the coefficients is missing: $(head -n 1 "$work/missing")"
    # The page of a contact model states the unit of each coefficient. A choice has no unit.
    if "$carom" laws "$law" --json | grep -q '"module":"compliant"'; then
        "$carom" laws "$law" --json | tr '{' '\n' | sed -n 's/.*"name":"\([^"]*\)".*"unit":"\([^"]*\)".*/\1 \2/p' >"$work/units"
        while read -r name unit; do
            checks=$((checks + 1))
            grep -qF -- "| \`$name\` | ${unit:--} |" "$page" || fail "$said: the unit of $name is ${unit:--}"
        done <"$work/units"
        [ -s "$work/units" ] || fail "$said: no units"
        # Another page has a table that names every contact model.
        checks=$((checks + 1))
        grep -qF "[$law](laws/$law.md)" "$docs/../compliant.md" || fail "docs/compliant.md: the table of contact models lacks $law"
    fi
    check_page "$page"
done
# The page must have a paragraph for each method for several contacts.
root=$docs/../..
for file in "$root"/src/laws/*/system_*.c; do
    method=$(basename "$file" .c | sed 's/^system_//; s/_/-/g')
    said="docs/several-contacts-methods.md"
    checks=$((checks + 1))
    grep -qE "^- .*\*\*$method\*\*" "$docs/../several-contacts-methods.md" || fail "$said has no paragraph on the method $method"
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
check_shown "$docs/../of-speed.md"
if "$carom" laws spring-dashpot | grep -q zeta; then check_shown "$docs/../convert.md"; fi
said='tools/engine_pages.sh --check'
checks=$((checks + 1))
sh "$docs/../../tools/engine_pages.sh" "$carom" --check >"$work/out" 2>"$work/err" || fail "$(tail -n 1 "$work/out")"
said='tools/law_index.sh --check'
checks=$((checks + 1))
sh "$docs/../../tools/law_index.sh" "$carom" --check >"$work/out" 2>"$work/err" || fail "$(tail -n 1 "$work/out")"
# The bibliography and the list of modes must agree with their tables, and every citation of a law must be in the
# bibliography.
said='tools/reference.sh --check'
checks=$((checks + 1))
sh "$docs/../../tools/reference.sh" --check >"$work/out" 2>"$work/err" || fail "$(head -n 1 "$work/out")"
[ $checks -gt 20 ] || fail 'no pages were checked'
finish
