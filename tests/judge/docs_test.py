#!/usr/bin/env python3
"""Tests the drivers of docs/impactbench.md. Usage: docs_test.py CAROM CC

Each driver is built and judged, and must be identified as whittaker.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

carom, cc = sys.argv[1:]
root = pathlib.Path(__file__).resolve().parents[2]
text = (root / "docs" / "impactbench.md").read_text(encoding="utf-8")
drivers = root / "impactbench" / "drivers"
told = text[text.index("## A driver in 30 lines"):]
code = {language: re.search(f"```{language}\n(.*?)```", told, re.S).group(1) for language in ("python", "c", "js")}
asked = []

with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    (work / "mine.py").write_text(code["python"], encoding="utf-8")
    (work / "mine.c").write_text(code["c"], encoding="utf-8")
    (work / "mine.mjs").write_text(code["js"], encoding="utf-8")
    shutil.copy(drivers / "driver.mjs", work)
    subprocess.run([cc, "-O1", "-Wall", "-Wextra", "-Werror", f"-I{drivers}", work / "mine.c", "-o", work / "mine", "-lm"], check=True)
    commands = {"python": [sys.executable, work / "mine.py"], "c": [work / "mine"]}
    if shutil.which("node"):
        commands["js"] = ["node", work / "mine.mjs"]
    for language, command in commands.items():
        lines = sum(bool(line.strip()) for line in code[language].splitlines())
        assert lines <= 30, f"{language}: {lines} lines"
        done = subprocess.run([carom, "judge", "--json", "--family", "AB", "--", *command], capture_output=True, text=True, check=True)
        score = json.loads(done.stdout)["score"]
        assert score["answered"] == 352 and score["cannot"] == 3 and score["errors"] == 0, (language, score)
        assert score["plane"]["nearest"] == "whittaker" and score["plane"]["laws"][0]["within"] >= 343, (language, score["plane"])
        assert score["balls_right"]["cases"] == 12 - 5 and score["spin_unexplained"]["cases"] == 0, (language, score)
        assert score["energy_gained"]["cases"] > 0  # whittaker gains energy
        asked.append(f"{language} {lines} lines")
    # The page shows the beginning of the output for the Python driver.
    words = subprocess.run([carom, "judge", "--family", "AB", "python3", str(work / "mine.py")], capture_output=True, text=True, check=True).stdout
    shown = re.search(r"\$ carom judge --family AB python3 mine.py\n(.*?)\.\.\.\n", text, re.S).group(1)
    assert words.startswith(shown), words
print(", ".join(asked), "judged")
