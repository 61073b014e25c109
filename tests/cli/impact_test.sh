# Tests `carom solve` for several contacts: errors, options, and files of other verbs.
. "$(dirname "$0")/expect.sh"
examples=$(dirname "$0")/../../examples
walker=$examples/impact/walker_lands.json

# A truncated file is reported with its name, also from standard input.
head -c 300 "$walker" >"$work/half.json"
run 3 solve "$work/half.json"; err "$work/half.json"; code bad-file; silent_out
cp "$work/half.json" "$work/in"; run 3 solve -; code bad-file; run 3 solve -; code bad-file
run 3 solve "$work/half.json" --json; code bad-file
: >"$work/in"

# The range of mu of this method excludes infinity.
printf '{"law":"pfeiffer-glocker","params":{"e":0.5,"mu":"inf"},"W":[[1,0],[0,1]],"v":[-1,0]}' >"$work/in"
run 3 solve -; code coefficient-range 'mu'
: >"$work/in"

# Files and methods that belong to another verb.
run 0 solve "$examples/falling_rod.json"
run 2 solve "$examples/falling_rod.json" --plot x.svg; code usage; silent_out
run 3 solve "$examples/falling_rod.json" --law all; code bad-value
run 3 solve "$walker" --law routh; code wrong-problem
run 3 solve "$walker" --law gloker; code unknown-law
# `carom solve` reads files with several contacts too and must print the same result as `carom solve`.
same() {
    run 0 solve "$walker" $1; cp "$work/out" "$work/impact"
    run 0 solve "$walker" $2; silent_err; checks=$((checks + 1)); cmp -s "$work/out" "$work/impact" || fail "solve $2 and impact $1 differ"
}
same '' ''; same --json --json; same --csv '--format csv'; same '--law sequence --set single=routh' '--law sequence'
same '--set mu=0.1,e=0.2 --json' '--mu 0.1 --e 0.2 --json'
# --set and the option of the same name: the last one wins.
same '--set mu=0.3,e=0.2 --mu 0.1 --json' '--mu 0.1 --e 0.2 --json'
same '--mu 0.3 --e 0.5 --set mu=0.1,e=0.2 --json' '--mu 0.1 --e 0.2 --json'
run 2 solve "$walker" --all-solutions; run 2 solve "$walker" --jacobian; run 3 solve "$walker" --W '1 0; 0 1'; code bad-value; err '--W'
run 3 solve "$walker" --law routh; code wrong-problem; run 3 solve --law sequence --W '1 0; 0 1' --v '-1 0'; code coefficient-missing
run 0 solve "$examples/falling_rod.json" --law sequence; out 'sequence: ok'
run 0 solve "$examples/three_link_walker.json" --law sequence --json; out '"law":"sequence"'; out '"contacts":[{'
# In a stream each line has one contact or several. The values of a line have priority over the options.
printf '%s\n' '{"id":1,"law":"routh","params":{"mu":0},"W":[[1,0],[0,1]],"v":[-1,0]}' \
    '{"id":2,"law":"glocker","params":{"mu":0},"W":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],"v":[-1,0,-2,0]}' \
    '{"id":3,"W":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],"v":[-1,0,-2,0],"params":{"e_n":0,"mu":0}}' >"$work/in"
run 0 solve --jsonl --law glocker --e 0.5 --mu 7; lines 3; silent_err
out '{"id":1,"status":"ok","P":[1.5,'; out '"id":2,"law":"glocker","status":"ok","P":[1.5,0,3,0]'
out '"id":3,"law":"glocker","status":"ok","P":[1,0,2,0]'
: >"$work/in"
printf '{"law":"ruth"}' >"$work/in"; run 3 solve -; code unknown-law
run 0 solve "$walker"; silent_err
run 0 solve "$walker" --law all --csv; out_like '^law,status,"dE, J",v'; silent_err

# If the bodies separate at every contact, nothing happens with every method, and --strict fails.
printf '{"params":{"e":0.5,"mu":0.3},"W":[[2,0,0,0],[0,2,0,0],[0,0,2,0],[0,0,0,2]],"v":[1,0.5,2,0]}' >"$work/in"
for method in pfeiffer-glocker hm-whittaker; do
    run 0 solve - --law $method; out 'nothing happens: no contact approaches'; out_lacks '✓'
    run 1 solve - --law $method --strict
done
: >"$work/in"
# --strict checks every method, not only one.
cat >"$work/parting.json" <<'END'
{"law":"all","params":{"e_n":0.5,"e":0.5,"mu":0.3,"single":"routh"},"W":[[1,0,0.2,0],[0,2,0,0],[0.2,0,1,0],[0,0,0,2]],"v":[1,0,1,0]}
END
run 0 solve "$work/parting.json"; run 1 solve "$work/parting.json" --strict; run 1 solve "$work/parting.json" --strict --json
# Coefficients from options have priority over those of the file. An invalid or unknown name is reported.
ladder=$(dirname "$0")/../../examples/impact/ladder.json
run 0 solve "$ladder" --set 'mu=[0.9,0.1],e=0' --json; cp "$work/out" "$work/given"
sed 's/"e": 0.3, "mu": \[0.4, 0.2\]/"e": 0, "mu": [0.9, 0.1]/' "$ladder" >"$work/told.json"
run 0 solve "$work/told.json" --json; checks=$((checks + 1)); cmp -s "$work/out" "$work/given" || fail 'options and file differ'
run 0 solve "$ladder" --json; checks=$((checks + 1)); ! cmp -s "$work/out" "$work/given" || fail 'the option changed nothing'
for word in mu mu= =1 'mu=0.1,' ''; do run 3 solve "$ladder" --set "$word"; code bad-value; done
run 3 solve "$ladder" --set slippery=0.3; code coefficient-unknown; err '"slippery"'
run 3 solve "$ladder" --set mu=-1; code coefficient-range 'mu'; err 'mu = -1'
# A coefficient that a method does not read is rejected if it was given for this method. It is ignored if the file gives
# it for another method.
run 0 solve "$walker" --law glocker; out 'glocker: ok'
cp "$work/out" "$work/passed"; sed 's/"restitution": "energetic", //; s/hm-differential/glocker/; /colliding/s/.*/  "note": 0/' "$walker" >"$work/plain.json"
run 0 solve "$work/plain.json"; silent_err; checks=$((checks + 1)); cmp -s "$work/out" "$work/passed" || fail 'passed over, but read'
run 3 solve "$walker" --law glocker --set restitution=newton; code coefficient-unused
sed 's/hm-differential/glocker/' "$walker" >"$work/own.json"; run 3 solve "$work/own.json"; code coefficient-unused
# e and mu as functions of the speed of each contact. Below v_0 the form `quarter` equals e_0, so it must give the
# result of a constant.
sed 's/"e": 0.5/"e_of": {"quarter": [0.5, 10]}/' "$walker" >"$work/form.json"
for method in hm-differential sequence lzb glocker all; do
    springs=; [ $method = lzb ] && springs='--set kn=1'
    run 0 solve "$walker" --law $method $springs --json; cp "$work/out" "$work/number"
    run 0 solve "$work/form.json" --law $method $springs --json; checks=$((checks + 1)); cmp -s "$work/out" "$work/number" || fail "$method by speed"
done
sed 's/"e": 0.5/"e_of": {"fifth": 0.2}/' "$walker" >"$work/form.json"; run 0 solve "$work/form.json"; out '0.265519'
run 0 solve "$work/form.json" --law sequence --set single=routh; out '0.265519'
sed 's/"e": 0.5/"e": 0.5, "e_of": "fifth"/' "$walker" >"$work/form.json"; run 3 solve "$work/form.json"; code bad-value; err 'e_of'
sed 's/"e": 0.5/"e_of": {"viscoelastic": 1}/' "$walker" >"$work/form.json"; run 3 solve "$work/form.json"; code bad-value
sed 's/hm-differential/springs/; s/"restitution": "energetic", "e": 0.5/"e_of": "fifth"/' "$walker" >"$work/form.json"
run 3 solve "$work/form.json"; code coefficient-unused
# Each solution of a sequence in 3D has three components for each contact and the modes. Each sample of gaps leads to
# one of the solutions.
printf '{"law":"sequence","dim":3,"params":{"e":0.5,"mu":0.3,"single":"routh","gap_samples":40},"v":[-1,0.2,0.1,-1,0,0.3],
"W":[[2,0,0,-1,0,0],[0,2,0,0,-1,0],[0,0,2,0,0,-1],[-1,0,0,2,0,0],[0,-1,0,0,2,0],[0,0,-1,0,0,2]]}' >"$work/space.json"
run 0 solve "$work/space.json" --json; cp "$work/out" "$work/solutions"
checks=$((checks + 1)); python3 - "$work/solutions" <<'END' || fail 'solutions of a sequence in 3D'
import json, sys
told = json.load(open(sys.argv[1]))
assert len(told["solutions"]) == 2 and sum(told["gap_counts"]) == 40 and "gap_strays" not in told
for one in told["solutions"]:
    assert len(one["P"]) == len(one["v_after"]) == 6 and len(one["modes"]) == 2
assert any(one["P"] == told["P"] and one["modes"] == told["modes"] for one in told["solutions"])
END
# --spread prints random results within their bounds. They are the same with the same seed, and differ with another
# seed.
cradle=$examples/impact/cradle.json
run 0 solve "$cradle" --spread 300 --json; cp "$work/out" "$work/first"; silent_err
run 0 solve "$cradle" --spread 300,1 --json; checks=$((checks + 1)); cmp -s "$work/out" "$work/first" || fail 'a seed is no seed'
run 0 solve "$cradle" --spread 300,2 --json; checks=$((checks + 1)); ! cmp -s "$work/out" "$work/first" || fail 'one seed for all'
run 2 solve "$cradle" --spread 300 --law lzb; code usage; err '--law'
checks=$((checks + 1)); python3 - "$work/first" <<'END' || fail 'draws of the cradle'
import json, sys
told = json.load(open(sys.argv[1]))
assert told["unfinished"] == 0 and len(told["samples"]) == 300
for one in told["samples"]:
    a, _, b, _ = one["v_after"]
    assert abs(a * a + a * b + b * b - 1) < 1e-9
    assert all(low - 1e-9 <= x <= high + 1e-9 for low, x, high in zip(told["v_least"], one["v_after"], told["v_most"]))
END
run 0 solve "$walker" --spread 20 --plot "$work/set.svg"; checks=$((checks + 1)); [ -s "$work/set.svg" ] || fail 'no picture'
out '20 random outcomes; 0 samples failed'
printf '{"params":{"e":0.5,"mu":0.3},"W":[[1,0],[0,2]],"v":[-1,0.2]}' >"$work/in"; run 0 solve - --spread 5; out "v'_n0               -1"
# The violation of a result that is one of several has the name of its status.
run 0 solve "$(dirname "$0")/../../examples/impact/three_spheres.json" --json; out '"status":"not-unique"'; out '"violations":["not-unique"]'
# A remark on a result is marked as a note.
run 0 solve "$(dirname "$0")/../../examples/impact/heel_strike.json" --law glocker; err 'carom: note: '
# Options that would have no effect are rejected.
run 2 solve "$cradle" --spread 5 --gaps 1e-3,0; err '--gaps'; run 2 solve "$cradle" --no-title; err '--no-title'
run 2 solve "$cradle" --spread 5 --scene "$work/none.svg"; err '--scene'; checks=$((checks + 1)); [ ! -e "$work/none.svg" ] || fail 'a picture'
for words in 0 2x 1,a 2000000 ''; do run 3 solve "$cradle" --spread "$words"; code bad-value; done
run 3 solve "$cradle" --spread 5 --set e=1.5; code coefficient-range
run 3 solve "$walker" --spread 5 --set mu=-1; code coefficient-range
# An invalid limit is rejected with its name and its range.
for limit in max_strikes max_stages max_states max_solutions max_outcomes max_impacts; do
    echo '{"law": "sequence", "W": [[1, 0], [0, 1]], "v": [-1, 0], "params": {"'$limit'": 0}}' >"$work/limit.json"
    run 3 solve "$work/limit.json"; code bad-value; err "$limit"
done
# Too many bodies or contacts are rejected before pairs of them are processed. Most of the time is then spent on reading
# the file.
many() {
    python3 -c 'import json, sys
n, m = map(int, sys.argv[1:])
ball = {"mass": 1, "shape": {"disc": 0.1}, "velocity": [0, -1]}
print(json.dumps({"law": "sequence", "params": {"e": 0.5, "single": "frictionless"},
    "bodies": [{**ball, "name": f"b{i}", "centre": [i, 0.1]} for i in range(n)],
    "contacts": [{"between": [f"b{i % n}", "fixed"], "point": [i, 0], "normal": [0, 1]} for i in range(m)]}))' "$1" "$2" >"$work/many.json"
}
for counts in '641 1' '1 641' '100000 100000'; do
    # shellcheck disable=SC2086
    many $counts
    # The limit is 10 s of processor time. A machine of 2020 needs 0.5 s, and a few times as much with sanitizers.
    # Processing all pairs took 15 s and more.
    checks=$((checks + 1)); code=0
    (ulimit -t 10; exec "$carom" solve "$work/many.json" --json) >"$work/out" 2>"$work/err" || code=$?
    said="carom solve with $counts bodies and contacts"
    [ "$code" = 3 ] || fail "$said: exit $code, wanted 3"
    err '"status":"bad-size"'
done
# If two bodies have the same name, the last one is used. An index selects the same body.
for name in '"b"' 2; do
    printf '{"law":"sequence","params":{"e":0.5,"single":"frictionless"},"bodies":[%s,%s,%s],"contacts":[{"between":[%s,"fixed"],"point":[0,0],"normal":[0,1]}]}' \
        '{"name":"b","mass":1,"inertia":1,"centre":[0,1]}' '{"name":"c","mass":1,"inertia":1,"centre":[0,1]}' \
        '{"name":"b","mass":4,"inertia":1,"centre":[0,1],"velocity":[0,-1]}' "$name" >"$work/in"
    run 0 solve - --json; out '"P":[6,0]'
done
# A cue hits a ball that lies on cloth. Compare with the momentum balances of ball and cue, and without friction with
# the closed form.
python3 - "$carom" "$(dirname "$0")/../../examples/impact/cue_ball.json" <<'PY' || fail "the cue on cloth differs from the balances of momentum"
import json, subprocess, sys
from math import cos, radians, sin
def solve(*options):
    return json.loads(subprocess.check_output([sys.argv[1], "solve", sys.argv[2], "--json", *options]))
M, m, R, L, V, e, mu, tilt = 0.54, 0.17, 0.028575, 1.47, 3.0, 0.73, (0.6, 0.2), radians(30)
d, t = (cos(tilt), -sin(tilt)), (sin(tilt), cos(tilt))  # along the cue and across it
cross = lambda a, b: a[0] * b[1] - a[1] * b[0]
def after(x):
    """Return velocities of ball and cue for three impulses on the ball: along and across the cue, and of the cloth."""
    F = [x[0] * d[k] + x[1] * t[k] for k in (0, 1)]
    G = [-mu[1] * x[2], x[2]]
    ball = [(F[0] + G[0]) / m, (F[1] + G[1]) / m, (cross([-R * d[0], -R * d[1]], F) + cross([0, -R], G)) / (0.4 * m * R * R)]
    arm = [L / 2 * d[0], L / 2 * d[1]]
    cue = [V * d[0] - F[0] / M, V * d[1] - F[1] / M, -cross(arm, F) / (M * L * L / 12)]
    tip = [ball[0] + ball[2] * R * d[1] - cue[0] + cue[2] * arm[1], ball[1] - ball[2] * R * d[0] - cue[1] - cue[2] * arm[0]]
    along, across = (sum(tip[k] * a[k] for k in (0, 1)) for a in (d, t))
    return ball, cue, [along - e * V, across, ball[1]]  # restitution, no slip at the tip, the ball stays on the cloth
zero = after([0, 0, 0])[2]
rows = [[after([float(k == j) for k in range(3)])[2][i] - zero[i] for j in range(3)] + [-zero[i]] for i in range(3)]
for i in range(3):
    rows[i:] = sorted(rows[i:], key=lambda row: -abs(row[i]))
    for k in range(3):
        if k != i: rows[k] = [a - rows[k][i] / rows[i][i] * b for a, b in zip(rows[k], rows[i])]
x = [rows[i][3] / rows[i][i] for i in range(3)]
ball, cue, _ = after(x)
assert x[0] > 0 and x[2] > 0 and abs(x[1]) < mu[0] * x[0] and ball[0] + R * ball[2] > 0  # friction as assumed
hit = solve()
# These are rounding errors. The largest was 4e-14.
for got, wanted in ((hit["bodies"][0], ball), (hit["bodies"][1], cue)):
    assert max(abs(a - b) for a, b in zip([*got["velocity"], got["spin"]], wanted)) < 1e-12, (got, wanted)
P = (1 + e) * V / (1 / M + cos(tilt) ** 2 / m)
assert max(abs(a - b) for a, b in zip(solve("--mu", "0")["P"][::2], (P, P * sin(tilt)))) < 1e-14
PY
# One contact in 3D by a law that solves one contact in 2D only: with and without "dim", as a system of one contact.
for dim in '' '"dim":3,'; do
    echo '{"law":"glocker",'"$dim"'"params":{"e_n":0.5,"e_t":0,"mu":0.3},"W":[[2,0,0],[0,3,0],[0,0,3]],"v":[-1,0.5,0.2]}' >"$work/in"
    run 0 solve - --json; out '"P":[0.75,-0.16666666666666666,-0.06666666666666667]'
done
echo '{"law":"routh","dim":2,"params":{"e":0.5,"mu":0.3},"W":[[2,0,0],[0,3,0],[0,0,3]],"v":[-1,0.5,0.2]}' >"$work/in"
run 3 solve -; code bad-dim dim
finish
