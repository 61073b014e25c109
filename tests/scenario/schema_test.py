# Checks that the published schemas and carom accept and reject the same files: problems, scenarios and impacts with
# several contacts. Both must accept the examples and the files shown in the documentation, and reject every file with a
# planted error. Errors that only carom can detect, such as an unknown law or an asymmetric matrix, are not included.
# Usage: schema_test.py CAROM ROOT; exits with 77 if the package jsonschema is missing.
import json
import re
import subprocess
import sys
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

carom, root = sys.argv[1], Path(sys.argv[2])
sys.path.insert(0, str(root / "tests/support"))
from spoil import spoilt, without  # noqa: E402


def written(page, key):
    """Return the JSON documents of a page that have this key."""
    texts = re.findall(r"```json\n(.*?)```", (root / page).read_text(), re.S)
    return [shown for shown in map(json.loads, texts) if key in shown]


def read(folder):
    return [json.loads(file.read_text()) for file in sorted((root / folder).glob("*.json"))]


problem = {"id": 1, "law": "routh", "params": {"restitution": "poisson", "e": 0.5, "mu": 0.7},
           "W": [[2.5, -1.5], [-1.5, 2.5]], "v": [-1, 0.6], "note": "kept"}
problems = [problem, {"law": "frictionless", "params": {"e": 1}, "W": [[2]], "v": [-1]}, {**problem, "params": {"e": 1, "mu": "inf"}}]
problems += [{**problem, "W": [[3, 0, 0], [0, 2, 0], [0, 0, 2]], "v": [-1, 0, 0.1]}]
bad_problems = [
    [], "W", spoilt(problem, "law", 3), spoilt(problem, "params", [1]), spoilt(problem, "W", "2 0; 0 2"),
    spoilt(problem, "W", [2, 0]), spoilt(problem, "W", [[2, 0]]), spoilt(problem, "W", [[2, 0], [0]]),
    spoilt(problem, "W", 0, 0, "two"), spoilt(problem, "W", [[1] * 4] * 4), spoilt(problem, "W", []),
    spoilt(problem, "v", []), spoilt(problem, "v", [1, 2, 3, 4]), spoilt(problem, "v", -1), spoilt(problem, "v", 0, "fast"),
    spoilt(problem, "v", 0, None), spoilt(problem, "W", {}), spoilt(problem, "parms", {"e": 0.5}), spoilt(problem, "mu", 0.5),
]

pair = json.loads((root / "examples/two_cars.json").read_text())
chain = json.loads((root / "examples/double_pendulum.json").read_text())
mechanism = written("docs/scenario.md", "mechanism")[0]
scenarios = read("examples") + [s for key in ("bodies", "chain", "mechanism") for s in written("docs/scenario.md", key)]
bad_scenarios = [
    spoilt(pair, "contcat", {}), without(pair, "contact"), spoilt(pair, "law", 3), spoilt(pair, "params", 3),
    spoilt(pair, "bodies", 0, "shape", {"disc": 1, "size": 2}), spoilt(pair, "bodies", []), spoilt(pair, "bodies", 0, "fixd"), without(pair, "bodies", 0, "mass"),
    spoilt(pair, "bodies", 0, "mass", -1), spoilt(pair, "bodies", 0, "mass", 0), spoilt(pair, "bodies", 0, "mass", "heavy"),
    spoilt(pair, "bodies", 0, "colour", "red"), spoilt(pair, "bodies", 0, "name", 3), spoilt(pair, "bodies", 0, "spin", "fast"),
    spoilt(pair, "bodies", 0, "spin", [1, 2]), spoilt(pair, "bodies", 0, "velocity", [1]), spoilt(pair, "bodies", 0, "velocity", 3),
    spoilt(pair, "bodies", 0, "velocity", {"size": 1}), spoilt(pair, "bodies", 0, "velocity", {"size": 1, "angle": {"grad": 1}}),
    spoilt(pair, "bodies", 0, "velocity", {"size": 1, "angle": {"deg": 1, "rad": 1}}),
    spoilt(pair, "bodies", 0, "velocity", {"size": 1, "angle": {}}), spoilt(pair, "contact", "normal", "up"),
    without(pair, "contact", "normal"), without(pair, "contact", "point"), spoilt(pair, "contact", "tangent", [[1, 0]]),
    spoilt(pair, "bodies", 0, "shape", {"ball": 1}), spoilt(pair, "bodies", 0, "shape", {"disc": 1, "rod": 1}),
    spoilt(pair, "bodies", 0, "shape", {"disc": -1}), spoilt(pair, "bodies", 0, "inertia", [1, 2]),
    spoilt(pair, "bodies", 0, "orientation", [1, 0, 0]), spoilt(pair, "chain", chain["chain"]),
    spoilt(chain, "chain", "links", []), without(chain, "chain", "base"), without(chain, "chain", "contacts"),
    without(chain, "chain", "links", 0, "length"), spoilt(chain, "chain", "links", 0, "length", -1),
    spoilt(chain, "chain", "links", 1, "parent", "top"), spoilt(chain, "chain", "links", 1, "parent", 0.5),
    spoilt(chain, "chain", "links", 0, "angle", "down"), spoilt(chain, "chain", "base", "pinned", 1),
    spoilt(chain, "colliding", -1), spoilt(chain, "colliding", 0.5), without(mechanism, "mechanism", "u"),
    without(mechanism, "mechanism", "M"), spoilt(mechanism, "mechanism", "u", []), spoilt(mechanism, "mechanism", "u", ["a"]),
    spoilt(mechanism, "mechanism", "contacts", 0, {"normal": [1, 0, 0]}), spoilt(mechanism, "mechanism", "J", [[1, 0, 0]]),
]

cradle = json.loads((root / "examples/impact/cradle.json").read_text())
direct = {"law": "glocker", "params": {"e_n": 0.5, "mu": [0.1, 0.2]}, "W": [[2, 0, 1, 0], [0, 2, 0, 1], [1, 0, 2, 0], [0, 1, 0, 2]],
          "v": [-1, 0, -1, 0.1], "note": "kept"}
system = {"law": "glocker", "params": {"e_n": 1, "mu": 0}, "system": {"M": [[2, 0], [0, 2]], "normal": [[0, 1]], "tangent": [[1, 0]], "u": [1, -1]}}
impacts = read("examples/impact") + [direct, system, {**system, "law": "glocker"}]
bad_impacts = [
    [], {"law": "glocker"}, spoilt(direct, "law", 3), spoilt(direct, "params", []), spoilt(direct, "W", 1), spoilt(direct, "W", [1, 2]),
    spoilt(direct, "W", 0, 0, "two"), without(direct, "v"), spoilt(direct, "v", "0"), spoilt(direct, "v", 0, "fast"),
    spoilt(direct, "dim", 4), without(direct, "W"), spoilt(direct, "P", 1), spoilt(direct, "P", ["a"]),
    spoilt(direct, "bodies", [{}, {}]), spoilt(system, "system", []), without(system, "system", "M"),
    without(system, "system", "normal"), without(system, "system", "tangent"), spoilt(system, "system", "u", 1),
    spoilt(system, "system", "M", [1]), spoilt(system, "planted", ["a"]), spoilt(system, "planted", [-1]),
    spoilt(system, "system", "J", [1]), spoilt(system, "system", "wn", [[0, 1]]), spoilt(direct, "parms", {"e_n": 0.5}),
    spoilt(cradle, "contcats", []), spoilt(direct, "contact", {}),
]


def check(form, verb, good, bad):
    schema = json.loads((root / f"docs/{form}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = 0
    for number, (document, wanted) in enumerate([(d, True) for d in good] + [(d, False) for d in bad]):
        run = subprocess.run([carom, verb, "-", "--json"], input=json.dumps(document), capture_output=True, text=True)
        # A file may omit the law, because an option can name it. This error comes after the whole file was read.
        taken = run.returncode == 0 or "the law is missing" in run.stdout + run.stderr
        if validator.is_valid(document) == wanted and taken == wanted and run.returncode in (0, 3):
            continue
        failures += 1
        print(f"{form} {number}: wanted {wanted}, schema {validator.is_valid(document)}, carom {run.returncode}: {run.stderr.strip()}")
        print("  " + json.dumps(document)[:400])
    print(f"{form}: {len(good)} taken, {len(bad)} spoilt ones refused, by schema and reader alike: {failures} failures")
    return failures


failed = check("problem", "solve", problems, bad_problems) + check("scenario", "solve", scenarios, bad_scenarios)
failed += check("impact", "solve", impacts, bad_impacts)
# The outputs of sweeps are listed in a separate table, which must agree with the schema.
outputs = re.findall(r'^CAROM_OUTPUT\(\w+, "(\w+)"', (root / "mods/sweep/outputs.def").read_text(), re.M)
listed = json.loads((root / "docs/sweep.schema.json").read_text())["$defs"]["OUTPUTS"]["items"]["enum"]
if outputs != listed:
    print(f"the schema of sweeps lists {listed}, the table {outputs}")
    failed += 1
sys.exit(1 if failed else 0)
