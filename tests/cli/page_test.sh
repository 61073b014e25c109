# Tests report pages. They must have the same bytes in every run, agree with the results of the command, have harmless
# names and a style sheet for paper. Results that are not valid must be marked.
#   page_test.sh CAROM
. "$(dirname "$0")/expect.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
export SOURCE_DATE_EPOCH=1700000000
cat >"$work/cars.json" <<'END'
{"units": "km/h, deg", "law": "routh", "params": {"e": 0.1, "mu": 0.6},
 "bodies": [
  {"name": "eastbound", "mass": {"lb": 2645.55}, "_mass": "registration", "gyration": 1.3, "outline": {"rectangle": [4.4, 1.7]},
   "centre": [-2, 0.3], "velocity": {"size": {"kmh": 50}, "angle": 0}, "spin": {"deg": 10}},
  {"name": "northbound", "mass": 1500, "gyration": 1.4, "outline": {"rectangle": [4.2, 1.6]}, "angle": {"deg": 90},
   "centre": [0.8, 0.5], "velocity": {"size": {"mph": 25}, "angle": {"deg": 90}}}],
 "contact": {"point": [0, 0], "normal": {"size": 1, "angle": {"deg": 180}}}}
END
has() { checks=$((checks + 1)); grep -q -- "$2" "$1" || fail "$1 lacks $2"; }
lacks() { checks=$((checks + 1)); ! grep -q -- "$2" "$1" || fail "$1 has $2"; }
page() { # page NAME WORDS...: makes the page twice, and checks bytes, size, data, no scripts, no addresses
    name=$1; shift
    (cd "$work" && "$carom" "$@" -o "$name.html" && "$carom" "$@" -o "$name.2.html") || fail "$* -o"
    cmp -s "$work/$name.html" "$work/$name.2.html" || fail "$name: another page the second time"
    [ "$(wc -c <"$work/$name.html")" -lt 1000000 ] || fail "$name: 1 MB or more"
    has "$work/$name.html" "@media print"
    lacks "$work/$name.html" "<script"
    lacks "$work/$name.html" "https\?://"
    (cd /; "$carom" report --verify "$work/$name.html" >/dev/null) || fail "$name is not verified"
}
code() { # code WANTED WORDS...
    wanted=$1; shift
    got=0; "$carom" "$@" >"$work/out" 2>"$work/err" || got=$?
    [ $got -eq "$wanted" ] || fail "$*: exit $got, not $wanted"
}
# Reads a page: rows(title) has the cells of the rows that begin with this title; boxes has the keys of the notes.
cat >"$work/reader.py" <<'END'
import html, json, re, sys, urllib.parse
text = open(sys.argv[1]).read()
boxes = re.findall(r"data-check=([a-z-]+)", text)
every = [[html.unescape(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)] for row in re.findall(r"<tr>(.*?)</tr>", text)]
rows = lambda title: [row[1:] for row in every if row and row[0] == title]
pictures = [urllib.parse.unquote(data) for data in re.findall(r'svg[+]xml,([^"]*)', text)]
def near(shown, wanted, what):
    assert abs(float(shown) - wanted) <= 6e-4 * abs(wanted) + 1e-9, (what, shown, wanted)
END
check() { checks=$((checks + 1)); { cat "$work/reader.py" -; } | python3 - "$@" || fail "$*"; }

# The momenta and moments cancel, so that their sums are rounding errors. The result must still be valid.
cat >"$work/opposite.json" <<'END'
{"law": "routh", "params": {"e": 0.5, "mu": 0.3},
 "bodies": [{"mass": 0.1, "inertia": 0.01, "centre": [-0.3, 0.1], "velocity": [0.3, 0.1]},
            {"mass": 0.3, "inertia": 0.03, "centre": [0.3, 0.1], "velocity": [-0.1, -0.03333333333333333]}],
 "contact": {"point": [0, 0], "normal": [-1, 0]}}
END
cat >"$work/through.json" <<'END'
{"law": "ivanov", "params": {"direction": [1, 0], "eta": -0.5},
 "bodies": [{"mass": 1, "inertia": 0.0833333333, "centre": [0.3535533905932738, 0.35355339059327373], "velocity": [-1, -1]}, "fixed"],
 "contact": {"point": [0, 0], "normal": [0, 1]}}
END
code 0 solve "$work/opposite.json" -o "$work/opposite.html"
has "$work/opposite.html" "data-check=valid"
code 0 solve "$work/through.json"

# Every number of a page is that of the command, in the units of the page, to four digits.
page one solve cars.json
page miles solve cars.json --law whittaker --mu 0.3 --units mph
page si solve cars.json --units SI
"$carom" solve "$work/cars.json" --json >"$work/one.json"
"$carom" solve "$work/cars.json" --law whittaker --mu 0.3 --units mph --json >"$work/miles.json"
"$carom" solve "$work/cars.json" --units SI --json >"$work/si.json"
for name in one miles si; do
    check "$work/$name.html" "$work/$name.json" <<'END'
answer = json.load(open(sys.argv[2]))
units = answer["units"] if "units" in answer else {"velocity": "m/s", "spin": "rad/s", "energy": "J"}
for title, key, unit in (("speed after", "speed", "velocity"), ("delta-v", "delta_v", "velocity"), ("PDOF", "pdof", ""),
                         ("heading after", "heading", ""), ("yaw rate after", "spin", "spin")):
    a, b, shown = rows(title)[0]
    assert shown == units.get(unit, "deg"), (title, shown)
    near(a, answer["bodies"][0][key], title)
    near(b, answer["bodies"][1][key], title)
near(rows("normal impulse P_n")[0][0], answer["P"][0], "P_n")
near(rows("crush energy -dE")[0][0], -answer["dE"], "dE")
energy = rows("kinetic energy")[0]
near(energy[0], answer["balance"]["before"]["energy"], "energy before")
near(energy[3], answer["dE"], "change of the energy")
# The contact point of the first body: v + spin x r, with r = (2, -0.3) m.
x, y = re.search(r"moves with \(([^,]+), ([^)]+)\)", text).groups() if "Common velocity reached" in text else (None, None)
body, speed = answer["bodies"][0], {"m/s": 1, "km/h": 3.6, "mph": 1 / 0.44704}[units["velocity"]]
turn = body["spin"] * (3.141592653589793 / 180 if "deg" in units["spin"] else 1) * speed
if x:
    near(x, body["velocity"][0] + 0.3 * turn, "contact, x")
    near(y, body["velocity"][1] + 2 * turn, "contact, y")
assert boxes[0] == "valid"
END
done
# The outlines overlap by 0.2 m along the normal: the front of eastbound is at 0.2 m, the side of northbound at 0 m. The
# picture shows this rectangle, with four corners.
has "$work/one.html" "overlap by 0.2 m along the normal"
if ! grep -q '(no figure' "$work/one.html"; then
    check "$work/one.html" <<'END'
area = re.findall(r'fill-opacity:0.5;" d="([^"]*)"', pictures[0])[0] # the others are in the legend
corners = {tuple(map(float, point)) for point in re.findall(r"[ML] (\S+) (\S+)", area)}
assert len(corners) == 4 and area.count(" L ") == 3, area
assert len({x for x, y in corners}) == len({y for x, y in corners}) == 2, area
END
fi
has "$work/one.html" "registration"
has "$work/one.html" "source, as stated"
has "$work/miles.html" "<td>mph</td>"
code 3 report --verify "$work/cars.json"
code 5 report --verify "$work/nothing.html"
page matrices solve --law routh --e 0.5 --mu 0.7 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6"
has "$work/matrices.html" "<td>routh (poisson), .*<td class=n>0.6</td><td class=n>0.12</td>"
lacks "$work/matrices.html" "e-1[0-9]</td><td class=n>[0-9.]*</td><td>yes"
# A mechanism: all inputs of its links, its rates before and after, and the impulses of all laws.
cp "$root/examples/kane_pendulum.json" "$work/kane.json"
page kane solve kane.json
has "$work/kane.html" "data-check=not-valid"
has "$work/kane.html" "name lower, length 2 m, mass 3 kg, angle 150 deg, rate 0.2 rad/s"
has "$work/kane.html" "<td>whittaker, .*<td class=n>5.5</td><td class=n>2.75</td>"
"$carom" solve "$work/kane.json" --json >"$work/kane.js"
check "$work/kane.html" "$work/kane.js" <<'END'
for title, wanted in zip(("upper: rate", "lower: rate"), json.load(open(sys.argv[2]))["u_after"]):
    near(rows(title)[0][1], wanted, title)
END
# The result of a law that gains energy is not valid.
page gains solve --law routh --restitution newton --e 0.9 --mu 0.7 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6"
has "$work/gains.html" "data-check=not-valid"
has "$work/gains.html" "FAILED"
lacks "$work/gains.html" "data-check=valid"
code 2 solve "$work/cars.json" -o "$work/page.txt"
code 2 solve "$work/cars.json" -o "$work/page.pdf"
code 2 reconstruct "$work/cars.json" -o "$work/page.pdf"
code 2 fit "$work/nothing.csv" --report "$work/page.pdf"
code 2 solve "$work/cars.json" --json -o "$work/page.html"

page back reconstruct "$root/examples/after/two_cars.json" --units km/h,deg
has "$work/back.html" "data-check=valid"
page unbounded reconstruct --law routh --e 0 --mu 0.5 --W "1 0; 0 3.5" --v "0 0.2"
has "$work/unbounded.html" "data-check=unbounded"
lacks "$work/back.html" "data-check=unbounded"
# The first of two velocities does not lead to the requested one, by rounding errors of this ill-conditioned matrix. It is
# marked, and the page goes on.
page doubtful reconstruct --law smith --e 0.0002422996251533526 --mu 0.023004177319965284 \
    --W '1 0.001537587840483104; 0.001537587840483104 2.364176554596133e-06' --v '0.0031472958802224228 3227752.149407433'
check "$work/doubtful.html" <<'END'
assert boxes == ["family", "not-valid", "valid"], boxes
assert len(rows("normal impulse P_n")) == 1 and text.count("<h2>Solution ") == 2 and "How to repeat this report" in text
END

# A sweep, if this build has sweeps. The percentiles of the page must be those of the command, and verification runs the
# sweep again.
cat >"$work/study.json" <<'END'
{"units": "km/h", "scenario": {"params": {"e": 0.1, "mu": 0.6}, "bodies": [
  {"name": "<b>east", "mass": 1200, "gyration": 1.3, "centre": [-2, 0.3], "velocity": {"size": {"kmh": 50}, "angle": 0}},
  {"name": "north", "mass": 1500, "gyration": 1.4, "centre": [0.8, 0.5], "velocity": [0, 11]}],
  "contact": {"point": [0, 0], "normal": [-1, 0]}},
 "laws": ["routh", "smith"], "inputs": {
  "params.e": {"uniform": [0, 0.3], "note": "</td><script>tests"},
  "bodies[0].velocity.size.kmh": {"normal": [50, 3], "note": "skid marks"}},
 "samples": 3000, "outputs": ["delta_v_a", "spin_a"], "worst": {"of": "delta_v_a"}}
END
if (cd "$work" && "$carom" sweep study.json -o study.h5 >/dev/null 2>&1); then
    page sweep report study.h5
    lacks "$work/sweep.html" "<b>"
    "$carom" report "$work/study.h5" --json >"$work/sweep.json"
    check "$work/sweep.html" "$work/sweep.json" <<'END'
laws = json.load(open(sys.argv[2]))["laws"]
assert "6000 of 6000 results exist, with 0 violations" in text
assert boxes == ["valid", "law"], boxes
for law in laws:
    shown, = [row for row in rows("<b>east: delta-v") if row[0] == law["name"]]
    for cell, key in zip(shown[1:], ("mean", "sd", "min", "5%", "median", "95%", "max")):
        near(cell, law["outputs"]["delta_v_a"][key], key)
    assert shown[8] == "km/h"
worst, = [row for row in rows("<b>east: delta-v") if len(row) == 3]
near(worst[0], laws[0]["worst"][0]["value"], "worst")
assert worst[2] == "km/h"
assert [row[1] for row in every if row[0] == "<b>east: yaw rate after" and len(row) == 10] == [law["name"] for law in laws]
assert [row for row in every if len(row) > 1 and row[1] == "3000"] == [[law["name"], "3000"] + 7 * ["0"] for law in laws]
assert rows("<b>east: velocity")[0][-1] == "skid marks"
# The inputs are those of the file, not those of a sample. Every input of the bodies is listed and marked if it varies.
assert ["velocity", "50 km/h at 0 deg", "varies"] in rows("<b>east") and ["mass", "1500 kg", ""] in rows("north")
assert sum("varies" in row for row in every) == 2
END
    sed 's/samples\\":3000/samples\\":2000/' "$work/sweep.html" >"$work/fewer.html"
    ! cmp -s "$work/sweep.html" "$work/fewer.html" || fail "the number of samples is not in the data"
    code 1 report --verify "$work/fewer.html"
    code 2 report "$work/study.h5" -o "$work/sweep.html" --json
    page other report study.h5 --units mph
fi

# All outputs and four laws. The page must have all histograms. Inputs without influence have
# no row.
cat >"$work/all.json" <<'END'
{"scenario": {"params": {"e": 0.1, "mu": 0.6}, "bodies": [
  {"name": "east", "mass": 1200, "gyration": 1.3, "centre": [-2, 0.3], "velocity": [14, 0]},
  {"name": "north", "mass": 1500, "gyration": 1.4, "centre": [0.8, 0.5], "velocity": [0, 11]}],
  "contact": {"point": [0, 0], "normal": [-1, 0]}},
 "laws": ["routh", "smith", "brach", "whittaker"], "inputs": {
  "params.e": {"uniform": [0, 0.3]}, "params.mu": {"uniform": [0.4, 0.9]}, "bodies[0].mass": {"uniform": [1100, 1300]},
  "bodies[1].mass": {"uniform": [1400, 1600]}, "bodies[0].velocity[0]": {"normal": [14, 1]}, "bodies[1].velocity[1]": {"normal": [11, 1]},
  "bodies[0].gyration": {"uniform": [1.2999, 1.3001]}},
 "samples": 2000, "outputs": ["dE", "P_n", "P_t", "v_n", "v_t", "delta_v_a", "delta_v_b", "speed_a", "speed_b", "heading_a", "heading_b",
  "spin_a", "spin_b", "pdof_a", "pdof_b", "energy_lost_fraction"]}
END
if (cd "$work" && "$carom" sweep all.json -o all.h5 >/dev/null 2>&1); then
    page all report all.h5
    check "$work/all.html" <<'END'
pairs = [row[:2] for row in every if len(row) == 11]
assert pairs.count(["dE", "east: velocity x"]) == 1 and [row[0] for row in rows("share of energy lost")[:4]] == ["routh", "smith", "brach", "whittaker"]
assert not [pair for pair in pairs if pair[1] == "east: gyration"]
assert len([pair for pair in pairs if pair[1] == "east: mass"]) > 4
END
fi

# Several contacts. Laws are compared at the same contact, links have names, and rounding errors are printed as 0.
sed 's/"samples": *[0-9]*/"samples": 500/' "$root/examples/sweeps/walker.json" >"$work/walker.json"
if (cd "$work" && "$carom" sweep walker.json -o walker.h5 >/dev/null 2>&1); then
    page walker report walker.h5
    has "$work/walker.html" "<td>link 0: angle</td>"
    lacks "$work/walker.html" "e-1[2-9]</td>"
    "$carom" report "$work/walker.h5" --json >"$work/walker.js"
    check "$work/walker.html" "$work/walker.js" <<'END'
first, share = {}, 0
for law in json.load(open(sys.argv[2]))["laws"]:
    own = first.setdefault(law["name"].rpartition("[")[2], law)
    for name, mine in own["outputs"].items():
        if mine["median"]:
            share = max(share, abs(law["outputs"][name]["median"] / mine["median"] - 1))
near(re.search(r"The median of .* differs by up to ([0-9.]+) %", text)[1], 100 * share, "share")
END
fi

# A share above its limit is printed with enough digits to be larger than the limit.
code 0 solve "$root/examples/two_cars.json" -o "$work/share.html"
check "$work/share.html" <<'END'
share, limit = re.search(r"up to ([0-9.]+) % between the compared laws; the limit for this warning is ([0-9.]+) %", text).groups()
assert "law" in boxes and float(share) > float(limit), (share, limit)
assert [row for row in every if "whittaker, " in row[0] and "brach" in row[0]], "equal laws have rows of their own"
END
# A body that cannot move has no column.
code 0 solve "$root/examples/falling_rod.json" -o "$work/rod.html"
lacks "$work/rod.html" "fixed, m/s"
has "$work/rod.html" "rod, m/s"

# Names in files may contain markup, quotes and formulas.
cat >"$work/evil.json" <<'END'
{"about": "</pre><script>alert(1)</script>", "law": "routh", "params": {"e": 0.1, "mu": 0.6},
 "bodies": [
  {"name": "<img src=x onerror=alert(1)>\"'&", "_mass": "<b>\"x", "mass": 1200, "gyration": 1.3, "centre": [-2, 0.3], "velocity": [14, 0]},
  {"name": "=1+1\u202e\u2066", "mass": 1500, "gyration": 1.4, "centre": [0.8, 0.5], "velocity": [0, 11]}],
 "contact": {"point": [0, 0], "normal": [-1, 0]}}
END
page evil solve evil.json
lacks "$work/evil.html" "$(printf '\342\200\256')"
has "$work/evil.html" "=1+1$(printf '\357\277\275\357\277\275')"
has "$work/evil.html" "default-src 'none'; style-src"
lacks "$work/evil.html" "<img src=x"
lacks "$work/evil.html" "<b>"
has "$work/evil.html" "&lt;img src=x onerror"
"$carom" solve "$work/evil.json" --format csv >"$work/evil.csv"
! grep -q '^=' "$work/evil.csv" || fail "a formula in CSV"
grep -q "^\"'=1+1" "$work/evil.csv" || fail "the name is not in the CSV"
if "$carom" draw "$work/evil.json" --scene -o "$work/evil.svg" 2>/dev/null; then
    python3 -c 'import sys, xml.dom.minidom as m; d = m.parse(sys.argv[1]); sys.exit(any(d.getElementsByTagName(t) for t in ("script", "img")))' \
        "$work/evil.svg" || fail "evil.svg"
fi
finish
