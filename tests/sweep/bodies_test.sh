# Tests sweeps of two bodies. A sweep must keep the numbers that solve prints for the same sample. Speeds may be in
# km/h, and histograms are made by default.
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
              "pdof_b", "energy_lost_fraction"]}
END_OF_STUDY
# The largest number of each output must agree to 12 digits with that of solve for the replayed sample.
for which in delta_v_a delta_v_b speed_a speed_b heading_a heading_b spin_a spin_b pdof_a pdof_b energy_lost_fraction; do
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
said = answer["energy_lost_fraction"] if body is None else answer["bodies"][body][name]
low, high = law["outputs"][which]["5%"], law["outputs"][which]["95%"]
sys.exit(not (abs(kept - said) <= 1e-12 * abs(said) + 1e-12 and low < high <= kept + 0.04 * abs(kept) + 0.1))
PY
done
run 0 report energy_lost_fraction.h5; out '| '; out 'of northbound'; out_like '[▁▂▃▄▅▆▇█]{8}'
run 0 report energy_lost_fraction.h5 --csv; out '5%'
# In CSV each table must have its own heads, which state what it contains. Rows must have as many cells as their head,
# for any number of outputs.
run 0 report energy_lost_fraction.h5 --csv; cp out tables.csv
python3 - tables.csv <<'PY' || fail 'tables cannot be told apart'
import csv, sys
tables = [[row for row in csv.reader(block.splitlines())] for block in open(sys.argv[1]).read().split("\n\n")]
heads = [tuple(table[0]) for table in tables]
assert len(set(heads)) == len(heads) == 5, heads
assert all(cell for head in heads for cell in head), "a head without a name"
assert all(len(row) == len(table[0]) for table in tables for row in table)
assert ("result", "law", "mean", "sd", "min", "5%", "median", "95%", "max", "unit") in heads, heads
ends = [(row[0], row[-1]) for table in tables for row in table]
assert ("eastbound: delta-v", "m/s") in ends and ("share of energy lost", "") in ends, ends
PY
checks=$((checks + 1))
# In the text output the heads must end where their columns end, also in the last column.
run 0 report energy_lost_fraction.h5; out_like '^ +law +mean +sd +lowest +5 % +median +95 % +highest$'; out_lacks ', 1:'
python3 - out <<'PY' || fail 'heads do not end where their columns end'
import re, sys
lines = open(sys.argv[1]).read().splitlines()
at = [i for i, line in enumerate(lines) if re.match(r" +law +mean ", line)]
assert len(at) == 11 and all(len(lines[i]) == len(lines[i + 1]) for i in at)
PY
checks=$((checks + 1))

# If samples are kept, --samples prints them as CSV. The mean of a column must be that of the summary.
run 2 report energy_lost_fraction.h5 --samples; err 'add "columns": true to the sweep file'
sed 's/WHICH/energy_lost_fraction/; s/"samples": 3000,/"samples": 3000, "columns": true,/' study.json >kept.json
run 0 sweep kept.json -o kept.h5; run 0 report kept.h5 --json; cp out kept.out
run 2 report kept.h5 --samples --csv; err '--csv'
run 0 report kept.h5 --samples; silent_err
python3 - out kept.out <<'PY' || fail 'samples and summaries do not agree'
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert [int(row["sample"]) for row in rows] == list(range(3000))
outputs = json.load(open(sys.argv[2]))["laws"][0]["outputs"]
for name, unit in ("delta_v_a of eastbound", ", m/s"), ("spin_b of northbound", ", rad/s"), ("energy_lost_fraction", ""):
    column = [float(row["routh " + name + unit]) for row in rows]
    said = outputs[name.split()[0]]
    assert abs(sum(column) / 3000 - said["mean"]) < 1e-12 * abs(said["mean"]) and min(column) == said["min"], name
assert {row["routh status"] for row in rows} == {"ok"} and all(row["routh mode"] for row in rows)
assert all(40 <= float(row["bodies[0].velocity.size.kmh"]) <= 60 for row in rows)
PY
checks=$((checks + 1))

# Errors must be named: an unknown output, an output that is listed twice, a missing number of samples.
sed 's/"delta_v_a"/"dv_a"/; s/WHICH/energy_lost_fraction/' study.json >wrong.json; run 3 sweep wrong.json -o wrong.h5; err 'has no "dv_a"'; err 'delta_v_a'
sed 's/"delta_v_b"/"delta_v_a"/; s/WHICH/energy_lost_fraction/' study.json >wrong.json; run 3 sweep wrong.json -o wrong.h5; err '"delta_v_a" is asked for twice'
sed 's/"samples": 3000,//; s/WHICH/energy_lost_fraction/' study.json >wrong.json; run 3 sweep wrong.json -o wrong.h5; err '"samples" is missing'

# The picture has a title with the number of samples, except with --no-title.
if "$carom" draw --W '1 0; 0 1' --v '-1 0' -o probe.svg 2>err; then
    run 0 report energy_lost_fraction.h5 -o titled.svg; run 0 report energy_lost_fraction.h5 --no-title -o bare.svg
    python3 - <<'PY' || fail 'the title is missing'
import re
high = [float(re.search(r'height="([0-9.]+)', open(name).read())[1]) for name in ("titled.svg", "bare.svg")]
assert high[0] - high[1] == 20, high
PY
    checks=$((checks + 1))
fi
# An empty list of histograms gives no histogram.
sed 's/WHICH/energy_lost_fraction/; s/"samples": 3000,/"samples": 3000, "histograms": {},/' study.json >none.json
run 0 sweep none.json -o none.h5; run 0 report none.h5; out_lacks '█'
run 2 report none.h5 -o none.svg; err 'histograms'
finish
