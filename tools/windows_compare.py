#!/usr/bin/env python3
"""Compares the output of the command under Linux with its output under wine, as stored by tools/windows_command.sh.

A command line is equal if standard output, standard error and exit code are equal byte by byte. Command lines that
differ only in numbers are counted separately, with the largest difference: absolute below 1, relative above. Rows of a
fit with the word "undetermined" may contain any number. All other differences are printed. They are allowed only for
command lines that start an engine or read its output, and for those that give a folder instead of a file.

Usage: tools/windows_compare.py FOLDER      (exit 1 if there is any other difference)
"""
import pathlib
import re
import sys

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
MOST = 1e-9  # the largest was 6e-10, in a robust fit, otherwise 4e-12: the C libraries differ in sin, cos, exp and pow


def far(here, there):
    """Returns the largest difference of the numbers of two texts; infinity if the texts differ otherwise."""
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
        elif b and all("Is a directory" in side[1] for side in (a, b)):
            folders += 1
        else:
            bad += 1
            print("   differs:", here.parent.parent.name, here.name, (here / "words").read_text()[:200])
    asked = same + digits + folders + bad
    print(f"command lines: {same} of {asked} answered with the same bytes")
    print(f"  {digits} with other last digits, by {worst:.1e} at most")
    print(f"  {folders} of folders given for files; {bad} otherwise")
    return bad > 0 or asked < 1300  # tests/cli contains about 1,400 command lines


if __name__ == "__main__":
    sys.exit(main())
