#!/usr/bin/env python3
"""Are the tests worth anything? Plants faults in src/, one at a time, and sees whether a test notices.

    tools/mutate.py [--seed N] [--count N] [--jobs N] [--build DIR] FOLDER...

FOLDER is a folder of src/, or a file. A fault is an operator (+ for -, * for /, && for ||, a `!` or a minus gone), a comparison
(< for <=, < for >=, == for !=), a constant (0 for 1, else doubled, an integer one more) or a statement left out. COUNT of them,
drawn by SEED from all there are. Nothing of the tree is changed: the mutant is compiled from a copy, to a library that the
programs of the tests, linked once, load. They are those of BUILD (build/release, built before) that are quick, campaigns a
twentieth as long, those of the fault's own room first, until one of them fails. A test that takes ten times as long as it did
and five seconds more has noticed too.

Each mutant is a line of BUILD/mutate/results.tsv: killed (and by which test), survived, broken (it did not compile), same (the
compiler made the very same code of it, so there is nothing to see) or equivalent (it stands in tests/mutants.txt with a proof).
Stopped and begun again, it goes on where it was. --again tries survivors anew, --only TEXT one fault as the report names it.
Exit 1 if one survived."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Rooms whose programs are asked. What measures time is not: a mutant may be slow and right.
ROOMS = "base batch collide conform golden laws many registry walk whole".split()
NOT = {"collide/speed", "doors", "batch/stack"}
LONGEST = 0.2  # processor seconds of one program: 91 tests, 4 s for a survivor; slower ones may see what these do not

Mutant = collections.namedtuple("Mutant", "file start end new name")
COMPARE = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="]}
SWAP = {"+": "-", "-": "+", "*": "/", "/": "*", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
TOKEN = re.compile(r"""(?P<skip>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|^[ ]*\#(?:\\\n|[^\n])*)
  |(?P<number>(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]))
  |(?P<op>->|\+\+|--|<<|>>|[-+*/<>=!&|]=|&&|\|\||[-+*/<>!])""", re.X | re.S | re.M)
STATEMENT = re.compile(r"(?<=[;{}\n])\n(?P<indent>[ ]+)(?P<text>(?:(?!\b(?:return|const|static|struct|typedef|else|for|case|default)\b)"
                       r"[a-z_*(][^;{}]*?|continue|break);)(?=[^\n]*\n)")
# A type at its head makes it a declaration: left out, nothing compiles.
DECLARES = re.compile(r"^(?:double|int|bool|char|size_t|unsigned|carom_\w+|\w+_t)\s+\*?\w+\s*(?:[=;,\[]|$)")


def constant(text):
    """Another number in its place."""
    if re.fullmatch(r"\d+", text):
        return str(int(text) + 1)
    return "1.0" if float(text) == 0.0 else f"(2.0 * {text})"


def mutants_of(path):
    """Every fault of a file, named by the line it stands in, so that the name outlives other changes of the file."""
    text = path.read_text()
    where = path.relative_to(ROOT).as_posix()
    skipped, found, seen = [], [], collections.Counter()

    def add(start, end, new, kind):
        first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        line = " ".join(text[first:last].split())
        earlier = text[first:start].count(text[start:end])
        name = f"{where}: {line} :: {kind} {' '.join(text[start:end].split())} -> {new or 'nothing'}"
        name += f" ({earlier + 1})" if earlier else ""
        seen[name] += 1
        found.append(Mutant(where, start, end, new, name + (f" [{seen[name]}]" if seen[name] > 1 else "")))

    for token in TOKEN.finditer(text):
        if token["skip"] is not None:
            skipped.append(token.span())
            continue
        start, end = token.span()
        before = text[max(0, start - 60):start].rstrip()
        # Tables and declarations of fixed sizes hold numbers whose change is a change of the interface.
        if token["number"]:
            if before[-1:] != "[" or text[end:end + 1] != "]" or int(float(token["number"])) < 2:
                add(start, end, constant(token["number"]), "constant")
            continue
        op = token["op"]
        binary = re.search(r"[\w)\]]$", before) and not before.endswith("return")
        if op in COMPARE and binary:
            for new in COMPARE[op]:
                add(start, end, new, "comparison")
        elif op in SWAP and binary:
            # `double *p` and `const T *p` are no products.
            if not (op == "*" and re.search(r"(?:\b(?:double|int|char|void|const|bool|size_t)|\bcarom_\w+|_t)$", before)
                    and text[start - 1] == " " and text[end] != " "):
                add(start, end, SWAP[op], "operator")
        elif op in ("!", "-") and not binary:
            add(start, end, "", "operator")
    for found_at in STATEMENT.finditer(text):
        start, end = found_at.span("text")
        if not DECLARES.match(found_at["text"]) and not any(a <= start < b for a, b in skipped) and "//" not in found_at["text"]:
            add(start, end, ";", "statement")
    return found


def run(command, seconds, **more):
    """0 if it went well; memory and processor time bounded, for a mutant may ask for any."""
    def bound():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        # By the clock three times as patient: other things run too.
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=3 * seconds + 5, preexec_fn=bound, **more).returncode
    except subprocess.TimeoutExpired:
        return -1


class Bench:
    """The library as it is, and the programs that load it."""

    def __init__(self, build):
        self.build, self.work = build, build / "mutate"
        self.work.mkdir(exist_ok=True)
        self.commands = {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            at = re.search(r" -o (\S*carom_(?:base_)?objects\.dir\S*)", entry["command"])
            if at:
                words = re.sub(r" (?:-o \S+ -c \S+|-W[a-z]\S*|-fvisibility=hidden)", "", entry["command"])
                self.commands[pathlib.Path(entry["file"]).relative_to(ROOT).as_posix()] = words.split() + ["-w"]
        self.objects = self.work / "objects"
        self.objects.mkdir(exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            if not all(pool.map(lambda file: self.fresh(file) or self.compile(file, ROOT, self.object(file)), self.commands)):
                sys.exit("mutate: the tree as it is does not compile")
        self.includes = {file: set(re.findall(r"\S+", self.object(file).with_suffix(".d").read_text())) for file in self.commands}
        self.library = self.work / "whole" / "libcarom_mutant.so"
        self.library.parent.mkdir(exist_ok=True)
        self.link({}, self.library)
        self.tests = self.chosen()

    def object(self, file):
        return self.objects / (file.replace("/", "+") + ".o")

    def fresh(self, file):
        """Compiled by an earlier run, and nothing it is made of has changed since."""
        made_of = self.object(file).with_suffix(".d")
        return self.object(file).exists() and made_of.exists() and all(
            os.path.exists(f) and os.path.getmtime(f) < self.object(file).stat().st_mtime
            for f in re.findall(r"(?<=\s)/\S+\.[ch](?=\s)", made_of.read_text()))

    def compile(self, file, root, target):
        command = [word.replace(str(ROOT), str(root)) if word.startswith("-I") else word for word in self.commands[file]]
        return run(command + ["-MMD", "-MF", str(target.with_suffix(".d")), "-o", str(target), "-c", str(root / file)], 120,
                   cwd=self.build) == 0

    def link(self, instead, target):
        objects = [str(instead.get(file, self.object(file))) for file in self.commands]
        subprocess.run(["cc", "-shared", "-Wl,-Bsymbolic", "-o", str(target)] + objects + ["-lm"], check=True)

    def relinked(self, program):
        """The program with the library that can be changed; None if it does not use ours."""
        target = self.work / "programs" / program.name
        if target.exists() and target.stat().st_mtime > program.stat().st_mtime:
            return target
        command = subprocess.run(["ninja", "-t", "commands", "-s", str(program.relative_to(self.build))], cwd=self.build,
                                 capture_output=True, text=True).stdout
        if " libcarom.a" not in command:
            return None
        target.parent.mkdir(exist_ok=True)
        command = re.sub(r" -o \S+", f" -o {target}", command, count=1)
        # The arithmetic that modules share is in it already.
        command = re.sub(r" \S*libcarom(?:_base)?\.a", f" {self.library}", command)
        return target if run(["sh", "-c", command], 120, cwd=self.build) == 0 else None

    def chosen(self):
        """Names, rooms, commands and processor seconds of the tests that pass and are quick."""
        told = json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build, capture_output=True, text=True).stdout)
        programs, tests = {}, []
        for test in told["tests"]:
            command, name = test.get("command"), test["name"]
            if not command or name in NOT or name.split("/")[0] not in ROOMS or not command[0].startswith(str(self.build)):
                continue
            if any(p["name"] == "WILL_FAIL" or p["name"] == "PASS_REGULAR_EXPRESSION" for p in test["properties"]):
                continue
            words = []
            for word in command:
                path = pathlib.Path(word)
                if word.startswith(str(self.build)) and path.is_file() and path not in programs:
                    programs[path] = self.relinked(path)
                words.append(str(programs.get(path) or word))
            if programs.get(pathlib.Path(command[0])):
                tests.append((name, words))
        # Which pass and are quick is asked once for a build.
        known, stamp = self.work / "tests.json", (self.build / "libcarom.a").stat().st_mtime
        if known.exists() and known.stat().st_mtime > stamp:
            return json.loads(known.read_text())
        kept = []
        for name, words in tests:
            for share in (20, 1):
                short = [str(max(2, int(w) // share)) if re.fullmatch(r"\d{3,}", w) else w for w in words]
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                good = run(short, 2, cwd=self.work) == 0
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                if good and took < LONGEST:
                    kept.append((name, short, took))
                if good or short == words:
                    break
        if not kept:
            sys.exit(f"mutate: no test of {self.build} can be asked: is it built?")
        known.write_text(json.dumps(sorted(kept, key=lambda test: test[2])))
        return json.loads(known.read_text())

    def order(self, file, killers):
        """What killed a mutant of this file before, then its room, then the rest; the quickest first."""
        room = file.split("/")[1]
        return sorted(self.tests, key=lambda t: (-killers[file, t[0]], room not in t[0], t[2]))


def told(bench, mutant, slot, killers):
    """(outcome, by what)"""
    root = bench.work / f"slot{slot}"
    for folder in ("src", "include"):
        if not (root / folder).exists():
            shutil.copytree(ROOT / folder, root / folder)
    source = ROOT / mutant.file
    text = source.read_text()
    (root / mutant.file).write_text(text[:mutant.start] + mutant.new + text[mutant.end:])
    try:
        instead = {}
        for file in bench.commands:
            if file != mutant.file and str(source) not in bench.includes[file]:
                continue
            instead[file] = root / bench.object(file).name
            if not bench.compile(file, root, instead[file]):
                return "broken", "-"
        if all(code(instead[file]) == code(bench.object(file)) for file in instead):
            return "same", "-"
        library = root / "libcarom_mutant.so"
        bench.link(instead, library)
    finally:
        shutil.copyfile(source, root / mutant.file)
    for name, words, took in bench.order(mutant.file, killers):
        if run(words, 10 * took + 5, cwd=root, env={**os.environ, "LD_PRELOAD": str(library)}) != 0:
            return "killed", name
    return "survived", "-"


def code(path):
    bare = path.with_suffix(".bare")
    subprocess.run(["objcopy", "--strip-debug", "--remove-section=.comment", str(path), str(bare)], check=True)
    subprocess.run(["strip", "--strip-unneeded", str(bare)], check=True)
    return bare.read_bytes()


def proofs():
    """{name of a fault: why no test can see it}; a fault of this list that is nowhere in the tree is an error."""
    listed = {}
    for block in (ROOT / "tests/mutants.txt").read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        proof = " ".join(line.strip() for line in lines if line.startswith(" "))
        for name in (line for line in lines if not line.startswith(" ")):
            if not proof:
                sys.exit(f"mutate: no proof in tests/mutants.txt of: {name}")
            listed[name] = proof
    return listed


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", nargs="+")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=50)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seconds", type=float, default=1e9, help="begin no mutant after so many")
    asked.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    asked.add_argument("--only", help="the faults whose name has this in it")
    asked.add_argument("--again", action="store_true", help="try survivors anew")
    asked.add_argument("--list", action="store_true", help="name the faults and try none")
    asked = asked.parse_args()
    begun = time.monotonic()
    files = sorted(f for folder in asked.folder for p in [(ROOT / folder).resolve()]
                   for f in ([p] if p.is_file() else [*p.rglob("*.c"), *p.rglob("*.h")]))
    every = [mutant for file in files for mutant in mutants_of(file)]
    listed, names = proofs(), {m.name for m in every}
    gone = [name for name in listed if (ROOT / name.split(":")[0]) in files and name not in names]
    if gone:
        sys.exit("mutate: in tests/mutants.txt but not in the tree: " + gone[0])
    random.Random(asked.seed).shuffle(every)
    sample = [m for m in every if not asked.only or asked.only in m.name][:asked.count]
    if asked.list:
        print("\n".join(m.name for m in sample))
        return 0
    if not sample:
        sys.exit("mutate: no fault to plant in " + " ".join(asked.folder))
    results = asked.build.resolve() / "mutate" / "results.tsv"
    done = {}
    if results.exists():
        done = {name: (outcome, by) for outcome, by, name in (line.split("\t") for line in results.read_text().splitlines())}
    killers = collections.Counter((name.split(":")[0], by) for name, (_, by) in done.items() if by != "-")
    left = [m for m in sample if m.name not in listed and (m.name not in done or asked.again and done[m.name][0] == "survived")]
    if left:
        bench = Bench(asked.build.resolve())
        print(f"{len(bench.tests)} tests, {sum(t[2] for t in bench.tests):.1f} s of one core in all; {len(left)} mutants to try",
              flush=True)
        slots, lock = list(range(asked.jobs)), threading.Lock()

        def one(mutant):
            if time.monotonic() - begun > asked.seconds:
                return
            with lock:
                slot = slots.pop()
            outcome, by = told(bench, mutant, slot, killers)
            with lock:
                slots.append(slot)
                killers[mutant.file, by] += 1
                done[mutant.name] = outcome, by
                with results.open("a") as out:
                    out.write(f"{outcome}\t{by}\t{mutant.name}\n")
                if outcome == "survived":
                    print(f"survived  {mutant.name}", flush=True)

        with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            list(pool.map(one, left))
    count = collections.Counter("equivalent" if m.name in listed else done.get(m.name, ("not tried",))[0] for m in sample)
    print(f"{len(every)} faults in {' '.join(asked.folder)}, {len(sample) - count['not tried']} tried: "
          + ", ".join(f"{count[k]} {k}" for k in ("killed", "survived", "equivalent", "same", "broken")))
    return 1 if count["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
