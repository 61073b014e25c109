"""Checks that all formats of a result have the same numbers, for every example scenario. The formats are the text, JSON, CSV and
Markdown that the command prints, and the result in Python. to_dict() must equal the JSON.

Usage: formats_test.py CAROM EXAMPLES, with the Python in which the package is installed"""
import csv
import io
import json
import math
import subprocess
import sys
from pathlib import Path

import carom
import numpy as np

command, examples = sys.argv[1], Path(sys.argv[2])
failures = []


def printed(verb, path, *options):
    ran = subprocess.run([command, verb, str(path), *options], capture_output=True, text=True)
    return ran.stdout if ran.returncode == 0 else None


def tables(text):
    """Returns the tables of a CSV text, which are separated by blank lines."""
    return [list(csv.reader(io.StringIO(part))) for part in text.split("\n\n") if part.strip()]


def marked(text):
    """Returns the tables of a Markdown text, without the line of dashes below the header."""
    parts = [part.strip("\n").split("\n") for part in text.split("\n\n") if part.strip()]
    rows = [[line.strip("| ").split(" | ") if line.strip("| ") else [] for line in part] for part in parts]
    cells = [[[cell.strip() for cell in line[1:-1].split("|")] for line in part] for part in parts]
    assert len(rows) == len(cells)
    return [table[:1] + table[2:] for table in cells]


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


def same(name, a, b, scale, what):
    """Checks that two arrays are equal within 2e-14 of `scale`. CSV prints 0 for a number below 1e-14 of the others in its column."""
    a, b = np.asarray(a, dtype=float).ravel(), np.asarray(b, dtype=float).ravel()
    if a.shape != b.shape or not np.all((np.abs(a - b) <= 2e-14 * scale) | (np.isnan(a) & np.isnan(b))):
        failures.append(f"{name}: {what}: {a} against {b}")


def six(value):
    return f"{value:.6g}"


def check_digits(name, wide, short):
    """Checks that Markdown has the numbers of CSV, rounded to six digits."""
    if [len(table) for table in wide] != [len(table) for table in short]:
        failures.append(f"{name}: CSV and Markdown have other tables")
        return
    for a, b in zip((c for t in wide for row in t for c in row), (c for t in short for row in t for c in row)):
        x = number(a)
        if x is not None and six(x) != b and not (a == "" and b == "-"):
            failures.append(f"{name}: {a} in CSV, {b} in Markdown")


def check_text(name, text, short):
    """Checks that for every row of these Markdown tables a line of the text contains its numbers."""
    words = [line.split() for line in text.splitlines()]
    for table in short:
        for row in table[1:]:
            numbers = [cell for cell in row if number(cell) is not None]
            if numbers and not any(all(cell in line for cell in numbers) for line in words):
                failures.append(f"{name}: no line of the text has {numbers}")


def check_one(name, answer, wide):
    """Compares the CSV tables of one contact with JSON: the first table, and then speeds, energies and bodies."""
    rows = {row[0]: row[1:-1] for row in wide[0][1:]}
    dim = len(answer["P"])
    for label, key in (("impulse P", "P"), ("velocity after", "v_after"), ("velocity before", "v")):
        if key in answer:
            same(name, [float(x) for x in rows[label][:dim]], answer[key], 1e-300, key)
    same(name, [float(rows["energy change dE"][0])], [answer["dE"]], 1e-300, "dE")
    for table in wide[1:]:
        if table[0][0] == "speeds":
            after = [float(row[3]) for row in table[1:-1]]
            same(name, after, answer["u_after"], np.abs(answer["u_after"]).max(), "u_after")
            same(name, [float(table[-1][3])], [answer["energy_after"]], 1e-300, "energy_after")
        if table[0][0] == "balance":
            energy = answer["balance"]
            same(name, [float(x) for x in table[1][2:5]], [energy[k]["energy"] for k in ("before", "after", "fixed")],
                 energy["before"]["energy"] + energy["after"]["energy"], "energy")
        if table[0][0] == "bodies":
            check_bodies(name, answer, table)


def check_bodies(name, answer, table):
    for body in answer["bodies"]:
        velocity = [float(row[3]) for row in table[1:] if row[0] == body["name"] and row[1].startswith("velocity")]
        scale = max(1.0, max(abs(float(row[k])) for row in table[1:] for k in (2, 3) if number(row[k]) is not None))
        if velocity:
            same(name, velocity, body["velocity"], scale, body["name"])


def check_several(name, answer, wide):
    for row, contact in zip(wide[0][1:], answer["contacts"]):
        given = [*contact["v"], *contact["P"], *contact["v_after"], contact["work"]]
        same(name, [float(x) for x in row[1:-1]], given, max(map(abs, [*answer["P"], *answer["v_after"], 1.0])), "contact " + row[0])
        if row[-1] != contact["mode"]:
            failures.append(f"{name}: {row[-1]} against {contact['mode']}")
    for table in wide[1:]:
        check_bodies(name, answer, table)


def check_dict(name, given, answer):
    """Compares the dictionary of the result with the JSON of the command, in the units of the file."""
    if list(given) != list(answer) or given != answer:
        failures.append(f"{name}: to_dict() has {set(given) ^ set(answer) or 'other values'}")


def check_python(name, hit, answer, several):
    """Compares the arrays of the result with the JSON of the command in SI units."""
    same(name, hit.P, answer["P"], 1e-300, "P in Python")
    same(name, hit.v, answer["v_after"], 1e-300, "v in Python")
    same(name, [hit.dE], [answer["dE"]], 1e-300, "dE in Python")
    if "bodies" in answer and hit.bodies:
        for body, moved in zip(answer["bodies"], hit.bodies):
            same(name, moved.velocity, body["velocity"], 1e-300, f"velocity of {moved.name} in Python")
    if "u_after" in answer:
        same(name, hit.speeds, answer["u_after"], 1e-300, "speeds in Python")


found = 0
for path in sorted(examples.rglob("*.json")):
    name, several = str(path.relative_to(examples)), path.parent.name == "impact"
    text = printed("solve", path)
    if text is None or path.parent.name == "sweeps":
        continue
    found += 1
    answer = json.loads(printed("solve", path, "--json"))
    wide, short = tables(printed("solve", path, "--csv")), marked(printed("solve", path, "--md"))
    check_digits(name, wide, short)
    check_text(name, text, short if several else short[1:])
    (check_several if several else check_one)(name, answer, wide)
    for label, key in (("impulse P", "P"), ("energy change dE", "dE")) if not several else ():
        line = next(line for line in text.splitlines() if line.split()[: len(label.split())] == label.split())
        values = np.ravel(answer[key])
        cells = line.split()[len(label.split()) :][: len(values)]
        if not all(math.isclose(float(c), x, rel_tol=1e-5, abs_tol=1e-13 * np.abs(values).max()) for c, x in zip(cells, values)):
            failures.append(f"{name}: the text has {cells} for {values}")
    problem = carom.load(path)
    hit = problem.solve()
    check_dict(name, hit.to_dict(), answer)
    in_si = json.loads(printed("solve", path, "--json", "--units", "SI")) if "units" in answer else answer
    check_python(name, hit, in_si, several)
    for form, options in (("text", []), ("json", ["--json"]), ("csv", ["--csv"]), ("md", ["--md"])):
        if hit.report(form) != printed("solve", path, *options):
            failures.append(f"{name}: report({form!r}) is not what the command prints")
print("\n".join(failures))
print(f"{found} scenarios in five formats: {len(failures)} failures")
sys.exit(1 if failures or found < 15 else 0)
