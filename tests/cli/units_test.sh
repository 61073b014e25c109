# Tests units with the command: 10,000 random impacts as a stream, 10,000 samples of a sweep, 2,000 samples of an
# inverse sweep, and 20 reconstructions. Each input is written in SI units and in other units. The printed numbers,
# divided by their factors, must agree.
#   units_test.sh CAROM
. "$(dirname "$0")/expect.sh"
command -v python3 >/dev/null || exit 77
checks=$((checks + 1))
python3 - "$carom" "$work" <<'END' || fail "numbers do not come back"
import csv, json, math, os, random, subprocess, sys
carom, work = sys.argv[1:]
random.seed(47)
FACTOR = {"m/s": 1, "km/h": 3.6, "mph": 1 / 0.44704, "rad/s": 1, "deg/s": 180 / math.pi, "deg": 1, "1": 1, "N s": 1, "J": 1, "N m s": 1,
          "1/kg": 1, "lbf s": 1 / (0.45359237 * 9.80665), "ft lbf": 1 / (0.45359237 * 9.80665 * 0.3048),
          "lbf ft s": 1 / (0.45359237 * 9.80665 * 0.3048), "1/lb": 0.45359237}
SI = {"velocity": "m/s", "spin": "rad/s", "impulse": "N s", "energy": "J", "angular": "N m s", "W": "1/kg", "angle": "deg"}
WHAT = {"P": "impulse", "P_compression": "impulse", "momentum": "impulse", "v": "velocity", "v_after": "velocity", "v_before": "velocity",
        "velocity": "velocity", "speed": "velocity", "delta_v": "velocity", "spin": "spin", "dE": "energy", "energy": "energy",
        "work_normal": "energy", "work_friction": "energy", "angular": "angular", "W": "W", "heading": "angle", "direction": "angle",
        "pdof": "angle"}
STYLES = [("km/h, deg", "kmh"), ("mph, deg, lb", "mph"), ("US", "mph"), ("km/h, deg, lb", "kmh")]

def run(*words, text=None):
    done = subprocess.run([carom, *words], input=text, capture_output=True, text=True, cwd=work)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout

def two_decimals(low, high):
    return round(random.uniform(low, high), 2)

def pair(units, key, reverse=False):
    """Return the same scenario in other units and in SI units."""
    speed, degree = (1 / 3.6 if key == "kmh" else 0.44704), math.pi / 180
    other, si = [], []
    for x, y, low, high in ((-2, 0.3, 5, 90), (0.8, 0.5, -90, -5)):
        if reverse: low, high = -high, -low
        mass, spin, v = two_decimals(1500, 6000), two_decimals(-200, 200), [two_decimals(low, high), two_decimals(-60, 60)]
        other.append({"mass": {"lb": mass}, "inertia": 900, "centre": [x, y], "velocity": [{key: v[0]}, {key: v[1]}], "spin": {"deg": spin}})
        si.append({"mass": mass * 0.45359237, "inertia": 900, "centre": [x, y], "velocity": [v[0] * speed, v[1] * speed], "spin": spin * degree})
    rest = {"law": "routh", "params": {"e": 0.4, "mu": 0.3}, "contact": {"point": [0, 0], "normal": [-1, 0]}}
    return {"units": units, "bodies": other, **rest}, {"bodies": si, **rest}

def numbers(value, key=None):
    """Return the list of (quantity, number) of a result, in the order of its keys."""
    if isinstance(value, dict):
        return [n for k, v in value.items() if k in WHAT or isinstance(v, (dict, list)) for n in numbers(v, k)]
    if isinstance(value, list):
        return [n for v in value for n in numbers(v, key)]
    return [(WHAT[key], value)] if key in WHAT and isinstance(value, (int, float)) else []

def compare(other, si):
    """Compare two results.

    Different operations change an input by a rounding error, which an impact amplifies. The largest difference was
    2e-12 of the largest number with this unit; the bound is 1e-9."""
    units = {**SI, **other["units"]}
    a, b = numbers(other), numbers(si)
    assert len(a) == len(b) > 20 and [n[0] for n in a] == [n[0] for n in b], (other, si)
    worst = 0.0
    for what in SI:
        there = [(x / FACTOR[units[what]], y) for (w, x), (_, y) in zip(a, b) if w == what]
        scale = 360 if what == "angle" else max((abs(y) for _, y in there), default=0)
        for x, y in there:
            apart = abs(x - y)
            worst = max(worst, (min(apart, 360 - apart) if what == "angle" else apart) / (scale or 1))
    assert worst <= 1e-9, (worst, other, si)
    return worst

# Compare the results of a stream of impacts.
pairs = [pair(*random.choice(STYLES)) for _ in range(10000)]
streams = [run("solve", "--jsonl", text="".join(json.dumps(p[i]) + "\n" for p in pairs)).splitlines() for i in (0, 1)]
assert len(streams[0]) == len(streams[1]) == 10000
hits, worst, flips = 0, 0.0, 0
for line in zip(*streams):
    other, si = map(json.loads, line)
    assert other["status"] == si["status"]
    if other["status"] != "ok": continue
    if other["mode"] != si["mode"]: flips += 1; continue
    worst = max(worst, compare(other, si))
    hits += 1
assert hits > 8000 and flips < 5, (hits, flips)
print(f"stream: {hits} impacts of 10000, worst {worst:.1g}")

# Compare reconstructions.
found, k = 0, 0
while found < 20 and k < 200:
    k += 1
    results, both = [], pair(*random.choice(STYLES), reverse=True)
    for name, scenario in zip(("other", "si"), both):
        with open(os.path.join(work, name + ".json"), "w") as file: json.dump(scenario, file)
        done = subprocess.run([carom, "reconstruct", name + ".json", "--json"], capture_output=True, text=True, cwd=work)
        results.append(json.loads(done.stdout) if done.returncode == 0 else None)
    assert (results[0] is None) == (results[1] is None)
    if results[0] is None or not results[0].get("before"): continue
    assert len(results[0]["before"]) == len(results[1]["before"])
    for before in zip(results[0]["before"], results[1]["before"]): compare(*before)
    found += 1
assert found == 20, found
print(f"reconstruct: {found}")

# Compare the samples of a sweep and of an inverse sweep, as CSV. Inputs are as in the file, outputs in the units of the
# file.
try:
    run("sweep", "--help")
    sweeps = subprocess.run([carom, "report", "--help"], capture_output=True).returncode == 0
except AssertionError:
    sweeps = False
for inverse in (False, True) if sweeps else ():
    sign, samples = (-1, 2000) if inverse else (1, 10000)
    rows, heads, scales = [], [], []
    for key, units in (("kmh", "km/h, deg"), (None, "SI")):
        f, d = (1, 1) if key else (1 / 3.6, math.pi / 180)
        v = (lambda x: {key: x}) if key else (lambda x: x / 3.6)
        tail = "." + key if key else ""
        study = {"units": units, "columns": True, "samples": samples, "inverse": inverse,
                 "scenario": {"law": "routh", "params": {"e": 0.4, "mu": 0.3}, "bodies": [
                     {"mass": 1200, "inertia": 900, "centre": [-2, 0.3], "velocity": [v(sign * 20), v(4)], "spin": {"deg": 10} if key else 10 * d},
                     {"mass": 1500, "inertia": 900, "centre": [0.8, 0.5], "velocity": [v(sign * -20), v(-4)], "spin": 0}],
                     "contact": {"point": [0, 0], "normal": [-1, 0]}},
                 "inputs": {f"bodies[0].velocity[0]{tail}": {"uniform": sorted([sign * 10 * f, sign * 80 * f])},
                            f"bodies[1].velocity[1]{tail}": {"uniform": [-30 * f, 30 * f]},
                            "bodies[0].spin" + (".deg" if key else ""): {"uniform": [-90 * d, 90 * d]}},
                 "outputs": ["speed_before_a", "speed_a", "spin_b", "delta_v_a", "delta_v_b", "heading_b", "energy_lost_fraction", "dE"]}
        if not inverse: del study["inverse"]
        with open(os.path.join(work, "study.json"), "w") as file: json.dump(study, file)
        run("sweep", "study.json", "-o", f"units{inverse}{bool(key)}.h5")
        table = list(csv.reader(run("report", f"units{inverse}{bool(key)}.h5", "--samples").splitlines()))
        heads.append(table[0]); rows.append(table[1:])
    assert len(rows[0]) == len(rows[1]) == samples
    factor = []
    for column, (a, b) in enumerate(zip(*heads)):
        unit = lambda head: head.rsplit(", ", 1)[1] if ", " in head else "1"
        if "velocity" in a: factor.append(3.6)
        elif "bodies[0].spin" in a: factor.append(180 / math.pi)
        else: factor.append(FACTOR[unit(a)] / FACTOR[unit(b)] if unit(a) in FACTOR else None)
    assert 3.6 in factor and factor.count(1) >= 2 and sum(abs((f or 0) - 180 / math.pi) < 1e-9 for f in factor) >= 2, (heads, factor)
    compared, worst = 0, 0.0
    for a, b in zip(*rows):
        assert len(a) == len(b)
        for x, y, f in zip(a, b, factor):
            if f is None or not x or not y:
                assert x == y or f is not None, (x, y); assert bool(x) == bool(y)
                continue
            try: x, y = float(x) / f, float(y)
            except ValueError:
                assert x == y; continue
            worst = max(worst, abs(x - y) / max(1, abs(y)))
            compared += 1
    # The largest difference of the sweep was 5e-14.
    assert compared > 8 * samples and worst < 1e-9, (compared, worst)
    print(f"sweep, inverse {inverse}: {compared} numbers, worst {worst:.1g}")
END
finish
