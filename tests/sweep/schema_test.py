# Tests that the published schema and carom accept the same sweep files. Both must accept the examples and the files of
# the page, and reject every invalid one. Errors that only carom can detect, such as a place that does not exist, are
# not tested here. Usage: schema_test.py CAROM ROOT; exits with 77 without the package jsonschema.
import json
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

warnings.simplefilter("ignore", DeprecationWarning)
try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

carom, root = sys.argv[1], Path(sys.argv[2])
sys.path.insert(0, str(root / "tests/support"))
from spoil import spoilt, without  # noqa: E402
schema = json.loads((root / "docs/sweep.schema.json").read_text())
scenario = json.loads((root / "docs/scenario.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
resolver = jsonschema.RefResolver("", schema, {"scenario.schema.json": scenario})
validator = jsonschema.Draft202012Validator(schema, resolver=resolver)

plain = {
    "scenario": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [-1, 0.6], "params": {"e": 0.5, "mu": 0.7}},
    "laws": ["routh", {"law": "smith", "params": {"e": 0.5}, "name": "other"}],
    "inputs": {
        "v[1]": {"uniform": [0, 1]},
        "v[0]": {"normal": [-1, 0.1], "truncate": [-2, -0.1]},
        "params.mu": {"lognormal": [0.5, 0.1]},
        "params.e": {"triangular": [0, 0.5, 1]},
    },
    "samples": 100, "seed": 3, "design": "sobol", "columns": True,
    "outputs": ["dE", "P_n"], "histograms": {"dE": [-1, 0]},
    "worst": {"of": "dE", "which": "lowest", "keep": 2},
}
correlated = {
    "scenario": plain["scenario"], "laws": ["routh"], "samples": 10,
    "correlated": [{"inputs": ["v[0]", "v[1]"], "mean": [-1, 0], "covariance": [[0.01, 0], [0, 0.01]]}],
}
axes = {"scenario": plain["scenario"], "laws": ["routh"],
        "inputs": {"params.e": {"list": [0, 0.5]}, "v[1]": {"grid": [-1, 1, 5]}}}


def distribution(value):
    return spoilt(plain, "inputs", "v[1]", value)


good = [json.loads(file.read_text()) for file in sorted((root / "examples/sweeps").glob("*.json"))]
good += [json.loads(text) for text in re.findall(r"```json\n(.*?)```", (root / "docs/sweep.md").read_text(), re.S)]
assert len(good) >= 4, "examples and page are not found"
good += [plain, correlated, axes]

bad = [
    [], "sweep", spoilt(plain, "inptus", {}), spoilt(plain, "about", 3), without(plain, "scenario"), without(plain, "inputs"),
    spoilt(plain, "scenario", "rod.json"), spoilt(plain, "scenario", "parms", {"e": 0.5}), without(plain, "scenario", "W"),
    spoilt(plain, "laws", []), spoilt(plain, "laws", "routh"), spoilt(plain, "laws", [3]), spoilt(plain, "laws", ["routh"] * 33),
    spoilt(plain, "laws", 1, "lwa", "routh"), spoilt(plain, "laws", 1, "name", 3), spoilt(plain, "laws", 1, "params", []),
    without(plain, "laws", 1, "law"),
    spoilt(plain, "inputs", []), distribution({"cauchy": [0, 1]}), distribution({"uniform": [0, 1, 2]}),
    distribution({"uniform": [0]}), distribution({"uniform": [0, "1"]}), distribution({"uniform": 1}), distribution([0, 1]),
    distribution({}), distribution({"uniform": [0, 1], "normal": [0, 1]}), distribution({"uniform": [0, 1], "cut": [0, 1]}),
    distribution({"uniform": [0, 1], "truncate": [0]}), distribution({"triangular": [0, 1]}), distribution({"normal": [0]}),
    distribution({"grid": [0, 1]}), distribution({"grid": [0, 1, 3], "truncate": [0, 1]}), distribution({"list": []}),
    distribution({"list": ["1"]}), distribution({"list": [1], "truncate": [0, 1]}),
    spoilt(correlated, "correlated", {}), spoilt(correlated, "correlated", 0, "mode", 1),
    without(correlated, "correlated", 0, "mean"), without(correlated, "correlated", 0, "covariance"),
    spoilt(correlated, "correlated", 0, "mean", ["a", 0]), spoilt(correlated, "correlated", 0, "covariance", [1, 1]),
    spoilt(plain, "design", "halton"), spoilt(plain, "design", 1),
    spoilt(plain, "samples", 0), spoilt(plain, "samples", 1.5), spoilt(plain, "samples", "many"), spoilt(plain, "samples", 2**53 + 1),
    spoilt(plain, "seed", -1), spoilt(plain, "seed", 1.5), spoilt(plain, "columns", "yes"),
    spoilt(plain, "outputs", []), spoilt(plain, "outputs", "dE"), spoilt(plain, "outputs", ["dE", "dE"]), spoilt(plain, "outputs", ["dF"]),
    spoilt(plain, "histograms", []), spoilt(plain, "histograms", "dE", [0, 1, 2]), spoilt(plain, "histograms", "dE", ["0", 1]),
    spoilt(plain, "worst", "dE"), spoilt(plain, "worst", "which", "middle"), spoilt(plain, "worst", "keep", 1001),
    spoilt(plain, "worst", "keep", -1), spoilt(plain, "worst", "kept", 2), spoilt(plain, "worst", "of", 3),
]

failures = 0
with tempfile.TemporaryDirectory() as folder:
    for number, (document, wanted) in enumerate([(d, True) for d in good] + [(d, False) for d in bad]):
        file = Path(folder) / "sweep.json"
        file.write_text(json.dumps(document))
        run = subprocess.run([carom, "sweep", str(file), "--dry-run"], capture_output=True, text=True)
        taken = {0: True, 3: False}.get(run.returncode)
        if validator.is_valid(document) != wanted or taken != wanted:
            failures += 1
            print(f"case {number}: wanted {wanted}, schema {validator.is_valid(document)}, carom {taken}: {run.stderr.strip()}")
            print("  " + json.dumps(document)[:400])
print(f"{len(good)} sweep files taken, {len(bad)} spoilt ones refused, by schema and reader alike: {failures} failures")
sys.exit(1 if failures else 0)
