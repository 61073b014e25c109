#!/usr/bin/env python3
"""The numbers of docs/reality.md, from examples/cube_tosses: tools/reality.py CAROM [--quick]

Runs `carom fit` on the single-corner impacts with every law that solves 3D impacts and prints the table of errors. With the Python package
installed, it also prints the centre of mass, the inertia and the faces on which the cube comes to rest. About two minutes; --quick
fits three laws.
"""
import csv
import io
import pathlib
import subprocess
import sys

DATA = pathlib.Path(__file__).resolve().parent.parent / "examples/cube_tosses"


def table(carom: str, laws: str) -> None:
    words = [carom, "fit", DATA / "corner_impacts.csv", "--mass", "1", "--inertia", "1.0213", "--columns", "group=toss"]
    words += ["--laws", laws, "--quick", "--e-of", "power", "--csv"]
    rows = csv.DictReader(io.StringIO(subprocess.run(words, check=True, capture_output=True, text=True).stdout))
    found = {row["law"]: [float(row[name]) for name in ("heldout_error", "error_low", "error_high")] for row in rows}
    print("| law | mean error | 95 % interval |\n|---|---|---|")
    for law, (mean, low, high) in sorted(found.items(), key=lambda item: item[1][0]):
        print(f"| {law} | {mean:.4f} | {low:.4f} to {high:.4f} |")


def body() -> None:
    import numpy as np

    import carom

    tosses = carom.load_tosses(DATA / "tosses.csv.xz")
    corners = 0.979 * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    for name, some in (("all", tosses), ("even", tosses[::2]), ("odd", tosses[1::2])):
        f = carom.free_flight(some, rate=148, gravity=183, points=corners)
        centre = ", ".join(f"{c:.4f} +- {e:.4f}" for c, e in zip(f.centre, f.centre_error))
        print(f"{name} tosses: {f.flights} flights, centre of mass {centre}; gravity {f.gravity:.2f} +- {f.gravity_error:.2f}")
    for centre, inertia in (((0, 0, 0), 0.797), ((0, 0, 0.104), 1.0213)):
        hits = carom.extract_impacts(tosses, corners, rate=148, gravity=183.3, centre=centre, free=(0.727, 0.45))
        low, next_low, jump = hits.heights[:, 0], hits.heights[:, 1], hits.after[:, 0] - hits.u[:, 0]
        hits = hits[(next_low > 0.15) & (abs(low + 0.05) < 0.06) & (jump > 3) & (np.degrees(hits.mismatch) < 1.5)]
        checks = hits.fit(1, inertia, laws="frictionless", intervals=False).checks.body
        print(f"{len(hits)} impacts, stated centre {centre}, inertia {inertia}: {checks}")
    faces = {}
    for toss in tosses:
        w, x, y, z = toss.orientation[-1]
        up = np.array([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)])  # the world's z in the body's axes
        axis = int(abs(up).argmax())
        if abs(up[axis]) > 0.995:
            name = "-+"[int(up[axis] > 0)] + "xyz"[axis]
            faces[name] = faces.get(name, 0) + 1
    print("axes that point up at rest:", dict(sorted(faces.items())))


if __name__ == "__main__":
    table(sys.argv[1], "frictionless,routh,deferred" if "--quick" in sys.argv else "all")
    try:
        body()
    except ImportError as error:
        print("the Python package is not installed:", error)
