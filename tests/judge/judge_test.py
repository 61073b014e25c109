#!/usr/bin/env python3
"""Tests `carom judge`: scores, drivers that misbehave, the page, baselines, options, and how `carom` finds the program.

Usage: judge_test.py CAROM CC
"""
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CAROM, CC = sys.argv[1:]
HERE = pathlib.Path(__file__).resolve().parent
BENCH = HERE.parents[1] / "impactbench"
sys.path.insert(0, str(BENCH))
import answers  # noqa: E402

NASTY = [sys.executable, str(HERE / "nasty.py")]
wrong, checks = [], 0


def check(good, what):
    global checks
    checks += 1
    if not good:
        wrong.append(what)
        print("FAILED:", what)


def run(*words, **more):
    return subprocess.run([CAROM, "judge", *map(str, words)], capture_output=True, text=True, timeout=100, check=False, **more)


def report(*words):
    done = run("--json", *words)
    return (json.loads(done.stdout) if done.stdout else None), done


def apart(a, b):
    """Returns the largest relative difference of two JSON values; infinite if they have another form."""
    if isinstance(a, dict) and isinstance(b, dict):
        return max((apart(a[k], b[k]) for k in a), default=0.) if a.keys() <= b.keys() else math.inf
    if isinstance(a, list) and isinstance(b, list):
        return max(map(apart, a, b), default=0.) if len(a) == len(b) else math.inf
    if isinstance(a, float) or isinstance(b, float):
        return abs(a - b) / max(abs(a), abs(b), 1e-3)
    return 0. if a == b else math.inf


def scores():
    """Compares the judgement of random answers to all cases with the former implementation in C."""
    found, _ = report("--", sys.executable, HERE / "random_driver.py")
    known = json.loads((HERE / "random_score.json").read_text())
    rows = {c["id"]: c for c in found["cases"]}
    keys = ("gain", "approach", "spin_unexplained", "turned_differs", "arriving_gain", "rebound", "highest", "last")
    for name, row in known.pop("cases").items():
        c = rows[name]
        here = [c.get(k) for k in keys] + [min(c["distance"].values()) if "distance" in c else None]
        check(apart([x if x is None else float(x) for x in row], here) < 1e-9, f"{name}: {row} {here}")  # written with 12 digits
    check(apart(known, found) < 1e-9, "the score of random answers")


def laws():
    """Judges carom itself: the law is identified, and its answers differ from the references by rounding."""
    for name in ("routh-poisson", "whittaker", "stronge", "box"):
        found, _ = report("--family", "ABD", "--every", 3, "--", sys.executable, HERE / "by_command.py", "--carom", CAROM, "--law", name)
        far = [c["distance"][name] for c in found["cases"] if c["status"] == "answered"]
        check(len(far) > 40 and max(far) < 1e-12, f"{name}: {len(far)} answers, {max(far)} from itself")
        for dim, key in ((2, "plane"), (3, "space")):
            best = [x["law"] for x in found["score"][key]["laws"][:found["score"][key]["alike"]]]
            check(dim not in answers.LAWS[name][3] or name in best and found["score"][key]["identified"], f"{name}: nearest in {key}: {best}")


def faults():
    """A fault at the third of 15 cases is reported, and the other cases are judged."""
    for how, words, limit in (("hangs", "no answer in 2 s", 2), ("dies", "exit code 3: out of cheese\\x1b[31m", 20), ("crashes", "signal 11", 20),
                              ("ends-politely", "without an answer", 20), ("closes", "closed its output", 20), ("floods", "too much", 20),
                              ("floods-with-braces", "too much", 20), ("floods-lines", "too much", 20), ("floods-errors", "too much", 20),
                              ("other-id", "A-never-asked", 20), ("two-lines", "instead of", 20), ("breeds-session", "no answer in 2 s", 2)):
        pids = work / "pids"
        pids.write_text("")
        found, done = report("--family", "A", "--limit", limit, "--", *NASTY, how, pids)
        check(done.returncode == 0 and len(found["faults"]) == 1 and words in found["faults"][0]["what"], f"{how}: {found['faults']}")
        check((found["score"]["answered"], found["score"]["errors"]) == (14, 1) and "\x1b" not in done.stderr, f"{how}: {done.stderr}")
        alive = [pid for pid in pids.read_text().split() if os.path.exists(f"/proc/{pid}")]
        check(not alive and (pids.read_text() or how != "breeds-session"), f"{how}: {alive} live on")
    found, done = report("--family", "A", "--limit", "0.2", "--", *NASTY, "hangs-always")
    check(len(found["faults"]) == found["asked"] == 5 and "failed 5 times" in done.stderr, "a fault at every case")


def nonsense():
    """An answer that is not one counts as an error of its case, and the driver goes on."""
    for how in ("garbage", "no-object", "nan", "null", "words", "infinite", "short", "long", "no-body", "many-bodies", "empty", "no-orientation", "deep", "error"):
        found, done = report("--family", "A", "--", *NASTY, how)
        bad = [c["message"] for c in found["cases"] if c["status"] in ("nonsense", "error")]
        check(done.returncode == 0 and not found["faults"] and len(bad) == found["score"]["errors"] == 15, f"{how}: {found['score']['errors']}")
        check(all(bad) and "\x1b" not in "".join(bad), f"{how}: {bad[0]!r}")
    for how, answered, verdict in (("noisy", 15, "breaks"), ("slow", 15, "breaks"), ("cannot", 0, "none")):
        found, done = report("--family", "A", "--strict", "--", *NASTY, how)
        check((found["score"]["answered"], found["verdict"], done.returncode, found["faults"]) == (answered, verdict, 1, []), how)
    for how in ("mute", "dies-at-once", "bad-version", "nameless", "no-dims", "bad-hello"):
        found, done = report("--family", "A", "--limit", "0.2", "--", *NASTY, how)
        check(found is None and done.returncode == 3 and json.loads(done.stderr)["error"]["status"] == "bad-value", f"{how}: {done.stderr}")


def interrupted():
    """Ctrl-C ends the run, and the cases until then are judged."""
    pids = work / "bred"
    pids.write_text("")
    with subprocess.Popen([CAROM, "judge", "--family", "A", "--", *NASTY, "breeds", pids], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as judge:
        while not pids.read_text():
            time.sleep(0.02)
        judge.send_signal(signal.SIGINT)
        out, said = judge.communicate(timeout=30)
    check(judge.returncode == 4 and "2 of 15 questions" in said and "2 cases answered" in out, f"Ctrl-C: {judge.returncode} {said}")
    check(not os.path.exists(f"/proc/{pids.read_text().strip()}"), "Ctrl-C: a process lives on")


def shown(page):
    """The page escapes the driver's words, forbids scripts, and has a case to debug that compiles, with its numbers."""
    done = run("--family", "A", "-o", page, "--", *NASTY, "paints")
    text = page.read_text()
    check(done.returncode == 0 and "\x1b" not in done.stdout + text and "<script" not in text and "&lt;script" in text, "HTML of the driver")
    check("Content-Security-Policy\" content=\"default-src 'none'" in text and "http:" not in text, "the page reads other files")
    worst = work / "worst"
    done = run("--family", "AB", "-o", page, "--worst", worst, sys.executable, work / "slide.py")
    text = page.read_text()
    check(text.count("<figure>") == 6 - 1 and 'data-check=breaks' in text and text.count("<h3>Laws in") == 1 and len(text) < 100_000, "parts of the page")
    unit = re.search("case to debug</h2>.*?<pre>(.*?)</pre>", text, re.S).group(1).replace("&lt;", "<").replace("&quot;", '"')
    check("measured_0[] = {2, 3.6, 6}" in unit and "\nconst double routh_poisson_0[]" in unit, "numbers of the case to debug")
    (work / "unit.c").write_text(unit + "\n")
    check(subprocess.run([CC, "-fsyntax-only", work / "unit.c"], check=False).returncode == 0, "the case to debug compiles")
    files = sorted(worst.iterdir())
    check(len(files) == 4 and all(subprocess.run([CAROM, "compare", f], stdout=subprocess.DEVNULL, check=False).returncode == 0 for f in files), "worst cases")


def baseline():
    slide, last, other = [sys.executable, work / "slide.py"], work / "last.json", work / "other.json"
    some = ["--family", "B", "--every", 20]
    last.write_text(run("--json", *some, *slide).stdout)
    check(run("--baseline", last, *some, *slide).returncode == 0, "the same driver has no changes")
    done = run("--baseline", last, *some, "--", *slide, "--push")
    check(done.returncode == 1 and "energy_gained: 0 cases before" in done.stdout and "18 of 18 cases compared" in done.stdout, done.stdout[-300:])
    done = run("--json", "--baseline", last, *some, "--", *slide, "--push")
    check(done.returncode == 1 and "energy_gained" in done.stderr and json.loads(done.stdout), "with --json the changes are on stderr")
    done = run("--baseline", last, "--family", "B", "--every", 10, *slide)
    check(done.returncode == 0 and "18 of 35 cases compared, 0 changes" in done.stdout, "new cases are not changes")
    # Only cases that were compared count, and without any the comparison fails.
    text = last.read_text()
    for bad in (text.replace('"u":', '"w":'), re.sub(r'"u":\[\[[^]]*\]\]', '"u":[[1,2]]', text), "{}", "["):
        other.write_text(bad)
        check(run("--baseline", other, *some, "--", *slide, "--push").returncode == 3, f"a baseline like {bad[:40]}")
    check(run("--baseline", last, "--family", "A", *slide).returncode == 3, "a baseline of other cases")
    check(run("--baseline", work / "none.json", *some, *slide).returncode == 5, "no baseline")


def options():
    slide = [sys.executable, str(work / "slide.py")]
    two = work / "two.jsonl"
    two.write_text("".join((BENCH / "cases/A.jsonl").read_text().splitlines(True)[:2]))
    for code, words in ((0, ["--cases", two, *slide]), (5, ["--cases", work / "no.jsonl", *slide]), (3, ["--family", "X", *slide]), (2, []), (2, ["--"]),
                        (2, ["--every", "none", *slide]), (2, ["--limit", "-1", *slide]), (2, ["--unknown", *slide]), (1, ["--strict", "--family=A", *slide]),
                        (0, ["--strict", "--family", "B", *slide]), (3, ["./no-such-driver"]), (3, ["/"]), (3, ["cat"]), (3, ["true"]),
                        (5, ["--family", "A", *slide, "-o", "/dev/null/page.html"])):
        done = run(*words)
        check(done.returncode == code and (code < 2 or done.stderr.startswith("carom judge: ")), f"{words}: {done.returncode} {done.stderr}")
    check("slide, --iterations 9 --fast" in run("--family=A", *slide, "--iterations", "9", "--fast").stdout, "words of the driver")
    check("slide, --json" in run("--family=A", "--", *slide, "--json").stdout, "words after --")
    case = json.loads(two.read_text().splitlines()[0])
    for change in ({"zzz": 1}, {"mass": 1}, {"answers": {}}, {"e": "1"}, {"bodies": []}, {"contacts": [{}]}, {"dim": 4}, {"run": {"time": 1}}, {"id": 7}):
        two.write_text(json.dumps({**case, **change}))
        check(run("--cases", two, *slide).returncode == 3, f"a case with {change}")


def tutorial():
    """The examples of drivers are identified as whittaker, and docs/impactbench.md shows the output of the first."""
    text = (HERE.parents[1] / "docs/impactbench.md").read_text(encoding="utf-8")
    for end in ("py", "c", "mjs"):
        shutil.copy(BENCH / f"drivers/example.{end}", work / f"mine.{end}")
    shutil.copy(BENCH / "drivers/driver.mjs", work)
    subprocess.run([CC, "-O1", "-Wall", "-Wextra", "-Werror", f"-I{BENCH}/drivers", work / "mine.c", "-o", work / "mine", "-lm"], check=True)
    for command in [[sys.executable, work / "mine.py"], [work / "mine"]] + [["node", work / "mine.mjs"]] * bool(shutil.which("node")):
        found, _ = report("--family", "AB", "--", *command)
        score = found["score"]
        check((score["answered"], score["cannot"], score["errors"], score["balls_right"]["cases"]) == (352, 3, 0, 7), f"{command}: {score}")
        check(score["plane"]["nearest"] == "whittaker" and score["plane"]["laws"][0]["within"] >= 343 and score["energy_gained"]["cases"], f"{command}")
    page = re.search(r"\$ carom judge --family AB python3 example.py\n(.*?)\.\.\.\n", text, re.S).group(1)
    check(run("--family", "AB", "python3", work / "mine.py").stdout.startswith(page), "output on the page")


def programs():
    """`carom NAME` runs carom-NAME with its arguments and exit code, if NAME has only letters, digits and hyphens."""
    for name in ("two-words7", "a.b", "-x"):
        (work / f"carom-{name}").write_text('#!/bin/sh\necho "$# $1 $2"; exit 7\n')
        (work / f"carom-{name}").chmod(0o755)
    place = {**os.environ, "PATH": f"{work}:{os.environ['PATH']}"}
    for words, code, out in ((["two-words7", "a b", "--json"], 7, "2 a b --json\n"), (["help", "two-words7"], 7, "1 --help \n"), (["a.b"], 2, ""), (["-x"], 2, ""),
                             (["../bin/true"], 2, ""), (["nothing"], 2, ""), ([""], 2, "")):
        done = subprocess.run([CAROM, *words], capture_output=True, text=True, env=place, check=False)
        check((done.returncode, done.stdout) == (code, out), f"carom {words}: {done.returncode} {done.stdout}")


# A driver without friction, whose answers an option spoils.
SLIDE = """
import json, sys
push = 2.0 if "--push" in sys.argv else 1.0
for line in sys.stdin:
    c = json.loads(line)
    if "impactbench" in c:
        out = {"impactbench": 1, "engine": "slide", "version": " ".join(sys.argv[1:]) or "plain", "dims": [2], "settings": {"dt": 0.01}}
    elif len(c["bodies"]) > 1 or len(c["contacts"]) > 1:
        out = {"id": c["id"], "cannot": "one body"}
    else:
        b, k = c["bodies"][0], c["contacts"][0]
        rx = k["point"][0] - b["centre"][0]
        n = -(1 + c["e"]) * (b["velocity"][1] + b["spin"] * rx) / (1 / b["mass"] + rx * rx / b["inertia"]) * push
        out = {"id": c["id"], "u": [[b["velocity"][0], b["velocity"][1] + n / b["mass"], b["spin"] + rx * n / b["inertia"]]]}
    print(json.dumps(out), flush=True)
"""

with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    (work / "slide.py").write_text(SLIDE)
    for part in (scores, laws, faults, nonsense, interrupted, lambda: shown(work / "page.html"), baseline, options, tutorial, programs):
        part()
print(f"{checks} checks, {len(wrong)} failures")
sys.exit(1 if wrong else 0)
