"""Test that every coefficient without a default is required.

Each coefficient is omitted in turn, for every law and method, on the command line and in a file.

Usage: missing_test.py CAROM
"""
import json
import os
import subprocess
import sys
import tempfile

carom = sys.argv[1]
W = {2: [[2.5, -1.5], [-1.5, 2.5]], 3: [[4, 2, 0], [2, 6, -2], [0, -2, 4]]}
v = {2: [-1, 0.6], 3: [-1, 0.6, 0.2]}


def run(*words, text=None):
    return subprocess.run([carom, *words], input=text, capture_output=True, text=True)


def refused(ran, name):
    """Return whether the error names the missing coefficient and the exit code means invalid input."""
    error = json.loads(ran.stderr)["error"] if ran.returncode == 3 else {}
    return error.get("status") == "coefficient-missing" and error.get("where") == name


asked = answered = 0
failures = []
for law in json.loads(run("laws", "--json").stdout):
    rows = [row for row in law["coefficients"] if row["required"]]
    params = {row["name"]: [] if row["name"] == "modes" else 0.2 for row in rows}
    for dim in law["dims"]:
        problem = {"law": law["name"], "W": W[dim], "v": v[dim], "params": params}
        whole = run("solve", "--json", "-", text=json.dumps(problem))
        asked += 1
        answered += whole.returncode == 0
        for row in rows:
            left = {**problem, "params": {k: x for k, x in params.items() if k != row["name"]}}
            words = [f"--{k}={x}" for k, x in left["params"].items()]
            matrix = "; ".join(" ".join(map(str, line)) for line in W[dim])
            runs = [run("solve", "--json", "-", text=json.dumps(left))]
            if "modes" not in left["params"]:  # a list can only be given in a file
                runs.append(run("solve", "--json", f"--law={law['name']}", *words, f"--W={matrix}", "--v=" + " ".join(map(str, v[dim]))))
            for ran in runs:
                if not refused(ran, row["name"]):
                    failures.append((law["name"], dim, row["name"], ran.returncode, ran.stderr))
for method, names in (("glocker", "e_n mu"), ("pfeiffer-glocker", "e mu"), ("springs", "mu kn kt"), ("lzb", "e mu kn")):
    params = dict.fromkeys(names.split(), 0.5)
    for name in params:
        problem = {"law": method, "W": W[2], "v": v[2], "params": {k: x for k, x in params.items() if k != name}}
        ran = run("solve", "--json", "-", text=json.dumps(problem))
        if "does not have" not in ran.stderr and not refused(ran, name):
            failures.append((method, 2, name, ran.returncode, ran.stderr))
# A sweep and a curve over a coefficient must be rejected before they write a file.
with tempfile.TemporaryDirectory() as folder:
    study = {"scenario": {"W": W[2], "v": v[2], "params": {"e": 0.5}}, "laws": ["routh"], "samples": 8, "inputs": {"v[1]": {"uniform": [0, 1]}}}
    with open(f"{folder}/study.json", "w") as to:
        json.dump(study, to)
    for words in (["sweep", f"{folder}/study.json", "-o", f"{folder}/study.h5"],
                  ["draw", "--law=walton", "--e_n=0.5", "--W=2 0; 0 7", "--v=-15 18", "--vary=e_t=-1:1:5", "-o", f"{folder}/curve.svg"]):
        ran = run(*words)
        if ran.returncode == 2 and "no verb" in ran.stderr or "does not have" in ran.stderr:
            continue
        if ran.returncode != 3 or "mu" not in ran.stderr or len(os.listdir(folder)) != 1:
            failures.append((*words[:2], ran.returncode, ran.stderr, os.listdir(folder)))
for one in failures[:20]:
    print(*one)
print(f"{answered} of {asked} laws and dimensions answered with everything given; {len(failures)} failures")
sys.exit(bool(failures) or answered < 0.9 * asked)
