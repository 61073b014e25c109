# What a sweep keeps of two bodies is what solve says of the same sample; speeds may be in km/h; histograms come of themselves.
. "$(dirname "$0")/../cli/expect.sh"
cd "$work" || exit 1
cat >study.json <<'END_OF_STUDY'
{"scenario": {"params": {"e": 0.1, "mu": 0.6},
    "bodies": [
      {"name": "eastbound", "mass": 1200, "gyration": 1.3, "centre": [-2, 0.3], "velocity": {"size": {"kmh": 50}, "angle": 0}},
      {"name": "northbound", "mass": 1500, "gyration": 1.4, "centre": [0.8, 0.5], "angle": {"deg": 80}, "spin": 0.3,
       "velocity": {"size": 11, "angle": {"deg": 90}}}
    ],
    "contact": {"point": [0, 0], "normal": {"size": 1, "angle": {"deg": 175}}}},
  "laws": ["routh"],
  "inputs": {"bodies[0].velocity.size.kmh": {"uniform": [40, 60]}},
  "samples": 3000, "worst": {"of": "WHICH", "keep": 1},
  "outputs": ["delta_v_a", "delta_v_b", "speed_a", "speed_b", "heading_a", "heading_b", "spin_a", "spin_b", "pdof_a",
              "pdof_b", "lost"]}
END_OF_STUDY
# The greatest of each output, and the same number of the scenario it was met in: 12 digits of both agree.
for which in delta_v_a delta_v_b speed_a speed_b heading_a heading_b spin_a spin_b pdof_a pdof_b lost; do
    sed "s/WHICH/$which/" study.json >$which.json
    run 0 sweep $which.json -o $which.h5
    run 0 report $which.h5 --replay 1; cp out worst.json
    run 0 report $which.h5 --json; cp out report.out
    run 0 solve worst.json --json
    checks=$((checks + 1))
    python3 - $which report.out out <<'PY' || fail "$which is not what solve says"
import json, sys
which, report, answer = sys.argv[1], json.load(open(sys.argv[2])), json.load(open(sys.argv[3]))
law = report["laws"][0]
kept = law["worst"][0]["value"]
name, body = (which[:-2], "ab".index(which[-1])) if which[-2] == "_" else (which, None)
said = answer["lost"] if body is None else answer["bodies"][body][name]
low, high = law["outputs"][which]["5%"], law["outputs"][which]["95%"]
sys.exit(not (abs(kept - said) <= 1e-12 * abs(said) + 1e-12 and low < high <= kept + 0.04 * abs(kept) + 0.1))
PY
done
run 0 report lost.h5; out '| '; out 'it is northbound'; out_like '[▁▂▃▄▅▆▇█]{8}'
run 0 report lost.h5 --csv; out '5%'
# An empty list of histograms asks for none.
sed 's/WHICH/lost/; s/"samples": 3000,/"samples": 3000, "histograms": {},/' study.json >none.json
run 0 sweep none.json -o none.h5; run 0 report none.h5; out_lacks '█'
run 2 report none.h5 -o none.svg; err 'kept no histograms'
finish
