"""Test the converter of the MIT ellipse data on a synthetic file of the same layout.

The horizontal velocity of the file is mirrored, as in the real data. For the unchanged file `carom fit` must name the
wrong sign. With --mirror-x the fit must find the coefficients that the file was made with. The test exits with 77 if SciPy is missing.

Usage: mit_ellipse_test.py CAROM ROOT WORK
"""
import json
import math
import os
import random
import subprocess
import sys

try:
    import numpy
    import scipy.io
except ImportError:
    sys.exit(77)

CAROM, ROOT, WORK = sys.argv[1:]
CONVERTER = os.path.join(ROOT, "examples/fit/mit_ellipse.py")
A, B, MASS, GYRATION, E, MU, ERROR = 0.035, 0.025, 0.0364, 0.0192, 0.6, 0.2, 0.01
COUNT = 400
INVERSE = numpy.array([1 / MASS, 1 / MASS, 1 / (MASS * GYRATION**2)])


def carom(*words, lines=""):
    run = subprocess.run([CAROM, *words], input=lines, capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


def drop(rng):
    """Return angle, Jacobian rows n and d, and velocity of an ellipse whose lowest point strikes the floor."""
    while True:
        angle = rng.uniform(-math.pi, math.pi)
        s, c = math.sin(angle), math.cos(angle)
        low = math.hypot(A * s, B * c)
        n, d = [0, 1, -(A * A - B * B) * s * c / low], [1, 0, low]
        u = [rng.uniform(-0.5, 0.5), rng.uniform(-1.6, -1.2), rng.uniform(-8, 8)]
        if numpy.dot(n, u) < -0.3:
            return angle, n, d, u


def synthetic(path):
    rng = random.Random(5)
    drops = [drop(rng) for _ in range(COUNT)]
    n, d, u = (numpy.array([row[k] for row in drops], dtype=float) for k in (1, 2, 3))
    J = numpy.stack([n, d], 1)
    W, v = numpy.einsum("kia,a,kja->kij", J, INVERSE, J), numpy.einsum("kia,ka->ki", J, u)
    lines = "".join(json.dumps({"law": "routh", "W": W[k].tolist(), "v": v[k].tolist(), "params": {"e": E, "mu": MU}}) + "\n" for k in range(COUNT))
    code, out, err = carom("solve", "--jsonl", lines=lines)
    assert code == 0, err
    P = numpy.array([json.loads(line)["P"] for line in out.splitlines()])
    after = u + numpy.einsum("kia,ki->ka", J, P) * INVERSE
    spread = ERROR * numpy.array([1, 1, 1 / GYRATION])
    u, after = (x + spread * numpy.array([[rng.gauss(0, 1) for _ in range(3)] for _ in range(COUNT)]) for x in (u, after))
    place = numpy.array([[0.0, row[2][2], row[0]] for row in drops])
    mirrored = numpy.array([-1.0, 1.0, 1.0])
    scipy.io.savemat(path, {"data": {"n": n, "d": d, "states_i": numpy.hstack([place, u * mirrored]), "states_f": numpy.hstack([place, after * mirrored])}})


def fitted(path, *options):
    made = subprocess.run([sys.executable, CONVERTER, path, *options], capture_output=True, text=True, check=True).stdout
    table = os.path.join(WORK, "ellipse.csv")
    with open(table, "w", encoding="utf-8") as file:
        file.write(made)
    code, out, err = carom("fit", table, "--laws", "routh", "--quick", "--json")
    assert code == 0, err
    return json.loads(out)


os.makedirs(WORK, exist_ok=True)
data = os.path.join(WORK, "data_ellipse.mat")
synthetic(data)
checks = fitted(data)["checks"]
signs = checks["signs"]
assert signs["wrong"] == ["u_t"] and signs["factor"] > 3 and "sign" in checks["alarms"], checks
answer = fitted(data, "--mirror-x")
assert answer["checks"]["alarms"] == [] and answer["impacts"] == COUNT, answer["checks"]
poisson = next(law for law in answer["laws"] if law["name"] == "routh poisson")
found = {name: row["estimate"] for name, row in poisson["params"].items()}
assert abs(found["e"] - E) < 0.01 and abs(found["mu"] - MU) < 0.01, found
# A file of another layout is rejected with a message that names the missing array.
scipy.io.savemat(data, {"data": {"n": numpy.ones((4, 3)), "d": numpy.ones((4, 3)), "states_i": numpy.ones((4, 6))}})
refused = subprocess.run([sys.executable, CONVERTER, data], capture_output=True, text=True)
assert refused.returncode == 1 and "states_f" in refused.stderr and not refused.stdout, refused
print(f"{COUNT} synthetic drops: the mirrored axis is named, by a factor of {signs['factor']:.3g}; mirrored back, e = {found['e']:.4f}, mu = {found['mu']:.4f}")
