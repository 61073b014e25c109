#!/usr/bin/env python3
"""Measures docs/performance.csv and the table of laws in docs/performance.md again.

Runs `carom bench`, and prints the cost of derivatives, of a line of `carom solve --jsonl`, and what the programs of the
build tree of CAROM find that solve the same problems with other libraries (bench/peers, many_bench, walk_bench). Takes
about three minutes; use an otherwise unused machine. --quick measures each number only briefly, to test the script.
Usage: performance.py [--quick] CAROM [ROOT]
"""
import csv
import io
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
LAWS = ("frictionless", "routh poisson", "whittaker", "brach", "chatterjee2", "chatterjee3", "chatterjee", "bilinear", "deferred", "impulse-ratio", "accessible")
# Libraries are limited to one thread; otherwise they would be measured with both cores.
ALONE = dict(os.environ, OPENBLAS_NUM_THREADS="1")


def run(*options):
    return subprocess.run([carom, "bench", *options], check=True, stdout=subprocess.PIPE, text=True).stdout


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


def table(rows, size):
    """Returns the table of the page: for each law in 2D and 3D one call, one impact in a batch, and its share of the limit."""
    cells = {}
    for r in rows:
        if r["n"] == size:
            cells[" ".join(w for w in (r["law"], r["restitution"]) if w), r["dim"]] = [
                f'{float(r["scalar_ns"]):.0f}', f'{float(r["batch_ns"]):.3g}', f'{float(r["fraction_of_limit"]):.2f}']
    head = ["| law | 2D: one call | batch | share | 3D: one call | batch | share |", "|---|---|---|---|---|---|---|"]
    return "\n".join(head + ["| " + " | ".join([law, *cells.get((law, "2"), [""] * 3), *cells.get((law, "3"), [""] * 3)]) + " |" for law in LAWS])


def between(text, mark, new):
    first, last = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
    if text.count(first) != 1 or text.count(last) != 1:
        sys.exit(f"{page}: the marks {first} and {last} are needed once each")
    head, rest = text.split(first)
    return head + first + "\n" + new.strip() + "\n" + last + rest.split(last)[1]


seconds = "0.01" if quick else "0.2"
figures = run("--threads", "1", "--seconds", seconds, *(["--n", "1000"] if quick else []), "--csv")
rows = list(csv.DictReader(io.StringIO(figures)))
page.write_text(between(page.read_text(), "figures", table(rows, "1000" if quick else "100000")))
(root / "docs" / "performance.csv").write_text(figures)
print(run("--jacobian", "--n", "500" if quick else "20000", "--seconds", seconds))
print(f"carom solve --jsonl: {line_cost(2000 if quick else 100000):.1f} µs per line")
for program, options in () if quick else (("bench/peers", ()), ("tests/many/many_bench", ()), ("tests/walk/walk_bench", ("1000",))):
    path = pathlib.Path(carom).resolve().parent / program
    print(subprocess.run([path, *options], check=True, stdout=subprocess.PIPE, text=True, env=ALONE).stdout if path.exists() else f"{program} is not built")
