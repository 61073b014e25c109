#!/usr/bin/env python3
"""Writes examples/granular/impacts.csv and impacts.yaml: impacts of spheres with which other granular codes can be
tested.

    tools/granular.py CAROM           writes the files with the command CAROM, from the rows of papers/chung_ooi.def
    tools/granular.py CAROM --check   exits with 1 if the files differ from this; numbers are compared to 1e-9
"""
import csv
import io
import json
import math
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "examples/granular"
COLUMNS = ["test", "material", "partner", "model", "youngs_modulus", "poissons_ratio", "density", "radius", "mu", "e",
           "v_n", "v_t", "v_n_after", "v_t_after", "impulse_ratio", "spin_after", "max_force", "max_overlap", "duration"]
RESTITUTIONS = (0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.0)
WORDS = """\
# Made by tools/granular.py with carom. Impacts of spheres after Chung & Ooi 2011; README.md says what each key is.
# SI units: Pa, kg/m3, m, m/s, rad/s, N, s. A key that is missing is not known with certainty, or not needed.
impacts:
"""


def rows_of_def():
    text = (ROOT / "papers/chung_ooi.def").read_text()
    for row in re.findall(r"^CAROM_GRANULAR\((.*)\)$", text, re.M):
        test, material, E, nu, density, radius, partner, speed, mu, e = (x.strip().strip('"') for x in row.split(","))
        yield int(test), material, *map(float, (E, nu, density, radius)), partner.lower(), *map(float, (speed, mu, e))


class Impacts:
    def __init__(self, carom):
        self.carom, self.rows = carom, []

    def ask(self, *words):
        done = subprocess.run([self.carom, *map(str, words), "--json"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def solve(self, verb, law, W, v_n, v_t, **params):
        words = [w for name, value in params.items() for w in ("--" + name, repr(value) if isinstance(value, float) else value)]
        return self.ask(verb, "--law", law, *words, "--W", f"{W!r} 0; 0 {3.5 * W!r}", "--v", f"{-v_n!r} {v_t!r}")

    def keep(self, given, model, e, v_n, v_t, after, **more):
        known = {name: value for name, value in given.items() if value}
        slip = {} if v_t is None else {
            "mu": given["mu"], "v_t": v_t, "v_t_after": after[1],
            "impulse_ratio": (after[1] - v_t) / (3.5 * (after[0] + v_n))}
        self.rows.append({**known, "model": model, "e": e, "v_n": v_n, "v_n_after": after[0], **slip, **more})

    def add(self, test, material, E, nu, density, radius, partner, speed, mu, e):
        given = {"test": test, "material": material, "partner": partner, "youngs_modulus": E, "poissons_ratio": nu,
                 "density": density, "radius": radius, "mu": mu}
        two = 2.0 if partner == "equal" else 1.0
        mass = 4.0 / 3.0 * math.pi * (density or 1.0) * radius**3
        W = two / mass
        kn = 4.0 / 3.0 * E / (1.0 - nu * nu) / two * math.sqrt(radius / two)
        if test <= 2:
            out = self.solve("trace", "hertz", W, speed, 0.0, k=kn, p=1.5)
            self.keep(given, "hertz", e, speed, None, out["v_after"],
                      max_force=out["max_force"], max_overlap=out["max_compression"], duration=out["duration"])
        elif test == 3:
            for e in RESTITUTIONS:
                damping = self.ask("convert", "--to", "tsuji", f"e={e}", f"m={mass!r}", f"v={speed}", f"kn={kn!r}")["cn"]
                out = self.solve("solve", "tsuji", W, speed, 0.0, kn=kn, cn=damping, p=1.5, mu=0.0)
                self.keep(given, "tsuji", e, speed, None, out["v_after"])
        elif test <= 5:
            self.oblique(given, W, kn, speed, e)
        else:
            for ratio in (2.5, 3.0, 4.0, 6.0, 10.0):
                after = self.solve("solve", "routh", W, speed, ratio * speed, e=e, mu=mu)["v_after"]
                self.keep(given, "all slip", e, speed, ratio * speed, after)

    def oblique(self, given, W, kn, speed, e):
        """Computes a sphere without spin on a plane: elastic with partial slip, or slipping throughout if e < 1."""
        mu, nu, radius = given["mu"], given["poissons_ratio"], given["radius"]
        kappa = 2.0 * (1.0 - nu) / (2.0 - nu)
        if given["test"] == 4:
            ways = [(speed * math.cos(math.radians(a)), speed * math.sin(math.radians(a))) for a in range(5, 90, 5)]
        else:
            ways = [(speed, speed * x) for x in (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 2.0, 3.0)]
        for v_n, v_t in ways:
            # If every ring slips throughout, the closed form is exact, while mindlin is only approximate.
            elastic_slips = v_t / v_n > mu * (7.0 - 1.0 / kappa)
            for wanted in sorted({1.0, e}):
                if wanted == 1.0 and not elastic_slips:
                    after = self.solve("solve", "mindlin", W, v_n, v_t, k=kn, kappa=kappa, mu=mu)["v_after"]
                    model = "mindlin"
                elif v_t > 3.5 * mu * (1.0 + wanted) * v_n or wanted == 1.0:
                    after, model = [wanted * v_n, v_t - 3.5 * mu * (1.0 + wanted) * v_n], "all slip"
                else:
                    continue
                self.keep(given, model, wanted, v_n, v_t, after, spin_after=2.5 / radius * (v_t - after[1]) / 3.5)


def texts(rows):
    shown = [{c: f"{row[c]:.10g}" if isinstance(row[c], float) else str(row[c]) for c in COLUMNS if c in row} for row in rows]
    table = io.StringIO()
    out = csv.DictWriter(table, COLUMNS, restval="", lineterminator="\n")
    out.writeheader()
    out.writerows(shown)
    # YAML 1.1 reads 1e-05 as a number only if it has a point.
    number = lambda text: re.sub(r"^(-?\d+)(e[-+]\d+)$", r"\1.0\2", text)
    yaml = WORDS + "".join("  - " + "\n    ".join(f"{k}: {number(v)}" for k, v in row.items()) + "\n" for row in shown)
    return {"impacts.csv": table.getvalue(), "impacts.yaml": yaml}


def same(one, other):
    """Compares word by word, and numbers to 1e-9: 1/1000 of the accuracy of mindlin, and 100 units of the last digit."""
    a, b = re.split(r"[\s,]+", one), re.split(r"[\s,]+", other)
    for x, y in zip(a, b):
        try:
            if not abs(float(x) - float(y)) <= 1e-9 * max(1e-6, abs(float(y))):
                return f"{x} instead of {y}"
        except ValueError:
            if x != y:
                return f"{x!r} instead of {y!r}"
    return None if len(a) == len(b) else f"{len(a)} words instead of {len(b)}"


def main():
    impacts = Impacts(sys.argv[1])
    for row in rows_of_def():
        impacts.add(*row)
    bad = 0
    for name, text in texts(impacts.rows).items():
        if "--check" not in sys.argv:
            (FOLDER / name).write_text(text)
            continue
        wrong = same((FOLDER / name).read_text(), text)
        if wrong:
            print(f"examples/granular/{name} has {wrong}: run tools/granular.py")
            bad = 1
    print(f"{len(impacts.rows)} impacts")
    return bad


if __name__ == "__main__":
    sys.exit(main())
