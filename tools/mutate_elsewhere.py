#!/usr/bin/env python3
"""Measures how many planted faults the tests of the modules and of the command notice, like tools/mutate.py for src/.

    tools/mutate_elsewhere.py [--seed N] [--count N] [--jobs N] [--longest SECONDS] [--seconds N] [FOLDER...]

COUNT faults are drawn with SEED from all of FOLDER (default mods and cli). A copy of the tree in build/mutate_elsewhere
contains all of them next to the original code (tools/schemata.py). It is built once, with its tests; an environment
variable selects the fault. First, every test of the modules and of the command that takes at most --longest seconds
runs once and records which faults change a value in it. Then each fault is tried on these tests, the quickest first,
until one fails or takes longer than five times its normal time plus 2 s.

build/mutate_elsewhere/results.tsv has one line per fault: killed (and by which test), survived, unseen (no test
computes another value), broken (it is not a statement that can be removed) or left (it cannot be written in this form
or does not compile; not tried). An interrupted run continues where it stopped. --again tries survivors again, --only
TEXT selects faults by name. Exit 1 if one survived.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import schemata
from faults import ROOT, mutants_of, put

# Directories whose tests are run, and tests that are excluded: those that compile the tree or measure time.
ROOMS = "cli compliant device_words draw examples fclib file fit golden judge page posix scenario siconos sweep".split()
NOT = re.compile(r"^cli/(bench|docs|man)|^golden/(?!hertz|compliant|restitution)|/speed")

# Every file has its own switch, because it may be a part of several libraries. The marks are in a file that all
# processes share. The prelude includes no header, because the first line of the file may define which names of the
# system it needs.
PRELUDE = """extern char *mutant_getenv_(const char *) __asm__("getenv");
extern int mutant_atoi_(const char *) __asm__("atoi");
extern int mutant_open_(const char *, int, ...) __asm__("open");
extern void *mutant_mmap_(void *, unsigned long, int, int, int, long) __asm__("mmap");
static int mutant_now_ = -1;
static unsigned char *mutant_seen_;
__attribute__((constructor)) static void mutant_begin_(void) {
    const char *now = mutant_getenv_("MUTANT"), *seen = mutant_getenv_("MUTANT_SEEN");
    if (now) mutant_now_ = mutant_atoi_(now);
    const int file = seen ? mutant_open_(seen, 2) : -1; // read and write
    void *at = file >= 0 ? mutant_mmap_(0, %d, 3, 1, file, 0) : (void *)-1; // read and write, shared
    if (at != (void *)-1) mutant_seen_ = at;
}
#define MUTANT(id) __builtin_expect(mutant_now_ == (id), 0)
#define MUTANT_SEES(id, differs) ((void)(__builtin_expect(!!mutant_seen_, 0) && (differs) && (mutant_seen_[id] = 1)))
"""


class Bench:
    def __init__(self, work, sample, jobs):
        self.work, self.tree, self.build, self.jobs = work, work / "tree", work / "tree/build/release", jobs
        self.number = {m.name: i for i, m in enumerate(sample)}
        self.of = collections.defaultdict(list)
        for m in sample:
            self.of[m.file].append((self.number[m.name], m))
        self.left, self.broken = set(), set()
        self.copy(skip=self.of)
        put(work / "prelude.h", PRELUDE % max(4096, len(sample)))
        self.configure()
        self.write()
        self.make()

    def copy(self, skip):
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        kept = set(filter(None, files))
        for name in kept:
            source, target = ROOT / name, self.tree / name
            if name in skip or not source.is_file():
                continue
            if not target.exists() or target.stat().st_mtime_ns != source.stat().st_mtime_ns or target.stat().st_size != source.stat().st_size:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source.read_bytes())
                os.chmod(target, source.stat().st_mode)
                os.utime(target, ns=(source.stat().st_atime_ns, source.stat().st_mtime_ns))
        for name in skip:
            put(self.tree / name, (ROOT / name).read_text())
        shared = self.tree.parent / "shared"
        if (ROOT.parent / "shared").is_dir() and not shared.exists():
            shared.symlink_to(ROOT.parent / "shared")

    def configure(self):
        subprocess.run(["cmake", "-S", str(self.tree), "-B", str(self.build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        "-DCAROM_WERROR=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"], check=True, stdout=subprocess.DEVNULL)
        self.commands = {}
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            name = os.path.relpath(entry["file"], self.tree)
            self.commands.setdefault(name, [w.replace("\\\"", "\"") for w in entry["command"].split() if re.match(r"-[IDi]|-std|/", w)
                                            and not w.endswith((".c", ".o"))])

    def write(self):
        parse = schemata.load(lambda unit: self.words_of(unit))
        self.edits = {}
        for file, some in self.of.items():
            if not file.endswith(".c") or file not in self.commands:
                self.left |= {m.name for _, m in some}
                continue
            self.edits[file], left, broken = schemata.edits_of(parse(ROOT / file, ROOT / file), some)
            self.left |= {m.name for _, m in left}
            self.broken |= {m.name for _, m in broken}
            self.rewrite(file)

    def words_of(self, unit):
        words = self.commands[os.path.relpath(unit, ROOT)]
        at = [i for i, w in enumerate(words) if w == "-isystem"]
        return [w for i, w in enumerate(words) if w.startswith("-") or i - 1 in at]

    def rewrite(self, file):
        put(self.tree / file, f'#include "{self.work}/prelude.h"\n#line 1\n' + schemata.written((ROOT / file).read_text(), self.edits[file]))

    def make(self):
        # ctest does not list the commands of programs that are not built yet.
        told = "\n".join(f.read_text() for f in self.build.rglob("CTestTestfile.cmake"))
        programs = {os.path.relpath(w, self.build) for name, words in re.findall(r'^add_test\(\[=\[(.*?)\]=\](.*)\)$', told, re.M)
                    if self.asks(name) for w in re.findall(r'"([^"]*)"', words) if w.startswith(f"{self.build}/")}
        made = subprocess.run(["ninja", "-t", "targets", "all"], cwd=self.build, capture_output=True, text=True).stdout
        programs &= {line.split(":")[0] for line in made.splitlines()}
        for _ in range(12):
            done = subprocess.run(["ninja", "-C", str(self.build), "-k", "0", f"-j{self.jobs}", *sorted(programs)], capture_output=True,
                                  text=True, errors="replace")
            if done.returncode == 0:
                return
            if not self.mended(done.stdout):
                sys.exit("mutate: the copy does not build:\n" + done.stdout[-3000:])
        sys.exit("mutate: the copy does not build")

    def mended(self, told):
        """Removes the faults that did not compile."""
        known = False
        for name, _, a, b in schemata.refused(told, self.edits, lambda at: os.path.relpath(self.build / at, self.tree)):
            self.left |= schemata.take_out(self.edits[name], self.of[name], a, b)
            self.rewrite(name)
            known = True
        return known

    def run(self, test, seconds, **more):
        """Returns whether the test succeeded, and its time in seconds. The test is a process group of its own, so that
        all of it can be ended.
        """
        begun = time.monotonic()
        with subprocess.Popen(test["command"], cwd=test["cwd"], env={**os.environ, **test["env"], **more}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as child:
            try:
                code = child.wait(seconds)
            except subprocess.TimeoutExpired:
                code = None
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return code == 0, time.monotonic() - begun

    @staticmethod
    def asks(name):
        return name.split("/")[0] in ROOMS and not NOT.search(name)

    def wanted(self):
        told = json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build, capture_output=True, text=True).stdout)
        for test in told["tests"]:
            properties = {p["name"]: p["value"] for p in test["properties"]}
            if not test.get("command") or not self.asks(test["name"]):
                continue
            if {"WILL_FAIL", "PASS_REGULAR_EXPRESSION", "FIXTURES_REQUIRED", "DISABLED"} & set(properties):
                continue
            env = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", ()))
            yield {"name": test["name"], "command": test["command"], "env": env, "cwd": properties.get("WORKING_DIRECTORY", self.build)}

    def watch(self, longest, size):
        """Runs the tests and keeps those that pass in time, with the faults that change a value in each of them."""
        wanted, folder = list(self.wanted()), self.work / "seen"
        folder.mkdir(exist_ok=True)

        def one(test):
            seen = folder / test["name"].replace("/", "+")
            known = seen.with_suffix(".took")
            if not known.exists():
                seen.write_bytes(bytes(max(4096, size)))
                good, took = self.run(test, longest, MUTANT="-1", MUTANT_SEEN=str(seen))
                known.write_text(f"{took if good else -1}")
            test["took"], test["seen"] = float(known.read_text()), seen.read_bytes()
            return test

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            self.tests = sorted((t for t in pool.map(one, wanted) if t["took"] >= 0), key=lambda t: t["took"])
        print(f"{len(self.tests)} of {len(wanted)} tests pass within {longest} s, {sum(t['took'] for t in self.tests):.0f} s in all", flush=True)

    def ask(self, mutant, killers):
        if mutant.name in self.broken:
            return "broken", "-"
        if mutant.name in self.left:
            return "left", "-"
        number = self.number[mutant.name]
        met = [t for t in self.tests if t["seen"][number]]
        if not met:
            return "unseen", "-"
        for test in sorted(met, key=lambda t: t["took"] / (1 + killers[mutant.file, t["name"]])):
            if not self.run(test, 2 + 5 * test["took"], MUTANT=str(number))[0]:
                return "killed", test["name"]
        return "survived", "-"


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", nargs="*", default=["mods", "cli"])
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=2000)
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--longest", type=float, default=10.0)
    asked.add_argument("--seconds", type=float, default=1e9, help="begin no fault after so many")
    asked.add_argument("--most", type=int, default=10**9, help="ask the first so many of the sample alone")
    asked.add_argument("--again", action="store_true", help="try survivors anew")
    asked.add_argument("--only", default="", help="the faults whose name has this in it")
    asked = asked.parse_args()
    begun = time.monotonic()
    files = sorted(f for folder in asked.folder for f in (ROOT / folder).rglob("*.c"))
    every = [m for file in files for m in mutants_of(file) if m.kind != "none"]
    sample = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    work = ROOT / "build/mutate_elsewhere"
    bench = Bench(work, sample, asked.jobs)
    print(f"{len(every)} faults in {' '.join(asked.folder)}, {len(sample)} drawn; built after {time.monotonic() - begun:.0f} s", flush=True)
    bench.watch(asked.longest, len(sample))
    results, done = work / "results.tsv", {}
    if results.exists():
        done = {name: (outcome, by) for outcome, by, name in (line.split("\t") for line in results.read_text().splitlines())}
    wanted = [m for m in sample[:asked.most] if asked.only in m.name
              and (m.name not in done or asked.again and done[m.name][0] in ("survived", "unseen"))]
    killers, lock = collections.Counter((n.split(":")[0], by) for n, (o, by) in done.items() if o == "killed"), threading.Lock()

    def one(mutant):
        if time.monotonic() - begun > asked.seconds:
            return
        outcome, by = bench.ask(mutant, killers)
        with lock:
            killers[mutant.file, by] += outcome == "killed"
            done[mutant.name] = outcome, by
            with results.open("a") as out:
                out.write(f"{outcome}\t{by}\t{mutant.name}\n")

    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        list(pool.map(one, wanted))
    tried = [m for m in sample if m.name in done]
    count = collections.Counter(done[m.name][0] for m in tried)
    for m in tried:
        if done[m.name][0] in ("survived", "unseen"):
            print(f"{done[m.name][0]}  {m.name}")
    print(f"{len(tried)} tried in {time.monotonic() - begun:.0f} s: "
          + ", ".join(f"{count[k]} {k}" for k in ("killed", "survived", "unseen", "left", "broken")))
    return 1 if count["survived"] + count["unseen"] else 0


if __name__ == "__main__":
    sys.exit(main())
