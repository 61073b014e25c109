#!/usr/bin/env python3
"""The case files: cases_test.py CAROM. Every line is after the schema, ids are unique, a sample is made anew."""
import json
import pathlib
import subprocess
import sys

bench = pathlib.Path(__file__).resolve().parents[2] / "impactbench"
made = subprocess.run([sys.executable, bench / "make_cases.py", "--carom", sys.argv[1], "--check", "7"], check=False)
assert made.returncode == 0

try:
    import jsonschema
except ImportError:
    jsonschema = None
schema = json.loads((bench / "cases.schema.json").read_text(encoding="utf-8"))
valid = jsonschema.Draft202012Validator(schema) if jsonschema else None
ids, laws = [], {}
for file in sorted((bench / "cases").glob("*.jsonl")):
    for line in file.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        ids.append(case["id"])
        assert case["family"] == case["id"][0] == file.stem and case["licence"] == "CC0-1.0", case["id"]
        for error in valid.iter_errors(case) if valid else ():
            raise AssertionError(f"{case['id']}: {error.message}")
        for law in case["answers"]:
            laws[law] = laws.get(law, 0) + 1
assert len(ids) == len(set(ids)) == 521, len(ids)
assert min(laws.get(law, 0) for law in ("routh-poisson", "whittaker", "smith")) == 480, laws
print(f"{len(ids)} cases{' after the schema' if valid else ''}; answers: {laws}")
