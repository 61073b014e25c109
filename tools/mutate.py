#!/usr/bin/env python3
"""Plant faults in src/, one at a time, and report which of them the tests notice.

    tools/mutate.py [--seed N] [--count N] [--jobs N] [--build DIR] FOLDER...

FOLDER is a folder of src/, or a file. A fault is an operator (+ for -, * for /, && for ||, a `!` or a minus removed), a comparison
(< for <=, < for >=, == for !=), a constant (0 for 1, else doubled, an integer plus one) or a removed statement. COUNT of them are
drawn with SEED. The tree itself is not changed. A copy that contains all drawn faults beside the original code is compiled once
(tools/schemata.py, needs Debian's python3-clang) to a shared library, which the test programs load. An environment variable selects
the fault. Faults that cannot be written this way are compiled one by one.

The test programs of BUILD (build/release, which must be built) run if they take at most --longest seconds; campaigns run with
1/20 of their problems, or fewer. With `--longest 0.4,4` the faults that survive the programs of up to 0.4 s are tried on those of
up to 4 s. A first run of each program records which faults change a value in it; only these are tried. A test also notices a fault
if it takes longer than five times its normal time plus 0.3 s.

BUILD/mutate/results.tsv has one line per fault: killed (and by which test), survived (unseen: no test computes another value),
broken (it did not compile) or same (the compiler produced the same code). An interrupted run continues where it stopped. --again
tries survivors again (with a larger --longest, or other --tests); --only TEXT selects faults by name. Exit 1 if one survived."""
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
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import schemata
from faults import ROOT, mutants_of, put

# Directories whose programs are run. Programs that measure time are excluded: a mutant may be slow and right.
ROOMS = "base batch bodies collide conform fuzz golden laws many registry search truth walk whole why".split()
NOT = {"collide/speed", "api_fuzz", "batch/stack", "truth/longest"}
JOBS = 1
# A wrong array index ends the program, as with the sanitizers of CI.
FAST = ("-O1", "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-fcf-protection=none", "-fsanitize=bounds-strict",
        "-fsanitize-undefined-trap-on-error")


def run(command, seconds=120, **more):
    """Runs a command and returns its exit code: 0 if it succeeded, -1 if it took too long."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=seconds, **more).returncode
    except subprocess.TimeoutExpired:
        return -1


class Bench:
    """The unchanged library, the programs that load it, and libraries that contain many faults each."""

    def __init__(self, build, files, every, asked, above, longest, names):
        self.build, self.work, self.names = build, build / "mutate", re.compile(names)
        # Limits of processor time, s. Programs below `above` were run earlier; this run takes the programs between the
        # limits.
        self.above, self.longest = above, longest
        self.files = files
        # The number of a fault does not change if another file changes.
        self.first = {f.relative_to(ROOT).as_posix(): 4096 * i for i, f in enumerate(files)}
        self.of = collections.defaultdict(list)
        for m in every:
            self.of[m.file].append((self.first[m.file] + len(self.of[m.file]), m))
        self.number = {m.name: n for some in self.of.values() for n, m in some}
        # Only the selected faults are written, because with fewer faults the programs run faster.
        self.of = {f: some for f, every in self.of.items() if (some := [(n, m) for n, m in every if m.name in asked])}
        self.commands = {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            at = re.search(r" -o (\S*carom_(?:base_)?objects\.dir\S*)", entry["command"])
            if at:
                words = re.sub(r" (?:-o \S+ -c \S+|-W[a-z]\S*|-fvisibility=hidden)", "", entry["command"])
                self.commands[pathlib.Path(entry["file"]).relative_to(ROOT).as_posix()] = words.split() + ["-w"]
        for folder in ("objects", "whole", "programs", "many", "seen"):
            (self.work / folder).mkdir(parents=True, exist_ok=True)
        put(self.work / "flags", " ".join(FAST))
        self.pool = concurrent.futures.ThreadPoolExecutor(JOBS)
        if not all(self.pool.map(lambda file: self.fresh(self.object(file))
                                 or self.compile(file, ROOT, self.object(file), None, FAST), self.commands)):
            sys.exit("mutate: the tree as it is does not compile")
        self.includes = {file: set(re.findall(r"\S+", self.object(file).with_suffix(".d").read_text())) for file in self.commands}
        self.library = self.work / "whole" / "libcarom_mutant.so"
        self.link({}, self.library)
        self.lock = threading.Lock()
        self.lone, self.broken = set(), set()
        self.write()
        self.many = self.with_all()

    def object(self, file, folder="objects"):
        return self.work / folder / (file.replace("/", "+") + ".o")

    def fresh(self, made):
        """Returns true if an earlier run compiled this object, and nothing that it depends on has changed since."""
        made_of = made.with_suffix(".d")
        return made.exists() and made_of.exists() and all(
            os.path.exists(f) and os.path.getmtime(f) < made.stat().st_mtime
            for f in [self.work / "flags", *re.findall(r"(?<=\s)/\S+\.(?:[ch]|def)(?=\s)", made_of.read_text())])

    def compile(self, file, root, target, headers=None, more=(), told=None):
        """Compiles a file of one tree with the headers of another."""
        words = [w.replace(str(ROOT), str(headers or root)) if w.startswith("-I") else w for w in self.commands[file]]
        words += [*more, "-MMD", "-MF", str(target.with_suffix(".d")), "-o", str(target), "-c", str(root / file)]
        done = subprocess.run(words, cwd=self.build, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace")
        if told is not None:
            told.append(done.stderr)
        return done.returncode == 0

    def link(self, instead, target, more=()):
        objects = [str(instead.get(file, self.object(file))) for file in self.commands]
        new = target.with_suffix(".new")
        subprocess.run(["cc", "-shared", "-Wl,-Bsymbolic,-z,defs", "-o", str(new)] + objects + [*more, "-lm"], check=True)
        new.replace(target)

    def write(self):
        """Writes a copy of the tree that contains all faults next to the original code."""
        self.tree = self.work / "tree"
        for folder in ("src", "include"):
            for path in (ROOT / folder).rglob("*"):
                if path.is_file():
                    put(self.tree / path.relative_to(ROOT), path.read_text())
        put(self.work / "prelude.h", schemata.PRELUDE)
        switch = self.work / "switch.c"
        put(switch, schemata.SWITCH % (4096 * len(self.files)))
        if not (self.work / "switch.o").exists() or (self.work / "switch.o").stat().st_mtime < switch.stat().st_mtime:
            subprocess.run(["cc", "-O1", "-fPIC", "-c", "-o", str(self.work / "switch.o"), str(switch)], check=True)
        parse = schemata.load(lambda unit: [w for w in self.commands[unit.relative_to(ROOT).as_posix()]
                                            if re.match(r"-[ID]|-std", w)])
        self.edits = {}
        known = self.work / "refused.json"
        self.refused = {file: told for file, told in (json.loads(known.read_text()) if known.exists() else {}).items()
                        if (ROOT / file).exists() and told[0] == (ROOT / file).read_text()}
        for file, some in self.of.items():
            unit = file if file in self.commands else next((c for c in self.commands if str(ROOT / file) in self.includes[c]), None)
            if unit is None:
                self.lone |= {m.name for _, m in some}
                continue
            self.edits[file], left, broken = schemata.edits_of(parse(ROOT / file, ROOT / unit), some)
            self.lone |= {m.name for _, m in left}
            self.broken |= {m.name for _, m in broken}
            # Faults that the compiler rejected in an earlier run are not tried again.
            for a, b in self.refused.get(file, ["", []])[1]:
                self.take_out(file, a, b)
            self.rewrite(file)

    def rewrite(self, file):
        put(self.tree / file, schemata.written((ROOT / file).read_text(), self.edits[file]))

    def mended(self, errors):
        """Removes the faults that did not compile from the common library. These are tried one at a time."""
        with self.lock:
            return self.mended_alone(errors)

    def mended_alone(self, errors):
        known = False
        for name, text, a, b in schemata.refused(errors, self.edits, lambda at: os.path.relpath(at, self.tree)):
            self.take_out(name, a, b)
            self.refused.setdefault(name, [text, []])[1].append((a, b))
            put(self.work / "refused.json", json.dumps(self.refused))
            self.rewrite(name)
            known = True
        return known

    def take_out(self, name, a, b):
        self.lone |= schemata.take_out(self.edits[name], self.of.get(name, ()), a, b)

    def with_faults(self, file):
        made = self.object(file, "many")
        if self.fresh(made):
            return True
        for _ in range(8):
            told = []
            if self.compile(file, self.tree, made, None, [*FAST, "-include", str(self.work / "prelude.h")], told):
                return True
            if not self.mended(told[0]):
                sys.exit(f"mutate: {file} does not compile with faults:\n{told[0][:600]}")
        sys.exit(f"mutate: {file} does not compile with faults")

    def with_all(self):
        """Compiles the library with all selected faults."""
        touched = [c for c in self.commands if c in self.edits or any(str(ROOT / h) in self.includes[c] for h in self.edits)]
        # This is done twice, because a correction may change a header that another file has read before.
        for _ in range(2):
            list(self.pool.map(self.with_faults, touched))
        target = self.work / "many" / "libcarom_mutant.so"
        made = [self.object(c, "many") for c in touched] + [self.work / "switch.o"]
        if not target.exists() or any(m.stat().st_mtime > target.stat().st_mtime for m in made):
            self.link(dict(zip(touched, made)), target, [str(self.work / "switch.o")])
        return target

    def relinked(self, program):
        """Links the program with the library that contains the faults. Returns None if it does not use our library."""
        target = self.work / "programs" / program.name
        if target.exists() and target.stat().st_mtime > program.stat().st_mtime:
            return target
        command = self.linking(str(program.relative_to(self.build)))
        if " libcarom.a" not in command:
            return None
        command = re.sub(r" -o \S+", f" -o {target}", command, count=1)
        # The library already contains the arithmetic that the modules share.
        command = re.sub(r" \S*libcarom(?:_base)?\.a", f" {self.library}", command)
        return target if run(["sh", "-c", command], cwd=self.build) == 0 else None

    def linking(self, program):
        return subprocess.run(["ninja", "-t", "commands", "-s", program], cwd=self.build, capture_output=True, text=True).stdout

    def chosen(self):
        """Returns the tests that pass and are quick. For each it returns the name, the command, the time and the faults
        that change a value in it. The time is that with watching, so it is longer than the time with a fault.
        """
        told = json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build, capture_output=True, text=True).stdout)
        programs, tests = {}, []
        known_at = self.work / "tests.json"
        known = json.loads(known_at.read_text()) if known_at.exists() else {}
        for test in told["tests"]:
            command, name = test.get("command"), test["name"]
            if not command or name in NOT or not self.names.search(name) or name.split("/")[0] not in ROOMS:
                continue
            if not command[0].startswith(str(self.build)):
                continue
            if any(p["name"] == "WILL_FAIL" or p["name"] == "PASS_REGULAR_EXPRESSION" for p in test["properties"]):
                continue
            words = []
            for word in command:
                path = pathlib.Path(word)
                if word.startswith(str(self.build)) and path.is_file() and path not in programs:
                    programs[path] = self.relinked(path)
                words.append(str(programs.get(path) or word))
            if not programs.get(pathlib.Path(command[0])):
                continue
            # The time of a test and the faults that it sees are measured again if its program, a fault or its data
            # changed.
            stamp = [words, pathlib.Path(words[0]).stat().st_mtime, self.many.stat().st_mtime]
            # A test that took too long is run again if the limit is higher.
            last = known.get(name, [None])
            if last[0] != stamp or len(last) < 5 or (not last[3] and last[4] < self.longest):
                known[name] = [stamp, *self.measured(name, words), self.longest]
                put(known_at, json.dumps(known))
            _, short, took, good, _ = known[name]
            if good and self.above <= took < self.longest:
                tests.append((name, short, took, (self.work / "seen" / name.replace("/", "+")).read_bytes()))
        if not tests:
            sys.exit(f"mutate: no test of {self.build} can be asked: is it built?")
        return sorted(tests, key=lambda test: test[2])

    def measured(self, name, words):
        seen = self.work / "seen" / name.replace("/", "+")
        for share in (20, 200, 2000, 1):
            if share in (200, 2000) and not late:
                continue
            short = [str(max(2, int(w) // share)) if re.fullmatch(r"\d{3,}", w) else w for w in words]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            code = run(short, cwd=self.work, env=self.asking(self.many, -2, self.longest, seen))
            good, late = code == 0, code == -signal.SIGPROF
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            union = 0
            for part in seen.parent.glob(seen.name + ".*"):
                if re.fullmatch(r"\.\d+", part.suffix):
                    union |= int.from_bytes(part.read_bytes(), "little")
                    part.unlink()
            seen.write_bytes(union.to_bytes(4096 * len(self.files), "little"))
            if good or share == 1 or late and short == words:
                break
        return short, took, good

    def asking(self, library, fault, seconds, seen=None):
        more = {"LD_PRELOAD": str(library), "MUTANT_SECONDS": f"{seconds:.3f}"}
        if fault is not None:
            more["MUTANT"] = str(fault)
        if seen:
            more["MUTANT_SEEN"] = str(seen)
        return {**os.environ, **more}

    def order(self, file, number, killers):
        """Returns the tests that see a fault, the quickest first. Tests that killed a mutant of this file before come
        first, then those of its directory, then the rest.
        """
        room = file.split("/")[1]
        return sorted((t for t in self.tests if number is None or t[3][number]),
                      key=lambda t: (-killers[file, t[0]] / t[2], room not in t[0], t[2]))

    def ask(self, mutant, library, number, room, killers):
        """Returns the test that notices the fault, or None."""
        for name, words, took, _ in self.order(mutant.file, number, killers):
            if run(words, 120, cwd=room, env=self.asking(library, number, 0.3 + 5 * took)) != 0:
                return name
        return None

    def told(self, mutant, slot, killers):
        """Returns the outcome of a fault and the test that killed it."""
        room = self.work / f"slot{slot}"
        room.mkdir(exist_ok=True)
        number = self.number[mutant.name]
        if mutant.name in self.broken:
            return "broken", "-"
        if mutant.name not in self.lone:
            if not any(t[3][number] for t in self.tests):
                return "survived", "unseen"
            by = self.ask(mutant, self.many, number, room, killers)
            return ("killed", by) if by else ("survived", "-")
        kind, library = self.alone(mutant, room)
        by = None if kind else self.ask(mutant, library, None, room, killers)
        return (kind, "-") if kind else ("killed", by) if by else ("survived", "-")

    def alone(self, mutant, room):
        """Compiles the fault as if it were in the tree. Returns (broken or same, None) or (None, the library)."""
        for folder in ("src", "include"):
            if not (room / folder).exists():
                shutil.copytree(ROOT / folder, room / folder)
        source = ROOT / mutant.file
        text = source.read_text()
        put(room / mutant.file, text[:mutant.start] + mutant.new + text[mutant.end:])
        try:
            instead = {}
            for file in self.commands:
                if file != mutant.file and str(source) not in self.includes[file]:
                    continue
                instead[file] = room / self.object(file).name
                if not self.compile(file, room, instead[file], None, FAST):
                    return "broken", None
            if all(code(instead[file], room / "a.bare") == code(self.object(file), room / "b.bare") for file in instead):
                return "same", None
            self.link(instead, room / "libcarom_mutant.so", [str(self.work / "switch.o")])
        finally:
            put(room / mutant.file, text)
        return None, room / "libcarom_mutant.so"


def code(path, bare):
    subprocess.run(["objcopy", "--strip-debug", "--remove-section=.comment", str(path), str(bare)], check=True)
    subprocess.run(["strip", "--strip-unneeded", str(bare)], check=True)
    return bare.read_bytes()


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", nargs="+")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=10**9)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seconds", type=float, default=1e9, help="begin no mutant after so many")
    asked.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    asked.add_argument("--only", help="the faults whose name has this in it")
    asked.add_argument("--again", action="store_true", help="try survivors anew")
    asked.add_argument("--longest", type=lambda text: [float(x) for x in text.split(",")], default=[0.5],
                       help="ask no program that takes longer, in seconds of processor; several: then survivors of longer ones")
    asked.add_argument("--tests", default="", help="ask those alone whose name matches")
    asked.add_argument("--quick", action="store_true", help="do not ask whether the compiler makes the same code of a survivor")
    asked.add_argument("--list", action="store_true", help="name the faults and try none")
    asked = asked.parse_args()
    global JOBS
    JOBS = asked.jobs
    begun = time.monotonic()
    files = sorted(f for folder in asked.folder for p in [(ROOT / folder).resolve()]
                   for f in ([p] if p.is_file() else [*p.rglob("*.c"), *p.rglob("*.h")]))
    every = [mutant for file in files for mutant in mutants_of(file)]
    drawn = random.Random(asked.seed).sample(every, len(every))
    sample = [m for m in drawn if m.kind != "none" and (not asked.only or asked.only in m.name)][:asked.count]
    if asked.list:
        print("\n".join(m.name for m in sample))
        return 0
    if not sample:
        sys.exit("mutate: no fault to plant in " + " ".join(asked.folder))
    results = asked.build.resolve() / "mutate" / "results.tsv"
    results.parent.mkdir(exist_ok=True)
    done = {}
    if results.exists():
        done = {name: (outcome, by) for outcome, by, name in (line.split("\t") for line in results.read_text().splitlines())}
    killers = collections.Counter((name.split(":")[0], by.split(" (")[0]) for name, (outcome, by) in done.items()
                                  if outcome == "killed")
    left = [m for m in sample if m.name not in done or asked.again and done[m.name][0] == "survived"]
    names = {m.name for m in sample}
    lock, tried = threading.Lock(), set()

    def note(mutant, outcome, by):
        with lock:
            done[mutant.name] = outcome, by
            tried.add(mutant.name)
            with results.open("a") as out:
                out.write(f"{outcome}\t{by}\t{mutant.name}\n")

    for tier, (above, longest) in enumerate(zip([0.0] + asked.longest, asked.longest), 1):
        left = [m for m in left if tier == 1 or done.get(m.name, "-")[0] == "survived"]
        if not left:
            break
        bench = Bench(asked.build.resolve(), files, every, names, above, longest, asked.tests)
        bench.tests = bench.chosen()
        print(f"{len(bench.tests)} tests, {sum(t[2] for t in bench.tests):.1f} s of one core in all; {len(left)} mutants to try, "
              f"{sum(m.name in bench.lone for m in left)} of them one at a time; {time.monotonic() - begun:.0f} s to begin",
              flush=True)
        # Faults of the same file are tried together, because they share a library. Faults that are compiled one at a
        # time come last.
        left.sort(key=lambda m: (m.name in bench.lone, m.file, m.start))
        slots = list(range(asked.jobs))

        def one(mutant, ask):
            if time.monotonic() - begun > asked.seconds:
                return
            with lock:
                slot = slots.pop()
            outcome, by = ask(mutant, slot)
            with lock:
                slots.append(slot)
                if outcome == "killed":
                    killers[mutant.file, by] += 1
            note(mutant, outcome, by + (f" ({tier})" if outcome == "killed" and tier > 1 else ""))

        with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            list(pool.map(lambda m: one(m, lambda m, slot: bench.told(m, slot, killers)), left))
            if not asked.quick and longest == asked.longest[-1]:
                alive = [m for m in left if done.get(m.name, "-")[0] == "survived"]
                list(pool.map(lambda m: one(m, lambda m, slot: (bench.alone(m, bench.work / f"slot{slot}")[0] or "survived",
                                                                done[m.name][1])), alive))
        print(f"{len(tried)} tried in {time.monotonic() - begun:.0f} s, {time.process_time() + sum(os.times()[2:4]):.0f} s of processor")
    for m in left:
        if done.get(m.name, "-")[0] == "survived":
            print(f"survived  {m.name}", flush=True)
    count = collections.Counter(done.get(m.name, ("not tried",))[0] for m in sample)
    tiers = collections.Counter(int((re.search(r" \((\d+)\)$", done[m.name][1]) or [0, 1])[1])
                                for m in sample if done.get(m.name, "-")[0] == "killed")
    if len(tiers) > 1:
        print("killed by the programs of " + ", ".join(f"step {k}: {n}" for k, n in sorted(tiers.items())))
    print(f"{sum(m.kind != 'none' for m in every)} faults in {' '.join(asked.folder)}, {len(sample) - count['not tried']} tried: "
          + ", ".join(f"{count[k]} {k}" for k in ("killed", "survived", "same", "broken")))
    return 1 if count["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
