#!/usr/bin/env python3
"""Tests the case files. Every line must match the schema, ids must be unique, and a sample is computed again.

Usage: cases_test.py CAROM [CC]
"""
import json
import math
import pathlib
import subprocess
import sys

bench = pathlib.Path(__file__).resolve().parents[2] / "impactbench"
made = subprocess.run([sys.executable, bench / "make_cases.py", "--carom", sys.argv[1], "--check", "7"], check=False)
assert made.returncode == 0

try:
    import jsonschema
except ImportError:
    jsonschema = None
schema = json.loads((bench / "cases.schema.json").read_text(encoding="utf-8"))
valid = jsonschema.Draft202012Validator(schema) if jsonschema else None


def lowest(case, motion, time):
    """Returns the height of the lowest point of a shape of family S in 2D, after it flew freely for this time."""
    body, (vx, vy, w) = case["bodies"][0], motion
    shape, angle = body["colliders"][0], body["angle"] + w * time
    width, depth = shape["capsule"][::-1] if "capsule" in shape else shape["box"]
    half = depth if "capsule" in shape else abs(math.cos(angle)) * depth / 2
    return body["centre"][1] + vy * time - abs(math.sin(angle)) * width / 2 - half


ids, laws, flown = [], {}, 0
for file in sorted((bench / "cases").glob("*.jsonl")):
    for line in file.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        ids.append(case["id"])
        assert case["family"] == case["id"][0] == file.stem and case["licence"] == "CC0-1.0", case["id"]
        for error in valid.iter_errors(case) if valid else ():
            raise AssertionError(f"{case['id']}: {error.message}")
        # No other corner may land before a driver reads the velocities, about three steps of 1/60 s after the impact.
        for motion in case["answers"].values() if case["family"] == "S" and case["dim"] == 2 else ():
            flown += 1
            assert all(lowest(case, motion[0], .001 * t) > -1e-9 for t in range(61)), case["id"]
        for law in case["answers"]:
            laws[law] = laws.get(law, 0) + 1
assert len(ids) == len(set(ids)) == 643, len(ids)
assert min(laws.get(law, 0) for law in ("routh-poisson", "whittaker", "smith")) == 590, laws
print(f"{len(ids)} cases{' after the schema' if valid else ''}; answers: {laws}; {flown} free flights")
