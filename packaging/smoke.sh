#!/bin/sh
# Runs README's examples with an installed carom: shell, C, C++, Python and node. The examples are read from the
# installed README.
#   smoke.sh [DOC]    DOC contains README.md and examples/; node uses /packages/carom.tgz if it exists
set -eu
doc=${1:-/usr/share/doc/carom}
work=$(mktemp -d)
cd "$work"
ln -s "$doc/examples" examples
# block LANGUAGE WORD [FILE] prints the first block of README, or of FILE, in this language that contains the word.
block() {
    awk -v fence="^\`\`\`$1\$" -v word="$2" '$0 ~ fence { on = 1; text = ""; next } /^```$/ { if (on && index(text, word)) { printf "%s", text; exit } on = 0 }
        on { text = text $0 "\n" }' "${3:-$doc/README.md}"
}

count=0
block json 'eastbound' >cars.json
[ -s cars.json ] || { echo "README has no cars.json"; exit 1; }
block console 'carom solve cars.json' >commands
[ -s commands ] || { echo "README has no commands"; exit 1; }
while read -r dollar command; do
    [ "$dollar" = '$' ] || continue
    eval "$command" >out || { echo "fails: $command"; exit 1; }
    count=$((count + 1))
done <commands
[ $count -ge 3 ] || { echo "only $count commands"; exit 1; }
[ -s cars.svg ] || { echo "README draws no picture"; exit 1; }
carom solve examples/falling_rod.json --strict >out
carom solve examples/impact/walker_lands.json --law all >out
echo '{"law":"glocker","dim":3,"params":{"e_n":0.5,"e_t":0,"mu":0.3},"W":[[2,0,0],[0,3,0],[0,0,3]],"v":[-1,0.5,0.2]}' |
    carom solve - --strict >out
echo "shell: $count commands of README, a scenario, several contacts, a picture"

# Compile the C example of README with the installed library, and compare the output.
block c 'carom_collide' | sed 's/#include "carom.h"/#include <carom\/bodies.h>\n#include <carom\/carom.h>/' >impact.c
answer=$(block console 'cc impact.c' | sed -n 2p)
says() { [ "$(cat out)" = "$answer" ] || { echo "$1: $(cat out), but README: $answer"; exit 1; }; }
cc impact.c $(pkg-config --cflags --libs carom) -o impact && ./impact >out
says C
echo "C: $(cat out)"
c++ -x c++ -std=c++20 impact.c $(pkg-config --cflags --libs carom) -o impact++ && ./impact++ >out
says C++
echo "C++: the same"

block python 'carom.load' >impact.py
python3 impact.py >out
grep -q '5.0777, 2.87053' out || { echo "Python prints: $(cat out)"; exit 1; }
echo "Python: $(head -n 1 out)"

if [ -f /packages/carom.tgz ] && command -v node >/dev/null; then
    mkdir -p node_modules/carom
    tar -xzf /packages/carom.tgz -C node_modules/carom --strip-components 1
    block js carom.collide node_modules/carom/README.md >impact.mjs
    echo 'console.log(hit.P, hit.mode);' >>impact.mjs
    node impact.mjs >out
    grep -q 'c-sticking' out || { echo "node prints: $(cat out)"; exit 1; }
    echo "node: $(cat out)"
else
    echo "node: not run, there is no npm package here"
fi
if [ -d "$doc/html" ]; then
    for page in index docs/laws/routh reference/c/law docs/site/start; do
        [ -s "$doc/html/$page.html" ] || { echo "no page $page"; exit 1; }
    done
    if command -v chromium >/dev/null; then
        chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --dump-dom "file://$doc/html/docs/site/theory.html" >out 2>/dev/null
        grep -q '<math' out || { echo "a page opens without its formulas"; exit 1; }
        ! grep -q '<html[^>]*no-js' out || { echo "a page opens and its scripts do not run"; exit 1; }
        echo "docs: a page opened in a browser"
    fi
    echo "docs: $(find "$doc/html" -name '*.html' | wc -l) pages at $doc/html/index.html"
fi
rm -r "$work"
echo "smoke: all examples passed"
