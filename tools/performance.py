#!/usr/bin/env python3
"""Measures the tables of docs/performance.md again.

Runs `carom bench`, `carom bench --jacobian`, `carom solve --jsonl` and programs of the build tree of CAROM that solve
the same problems with other libraries (bench/peers, many_bench, walk_bench). If one of these is not built, its table is
not changed, and a line reports this. Writes the tables between the marks of the page, and docs/performance.csv. Takes
about three minutes; use an otherwise unused machine. --quick measures each number only briefly, to test the script.
Usage: performance.py [--quick] CAROM [ROOT]
"""
import csv
import datetime
import io
import json
import os
import pathlib
import resource
import subprocess
import sys

words = [w for w in sys.argv[1:] if w != "--quick"]
quick = len(words) < len(sys.argv) - 1
if not 1 <= len(words) <= 2:
    sys.exit(__doc__)
carom = words[0]
root = pathlib.Path(words[1] if len(words) > 1 else pathlib.Path(__file__).parent.parent)
page = root / "docs" / "performance.md"


def run(*options):
    return subprocess.run([carom, "bench", *options], check=True, stdout=subprocess.PIPE, text=True).stdout


# Libraries are limited to one thread; otherwise they would be measured with both cores.
ALONE = dict(os.environ, OPENBLAS_NUM_THREADS="1")


def spent(lines):
    """Returns the processor time of `carom solve --jsonl` for these lines."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([carom, "solve", "--jsonl"], input=lines, stdout=subprocess.PIPE, text=True, env=ALONE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode or done.stdout.count("\n") != lines.count("\n"):
        sys.exit("carom solve --jsonl did not answer every line")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def line_cost(count):
    """Returns the time per line of a stream in µs, the best of three measurements. It is the difference between long
    and short streams, so that the time to start does not count.
    """
    one = '{"law": "routh", "W": [[2.5, -1.5], [-1.5, 2.5]], "v": [-1, 0.%06d], "params": {"e": 0.5, "mu": 0.7, "restitution": "poisson"}}\n'
    lines = "".join(one % k for k in range(count))
    short = "".join(one % k for k in range(count // 100))
    return min((spent(lines) - spent(short)) / (count - count // 100) for _ in range(3)) * 1e6


def beside(program, *options):
    """Returns the output of a program of the build tree, or None."""
    path = pathlib.Path(carom).resolve().parent / program
    if not path.exists():
        print(f"{program} is not built: its figures stay")
        return None
    return subprocess.run([path, *options], check=True, stdout=subprocess.PIPE, text=True, env=ALONE).stdout


def law_of(row):
    return " ".join(w for w in (row["law"], row["restitution"]) if w)


def table(rows):
    """Returns the rows of a table of the page: law, dimension, ns and share of the memory limit for each size, one
    call.
    """
    sizes, lines = [], {}
    for r in rows:
        if r["n"] not in sizes:
            sizes.append(r["n"])
        cell = f'{float(r["batch_ns"]):.3g} / {float(r["fraction_of_limit"]):.2f}'
        lines.setdefault((law_of(r), r["dim"], f'{float(r["scalar_ns"]):.0f}'), {})[r["n"]] = cell
    head = ["| law | dim | " + " | ".join(f"{float(n):.0e}" for n in sizes) + " | one call |",
            "|---" * (len(sizes) + 3) + "|"]
    return "\n".join(head + [f"| {name} | {dim} | " + " | ".join(cells.get(n, "") for n in sizes) + f" | {scalar} |"
                             for (name, dim, scalar), cells in lines.items()])


def span(values):
    low, high = (f"{v:.2g}" for v in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def walked(rows):
    """Returns the rows for routh in 3D: µs per impact in a batch of any size, and of one call."""
    lines = ["| restitution | µs each in a batch | µs of one call | times as fast |", "|---|---|---|---|"]
    mine = [r for r in rows if r["law"] == "routh" and r["dim"] == "3"]
    for stop in dict.fromkeys(r["restitution"] for r in mine):
        batch = [1e-3 * float(r["batch_ns"]) for r in mine if r["restitution"] == stop]
        one = [1e-3 * float(r["scalar_ns"]) for r in mine if r["restitution"] == stop]
        lines.append(f"| {stop} | {span(batch)} | {span(one)} | {span([o / b for o, b in zip(one, batch)])} |")
    return "\n".join(lines)


def between(text, mark, new):
    first, last = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
    if text.count(first) != 1 or text.count(last) != 1:
        sys.exit(f"{page}: the marks {first} and {last} are needed once each")
    head, rest = text.split(first)
    return head + first + "\n" + new.strip() + "\n" + last + rest.split(last)[1]


sizes = ["--n", "1000"] if quick else []
seconds, moments = ("0.01", "0.01") if quick else ("0.2", "0.3")
figures = run("--threads", "1", "--seconds", seconds, *sizes, "--csv")
costs = run("--jacobian", "--n", "500" if quick else "20000", "--seconds", moments)
machine = json.loads(run("--law", "frictionless", "--n", "1000", "--threads", "1", "--seconds", "0.01", "--json"))
version = subprocess.run([carom, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[1]
said = f'carom {version}, {datetime.date.today()}, {machine["machine"]}, {machine["level"]}; measured by `tools/performance.py`'
rows = list(csv.DictReader(io.StringIO(figures)))
text = page.read_text()
text = between(text, "figures", table(rows) + "\n\n" + said)
text = between(text, "space", walked(rows) + "\n\n" + said)
text = between(text, "derivatives", "```\n$ carom bench --jacobian --n 20000\n" + costs.strip() + "\n```\n\n" + said)
text = between(text, "lines", f"`carom solve --jsonl`: {line_cost(2000 if quick else 100000):.1f} µs per line, including reading and writing.")
for mark, program, options in (("peers", "bench/peers", ()), ("lemke", "tests/many/many_bench", ()),
                               ("arkode", "tests/walk/walk_bench", ("1000",))):
    told = None if quick else beside(program, *options)
    if told:
        text = between(text, mark, "```\n" + told.strip() + "\n```\n\n" + said)
page.write_text(text)
(root / "docs" / "performance.csv").write_text(figures)
