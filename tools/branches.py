#!/usr/bin/env python3
"""Which branches of src/ no test takes, and why not.

    tools/branches.py [--most N] COUNTS...

COUNTS are what gcovr --json writes (.ci/run: build/coverage/branches.json); of several the branches taken in any count. A branch
that no test takes stands in tests/branches.txt with its reason: a line of its own for each line of source, with how many of the
line's branches are meant, below, indented, the reason. Exit 1 if more than N (0) are not taken and have no reason. Told, and no
mistake: a row that fits no line any more, and one whose branches are taken now, for what is rare may depend on the machine."""
import argparse
import collections
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rows():
    """(file, line of source) -> how many of its branches have a reason."""
    found = {}
    reasoned = True
    for number, line in enumerate((ROOT / "tests/branches.txt").read_text().splitlines(), 1):
        if line.startswith("#") or not line:
            continue
        if line.startswith(" "):
            reasoned = True
            continue
        row = re.fullmatch(r"(src/\S+): (.*) :: (\d+)", line)
        if not row:
            sys.exit(f"tests/branches.txt:{number}: no row: {line}")
        found[row[1], row[2]] = int(row[3])
        reasoned = False
    return found if reasoned else sys.exit("tests/branches.txt: the last rows have no reason")


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("counts", nargs="+", type=pathlib.Path)
    asked.add_argument("--most", type=int, default=0)
    asked = asked.parse_args()
    taken = collections.defaultdict(dict)
    for name in asked.counts:
        for file in json.loads(name.read_text())["files"]:
            if not file["file"].startswith("src/"):
                continue
            text = (ROOT / file["file"]).read_text().splitlines()
            for line in file["lines"]:
                counts = [branch["count"] > 0 for branch in line["branches"]]
                if not counts or line["line_number"] > len(text):
                    continue
                key = file["file"], line["line_number"], text[line["line_number"] - 1].strip()
                before = taken[file["file"]].get(key, counts)
                taken[file["file"]][key] = [a or b for a, b in zip(before, counts)] if len(before) == len(counts) else counts
    left = collections.Counter()
    total = 0
    for lines in taken.values():
        for (file, _, text), counts in lines.items():
            total += len(counts)
            left[file, text] += counts.count(False)
    reasons = rows()
    for (file, text), count in reasons.items():
        if (file, text) not in left:
            print(f"fits no line any more: {file}: {text}")
        elif left[file, text] < count:
            print(f"taken now: {file}: {text} :: {count}, of which {left[file, text]} are not")
    unexplained = {key: count - reasons.get(key, 0) for key, count in left.items() if count > reasons.get(key, 0)}
    for (file, text), count in sorted(unexplained.items()):
        print(f"not taken: {file}: {text} :: {left[file, text]}")
    missed, without = sum(left.values()), sum(unexplained.values())
    print(f"src/: {total} branches, {total - missed} taken, {missed - without} not with a reason, {without} without")
    return 1 if without > asked.most else 0


sys.exit(main())
