#!/usr/bin/env python3
"""The table of engines in paper.md, from docs/impactbench-results.md, so that no number is copied by hand.

Usage: table.py [--check] [CAROM]    --check says whether paper.md has it; it also holds the paper to its form
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINES = ("Bullet", "Jolt", "ODE QuickStep", "DART", "PhysX PGS", "PhysX TGS", "Rapier 3D", "MuJoCo 3", "Havok", "Chipmunk", "Box2D 2.4",
           "Box2D v3", "matter-js")


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf-8") as file:
        return file.read()


def rows(text, heading):
    """{engine: cells} of the table below a heading."""
    part = text.split(f"## {heading}", 1)[1].split("\n## ", 1)[0]
    found = {}
    for line in part.split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        name = re.match(r"\[(.*?)\]", cells[0])
        if name:
            found[name[1]] = cells[1:]
    return found


def table():
    results = read("..", "docs", "impactbench-results.md")
    law, breaks = rows(results, "Which law the solver computes"), rows(results, "What breaks mechanics at touch")
    out = ["| engine | version | nearest law | within 1 % | energy made (most) | outside the cone |", "|---|---|---|---|---|---|"]
    for name in ENGINES:
        nearest, _, count = law[name][1].rpartition(", ")
        out.append(f"| {name} | {law[name][0]} | {nearest} | {count} | {breaks[name][2]} | {breaks[name][3]} |")
    return "\n".join(out)


def counts(carom):
    """The laws, devices and methods that the command has."""
    sys.path.insert(0, os.path.join(HERE, "..", "docs", "site"))
    import reference
    core, devices = reference.law_names(os.path.join(HERE, ".."), carom)
    return f"{len(core)} laws, {len(devices)} contact devices with springs and dashpots followed in time, and {len(reference.method_names(carom))} methods"


def form(text):
    """What the journal asks for: its sections, at most 1,750 words, two figures that are there, citations that are in the bibliography."""
    wrong = []
    body = text.split("---", 2)[2]
    plain = re.sub(r"^(\||<!--).*$|\]\([^)]*\)|[`*_#\[\]]", " ", body, flags=re.M)
    words = len(re.findall(r"[A-Za-z0-9][\w'.,-]*", plain))
    if not 750 <= words < 1750:
        wrong.append(f"{words} words; fewer than 1750 and at least 750 are wanted")
    for section in ("Summary", "Statement of need", "State of the field", "Acknowledgements", "References"):
        if f"\n# {section}\n" not in text:
            wrong.append(f"no section {section}")
    figures = re.findall(r"^!\[.*\]\((.*?)\)$", text, re.M)
    if len(figures) != 2 or not all(os.path.getsize(os.path.realpath(os.path.join(HERE, name))) for name in figures):
        wrong.append(f"two figures are wanted, there are {figures}")
    known = set(re.findall(r"^@\w+\{(\w+),", read("paper.bib"), re.M))
    cited = set(re.findall(r"@([a-z]+\d{4}\w*)", body))
    wrong += [f"@{key} is not in paper.bib" for key in sorted(cited - known)]
    if len(cited) < 10:
        wrong.append(f"only {len(cited)} works are cited")
    return words, len(cited), wrong


def main():
    text = read("paper.md")
    made = re.sub(r"(<!-- made by paper/table.py[^\n]*-->\n).*?(<!-- end -->)", lambda m: f"{m[1]}\n{table()}\n\n{m[2]}", text, flags=re.S)
    carom = next((word for word in sys.argv[1:] if not word.startswith("--")), "")
    if carom:
        made = re.sub(r"\d+ laws, \d+ contact devices.*?\d+ methods", counts(carom), made, flags=re.S)
    if "--check" not in sys.argv:
        with open(os.path.join(HERE, "paper.md"), "w", encoding="utf-8") as file:
            file.write(made)
        text = made
    words, cited, wrong = form(text)
    if made != text:
        wrong.append("its table of engines or its counts are not those of docs/impactbench-results.md and the command; paper/table.py writes it")
    if carom and subprocess.run([carom, "laws", "--bibtex"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout != read("paper.bib"):
        wrong.append("paper.bib is not what `carom laws --bibtex` prints")
    if wrong:
        raise SystemExit("paper: " + "; ".join(wrong))
    print(f"paper: {words} words, {cited} works cited, the engines' table is the results'")


if __name__ == "__main__":
    main()
