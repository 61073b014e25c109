# Checks in a browser that the page of every example is shown without errors, and that each law has a caption with its
# energy. Exits with 77 (skipped) if no Chromium browser works.
#   drop_shown.sh CAROM EXAMPLES
set -eu
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
for file in "$2"/*.json; do
    "$1" drop "$file" -o "$work/page.html"
    laws=$("$1" drop "$file" --json | tr '{' '\n' | grep -c '"name":"[^"]*","law":')
    timeout 100 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --virtual-time-budget=1500 \
        --enable-logging=stderr --v=0 --dump-dom "file://$work/page.html#t=0.3" >"$work/dom" 2>"$work/log" || exit 77
    shown=$(grep -o '[0-9]* % energy</span>' "$work/dom" | wc -l)
    [ "$shown" = "$laws" ] || { echo "$file: $shown of $laws laws are shown"; failures=$((failures + 1)); }
    ! grep -E 'CONSOLE.*(Error|error)' "$work/log" || failures=$((failures + 1))
done
[ "$failures" = 0 ]
