# Checks docs/scenario.md: every scenario in it can be solved, and the output that it shows for the first is correct.
#   docs.sh CAROM ROOT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '/^```json/ { n++; on = 1; next } /^```/ { on = 0 } on { print > (work "/" n ".json") }' "$2/docs/scenario.md"
for file in "$work"/*.json; do "$1" solve "$file" >"${file%.json}.out"; done
[ -f "$work/3.out" ]

# Extract the lines between the first `carom solve rod.json` and the end of its block, without the dots.
awk '/^\$ carom solve rod.json$/ { on = 1; next } /^```/ { if (on) exit } on && !/^\.\.\.$/' "$2/docs/scenario.md" >"$work/shown"
[ "$(wc -l <"$work/shown")" -gt 10 ]
missing=$(grep -vxFf "$work/1.out" "$work/shown" || true)
[ -z "$missing" ] || { echo "docs/scenario.md shows what carom does not say:"; echo "$missing"; exit 1; }

# Check the error message that the page shows.
sed 's/"mass"/"masss"/' "$work/1.json" >"$work/misspelt.json"
said=$(cd "$work" && ! "$1" solve misspelt.json 2>&1 >/dev/null)
grep -qxF "$said" "$2/docs/scenario.md"
