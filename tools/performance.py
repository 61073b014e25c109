#!/usr/bin/env python3
"""Measures docs/performance.md anew: runs `carom bench` and `carom bench --jac` and writes the figures between its marks,
and docs/performance.csv. Some three minutes, in a quiet moment. Usage: performance.py CAROM [ROOT]"""
import csv
import io
import json
import pathlib
import subprocess
import sys

carom = sys.argv[1]
root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent.parent)
page = root / "docs" / "performance.md"


def run(*words):
    return subprocess.run([carom, "bench", *words], check=True, capture_output=True, text=True).stdout


def table(text):
    """law | dim | one figure a size, as the page has it."""
    sizes, rows = [], {}
    for r in csv.DictReader(io.StringIO(text)):
        name = " ".join(w for w in (r["law"], r["restitution"]) if w)
        if r["n"] not in sizes:
            sizes.append(r["n"])
        cell = f'{float(r["batch_ns"]):.3g} / {float(r["fraction_of_limit"]):.2f}'
        rows.setdefault((name, r["dim"], f'{float(r["scalar_ns"]):.0f}'), {})[r["n"]] = cell
    lines = ["| law | dim | " + " | ".join(f"{float(n):.0e}" for n in sizes) + " | one call |",
             "|---" * (len(sizes) + 3) + "|"]
    for (name, dim, scalar), cells in rows.items():
        lines.append(f"| {name} | {dim} | " + " | ".join(cells.get(n, "") for n in sizes) + f" | {scalar} |")
    return "\n".join(lines)


def between(text, mark, new):
    first, last = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
    head, rest = text.split(first)
    return head + first + "\n" + new.strip() + "\n" + last + rest.split(last)[1]


figures = run("--threads", "1", "--seconds", "0.2", "--csv")
machine = json.loads(run("--law", "frictionless", "--n", "1000", "--threads", "1", "--seconds", "0.01", "--json"))
costs = run("--jac", "--seconds", "0.3")
said = f'{machine["machine"]}, {machine["level"]}; load average {machine["load_after"]:.2f} at the end; `tools/performance.py`'
text = page.read_text()
text = between(text, "figures", table(figures) + "\n\n" + said)
text = between(text, "derivatives", "```\n" + costs.strip() + "\n```\n\n" + said)
page.write_text(text)
(root / "docs" / "performance.csv").write_text(figures)
