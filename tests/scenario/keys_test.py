# Tests that every object in every kind of file accepts its own keys and notes ("about", "note", "_..."), and no other
# key.
# The test adds an unknown key to each object of each document below. carom must reject the file (exit 3) and report the
# line and the column of the key. Then the test adds notes instead, and the result must not change.
# Usage: keys_test.py CAROM ROOT
import copy
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

carom, root = sys.argv[1], Path(sys.argv[2])
folder = tempfile.TemporaryDirectory()
place, results = Path(folder.name) / "file.json", Path(folder.name) / "results.h5"


def read(pattern):
    return [(str(file.relative_to(root)), json.loads(file.read_text())) for file in sorted(root.glob(pattern))]


def written(page, *keys):
    texts = re.findall(r"```json\n(.*?)```", (root / page).read_text(), re.S)
    return [(page, shown) for shown in map(json.loads, texts) if any(key in shown for key in keys)]


W, v = [[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6]
diagonal = [[1, 0], [0, 3.5]]
problems = [
    ("problem", {"law": "routh", "W": W, "v": v, "params": {"e": 0.5, "mu": 0.7}}),
    ("forms of speed", {"law": "routh", "W": W, "v": v, "params": {"e_of": {"fifth": 0.2}, "mu_of": {"exp": [0.5, 0.2, 1]}}}),
    ("modes", {"law": "modal", "W": diagonal, "v": [-1, 0.2],
               "params": {"kn": 1, "kt": 1, "mu": 0.1, "modes": [{"omega": 3, "zeta": 0, "phi": [1, 0.2]}]}}),
    ("rod", {"law": "modal", "W": diagonal, "v": [-1, 0.2], "params": {"kn": 1e6, "kt": 1e6, "mu": 0.1, "modes": {
        "length": 0.4, "diameter": 0.0127, "E": 2.1e11, "density": 7850, "angle": {"deg": 72}, "bending": 2, "axial": 1,
        "zeta": 0.01, "at": -0.1}}}),
    ("rectangular rod", {"law": "modal", "W": diagonal, "v": [-1, 0.2], "params": {"kn": 1e6, "kt": 1e6, "mu": 0.1, "modes": {
        "length": 0.4, "height": 0.01, "width": 0.02, "E": 2.1e11, "density": 7850, "axis": [1, 0.5]}}}),
    ("quantities", {"law": "routh", "params": {"e": 0.5, "mu": 0.2}, "bodies": [
        {"mass": 2, "shape": {"disc": 0.1}, "outline": {"rectangle": [0.2, 0.1]}, "angle": {"deg": 3}, "centre": [0, 0.1],
         "velocity": [{"kmh": 5}, {"mph": -6}]},
        {"mass": 3, "inertia": 2, "centre": {"size": 1, "angle": {"deg": 270}},
         "velocity": {"size": {"kmh": 3}, "angle": {"rad": 1.5}}}],
        "contact": {"point": [0, 0], "normal": {"size": 1, "angle": {"deg": 90}}}}),
]
solve = problems + read("examples/*.json") + written("docs/scenario.md", "bodies", "chain", "mechanism")
four = [[2, 0, 1, 0], [0, 2, 0, 1], [1, 0, 2, 0], [0, 1, 0, 2]]
two = [-1, 0, -1, 0.1]
impact = read("examples/impact/*.json") + written("docs/several-contacts.md", "method", "law") + [
    ("W and v", {"method": "glocker", "params": {"e_n": 0.5, "mu": [0.1, 0.2]}, "W": four, "v": two}),
    ("per contact", {"method": "glocker", "params": {"per_contact": {"e_n": [0.5, 0.4], "mu": [0.1, 0.2]}}, "W": four, "v": two}),
    ("a form of speed", {"method": "glocker", "params": {"e_of": {"fifth": 0.2}, "mu": 0.1}, "W": four, "v": two}),
    ("system", {"method": "glocker", "params": {"e_n": 0.5, "mu": 0.3},
                "system": {"M": [[2, 0], [0, 2]], "normal": [[0, 1]], "tangent": [[1, 0]], "u": [1, -1]}}),
    ("mechanism", {"method": "glocker", "params": {"e_n": 0.5, "mu": 0.3},
                   "mechanism": {"M": [[2, 0], [0, 2]], "u": [1, -1], "contacts": [{"normal": [0, 1], "tangent": [1, 0]}]}}),
]
study = {"scenario": {"W": W, "v": v, "params": {"e": 0.5, "mu": 0.7}}, "laws": ["routh", {"law": "smith", "params": {"e": 0.5}, "name": "other"}],
         "samples": 10}
sweep = read("examples/sweeps/*.json") + written("docs/sweep.md", "scenario") + [
    ("every distribution", {**study, "inputs": {
        "v[1]": {"uniform": [0, 1]}, "v[0]": {"normal": [-1, 0.1], "truncate": [-2, -0.1]},
        "params.mu": {"lognormal": [0.5, 0.1]}, "params.e": {"triangular": [0, 0.5, 1]}},
        "outputs": ["dE", "P_n"], "histograms": {"dE": [-1, 0]}, "worst": {"of": "dE", "which": "lowest", "keep": 2}}),
    ("axes", {**study, "inputs": {"params.e": {"list": [0, 0.5]}, "v[1]": {"grid": [-1, 1, 5]}}}),
    ("correlated", {**study, "correlated": [{"inputs": ["v[0]", "v[1]"], "mean": [-1, 0], "covariance": [[0.01, 0], [0, 0.01]]}]}),
    ("methods", {"scenario": {"W": four, "v": two, "params": {"mu": 0.3}}, "samples": 4, "inputs": {"v[0]": {"uniform": [-2, -1]}},
                 "methods": ["glocker", {"method": "glocker", "params": {"e_n": 0.5}, "name": "bouncing"}]}),
]
rows = [{"v_n": -1 - 0.1 * i, "v_t": 0.1 * i - 0.3, "v_n_after": 0.5 + 0.05 * i, "v_t_after": 0.02 * i, "W_nn": 1, "W_nt": 0, "W_tt": 3,
         "sd_v_n": 0.01, "sd_v_t": 0.01, "sd_v_n_after": 0.01, "sd_v_t_after": 0.01, "group": i % 3} for i in range(9)]
first_case = json.loads((root / "impactbench/cases/A.jsonl").read_text().splitlines()[0])
KINDS = [  # command, documents, whether the file has one line
    (["solve", "FILE"], solve, False),
    (["solve", "--jsonl", "FILE"], problems + solve[-2:], True),
    (["compare", "FILE"], problems[:1], False),
    (["impact", "FILE"], impact, False),
    (["impact", "--jsonl", "FILE"], impact[-4:], True),
    (["drop", "FILE", "--until", "0.4"], read("examples/motion/*.json"), False),
    (["map", "FILE", "--x", "v_t=-1:1:3", "--y", "mu=0:1:3", "--json"], problems[:1], False),
    (["map", "FILE", "--x", "v[0]=-2:-1:3", "--y", "v[1]=-1:1:3", "--json"], [impact[-4]], False),
    (["sweep", "FILE", "--samples", "16", "-o", "RESULTS"], sweep, False),
    (["fit", "FILE", "--laws", "whittaker"], [("rows", rows), ("rows in an object", {"rows": rows})], False),
    (["judge", "false", "--cases", "FILE", "--json"], [("a case", first_case)], True),
]
OPEN = {"id", "answers"}  # not searched for objects: "id" has any value, and the keys of "answers" are laws


def objects(value, path=()):
    """Yield the paths of all objects of a document."""
    if isinstance(value, dict):
        yield path
    for key, below in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key not in OPEN:
            yield from objects(below, path + (key,))


def with_keys(document, path, more):
    made = copy.deepcopy(document)
    at = made
    for step in path:
        at = at[step]
    at.update(more)
    return made


def run(command, document, one_line):
    place.write_text(json.dumps(document, indent=None if one_line else 1) + "\n")
    names = {"FILE": str(place), "RESULTS": str(results)}
    results.unlink(missing_ok=True)
    done = subprocess.run([carom, *[names.get(word, word) for word in command]], capture_output=True, text=True)
    if results.exists():
        done.stdout += subprocess.run([carom, "report", str(results), "--json"], capture_output=True, text=True, check=True).stdout
    return done


def said_place(done):
    found = re.search(r"line (\d+), column (\d+)", done.stdout + done.stderr)
    return (int(found[1]), int(found[2])) if found else None


def true_place():
    for number, line in enumerate(place.read_text().splitlines(), 1):
        if '"zzz"' in line:
            return number, line.index('"zzz"') + 1
    return None


failures = tried = 0
for command, documents, one_line in KINDS:
    objects_of_kind = 0
    for name, document in documents:
        plain = run(command, document, one_line)
        # For `judge` the driver `false` returns nothing, so the command fails. Only the reading of the cases is tested.
        if plain.returncode != 0 and command[0] != "judge":
            failures += 1
            print(f"{command[0]}, {name}: exit {plain.returncode}: {plain.stderr.strip()[:300]}")
            continue
        for path in objects(document):
            objects_of_kind += 1
            bad = run(command, with_keys(document, path, {"zzz": 1}), one_line)
            if bad.returncode != 3 or said_place(bad) != true_place():
                failures += 1
                print(f"{command[0]}, {name}, at {path}: an unknown key gives exit {bad.returncode}, place {said_place(bad)} "
                      f"instead of {true_place()}: {bad.stderr.strip()[:200]}")
            noted = run(command, with_keys(document, path, {"note": ["a", 1], "_x": {"y": 2}, "about": "a note"}), one_line)
            if noted.returncode != plain.returncode or noted.stdout != plain.stdout:
                failures += 1
                print(f"{command[0]}, {name}, at {path}: notes give exit {noted.returncode} instead of {plain.returncode}, or "
                      f"another result: {noted.stderr.strip()[:200]}")
    print(f"{' '.join(command[:2])}: {len(documents)} documents, {objects_of_kind} objects")
    tried += objects_of_kind
print(f"{tried} objects: {failures} failures")
sys.exit(1 if failures or tried < 250 else 0)
