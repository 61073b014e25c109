"""Runs physics engines on measured impacts and tosses with ImpactBench's drivers. A driver reads one JSON line per case
and writes one JSON line per result (docs/impactbench.md).
"""
import json
import pathlib
import subprocess

import numpy as np

from . import common

ROWS = pathlib.Path(__file__).resolve().parents[2] / "impactbench/engines.json"
# In the drivers y points up. Their axes x, y, z are y, z, x of the tosses, and t2, n, t1 of the impacts.
TO_DRIVER, FROM_DRIVER = [1, 2, 0], [2, 0, 1]
IMPACT_TO_DRIVER, IMPACT_FROM_DRIVER = [2, 0, 1], [1, 2, 0]


class Driver:
    """A running driver."""

    def __init__(self, command, folder):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        self.about = self.ask({"impactbench": 1})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def ask(self, case):
        self.process.stdin.write(json.dumps(case) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("{"):
                return json.loads(line)
        raise RuntimeError("the driver has ended")


def rows(folder, only=()):
    """Returns the rows of engines.json for rigid bodies, by name: the command, or the reason why it cannot be run."""
    found = {}
    for row in json.loads(ROWS.read_text()):
        name, command = row["name"], row["cmd"]
        if row.get("families") == "E" or name.startswith("carom") or (only and not any(name.startswith(x) for x in only)):
            continue
        here = pathlib.Path(folder, command[command[0] == "node"])
        found[name] = command if here.exists() else "not built"
    return found


def impact_case(arm, u, inertia, e, mu):
    """Returns one impact at a corner, as in ImpactBench's family D: a small ball at the corner touches the floor."""
    r, v, w = (np.asarray(x)[IMPACT_TO_DRIVER].tolist() for x in (arm, u[:3], u[3:]))
    ball = 0.1
    body = {"mass": 1, "inertia": [inertia] * 3, "centre": [0.0, -r[1], 0.0], "velocity": v, "spin": w,
            "colliders": [{"ball": ball, "at": [r[0], r[1] + ball, r[2]]}]}
    touch = {"a": 0, "b": "floor", "point": [r[0], 0.0, r[2]], "normal": [0, 1, 0]}
    return {"id": "corner", "dim": 3, "e": e, "mu": mu, "bodies": [body], "contacts": [touch]}


def impacts_by(driver, impacts, inertia, which):
    """Returns a function of e and mu that computes the twists after these impacts with the engine."""
    _, arm, u, _ = impacts

    def after(e, mu):
        out = []
        for i in which:
            answer = driver.ask(impact_case(arm[i], u[i], inertia, e, mu))
            if "u" not in answer:
                raise ValueError(answer.get("cannot") or answer.get("error") or "no answer")
            v, w = np.array(answer["u"][0], dtype=float).reshape(2, 3)[:, IMPACT_FROM_DRIVER]
            out.append([*v, *w])
        return np.array(out)

    return after


def toss_case(toss, body, e, mu, frames=None):
    """Returns a complete toss as one long run with a result for every frame."""
    p, q, v, w = common.start_of(toss, body, frames)
    side = 2 * body["half"]
    solid = {"mass": 1, "inertia": [body["inertia"]] * 3, "centre": p[TO_DRIVER].tolist(), "velocity": v[TO_DRIVER].tolist(),
             "orientation": [q[0], *q[1:][TO_DRIVER]], "spin": w[TO_DRIVER].tolist(),
             "colliders": [{"box": [side] * 3, "at": [0, -body["centre"], 0]}]}
    run = {"gravity": body["gravity"], "time": (len(toss[0]) - 1) / common.RATE, "every": 1 / common.RATE}
    touch = {"a": 0, "b": "floor", "point": [0, 0, 0], "normal": [0, 1, 0]}
    return {"id": "toss", "dim": 3, "e": e, "mu": mu, "bodies": [solid], "contacts": [touch], "run": run}


def tosses_by(driver, frames=None):
    """Returns a function of a toss, a body, e and mu. It computes the centres of mass and orientations in the frames
    after the first.
    """

    def path(toss, body, e, mu):
        answer = driver.ask(toss_case(toss, body, e, mu, frames))
        if "trail" not in answer:
            raise ValueError(answer.get("cannot") or answer.get("error") or "no answer")
        states = np.array([frame[0] for frame in answer["trail"]], dtype=float)
        return states[:, :3][:, FROM_DRIVER], np.column_stack([states[:, 3], states[:, 4:7][:, FROM_DRIVER]])

    return path
