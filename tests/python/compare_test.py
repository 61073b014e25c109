"""Tests that `carom compare` and carom.compare give the same rows: laws, choices, damping that is tuned to e, and examples.

Usage: compare_test.py CAROM. 40 random impacts in 2D and 3D. Both call the same library, so the impulses agree to rounding
errors of the damping that they compute; the largest difference seen was 4e-16 of P.
"""
import csv
import random
import subprocess
import sys

import numpy as np

import carom

random.seed(3)
rows = tuned = 0
for k in range(40):
    dim = 2 if k % 3 else 3
    A = np.array([[random.gauss(0, 1) for _ in range(dim)] for _ in range(dim)])
    W, v = A @ A.T + 0.3 * np.eye(dim), [-random.uniform(0.2, 2), *(random.gauss(0, 1) for _ in range(dim - 1))]
    given = {"e": round(random.uniform(0.05, 0.95), 3), "mu": round(random.uniform(0, 1.5), 3)}
    if k % 4 == 0:
        given["kn"] = round(random.uniform(1, 5), 3)
    if k % 5 == 0:
        given["cn"] = 0.1  # a damping that is given is not tuned
    words = [word for name, value in given.items() for word in (f"--{name}", repr(value))]
    matrix, velocity = "; ".join(" ".join(map(repr, map(float, row))) for row in W), " ".join(map(repr, map(float, v)))
    command = [sys.argv[1], "compare", "--contact-models", "--csv", *words, "--W", matrix, "--v", velocity]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 4), done  # 4: a law did not converge, which is a row like any other
    printed = done.stdout.split("\n\n")[0]
    shown = {row["law"]: row for row in csv.DictReader(printed.splitlines())}
    laws = [law for law in carom.laws.values() if dim in law.dims and law.module in ("core", "compliant") and law.name != "modal"]
    found = carom.compare(W, v, laws=laws, **given)
    # The command also has rows for laws of the other dimension, and for modal, whose list of modes is missing.
    assert set(found) == {name for name in shown if name.split(" (")[0] in {law.name for law in laws}}, set(found) ^ set(shown)
    for name, result in found.items():
        row = shown[name]
        P = [row.get(head) for head in ("P_n", "P_t", "P_t1", "P_t2") if row.get(head) is not None]
        if result.status != "ok":
            assert row["P_n"].startswith(str(result.status)), (k, name, row)
            continue
        assert np.allclose([float(x) for x in P], result.P, rtol=0, atol=1e-9 * np.abs(result.P).max()), (k, name, row, result)
        examples = {f"{key} = {value:g}" for key, value in found.examples.get(name, {}).items()} or {"-"}
        assert examples == set(row["example values"].split(", ")), (k, name, row["example values"], examples)
        tuned += row["e is"].startswith("tuned")
        rows += 1
assert rows > 2000 and tuned > 300, (rows, tuned)
print(f"{rows} rows agree, {tuned} of them with a damping tuned to e")
