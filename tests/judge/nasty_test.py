#!/usr/bin/env python3
"""Tests carom judge with drivers that hang, exit, print too much or return invalid answers. Usage: nasty_test.py CAROM

The fault must be reported and the other cases judged. No process may remain, and the memory of carom judge must be bounded."""
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

carom = sys.argv[1]
nasty = str(pathlib.Path(__file__).with_name("nasty.py"))
wrong, runs = [], 0


def check(good, what):
    if not good:
        wrong.append(what)
        print("FAILED:", what)


def judge(how, *options, limit="20"):
    """Judges the driver nasty.py by family A. Returns the JSON report, the message on stderr and the exit code."""
    global runs
    runs += 1
    command = [carom, "judge", "--family", "A", "--limit", limit, "--json", *options, "--", sys.executable, nasty, how]
    if how.startswith("breeds"):
        command.append(pids.name)
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    said = done.stderr
    if said.startswith('{"error"'):
        said = json.loads(said)["error"]["message"]
    return (json.loads(done.stdout) if done.stdout else None), said, done.returncode


def gone(pid):
    """Returns whether the process has ended, or is a zombie."""
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def bred_are_gone(how):
    ids = pathlib.Path(pids.name).read_text(encoding="ascii").split()
    check(len(ids) > 0, f"{how}: nothing was bred, so nothing was shown")
    for _ in range(50):
        if all(gone(i) for i in ids):
            return
        time.sleep(0.1)
    check(False, f"{how}: {ids} live on")
    for i in ids:
        if not gone(i):
            os.kill(int(i), signal.SIGKILL)


pids = tempfile.NamedTemporaryFile()
CASES = 15

# A fault at the third case: the other cases are judged, and the message describes the fault.
for how, words in {
        "hangs": "no answer in 3 s", "dies": "exit code 3: out of cheese\\x1b[31m", "crashes": "signal 11", "ends-politely": "ended without an answer",
        "closes": "closed its output", "half-a-line": "ended without an answer", "floods": "too much output", "floods-with-braces": "too much output",
        "floods-lines": "too much output", "floods-errors": "too much output", "deaf-and-late": "no answer in 3 s", "breeds": "no answer in 3 s",
        "other-id": 'answered "A-never-asked"', "no-id": "nothing named", "two-lines": "without a question"}.items():
    report, said, code = judge(how, limit="3" if "no answer" in words else "20")
    check(code == 0 and report, f"{how}: exit {code}, {said}")
    if not report:
        continue
    faults = report["faults"]
    check(len(faults) == 1 and words in faults[0]["what"], f"{how}: {faults}")
    check(report["score"]["answered"] == CASES - 1, f"{how}: {report['score']['answered']} answered")
    check(report["score"]["errors"] == 1, f"{how}: {report['score']['errors']} errors")
    check("\x1b" not in said and "driver was stopped at" in said, f"{how}: {said!r}")
bred_are_gone("breeds")

# carom judge ends a child process of a driver that continues to answer.
report, said, code = judge("breeds-and-answers")
check(code == 0 and report["score"]["answered"] == CASES and not report["faults"], f"breeds-and-answers: {said}")
bred_are_gone("breeds-and-answers")

# carom judge also ends a child that has left the process group of the driver, whether or not the parent of the child
# still runs.
for how in ("breeds-session", "breeds-daemon"):
    report, said, code = judge(how)
    check(code == 0 and report["score"]["answered"] == CASES and not report["faults"], f"{how}: {said}")
    bred_are_gone(how)
report, said, code = judge("breeds-session-and-hangs", limit="1")
check(code == 0 and len(report["faults"]) == 1, f"breeds-session-and-hangs: {said}")
bred_are_gone("breeds-session-and-hangs")

# A child process that carom judge inherits by exec does not belong to the driver and is not ended.
with subprocess.Popen(["sh", "-c", 'sleep 300 & echo $!; exec "$@"', "sh", carom, "judge", "--family", "A", "--json", "--",
                       sys.executable, nasty, "fine"], stdout=subprocess.PIPE, text=True) as inherited:
    other = int(inherited.stdout.readline())
    inherited.stdout.readline()
    inherited.wait(timeout=60)
    check(not gone(other), "a process that is not the driver's was ended")
    os.kill(other, signal.SIGKILL)

# A fault at every case ends the run after five faults.
for how, words in {"hangs-always": "no answer in 0.5 s", "dies-always": "exit code 4"}.items():
    report, said, code = judge(how, limit="0.5")
    check(code == 0 and len(report["faults"]) == 5 and words in report["faults"][4]["what"], f"{how}: {report and report['faults']}")
    check(report["score"]["errors"] == 5 and report["asked"] == 5, f"{how}: {report['asked']} asked")
    check("failed 5 times; 5 of 15 questions" in said, f"{how}: {said}")

# An invalid answer counts as an error of its case. The driver is not ended, because it prints one line per case.
for how, words in {
        "garbage": "not JSON", "no-object": "not JSON", "nan": "not JSON", "null": "not a finite number", "words": "not a finite number",
        "infinite": "not JSON", "huge": "not a finite number", "short": "2 numbers", "long": "7 numbers", "no-body": "0 lists", "many-bodies": "9 lists",
        "empty": "neither", "no-orientation": "\"q\" has", "deep": "not JSON", "twice": "not JSON", "error": "gave up \\x1b[31m\\x07"}.items():
    report, said, code = judge(how)
    check(code == 0 and not report["faults"], f"{how}: exit {code}, {said}")
    bad = [c for c in report["cases"] if c["status"] in ("nonsense", "error")]
    # Cases with two bodies, or in 3D, may have another message, because another check fails first.
    check(len(bad) == CASES and all(c["message"] for c in bad), f"{how}: {len(bad)}, {bad[:1]}")
    check(sum(words in c["message"] for c in bad) >= 7, f"{how}: {bad[:1]}")
    check(report["score"]["errors"] == len(bad), f"{how}: {report['score']['errors']} errors")

# Additional lines, a slow driver and cases that it cannot solve are not faults.
for how, answered in {"noisy": CASES, "slow": CASES, "cannot": 0}.items():
    report, said, code = judge(how)
    check(code == 0 and report["score"]["answered"] == answered and not report["faults"] and not said, f"{how}: {said}")
    check(report["verdict"] == ("breaks" if answered else "none"), f"{how}: verdict {report['verdict']}")
report, said, code = judge("cannot", "--strict")
check(code == 1 and report["score"]["cannot"] == CASES and not report["faults"], "cannot: without an answer --strict ends with 1")
report, said, code = judge("slow", "--strict")
check(code == 1 and report["score"]["still_approaching"]["cases"] == CASES, "nothing that moves still approaches: --strict ends with 1")

# Without a valid handshake there is no run.
for how, words in {
        "mute": "no answer in 1.5 s", "dies-at-once": "exit code 5", "bad-version": '"impactbench": 1', "nameless": '"engine"',
        "no-dims": '"dims"', "bad-hello": "not JSON", "speaks-first": "without a question"}.items():
    report, said, code = judge(how, limit="0.5")
    # A line printed before the handshake may be taken for it. Then every case receives the answer to an earlier line,
    # which is a fault.
    late = how == "speaks-first" and code == 0 and all(
        "nothing named" in fault["what"] or words in fault["what"] for fault in report["faults"]) and report["score"]["answered"] == 0
    check(late or (code == 3 and words in said and report is None), f"{how}: exit {code}, {said}")
for command, words in {"./no-such-driver": "No such file", "/": "ermission denied", nasty + "x": "No such file"}.items():
    done = subprocess.run([carom, "judge", command], capture_output=True, text=True, check=False)
    check(done.returncode == 3 and words in done.stderr, f"{command}: {done.stderr}")

# Control characters and HTML tags in the name of the engine are escaped.
with tempfile.TemporaryDirectory() as folder:
    page = f"{folder}/page.html"
    done = subprocess.run([carom, "judge", "--family", "A", "-o", page, "--", sys.executable, nasty, "paints"],
                          capture_output=True, text=True, check=False)
    text = pathlib.Path(page).read_text(encoding="utf-8")
    check(done.returncode == 0 and "\x1b" not in done.stdout and "\x1b" not in text, "paints: the terminal obeys it")
    check("<script" not in text and "&lt;script" in text, "paints: HTML of its own")

# Ctrl-C while a driver hangs ends carom judge, the driver and its child. carom judge reports how many cases were
# answered.
before = len(pathlib.Path(pids.name).read_text(encoding="ascii").split())
run = subprocess.Popen([carom, "judge", "--family", "A", "--", sys.executable, nasty, "breeds", pids.name], text=True,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
for _ in range(100):
    if len(pathlib.Path(pids.name).read_text(encoding="ascii").split()) > before:
        break
    time.sleep(0.1)
time.sleep(0.2)
run.send_signal(signal.SIGINT)
out, said = run.communicate(timeout=30)
check(run.returncode == 4 and "stopped after 2 of 15 questions" in said, f"Ctrl-C: exit {run.returncode}, {said}")
check("2 cases answered" in out, f"Ctrl-C: {out}")
bred_are_gone("Ctrl-C")

# carom judge does not keep output of 16 MB in memory. The bound is 200 MB, because with sanitizers it uses 100 MB
# anyway.
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
check(most < 200000, f"{most} kB at most")
print(f"{runs} runs, {len(wrong)} failures, at most {most // 1000} MB")
sys.exit(1 if wrong or runs < 45 else 0)
