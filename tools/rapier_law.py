#!/usr/bin/env python3
"""Compares the laws sub-stepped and deferred with Rapier in 2D: on the planar cases of ImpactBench and on fresh random bodies.

Usage: rapier_law.py CAROM DRIVERS [--bodies 300] [--seed 1]
  CAROM    the command carom
  DRIVERS  a directory with rapier.mjs, driver.mjs and node_modules, such as build/impactbench/impactbench

Prints how many results are within 1 % in the kinetic metric, with steps of 1/60 s and of 1 ms. With steps of 1 ms,
sub-stepped must agree in 340 of 345 planar cases and 29 of 30 fresh bodies. Otherwise it exits with 1.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "impactbench"))
import answers  # noqa: E402


def fresh(count, seed):
    """Returns random bodies that are not in the case files, with other masses, inertias, spins and coefficients."""
    pick, out = random.Random(seed), []
    while len(out) < count:
        x, y, radius = pick.uniform(-0.6, 0.6), pick.uniform(0.15, 0.6), 0.1
        velocity, spin = [pick.uniform(-6, 6), -pick.uniform(3, 8)], pick.uniform(-3, 3)
        if velocity[1] + spin * x > -2:  # below the bounce threshold of some engines
            continue
        body = {"mass": pick.uniform(0.5, 5), "centre": [0, y], "velocity": velocity, "spin": spin, "colliders": [{"ball": radius, "at": [x, radius - y]}]}
        body["inertia"] = body["mass"] * 10 ** pick.uniform(-1.2, -0.3)
        out.append({"id": f"fresh-{len(out):03}", "family": "B", "dim": 2, "e": pick.choice([0, 0.1, 0.3, 0.5, 0.8, 1]), "mu": pick.choice([0.1, 0.3, 0.6, 1.0]),
                    "bodies": [body], "contacts": [{"a": 0, "b": "floor", "point": [x, 0], "normal": [0, 1]}]})
    return out


def rapier(drivers, cases, dt):
    lines = [{"impactbench": 1}] + [{k: v for k, v in c.items() if k not in ("answers", "tolerance")} for c in cases]
    ran = subprocess.run(["node", "rapier.mjs", "--dim", "2", "--dt", str(dt)], cwd=drivers, check=True, stdout=subprocess.PIPE, encoding="utf-8",
                         input="".join(json.dumps(line) + "\n" for line in lines))
    replies = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    return {reply["id"]: reply["u"][0] for reply in replies if "u" in reply}


def distance(c, u, v):
    body = c["bodies"][0]

    def size(x):
        return math.sqrt(body["mass"] * (x[0] ** 2 + x[1] ** 2) + body["inertia"] * x[2] ** 2)

    return size([a - b for a, b in zip(u, v)]) / size([*body["velocity"], body["spin"]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("carom")
    parser.add_argument("drivers")
    parser.add_argument("--bodies", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    with open(ROOT / "impactbench/cases/B.jsonl", encoding="utf-8") as file:
        sets = {"planar cases": [json.loads(line) for line in file], "fresh bodies": fresh(a.bodies, a.seed)}
    found = {}
    for name, cases in sets.items():
        expected, _ = answers.single(a.carom, cases)
        for label, dt in (("1/60 s", 1 / 60), ("1 ms", 0.001)):
            got = rapier(a.drivers, cases, dt)
            for law in ("sub-stepped", "deferred"):
                near = sum(c["id"] in got and distance(c, got[c["id"]], u[law][0]) < 0.01 for c, u in zip(cases, expected))
                found[name, label, law] = near
                print(f"{name}, steps of {label}: {law} in {near} of {len(cases)}")
    good = found["planar cases", "1 ms", "sub-stepped"] >= 340 and 30 * found["fresh bodies", "1 ms", "sub-stepped"] >= 29 * a.bodies
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
