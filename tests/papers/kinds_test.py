# Tests that every kind of case in the papers' golden file has a test, or is listed here with the reason why it has
# none. Usage: kinds_test.py ROOT
import json
import sys
from pathlib import Path

root = Path(sys.argv[1])
elsewhere = {
    "table3.1": "a table of words: `carom reproduce chatterjee table3.1` claims its numbers",
}
kinds = {case["kind"] for case in json.loads((root / "tests/papers/golden/papers.json").read_text())["cases"]}
tests = [*sorted((root / "tests/papers").glob("golden_*.c")), root / "tests/fit/golden.c"]
text = "".join(test.read_text() for test in tests)
asked = {kind for kind in kinds if f'"{kind}"' in text}
for kind in sorted(kinds - asked - set(elsewhere)):
    print(f"no test asks the kind {kind}")
for kind in sorted(set(elsewhere) & asked):
    print(f"{kind} is asked after all: {elsewhere[kind]}")
print(f"{len(asked)} of {len(kinds)} kinds are asked")
sys.exit(asked | set(elsewhere) != kinds or bool(asked & set(elsewhere)))
