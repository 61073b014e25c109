#!/usr/bin/env python3
"""Writes the generated parts of the paper: the table of engines and the counts in paper.md, and paper.bib.

The table and the numbers of engines come from docs/impactbench/engines.csv. --check also compares the pages that state these numbers. paper.bib holds the cited entries of `carom laws --bibtex`.

Usage: table.py [--check] [CAROM]    --check compares instead of writing, and checks the form that the journal requires
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINES = ("Bullet", "Jolt", "ODE QuickStep", "PhysX PGS", "Rapier 3D", "MuJoCo 3", "Box2D v3")
SECTIONS = ("Summary", "Statement of need", "State of the field", "Software design", "Research impact statement",
            "Availability, testing and limits", "AI usage disclosure", "Acknowledgements", "References")


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf-8") as file:
        return file.read()


def write(name, text):
    with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
        file.write(text)


def results():
    """Returns the module that makes the page of results, and the rows of its file."""
    sys.path.insert(0, os.path.join(HERE, "..", "impactbench"))
    import impactbench
    return impactbench, impactbench.read_lines("engines.csv")


def table():
    """Makes the table of engines."""
    bench, lines = results()
    by = {line["engine"]: line for line in lines}
    out = ["| engine | version | nearest law in 2D | largest energy gain | outside the friction cone |", "|---|---|---|---|---|"]
    for name in ENGINES:
        line = by[name]
        out.append(f"| {name} | {line['version']} | {bench.law(line, 'law_2d')} | {bench.gain(line)} | {bench.of(line, 'outside_cone')} |")
    return "\n".join(out)


# The places that state how many engines were tested, or how many of those for rigid bodies gain more than 1 % of energy.
TESTED = {"paper/paper.md": r"results for (\d+) engines", "docs/impactbench.md": r"results of (\d+) engines",
          "docs/site/index.md": r"measurements of (\d+) physics engines", "docs/site/guides/engines.md": r"reports on (\d+) engines"}
GAINING = {"paper/paper.md": r"(\d+)\s+of\s+the\s+(\d+)\s+engines\s+for\s+rigid\s+bodies\s+gain\s+more\s+than\s+1\s+%",
           "README.md": r"(\d+)\s+of\s+the\s+(\d+)\s+rigid-body\s+engines\s+tested\s+gain\s+more\s+than\s+1\s+%"}


def miscounted():
    """Returns the places whose numbers of engines differ from the results. A page of results is an engine."""
    bench, lines = results()
    more, less, never = bench.classes(lines)
    tested = (str(len(bench.defaults(lines))),)
    gaining = (str(len(more)), str(len(more + less + never)))
    wrong = []
    for places, wanted in ((TESTED, tested), (GAINING, gaining)):
        for name, words in places.items():
            found = re.search(words, read("..", name))
            if not found or found.groups() != wanted:
                wrong.append(f"{name} states {found.groups() if found else 'nothing'} engines, the results {wanted}")
    return wrong


def counts(carom):
    """Counts the laws, contact models and methods of the command."""
    sys.path.insert(0, os.path.join(HERE, "..", "docs", "site"))
    import reference
    laws, models = reference.law_names(os.path.join(HERE, ".."), carom)
    return f"{len(laws)} laws, {len(models)} contact models and {len(reference.method_names(carom))} methods"


# The places that state how many claims of papers agree, and how many are misprints.
REPRODUCED = {"paper/paper.md": r"agree\s+with\s+(\d+)\s+printed.*?attribute\s+(\d+)", "docs/verification.md": r"agrees with (\d+) numbers.*?attributes (\d+)"}


def reproduced(carom):
    """Returns the places whose numbers differ from the last line of `carom reproduce`."""
    last = subprocess.run([carom, "reproduce"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.rstrip().rsplit("\n", 1)[1]
    wanted = (re.search(r"(\d+) agree", last)[1], re.search(r"(\d+) misprints", last)[1])
    found = {name: re.search(words, read("..", name), re.S) for name, words in REPRODUCED.items()}
    return [f"{name} states other numbers than {wanted} of carom reproduce" for name, match in found.items() if not match or match.groups() != wanted]


def citations(text):
    return set(re.findall(r"@([a-z]+\d{4}\w*)", text.split("---", 2)[2]))


def bibliography(carom, cited):
    """Returns the entries of `carom laws --bibtex` that are cited."""
    run = subprocess.run([carom, "laws", "--bibtex"], stdout=subprocess.PIPE, encoding="utf-8", check=True)
    entries = {re.match(r"@\w+\{(\w+),", entry)[1]: entry for entry in run.stdout.strip().split("\n\n")}
    return "\n\n".join(entries[key] for key in sorted(cited & set(entries))) + "\n"


def form(text):
    """Checks the form: sections, 750 to 1,750 words, figures as PNG or PDF, and an entry in paper.bib for every citation."""
    wrong = []
    plain = re.sub(r"^(\||<!--).*$|\]\([^)]*\)|[`*_#\[\]]", " ", text.split("---", 2)[2], flags=re.M)
    words = len(re.findall(r"[A-Za-z0-9][\w'.,-]*", plain))
    if not 750 <= words < 1750:
        wrong.append(f"{words} words instead of 750 to 1750")
    wrong += [f"no section {section}" for section in SECTIONS if f"\n# {section}\n" not in text]
    figures = re.findall(r"^!\[.*\]\((.*?)\)$", text, re.M)
    if not figures:
        wrong.append("no figure")
    wrong += [f"{name} is empty" for name in figures if not os.path.getsize(os.path.realpath(os.path.join(HERE, name)))]
    wrong += [f"{name} is not a PNG or PDF file" for name in figures if not name.endswith((".png", ".pdf"))]
    known, cited = set(re.findall(r"^@\w+\{(\w+),", read("paper.bib"), re.M)), citations(text)
    wrong += [f"@{key} is not in paper.bib" for key in sorted(cited - known)]
    if len(cited) < 10:
        wrong.append(f"only {len(cited)} works are cited")
    return words, len(cited), wrong


def main():
    text = read("paper.md")
    made = re.sub(r"(<!-- made by paper/table.py[^\n]*-->\n).*?(<!-- end -->)", lambda m: f"{m[1]}\n{table()}\n\n{m[2]}", text, flags=re.S)
    carom = next((word for word in sys.argv[1:] if not word.startswith("--")), "")
    if carom:
        made, found = re.subn(r"\d+ laws, \d+ contact models and \d+ methods", counts(carom), made)
        if not found:
            raise SystemExit("paper: the numbers of laws, contact models and methods are missing")
    works = bibliography(carom, citations(text)) if carom else ""
    if "--check" not in sys.argv:
        write("paper.md", made)
        text = made
        if works:
            write("paper.bib", works)
    words, cited, wrong = form(text)
    wrong += miscounted() + (reproduced(carom) if carom else [])
    if made != text:
        wrong.append("the table of engines or the counts are out of date; run paper/table.py CAROM")
    if works and works != read("paper.bib"):
        wrong.append("paper.bib is out of date; run paper/table.py CAROM")
    if wrong:
        raise SystemExit("paper: " + "; ".join(wrong))
    print(f"paper: {words} words, {cited} works cited, table and bibliography up to date")


if __name__ == "__main__":
    main()
