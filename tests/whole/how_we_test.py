"""Checks that tests/REPORT.md names only tests and commands that exist: how_we_test.py ROOT BUILD CTEST. A name in the column "test"
must match a test of this build, or a test that only other builds have. A command other than ctest must name a file that exists."""
import pathlib
import re
import subprocess
import sys

root, build, ctest = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
# Tests that some builds do not have.
ELSEWHERE = re.compile(r"^(bits|whole/(abi|new_law|new_things))")
page = (root / "tests/REPORT.md").read_text()
tests = re.findall(r"Test +#\d+: (\S+)", subprocess.run([ctest, "-N", "--test-dir", build], capture_output=True, text=True).stdout)
known = lambda names: any(re.search(names, test) for test in tests) or ELSEWHERE.match(names.lstrip("^"))
presets = re.findall(r'"name": "(\w+)"', (root / "CMakePresets.json").read_text())
commands = [c for c in re.findall(r"`([^`]+)`", page) if re.match(r"(ctest|tools/|tests/|\.ci/|sh |python3 )", c)]
bad = []
for command in commands:
    words = command.split()
    if words[0] == "ctest":
        preset, names = words[words.index("--preset") + 1], words[words.index("-R") + 1].strip("'")
        if preset not in presets:
            bad.append(f"no preset {preset}: {command}")
        if not known(names.replace("\\|", "|")):
            bad.append(f"no test is called so: {command}")
    elif not (root / next(w for w in words if w not in ("sh", "python3"))).exists():
        bad.append(f"no such file: {command}")
tables = [table.strip().splitlines() for table in re.findall(r"(?:^\|.*\n)+", page, re.M)]
rows = [line for table in tables if table[0].endswith("| test |") for line in table[2:]]
for row in rows:
    cell = re.split(r"(?<!\\)\|", row)[-2]
    names = [name for name in re.findall(r"`([^`]+)`", cell) if name not in commands and not name.startswith("cmake ")]
    bad += [f"no test is called {name}: {row}" for name in names if not known(f"^{name}" if name.endswith("/") else f"^{name}$")]
    if "`" not in cell:
        bad.append(f"a figure without its command: {row}")
print("\n".join(bad))
print(f"{len(rows)} figures, {len(commands)} commands")
sys.exit(1 if bad or len(commands) < 15 or not tests else 0)
