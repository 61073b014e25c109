# Tests inverse sweeps, which compute the velocities before the impact. They must have the result of reconstruct for
# every sample, and count the samples without a unique result.
. "$(dirname "$0")/../cli/expect.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$work" || exit 1
cat >study.json <<'END_OF_STUDY'
{"inverse": true,
  "scenario": {"law": "routh", "params": {"e": 0.1, "mu": 0.25},
    "bodies": [
      {"name": "eastbound", "mass": 1200, "gyration": 1.3, "centre": [-2, 0.3], "velocity": [5.93, 2.02], "spin": 0.956},
      {"name": "northbound", "mass": 1500, "gyration": 1.4, "centre": [0.8, 0.5], "velocity": [6.46, 9.39], "spin": 2.307}],
    "contact": {"point": [0, 0], "normal": {"size": 1, "angle": {"deg": 180}}}},
  "inputs": {"params.e": {"uniform": [0.08, 0.2]}, "bodies[1].velocity[1]": {"uniform": [9, 10]}},
  "samples": 300, "worst": {"of": "speed_before_a", "keep": 1},
  "outputs": ["speed_before_a", "speed_before_b", "spin_before_b", "v_n_before", "energy_lost_fraction", "speed_a"]}
END_OF_STUDY
run 0 sweep study.json -o study.h5
run 0 report study.h5 --json
cp out report
# The fastest sample, replayed: reconstruct must give the same speed.
run 0 report study.h5 --replay 1 --law routh
cp out case.json
run 0 reconstruct case.json --json
cp out told
python3 - <<'END_OF_CHECK' || fail "report and reconstruct do not agree"
import json


def numbers(value):
    if isinstance(value, (dict, list)):
        inner = value.values() if isinstance(value, dict) else value
        return [x for part in inner for x in numbers(part)]
    return [value] if isinstance(value, (int, float)) else []


told, case = json.load(open("told"))["before"][0], json.load(open("case.json"))
a, P = case["bodies"][0], told["P"]
# With n = (-1, 0) and t = (0, 1), the impulse P acted on A. Subtract it to get the velocity before.
start = a["velocity"][0] + P[0] / a["mass"], a["velocity"][1] - P[1] / a["mass"]
speed = (start[0] ** 2 + start[1] ** 2) ** 0.5
assert any(abs(x - speed) < 1e-9 * speed for x in numbers(json.load(open("report")))), speed
END_OF_CHECK

# If the slip ended during the impact, several velocities are possible. Such a sample has no number and is counted.
cat >sticks.json <<'END_OF_STUDY'
{"inverse": true, "scenario": {"law": "routh", "params": {"e": 0.5}, "W": [[2,0],[0,3]], "v": [0.5,0]},
  "inputs": {"params.mu": {"uniform": [0.2, 1]}}, "samples": 50}
END_OF_STUDY
run 0 sweep sticks.json -o sticks.h5
run 0 report sticks.h5; out_like 'routh +not-applicable +50'

# In 3D an inverse sweep is rejected. "inverse" must be true or false.
sed 's/"inverse": true/"inverse": 1/' study.json >bad.json
run 3 sweep bad.json -o bad.h5; err '"inverse" is true or false'
cat >space.json <<'END_OF_STUDY'
{"inverse": true, "scenario": {"params": {"e": 1, "mu": 0}, "law": "routh", "W": [[1,0,0],[0,1,0],[0,0,1]], "v": [1,0,0.1]},
  "inputs": {"v[0]": {"uniform": [0.5, 1]}}, "samples": 10}
END_OF_STUDY
run 3 sweep space.json -o space.h5; err 'works in 2D only'
finish
