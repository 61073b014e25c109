"""Tests the test kit. Its files must be those that make_kit.py writes. Two example programs that do not use carom must identify the law
of their solver by the kit.

Usage: kit_test.py CAROM CC     CAROM is not used
"""
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KIT = ROOT / "impactbench" / "kit"


def main():
    compiler = sys.argv[2]
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        subprocess.run([sys.executable, ROOT / "impactbench" / "make_kit.py", work], check=True, stdout=subprocess.DEVNULL)
        for name in ("impactbench_kit.json", "impactbench_kit.h"):
            assert (work / name).read_bytes() == (KIT / name).read_bytes(), f"{name} is out of date: run impactbench/make_kit.py"

        # The directory contains only the data and the programs.
        for name in ("use.c", "use.mjs"):
            shutil.copy(KIT / name, work)
        subprocess.run([compiler, "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O2", "use.c", "-o", "use", "-lm"], cwd=work, check=True)
        ran = subprocess.run(["./use"], cwd=work, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
        assert re.findall(r"^\dD: [\w-]+", ran, re.M) == ["2D: whittaker", "3D: box"], ran
        node = shutil.which("node")
        if node:
            ran = subprocess.run([node, "use.mjs"], cwd=work, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
            assert re.findall(r"^\dD: [\w-]+", ran, re.M) == ["2D: whittaker", "3D: disc"], ran

        # With another friction in one case the program fails.
        text = (work / "impactbench_kit.h").read_text()
        (work / "impactbench_kit.h").write_text(re.sub(r'("B-rod[^"]*", 2, [0-9.]+, )[0-9.]+', r"\g<1>0.0123", text, count=1))
        subprocess.run([compiler, "-std=c99", "-O1", "use.c", "-o", "use", "-lm"], cwd=work, check=True)
        assert subprocess.run(["./use"], cwd=work, check=False, stdout=subprocess.DEVNULL).returncode == 1

    # Both files contain the same numbers, and Routh's law with Poisson's restitution never gains energy.
    kit = json.loads((KIT / "impactbench_kit.json").read_text())["cases"]
    assert len(kit) == 40 and sum(c["dim"] == 3 for c in kit) == 12
    for c in kit:
        if c["dim"] == 2:
            before = c["mass"] * sum(x * x for x in c["velocity"]) + c["inertia"] * c["spin"] ** 2
            u = c["after"]["routh-poisson"]
            assert c["mass"] * (u[0] ** 2 + u[1] ** 2) + c["inertia"] * u[2] ** 2 <= before * (1 + 1e-12), c["id"]
            assert all(math.isfinite(x) for law in c["after"].values() for x in law)
    header = set(re.findall(r"-?\d+\.\d+(?:e-?\d+)?", (KIT / "impactbench_kit.h").read_text()))
    missing = [c["id"] for c in kit for x in c["after"]["whittaker"] if repr(float(x)) not in header]
    assert not missing, missing
    print(f"{len(kit)} cases, used by a program in C{' and one in JavaScript' if node else ''}")


main()
