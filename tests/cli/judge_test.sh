# Tests `carom judge`: its table, formats and report, the worst cases as scenarios, the separation of options, and
# errors.
. "$(dirname "$0")/expect.sh"
command -v python3 >/dev/null || exit 77
root=$(dirname "$0")/../..

# A driver without friction. It has its own options, one of which has the same name as an option of judge.
cat >"$work/slide.py" <<'END'
import json, sys
push = 2.0 if "--json" in sys.argv else 1.0
for line in sys.stdin:
    c = json.loads(line)
    if "impactbench" in c:
        out = {"impactbench": 1, "engine": "slide", "version": " ".join(sys.argv[1:]) or "plain", "dims": [2], "settings": {"dt": 0.01}}
    elif len(c["contacts"]) > 1:
        out = {"id": c["id"], "cannot": "one contact"}
    else:
        b, k = c["bodies"][0], c["contacts"][0]
        rx = k["point"][0] - b["centre"][0]
        n = -(1 + c["e"]) * (b["velocity"][1] + b["spin"] * rx) / (1 / b["mass"] + rx * rx / b["inertia"]) * push
        out = {"id": c["id"], "u": [[b["velocity"][0], b["velocity"][1] + n / b["mass"], b["spin"] + rx * n / b["inertia"]]]}
        if len(c["bodies"]) > 1:
            out = {"id": c["id"], "error": "two bodies"}
    print(json.dumps(out), flush=True)
END
slide="python3 $work/slide.py"

run 0 judge $slide; silent_err
out 'slide, plain'
out '352 cases answered, 13'
out 'A-pair-head-on, error: two bodies'
out 'slide violates mechanics: 4 balls'
out 'Furthest from the nearest law'
out 'A-ball-backspin-stick'
out_lacks '3D: nearest law'

# Families of cases, every n-th case, and other formats.
run 0 judge $slide --family B --every 10; out '35 cases answered, 0'
run 0 judge --family=A $slide --csv; out 'what,found'; out_lacks 'cannot'
run 0 judge --family A $slide --md; out '| what | found |'
run 0 judge --family A --json $slide; lines 1; silent_err
python3 - "$work/out" <<'END' || fail 'the JSON lacks something'
import json, sys
a = json.load(open(sys.argv[1]))
assert a["verdict"] == "breaks"
assert a["engine"] == "slide" and a["asked"] == a["questions"] == 17 and not a["stopped"] and a["faults"] == []
assert a["score"]["balls_right"] == {"cases": 3, "of": 7, "worst": a["score"]["balls_right"]["worst"]} and a["worst"][0] == "A-ball-backspin-stick"
c = [c for c in a["cases"] if c["id"] == "A-ball-normal-e1"][0]
assert c["u"] == [[0, 4, 0]] and c["distance"]["whittaker"] == 0 and c["gain"] == 0 and c["outside_cone"] is False and "arriving_gain" in c
END
run 1 judge --family A --strict $slide
run 0 judge --family B --strict $slide

# With a baseline, the same driver has no changes. A driver with a changed option has changes, and the output names the
# law, a number of cases and a case.
run 0 judge --family B --every 20 --json $slide; cp "$work/out" "$work/last.json"
run 0 judge --family B --every 20 --baseline "$work/last.json" $slide; out ' 0 changes'
run 1 judge --family B --every 20 --baseline "$work/last.json" -- $slide --json; out 'energy_gained: 0 cases before'; out 'B-'
out_lacks ' 0 changes'
run 1 judge --family B --every 20 --json --baseline "$work/last.json" -- $slide --json; lines 1; err 'energy_gained'
run 0 judge --family B --every 10 --baseline "$work/last.json" $slide; out '18 of 35 cases compared'
sed 's/"status":"answered"/"status":"cannot"/' "$work/last.json" >"$work/other.json"
cmp -s "$work/last.json" "$work/other.json" && fail 'the status of a case was not replaced'
run 1 judge --family B --every 20 --baseline "$work/other.json" $slide; out 'cannot before'
echo '{}' >"$work/other.json"
run 3 judge --family B --every 20 --baseline "$work/other.json" $slide; code bad-value
run 5 judge --family B --every 20 --baseline "$work/none.json" $slide; code file-error; err 'none.json'

# Words after the driver belong to the driver, except options that judge knows. After "--" all words belong to the
# driver.
run 0 judge --family B --every 50 $slide --iterations 100 --worst="$work/w" --fast; out 'slide, --iterations 100 --fast'
run 0 judge --family B --every 50 -- $slide --json; out 'slide, --json'; out_like 'energy gained  *[1-9]'
run 0 judge --every 50 $slide --famly B
run 0 judge --every 50 -- $slide --famly B; silent_err
run 2 judge --iterations 100 $slide; code unknown-option '--iterations'

# The report and the worst cases.
run 0 judge $slide --family AB -o "$work/page.html" --worst "$work/worst"
said='the page'; checks=$((checks + 1))
[ "$(grep -c 'data:image/svg+xml;base64\|no figure' "$work/page.html")" = 5 ] || fail "the page has not the case to debug, the histogram and three more of the four worst"
grep -q 'A-ball-backspin-stick: ' "$work/page.html" || fail 'the page names no worst'
grep -q 'The case to debug' "$work/page.html" || fail 'the page names no case to debug'
# The unit test of the report must compile and have the numbers of the case.
awk '/^<pre>/ { on = 1 } on { print } /<\/pre>/ { exit }' "$work/page.html" | sed 's/<[^>]*>//g; s/&lt;/</g; s/&quot;/"/g; s/&gt;/>/g; s/&amp;/\&/g' >"$work/unit.c"
grep -q 'measured_0\[\] = {2, 3.6, 6}' "$work/unit.c" && grep -q '^const double routh_poisson_0' "$work/unit.c" || fail 'the unit test has other numbers'
${CC:-cc} -fsyntax-only "$work/unit.c" || fail 'the unit test does not compile'
! grep -q '<script\|http' "$work/page.html" || fail 'the page is not by itself'
[ "$(ls "$work/worst" | wc -l)" = 4 ] || fail 'four balls are off'
for file in "$work"/worst/*.json; do run 0 compare "$file"; out whittaker; done
run 0 solve "$work/worst/worst-1-A-ball-backspin-stick.json"; out 'P'
run 5 judge --family A $slide -o "$work/none/page.html"; code file-error
run 5 judge --family A $slide --worst "$work/none/worst"; code file-error

# The report must use the boxes and tables of all reports. The report of a driver with only wrong results must be
# smaller than 600 kB.
grep -q 'class="box bad" data-check=breaks' "$work/page.html" || fail 'the page has no verdict'
! grep -q '<table><tr>' "$work/page.html" || fail 'a table of its own'
run 0 judge -o "$work/wrong.html" -- python3 "$root/tests/judge/random_driver.py"
[ "$(wc -c <"$work/wrong.html")" -lt 600000 ] || fail 'a page of 600 kB or more'
[ "$(grep -c 'data:image/svg+xml;base64\|no figure' "$work/wrong.html")" -ge 4 ] || fail 'a page without figures'

# Cases from a file of the user.
head -n 2 "$root/impactbench/cases/A.jsonl" >"$work/two.jsonl"
run 0 judge --cases "$work/two.jsonl" $slide; out '2 cases answered'
run 5 judge --cases "$work/no.jsonl" $slide; code file-error; err 'no.jsonl'
echo '{"id":"A-x","family":"A"}' >>"$work/two.jsonl"
run 3 judge --cases "$work/two.jsonl" $slide; code bad-file
echo '{"id"' >"$work/two.jsonl"
run 3 judge --cases "$work/two.jsonl" $slide; code bad-file

# Errors.
run 2 judge; code usage
run 2 judge --; code bad-value
run 3 judge --family X $slide; code bad-value
run 2 judge --every none $slide; code usage
run 2 judge --limit never $slide; code usage
run 3 judge "$work/nowhere"; code bad-value
: >"$work/driver_here"; here=$PWD; cd "$work" || exit 1
run 3 judge driver_here; err './'; run 3 judge ./driver_here; cd "$here" || exit 1
run 3 judge true; code bad-value
run 3 judge cat; code bad-value; err '"engine"'; err '"version"'
finish
