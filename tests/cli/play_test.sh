#!/bin/sh
# Tests `carom play`: it must find the page of its own installation or the one of an option, print its path and give it
# to the browser. Usage: play_test.sh CAROM
. "$(dirname "$0")/expect.sh"
# A program in place of xdg-open writes down what it is asked to open.
mkdir -p "$work/bin" "$work/share/carom" "$work/tools"
printf '#!/bin/sh\necho "$@" >"%s/opened"\n' "$work" >"$work/tools/xdg-open"
chmod +x "$work/tools/xdg-open"
PATH=$work/tools:$PATH
cp "$carom" "$work/bin/carom"
installed=$(realpath "$carom")
carom=$work/bin/carom
page=$(realpath "$work")/share/carom/playground.html
run 5 play
[ ! -e "$work/opened" ] || fail "a browser was opened without a page"
# A command that was installed with another prefix than the configured one must open the page of its own prefix.
echo '<!doctype html><title>page</title>' >"$page"
run 0 play --no-open
out "$page"
lines 1
[ ! -e "$work/opened" ] || fail "--no-open opens a browser"
run 0 play
for i in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/opened" ] || sleep 0.2; done
[ "$(cat "$work/opened")" = "$page" ] || fail "the browser opens $(cat "$work/opened")"
# Relative names become full paths, so that none is taken for an option of the browser.
carom=$installed
cp "$page" "$work/-copy.html"
cd "$work" || exit 1
run 0 play --no-open --page=-copy.html
out "$(realpath .)/-copy.html"
run 5 play --page missing.html
run 2 play --page copy.txt
run 2 play now
finish
