"""Tests that no option is ignored silently: effect_test.py CAROM EXAMPLES

Every verb lists the options without effect in a table, which it prints with --no-effects. Each row is made into a command
line, which must be rejected with the name of the option. Every other option of `carom solve`, and every pair, must change
the output, the exit code or a file, or be rejected.
"""
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

CAROM, EXAMPLES = (os.path.abspath(name) for name in sys.argv[1:])
# A value of each option; "" for a flag. Files end up in the working directory.
VALUES = {
    "all-solutions": "", "jacobian": "", "json": "", "csv": "", "md": "", "jsonl": "", "no-title": "", "strict": "", "slips": "", "dark": "", "scale": "3",
    "units": "US", "output": "page.html", "gaps": "1e-3,0", "spread": "5", "plot": "plot.svg", "scene": "scene.svg", "at": "0.1",
    "fps": "10", "interval": "0.1", "law": "routh", "law=all": "", "law=delassus": "", "set": "",
}
ROD = ["--W", "2.5 -1.5; -1.5 2.5", "--v", "-1 0.6", "--law", "routh", "--e", "0.9", "--mu", "0.7", "--restitution", "newton"]
SPHERES = [os.path.join(EXAMPLES, "impact/three_spheres.json")]
# The words after each verb for each kind of problem. The first line gains energy and the second has several results, so that
# --strict has an effect.
LINES = {"solve": {"one contact": ROD, "several contacts": SPHERES},
         "drop": {"": [os.path.join(EXAMPLES, "motion/coin.json")]},
         "report": {"": ["no.h5"]}, "fit": {"": ["no.csv"]}, "trace": {"": ROD[:4] + ["--mu", "0.7"], "a rigid body": ROD}}
wrong, runs = [], 0


def words(option):
    if option.startswith("law="):
        return ["--law", option[4:]]
    if option == "set":
        return ["--mu", "0.2"]
    return ["--" + option] + ([VALUES[option]] if VALUES[option] else [])


def run(line):
    """Returns the exit code, both outputs and the files that were written, without dates and identifiers."""
    global runs
    runs += 1
    given = b""
    if "--jsonl" in line:  # a line with the problem, or with nothing if the options state it
        given = b"{}" if SPHERES[0] not in line else json.dumps(json.load(open(SPHERES[0]))).encode()
        line = [word for word in line if word != SPHERES[0]]
    with tempfile.TemporaryDirectory() as room:
        done = subprocess.run([CAROM] + line, capture_output=True, cwd=room, input=given, timeout=60)
        files = {name: re.sub(rb"\d{4}-\d\d-\d\d[T ][\d:Z]*", b"", open(os.path.join(room, name), "rb").read())
                 for name in sorted(os.listdir(room))}
    return done.returncode, done.stdout, done.stderr, files


def check(good, line, why):
    if not good:
        wrong.append(f"carom {' '.join(line)}: {why}")


verbs = re.findall(r"^  (\w+) ", subprocess.run([CAROM, "--help"], capture_output=True, text=True).stdout, re.M)
rows = 0
for verb in verbs:
    table = subprocess.run([CAROM, verb, "--no-effects"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    for row in table.stdout.splitlines() if table.returncode == 0 else []:
        option, kind, beside, without = row.split("\t")
        rows += 1
        for other in beside.split() or [""]:
            line = LINES[verb].get(kind or "several contacts") or LINES[verb][""]
            line = [verb] + line + words(option) + (words(other) if other else [])
            code, _, err, files = run(line)
            check(code == 2 and ("--" + option).encode() in err and not files, line, f"exit {code}, {files.keys()}, {err}")
if "solve" in verbs:
    options = [o for o in VALUES if o not in ("at", "fps", "interval", "slips", "dark", "scale", "law")]
    for kind, line in LINES["solve"].items():
        alone = {o: run(["solve"] + line + words(o)) for o in options}
        base = run(["solve"] + line)
        for o in options:
            check(alone[o] != base, ["solve"] + line + words(o), "the option has no effect")
        for a, b in itertools.combinations(options, 2):
            same = {a, b} in ({"json", "jsonl"}, {"json", "law=delassus"}, {"jsonl", "law=delassus"})  # both ask for JSON
            judged = "strict" in (a, b) and {a, b} & {"set", "gaps"}  # the other problem has a result that is admissible
            if same or judged or alone[a][0] == 2 or alone[b][0] == 2 or a.startswith("law=") and b.startswith("law="):
                continue
            both = ["solve"] + line + words(a) + words(b)
            got = run(both)
            if got[0] in (0, 1):
                check(got != alone[a], both, f"{b} has no effect")
                check(got != alone[b], both, f"{a} has no effect")
for text in wrong:
    print(text)
print(f"{rows} rows, {runs} runs, {len(wrong)} wrong")
sys.exit(bool(wrong or rows < 20))
