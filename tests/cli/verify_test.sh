# Tests `carom report --verify`: it must find every change of a page except another date, it must limit what a page makes
# it compute, and it must leave no files behind. The date itself must have the form of a date.
. "$(dirname "$0")/expect.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir "$work/tmp"
export TMPDIR="$work/tmp"
cd "$work" || exit 1
verify() { run "$1" report --verify "$work/$2"; [ -z "$(ls "$TMPDIR")" ] || fail "$said: $(ls "$TMPDIR") is left"; }
run 0 solve "$root/examples/two_cars.json" -o "$work/page.html"
verify 0 page.html

# change NAME SED: changes the page by a program of sed.
change() { sed "$2" page.html >"$1.html"; ! cmp -s page.html "$1.html" || fail "$1: nothing was changed"; }
date='[0-9]*-[0-9]*-[0-9]* [0-9]*:[0-9]* UTC'
change other-date "s/$date/2030-12-31 23:59 UTC/"
verify 0 other-date.html
change script 's#<p class="soft date">.*</p>#&<script>document.body.innerHTML="<h1>delta-v 5 km/h</h1>"</script>#'
change remote "s#$date#<script src=\"https://example.org/\"></script>#"
change hidden "s#\\($date\\).*#\\1<style>body>*{display:none}</style><h1>delta-v 5 km/h</h1><!--#"
change words "s/$date/9999-99-99 Delta-v 99 km\\/h/"
change no-such-date "s/$date/9999-99-99 99:99 UTC/"
change short-date "s/$date/2026-1-01 00:00 UTC/"
change no-date "s/$date//"
change no-line '/class="soft date"/d'
change second-date 's#^<h1>.*#&<p class="soft date">2026-01-01 00:00 UTC</p>#'
change crlf 's/$/\r/'
printf '\357\273\277' | cat - page.html >mark.html
{ cat page.html; printf '\0<script>alert(1)</script>'; } >zero.html
{ cat page.html; echo; } >line.html
head -c -1 page.html >cut.html
for name in script remote hidden words no-such-date short-date no-date no-line second-date crlf mark zero line cut; do verify 1 $name.html; done

# A page without a file must not read one, and a page that names the output of its command is rejected.
run 0 solve --law routh --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" -o "$work/matrix.html"
verify 0 matrix.html
python3 - "$root/examples/two_cars.json" <<'END'
import json, re, sys
page = open("matrix.html").read()
for name, words in ("local", ["solve", sys.argv[1]]), ("stdin", ["solve", "-"]), ("output", ["solve", "-o", "x"]):
    open(name + ".html", "w").write(re.sub(r'("words":)\[.*?\]', lambda m: m[1] + json.dumps(words), page))
END
verify 5 local.html
verify 5 stdin.html
verify 3 output.html

# Sweeps: a page may ask for any number of samples and for columns.
sed 's/"samples": *[0-9]*/"samples": 3000, "columns": true/' "$root/examples/sweeps/two_cars.json" >study.json
if "$carom" sweep study.json -o study.h5 >/dev/null 2>&1; then
    more() { change "$1" "s/samples\\\\\":3000,/samples\\\\\":$2,/"; } # another number of samples
    run 0 report study.h5 -o "$work/page.html"
    verify 0 page.html
    more many 1000000000000
    verify 4 many.html
    more fewer 2000
    verify 1 fewer.html
    # An interrupted run must end soon and remove its files.
    said='an interrupted --verify'; checks=$((checks + 1))
    more long 100000000
    for signal in INT TERM HUP; do
        (trap - INT; exec timeout -s KILL 60 "$carom" report --verify long.html --limit 1e6) >/dev/null 2>"$work/err" &
        watch=$!
        i=0; while [ -z "$(ls "$TMPDIR"/*/*.h5 2>/dev/null)" ] && [ $i -lt 200 ]; do sleep 0.1; i=$((i + 1)); done
        pid=$(pgrep -P "$watch" carom | head -n 1)
        kill -s $signal "$pid"
        got=0; wait "$watch" || got=$?
        [ $got -gt 128 ] && [ $got -ne 137 ] || fail "$said by $signal: exit $got"
        [ -z "$(ls "$TMPDIR")" ] || fail "$said by $signal: $(ls "$TMPDIR") is left"
    done
    # A lack of memory must not leave files either.
    if (ulimit -v 400000 && "$carom" --version) >/dev/null 2>&1; then
        for size in 60000 70000 80000 100000; do
            (ulimit -v $size && timeout 60 "$carom" report --verify page.html) >/dev/null 2>&1
            [ -z "$(ls "$TMPDIR")" ] || fail "with $size kB: $(ls "$TMPDIR") is left"
        done
    fi
fi
run 2 report --verify page.html --limit 0
run 2 report --limit 5
finish
