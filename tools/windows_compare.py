#!/usr/bin/env python3
"""Compares what the command said here with what it said under wine, as tools/windows_command.sh keeps it.

A command line is the same if its output, its complaints and its exit are, byte by byte. Those that differ in their numbers
alone are counted apart, with the largest difference: absolute below 1, relative above. Rows of a fit that say
"undetermined" hold any number. Whatever else differs is shown; only lines that start an engine, or read what it left, may,
and those that give a folder for a file, which cannot be opened there and cannot be read here.

Usage: tools/windows_compare.py FOLDER      (exit 1 if anything differs that may not)
"""
import pathlib
import re
import sys

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
MOST = 1e-9  # worst seen 6e-10, a robust fit, else 4e-12: sin, cos, exp, pow of two C libraries and what iterations make of them


def far(here, there):
    """How far apart the numbers of two texts are; infinity if the texts differ otherwise."""
    here, there = ["".join(x for x in text.splitlines(True) if "undetermined" not in x) for text in (here, there)]
    if [w.strip(" ") for w in NUMBER.split(here)] != [w.strip(" ") for w in NUMBER.split(there)]:
        return float("inf")
    pairs = zip(map(float, NUMBER.findall(here)), map(float, NUMBER.findall(there)))
    return max((abs(a - b) / max(1.0, abs(a)) for a, b in pairs), default=0.0)


def said(folder):
    return [(folder / name).read_bytes().decode(errors="surrogateescape") for name in ("out", "err", "code")]


def main():
    same, digits, engines, folders, bad, worst = 0, 0, 0, 0, 0, 0.0
    for here in sorted(pathlib.Path(sys.argv[1]).glob("*/here/*.*")):
        there = here.parent.parent / "there" / here.name
        a, b = said(here), said(there) if (there / "code").exists() else None
        distance = max(map(far, a, b)) if b else float("inf")
        if a == b:
            same += 1
        elif distance <= MOST and a[2] == b[2]:
            digits += 1
            worst = max(worst, distance)
        elif here.parent.parent.name == "judge":
            engines += 1
        elif b and all("Is a directory" in side[1] for side in (a, b)):
            folders += 1
        else:
            bad += 1
            print("   differs:", here.parent.parent.name, here.name, (here / "words").read_text()[:200])
    asked = same + digits + engines + folders + bad
    print(f"command lines: {same} of {asked} answered with the same bytes")
    print(f"  {digits} with other last digits, by {worst:.1e} at most; {engines} of `carom judge`, which starts no engines there;")
    print(f"  {folders} of folders given for files; {bad} otherwise")
    return bad > 0 or asked < 1300  # some 1,400 are asked by tests/cli


if __name__ == "__main__":
    sys.exit(main())
