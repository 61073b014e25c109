"""Faults asked of hashes: programs of tests/whole/prints and its like, all faults in one program (faults.c there)."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

from faults import ROOT


def told_by_ctest(bench):
    return json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=bench.build, capture_output=True, text=True).stdout)["tests"]


def programs_of(bench):
    """{program made of tests/whole/prints/prints.c: (how the names of its tests begin, the folder of its tables)}"""
    named = {os.path.relpath(t["command"][0], bench.build): (t["name"][:t["name"].index("/prints_") + 8],
                                                             pathlib.Path(t["command"][1]).parent)
             for t in told_by_ctest(bench) if "/prints_" in t["name"] and t.get("command") and bench.names.search(t["name"])}
    served = {program: of for program, of in named.items() if "/print.c.o" in bench.linking(program)}
    bench.served = tuple(tests for tests, _ in served.values())
    return served


def linked(bench):
    """(the program with all faults, how the names of its tests begin, the folder of its tables) of each"""
    folder = ROOT / "tests/whole/prints"
    ours = bench.work / "programs/faults.o"
    entry = next(e for e in json.loads((bench.build / "compile_commands.json").read_text()) if e["file"] == str(folder / "prints.c"))
    words = shlex.split(re.sub(r" -o \S+ -c \S+", "", entry["command"]))
    subprocess.run(words + ["-D_DEFAULT_SOURCE", "-o", str(ours), "-c", str(folder / "faults.c")], cwd=bench.build, check=True)
    for program, (tests, tables) in programs_of(bench).items():
        target = bench.work / "programs" / ("faults_of_" + pathlib.Path(program).name)
        link = re.sub(r" \S*/prints\.c\.o", f" {ours}", bench.linking(program))
        link = re.sub(r" \S*libcarom(?:_base)?\.a", f" {bench.many}", re.sub(r" -o \S+", f" -o {target}", link, count=1))
        subprocess.run(["sh", "-c", link], cwd=bench.build, check=True)
        yield target, tests, tables


def asked(bench, mutants, words):
    """(fault, what the program says of it); those seen are gone from `mutants`, a dictionary by number."""
    with subprocess.Popen([str(w) for w in words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        program.stdin.write("\n".join(map(str, mutants)))
        program.stdin.close()
        for line in program.stdout:
            number, said = line.rstrip("\n").split(" ", 1)
            yield mutants.pop(int(number)), said
    if program.returncode:
        sys.exit(f"mutate: {words[0]} cannot be asked: is the build fresh?")


def by_number(bench, mutants):
    return {bench.number[m.name]: m for m in mutants if m.name not in bench.lone and m.name not in bench.broken}


def printed(bench, mutants, jobs):
    """(fault, test) of those that a hash sees."""
    left = by_number(bench, mutants)
    for target, tests, tables in linked(bench):
        for m, question in asked(bench, left, [target, jobs, tables / "found.txt"]):
            yield m, tests + question


def searched(bench, mutants, jobs, seed, seconds):
    """(fault, test) of those that a problem beyond the tables tells apart; the problems are added to found.txt."""
    left = by_number(bench, mutants)
    every = list(linked(bench))
    for target, tests, tables in every:
        rows = set()
        for m, row in asked(bench, left, [target, jobs, seed, seconds / len(every)]):
            if row not in rows:
                found = tables / "found.txt"
                if not found.exists():  # the library of mathematics that all of these hashes are of
                    found.write_text((tables / "prints.txt").read_text().splitlines(True)[0])
                with found.open("a") as out:
                    out.write(row + "\n")
            rows.add(row)
            yield m, tests + "found"
