"""Test that all formats of `carom drop` have the same numbers.

CSV must have every digit of JSON, and text six digits of CSV. The options --at and --fps must print states of the same
motion.

Usage: drop_formats.py CAROM EXAMPLES
"""
import csv
import io
import json
import math
import pathlib
import subprocess
import sys

carom, examples = sys.argv[1], pathlib.Path(sys.argv[2])
failures = compared = 0


def run(*words):
    done = subprocess.run([carom, "drop", *map(str, words), "--until", "1.5"], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{words}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def check(good, what):
    global failures, compared
    compared += 1
    if not good:
        failures += 1
        print(f"FAILED: {what}")


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def columns(state, dim):
    names = "xyz"[:dim]
    flat = {"t": state["t"], **dict(zip(names, state["centre"])), **{f"v{n}": v for n, v in zip(names, state["velocity"])}}
    if dim == 2:
        return {**flat, "angle": state["angle"], "spin": state["spin"]}
    return {**flat, **dict(zip(("qw", "qx", "qy", "qz"), state["orientation"])), **dict(zip(("wx", "wy", "wz"), state["spin"]))}


def near(text, value):
    """Return whether both agree to six digits; a printed 0 may be a rounding error."""
    return abs(float(text) - value) <= 6e-6 * abs(value) + 2e-5


for file in sorted(examples.glob("*.json")):
    answer, rows = json.loads(run(file, "--json")), rows_of(run(file, "--format", "csv"))
    dim, runs, at = answer["dim"], answer["runs"], 0
    for one in runs:
        for number, event in enumerate(one["events"]):
            for hit in event["hits"] or [None]:
                row = rows[at]
                at += 1
                check((row["law"], int(row["event"]), row["kind"]) == (one["name"], number, event["kind"]), f"{file.name}: row {at}")
                wanted = columns(event["before"], dim)
                wanted["energy_after"] = event["energy_after"]
                wanted.update({f"v{n}_after": v for n, v in zip("xyz", event["after"]["velocity"])})
                if hit:
                    wanted.update(zip(("Pn", "Pt") if dim == 2 else ("Pn", "Pt1", "Pt2"), hit["P"]), dE=hit["dE"])
                    check(int(row["feature"]) == hit["feature"] and row["mode"] == hit["mode"], f"{file.name}: row {at}")
                else:
                    check(row["plane"] == row["mode"] == row["Pn"] == "", f"{file.name}: row {at}")
                for name, value in wanted.items():
                    check(float(row[name]) == value or (math.isnan(value) and not row[name]), f"{file.name}: row {at}, {name}: {row[name]} {value}")
    check(at == len(rows), f"{file.name}: {len(rows)} rows, {at} hits")

    # The text of one law has a line for each event, with its time.
    name = runs[0]["name"]
    first = runs[0]["events"]
    text = [line.split() for line in run(file, "--laws" if len(runs) > 1 else "--format", name if len(runs) > 1 else "text").splitlines()]
    printed = [line for line in text if len(line) > 2 and line[0].isdigit() and line[2] in
               ("impact", "graze", "contact-begins", "contact-ends", "rest")]
    check(len(printed) == len(first), f"{file.name}: {len(printed)} lines, {len(first)} events")
    for line, event in zip(printed, first):
        check(line[2] == event["kind"] and near(line[1], event["t"]), f"{file.name}: {line}")
    # Markdown has the same cells as text.
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in
             run(file, "--md", *(["--laws", name] if len(runs) > 1 else [])).splitlines() if line.startswith("|")]
    events = [row for row in cells if row[0].isdigit()]
    check([row[1] for row in events] == [line[1] for line in printed], f"{file.name}: Markdown")

    # States at one time and at several times.
    end = min(one["end"]["t"] for one in runs)
    for t in (0.0, 0.37 * end, end):
        json_states = [one["states"] for one in json.loads(run(file, "--json", "--at", repr(t)))["runs"]]
        csv_states = rows_of(run(file, "--csv", "--at", repr(t)))
        check(len(csv_states) == len(runs) and all(len(s) == 1 for s in json_states), f"{file.name} at {t}")
        for row, states in zip(csv_states, json_states):
            for key, value in columns(states[0], dim).items():
                check(float(row[key]) == value, f"{file.name} at {t}: {key}")
    film = rows_of(run(file, "--csv", "--fps", 40))
    check(len(film) == sum(int(one["end"]["t"] * 40) + 1 for one in runs), f"{file.name}: {len(film)} states")
    again = rows_of(run(file, "--csv", "--at", film[3]["t"]))
    check(film[3] == again[0], f"{file.name}: --fps and --at")
print(f"{compared} comparisons, {failures} failures")
sys.exit(1 if failures or compared < 500 else 0)
