# Tests report pages. They must have the same bytes in every run, agree with their own data, have harmless names and a
# style sheet for paper. Results that are not valid must be marked.
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

page one solve cars.json
has "$work/one.html" "data-check=valid"
has "$work/one.html" "registration"
# The page must have the delta-v that the command prints, to four digits.
"$carom" solve "$work/cars.json" --json | tr ',' '\n' | sed -n 's/"delta_v"://p' | while read -r v; do
    has "$work/one.html" "<td class=n>$(printf %.2f "$v")</td>"
done
# The outlines overlap by 0.2 m along the normal: the front of eastbound is at 0.2 m, the side of northbound at 0 m.
has "$work/one.html" "overlap by 0.2 m along the normal"
has "$work/one.html" "source, as stated"
lacks "$work/one.html" "0.0e+00"
# Verification ignores the date, but not a changed number.
SOURCE_DATE_EPOCH=1800000000 "$carom" report --verify "$work/one.html" >/dev/null || fail "the date counts"
sed 's/<td class=n>50</<td class=n>51</' "$work/one.html" >"$work/changed.html"
! cmp -s "$work/one.html" "$work/changed.html" || fail "nothing was changed"
code 1 report --verify "$work/changed.html"
code 3 report --verify "$work/cars.json"
code 5 report --verify "$work/nothing.html"
# The page keeps the options of its command.
page options solve cars.json --law whittaker --mu 0.3 --units mph
has "$work/options.html" "<td>mph</td>"
page matrices solve --law routh --e 0.5 --mu 0.7 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6"
# A mechanism: all inputs of its links, its rates before and after, and the impulses of all laws.
cp "$root/examples/kane_pendulum.json" "$work/kane.json"
page kane solve kane.json
has "$work/kane.html" "data-check=not-valid"
has "$work/kane.html" "name lower, length 2 m, mass 3 kg, angle 150 deg, rate 0.2 rad/s"
"$carom" solve "$work/kane.json" --json | tr -d ' ' | sed -n 's/.*"u_after":\[\([^]]*\)\].*/\1/p' | tr ',' '\n' | while read -r u; do
    has "$work/kane.html" "<td class=n>$(printf %.4g "$u")</td>"
done
has "$work/kane.html" "<td>whittaker, .*<td class=n>5.5</td><td class=n>2.75</td>"
has "$work/matrices.html" "<td>routh (poisson), .*<td class=n>0.6</td><td class=n>0.12</td>"
lacks "$work/matrices.html" "e-1[0-9]</td><td class=n>[0-9.]*</td><td>yes"
# The result of a law that gains energy is not valid.
page gains solve --law routh --restitution newton --e 0.9 --mu 0.7 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6"
[ "$("$carom" solve --law routh --restitution newton --e 0.9 --mu 0.7 --W "2.5 -1.5; -1.5 2.5" --v "-1 0.6" --json | grep -c 'dE>0')" = 1 ] ||
    fail "this law does not gain energy here"
has "$work/gains.html" "data-check=not-valid"
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
    has "$work/sweep.html" "data-check=valid"
    has "$work/sweep.html" "data-check=law"
    has "$work/sweep.html" "skid marks"
    # The inputs are those of the file, not those of a sample. Names are escaped.
    has "$work/sweep.html" "<td>50 km/h at 0 deg</td>"
    has "$work/sweep.html" "<td>&lt;b>east: velocity</td>"
    has "$work/sweep.html" "<td>&lt;b>east: delta-v</td>"
    lacks "$work/sweep.html" "delta_v_a of"
    lacks "$work/sweep.html" "<b>"
    # Every input of the bodies is listed and marked if it varies.
    has "$work/sweep.html" "<td>velocity</td><td>50 km/h at 0 deg</td><td>varies</td>"
    has "$work/sweep.html" "<td>north</td><td>mass</td><td>1500 kg</td><td></td>"
    [ "$(grep -c '<td>varies</td>' "$work/sweep.html")" -eq 2 ] || fail "other inputs vary"
    for name in 5% median 95%; do
        value=$("$carom" report "$work/study.h5" --json | tr ',{' '\n\n' | sed -n "s/^\"$name\"://p" | head -n 1)
        has "$work/sweep.html" "<td class=n>$(printf %.4g "$value")</td>"
    done
    python3 -c 'import sys; t = open(sys.argv[1]).read(); u = t.replace("samples\\&quot;:3000", "samples\\&quot;:2000"); assert t != u
open(sys.argv[2], "w").write(u)' "$work/sweep.html" "$work/fewer.html" || fail "the number of samples is not in the data"
    code 1 report --verify "$work/fewer.html"
    code 2 report "$work/study.h5" -o "$work/sweep.html" --json
    (cd "$work" && "$carom" report study.h5 -o other.html --units mph && "$carom" report --verify other.html >/dev/null) || fail "--units"
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
    has "$work/all.html" "share of energy lost"
    [ "$(sed -n '/Which inputs matter/,/The worst and/p' "$work/all.html" | grep -c 'east: gyration')" -eq 0 ] || fail "an input without influence has a row"
    [ "$(sed -n '/Which inputs matter/,/The worst and/p' "$work/all.html" | grep -c 'east: mass')" -gt 4 ] || fail "an input with influence has no row"
fi

# Several contacts. Laws are compared at the same contact, links have names, and rounding errors are printed as 0.
sed 's/"samples": *[0-9]*/"samples": 500/' "$root/examples/sweeps/walker.json" >"$work/walker.json"
if (cd "$work" && "$carom" sweep walker.json -o walker.h5 >/dev/null 2>&1); then
    page walker report walker.h5
    has "$work/walker.html" "<td>link 0: angle</td>"
    lacks "$work/walker.html" "e-1[2-9]</td>"
    "$carom" report "$work/walker.h5" --json >"$work/walker.js"
    python3 - "$work/walker.html" "$work/walker.js" <<'PY' || fail "laws are not compared at the same contact"
import json, re, sys
laws = json.load(open(sys.argv[2]))["laws"]
first, share = {}, 0
for law in laws:
    own = first.setdefault(law["name"].rpartition("[")[2], law)
    for name, mine in own["outputs"].items():
        if mine["median"]:
            share = max(share, abs(law["outputs"][name]["median"] / mine["median"] - 1))
printed = float(re.search(r"The median of .* differs by up to ([0-9.]+) %", open(sys.argv[1]).read()).group(1))
assert abs(printed - 100 * share) <= 0.051, (printed, 100 * share)
PY
fi

# A share above its limit is printed with enough digits to be larger than the limit.
code 0 solve "$root/examples/two_cars.json" -o "$work/share.html"
has "$work/share.html" "data-check=law"
python3 -c 'import re, sys; t = open(sys.argv[1]).read(); a, b = re.search(r"up to ([0-9.]+) % between comparable laws; the limit for this warning is ([0-9.]+) %", t).groups()
assert float(a) > float(b), (a, b)' "$work/share.html" || fail "a share above its limit is printed as equal"
# Velocities are converted: those of the contact points are 3.6 times larger in km/h.
code 0 solve "$root/examples/two_cars.json" --units km/h -o "$work/kmh.html"
python3 -c 'import re, sys
slow, fast = (re.search(r"moves with \(([^,]+), ([^)]+)\)", open(f).read()).groups() for f in sys.argv[1:])
assert all(abs(float(b) / float(a) - 3.6) < 2e-3 for a, b in zip(slow, fast)), (slow, fast)' "$work/share.html" "$work/kmh.html" || fail "km/h"
# Laws with the same numbers share a row, and a body that cannot move has no column.
grep -q "whittaker, .*brach" "$work/share.html" || fail "equal laws have rows of their own"
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
