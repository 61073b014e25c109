#!/usr/bin/env python3
"""Compares the scores of families F, H, R, S, T and Z with a computation in Python. Usage: everyday_test.py CAROM

The drivers answer with random numbers, with the reference of the case, or with the positions that they received.
"""
import importlib.util
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import random_driver

carom, here = sys.argv[1], pathlib.Path(__file__).resolve().parent
bench = here.parents[1] / "impactbench"
cases = {}
for family in "FHRSTZ":
    for line in (bench / "cases" / f"{family}.jsonl").read_text(encoding="utf-8").splitlines():
        cases[json.loads(line)["id"]] = json.loads(line)

# A driver that answers with random numbers, with the references in a file, or with the centre of each body.
DRIVER = """
import json, sys
sys.path.insert(0, sys.argv[1])
import random_driver
known = {c["id"]: c["answers"] for c in map(json.loads, open(sys.argv[3]))}
for line in sys.stdin:
    c = json.loads(line)
    if "impactbench" in c:
        out = {"impactbench": 1, "engine": "every", "version": "0", "dims": [2, 3], "families": "FHRSTZ", "settings": {"dt": .01}}
    elif sys.argv[2] == "random":
        out = {k: v for k, v in random_driver.answer(c).items() if k != "q"}
    elif sys.argv[2] == "centre":
        out = {"id": c["id"], "u": [b["centre"] + [0] * (3 if len(b["centre"]) == 3 else 1) for b in c["bodies"]]}
    else:
        answers = known[c["id"]]
        out = {"id": c["id"], "u": answers.get("routh-poisson", answers.get("rest"))}
        if sys.argv[2] == "light" and c["id"] == "R-pair-1000":
            out["u"][1][0] -= .05 * 4
    if "height" in c or "answers" in c:
        out = {"id": c["id"], "error": "the driver is not blind"}
    print(json.dumps(out), flush=True)
"""


def judge(how, room):
    driver, known = pathlib.Path(room) / "driver.py", pathlib.Path(room) / "known.jsonl"
    driver.write_text(DRIVER, encoding="utf-8")
    known.write_text("".join(json.dumps(c) + "\n" for c in cases.values()), encoding="utf-8")
    run = subprocess.run([carom, "judge", "--family", "FHRSTZ", "--json", "--", sys.executable, driver, here, how, known], capture_output=True, text=True, check=True)
    report = json.loads(run.stdout)
    assert report["score"]["answered"] == len(cases) == 122 and not report["faults"], report["score"]
    return report


def three(x): return list(x) + [0.] * (3 - len(x))
def six(u): return list(u) if len(u) == 6 else [u[0], u[1], 0., 0., 0., u[2]]
def dot(a, b): return sum(x * y for x, y in zip(a, b))
def cross(a, b): return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def parting(c, k, u):
    speed, n = 0., three(k["normal"])
    for i, sign in ((k["a"], 1), (k["b"], -1)):
        if i != "floor":
            arm = [x - y for x, y in zip(three(k["point"]), three(c["bodies"][i]["centre"]))]
            speed += sign * (dot(n, u[i][:3]) + dot(n, cross(u[i][3:], arm)))
    return speed


def before(c): return [three(b["velocity"]) + (b["spin"] if isinstance(b["spin"], list) else [0., 0., b["spin"]]) for b in c["bodies"]]


def rebound(c, u):
    """Returns the restitution at the contact that closes fastest."""
    k = min(c["contacts"], key=lambda k: parting(c, k, before(c)))
    return -parting(c, k, [six(x) for x in u]) / parting(c, k, before(c))


def gain(c, u):
    def energy(us):
        return sum(b["mass"] * dot(x[:3], x[:3]) + b["inertia"] * dot(x[3:], x[3:]) for b, x in zip(c["bodies"], us))
    return energy([six(x) for x in u]) / energy(before(c)) - 1


def count(report, key): return report["score"][key]["cases"], report["score"][key]["of"]


with tempfile.TemporaryDirectory() as room:
    chance, right, centres, light = (judge(how, room) for how in ("random", "reference", "centre", "light"))

# Random answers: compares the restitution, and the scores that depend on it.
worst, parts, gains, largest = 0., 0, 0, 0.
for got in chance["cases"]:
    c, answer = cases[got["id"]], random_driver.answer(cases[got["id"]])
    want = rebound(c, answer["u"])
    worst = max(worst, abs(want - got["rebound"]) / max(1, abs(want)))
    parts += c["family"] == "Z" and want > .01
    gains += c["id"].startswith("H-rod") and gain(c, answer["u"]) > 1e-4
    if c["family"] == "T":
        largest = max(largest, abs(want - c["e"]), min(got["distance"].values()))
assert worst < 1e-13, worst  # the largest difference was 2e-16
assert 0 < parts < 14 and count(chance, "plastic_parts") == (parts, 14), (parts, chance["score"]["plastic_parts"])
assert count(chance, "heights_rods_gain") == (gains, 21) and gains, (gains, chance["score"]["heights_rods_gain"])
assert abs(chance["score"]["slow_balls_right"]["worst"] - largest) < 1e-9 * largest, (largest, chance["score"]["slow_balls_right"])

# The reference answers are correct in every score.
for key, of in {"slow_balls_right": 7, "mass_ratios_right": 14, "footprint_right": 10, "shapes_right": 42, "heights_balls_right": 14}.items():
    assert count(right, key) == (of, of) and right["score"][key]["worst"] < 1e-12, (key, right["score"][key])
for key, of in {"plastic_parts": 14, "shapes_gain": 42, "heights_rods_gain": 21}.items():
    assert count(right, key) == (0, of), (key, right["score"][key])

# The velocity of the lighter of two balls is wrong by 5 % of the approach speed. This changes the kinetic distance
# little, but changes the restitution by 0.05.
wrong = light["score"]["mass_ratios_right"]
assert (wrong["cases"], wrong["of"]) == (13, 14) and abs(wrong["worst"] - .05) < 1e-12, wrong

# Bodies of family H start above the floor, by the fraction `height` of the distance they fall in a step of 0.01 s. The
# other families start as the file states.
for got in centres["cases"]:
    c = cases[got["id"]]
    fall = -parting(c, c["contacts"][0], before(c)) * .01 * c.get("height", 0)
    wanted = [b["centre"] for b in c["bodies"]]
    wanted[0] = [x + fall * n for x, n in zip(wanted[0], c["contacts"][0]["normal"])]
    for u, w in zip(got["u"], wanted):
        assert math.dist(u[:len(w)], w) < 1e-15 * (1 + max(map(abs, w))), (got["id"], u, w)

# The runner replaces the section of the results page and keeps the others. Replacing it again changes nothing.
spec = importlib.util.spec_from_file_location("impactbench", bench / "impactbench.py")
runner = importlib.util.module_from_spec(spec)
spec.loader.exec_module(runner)
with tempfile.TemporaryDirectory() as room:
    runner.DOCS, page = room, pathlib.Path(room) / "impactbench-results.md"
    page.write_text("# Results\n\ntext\n\n## Everyday scenes\n\nold\n\n## More\n\nend\n", encoding="utf-8")
    rows = [({"name": "every", "page": "every"}, chance), ({"name": "exact", "page": "every"}, right)]
    runner.replace_everyday(rows)
    once = page.read_text(encoding="utf-8")
    runner.replace_everyday(rows)
    assert page.read_text(encoding="utf-8") == once and once.startswith("# Results\n\ntext\n\n## Everyday scenes\n\n"), once
    assert once.endswith("\n\n## More\n\nend\n") and "old" not in once, once[-300:]
    assert "| [exact](impactbench/every.md) |" + " 0.80 |" * 7 in once, once
    assert "| [exact](impactbench/every.md) |" + " 0 |" * 8 in once, once
print(f"122 answers judged twice, worst difference {worst:.1e}; {parts} part, {gains} rods gain")
