#!/bin/sh
# Writes the two lists of docs/laws/index.md from the table of laws. One contains the results of the laws for the
# example of that page, the other one line for each law of the core.
#   tools/law_index.sh CAROM           writes them
#   tools/law_index.sh CAROM --check   checks that they agree with the table
set -eu
case $1 in /*) carom=$1 ;; *) carom=$PWD/$1 ;; esac
check=${2:-}
cd "$(dirname "$0")/.."
index=docs/laws/index.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# guaranteed FILE NAME: prints yes, sometimes (under a condition) or no.
guaranteed() {
    if grep -q "^  $2  " "$1"; then echo yes
    elif grep '^  also  ' "$1" | grep -qw "$2"; then echo sometimes
    else echo no; fi
}

row_of() {
    "$carom" laws "$1" >"$work/card"
    summary=$(sed -n "1s/^$1: //p" "$work/card")
    where=$(sed -n '/^Solves/,/^$/s/^  \(2D\|3D\),.*/\1/p' "$work/card" | paste -sd, | sed 's/,/, /')
    echo "| [$1]($1.md) | $summary | $where | $(guaranteed "$work/card" dissipative) | $(guaranteed "$work/card" unique) |"
}

for law in $("$carom" laws | sed -n '2,$s/^  \([a-z0-9-]*\)  *\(2D\|3D\).*/\1/p'); do
    "$carom" laws "$law" --json | grep -qF '"module":"core"' && row_of "$law"
done >"$work/rows"
eval "\"$carom\" $(sed -n 's/^\$ carom //p' $index | head -n 1)" >"$work/answers" 2>/dev/null

awk -v answers="$work/answers" -v rows="$work/rows" '
    function copy(file,   line) { while ((getline line < file) > 0) print line }
    /^\$ carom / && !told { print; copy(answers); told = skip = 1; next }
    /^```/ { skip = 0 }
    /^\| \[/ { if (!listed) copy(rows); listed = 1; next }
    !skip' $index >"$work/index.md"

if [ "$check" ]; then
    diff $index "$work/index.md" || { echo "$index differs from the table of laws; write it again: tools/law_index.sh $carom"; exit 1; }
else
    cmp -s $index "$work/index.md" || cp "$work/index.md" $index
fi
