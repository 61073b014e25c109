#!/usr/bin/env python3
"""A driver that solves the cases by the command. Usage: by_command.py --law routh-poisson [--method glocker] [--carom PATH]

The names of laws and methods are those of the case files and answers.py. Like every driver it does not receive the reference answers.
One process of the command solves all cases with one contact.
"""
import argparse
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "impactbench"))
import answers  # noqa: E402

args = argparse.ArgumentParser(description=__doc__)
args.add_argument("--law", default="routh-poisson", choices=list(answers.LAWS))
args.add_argument("--method", default="glocker", choices=list(answers.METHODS))
args.add_argument("--carom", default="carom")
a = args.parse_args()
solver = subprocess.Popen([a.carom, "solve", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def solve(problem):
    print(json.dumps(problem), file=solver.stdin, flush=True)
    return json.loads(solver.stdout.readline())


def reply(c):
    if len(c["contacts"]) > 1:
        o = answers.ask(a.carom, "solve", [answers.several_by(a.method, c)])[0]
        fine = answers.is_one(o)
    elif c["dim"] not in answers.LAWS[a.law][3]:
        return {"cannot": f"{a.law} has no answer in {'the plane' if c['dim'] == 2 else 'space'}"}
    else:
        o = solve(answers.one_by(a.law, c))
        fine = o["status"] == "ok"
    return {"u": answers.velocities(c, o), "steps": 1} if fine else {"cannot": o.get("message", o["status"])}


version = subprocess.run([a.carom, "--version"], capture_output=True, text=True, check=True).stdout.strip()
for line in sys.stdin:
    c = json.loads(line)
    if "impactbench" in c:
        out = {"impactbench": 1, "engine": "carom", "version": version, "dims": [2, 3],
               "settings": {"law": a.law, "method": a.method}}
    else:
        out = {"id": c["id"], **reply(c)}
    print(json.dumps(out), flush=True)
