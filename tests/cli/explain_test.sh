# Tests `carom explain` as text and JSON.
. "$(dirname "$0")/expect.sh"

run 0 explain --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v"; silent_err
out_like '0\.707107 +-0\.707107 +4 +acts like a mass of 0\.25 kg'
out_like '\|mu_s\| +0\.6 '
out_like 'mu_c +1\.66667 '
out_like 'routh +c-sticking +0\.2 +the slip ends in compression: P_d = 2\.13 < P_q = 3\.25'
out 'mu_static = 0.7 >= |mu_s| = 0.6 (34)'
run 0 explain --e 0.5 --mu 0.1 --mu-static 0.2 --W "$rod_W" --v "$rod_v"
run 0 explain --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" --json; lines 1
out '"mu_hold":0.6'; out '"law":"routh","status":"ok","mode":"c-sticking"'; out '"citation":"Routh 1860'

# With Newton's restitution the rod gains no energy up to e = 0.8. Above this, the printed counterexample must gain
# energy.
run 0 explain --e 0.8 --mu 0.7 --W "$rod_W" --v "$rod_v" --json; out '"newton_energy":{"e_most":0.8,"safe":true}'
run 0 explain --e 0.9 --mu 0.7 --W "$rod_W" --v "$rod_v" --json; out '"safe":false,"counterexample":{"v":[-1,'
python3 - "$carom" "$work/out" <<'PY' || fail "the counterexample of newton_energy does not gain energy"
import json, subprocess, sys
found = json.load(open(sys.argv[2]))["newton_energy"]["counterexample"]
v = " ".join(map(repr, found["v"]))
out = subprocess.check_output([sys.argv[1], "solve", "--law", "whittaker", "--e", "0.9", "--mu", repr(found["mu"]), "--W", "2.5 -1.5; -1.5 2.5", "--v", v, "--json"])
dE = json.loads(out)["dE"]
assert dE > 0 and abs(dE - found["dE"]) <= 1e-12, (dE, found)
PY
run 0 explain --e 0.5 --mu 0.7 --W "1 0 0; 0 2 0; 0 0 3" --v "-1 0 0" --json; out '"newton_energy":{"e_most":1,"safe":true}'

# Coefficients that were not given are marked as examples. A reversed normal, the most common mistake, is reported.
run 0 explain --W "$rod_W" --v "$rod_v"; out_like 'mu = [0-9.]+ \(not given: an example\)'
run 0 explain --e 0.5 --W "$rod_W" --v "$rod_v"; out_like 'mu = [0-9.]+ \(not given: an example\)'
examples=$(dirname "$0")/../../examples
sed 's/"deg": 180/"deg": 0/' "$examples/two_cars.json" >"$work/reversed.json"
run 0 explain "$work/reversed.json"; silent_err
run 0 explain "$work/reversed.json" --json; out '"note":"normal-reversed"'
run 0 explain --W "$rod_W" --v "1 0"
run 0 explain "$examples/two_cars.json"; out_lacks 'reversed'

# A slip that grows, a slip that lasts until the end of the impact, no slip, and infinite friction.
run 0 explain --e 0.5 --mu 0.2 --W "$rod_W" --v "-1 -1"; out 'the slip never ends'
run 0 explain --e 0.5 --mu 0.2 --W "2 0; 0 7" --v "-1 9"; out_like 'mu_c +inf'
run 0 explain --e 0.5 --mu 0.2 --W "$rod_W" --v "-1 0"
run 0 explain --e 0.5 --mu inf --W "$rod_W" --v "-1 1"

# A 3D contact and a singular W.
run 0 explain --W "3 1 0; 1 2 0; 0 0 1" --v "-1 0 1"; out_like '\|T\^-1 w\| +0\.5 '; out_like '^  frictionless'
out_lacks 'mu_q'
run 0 explain --W "1 1; 1 1" --v "-1 -1"

# One law with the meaning of its coefficients. In contrast to --law, a law in the file does not select one law.
run 0 explain --law routh --W "$rod_W" --v "$rod_v"; out 'What routh predicts'; out_like 'mu = [0-9.]+: \|P_t\| / P_n'; out_lacks 'whittaker '
out_like 'mu_static = [0-9.]+: largest'
if [ -z "$unbuilt" ]; then
    run 0 explain --law stronge --e 0.8 --mu 0.5 --W "1 0; 0 3.5" --v "-1 0.6"; out 'What stronge predicts'
    out 'eta2 = 1.21: normal'; out_like '^  stronge .*lasts 2\.82743 s'; out_lacks 'whittaker '
    run 0 explain --law stronge --e 0.8 --W "1 0; 0 3.5" --v "-1 0.6" --json; out '"laws":[{"law":"stronge"'
fi

# A law without a contact: explain prints the meaning of its coefficients.
run 0 explain --law routh; silent_err; out 'What its coefficients mean'; out 'mu: |P_t| / P_n'; out '`carom laws routh`'
out_lacks 'Critical friction'
run 0 explain --law routh --json; lines 1; out '"law":"routh"'; out '"coefficients":[{"name":"'; out '"ratio":"'
if [ -z "$unbuilt" ]; then
    run 0 explain --law stronge --e 0.8; out '  e = 0.8: '; out '  eta2 = 1.21: '
else
    run 3 explain --law "$unbuilt"; err 'which this build does not have'; silent_out
fi
run 3 explain --law routh --W "$rod_W"; code bad-value; run 3 explain --law routh --v "$rod_v"; code bad-value
echo '{"params":{"e":0.5}}' >"$work/in"; run 3 explain --law routh -; code bad-value; silent_out; : >"$work/in"

# The class of the impact, Newton's and Poisson's restitution compared, the energy form, and F*.
run 0 explain --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v"; out 'meeting: the bodies approach'; out 'oblique: '; out 'eccentric: '
out 'Newton, at 0.32 m/s'; out_like 'F\* +0\.184615 +N s'
out '2 dE = -2.5 P_t^2 + 3 P_t P_n - 1.43333 P_n^2   = -0.336 J'
run 0 explain --e 0 --mu 0.7 --W "$rod_W" --v "-1 0"; out 'plastic: '
run 0 explain --mu 0.2 --W "$rod_W" --v "-1 -1"; out_like 'F\* +never'
run 0 explain --mu 2 --W "$rod_W" --v "0 -0.2"; out 'tangential: '; out 'mu > 1.66667'
run 0 explain --e 0.5 --mu 0.7 --W "$rod_W" --v "$rod_v" --json; out '"approach":"meeting"'; out '"because":[]'; out '"F_star":0.1846'

# The forces of a closed contact: no solution, two solutions, one solution at rest, and bodies under gravity.
run 0 explain --e 0.5 --mu 2 --W "$rod_W" --v "0 -0.2" --acceleration "-9.81 0"; out 'inconsistent: no finite force'; out_like 'impact without collision .* 0\.1125 +0\.1475 +N s'
run 0 explain --mu 1.8 --W "$rod_W" --v "0 -0.2" --acceleration "2.9 12.7"; out 'indeterminate: '; out_like '^  separates '; out_like '^  slides '
run 0 explain --mu 0.7 --W "$rod_W" --v "0 0" --acceleration "-9.81 0.3" --json; out '"case":"contact"'; out '"mode":"sticks"'
run 3 explain --W "$rod_W" --v "0 0" --mu 0 --acceleration "1"; code bad-value; run 3 explain --W "$rod_W" --v "0 0" --mu 0 --gravity 9.81; code bad-value
run 2 explain --W "$rod_W" --v "0 0" --acceleration "1 1" --gravity 9.81; err 'exclude each other'

# Couplings in W that are rounding errors do not lead to a critical friction.
run 0 explain --W "4.7619 -1e-15 9e-16; -1e-15 16.6667 2e-15; 9e-16 2e-15 16.6667" --v "-1 1 0"; out_like 'mu_c +inf'; out 'central (generalized)'

# For several contacts, explain states which laws can gain energy.
run 0 explain "$examples/impact/walker_lands.json"; silent_err
out_like '^  pfeiffer-glocker .* dissipative by theorem'
run 0 explain "$examples/impact/walker_lands.json" --json; lines 1; out '"law":"glocker","status":"ok"'; out '"reason":"contraction"'
run 0 explain "$examples/impact/walker_lands.json" --law glocker --json; out_lacks 'lzb'
echo '{"law":"glocker","W":[[2,0,-1,0],[0,1,0,0],[-1,0,1,0],[0,0,0,1]],"v":[-1,0,-1,0],"params":{"e_n":[0,1],"e_t":0,"mu":0}}' >"$work/unequal.json"
echo '{"law":"glocker","W":[[1,0,0,1],[0,1,0,0],[0,0,1,0],[1,0,0,2]],"v":[-1,0,-1,0],"params":{"e_n":[1,0],"e_t":0,"mu":[0,1]}}' >"$work/poisson.json"
python3 - "$carom" "$work" <<'PY' || fail "the energy verdicts of several contacts"
import json, subprocess, sys
carom, work = sys.argv[1:]
def explain(path, *options):
    out = subprocess.check_output([carom, "explain", path, "--json", *options])
    return {row["law"]: row for row in json.loads(out)["laws"]}
def solve(path, law, v):
    problem = json.load(open(path))
    del problem["law"]
    problem |= {"law": law, "v": v}
    if law == "pfeiffer-glocker": problem["params"] = {"e": [1, 0], "mu": [0, 1], "e_t": 0, "nu": 0}
    if law == "hm-whittaker": problem["params"] = {"e": problem["params"]["e_n"], "mu": 0}
    out = subprocess.run([carom, "solve", "-", "--json"], input=json.dumps(problem).encode(), capture_output=True, check=True).stdout
    return json.loads(out)["dE"]
# Without friction, glocker gains no energy if no contact separates before the impact, but can gain energy otherwise.
# With Poisson's restitution no energy is gained.
found = explain(f"{work}/unequal.json")
glocker = found["glocker"]
assert glocker["energy"] == "counterexample" and glocker["reason"] == "closing", glocker
assert found["pfeiffer-glocker"]["energy"] == "theorem" and found["pfeiffer-glocker"]["reason"] == "frictionless"
again = solve(f"{work}/unequal.json", "glocker", glocker["counterexample"]["v"])
assert glocker["dE"] <= 0 < again and abs(again - glocker["counterexample"]["dE"]) <= 1e-12, (glocker, again)
assert max(map(abs, glocker["counterexample"]["v"])) == 1
# safe_factor is the largest factor s of all coefficients for which the theorem applies. Here it scales e_n = (0, 1),
# and the condition is 2 (1 - s^2) >= 1.
assert abs(glocker["safe_factor"] - 0.5**0.5) < 1e-9, glocker
# With friction and different e, Poisson's restitution gains energy too.
row = explain(f"{work}/poisson.json")["pfeiffer-glocker"]
assert row["energy"] == "counterexample", row
again = solve(f"{work}/poisson.json", "pfeiffer-glocker", row["counterexample"]["v"])
assert again > 0 and abs(again - row["counterexample"]["dE"]) <= 1e-12, (row, again)
# With equal coefficients, both laws gain no energy by a theorem.
for law in ("glocker", "pfeiffer-glocker"):
    row = explain(f"{work}/poisson.json", "--set", "e=0.5", "--set", "e_t=0.5")[law]
    assert row["energy"] == "theorem" and row["reason"] == "common", row
PY
run 2 explain "$examples/impact/walker_lands.json" --gravity 9.81; err 'for one contact'
run 3 explain "$examples/impact/walker_lands.json" --law routh; code wrong-problem
run 3 explain --law lzb --W "1 0; 0 1" --v "-1 0"

run 2 explain; run 3 explain --W "1 2; 2 1" --v "-1 0"; code not-psd 'W[0][1]'
run 3 explain --W "1 0; 0 1"; code bad-value
finish
