#!/usr/bin/env python3
"""Compares the scores of carom judge with a computation in Python. Usage: score_test.py CAROM

The answers to all 514 cases are random, so that no score is 0 by chance.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import random_driver

carom, here = sys.argv[1], pathlib.Path(__file__).resolve().parent
cases = {}
for family in "ABCDE":
    for line in (here.parents[1] / "impactbench" / "cases" / f"{family}.jsonl").read_text(encoding="utf-8").splitlines():
        c = json.loads(line)
        cases[c["id"]] = c


def dot(a, b): return sum(x * y for x, y in zip(a, b))
def cross(a, b): return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
def minus(a, b): return [x - y for x, y in zip(a, b)]
def three(x): return list(x) + [0.] * (3 - len(x))
def six(u): return list(u) if len(u) == 6 else [u[0], u[1], 0., 0., 0., u[2]]


def rotation(q):
    n = math.sqrt(dot(q, q))
    w, x, y, z = (t / n for t in q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def momentum(b, w, q=None, inverse=False):
    inertia = b["inertia"] if isinstance(b["inertia"], list) else [b["inertia"]] * 3
    R = rotation(q or b.get("orientation", [1, 0, 0, 0]))
    x = [sum(R[i][j] * w[i] for i in range(3)) * (1 / inertia[j] if inverse else inertia[j]) for j in range(3)]
    return [dot(R[i], x) for i in range(3)]


def size(c, u): return math.sqrt(sum(b["mass"] * dot(x[:3], x[:3]) + dot(x[3:], momentum(b, x[3:])) for b, x in zip(c["bodies"], u)))
def before(c): return [three(b["velocity"]) + (b["spin"] if isinstance(b["spin"], list) else [0., 0., b["spin"]]) for b in c["bodies"]]


def judge(c, a):
    u0, u = before(c), [six(x) for x in a["u"]]
    if "q" in a:
        u = [x[:3] + momentum(b, momentum(b, x[3:], q), inverse=True) for b, x, q in zip(c["bodies"], u, a["q"])]
    s = size(c, u0)
    out = {"gain": (size(c, u) / s) ** 2 - 1, "approach": 0.,
           "distance": {n: size(c, [minus(x, six(y)) for x, y in zip(u, w)]) / s for n, w in c["answers"].items()}}
    for k in c["contacts"]:
        v, n = 0., three(k["normal"])
        for i, sign in ((k["a"], 1), (k["b"], -1)):
            if i != "floor":
                arm = minus(three(k["point"]), three(c["bodies"][i]["centre"]))
                v += sign * (dot(n, u[i][:3]) + dot(n, cross(u[i][3:], arm)))
        out["approach"] = max(out["approach"], -v)
    if len(c["contacts"]) == 1:
        k, n = c["contacts"][0], three(c["contacts"][0]["normal"])
        b, x, x0 = c["bodies"][k["a"]], u[k["a"]], u0[k["a"]]
        P = [b["mass"] * t for t in minus(x[:3], x0[:3])]
        Pn = dot(P, n)
        Pt = math.sqrt(max(0, dot(P, P) - Pn * Pn))
        out["outside_cone"] = Pt > 1.001 * c["mu"] * Pn + 1e-4 * s * math.sqrt(b["mass"])
        left = minus(momentum(b, minus(x[3:], x0[3:])), cross(minus(three(k["point"]), three(b["centre"])), P))
        out["spin_unexplained"] = math.sqrt(max(0, dot(left, momentum(b, left, inverse=True)))) / s
    return out


def turned_back(x):
    """Returns a vector of the rotated case in the axes of the original case."""
    k, s = math.cos(.6), math.sin(.6)
    return [k * x[0] - s * x[2], x[1], k * x[2] + s * x[0]]


def turned_differs(c):
    """Returns the distance between the answers to a case and to the rotated case, after the latter is rotated back."""
    def seen(a, turn):
        out = []
        for i, b in enumerate(c["bodies"]):
            v, w = a["u"][i][:3], a["u"][i][3:]
            L = momentum(b, w, a["q"][i]) if "q" in a else None
            out.append(turn(v) + (momentum(b, turn(L), inverse=True) if L else turn(w)))
        return out
    straight, other = seen(random_driver.answer(c), list), seen(random_driver.answer({**c, "id": c["id"] + "/turned"}), turned_back)
    return size(c, [minus(x, y) for x, y in zip(straight, other)]) / size(c, before(c))


def arriving_gain(c):
    return judge(c, random_driver.answer({**c, "id": c["id"] + "/arriving"}))["gain"]


def apart(a, b):
    if isinstance(a, dict):
        return math.inf if a.keys() != b.keys() else max((apart(a[k], b[k]) for k in a), default=0.)
    return 0. if a == b else math.inf if isinstance(a, bool) else abs(a - b) / max(abs(a), abs(b), 1e-3)


run = subprocess.run([carom, "judge", "--family", "ABCDE", "--json", "--", sys.executable, here / "random_driver.py"],
                     capture_output=True, text=True, check=True)
report = json.loads(run.stdout)
worst, count, gains, outside, turned, arrived = 0., 0, 0, 0, 0, 0
for got in report["cases"]:
    c = cases[got["id"]]
    want = judge(c, random_driver.answer(c))
    worst = max(worst, max(apart(want[k], got[k]) for k in want))
    if "turned_differs" in got:
        turned += 1
        worst = max(worst, apart(turned_differs(c), got["turned_differs"]))
    if "arriving_gain" in got:
        arrived += 1
        worst = max(worst, apart(arriving_gain(c), got["arriving_gain"]))
    count += 1
    gains += c["family"] in "ABD" and want["gain"] > 1e-4
    outside += c["family"] in "ABD" and want["outside_cone"]
score = report["score"]
assert (count, len(cases), turned, arrived) == (514, 514, 30, 57), (count, turned, arrived)
assert (score["energy_gained"]["cases"], score["outside_cone"]["cases"]) == (gains, outside), (gains, outside, score["energy_gained"])
assert min(gains, outside) > 50 and score["energy_gained"]["of"] == 480
assert worst < 1e-11, worst  # the largest difference was 3e-14, for spins after two rotations

# The nearest law has the smallest mean distance over all cases of a family, among the laws with references for 95 % of
# the cases.
for family, key in (("B", "plane"), ("D", "space")):
    far = {}
    for got in report["cases"]:
        if got["id"][0] == family:
            for law, d in got["distance"].items():
                far.setdefault(law, []).append(d)
    full = {law: sum(d) / len(d) for law, d in far.items() if len(d) >= .95 * score[key]["judged"]}
    best = min(full, key=full.get)
    assert score[key]["nearest"] == best and abs(score[key]["laws"][0]["mean"] - full[best]) < 1e-12, (key, best, score[key])
    assert len(score[key]["laws"]) == len(full) and not score[key]["identified"]
    assert score[key]["laws"][0]["within"] == sum(d <= .01 for d in far[best])
# A law with references for fewer than 95 % of the cases is not ranked.
some = [c for c in cases.values() if c["family"] == "B"][:40]
for c in some[::10]:
    del c["answers"]["smith"]
with tempfile.TemporaryDirectory() as room:
    path = pathlib.Path(room) / "cases.jsonl"
    path.write_text("\n".join(json.dumps(c) for c in some) + "\n", encoding="utf-8")
    run = subprocess.run([carom, "judge", "--cases", path, "--json", "--", sys.executable, here / "random_driver.py"],
                         capture_output=True, text=True, check=True)
ranked = [x["law"] for x in json.loads(run.stdout)["score"]["plane"]["laws"]]
assert "smith" not in ranked and "whittaker" in ranked, ranked
print(f"{count} answers judged twice, worst difference {worst:.1e}; {gains} gains, {outside} outside the cone")
