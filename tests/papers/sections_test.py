# Compares the section and equation numbers of docs/papers.md and of `carom reproduce` with the papers. Every equation
# that a row names must belong to the section that the row names. Usage: sections_test.py CAROM ROOT
import json
import re
import subprocess
import sys
from pathlib import Path

carom, root = sys.argv[1], Path(sys.argv[2])

# The sections in which the papers print their numbered equations: section, first and last equation. Chatterjee numbers
# the equations by chapter.
EQUATIONS = {
    "Wang & Mason 1992": [("2.1", 1, 4), ("3.1", 5, 23), ("3.2.1", 24, 27), ("3.2.2", 28, 29), ("3.3", 30, 30),
                          ("3.4.2", 31, 38), ("3.5", 39, 55), ("4", 56, 58)],
    "Shen & Townsend 1998": [("2", 1, 1), ("2.1", 2, 6), ("2.2", 7, 11), ("3", 12, 17), ("4", 18, 38), ("5", 39, 40)],
    "Chatterjee 1997": [("2.2", 2.01, 2.02), ("2.3", 2.03, 2.04), ("2.3.3", 2.05, 2.05), ("3.3", 3.01, 3.03),
                        ("3.4.3", 3.04, 3.04), ("3.6", 3.05, 3.05), ("5.1.3", 5.01, 5.01), ("5.2.3", 5.02, 5.02),
                        ("6.2", 6.01, 6.01), ("6.3", 6.02, 6.03), ("6.4", 6.04, 6.05), ("6.5", 6.06, 6.06),
                        ("6.5.2", 6.07, 6.07), ("8.1", 8.01, 8.01), ("8.2", 8.02, 8.03), ("8.3", 8.04, 8.04),
                        ("8.5.2", 8.05, 8.05), ("9.1", 9.01, 9.02), ("9.2", 9.03, 9.03), ("9.3", 9.04, 9.04),
                        ("10.2", 10.01, 10.02), ("10.3.1", 10.03, 10.03), ("10.3.2", 10.04, 10.04),
                        ("10.3.3", 10.05, 10.05), ("10.3.4", 10.06, 10.06), ("10.4", 10.07, 10.07),
                        ("10.5", 10.08, 10.09), ("10.5.1", 10.10, 10.10), ("10.5.3", 10.11, 10.11),
                        ("11.1.2", 11.01, 11.01)],
    "Hurmuzlu & Marghitu 1994": [("3.1.1", 1, 14), ("3.1.2", 15, 15), ("3.1.3", 16, 16), ("3.1.4", 17, 21),
                                 ("3.1.5", 22, 22), ("3.1.6", 23, 27), ("3.2", 28, 28), ("3.2.1", 29, 30),
                                 ("3.2.2", 31, 33)],
    "Payr & Glocker 2005": [("2", 1, 5), ("3", 6, 15), ("4", 16, 28), ("5", 29, 50), ("7", 51, 59)],
}
# The equations of one topic within a section: paper, section, a word of the row, first and last equation.
TOPICS = [("Wang & Mason 1992", "3.5", "Poisson", 39, 49), ("Wang & Mason 1992", "3.5", "Newton", 50, 55),
          ("Payr & Glocker 2005", "5", "backward slip", 29, 34), ("Payr & Glocker 2005", "5", "stick", 35, 41),
          ("Payr & Glocker 2005", "5", "forward slip", 42, 47), ("Payr & Glocker 2005", "5", "ratio after", 48, 50)]
# The quantities that equations define, as `carom reproduce` names them: paper, name, its equations.
DEFINED = [("wang-mason", "mu_d", ["32"]), ("wang-mason", "mu_q", ["33"]), ("shen-townsend", "F*", ["15", "17"])]
NUMBER = re.compile(r"\((\d+(?:\.\d+)?)\)")
bad, seen = [], 0


def value(text):
    """Returns the number of an equation as a sortable number: (10.2) comes before (10.10)."""
    chapter, _, number = text.partition(".")
    return round(int(chapter) + int(number) / 100, 2) if number else int(chapter)


paper = None
for line in (root / "docs/papers.md").read_text().splitlines():
    if line.startswith("## "):
        paper = line[3:]
    if not line.startswith("| ") or paper not in EQUATIONS:
        continue
    cell, what = line.split("|")[1:3]
    # A cell may have several parts, separated by ";". Each part names a section.
    for part in cell.split(";"):
        numbers = [value(n) for n in NUMBER.findall(part)]
        # A part is a section alone or with its equations and figures: "3.4.2, (32)-(36)", "6.5 item 3, (6.6)".
        section = re.match(r"\s*(\d+(?:\.\d+)*)", part)
        for p, where, word, first, last in TOPICS:
            if p == paper and section and section.group(1) == where and word in what:
                bad += [f"{paper}: {cell.strip()}: {n} is not of {word}" for n in numbers if not first <= n <= last]
        for n in numbers:
            seen += 1
            homes = [s for s, first, last in EQUATIONS[paper] if first <= n <= last]
            if not homes or not section or homes[0] != section.group(1):
                bad.append(f"{paper}: {cell.strip()}: equation {n} is printed in {homes or 'no section'}")
for item in json.loads(subprocess.run([carom, "reproduce", "--json"], capture_output=True, text=True).stdout):
    for claim in item["claims"]:
        for wanted, name, equations in DEFINED:
            named = NUMBER.findall(claim["printed"])
            if item["paper"] == wanted and claim["printed"].startswith(name + " ") and named:
                seen += 1
                if named != equations:
                    bad.append(f"{wanted} {item['item']}: {claim['printed']}: {name} is {equations}")
print("\n".join(bad) or f"{seen} equation numbers are where the papers print them")
sys.exit(bool(bad) or seen < 60)
